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

/// One instruction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The instruction.
    pub instruction: Instruction,
    /// How it is issued, if the text says so.
    pub schedule: Option<Schedule>,
    /// Its bytes, the semicolon included.
    pub span: Range<usize>,
    /// The bytes of its name with the dotted words behind it.
    pub head: Range<usize>,
    /// Which bytes set which field.
    pub places: Vec<Place>,
}
