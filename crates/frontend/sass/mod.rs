//! Machine code (SASS) as text, as words and as a program that runs.
//!
//! The rows of [`crate::instruction::sass`] hold the words; here a text becomes an instruction ([`parse()`]) and an instruction a text
//! ([`text()`], in the spelling of NVIDIA's nvdisasm), runs on a [`Machine`] ([`execute()`]), and [`mod@line`] answers lines of either. Words
//! of 64 and of 128 bits go the same way; what differs is the grammar of their texts (`parse_64`, `parse_128`) and what Maxwell's
//! instructions compute (`maxwell`).

pub mod assembly;
mod carries;
pub mod columns;
mod comparisons;
mod completion;
mod constants;
mod conversions;
mod cursor;
mod detect;
mod document;
mod edit;
mod encode_128;
mod encode_64;
mod execute;
mod flow;
mod halves;
mod integers;
pub mod legality;
pub mod lift;
pub mod line;
pub mod listing;
mod logic;
mod machine;
pub mod manual;
mod maxwell;
mod memory;
mod modifier_choices;
mod module;
mod moves;
mod number;
mod operand;
pub mod operands;
mod parse;
mod parse_128;
mod parse_64;
mod products;
mod ptx;
pub mod ptxas_table;
mod reading;
mod run;
mod smallest;
mod sources;
mod statement;
mod text;

pub use completion::complete;
pub use detect::{asked_word, asks_for_word, claims, is_kernel, is_listed, listed_at, looks_like_sass, machine_word};
pub use document::Document;
pub use edit::value_of;
pub use execute::{Effect, execute};
pub use listing::{Short, shortened};
pub use machine::{Machine, Name, RZ};
pub use modifier_choices::choices_at;
pub use module::compiled;
pub use number::spell;
pub use parse::{Parsed, parse};
pub use run::{generation_of, machine_of, machine_target};
pub use statement::{Place, Statement, What};
pub use text::{Piece, pieces, spelled, text, unsaid, unsaid_comment};

use crate::instruction::Context;
use crate::instruction::sass::is_wide;
use crate::reading::ParsedSource as Language;
use crate::syntax::Diagnostic;

/// Reads machine code. Words and listings say by their length which they are; of an instruction in words, the target's own machine words
/// are asked first, and the other ones where those do not have it, which then say so.
pub fn read(text: &str, context: &Context) -> Box<dyn Language> {
    Box::new(read_document(text, context))
}

/// The same as a document.
pub fn read_document(text: &str, context: &Context) -> Document {
    if machine_word(text).is_some() {
        return Document::read_64(text, context);
    }
    let other = Document::read_128(text, context);
    let is_right = |all: &[Diagnostic]| !all.iter().any(Diagnostic::is_error);
    let (is_own, is_listed) = (is_wide(context.target), other.statements.iter().any(|statement| statement.word.is_some()));
    // What is passed over in words of 128 bits may be an instruction of the others.
    let is_whole = other.instructions().count() == other.statements.len();
    if other.is_word || is_listed || is_own && is_whole && is_right(&other.diagnostics) {
        return other;
    }
    let short = Document::read_64(text, context);
    // Where neither is right, whoever has the name says what is wrong.
    let lacks_name = |all: &[Diagnostic]| all.iter().any(|diagnostic| diagnostic.code == "unknown-mnemonic");
    let is_others = other.is_listing || is_own && (lacks_name(&short.diagnostics) || !lacks_name(&other.diagnostics));
    if is_others && !is_right(&short.diagnostics) { other } else { short }
}
