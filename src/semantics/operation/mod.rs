//! Arithmetic that knows formats and rules but no instruction set: add, multiply, fused multiply-add.
//!
//! Every operation has the same shape: read the operands, settle NaNs, infinities and zeros by rule, compute exactly, round once.

mod answer;
mod arithmetic;
mod legacy;

pub use answer::Answer;
pub use arithmetic::{add, fused, multiply, subtract};
pub use legacy::multiply_add_truncated;
