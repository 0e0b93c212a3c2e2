//! A visitor's GPU, measured from the page: which shaders are run, what their answers mean, and which of our programs fits them.
//!
//! WGSL says what a function is and how far it may be off, not which instructions it becomes. So each [`Lowering`] that a driver may choose is
//! one of our programs, and a verdict names those that fit every bit: [`verdict()`]. A shader over 2^24 operands leaves one [`struct@Hash`], which
//! does not depend on their order; the model's hashes are made natively and kept ([`table`]). A single question is a [`Probe`]. What people
//! measured and brought is kept too ([`reports`]).

pub mod difference;
pub mod function;
pub mod hash;
pub mod json;
pub mod lowering;
pub mod path;
pub mod probe;
pub mod program;
pub mod report;
pub mod reports;
mod sequences;
pub mod table;
pub mod verdict;
pub mod wgsl;

pub use function::Function;
pub use hash::Hash;
pub use lowering::{LOWERINGS, Lowering, Maker};
pub use probe::{PROBES, Probe};
pub use report::Report;
pub use table::Table;
pub use verdict::{Verdict, verdict};

/// The windows into which the 2^32 operands are cut, by their upper eight bits.
pub const WINDOWS: usize = 256;
/// The binary logarithm of the operands in a window.
pub const WINDOW_BITS: u32 = 24;
