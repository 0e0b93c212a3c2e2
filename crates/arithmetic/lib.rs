//! Units: arithmetic that knows formats and rules but no instruction set, blocks that share scale factors, and the unit behind MUFU.

#![deny(clippy::float_arithmetic)]

pub mod chips;
pub mod microscaling;
pub mod operation;
pub mod special_function;
pub mod tensor_core;

pub use float::{exact, number, rounding, trace};
