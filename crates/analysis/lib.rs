//! What is asked about instructions: sweeps, comparisons, diagnoses, found cases, measurements on real chips.

#![deny(clippy::float_arithmetic)]

pub mod comparison;
pub mod diagnosis;
pub mod dot;
pub mod elementwise;
pub mod finder;
pub mod findings;
pub mod gpu;
pub mod line;
pub mod oracle;
pub mod sums;
pub mod sweep;
pub mod unrounded;
pub mod wire;

pub use frontend::{
    block, c, chips, evaluate, exact, figure, instruction, kernel, language, matrix, module, number, operation, register_file, rounding,
    run, sass, single, special_function, syntax, tensor_core, trace,
};
