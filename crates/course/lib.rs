//! The course: lessons, practice and its marking, the terms of the field; and the search, which finds them and everything else.

#![deny(clippy::float_arithmetic)]

pub mod search;
pub mod teaching;

pub use analysis::{
    against, anomalies, c, chips, column, comparison, diagnosis, dot, elementwise, evaluate, exact, figure, gpu, instruction, kernel,
    language, line, matrix, microscaling, module, number, operation, oracle, orders, register_file, rounding, run, sass, shadow, single,
    special_function, sums, sweep, syntax, tensor_core, trace, wire, witness,
};
