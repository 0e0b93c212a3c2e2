//! Comparisons (`set`, `setp`, and those of machine code): every lane by itself, the answer as predicates, integers or numbers. And what
//! they choose (`selp`, `slct`).

use super::{Computation, Outcome};
use crate::instruction::{Modifier, ModifierSet, Operands};
use crate::number::{F64, Format, OperandType, Pattern, U16};
use crate::operation::{Answer, RegisterOp, Relation, at_least_zero, compare};
use crate::rounding::{Flags, Rules, Subnormals};
use crate::trace::{Recorder, Step};

/// A comparison of two sources, lane by lane, in PTX and in machine code.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// What is compared.
    pub own: OperandType,
    /// What the answer is written to.
    pub to: OperandType,
    /// What is asked.
    pub relation: Relation,
    /// How the answer is joined with a predicate; None where it stands alone.
    pub boolean: Option<Modifier>,
    /// Whether subnormal numbers count as zeros.
    pub flush: bool,
}

pub(super) fn compare_numbers(what: &Computation, operands: Operands, recorder: &mut impl Recorder) -> Option<Outcome> {
    Some(Comparison::of(what)?.run(operands, recorder))
}

/// The bits of a or of b as they are.
pub(super) fn choose(what: &Computation, [a, b, c, ..]: Operands, recorder: &mut impl Recorder) -> Option<Outcome> {
    let [one, other, ..] = what.from;
    if [one, other] != [what.to; 2] {
        return None;
    }
    let answer = takes_first(what, c, recorder)?;
    let result = what.to.pattern(if answer.bits == 1 { a } else { b }, 0);
    recorder.step(|| Step::Encode { result });
    Some(Outcome::of(result.bits, answer.flags))
}

/// 1 where a selection takes its first operand, by a predicate or by the sign of a number.
pub fn takes_first(what: &Computation, c: u64, recorder: &mut impl Recorder) -> Option<Answer> {
    let by = what.from[2];
    if by.is_predicate() {
        let holds = c & 1 == 1;
        RegisterOp::tell(recorder, || RegisterOp::Chosen { by: None, holds });
        return Some(Answer { bits: holds.into(), flags: Flags::NONE });
    }
    let flush = what.modifiers.has(Modifier::Ftz) || what.first_generation;
    let rules = Rules { subnormals: if flush { Subnormals::Flush } else { Subnormals::Keep }, ..Rules::default() };
    at_least_zero(by.number()?, c, &rules, recorder)
}

impl Comparison {
    /// That of a computation; None where it has no meaning for its types.
    pub fn of(what: &Computation) -> Option<Comparison> {
        let own = what.from[0];
        if what.from[1] != own || !(own.format.is_floating() || own.format.is_integer()) {
            return None;
        }
        Some(Comparison {
            own,
            to: what.to,
            relation: Relation::of(what.modifiers.intersection(ModifierSet::RELATIONS).first()?.text()),
            boolean: what.modifiers.intersection(ModifierSet::BOOLEANS).first(),
            flush: what.modifiers.has(Modifier::Ftz) || (what.first_generation && own.format != F64::ROW),
        })
    }

    /// What is written where the relation holds and where it does not; None where each lane has its own, or the answer is joined.
    pub fn answers(&self) -> Option<[u64; 2]> {
        if self.own.lanes > 1 || self.boolean.is_some() {
            return None;
        }
        let format = self.to.format;
        Some(match self.to.is_predicate() {
            true if self.to.lanes > 1 => [0b01, 0b10],
            true => [1, 0],
            false => [if format.is_integer() { format.mask() } else { format.one() }, 0],
        })
    }

    /// Compares a with b; the answer, or with a Boolean operator that and the predicate c, is written. A second predicate takes that of the
    /// upper lane; where there is one lane, the opposite answer (PTX ISA, setp).
    pub fn run(&self, [a, b, c, ..]: Operands, recorder: &mut impl Recorder) -> Outcome {
        let Comparison { own, to, relation, boolean, flush } = *self;
        let rules = Rules { subnormals: if flush { Subnormals::Flush } else { Subnormals::Keep }, ..Rules::default() };
        let mut all = Outcome::NOTHING;
        // A predicate alone takes the answer of the lower lane.
        for lane in 0..if to.is_predicate() { own.lanes.min(to.lanes) } else { own.lanes } {
            if own.lanes > 1 {
                recorder.step(|| Step::Lane { lane: lane as u8, width: Some(own.stride()) });
            }
            let (x, y) = (own.lane(a, lane), own.lane(b, lane));
            let answer = compare(own.format, (x, y), relation, &rules, recorder);
            let mut combined = |holds: bool| boolean.map_or(holds, |boolean| combine(boolean, holds, c & 1 == 1, recorder));
            let holds = combined(answer.bits == 1);
            let bits = if to.is_predicate() {
                let opposite = to.lanes > own.lanes && combined(answer.bits == 0);
                u64::from(holds) << lane | u64::from(opposite) << 1
            } else {
                // Two answers share a 32-bit integer.
                let format: &'static Format = if to.lanes < own.lanes { U16 } else { to.format };
                let truth = if format.is_integer() { format.mask() } else { format.one() };
                let result = Pattern::new(format, if holds { truth } else { 0 });
                recorder.step(|| Step::Encode { result });
                result.bits << (lane * format.width())
            };
            all = Outcome::of(all.bits | bits, all.flags | answer.flags);
        }
        all
    }
}

/// An answer joined with a predicate.
fn combine(boolean: Modifier, holds: bool, other: bool, recorder: &mut impl Recorder) -> bool {
    let result = match boolean {
        Modifier::And => holds & other,
        Modifier::Or => holds | other,
        _ => holds ^ other,
    };
    RegisterOp::tell(recorder, || RegisterOp::Combined { word: boolean.text(), holds, other, result });
    result
}
