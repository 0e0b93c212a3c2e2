//! The functions of CUDA's math library that are exact or rounded once, and that no single instruction computes.
//!
//! Results that need no rounding pass through the one rounding all the same: it finds nothing to lose.

mod class;
mod exponent;
mod neighbour;
mod remainder;
mod whole;

use super::convert::quiet_flag;
use super::operand_io::{Answer, by_rule, rounded, zero};
use crate::exact::Exact;
use crate::number::{Format, Pattern, Unpacked};
use crate::rounding::{Flags, Rules};
use crate::trace::{Reason, Recorder, Remark, Step};
use exponent::{exponent, integer_exponent, parts, scale, significand};
use neighbour::{next_after, positive_difference, reciprocal_root};
use remainder::remainder;
use whole::{half_away, integer_half_away};

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Library {
    /// `x - n·y`, n being x/y cut towards zero.
    Fmod,
    /// `x - n·y`, n being x/y rounded to nearest, ties to even.
    Remainder,
    /// The same, and the low three bits of n with its sign.
    Remquo,
    /// A significand in [0.5, 1) and the power of two that goes with it.
    Frexp,
    /// `x · 2^n`, rounded once; n has 32 bits.
    Scale,
    /// The same with an n of 64 bits.
    ScaleLong,
    /// The exponent as a number.
    Logb,
    /// The exponent as an integer.
    Ilogb,
    /// The fraction, and the whole part.
    Modf,
    /// The nearest whole number, halves away from zero.
    Round,
    /// The same as an integer of 64 bits, clamped to its range.
    RoundToInteger,
    /// `x - y` where x is larger, else +0.
    PositiveDifference,
    /// The next number towards y.
    NextAfter,
    /// `1/sqrt(x)`, rounded once.
    ReciprocalRoot,
    /// Whether x is neither an infinity nor a NaN.
    Finite,
    /// Whether x is an infinity.
    Infinite,
    /// Whether x is a NaN.
    NotANumber,
    /// Whether the sign bit of x is set.
    SignBit,
}

/// What a function gives: its value, and what it writes through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// The value.
    pub value: Answer,
    /// What is written besides.
    pub second: Option<u64>,
}

/// Tells what a function did.
fn tell(recorder: &mut impl Recorder, title: &'static str, sentence: impl FnOnce() -> String) {
    recorder.told(|| Remark { title: title.into(), sentence: sentence(), heading: false });
}

/// Runs a function in a format. `second` is the second argument: a number of the format, or the power of two of a scaling.
pub fn run(function: Library, format: &'static Format, first: u64, second: u64, recorder: &mut impl Recorder) -> Results {
    let rules = &Rules::default();
    let alone = |value| Results { value, second: None };
    match function {
        Library::Fmod | Library::Remainder | Library::Remquo => remainder(function, format, [first, second], rules, recorder),
        Library::Frexp => significand(format, first, rules, recorder),
        Library::Scale => alone(scale(format, first, i64::from(second as u32 as i32), rules, recorder)),
        Library::ScaleLong => alone(scale(format, first, second as i64, rules, recorder)),
        Library::Logb => alone(exponent(format, first, rules, recorder)),
        Library::Ilogb => alone(integer_exponent(format, first, rules, recorder)),
        Library::Modf => parts(format, first, rules, recorder),
        Library::Round => alone(half_away(format, first, rules, recorder)),
        Library::RoundToInteger => alone(integer_half_away(format, first, rules, recorder)),
        Library::PositiveDifference => alone(positive_difference(format, [first, second], rules, recorder)),
        Library::NextAfter => alone(next_after(format, [first, second], rules, recorder)),
        Library::ReciprocalRoot => alone(reciprocal_root(format, first, rules, recorder)),
        Library::Finite | Library::Infinite | Library::NotANumber | Library::SignBit => {
            alone(class::test(function, format, first, rules, recorder))
        }
    }
}

/// Ends with the format's NaN because an operand is one.
fn of_nan(format: &'static Format, operands: &[Unpacked], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let flags = operands.iter().filter(|read| read.is_nan()).fold(Flags::NONE, |flags, read| flags | quiet_flag(read, format));
    by_rule(format, format.default_nan, flags, Reason::NanOperand, rules, recorder)
}

/// Ends with the NaN of an operation that has no value.
fn no_value(format: &'static Format, reason: Reason, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    by_rule(format, format.default_nan, Flags::INVALID, reason, rules, recorder)
}

/// Ends with a number that the format holds exactly.
fn exactly(format: &'static Format, value: Exact<u64>, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    if value.is_zero() {
        return zero(format, value.negative, Reason::Zero, rules, recorder);
    }
    rounded(format, value, || value.into(), rules, recorder)
}

/// Ends with bits that are copied.
fn as_it_is(format: &'static Format, bits: u64, recorder: &mut impl Recorder) -> Answer {
    recorder.step(|| Step::Encode { result: Pattern::new(format, bits) });
    Answer { bits, flags: Flags::NONE }
}
