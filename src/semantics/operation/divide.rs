//! Division, exactly rounded: quotient digits until the last that matters, then one sticky bit for the remainder.

use super::answer::{Answer, infinity, invalid, nan_operand, operand, rounded, zero};
use crate::exact::{Exact, Word};
use crate::number::Float;
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Reason, Recorder};

/// `a / b`. Bits are right-aligned in the format.
pub fn divide<F: Float>(a: u64, b: u64, rules: &Rules, recorder: &mut impl Recorder) -> Answer {
    let a = operand::<F>(Operand::A, a, rules, recorder);
    let b = operand::<F>(Operand::B, b, rules, recorder);
    let negative = a.exact.negative != b.exact.negative;
    if a.is_nan() || b.is_nan() {
        return nan_operand::<F>(&[a, b], Flags::NONE, rules, recorder);
    }
    match (a.is_infinite(), b.is_infinite()) {
        (true, true) => return invalid::<F>(Reason::InfinityMinusInfinity, rules, recorder),
        (true, false) => return infinity::<F>(negative, rules, recorder),
        (false, true) => return zero::<F>(negative, Reason::InfiniteOperand, rules, recorder),
        (false, false) => {}
    }
    if b.is_zero() {
        if a.is_zero() {
            return invalid::<F>(Reason::ZeroTimesInfinity, rules, recorder);
        }
        let answer = infinity::<F>(negative, rules, recorder);
        return Answer { flags: Flags::DIVIDE_BY_ZERO, ..answer };
    }
    if a.is_zero() {
        return zero::<F>(negative, Reason::Zero, rules, recorder);
    }
    let quotient = quotient(a.exact, b.exact, negative, F::FORMAT.precision());
    rounded::<F, u128>(quotient, || quotient.into(), rules, recorder)
}

/// The quotient with at least two digits more than the precision, the lowest of them sticky.
fn quotient(a: Exact<u64>, b: Exact<u64>, negative: bool, precision: u32) -> Exact<u128> {
    let shift = precision + 3 + a.magnitude.leading_zeros().saturating_sub(b.magnitude.leading_zeros());
    let dividend = u128::from(a.magnitude) << shift;
    let divisor = u128::from(b.magnitude);
    let sticky = u128::from(dividend % divisor != 0);
    Exact { negative, magnitude: dividend / divisor | sticky, exponent: a.exponent - b.exponent - shift as i32 }
}

const _: u32 = <u128 as Word>::BITS;
