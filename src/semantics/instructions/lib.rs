//! Instruction sets: the tables, the texts and words that name their rows, and the one entry that runs them.

#![deny(clippy::float_arithmetic)]

pub mod c;
pub mod evaluate;
pub mod instruction;
pub mod kernel;
pub mod language;
pub mod matrix;
pub mod reading;
pub mod ready;
pub mod register_file;
pub mod run;
pub mod sass;
pub mod single;
pub mod syntax;

pub use units::{block, chips, exact, number, operation, rounding, special_function, tensor_core, trace};
