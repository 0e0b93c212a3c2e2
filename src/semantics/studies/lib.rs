//! Studies: what is asked about instructions. Sweeps, comparisons, diagnoses, found cases, lessons, measurements on real chips.

#![deny(clippy::float_arithmetic)]

pub mod capture;
pub mod comparison;
pub mod diagnosis;
pub mod finder;
pub mod line;
pub mod oracle;
pub mod search;
pub mod sweep;
pub mod teaching;

pub use instructions::{cuda, evaluate, exact, instruction, number, operation, program, rounding, sass, special_function, syntax, trace};
