//! Conversions: which number goes where, with which random bits and scale factor, and which rules its types ask for.

use super::{Computation, Outcome, same_width};
use crate::instruction::{Modifier, ModifierSet, Operands};
use crate::number::{BF16, Encoding, F16, F32, F64, Format, OperandType, TF32};
use crate::operation::{
    Answer, Incoming, Scale, between_integers, convert, convert_with_random_bits, from_integer, random_bits, round_to_whole,
    to_fixed_point, to_integer, to_scale,
};
use crate::rounding::{NanRule, Range, Rules, Subnormals};
use crate::trace::{Operand, Recorder, Step};

/// A conversion. The sources give as many numbers as the destination has lanes; the first operand gives the upper ones.
pub(super) fn change_type(what: &Computation, operands: Operands, recorder: &mut impl Recorder) -> Option<Outcome> {
    let stochastic = what.modifiers.has(Modifier::Rs);
    let shared = what.modifiers.has(Modifier::ScaledN1);
    let scaled = shared || what.modifiers.has(Modifier::ScaledN2);
    // The last operand is the register of random bits, or of scale factors.
    let sources = what.from.get(..what.sources.checked_sub(usize::from(stochastic || scaled))?)?;
    if sources.iter().map(|from| from.lanes).sum::<u32>() != what.to.lanes {
        return None;
    }
    let mut all = Outcome::NOTHING;
    // From the last operand's lowest number up.
    let places = sources.iter().enumerate().rev().flat_map(|(source, from)| (0..from.lanes).map(move |lane| (source, lane)));
    for (lane, (source, of_source)) in places.enumerate() {
        if what.to.lanes > 1 {
            recorder.step(|| Step::Lane { lane: lane as u8, width: same_width(what) });
        }
        let bits = sources[source].lane(operands[source], of_source);
        let last = || Some((what.from.get(sources.len())?, *operands.get(sources.len())?));
        let random = last().filter(|_| stochastic).map(|(_, register)| random_bits(register, what.to, lane as u32));
        // Numbers that are made narrower are divided, others multiplied.
        let scale = last().filter(|_| scaled).map(|(own, register)| Scale {
            factor: own.pattern(register, if shared { 0 } else { lane as u32 }),
            divides: what.to.stride() < sources[source].stride(),
        });
        let which = *Operand::CONVERTED.get(source)?;
        let one = change_number(what, (which, sources[source]), bits, (random, scale), recorder)?;
        all = Outcome::of(what.to.with_lane(all.bits, lane as u32, one.bits), all.flags | one.flags);
    }
    Some(all)
}

/// One number in another type. What `.ftz` flushes are singles, on either side; on sm_1x they are always flushed, but for a destination of
/// 64 bits.
fn change_number(
    what: &Computation,
    (which, own): (Operand, OperandType),
    bits: u64,
    (random, scale): (Option<u64>, Option<Scale>),
    recorder: &mut impl Recorder,
) -> Option<Answer> {
    let modifiers = what.modifiers;
    let (from, to) = (own.format, what.to.format);
    let first_generation = what.first_generation && to.width() < 64;
    let flushes = modifiers.has(Modifier::Ftz) || first_generation;
    let single = |format: &Format| if flushes && format == F32::ROW { Subnormals::Flush } else { Subnormals::Keep };
    // PTX ISA 9.4, cvt: one scale factor for all flushes subnormal sources.
    let subnormals = if modifiers.has(Modifier::ScaledN1) { Subnormals::Flush } else { single(from) };
    // The code of cvt.ftz.f16.f32 has no .FTZ (an H100, and ptxas 13.5 for nine generations): rounded up, a subnormal single does not vanish.
    let subnormals = if to == F16::ROW && from == F32::ROW { Subnormals::Keep } else { subnormals };
    let source = Incoming { which, format: from, bits, subnormals, scale };
    let whole = !modifiers.intersection(ModifierSet::WHOLE).is_empty();
    // The NaN, as an H100 has it. A move changes nothing, a bfloat16 is the upper half of a single, and .rna.tf32 cuts; doubles keep payloads.
    let nan = match (from, to) {
        _ if whole && from != F64::ROW => NanRule::Canonical,
        _ if from == to && !whole && !flushes && what.rules().range == Range::Full && to.width() >= 32 => NanRule::Unchanged,
        _ if from == BF16::ROW && to == F32::ROW && !flushes || to == TF32 && modifiers.has(Modifier::Rna) => NanRule::Unchanged,
        _ if from == F32::ROW && subnormals == Subnormals::Flush => NanRule::Canonical,
        _ if from.encoding == Encoding::Ieee && (from == F64::ROW || to == F64::ROW) => NanRule::Payload,
        _ => NanRule::Canonical,
    };
    let rules = Rules { subnormals: single(to), nan, ..what.rules() };
    if let Some(random) = random {
        // As many random bits count as a single has digits more, at most those that there are.
        let below = from.fraction_bits.checked_sub(to.fraction_bits)?.min(16);
        return Some(convert_with_random_bits(source, to, (random, below), &rules, recorder));
    }
    Some(match (from.is_integer(), to.is_integer()) {
        (false, false) if to.encoding == Encoding::Scale => to_scale(source, to, &rules, recorder),
        (false, false) if to.encoding == Encoding::SignedFixedPoint => to_fixed_point(source, to, &rules, recorder),
        (true, true) => between_integers(source, to, modifiers.has(Modifier::Sat), recorder),
        (true, false) if to.is_floating() => from_integer(source, to, &rules, recorder),
        // PTX ISA, cvt: a NaN gives zero where the source is not .f64 and the destination not of 64 bits; 1 << (width - 1) elsewhere.
        (false, true) if from != F64::ROW && to.width() < 64 => to_integer(source, to, 0, &rules, recorder),
        (false, true) => to_integer(source, to, 1 << (to.width() - 1), &rules, recorder),
        (false, false) if whole && from == to => round_to_whole(source, &rules, recorder),
        (false, false) if !whole && to.is_floating() => convert(source, to, &rules, recorder),
        _ => return None,
    })
}
