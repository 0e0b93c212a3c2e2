//! Add, subtract, multiply and fused multiply-add, each exact until one rounding.

use super::operand_io::{Answer, infinity, invalid, nan_operand, operand, rounded, zero};
use crate::exact::{Exact, Word};
use crate::number::{Float, Format, Kind, unpack};
use crate::rounding::{Flags, Mode, Rules};
use crate::trace::{Operand, Reason, Recorder, Scaled, Step};

/// `a + b`. Bits are right-aligned in the format.
pub fn add<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    add_signed(format, a, b, false, rules, recorder)
}

/// `a - b`: the sum with the sign of `b` turned over. A NaN keeps its sign.
pub fn subtract<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    add_signed(format, a, b, true, rules, recorder)
}

/// `a + b`, or `a - b` where `minus` says so.
pub fn add_signed<F: Float>(format: F, a: u64, b: u64, minus: bool, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.operands(), Operand::A, a, rules, recorder);
    let mut b = operand(format.operands(), Operand::B, b, rules, recorder);
    if minus {
        recorder.step(|| Step::Negate { operand: Operand::B });
        b = b.negated();
    }
    if a.kind != Kind::Finite || b.kind != Kind::Finite {
        return sum_by_rule([format.row(), format.operands()], [a.bits, b.bits], minus, rules, recorder);
    }
    let lift = u64::BITS - 2 - format.operands().precision();
    finite_sum([a.exact, b.exact], [a.exact.lifted(lift), b.exact.lifted(lift)], ["a", "b"], format.row(), rules, recorder)
}

/// `a + b`, or `a - b`, where an operand is no number or infinite. What follows from a rule takes the operands' bits: taken apart, they
/// would have to be laid into memory before anybody knows that they are asked for.
#[cold]
fn sum_by_rule(formats: [&'static Format; 2], operands: [u64; 2], minus: bool, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [a, b] = operands.map(|bits| unpack(formats[1], bits));
    if a.is_nan() || b.is_nan() {
        return nan_operand(formats, &operands, Flags::NONE, rules, recorder);
    }
    infinite_sum(formats[0], (a.is_infinite(), a.exact.negative), (b.is_infinite(), b.exact.negative != minus), rules, recorder)
}

/// A sum in which at least one term, given as (is it infinite, its sign), is infinite.
fn infinite_sum(format: &'static Format, a: (bool, bool), b: (bool, bool), rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    if a.0 && b.0 && a.1 != b.1 {
        return invalid(format, Reason::InfinityMinusInfinity, rules, recorder);
    }
    infinity(format, if a.0 { a.1 } else { b.1 }, rules, recorder)
}

/// The sum of two finite terms, rounded once; `lifted` are the same terms as [`Exact::plus`] wants them.
///
/// They are lifted by what brings the widest significand of their kind to the top of the word. A narrower one is that of a subnormal
/// number or of a product with one; where it has the larger exponent, what falls out of the other term is further below the last place of
/// any result than a sticky bit must be. So only a zero product asks for care, whose exponent says nothing.
#[inline(always)]
fn finite_sum<W: Word>(
    [a, b]: [Exact<W>; 2],
    lifted: [Exact<W>; 2],
    names: [&'static str; 2],
    format: &'static Format,
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    let sum = lifted[0].plus(lifted[1]);
    let in_full = || {
        if a.is_zero() || b.is_zero() {
            return if a.is_zero() { b } else { a }.into();
        }
        let (negative, magnitude, exponent) = a.sum_in_full(&b);
        Scaled { negative, magnitude, exponent }
    };
    tell_sum([a, b], names, in_full, recorder);
    if sum.is_zero() {
        // IEEE 754 section 6.3: an exact zero from opposite terms is positive, except when rounding towards negative infinity.
        return if a.negative == b.negative {
            zero(format, a.negative, Reason::Zero, rules, recorder)
        } else {
            zero(format, rules.mode == Mode::Rm, Reason::Cancellation, rules, recorder)
        };
    }
    rounded(format, sum, in_full, rules, recorder)
}

/// Says how two terms are aligned and added; a zero is not aligned, and of two there is nothing to say.
#[inline(always)]
fn tell_sum<W: Word>([a, b]: [Exact<W>; 2], names: [&'static str; 2], in_full: impl Fn() -> Scaled, recorder: &mut impl Recorder) {
    if a.is_zero() && b.is_zero() {
        return;
    }
    if !a.is_zero() && !b.is_zero() && a.leading() != b.leading() {
        let distance = a.leading() - b.leading();
        let (larger, smaller, names) = if distance > 0 { (a, b, names) } else { (b, a, [names[1], names[0]]) };
        recorder.step(|| Step::Align { larger: larger.into(), smaller: smaller.into(), names, distance: distance.unsigned_abs() });
    }
    recorder.step(|| Step::Add { left: a.into(), right: b.into(), names, sum: in_full() });
}

/// `a · b`.
pub fn multiply<F: Float>(format: F, a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.operands(), Operand::A, a, rules, recorder);
    let b = operand(format.operands(), Operand::B, b, rules, recorder);
    if a.kind != Kind::Finite || b.kind != Kind::Finite {
        return product_by_rule([format.row(), format.operands()], [a.bits, b.bits], rules, recorder);
    }
    let product = a.exact.times::<F::Product>(b.exact);
    if product.is_zero() {
        return zero(format.row(), product.negative, Reason::Zero, rules, recorder);
    }
    recorder.step(|| Step::Multiply { left: a.exact.into(), right: b.exact.into(), product: product.into() });
    rounded(format.row(), product, || product.into(), rules, recorder)
}

/// `a · b` where an operand is no number or infinite.
#[cold]
fn product_by_rule(formats: [&'static Format; 2], operands: [u64; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [a, b] = operands.map(|bits| unpack(formats[1], bits));
    if a.is_nan() || b.is_nan() {
        nan_operand(formats, &operands, Flags::NONE, rules, recorder)
    } else if a.is_zero() || b.is_zero() {
        invalid(formats[0], Reason::ZeroTimesInfinity, rules, recorder)
    } else {
        infinity(formats[0], a.exact.negative != b.exact.negative, rules, recorder)
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
pub fn fused<F: Float>(format: F, a: u64, b: u64, c: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand(format.operands(), Operand::A, a, rules, recorder);
    let b = operand(format.operands(), Operand::B, b, rules, recorder);
    let c = operand(format.operands(), Operand::C, c, rules, recorder);
    if a.kind != Kind::Finite || b.kind != Kind::Finite || c.kind != Kind::Finite {
        return fused_by_rule([format.row(), format.operands()], [a.bits, b.bits, c.bits], rules, recorder);
    }
    let product = whole_product::<F::Product>(a.exact, b.exact, recorder);
    product_plus(product, c.exact, format.operands().precision(), format.row(), rules, recorder)
}

/// A product of two significands of so many bits, plus a number, rounded once.
#[inline(always)]
pub(super) fn product_plus<W: Word>(
    product: Exact<W>,
    c: Exact<u64>,
    precision: u32,
    format: &'static Format,
    rules: &Rules,
    recorder: &mut impl Recorder,
) -> Answer {
    let c = c.widen::<W>();
    let exponent = if product.is_zero() { c.exponent } else { product.exponent };
    let lifted = [Exact { exponent, ..product }.lifted(W::BITS - 2 - 2 * precision), c.lifted(W::BITS - 2 - precision)];
    finite_sum([product, c], lifted, ["product", "c"], format, rules, recorder)
}

/// `a · b + c` where an operand is no number or infinite.
#[cold]
pub(super) fn fused_by_rule(formats: [&'static Format; 2], operands: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [a, b, c] = operands.map(|bits| unpack(formats[1], bits));
    let zero_times_infinity = (a.is_zero() && b.is_infinite()) || (a.is_infinite() && b.is_zero());
    if a.is_nan() || b.is_nan() || c.is_nan() {
        // Zero times infinity is invalid even when the addend is a quiet NaN; IEEE 754 leaves that open, and x86 does the same.
        let flags = if zero_times_infinity { Flags::INVALID } else { Flags::NONE };
        nan_operand(formats, &operands, flags, rules, recorder)
    } else if zero_times_infinity {
        invalid(formats[0], Reason::ZeroTimesInfinity, rules, recorder)
    } else {
        let product = (a.is_infinite() || b.is_infinite(), a.exact.negative != b.exact.negative);
        infinite_sum(formats[0], product, (c.is_infinite(), c.exact.negative), rules, recorder)
    }
}
