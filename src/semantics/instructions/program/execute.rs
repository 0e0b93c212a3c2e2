//! One instruction over registers, its guard observed.

use super::guard::guard_holds;
use crate::evaluate::{CARRY, Outcome, Request, evaluate};
use crate::instruction::{Meaning, SOURCES};
use crate::operation::Kind;
use crate::syntax::{Guard, Instruction, Register, Source};
use crate::trace::Recorder;

/// What an instruction did to its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The destination was written.
    Written(Outcome),
    /// The guard was false, or the assembler drops the instruction: the destination keeps these bits.
    Skipped(u64),
    /// The manual leaves the result open: the divisor is zero.
    Undefined,
}

/// One instruction that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution<'a> {
    /// What was computed, or would have been.
    pub request: Request,
    /// What became of the destination.
    pub effect: Effect,
    /// Registers that were read and had no value; they read as zero.
    pub unset: Vec<&'a Register>,
    /// The guard, where its predicate has no value: it let the instruction run.
    pub assumed: Option<&'a Guard>,
}

/// Runs an instruction. `read` gives the bits of a register, if it has any.
pub fn execute<'a>(instruction: &'a Instruction, mut read: impl FnMut(&str) -> Option<u64>, recorder: &mut impl Recorder) -> Execution<'a> {
    let drops = instruction.form.meaning == Meaning::Nothing;
    let (mut runs, mut assumed) = (!drops, None);
    if let Some(guard) = instruction.guard.as_ref().filter(|_| runs) {
        let predicate = read(&guard.register.name);
        runs = guard_holds(guard.negated, predicate);
        assumed = predicate.is_none().then_some(guard);
    }
    let carry = read(CARRY).unwrap_or(0);
    let mut unset = Vec::new();
    let mut value = |register: &'a Register| {
        read(&register.name).unwrap_or_else(|| {
            if unset.iter().all(|other: &&Register| other.name != register.name) {
                unset.push(register);
            }
            0
        })
    };
    let mut operands = [0; SOURCES];
    for (operand, source) in operands.iter_mut().zip(&instruction.sources) {
        *operand = match source {
            Source::Register(register) if runs => value(register),
            Source::Register(_) => 0,
            Source::Literal(literal) => literal.bits,
        };
    }
    for (place, operand) in operands.iter_mut().enumerate() {
        *operand ^= u64::from(instruction.negates(place));
    }
    let mut undefined = false;
    if let Meaning::Alu(alu) = instruction.form.meaning {
        let divisor = Kind::of(instruction.source_type(1).operand().format).mask();
        undefined = alu.divides() && operands[1] & divisor == 0;
        if alu.reads_carry() {
            operands[SOURCES - 1] = carry;
        }
    }
    let request = Request::new(instruction.form, instruction.modifiers, operands, instruction.context);
    let mut kept = 0;
    for (lane, register) in instruction.written().enumerate().filter(|_| !runs) {
        kept |= value(register) << lane;
    }
    let effect = match (runs, undefined) {
        (false, _) => Effect::Skipped(kept),
        (true, true) => Effect::Undefined,
        (true, false) => Effect::Written(evaluate(&request, recorder)),
    };
    Execution { request, effect, unset, assumed }
}
