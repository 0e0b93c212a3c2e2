//! Division, reciprocal and square root, exactly rounded: integer digits until the last that matters, then one sticky bit for what remains.

use super::operand_io::{Answer, by_rule, infinity, invalid, nan_operand, operand, rounded, zero};
use crate::exact::{Exact, Word};
use crate::number::{Float, Format, Kind, Unpacked, unpack};
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Reason, Recorder, Scaled, Step};

/// `a / b`. Bits are right-aligned in the format.
pub fn divide<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.row(), Operand::A, a, rules, recorder);
    let b = operand(format.row(), Operand::B, b, rules, recorder);
    over(format, a, b, ["a", "b"], rules, recorder)
}

/// `1 / a`. Bits are right-aligned in the format.
pub fn reciprocal<F: Float>(format: F, a: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.row(), Operand::A, a, rules, recorder);
    over(format, unpack(format.row(), format.row().one()), a, ["1", "a"], rules, recorder)
}

/// The quotient of two operands.
#[inline(always)]
fn over<F: Float>(format: F, a: Unpacked, b: Unpacked, names: [&'static str; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    if a.kind != Kind::Finite || b.kind != Kind::Finite || a.exact.is_zero() || b.exact.is_zero() {
        return quotient_by_rule(format.row(), [a.bits, b.bits], rules, recorder);
    }
    // A wide dividend over a divisor at the bottom of its word leaves more digits than any rounding asks for.
    let wide = a.exact.widen::<F::Product>();
    let dividend = wide.lifted(wide.magnitude.leading_zeros() - (F::Product::BITS - F::Product::DIVIDEND_BITS));
    let divisor = b.exact.widen::<F::Product>();
    let (digits, rest) = dividend.magnitude.divided(divisor.magnitude);
    let quotient =
        Exact { negative: a.exact.negative != b.exact.negative, magnitude: digits, exponent: dividend.exponent - divisor.exponent };
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

/// A quotient in which an operand is no number, infinite or zero.
#[cold]
fn quotient_by_rule(format: &'static Format, operands: [u64; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [a, b] = operands.map(|bits| unpack(format, bits));
    let negative = a.exact.negative != b.exact.negative;
    match (a.kind, b.kind) {
        // A division is code and not one instruction: of two NaNs that of a comes out (an H100, doubles).
        (Kind::Nan, _) | (_, Kind::Nan) => nan_operand([format; 2], &[operands[1], operands[0]], Flags::NONE, rules, recorder),
        (Kind::Infinity, Kind::Infinity) => invalid(format, Reason::InfinityOverInfinity, rules, recorder),
        (Kind::Infinity, Kind::Finite) => infinity(format, negative, rules, recorder),
        (Kind::Finite, Kind::Infinity) => zero(format, negative, Reason::OverInfinity, rules, recorder),
        (Kind::Finite, Kind::Finite) if !b.is_zero() => zero(format, negative, Reason::Zero, rules, recorder),
        (Kind::Finite, Kind::Finite) if a.is_zero() => invalid(format, Reason::ZeroOverZero, rules, recorder),
        (Kind::Finite, Kind::Finite) => {
            let sign = if negative { format.sign_mask() } else { 0 };
            let bits = sign | format.infinity().unwrap_or(format.default_nan);
            by_rule(format, bits, Flags::DIVIDE_BY_ZERO, Reason::DivideByZero, rules, recorder)
        }
    }
}

/// The square root. Bits are right-aligned in the format.
pub fn square_root<F: Float, R: Recorder>(format: F, a: u64, rules: &Rules, recorder: &mut R) -> Answer {
    let a = operand(format.row(), Operand::A, a, rules, recorder);
    if a.kind != Kind::Finite || a.exact.negative || a.exact.is_zero() {
        return root_by_rule(format.row(), a.bits, rules, recorder);
    }
    // The radicand fills the word as far as its exponent stays even; the root has half as many digits as the word.
    let zeros = a.exact.magnitude.leading_zeros();
    let radicand = a.exact.lifted(zeros - ((a.exact.exponent - zeros as i32) & 1) as u32);
    let more = F::Product::BITS - u64::BITS;
    let root = |digits: u64| Exact { negative: false, magnitude: digits, exponent: (radicand.exponent - more as i32) / 2 };
    let value = if R::LISTENS {
        let wide = radicand.widen::<F::Product>().lifted(more);
        let (digits, rest) = wide.magnitude.square_root();
        let root = root(digits.to_u128() as u64);
        recorder.step(|| Step::SquareRoot {
            radicand: Scaled::from(a.exact),
            root: root.into(),
            remainder: Exact { magnitude: rest, ..wide }.into(),
        });
        root.sticky(rest != F::Product::ZERO)
    } else {
        let (digits, goes_on) = F::Product::rooted(radicand.magnitude, F::Product::BITS / 2 - format.row().precision());
        root(digits).sticky(goes_on)
    };
    rounded(format.row(), value, || value.into(), rules, recorder)
}

/// The square root of what is no number, infinite, zero or negative.
#[cold]
fn root_by_rule(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = unpack(format, bits);
    match a.kind {
        Kind::Nan => nan_operand([format; 2], &[bits], Flags::NONE, rules, recorder),
        Kind::Finite if a.is_zero() => zero(format, a.exact.negative, Reason::Zero, rules, recorder),
        _ if a.exact.negative => invalid(format, Reason::NegativeRoot, rules, recorder),
        _ => infinity(format, false, rules, recorder),
    }
}
