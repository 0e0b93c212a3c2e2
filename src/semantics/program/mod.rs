//! Instructions over registers: one with its guard, or several with declarations and moves.
//!
//! Stands right of `evaluate`: it looks up what an instruction reads, lets `evaluate` compute, and keeps what it writes.

mod execute;
mod register_file;

pub use execute::{Effect, Execution, execute};
pub use register_file::RegisterFile;
