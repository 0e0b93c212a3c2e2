//! Functions that read or change the exponent: `frexp`, `ldexp` and its like, `logb`, `ilogb`, `modf`.

use super::{Results, as_it_is, exactly, of_nan, tell};
use crate::exact::Exact;
use crate::number::{Format, Pattern, S32};
use crate::operation::convert::{Incoming, round_to_whole};
use crate::operation::operand_io::{Answer, by_rule, infinity, operand, rounded};
use crate::rounding::{Flags, Mode, Rules};
use crate::trace::{Operand, Reason, Recorder, Step};

pub(super) fn significand(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Results {
    let x = operand(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return Results { value: of_nan(format, &[x], rules, recorder), second: Some(0) };
    }
    if x.is_infinite() || x.is_zero() {
        tell(recorder, "No exponent", || "A zero or an infinity is its own significand, and the exponent is 0.".into());
        return Results { value: as_it_is(format, x.bits, recorder), second: Some(0) };
    }
    let power = x.exact.leading() + 1;
    tell(recorder, "Take the exponent out", || {
        format!("The leading one is at 2^{}; a significand in [0.5, 1) leaves 2^{power}.", power - 1)
    });
    let value = exactly(format, Exact { exponent: x.exact.exponent - power, ..x.exact }, rules, recorder);
    Results { value, second: Some(power as u64 & 0xffff_ffff) }
}

pub(super) fn scale(format: &'static Format, bits: u64, power: i64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_infinite() || x.is_zero() {
        return as_it_is(format, x.bits, recorder);
    }
    tell(recorder, "Add to the exponent", || {
        format!("The number is multiplied by 2^{power}: only its exponent changes, before one rounding.")
    });
    // Beyond these every number is far out of range.
    let value = Exact { exponent: x.exact.exponent + power.clamp(-8192, 8192) as i32, ..x.exact };
    rounded(format, value, || value.into(), rules, recorder)
}

pub(super) fn exponent(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_infinite() {
        return infinity(format, false, rules, recorder);
    }
    if x.is_zero() {
        let infinity = format.sign_mask() | format.infinity().unwrap_or(0);
        return by_rule(format, infinity, Flags::DIVIDE_BY_ZERO, Reason::ExponentOfZero, rules, recorder);
    }
    let leading = x.exact.leading();
    tell(recorder, "Read the exponent", || format!("The leading one is at 2^{leading}, as if a subnormal number were normalised."));
    exactly(format, Exact { negative: leading < 0, magnitude: leading.unsigned_abs().into(), exponent: 0 }, rules, recorder)
}

pub(super) fn integer_exponent(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand(format, Operand::A, bits, rules, recorder);
    let (result, flags) = if x.is_infinite() {
        (S32.largest(), Flags::INVALID)
    } else if x.is_nan() || x.is_zero() {
        (S32.lowest_integer(), Flags::INVALID)
    } else {
        (x.exact.leading() as u32 as u64, Flags::NONE)
    };
    let result = Pattern::new(S32, result);
    tell(recorder, "Read the exponent", || match flags == Flags::NONE {
        true => format!("The leading one is at 2^{}, as if a subnormal number were normalised.", result.exact_decimal()),
        false => format!(
            "There is no exponent: an infinity gives the largest integer, a zero or a NaN the smallest, {}.",
            result.exact_decimal()
        ),
    });
    recorder.step(|| Step::Encode { result });
    Answer { bits: result.bits, flags }
}

pub(super) fn parts(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Results {
    let x = operand(format, Operand::A, bits, rules, recorder);
    if x.is_nan() {
        let value = of_nan(format, &[x], rules, recorder);
        return Results { value, second: Some(value.bits) };
    }
    let sign = x.bits & format.sign_mask();
    if x.is_infinite() || x.is_zero() {
        tell(recorder, "No fraction", || "A zero or an infinity is its own whole part; the fraction is a zero of its sign.".into());
        return Results { value: as_it_is(format, sign, recorder), second: Some(x.bits) };
    }
    let whole = round_to_whole(Incoming::plain(format, bits), &Rules::ieee(Mode::Rz), &mut crate::trace::Silent).bits;
    let fraction_bits = (-x.exact.exponent).clamp(0, 64) as u32;
    let fraction = x.exact.magnitude & if fraction_bits == 64 { u64::MAX } else { (1 << fraction_bits) - 1 };
    tell(recorder, "Cut at the point", || {
        format!("The whole part is {}; the digits after the point are the fraction, exactly.", Pattern::new(format, whole).value_text())
    });
    let value = exactly(format, Exact { magnitude: fraction, ..x.exact }, rules, recorder);
    Results { value, second: Some(whole) }
}
