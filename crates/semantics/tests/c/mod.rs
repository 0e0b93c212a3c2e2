//! C: which texts are some, what they become, what they give, and what is said of wrong ones.

mod calls;
mod claimed;
mod compiled;
mod course;
mod fragments;
mod generated;
mod host;
mod kernels;
mod library;
mod lowered;
mod members;
pub mod narrow;
mod numbers;
mod programs;
mod python;
mod whole;

use semantics::c::Expression;
use semantics::instruction::Context;
use semantics::language::ParsedSource;
use semantics::register_file::RegisterFile;
use semantics::run::Run;

fn read(text: &str) -> Expression {
    Expression::read(text, &Context::default())
}

fn accepted(text: &str) -> Expression {
    let expression = read(text);
    assert!(expression.is_accepted(), "{text}: {:?}", expression.diagnostics());
    expression
}

/// Runs an expression on variables with these bits.
fn run(expression: &Expression, registers: &[(&str, u64)]) -> Run {
    let mut file = RegisterFile::default();
    registers.iter().for_each(|(name, bits)| file.set(name, *bits));
    expression.run(&file).unwrap_or_else(|| panic!("{expression:?} does not run"))
}
