//! What could be typed next.

use crate::instruction::Context;
use core::ops::Range;

/// A continuation of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The bytes it replaces.
    pub span: Range<usize>,
    /// What comes in.
    pub text: String,
    /// What the list shows.
    pub label: String,
    /// What it is about, in a few words.
    pub detail: String,
}

/// Continuations at a cursor, best first.
pub fn complete(_text: &str, _cursor: usize, _context: &Context) -> Vec<Completion> {
    Vec::new()
}
