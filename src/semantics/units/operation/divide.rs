//! Division, reciprocal and square root, exactly rounded: integer digits until the last that matters, then one sticky bit for what remains.

use super::answer::{Answer, by_rule, infinity, invalid, nan_operand, operand, rounded, zero};
use crate::exact::{Exact, Word};
use crate::number::{Float, Unpacked};
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Reason, Recorder, Scaled, Step};

/// `a / b`. Bits are right-aligned in the format.
#[inline]
pub fn divide<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.row(), Operand::A, a, rules, recorder);
    let b = operand(format.row(), Operand::B, b, rules, recorder);
    if a.is_nan() || b.is_nan() {
        return nan_operand([format.row(); 2], &[a, b], Flags::NONE, rules, recorder);
    }
    over(format, a, b, ["a", "b"], rules, recorder)
}

/// `1 / a`. Bits are right-aligned in the format.
#[inline]
pub fn reciprocal<F: Float>(format: F, a: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.row(), Operand::A, a, rules, recorder);
    if a.is_nan() {
        return nan_operand([format.row(); 2], &[a], Flags::NONE, rules, recorder);
    }
    over(format, crate::number::unpack(format.row(), format.row().one()), a, ["1", "a"], rules, recorder)
}

/// The quotient of two operands that are no NaNs.
#[inline(always)]
fn over<F: Float>(format: F, a: Unpacked, b: Unpacked, names: [&'static str; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let negative = a.exact.negative != b.exact.negative;
    match (a.is_infinite(), b.is_infinite()) {
        (true, true) => return invalid(format.row(), Reason::InfinityOverInfinity, rules, recorder),
        (true, false) => return infinity(format.row(), negative, rules, recorder),
        (false, true) => return zero(format.row(), negative, Reason::OverInfinity, rules, recorder),
        (false, false) => {}
    }
    match (a.is_zero(), b.is_zero()) {
        (true, true) => return invalid(format.row(), Reason::ZeroOverZero, rules, recorder),
        (false, true) => {
            let sign = if negative { format.row().sign_mask() } else { 0 };
            let bits = sign | format.row().infinity().unwrap_or(format.row().default_nan);
            return by_rule(format.row(), bits, Flags::DIVIDE_BY_ZERO, Reason::DivideByZero, rules, recorder);
        }
        (true, false) => return zero(format.row(), negative, Reason::Zero, rules, recorder),
        (false, false) => {}
    }
    // A dividend at the top of the word over a divisor at its bottom leaves more digits than any rounding asks for.
    let dividend = a.exact.widen::<F::Product>().raised();
    let divisor = b.exact.widen::<F::Product>();
    let (digits, rest) = dividend.magnitude.divided(divisor.magnitude);
    let quotient = Exact { negative, magnitude: digits, exponent: dividend.exponent - divisor.exponent };
    recorder.step(|| Step::Divide {
        dividend: a.exact.into(),
        divisor: b.exact.into(),
        names,
        quotient: quotient.into(),
        remainder: Exact { magnitude: rest, ..dividend }.into(),
    });
    let value = quotient.sticky(rest != F::Product::ZERO);
    rounded(format.row(), value, || value.into(), rules, recorder)
}

/// The square root. Bits are right-aligned in the format.
#[inline]
pub fn square_root<F: Float>(format: F, a: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.row(), Operand::A, a, rules, recorder);
    if a.is_nan() {
        return nan_operand([format.row(); 2], &[a], Flags::NONE, rules, recorder);
    }
    if a.is_zero() {
        return zero(format.row(), a.exact.negative, Reason::Zero, rules, recorder);
    }
    if a.exact.negative {
        return invalid(format.row(), Reason::NegativeRoot, rules, recorder);
    }
    if a.is_infinite() {
        return infinity(format.row(), false, rules, recorder);
    }
    // The radicand fills the word as far as its exponent stays even; the root has half as many digits as the word.
    let wide = a.exact.widen::<F::Product>();
    let spare = wide.magnitude.leading_zeros();
    let radicand = wide.lifted(if (wide.exponent - spare as i32) % 2 == 0 { spare } else { spare - 1 });
    let (digits, rest) = radicand.magnitude.square_root();
    let root = Exact { negative: false, magnitude: digits, exponent: radicand.exponent / 2 };
    recorder.step(|| Step::SquareRoot {
        radicand: Scaled::from(a.exact),
        root: root.into(),
        remainder: Exact { magnitude: rest, ..radicand }.into(),
    });
    let value = root.sticky(rest != F::Product::ZERO);
    rounded(format.row(), value, || value.into(), rules, recorder)
}
