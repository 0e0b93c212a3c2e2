//! The second language: SASS as text, as machine words and as a program that runs.
//!
//! The rows of [`crate::instruction::sass`] hold the words; here a text becomes an instruction ([`parse`]) and an instruction a text
//! ([`listing()`], in the spelling of NVIDIA's nvdisasm), runs on a [`Machine`] ([`execute()`]), and [`mod@line`] answers lines of either.

mod assemble;
pub mod assembly;
mod bar;
mod completion;
mod cursor;
mod document;
mod edit;
mod execute;
pub mod legality;
pub mod line;
mod listing;
mod machine;
pub mod manual;
mod number;
mod operand;
pub mod operands;
mod parse;
mod reading;
mod run;
mod statement;

pub use completion::complete;
pub use document::{Document, asked_word, asks_for_word, claims, looks_like_sass, machine_word};
pub use edit::spelled;
pub use execute::{Effect, execute, execute_legal};
pub use listing::{Piece, listing, text, unsaid, unsaid_comment};
pub use machine::{Machine, RZ};
pub use number::spell;
pub use parse::{Parsed, parse};
pub use run::{machine_name, machine_of, machine_target};
pub use statement::{Place, Statement};
