//! What can be found, and where it leads.

use super::{flat, key};
use crate::number::Pattern;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An instruction of PTX.
    Ptx,
    /// A machine instruction.
    Sass,
    /// A modifier of PTX.
    Modifier,
    /// An intrinsic of CUDA.
    Intrinsic,
    /// A function of CUDA's math library.
    Function,
    /// An extreme value of a format.
    Value,
    /// A term of the glossary.
    Term,
    /// The error curve of an approximation.
    Curve,
    /// A lesson, or a screen of one.
    Lesson,
    /// A page.
    Page,
    /// An option of nvcc.
    Option,
    /// A message of ptxas.
    Message,
    /// What somebody sees, and why.
    Question,
    /// A number, as it was typed.
    Number,
}

impl Kind {
    /// What it is called beside an entry.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Ptx => "PTX",
            Kind::Sass => "SASS",
            Kind::Modifier => "modifier",
            Kind::Intrinsic => "intrinsic",
            Kind::Function => "function",
            Kind::Value => "value",
            Kind::Term => "term",
            Kind::Curve => "error curve",
            Kind::Lesson => "lesson",
            Kind::Page => "page",
            Kind::Option => "nvcc option",
            Kind::Message => "ptxas message",
            Kind::Question => "question",
            Kind::Number => "number",
        }
    }
}

/// What an entry leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// The reference page of a mnemonic of PTX.
    Mnemonic(&'static str),
    /// A text for the box.
    Text(String),
    /// The forms that take a modifier.
    Modifier(&'static str),
    /// The row of a function in CUDA's tables.
    Row(&'static str),
    /// A value, bit by bit.
    Value(Pattern),
    /// A term of the glossary.
    Term(&'static str),
    /// The error curve of an approximation.
    Curve(&'static str),
    /// A screen of a lesson, counted from zero.
    Lesson(&'static str, usize),
    /// A text for the box that stands in a table.
    Line(&'static str),
    /// A number in every format, as it was typed.
    Number(String),
    /// A page, by its place in the list of whoever added it.
    Page(usize),
}

/// Something that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// What is said of it: plain text, `2^k` and code between backticks.
    pub detail: String,
    /// What it leads to.
    pub to: To,
    /// The name, other names and the detail as they are compared.
    pub(super) key: String,
    /// The name's letters and digits alone.
    pub(super) flat: String,
    pub(super) also: String,
    pub(super) said: String,
}

impl Entry {
    /// An entry with other words under which one would look for it.
    pub fn new(kind: Kind, name: &str, also: &str, detail: &str, to: To) -> Entry {
        let (key, also, said) = (key(name), also.to_lowercase(), detail.to_lowercase());
        Entry { kind, name: name.to_owned(), detail: detail.to_owned(), to, flat: flat(&key), key, also, said }
    }
}
