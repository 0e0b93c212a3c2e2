//! One executable definition of every instruction; the page, the command line, the sweeps and the tests are views of it.
//!
//! The core is seven crates, each knowing those before it: `float`, `arithmetic`, `isa`, `machine`, `frontend`, `analysis`, `course`. This one
//! shows them as one library, and its tests hold them to the oracles.
//!
//! # Glossary
//! - *bits*: a pattern as it stands in a register, right-aligned in a `u64`.
//! - *value*: what bits mean in a format: a number, an infinity or a NaN.
//! - *form*: one row of the instruction table: a syntax line of the manual with its types and modifiers.
//! - *operation*: arithmetic that knows formats but no instruction set.
//! - *step*: one thing that happened between the operands and the result, as data.
//! - *evidence*: how we know that a row is right: documented, measured, validated, inferred or modelled.

pub use course::{
    against, anomalies, c, chips, column, comparison, diagnosis, dot, elementwise, evaluate, exact, figure, gpu, instruction, kernel,
    language, line, matrix, microscaling, module, number, operation, oracle, orders, register_file, rounding, run, sass, search, shadow,
    single, special_function, sums, sweep, syntax, teaching, tensor_core, trace, wire, witness,
};
