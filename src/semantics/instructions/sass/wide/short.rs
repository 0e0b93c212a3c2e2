//! A listing in as few bytes as keep what it says: a line an instruction, its word alone where that says the same as its text.

use super::document::plain;
use super::listing::{Line, is_listing, read};
use super::text::text as written;
use crate::instruction::Target;
use crate::instruction::sass::wide::{decode, generation};

/// A shortened listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// What is left of it.
    pub text: String,
    /// How many instructions are in that.
    pub kept: usize,
    /// How many there were.
    pub of: usize,
}

/// A listing of at most so many bytes; None where a text is no listing.
pub fn shortened(text: &str, most: usize) -> Option<Short> {
    if !is_listing(text) {
        return None;
    }
    let listing = read(text);
    let mut short = listing.target.map_or_else(|| ".section\t.text\n".to_owned(), |target| format!("code for {target}\n"));
    let generation = generation(listing.target.unwrap_or(Target::SM_90)).unwrap_or(90);
    let mut kept = 0;
    for line in &listing.lines {
        let line = squeezed(text, line, generation);
        if short.len() + line.len() >= most {
            break;
        }
        short.push_str(&line);
        short.push('\n');
        kept += 1;
    }
    Some(Short { text: short, kept, of: listing.lines.len() })
}

fn squeezed(text: &str, line: &Line, generation: u32) -> String {
    let code = text[line.code.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(word) = line.word else { return code };
    let said = decode(word, generation).ok().map(|instruction| written(&instruction));
    match said {
        Some(said) if code.is_empty() || plain(&said) == plain(&code) => format!("0x{word:032x}"),
        None if code.is_empty() => format!("0x{word:032x}"),
        _ => format!("{code} /* 0x{:016x} */ /* 0x{:016x} */", word as u64, (word >> 64) as u64),
    }
}
