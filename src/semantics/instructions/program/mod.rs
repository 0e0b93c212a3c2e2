//! Instructions over registers: one with its guard, or several with declarations and moves.
//!
//! Stands right of `evaluate`: it looks up what an instruction reads, lets `evaluate` compute, and keeps what it writes. A program is
//! read like an instruction: nothing fails, every statement is a best guess with diagnostics, and those in error are passed over.

pub mod example;
mod execute;
mod guard;
mod register_file;
mod run;
mod statement;

pub use execute::{Effect, Execution, execute};
pub use guard::{assumption, guard_holds, unset_predicate};
pub use register_file::RegisterFile;
pub use run::{Ran, Run, Written};
pub use statement::{Content, Program, Statement, begins_with_directive};
