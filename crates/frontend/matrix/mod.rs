//! A matrix instruction as a line of its own: one element of D, or what one lane gets. What PTX says of such instructions is `machine::matrix`;
//! the arithmetic is `arithmetic::tensor_core`.

pub mod complete;
mod parse;
mod reading;
mod run;

pub use machine::matrix::*;
pub use parse::{Item, Line, Plan, Source, claims, code, parse};
