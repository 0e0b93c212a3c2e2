//! A against B: two texts on the same operands, and where their results differ.

pub mod picture;
pub mod query;
pub mod show;
