//! A call of a CUDA function, as the third language: `__fadd_rz(1.5f, 2.5f)`, `x = __sinf(y);`.
//!
//! A call is the PTX that the compiler makes of it, with the arguments as registers; what is computed, the program over registers
//! computes. Functions that compile to sequences with branches run whole instead. Reading never fails: there is a best guess, and
//! diagnostics say what is wrong and how to mend it.

mod argument;
mod bar;
mod call;
mod complaint;
mod completion;
mod parse;
mod reading;
mod run;

pub use call::{Argument, Call, Output, Source, number_text};
pub(crate) use complaint::{of_doubles, unknown_function};
pub use completion::complete;
pub use parse::{Parsed, is_call, parse};
pub use run::{arguments, run};
