//! Instruction sets: the tables, the texts and words that name their rows, and the one entry that runs them.

#![deny(clippy::float_arithmetic)]

pub mod cuda;
pub mod evaluate;
pub mod instruction;
pub mod program;
pub mod sass;
pub mod syntax;

pub use units::{exact, number, operation, rounding, special_function, trace};
