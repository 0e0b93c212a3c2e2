//! What departs from the instruction in a hypothesis, as data. What it says is worded when somebody reads it.

use super::Kind;
pub use super::modifier_mutation::Mutation;
pub use super::reinterpretation::Reinterpretation;
pub use super::rewriting::Rewrite;
use crate::instruction::sass::Role;
use crate::syntax::Toggle;

/// One thing that is other than expected.
#[derive(Clone, Debug, PartialEq)]
pub enum Departure {
    /// Other words of an instruction, or another target.
    Mutation(Mutation),
    /// Other instructions.
    Rewrite(Rewrite),
    /// A toggle of a machine instruction, and whether it was taken away.
    Toggled(Toggle, bool),
    /// The right bits, read as something else.
    Reinterpretation(Reinterpretation),
}

impl Departure {
    /// What it is about.
    pub fn kind(&self) -> Kind {
        match self {
            Departure::Mutation(mutation) => mutation.kind(),
            Departure::Rewrite(rewrite) => rewrite.kind(),
            Departure::Toggled(toggle, _) => kind_of(*toggle),
            Departure::Reinterpretation(reading) => reading.kind(),
        }
    }

    /// What was done, as a phrase: "rounded towards zero (.rz)".
    pub fn phrase(&self) -> String {
        match self {
            Departure::Mutation(mutation) => mutation.phrase(),
            Departure::Rewrite(rewrite) => rewrite.phrase(),
            Departure::Toggled(toggle, off) => toggled(*toggle, if *off { "without" } else { "with" }),
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

/// What a toggle of a machine instruction is about.
fn kind_of(toggle: Toggle) -> Kind {
    match toggle {
        Toggle::Field(Role::Flush | Role::Multiply, _) => Kind::Flush,
        Toggle::Field(Role::Saturate, _) => Kind::Saturation,
        Toggle::Field(Role::AbsoluteA | Role::AbsoluteB | Role::NegateA | Role::NegateB, _) => Kind::Sign,
        Toggle::Rounding(_) => Kind::Rounding,
        // Of MUFU all but the upper halves of doubles; of RRO what prepares for a power.
        Toggle::Field(Role::Function, 0..=5 | 8) | Toggle::Field(Role::Reduction, 1) => Kind::Approximation,
        _ => Kind::Selection,
    }
}

fn toggled(toggle: Toggle, with: &str) -> String {
    let (role, word) = match toggle {
        Toggle::Field(role, value) => (role, role.word(value).unwrap_or_default().to_owned()),
        Toggle::Rounding(mode) => (Role::Rounding, mode.name().to_uppercase()),
        Toggle::Pass => (Role::Rounding, "PASS".to_owned()),
        Toggle::Modifiers(_) | Toggle::Guard(_) | Toggle::Compiler(_) => return String::new(),
    };
    let title = role.title();
    match role {
        Role::AbsoluteA | Role::AbsoluteB => format!("computed {with} the absolute value of {title}"),
        Role::NegateA | Role::NegateB => format!("computed {with} the sign turned of {title}"),
        _ => format!("computed {with} .{word} ({title})"),
    }
}
