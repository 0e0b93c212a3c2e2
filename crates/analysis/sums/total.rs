//! A sum that loses nothing, and how far a result is from it.

use crate::exact::{Exact, Natural};
use crate::number::{F64, Format, Kind, Pattern};
use crate::rounding::{Mode, round_into};
use crate::trace::Scaled;

/// The power of two of the lowest bit: no format here has a smaller one.
const LOWEST: i32 = F64::FORMAT.quantum();
/// Digits of 32 bits: those of a double, 32 more for as many numbers as there may be, and a sign.
const DIGITS: usize = 68;

/// An exact sum: digits of 32 bits, each in a word with room for the carries of 2^31 numbers.
#[derive(Clone, Debug)]
pub struct Total {
    digits: [i64; DIGITS],
    /// Whether an infinity or a NaN came: there is no sum then.
    special: bool,
}

impl Default for Total {
    fn default() -> Total {
        Total { digits: [0; DIGITS], special: false }
    }
}

impl Total {
    /// Adds a number.
    pub fn add(&mut self, number: Pattern) {
        let read = number.unpacked();
        if read.kind != Kind::Finite {
            self.special = true;
            return;
        }
        self.add_exact(read.exact.widen());
    }

    /// Adds an exact number of at most 97 bits whose lowest bit is one of a double's.
    pub fn add_exact(&mut self, number: Exact<u128>) {
        let place = (number.exponent - LOWEST) as usize;
        let mut rest = number.magnitude << (place % 32);
        for digit in self.digits.iter_mut().skip(place / 32) {
            if rest == 0 {
                break;
            }
            let part = i64::from(rest as u32);
            *digit += if number.negative { -part } else { part };
            rest >>= 32;
        }
    }

    /// Adds another sum.
    pub fn add_all(&mut self, other: &Total) {
        self.special |= other.special;
        self.digits.iter_mut().zip(other.digits).for_each(|(digit, more)| *digit += more);
    }

    /// The leading 64 bits or more of a sum that is not below zero, cut off.
    pub fn leading(&self) -> Exact<u128> {
        let (digits, _) = carried(self.digits);
        let top = digits.iter().rposition(|digit| *digit != 0).unwrap_or(0);
        let low = top.saturating_sub(2);
        let magnitude = digits[low..=top].iter().rev().fold(0, |word: u128, digit| word << 32 | u128::from(*digit));
        Exact { negative: false, magnitude, exponent: LOWEST + 32 * low as i32 }
    }

    /// The sum; None if an infinity or a NaN was among the numbers.
    pub fn value(&self) -> Option<Scaled> {
        if self.special {
            return None;
        }
        let (digits, carry) = carried(self.digits);
        let negative = carry < 0;
        // What is below zero is turned over, digit by digit, and carried again.
        let (digits, _) = if negative { carried(self.digits.map(|digit| -digit)) } else { (digits, carry) };
        let magnitude =
            digits.iter().rev().fold(Natural::default(), |sum, digit| sum.shifted_left(32).plus(&Natural::from(u128::from(*digit))));
        let zeros = magnitude.trailing_zeros();
        Some(Scaled { negative, exponent: LOWEST + zeros as i32, magnitude: magnitude.shifted_right(zeros) })
    }
}

/// Digits from 0 to 2^32 - 1, and what is carried out: -1 for a number below zero.
fn carried(digits: [i64; DIGITS]) -> ([u32; DIGITS], i64) {
    let mut carry = 0;
    let digits = digits.map(|digit| {
        let sum = digit + carry;
        carry = sum >> 32;
        sum as u32
    });
    (digits, carry)
}

/// How far a result is from the exact sum: `± magnitude · 2^exponent` ulps of the sum rounded to the result's format. The lowest of more
/// than 63 bits stands also for those below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Off {
    /// Whether the result is too small.
    pub negative: bool,
    /// The magnitude.
    pub magnitude: u64,
    /// The power of two that it counts.
    pub exponent: i64,
}

/// The nearest number of a format to an exact one.
pub(super) fn nearest(format: &'static Format, value: &Scaled) -> Pattern {
    if value.magnitude.is_zero() {
        return Pattern::new(format, 0);
    }
    let (magnitude, places) = value.magnitude.leading_sticky(120);
    let exact = Exact { negative: value.negative, magnitude, exponent: value.exponent + places };
    Pattern::new(format, round_into(format, exact, Mode::Rn).0)
}

impl Off {
    /// The distance of a result from an exact sum; None where the result is no finite number.
    pub fn of(result: Pattern, sum: &Scaled) -> Option<Off> {
        let got = Scaled::from(result.exact()?);
        let format = result.format;
        // Beyond the largest number an ulp stays what it is there.
        let ulp = nearest(format, sum).ulp_exponent().filter(|_| nearest(format, sum).is_finite());
        let ulp = ulp.unwrap_or(format.emax() - format.fraction_bits as i32);
        let low = got.exponent.min(sum.exponent);
        let moved = |value: &Scaled| value.magnitude.shifted_left((value.exponent - low).unsigned_abs());
        let (a, b) = (moved(&got), moved(sum));
        let (negative, magnitude) = match (got.negative, sum.negative) {
            (minus, other) if minus != other => (minus, a.plus(&b)),
            (minus, _) if a >= b => (minus, a.minus(&b)),
            (minus, _) => (!minus, b.minus(&a)),
        };
        let (magnitude, places) = magnitude.leading_sticky(64);
        if magnitude == 0 {
            return Some(Off { negative: false, magnitude: 0, exponent: 0 });
        }
        Some(Off { negative, magnitude: magnitude as u64, exponent: i64::from(low + places - ulp) })
    }

    /// The distance in ulps with three decimals, or four digits and a power of ten; with a sign unless it is zero.
    pub fn text(&self) -> String {
        let sign = if self.negative { "−" } else { "+" };
        if self.magnitude == 0 {
            return "0".into();
        }
        let thousands = Natural::from(u128::from(self.magnitude) * 1000);
        let by = self.exponent.unsigned_abs() as u32;
        let thousandths = if self.exponent >= 0 {
            thousands.shifted_left(by)
        } else {
            thousands.plus(&Natural::from(1).shifted_left(by - 1)).shifted_right(by)
        };
        let digits = thousandths.decimal();
        match digits.len() {
            _ if thousandths.is_zero() => format!("{sign}under 0.001"),
            1..=3 => format!("{sign}0.{digits:0>3}"),
            4..=12 => format!("{sign}{}.{}", &digits[..digits.len() - 3], &digits[digits.len() - 3..]),
            length => format!("{sign}{}.{}e{}", &digits[..1], &digits[1..4], length - 4),
        }
    }
}
