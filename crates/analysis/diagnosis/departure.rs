//! What departs from the instruction in a hypothesis, as data. What it says is worded when somebody reads it.

use super::Kind;
pub use super::modifier_mutation::Mutation;
pub use super::reinterpretation::Reinterpretation;
pub use super::rewriting::Rewrite;

/// One thing that is other than expected.
#[derive(Clone, Debug, PartialEq)]
pub enum Departure {
    /// Other words of an instruction, or another target.
    Mutation(Mutation),
    /// Other instructions.
    Rewrite(Rewrite),
    /// Another word or sign of a machine instruction: what it is about, and what was done.
    Toggled(Kind, String),
    /// The right bits, read as something else.
    Reinterpretation(Reinterpretation),
}

impl Departure {
    /// What it is about.
    pub fn kind(&self) -> Kind {
        match self {
            Departure::Mutation(mutation) => mutation.kind(),
            Departure::Rewrite(rewrite) => rewrite.kind(),
            Departure::Toggled(kind, _) => *kind,
            Departure::Reinterpretation(reading) => reading.kind(),
        }
    }

    /// What was done, as a phrase: "rounded towards zero (.rz)".
    pub fn phrase(&self) -> String {
        match self {
            Departure::Mutation(mutation) => mutation.phrase(),
            Departure::Rewrite(rewrite) => rewrite.phrase(),
            Departure::Toggled(_, phrase) => phrase.clone(),
            Departure::Reinterpretation(reading) => reading.phrase(),
        }
    }
}

/// Departures as one sentence.
pub(super) fn sentence(departures: &[Departure]) -> String {
    let text = departures.iter().map(Departure::phrase).collect::<Vec<_>>().join("; ");
    let mut letters = text.chars();
    // A register keeps its letter as it is written.
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    [&first, letters.as_str(), "."].concat()
}
