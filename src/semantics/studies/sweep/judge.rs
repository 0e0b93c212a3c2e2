//! The verdict on a text that ran: a PTX instruction, a call, or one machine instruction that is a function of the unit.

use super::calls;
use super::verdict::{Verdict, of_unit, verdict};
use crate::cuda;
use crate::instruction::sass::{Mnemonic, Role, decode};
use crate::language::Reading;
use crate::run::{Block, Run};
use core::any::Any;

/// What a text gave beside the truth, told as the last step of its run.
pub fn judge(reading: &dyn Reading, run: &mut Run) -> Option<Verdict> {
    let verdict = of_run(reading, run)?;
    verdict.clone().tell(&mut run.trace);
    Some(verdict)
}

fn of_run(reading: &dyn Reading, run: &Run) -> Option<Verdict> {
    if let Some(cuda::Parsed { call: Some(call), .. }) = (reading as &dyn Any).downcast_ref() {
        return calls::verdict(call, &cuda::arguments(call, &run.before), run.results.first()?.pattern());
    }
    let block = run.only()?;
    match &block.computed {
        Some((request, outcome)) => verdict(request, outcome.bits),
        None => of_word(block),
    }
}

/// The verdict on one function of the unit, for the operand that it took after bars and minus.
fn of_word(block: &Block) -> Option<Verdict> {
    let instruction = decode(u64::try_from(block.word?).ok()?).ok()?;
    if instruction.form.mnemonic != Mnemonic::Mufu || instruction.has(Role::Saturate) {
        return None;
    }
    let operand = block.read.last()?.pattern();
    let positive = if instruction.has(Role::AbsoluteA) { operand.bits & !operand.format.sign_mask() } else { operand.bits };
    let signed = if instruction.has(Role::NegateA) { positive ^ operand.format.sign_mask() } else { positive };
    of_unit(Role::Function.word(instruction.get(Role::Function))?, signed as u32, block.written.first()?.pattern())
}
