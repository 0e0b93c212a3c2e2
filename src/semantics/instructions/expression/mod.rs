//! An expression of C, as the fourth language: `0.1f + 0.2f`, `a*b + c`, `float x = 1.0f/3.0f;`.
//!
//! An expression is the PTX that nvcc makes of it, run over registers; numbers count as values in registers, so that each operation is an
//! instruction with its steps. What has no row (comparisons, choices, integers) is computed exactly and says so. Reading never fails:
//! there is a best guess, and diagnostics say what is wrong and how to mend it.

mod bar;
mod call;
mod choose;
mod claims;
mod exact;
mod fact;
mod flush;
mod fuse;
mod lower;
pub mod number;
mod option;
mod parse;
mod reading;
mod run;
mod statement;
mod token;
mod tree;
mod types;

pub use claims::{claims, is_constant};
pub use option::Options;
pub use reading::Expression;
pub use types::CType;
