//! What a modifier of a word is made of: its bits, the words that stand for their values, and which generations have it.

use super::field::{Field, Role};

/// Generations by number, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub u32, pub u32);

impl Span {
    /// Every generation.
    pub const ALL: Span = Span(0, u32::MAX);
    /// None of them.
    pub const NONE: Span = Span(1, 0);

    /// Whether a generation is among them.
    pub const fn has(self, generation: u32) -> bool {
        self.0 <= generation && generation <= self.1
    }
}

/// A condition on a run of bits: their value is one of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Is {
    /// The highest bit.
    pub high: u32,
    /// The lowest.
    pub low: u32,
    /// A bit for each value that fulfils it.
    pub values: u32,
}

/// The condition that a run of bits has one value.
pub const fn is(high: u32, low: u32, value: u32) -> Is {
    Is { high, low, values: 1 << value }
}

impl Is {
    /// Whether a word fulfils it.
    pub const fn holds(self, word: u128) -> bool {
        self.values >> (word >> self.low & ((1 << (self.high - self.low + 1)) - 1)) & 1 == 1
    }
}

/// Whether a word fulfils all of some conditions.
pub fn all(conditions: &[Is], word: u128) -> bool {
    conditions.iter().all(|condition| condition.holds(word))
}

/// What a value without a word of its own is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// `INVALID3`.
    Invalid,
    /// `???3`.
    Unnamed,
    /// A word that the tools refuse.
    Illegal,
}

/// A field whose values have words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its bits.
    pub field: Field,
    /// The word of each value without its dot; the empty one is not written.
    pub words: &'static [&'static str],
    /// What values beyond the words, and those whose word is `-`, are; one whose word is `!` is refused.
    pub beyond: Beyond,
    /// The generations that have it.
    pub span: Span,
    /// When it counts.
    pub when: &'static [Is],
}

impl Choice {
    /// A field with its words.
    pub const fn new(role: Role, pieces: &'static [(u32, u32)], words: &'static [&'static str]) -> Choice {
        Choice { field: Field { role, pieces }, words, beyond: Beyond::Invalid, span: Span::ALL, when: &[] }
    }

    /// The field at other bits.
    pub const fn at(self, pieces: &'static [(u32, u32)]) -> Choice {
        Choice { field: Field { role: self.field.role, pieces }, ..self }
    }

    /// The field from a generation on.
    pub const fn since(self, first: u32) -> Choice {
        Choice { span: Span(first, self.span.1), ..self }
    }

    /// The field up to a generation.
    pub const fn until(self, last: u32) -> Choice {
        Choice { span: Span(self.span.0, last), ..self }
    }

    /// The field where a condition holds.
    pub const fn when(self, when: &'static [Is]) -> Choice {
        Choice { when, ..self }
    }

    /// Values without words are refused.
    pub const fn strict(self) -> Choice {
        Choice { beyond: Beyond::Illegal, ..self }
    }

    /// Values without words are written with question marks.
    pub const fn unnamed(self) -> Choice {
        Choice { beyond: Beyond::Unnamed, ..self }
    }

    /// Whether it counts in a word of a generation.
    pub fn counts(&self, word: u128, generation: u32) -> bool {
        self.span.has(generation) && all(self.when, word)
    }

    /// The word of a value without its dot, empty where none is written; None where the value is refused.
    pub fn spelled(&self, value: u32) -> Option<String> {
        match (self.words.get(value as usize), self.beyond) {
            (Some(&"!"), _) => None,
            (Some(word), _) if *word != "-" => Some((*word).to_owned()),
            (_, Beyond::Invalid) => Some(format!("INVALID{value}")),
            (_, Beyond::Unnamed) => Some(format!("???{value}")),
            (_, Beyond::Illegal) => None,
        }
    }

    /// The value that goes without a word, else 0.
    pub fn default(&self) -> u32 {
        self.words.iter().position(|word| word.is_empty()).unwrap_or(0) as u32
    }
}

/// A bit with a word.
macro_rules! flag {
    ($role:ident $bit:literal $word:literal) => {
        $crate::instruction::sass::Choice::new($crate::instruction::sass::Role::$role, &[($bit, $bit)], &["", $word])
    };
}
pub(super) use flag;
