//! What becomes PTX and runs as that: C, machine code, matrix instructions; and which language a text is in.

#![deny(clippy::float_arithmetic)]

pub mod c;
mod elsewhere;
pub mod figure;
mod foreign;
pub mod language;
mod latex;
pub mod matrix;
pub mod module;
mod pasted;
mod prose;
pub mod sass;

pub use machine::{
    chips, evaluate, exact, instruction, kernel, microscaling, number, operation, prepared_op, reading, register_file, rounding, run,
    single, special_function, syntax, tensor_core, trace,
};
