//! Arithmetic on many singles at once: the operations beside it, for normal operands and results. There they have no choices, so that a
//! loop goes through vectors where a processor counts zeros in them; whatever is not normal is said to be left.

use crate::exact::Exact;
use crate::number::F32;
use crate::rounding::{Mode, round_normal};

/// What brings a significand just below the top two bits of a word, as [`Exact::plus`] asks.
const LIFT: u32 = u64::BITS - 2 - F32::FORMAT.precision();

/// A single as if it were normal, and whether it is.
#[inline(always)]
fn normal(bits: u64) -> (Exact<u64>, bool) {
    let field = bits >> 23 & 0xff;
    let magnitude = bits & F32::FORMAT.fraction_mask() | 1 << 23;
    (Exact { negative: bits >> 31 & 1 != 0, magnitude, exponent: field as i32 - 150 }, field.wrapping_sub(1) < 254)
}

/// The bits of a value if it is normal below the last binade, and whether it is.
#[inline(always)]
fn finished(value: Exact<u64>, mode: Mode) -> (u64, bool) {
    let is_zero = value.is_zero();
    // A zero has no leading one.
    let value = value.sticky(is_zero);
    let is_normal = (value.leading() >= -126) & (value.leading() < 127);
    (round_normal(F32::ROW, value, mode), is_normal & !is_zero)
}

/// `-a`, and whether that is it.
#[inline(always)]
pub fn negate(a: u64) -> (u64, bool) {
    (a ^ 1 << 31, normal(a).1)
}

/// `a + b`, and whether that is it.
#[inline(always)]
pub fn add(a: u64, b: u64, mode: Mode) -> (u64, bool) {
    let ((a, first), (b, second)) = (normal(a), normal(b));
    let (bits, last) = finished(a.lifted(LIFT).plus(b.lifted(LIFT)), mode);
    (bits, first & second & last)
}

/// `a · b`, and whether that is it.
#[inline(always)]
pub fn multiply(a: u64, b: u64, mode: Mode) -> (u64, bool) {
    let ((a, first), (b, second)) = (normal(a), normal(b));
    let (bits, last) = finished(a.times(b), mode);
    (bits, first & second & last)
}

/// `a · b + c`, and whether that is it.
#[inline(always)]
pub fn fused(a: u64, b: u64, c: u64, mode: Mode) -> (u64, bool) {
    let ((a, first), (b, second), (c, third)) = (normal(a), normal(b), normal(c));
    let product: Exact<u64> = a.times(b);
    // A product of two such significands has 47 bits or 48.
    let product = product.lifted(LIFT - 23 - (product.magnitude >> 47) as u32);
    let (bits, last) = finished(product.plus(c.lifted(LIFT)), mode);
    (bits, first & second & third & last)
}

#[cfg(test)]
mod tests {
    use super::super::{self as exact};
    use super::*;
    use crate::rounding::Rules;
    use crate::trace::Silent;

    /// What is said to be a result is the bits that the operations beside it give, and every normal result with room above is said to be one.
    #[test]
    fn normal_results_are_those_of_the_other_operations() {
        let mut random = crate::number::Random::new(31);
        let mut found = 0;
        for step in 0..200_000 {
            // Every other time numbers of one size, which meet.
            let size = [0xffff_ffff, 0xbf00_000f | 0x7f_0000, 0xbfff_ffff][step % 3];
            let [a, b, c] = [0; 3].map(|_| random.word() & size);
            for mode in Mode::ALL {
                let (rules, recorder) = (&Rules::ieee(mode), &mut Silent);
                let all = [
                    (add(a, b, mode), exact::add(F32, a, b, rules, recorder)),
                    (multiply(a, b, mode), exact::multiply(F32, a, b, rules, recorder)),
                    (fused(a, b, c, mode), exact::fused(F32, a, b, c, rules, recorder)),
                ];
                for ((bits, is_normal), answer) in all {
                    assert!(!is_normal || bits == answer.bits, "{a:x} {b:x} {c:x} {mode:?}: {bits:x} {:x}", answer.bits);
                    found += usize::from(is_normal);
                }
            }
        }
        assert!(found > 1_000_000, "{found}");
    }
}
