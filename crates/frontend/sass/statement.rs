//! What one instruction of a text says.

use crate::instruction::sass::{Instruction, Role, Schedule};
use core::ops::Range;

/// A field and the bytes of the text that set it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The field.
    pub role: Role,
    /// The bytes.
    pub span: Range<usize>,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An instruction of the table.
    Instruction(Instruction),
    /// Another operation, by its name with the dotted words.
    Other(String),
    /// A line of a listing that could not be read, by its first word; what stands in the way is said at the line.
    Unread(String),
}

/// One instruction of a text. What is said of it has its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it is.
    pub what: What,
    /// Its bytes, the semicolon included; empty where a word of a listing stands alone.
    pub span: Range<usize>,
    /// The bytes of its name with the dotted words behind it.
    pub head: Range<usize>,
    /// The word that stood beside it in a listing.
    pub word: Option<u128>,
    /// How it is issued, if its text says so; a word of 128 bits holds that itself.
    pub schedule: Option<Schedule>,
    /// Which bytes set which field, of words of 64 bits.
    pub places: Vec<Place>,
}

impl Statement {
    /// A statement of which no more is known than its place.
    pub fn of(what: What, span: Range<usize>, head: Range<usize>) -> Statement {
        Statement { what, span, head, word: None, schedule: None, places: Vec::new() }
    }

    /// The instruction of the table that it is.
    pub fn instruction(&self) -> Option<Instruction> {
        match self.what {
            What::Instruction(instruction) => Some(instruction),
            What::Other(_) | What::Unread(_) => None,
        }
    }
}
