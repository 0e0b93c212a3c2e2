//! What is asked about instructions: sweeps, comparisons, diagnoses, found cases, measurements on real chips.

#![deny(clippy::float_arithmetic)]

pub mod against;
pub mod anomalies;
pub mod column;
pub mod comparison;
pub mod diagnosis;
pub mod dot;
pub mod elementwise;
pub mod gpu;
pub mod line;
pub mod oracle;
pub mod orders;
pub mod shadow;
pub mod sums;
pub mod sweep;
pub mod wire;
pub mod witness;

pub use frontend::{
    c, chips, evaluate, exact, figure, instruction, kernel, language, matrix, microscaling, module, number, operation, register_file,
    rounding, run, sass, single, special_function, syntax, tensor_core, trace,
};
