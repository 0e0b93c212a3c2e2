//! Instruction sets as tables: what an instruction is called, what it takes, since when, what it means, and how that is known.

#![deny(clippy::float_arithmetic)]

pub mod instruction;

pub use arithmetic::{chips, exact, microscaling, number, operation, rounding, special_function, tensor_core, trace};
