//! The modifiers that the instruction in a text takes, as toggles.

use crate::instruction::Context;

/// Whether a choice can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceState {
    /// It stands in the text.
    Chosen,
    /// It can be taken.
    Available,
    /// It cannot, and why.
    Unavailable(String),
}

/// One toggle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it says: `.rn`.
    pub text: String,
    /// Whether it can be taken.
    pub state: ChoiceState,
    /// The whole text after it has been taken (or, if it is chosen, taken away).
    pub edit: Option<String>,
}

/// Toggles that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are about: `rounding`.
    pub title: &'static str,
    /// The toggles.
    pub choices: Vec<Choice>,
}

/// The toggles for the instruction in a text; empty where there is none.
pub fn modifier_bar(_text: &str, _context: &Context) -> Vec<Group> {
    Vec::new()
}
