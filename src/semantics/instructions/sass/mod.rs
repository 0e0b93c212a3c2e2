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
use crate::language::Reading as Language;

/// Reads machine code: words and listings of 128 bits, and what 64-bit words cannot say; a text that both can say is read as 64-bit code,
/// which says so where the target has other words.
pub fn read(text: &str, context: &Context) -> Box<dyn Language> {
    if wide::line::word_of(text).is_some() {
        return Box::new(wide::Document::read(text, context));
    }
    let is_clean = |reading: &dyn Language| reading.is_complete() && !reading.diagnostics().iter().any(|diagnostic| diagnostic.is_error());
    let narrow = Document::read(text, context);
    let listing = wide::listing::is_listing(text);
    if narrow.word.is_some() || is_clean(&narrow) && !(listing && wide::listing::read(text).lines.iter().any(|line| line.word.is_some())) {
        return Box::new(narrow);
    }
    let other = wide::Document::read(text, context);
    let code = narrow.diagnostics.iter().find(|diagnostic| diagnostic.is_error()).map_or("", |diagnostic| diagnostic.code);
    let is_right = !other.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
    // What 64-bit words lack altogether is not theirs; a mistake in what they have stays one.
    let lacks = is_right && matches!(code, "unknown-modifier" | "operand" | "operand-count");
    let is_other = is_wide(context.target) && (lacks || code == "unknown-mnemonic");
    if listing || is_other { Box::new(other) } else { Box::new(narrow) }
}
