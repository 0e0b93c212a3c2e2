//! `fdim`, `nextafter` and the reciprocal root.

use super::{as_it_is, no_value, of_nan, tell};
use crate::exact::Exact;
use crate::number::{F32, F64, Format, Pattern};
use crate::operation::operand_io::{Answer, by_rule, operand, rounded, zero};
use crate::operation::subtract;
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Reason, Recorder};

pub(super) fn positive_difference(format: &'static Format, bits: [u64; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let [x, y] = bits.map(|bits| Pattern::new(format, bits));
    let (Some(a), Some(b)) = (x.ordinal(), y.ordinal()) else {
        let reads = [(Operand::A, bits[0]), (Operand::B, bits[1])].map(|(which, bits)| operand(format, which, bits, rules, recorder));
        return of_nan(format, &reads, rules, recorder);
    };
    if a <= b {
        operand(format, Operand::A, bits[0], rules, recorder);
        operand(format, Operand::B, bits[1], rules, recorder);
        tell(recorder, "Compare", || "x is not larger than y: the difference counts as +0.".into());
        return as_it_is(format, 0, recorder);
    }
    match format.width() {
        64 => subtract(F64, bits[0], bits[1], rules, recorder),
        _ => subtract(F32, bits[0], bits[1], rules, recorder),
    }
}

pub(super) fn next_after(format: &'static Format, bits: [u64; 2], rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand(format, Operand::A, bits[0], rules, recorder);
    let y = operand(format, Operand::B, bits[1], rules, recorder);
    let from = Pattern::new(format, bits[0]);
    let (Some(a), Some(b)) = (from.ordinal(), Pattern::new(format, bits[1]).ordinal()) else {
        return of_nan(format, &[x, y], rules, recorder);
    };
    let result = match a.cmp(&b) {
        core::cmp::Ordering::Equal => y.bits,
        core::cmp::Ordering::Less => from.next_up().map_or(x.bits, |next| next.bits),
        // From the smallest positive number the next one down is +0, not -0.
        core::cmp::Ordering::Greater => from.next_down().map_or(x.bits, |next| next.bits),
    };
    let result = if result == 0 && x.exact.negative && a != b { format.sign_mask() } else { result };
    tell(recorder, "One step", || match a == b {
        true => "x equals y: the result is y.".into(),
        false => format!(
            "Patterns of one sign order like integers: the neighbour of 0x{} towards y is 0x{}.",
            from.hex(),
            Pattern::new(format, result).hex()
        ),
    });
    as_it_is(format, result, recorder)
}

pub(super) fn reciprocal_root(format: &'static Format, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let x = operand(format, Operand::A, bits, rules, recorder);
    let negative = x.exact.negative;
    if x.is_nan() {
        return of_nan(format, &[x], rules, recorder);
    }
    if x.is_zero() {
        let infinity = format.infinity().unwrap_or(0) | x.bits & format.sign_mask();
        return by_rule(format, infinity, Flags::DIVIDE_BY_ZERO, Reason::DivideByZero, rules, recorder);
    }
    if negative {
        return no_value(format, Reason::NegativeRoot, rules, recorder);
    }
    if x.is_infinite() {
        return zero(format, false, Reason::OverInfinity, rules, recorder);
    }
    // With x = m · 2^2e, the root of 2^126 / m has 50 bits and more below it only a remainder; the sticky bit stands for that.
    let odd = x.exact.exponent & 1 == 1;
    let (m, e) = if odd { (x.exact.magnitude << 1, x.exact.exponent - 1) } else { (x.exact.magnitude, x.exact.exponent) };
    let numerator = 1u128 << 126;
    let root = (numerator / u128::from(m)).isqrt();
    let exact = root * root * u128::from(m) == numerator;
    tell(recorder, "Form the root", || {
        let digits = 128 - root.leading_zeros();
        let rest = if exact { "nothing remains" } else { "a sticky bit stands for the rest" };
        format!("The root of the reciprocal is formed by integers to {digits} bits; {rest}.")
    });
    let value = Exact { negative: false, magnitude: root, exponent: -63 - e / 2 }.lifted(2).sticky(!exact);
    rounded(format, value, || value.into(), rules, recorder)
}
