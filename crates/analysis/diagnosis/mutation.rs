//! What departs from the instruction in a hypothesis, as data. What it says is worded when somebody reads it.

use super::Kind;
pub use super::modifier_mutation::ModifierMutation;
pub use super::reinterpretation::Reinterpretation;
pub use super::rewriting::Rewrite;

/// One thing that is other than expected.
#[derive(Clone, Debug, PartialEq)]
pub enum Mutation {
    /// Other words of an instruction, or another target.
    ModifierMutation(ModifierMutation),
    /// Other instructions.
    Rewrite(Rewrite),
    /// Another word or sign of a machine instruction: what it is about, and what was done.
    Toggled(Kind, String),
    /// The right bits, read as something else.
    Reinterpretation(Reinterpretation),
}

impl Mutation {
    /// What it is about.
    pub fn kind(&self) -> Kind {
        match self {
            Mutation::ModifierMutation(mutation) => mutation.kind(),
            Mutation::Rewrite(rewrite) => rewrite.kind(),
            Mutation::Toggled(kind, _) => *kind,
            Mutation::Reinterpretation(reading) => reading.kind(),
        }
    }

    /// What was done, as a phrase: "rounded towards zero (.rz)".
    pub fn phrase(&self) -> String {
        match self {
            Mutation::ModifierMutation(mutation) => mutation.phrase(),
            Mutation::Rewrite(rewrite) => rewrite.phrase(),
            Mutation::Toggled(_, phrase) => phrase.clone(),
            Mutation::Reinterpretation(reading) => reading.phrase(),
        }
    }
}

/// Departures as one sentence.
pub(super) fn sentence(departures: &[Mutation]) -> String {
    let text = departures.iter().map(Mutation::phrase).collect::<Vec<_>>().join("; ");
    let mut letters = text.chars();
    // A register keeps its letter as it is written.
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    [&first, letters.as_str(), "."].concat()
}
