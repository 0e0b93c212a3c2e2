//! What the result of an approximation is worth, for what the page shows.

use super::evaluated::Evaluated;
use semantics::instruction::Meaning;
use semantics::sweep::verdict::{self, Verdict};

/// The verdict; None for other instructions, and where operand, result or true value is no number to measure by.
pub fn verdict(evaluated: &Evaluated) -> Option<Verdict> {
    let computed = evaluated.ptx()?;
    verdict::verdict(&computed.request, computed.outcome.bits)
}

/// Whether the instruction is an approximation.
pub fn applies(evaluated: &Evaluated) -> bool {
    evaluated.ptx().is_some_and(|computed| computed.request.form.meaning == Meaning::Approximation)
}
