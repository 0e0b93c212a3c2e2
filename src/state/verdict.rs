//! What the result of an approximation is worth, for what the page shows.

use super::evaluated::{Evaluated, Kind};
use super::further::further;
use super::sass::Ran;
use semantics::instruction::Meaning;
use semantics::instruction::sass::{Mnemonic, Role};
use semantics::sweep::calls;
use semantics::sweep::verdict::{self, Verdict};

/// The verdict; None for other instructions, and where operand, result or true value is no number to measure by.
pub fn verdict(evaluated: &Evaluated) -> Option<Verdict> {
    if applies(evaluated) || evaluated.sass().is_some() { (further()?.verdict)(evaluated) } else { None }
}

/// The same where the code for it is.
pub fn judged(evaluated: &Evaluated) -> Option<Verdict> {
    if let Some(ran) = evaluated.sass() {
        return of_machine(evaluated, ran);
    }
    if let Kind::Call(called) = &evaluated.kind {
        let arguments: Vec<_> = evaluated.places.iter().filter(|(place, _)| place.source.is_some()).map(|(_, pattern)| *pattern).collect();
        return calls::verdict(&called.call, &arguments, evaluated.results().next()?);
    }
    let computed = evaluated.ptx()?;
    verdict::verdict(&computed.request, computed.outcome.bits)
}

/// The computation with the comparison as its last step, where it is an approximation.
pub fn told(mut evaluated: Evaluated) -> Evaluated {
    if let Some((further, verdict)) = further().zip(verdict(&evaluated)) {
        (further.tell)(verdict, &mut evaluated.trace);
    }
    evaluated
}

/// The verdict on one function of the unit, for the operand that it took after bars and minus.
fn of_machine(evaluated: &Evaluated, ran: &Ran) -> Option<Verdict> {
    let instruction = ran.only().filter(|one| one.form.mnemonic == Mnemonic::Mufu && !one.has(Role::Saturate))?;
    let name = Role::Function.word(instruction.get(Role::Function))?;
    let (_, operand) = evaluated.places.iter().find(|(place, _)| place.source.is_some())?;
    let positive = if instruction.has(Role::AbsoluteA) { operand.bits & !operand.format.sign_mask() } else { operand.bits };
    let signed = if instruction.has(Role::NegateA) { positive ^ operand.format.sign_mask() } else { positive };
    verdict::of_unit(name, signed as u32, evaluated.results().next()?)
}

/// Whether the instruction or the call is an approximation.
pub fn applies(evaluated: &Evaluated) -> bool {
    match &evaluated.kind {
        Kind::Ptx(computed) => computed.request.form.meaning == Meaning::Approximation,
        Kind::Sass(ran) => ran.only().is_some_and(|instruction| instruction.form.mnemonic == Mnemonic::Mufu),
        Kind::Call(called) => called.is_approximate,
    }
}
