//! Instructions over registers: one with its guard, or several with declarations and moves.
//!
//! Stands right of `evaluate`: it looks up what an instruction reads, lets `evaluate` compute, and keeps what it writes. A program is
//! read like an instruction: nothing fails, every statement is a best guess with diagnostics, and those in error are passed over.

pub mod example;
mod execute;
mod guard;
mod reading;
mod run;
mod single;
mod statement;

pub use execute::{Effect, Execution, execute};
pub use guard::{assumption, guard_holds, unset_predicate};
pub use run::run_one;
pub use single::{Single, width_of};
pub use statement::{Content, Goes, Program, Skipped, Statement, begins_with_directive};
