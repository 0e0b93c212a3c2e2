//! Figures of a column: exact differences, how many numbers have which size, and ratios in decibels.

use crate::exact::{Exact, Natural};
use crate::number::{F64, Pattern};
use crate::rounding::{Mode, round_into};
use crate::sums::Total;
use crate::trace::Scaled;
use core::cmp::Ordering;

/// The smallest exponent that a leading digit can have, that of the smallest code times the smallest factors, and how many there are.
const LOWEST: i32 = -192;
const EXPONENTS: usize = 352;

/// How many numbers lie between each power of two and the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizes {
    /// The exponent of the first count of each sign.
    pub from: i64,
    /// Numbers below zero, then those above it, by the exponent of their leading digit.
    pub counts: [Vec<u32>; 2],
    /// How many zeros there are.
    pub zeros: u64,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { from: LOWEST.into(), counts: [vec![0; EXPONENTS], vec![0; EXPONENTS]], zeros: 0 }
    }
}

impl Sizes {
    /// Counts a number.
    pub fn add(&mut self, number: Exact<u64>) {
        if number.is_zero() {
            self.zeros += 1;
            return;
        }
        let place = (i64::from(number.leading()) - self.from) as usize;
        if let Some(count) = self.counts[usize::from(!number.negative)].get_mut(place) {
            *count += 1;
        }
    }

    /// The counts from the smallest size that occurs to the largest.
    pub fn shortened(&self) -> Sizes {
        let is_empty = |place: &usize| self.counts.iter().all(|counts| counts[*place] == 0);
        let first = (0..EXPONENTS).find(|place| !is_empty(place)).unwrap_or(0);
        let last = (0..EXPONENTS).rfind(|place| !is_empty(place)).map_or(first, |last| last + 1);
        Sizes { from: self.from + first as i64, counts: self.counts.each_ref().map(|counts| counts[first..last].to_vec()), ..*self }
    }
}

/// Orders two magnitudes.
pub fn compare(a: Exact<u128>, b: Exact<u128>) -> Ordering {
    if a.is_zero() || b.is_zero() {
        return b.is_zero().cmp(&a.is_zero());
    }
    // With one leading place, the magnitudes moved to the top of a word have one place below, too.
    let top = |number: Exact<u128>| number.magnitude << number.magnitude.leading_zeros();
    a.leading().cmp(&b.leading()).then_with(|| top(a).cmp(&top(b)))
}

/// The difference of two numbers, and whether it is exact; if not, it is cut off 64 bits or more below its leading digit.
pub fn difference(a: Exact<u64>, b: Exact<u64>) -> (Exact<u128>, bool) {
    let low = match (a.is_zero(), b.is_zero()) {
        (true, _) => b.exponent,
        (_, true) => a.exponent,
        _ => a.exponent.min(b.exponent),
    };
    // What stands far above the other moves by 60 places at most, and the other moves down.
    let high = if a.is_zero() || (!b.is_zero() && b.leading() > a.leading()) { b } else { a };
    let at = low.max(high.exponent - 60);
    let (mut all, mut exact) = (0_i128, true);
    for (number, minus) in [(a, a.negative), (b, !b.negative)].into_iter().filter(|(number, _)| !number.is_zero()) {
        let by = number.exponent - at;
        let magnitude = i128::from(number.magnitude);
        let moved = if by >= 0 { magnitude << by } else { magnitude >> by.unsigned_abs().min(127) };
        exact &= by >= 0 || number.magnitude.trailing_zeros() >= by.unsigned_abs();
        all += if minus { -moved } else { moved };
    }
    (Exact { negative: all < 0, magnitude: all.unsigned_abs(), exponent: at }, exact)
}

/// The number with an odd magnitude: its last zero bits go into the exponent.
pub fn short(number: Exact<u64>) -> Exact<u64> {
    if number.is_zero() {
        return number;
    }
    let zeros = number.magnitude.trailing_zeros();
    Exact { magnitude: number.magnitude >> zeros, exponent: number.exponent + zeros as i32, ..number }
}

/// Adds the square of the difference of two numbers to a sum.
pub fn add_square(sum: &mut Total, a: Exact<u64>, b: Exact<u64>) -> Exact<u128> {
    let (off, exact) = difference(a, b);
    if exact && off.magnitude >> 48 == 0 {
        sum.add_exact(Exact { negative: false, magnitude: off.magnitude * off.magnitude, exponent: 2 * off.exponent });
    } else {
        // The square of each, and twice the product, which has the other sign where the two have the same.
        let product = |a: Exact<u64>, b: Exact<u64>, negative: bool| Exact {
            negative,
            magnitude: u128::from(a.magnitude) * u128::from(b.magnitude),
            exponent: a.exponent + b.exponent,
        };
        sum.add_exact(product(a, a, false));
        sum.add_exact(product(b, b, false));
        let twice = product(a, b, a.negative == b.negative);
        sum.add_exact(Exact { exponent: twice.exponent + 1, ..twice });
    }
    off
}

/// A quotient of two exact numbers, rounded to 100 bits or more; None where the divisor is zero.
fn quotient(over: &Scaled, under: &Scaled) -> Option<Exact<u128>> {
    if under.magnitude.is_zero() || over.magnitude.is_zero() {
        return None;
    }
    let (magnitude, power) = over.magnitude.divided_sticky(&under.magnitude);
    Some(Exact { negative: false, magnitude, exponent: power + over.exponent - under.exponent })
}

/// The mean of a sum as the bits of the nearest double.
pub fn mean(sum: &Scaled, count: u64) -> u64 {
    let count = Scaled { negative: false, magnitude: Natural::from(u128::from(count)), exponent: 0 };
    quotient(sum, &count).map_or(0, |mean| round_into(F64::ROW, mean, Mode::Rn).0)
}

/// A number as the bits of the nearest double.
pub fn double(number: Exact<u128>) -> u64 {
    if number.is_zero() { 0 } else { round_into(F64::ROW, number, Mode::Rn).0 }
}

/// Ten times the decimal logarithm of a ratio in hundredths, rounded to nearest; None where one of the two is zero.
pub fn decibels(over: &Scaled, under: &Scaled) -> Option<i64> {
    let ratio = quotient(over, under)?;
    // The binary logarithm, digit by digit: squaring doubles it.
    let mut log = i128::from(ratio.leading());
    let mut part = (ratio.magnitude << ratio.magnitude.leading_zeros()) >> 64;
    for _ in 0..40 {
        part = (part * part) >> 63;
        let carry = part >> 64;
        part >>= carry;
        log = log << 1 | carry as i128;
    }
    // 10,000 times the decimal logarithm of 2, in units of 10^-12.
    let millionths = (log * 3_010_299_956_639_812).div_euclid(1_000_000_000);
    Some((millionths + (5000 << 40)).div_euclid(10_000 << 40) as i64)
}

/// Whether a largest magnitude is more than 16 times the median of its block; of two in the middle the smaller counts.
pub fn is_outlier(numbers: &mut [u64]) -> bool {
    const MAGNITUDE: u64 = 0x7fff_ffff;
    let middle = (numbers.len().max(1) - 1) / 2;
    let Some(largest) = numbers.iter().map(|bits| bits & MAGNITUDE).max() else { return false };
    let (_, middle, _) = numbers.select_nth_unstable_by_key(middle, |bits| bits & MAGNITUDE);
    let of = |bits: u64| Pattern::new(crate::number::F32::ROW, bits).unpacked().exact.widen::<u128>();
    let middle = of(*middle & MAGNITUDE);
    compare(of(largest), Exact { exponent: middle.exponent + 4, ..middle }).is_gt()
}
