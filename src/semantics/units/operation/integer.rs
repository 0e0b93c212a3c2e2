//! Between numbers with a point and integers, and between integers: exact, rounded once, and clamped where the range ends.
//!
//! An integer is a format like any other, so what a pattern of bits means is known to `number`; here only the ends of its range matter.
//! `cvt` clamps a number that is too large (PTX ISA, cvt: "the result is clamped to the nearest representable value by default"), and a
//! NaN gives what the caller says, because that depends on both types.

use super::answer::{Answer, operand, rounded, zero};
use super::convert::{Incoming, quiet_flag, whole_number};
use super::handling::Handling;
use crate::exact::Exact;
use crate::number::{Format, Pattern};
use crate::rounding::{Flags, Rules};
use crate::trace::{Reason, Recorder, Step};

/// The whole number nearest to a floating-point one, as an integer of a format; `nan` is the result of a NaN.
pub fn to_integer(from: Incoming, to: &'static Format, nan: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let read = from.read(rules, recorder);
    if read.is_nan() {
        let result = Pattern::new(to, nan);
        Handling::tell(recorder, || Handling::IntegerOfNan { result });
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
    Handling::tell(recorder, || Handling::Width { source, result });
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
    Handling::tell(recorder, || match inside {
        Some(_) => Handling::InRange { result },
        None => Handling::Clamped { negative: value.negative, infinite, result },
    });
    recorder.step(|| Step::Encode { result });
    Answer { bits: result.bits, flags: if inside.is_some() { flags } else { Flags::INVALID } }
}
