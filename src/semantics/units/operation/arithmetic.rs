//! Add, subtract, multiply and fused multiply-add, each exact until one rounding.

use super::answer::{Answer, infinity, invalid, nan_operand, operand, rounded, zero};
use crate::exact::{Exact, Word};
use crate::number::{Float, Format, Kind, Unpacked};
use crate::rounding::{Flags, Mode, Rules};
use crate::trace::{Operand, Reason, Recorder, Scaled, Step};

/// `a + b`. Bits are right-aligned in the format.
#[inline]
pub fn add<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    add_signed(format, a, b, false, rules, recorder)
}

/// `a - b`: the sum with the sign of `b` turned over. A NaN keeps its sign.
#[inline]
pub fn subtract<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    add_signed(format, a, b, true, rules, recorder)
}

/// `a + b`, or `a - b` where `minus` says so.
#[inline]
pub fn add_signed<F: Float>(format: F, a: u64, b: u64, minus: bool, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.operands(), Operand::A, a, rules, recorder);
    let mut b = operand(format.operands(), Operand::B, b, rules, recorder);
    if minus {
        recorder.step(|| Step::Negate { operand: Operand::B });
        b = b.negated();
    }
    if a.kind != Kind::Finite || b.kind != Kind::Finite {
        return if a.is_nan() || b.is_nan() {
            nan_operand([format.row(), format.operands()], &[a, b], Flags::NONE, rules, recorder)
        } else {
            infinite_sum(format.row(), (a.is_infinite(), a.exact.negative), (b.is_infinite(), b.exact.negative), rules, recorder)
        };
    }
    // Numbers of one format meet where a normal one's leading bit is just below the top: only a normal number can have the larger exponent.
    let lift = u64::BITS - 1 - format.operands().precision();
    finite_sum::<u64>(format.row(), [a.exact.widen(), b.exact.widen()], ["a", "b"], |term| term.lifted(lift), rules, recorder)
}

/// A sum in which at least one term, given as (is it infinite, its sign), is infinite.
#[cold]
fn infinite_sum(format: &'static Format, a: (bool, bool), b: (bool, bool), rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    if a.0 && b.0 && a.1 != b.1 {
        return invalid(format, Reason::InfinityMinusInfinity, rules, recorder);
    }
    infinity(format, if a.0 { a.1 } else { b.1 }, rules, recorder)
}

/// The sum of two finite terms, rounded once. `raise` brings a term to the top of the word, as [`Exact::plus`] asks.
#[inline(always)]
pub(super) fn finite_sum<W: Word>(
    format: &'static Format,
    [a, b]: [Exact<W>; 2],
    names: [&'static str; 2],
    raise: impl Fn(Exact<W>) -> Exact<W>,
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    if a.is_zero() || b.is_zero() {
        return sum_with_zero(format, [a, b], names, rules, recorder);
    }
    let sum = raise(a).plus(raise(b));
    let in_full = || {
        let (negative, magnitude, exponent) = a.sum_in_full(&b);
        Scaled { negative, magnitude, exponent }
    };
    let distance = a.leading() - b.leading();
    if distance != 0 {
        let (larger, smaller, names) = if distance > 0 { (a, b, names) } else { (b, a, [names[1], names[0]]) };
        recorder.step(|| Step::Align { larger: larger.into(), smaller: smaller.into(), names, distance: distance.unsigned_abs() });
    }
    recorder.step(|| Step::Add { left: a.into(), right: b.into(), names, sum: in_full() });
    if sum.is_zero() {
        // IEEE 754 section 6.3: an exact zero from opposite terms is positive, except when rounding towards negative infinity.
        return zero(format, rules.mode == Mode::Rm, Reason::Cancellation, rules, recorder);
    }
    rounded(format, sum, in_full, rules, recorder)
}

/// A sum in which a term is zero: the other term, or a zero.
#[inline(never)]
fn sum_with_zero<W: Word>(
    format: &'static Format,
    [a, b]: [Exact<W>; 2],
    names: [&'static str; 2],
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    if a.is_zero() && b.is_zero() {
        return if a.negative == b.negative {
            zero(format, a.negative, Reason::Zero, rules, recorder)
        } else {
            zero(format, rules.mode == Mode::Rm, Reason::Cancellation, rules, recorder)
        };
    }
    let sum = if a.is_zero() { b } else { a };
    recorder.step(|| Step::Add { left: a.into(), right: b.into(), names, sum: sum.into() });
    rounded(format, sum, || sum.into(), rules, recorder)
}

/// `a · b`.
#[inline]
pub fn multiply<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.operands(), Operand::A, a, rules, recorder);
    let b = operand(format.operands(), Operand::B, b, rules, recorder);
    let finite = a.kind == Kind::Finite && b.kind == Kind::Finite;
    if !finite || a.exact.is_zero() || b.exact.is_zero() {
        return product_by_rule([format.row(), format.operands()], a, b, rules, recorder);
    }
    let product = whole_product::<F::Product>(a.exact, b.exact, recorder);
    rounded(format.row(), product, || product.into(), rules, recorder)
}

/// A product in which an operand is no number, infinite or zero.
#[cold]
fn product_by_rule(formats: [&'static Format; 2], a: Unpacked, b: Unpacked, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [format, _] = formats;
    let negative = a.exact.negative != b.exact.negative;
    if a.is_nan() || b.is_nan() {
        nan_operand(formats, &[a, b], Flags::NONE, rules, recorder)
    } else if !a.is_infinite() && !b.is_infinite() {
        zero(format, negative, Reason::Zero, rules, recorder)
    } else if a.is_zero() || b.is_zero() {
        invalid(format, Reason::ZeroTimesInfinity, rules, recorder)
    } else {
        infinity(format, negative, rules, recorder)
    }
}

/// The product of two finite numbers with all its bits.
#[inline(always)]
pub(super) fn whole_product<W: Word>(a: Exact<u64>, b: Exact<u64>, recorder: &mut impl Recorder) -> Exact<W> {
    let product = a.times::<W>(b);
    recorder.step(|| Step::Multiply { left: a.into(), right: b.into(), product: product.into() });
    product
}

/// `a · b + c` with one rounding.
#[inline]
pub fn fused<F: Float>(format: F, a: u64, b: u64, c: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.operands(), Operand::A, a, rules, recorder);
    let b = operand(format.operands(), Operand::B, b, rules, recorder);
    let c = operand(format.operands(), Operand::C, c, rules, recorder);
    if let Some(answer) = fused_by_rule([format.row(), format.operands()], [a, b, c], rules, recorder) {
        return answer;
    }
    let product = whole_product::<F::Product>(a.exact, b.exact, recorder);
    finite_sum::<F::Product>(format.row(), [product, c.exact.widen()], ["product", "c"], Exact::raised, rules, recorder)
}

/// The result of `a · b + c` where a NaN or an infinity takes part; None where all are finite.
#[inline(always)]
pub(super) fn fused_by_rule(
    formats: [&'static Format; 2],
    [a, b, c]: [Unpacked; 3],
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Option<Answer> {
    let [format, _] = formats;
    if a.kind == Kind::Finite && b.kind == Kind::Finite && c.kind == Kind::Finite {
        return None;
    }
    let zero_times_infinity = (a.is_zero() && b.is_infinite()) || (a.is_infinite() && b.is_zero());
    Some(if a.is_nan() || b.is_nan() || c.is_nan() {
        // Zero times infinity is invalid even when the addend is a quiet NaN; IEEE 754 leaves that open, and x86 does the same.
        let flags = if zero_times_infinity { Flags::INVALID } else { Flags::NONE };
        nan_operand(formats, &[a, b, c], flags, rules, recorder)
    } else if zero_times_infinity {
        invalid(format, Reason::ZeroTimesInfinity, rules, recorder)
    } else {
        let product = (a.is_infinite() || b.is_infinite(), a.exact.negative != b.exact.negative);
        infinite_sum(format, product, (c.is_infinite(), c.exact.negative), rules, recorder)
    })
}
