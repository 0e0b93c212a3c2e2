//! Tests of a number's class or sign, `isnan` and its like: they look at the fields alone, so that a signaling NaN raises nothing.

use super::{Library, tell};
use crate::number::{Format, Pattern, S32};
use crate::operation::operand_io::{Answer, operand};
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Recorder, Step};

/// 1 where the test holds, else 0.
pub(super) fn test(function: Library, format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand(format, Operand::A, bits, rules, recorder);
    let (holds, asked) = match function {
        Library::Infinite => (x.is_infinite(), "all ones in the exponent and zeros in the fraction, an infinity"),
        Library::NotANumber => (x.is_nan(), "all ones in the exponent and a fraction that is not zero, a NaN"),
        Library::Finite => (!x.is_infinite() && !x.is_nan(), "an exponent that is not all ones, a finite number"),
        _ => (bits & format.sign_mask() != 0, "a one in the sign bit, whatever follows"),
    };
    let result = Pattern::new(S32, holds.into());
    tell(recorder, "Look at the fields", || {
        format!("The test asks for {asked}: {}, so the result is {}.", if holds { "yes" } else { "no" }, result.bits)
    });
    recorder.step(|| Step::Encode { result });
    Answer { bits: result.bits, flags: Flags::NONE }
}
