//! Between numbers with a point and integers, and between integers: exact, rounded once, and clamped where the range ends.
//!
//! An integer is a format like any other, so what a pattern of bits means is known to `number`; here only the ends of its range matter.
//! `cvt` clamps a number that is too large (PTX ISA, cvt: "the result is clamped to the nearest representable value by default"), and a
//! NaN gives what the caller says, because that depends on both types.

use super::convert::{Incoming, quiet_flag, whole_number};
use super::operand_io::{Answer, by_rule, operand, rounded, zero};
use super::register_ops::RegisterOp;
use crate::exact::Exact;
use crate::number::{Format, Pattern, ieee, unpack};
use crate::rounding::{Flags, Rules, round, saturate};
use crate::trace::{Reason, Recorder, Step};

/// The whole number nearest to a floating-point one, as an integer of a format; `nan` is the result of a NaN.
pub fn to_integer(from: Incoming, to: &'static Format, nan: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = from.read(rules, recorder);
    if read.is_nan() {
        let result = Pattern::new(to, nan);
        RegisterOp::tell(recorder, || RegisterOp::IntegerOfNan { result });
        recorder.step(|| Step::Encode { result });
        return Answer { bits: result.bits, flags: Flags::INVALID | quiet_flag(&read, from.format) };
    }
    let negative = read.exact.negative;
    if read.is_infinite() {
        return clamped(Exact { negative, magnitude: u64::MAX, exponent: 64 }, true, to, Flags::NONE, recorder);
    }
    if read.is_zero() {
        return clamped(read.exact, false, to, Flags::NONE, recorder);
    }
    let (whole, flags) = whole_number(read.exact, from.format, rules, recorder);
    clamped(whole, false, to, flags, recorder)
}

/// A number in a fixed-point format: rounded to one of its steps and clamped to its range; a NaN gives the largest number.
pub fn to_fixed_point(from: Incoming, to: &'static Format, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = from.read(rules, recorder);
    if read.is_nan() {
        return by_rule(to, to.largest(), Flags::INVALID | quiet_flag(&read, from.format), Reason::NanOperand, rules, recorder);
    }
    let negative = read.exact.negative;
    let limit = if negative { to.lowest_integer() } else { to.largest() };
    let (mut steps, mut flags) = (if read.is_infinite() { u64::MAX } else { 0 }, Flags::NONE);
    if !read.is_infinite() && !read.is_zero() {
        RegisterOp::tell(recorder, || RegisterOp::Steps { to });
        let decision = round(&SIXTY_FOURTHS, read.exact, &Rules::ieee(rules.mode));
        recorder.step(|| Step::Round { value: read.exact.into(), format: &SIXTY_FOURTHS, mode: rules.mode, rounded: decision });
        let value = unpack(&SIXTY_FOURTHS, decision.bits).exact;
        // Nothing but zeros stands below the last place.
        steps = match value.exponent - to.quantum() {
            0.. if !value.is_zero() && value.leading() >= 32 => u64::MAX,
            up @ 0.. => value.magnitude << up,
            down => value.magnitude >> -down,
        };
        flags = decision.flags;
    }
    if steps > limit {
        flags = Flags::INEXACT;
        let result = Pattern::new(to, if negative { limit.wrapping_neg() } else { limit });
        RegisterOp::tell(recorder, || RegisterOp::Clamped { negative, infinite: read.is_infinite(), result });
    }
    let magnitude = steps.min(limit);
    let result = Pattern::new(to, if negative { magnitude.wrapping_neg() } else { magnitude });
    let saturated = Pattern::new(to, saturate(to, result.bits, rules.range));
    if saturated != result {
        recorder.step(|| Step::Saturate { from: result, to: saturated, range: rules.range });
    }
    recorder.step(|| Step::Encode { result: saturated });
    Answer { bits: saturated.bits, flags }
}

/// Multiples of 2^-6, with the digits and the range of a single.
static SIXTY_FOURTHS: Format = ieee("1/64", "multiple of 1/64", 8, 23, 0).biased(-16);

/// An integer as a floating-point number.
pub fn from_integer(from: Incoming, to: &'static Format, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = from.read(rules, recorder);
    if read.is_zero() {
        return zero(to, false, Reason::Zero, rules, recorder);
    }
    rounded(to, read.exact, || read.exact.into(), rules, recorder)
}

/// An integer in another width: clamped to its range, or its low bits, which are a sign or zero extension where the width grows.
pub fn between_integers(from: Incoming, to: &'static Format, clamps: bool, recorder: &mut impl Recorder) -> Answer {
    let rules = Rules::default();
    let read = operand(from.format, from.which, from.bits, &rules, recorder);
    if clamps {
        return clamped(read.exact, false, to, Flags::NONE, recorder);
    }
    let magnitude = read.exact.magnitude;
    let result = Pattern::new(to, if read.exact.negative { magnitude.wrapping_neg() } else { magnitude });
    let source = Pattern::new(from.format, from.bits);
    RegisterOp::tell(recorder, || RegisterOp::Width { source, result });
    recorder.step(|| Step::Encode { result });
    Answer { bits: result.bits, flags: Flags::NONE }
}

/// Ends with a whole number, or the end of the range beyond which it lies.
pub(super) fn clamped(value: Exact<u64>, infinite: bool, to: &'static Format, flags: Flags, recorder: &mut impl Recorder) -> Answer {
    let limit = if value.negative { to.lowest_integer() } else { to.largest() };
    let magnitude = match value.exponent {
        0.. if !value.is_zero() && value.leading() >= 64 => None,
        exponent @ 0.. => Some(value.magnitude << exponent.min(63)),
        // A whole number: nothing but zeros stands below 2^0.
        exponent => Some(value.magnitude.checked_shr(exponent.unsigned_abs()).unwrap_or(0)),
    };
    let inside = magnitude.filter(|magnitude| *magnitude <= limit);
    let magnitude = inside.unwrap_or(limit);
    let result = Pattern::new(to, if value.negative { magnitude.wrapping_neg() } else { magnitude });
    RegisterOp::tell(recorder, || match inside {
        Some(_) => RegisterOp::InRange { result },
        None => RegisterOp::Clamped { negative: value.negative, infinite, result },
    });
    recorder.step(|| Step::Encode { result });
    Answer { bits: result.bits, flags: if inside.is_some() { flags } else { Flags::INVALID } }
}
