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
pub mod wide;

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

use crate::instruction::Context;
use crate::instruction::sass::wide::is_wide;
use crate::reading::Reading as Language;
use crate::syntax::Diagnostic;

/// Reads machine code. Words and listings say by their length which they are; of an instruction in words, the target's own machine words
/// are asked first, and the other ones where those do not have it, which then say so.
pub fn read(text: &str, context: &Context) -> Box<dyn Language> {
    if machine_word(text).is_some() {
        return Box::new(Document::read(text, context));
    }
    let other = wide::Document::read(text, context);
    let is_right = |all: &[Diagnostic]| !all.iter().any(Diagnostic::is_error);
    let (is_own, is_listed) = (is_wide(context.target), other.lines.iter().any(|line| line.word.is_some()));
    // What is passed over in words of 128 bits may be an instruction of the others.
    let is_whole = other.instructions().count() == other.lines.len();
    if other.is_word || is_listed || is_own && is_whole && is_right(&other.diagnostics) {
        return Box::new(other);
    }
    let narrow = Document::read(text, context);
    // Where neither is right, whoever has the name says what is wrong.
    let lacks_name = |all: &[Diagnostic]| all.iter().any(|diagnostic| diagnostic.code == "unknown-mnemonic");
    let is_others = other.is_listing || is_own && (lacks_name(&narrow.diagnostics) || !lacks_name(&other.diagnostics));
    if is_others && !is_right(&narrow.diagnostics) { Box::new(other) } else { Box::new(narrow) }
}
