//! PTX as text and the machine that runs it: reading, judging, completing and printing a line, kernels and memory, and what a run tells.

#![deny(clippy::float_arithmetic)]

pub mod evaluate;
pub mod kernel;
pub mod matrix;
pub mod prepared_op;
pub mod reading;
pub mod register_file;
pub mod run;
pub mod single;
pub mod syntax;

pub use isa::{chips, exact, instruction, microscaling, number, operation, rounding, special_function, tensor_core, trace};
