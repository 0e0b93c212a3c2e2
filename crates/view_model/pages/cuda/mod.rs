//! The tables of CUDA's intrinsics and math library.

pub mod halves;
pub mod measured;
pub mod said;
pub mod tables;
