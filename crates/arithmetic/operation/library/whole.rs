//! Rounding with halves away from zero: `round`, and `lround` and `llround`, which end in an integer.

use super::{as_it_is, exactly, of_nan, tell};
use crate::exact::Exact;
use crate::number::{Class, Format, Pattern, S64};
use crate::operation::convert::{Incoming, whole_number};
use crate::operation::integer::{clamped, to_integer};
use crate::operation::operand_io::{Answer, operand};
use crate::rounding::{Flags, Mode, Rules};
use crate::trace::{Operand, Recorder};

pub(super) fn half_away(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_infinite() || x.is_zero() {
        return as_it_is(format, x.bits, recorder);
    }
    let (whole, _) = away(x.exact, format, recorder);
    exactly(format, whole, rules, recorder)
}

/// The same as an integer. What is no number or out of range ends as it does in `cvt`: libdevice compares with the ends of the range
/// for a single and leaves a double to `cvt.rzi.s64.f64`.
pub(super) fn integer_half_away(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let number = Pattern::new(format, bits);
    if !number.is_finite() || number.class() == Class::Zero {
        return to_integer(Incoming::plain(format, bits), S64, S64.lowest_integer(), rules, recorder);
    }
    let x = operand(format, Operand::A, bits, rules, recorder);
    let (whole, flags) = away(x.exact, format, recorder);
    clamped(whole, false, S64, flags, recorder)
}

/// A number that is not zero as a whole one, and whether that was inexact.
fn away(x: Exact<u64>, format: &'static Format, recorder: &mut impl Recorder) -> (Exact<u64>, Flags) {
    let (whole, flags) = whole_number(x, format, &Rules::ieee(Mode::Rz), recorder);
    // What was cut off is half or more exactly where the place below the point holds a one.
    let up = x.exponent < 0 && x.magnitude.checked_shr(x.exponent.unsigned_abs() - 1).unwrap_or(0) & 1 == 1;
    tell(recorder, "Half away from zero", || match up {
        true => "What was cut off is half or more: the magnitude goes up, and a half goes away from zero.".into(),
        false => "What was cut off is less than half: the cut number stays.".into(),
    });
    let magnitude = match whole.exponent {
        0 => whole.magnitude + u64::from(up),
        // A number with a last place above 2^0 is whole already.
        _ => whole.magnitude,
    };
    (Exact { magnitude, ..whole }, flags)
}
