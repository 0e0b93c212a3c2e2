//! One executable definition of every instruction; the page, the command line, the sweeps and the tests are views of it.
//!
//! Modules stand in the order of dependence: each knows those above it and none below it.
//!
//! # Glossary
//! - *bits*: a pattern as it stands in a register, right-aligned in a `u64`.
//! - *value*: what bits mean in a format: a number, an infinity or a NaN.
//! - *form*: one row of the instruction table: a syntax line of the manual with its types and modifiers.
//! - *operation*: arithmetic that knows formats but no instruction set.
//! - *step*: one thing that happened between the operands and the result, as data.
//! - *evidence*: how we know that a row is right: documented, measured, inferred or modelled.

pub mod capture;
pub mod comparison;
pub mod cuda;
pub mod diagnosis;
pub mod evaluate;
pub mod exact;
pub mod finder;
pub mod instruction;
pub mod line;
pub mod number;
pub mod operation;
pub mod oracle;
pub mod program;
pub mod rounding;
pub mod sass;
pub mod search;
pub mod special_function;
pub mod sweep;
pub mod syntax;
pub mod teaching;
pub mod trace;
