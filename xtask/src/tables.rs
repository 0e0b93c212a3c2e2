//! `tables`: derives the coefficients of the special function unit and writes them to `src/semantics/special_function/table.rs`.
//!
//! The generator lives beside the unit; a test holds the committed file to it.

use crate::Outcome;
use crate::arguments::Arguments;
use crate::process::{cargo, run as run_program};

pub fn run(arguments: Arguments) -> Outcome {
    arguments.finish()?;
    run_program(cargo().args(["run", "--quiet", "--package", "ulpscope-semantics", "--example", "tables"]))
}
