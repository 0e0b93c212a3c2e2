//! The parts that every operation shares: reading an operand, finishing a result.
//!
//! What every result passes through is inlined, so that a format known at compile time specialises it; what follows from a rule is one
//! copy of code for all formats.

use crate::exact::{Exact, Word};
use crate::number::{Format, Pattern, Unpacked, unpack};
use crate::rounding::{Flags, Rules, Subnormals, propagate_nan, round, saturate};
use crate::trace::{Operand, Reason, Recorder, Scaled, Step};

/// The result of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The bits, right-aligned.
    pub bits: u64,
    /// What IEEE 754 says of them; the hardware raises no exception.
    pub flags: Flags,
}

/// Reads an operand, flushing a subnormal one if the rules say so.
#[inline(always)]
pub(super) fn operand<R: Recorder>(format: &'static Format, which: Operand, bits: u64, rules: &Rules, recorder: &mut R) -> Unpacked {
    if R::LISTENS { operand_heard(format, which, bits, rules, recorder) } else { operand_read(format, which, bits, rules, recorder) }
}

/// For a recorder that listens: one copy of code for all formats.
#[inline(never)]
fn operand_heard(format: &'static Format, which: Operand, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Unpacked {
    operand_read(format, which, bits, rules, recorder)
}

#[inline(always)]
fn operand_read(format: &'static Format, which: Operand, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Unpacked {
    let read = unpack(format, bits);
    recorder.step(|| Step::Decode { operand: which, pattern: Pattern::new(format, bits) });
    if rules.subnormals == Subnormals::Flush && bits & format.exponent_mask() == 0 && !read.exact.is_zero() {
        let flushed = format.with_sign(read.exact.negative, 0);
        recorder.step(|| Step::FlushInput { operand: which, from: Pattern::new(format, bits), to: Pattern::new(format, flushed) });
        return Unpacked { bits: flushed, exact: Exact { magnitude: 0, ..read.exact }, ..read };
    }
    read
}

/// Ends with a result that follows from a rule.
pub(super) fn by_rule(
    format: &'static Format,
    bits: u64,
    flags: Flags,
    reason: Reason,
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    let pattern = |bits| Pattern::new(format, bits);
    recorder.step(|| Step::Special { reason, mode: rules.mode, nan: rules.nan, result: pattern(bits) });
    let saturated = saturate(format, bits, rules.range);
    if saturated != bits {
        recorder.step(|| Step::Saturate { from: pattern(bits), to: pattern(saturated), range: rules.range });
    }
    recorder.step(|| Step::Encode { result: pattern(saturated) });
    Answer { bits: saturated, flags }
}

/// Ends with a NaN because an operand is one, given the formats of the result and of the operands, and their bits; `invalid` adds the flag
/// for a reason of its own.
#[cold]
pub(super) fn nan_operand(
    [format, from]: [&'static Format; 2],
    operands: &[u64],
    invalid: Flags,
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    let (bits, flags) = propagate_nan(format, from, operands, rules.nan);
    by_rule(format, bits, flags | invalid, Reason::NanOperand, rules, recorder)
}

/// Ends with the NaN of an invalid operation.
pub(super) fn invalid(format: &'static Format, reason: Reason, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    by_rule(format, format.default_nan, Flags::INVALID, reason, rules, recorder)
}

/// Ends with an infinity.
pub(super) fn infinity(format: &'static Format, negative: bool, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let magnitude = match (format.infinity(), rules.range) {
        (Some(infinity), _) => infinity,
        (None, range) if range.is_finite() || format.nan().is_none() => format.largest(),
        (None, _) => format.default_nan,
    };
    by_rule(format, format.with_sign(negative, magnitude), Flags::NONE, Reason::InfiniteOperand, rules, recorder)
}

/// Ends with a zero.
pub(super) fn zero(format: &'static Format, negative: bool, reason: Reason, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    by_rule(format, format.with_sign(negative, 0), Flags::NONE, reason, rules, recorder)
}

/// Ends with the rounding of a value that is not zero. `in_full` gives its every digit, for a recorder that listens.
#[inline(always)]
pub(super) fn rounded<W: Word, R: Recorder>(
    format: &'static Format,
    value: Exact<W>,
    in_full: impl Fn() -> Scaled,
    rules: &Rules,
    recorder: &mut R,
) -> Answer {
    if R::LISTENS {
        return heard(format, value, in_full(), rules, recorder);
    }
    let rounded = round(format, value, rules);
    Answer { bits: rounded.bits, flags: rounded.flags }
}

/// For a recorder that listens: one copy of code for all formats.
#[inline(never)]
fn heard<W: Word>(format: &'static Format, value: Exact<W>, in_full: Scaled, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let rounded = round(format, value, rules);
    let pattern = |bits| Pattern::new(format, bits);
    recorder.step(|| Step::Normalise { value: in_full.clone(), format });
    recorder.step(|| Step::Round { value: in_full, format, mode: rules.mode, rounded });
    if rounded.flags.contains(Flags::OVERFLOW) {
        recorder.step(|| Step::Overflow { mode: rules.mode, to: pattern(rounded.unflushed) });
    }
    if rounded.unsaturated != rounded.unflushed {
        recorder.step(|| Step::FlushOutput { from: pattern(rounded.unflushed), to: pattern(rounded.unsaturated) });
    }
    if rounded.bits != rounded.unsaturated {
        recorder.step(|| Step::Saturate { from: pattern(rounded.unsaturated), to: pattern(rounded.bits), range: rules.range });
    }
    recorder.step(|| Step::Encode { result: pattern(rounded.bits) });
    Answer { bits: rounded.bits, flags: rounded.flags }
}
