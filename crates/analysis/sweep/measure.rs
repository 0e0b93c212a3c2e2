//! The error of one result: how far it is from the true value in units of the last place, and whether it is the nearest number.
//!
//! A unit in the last place (ulp) is that of the result's format at the true value. The double decides where it is further from a rounding
//! boundary than its own error bound; otherwise the hundred bits are asked.
#![expect(clippy::float_arithmetic, reason = "error measures of sweeps; no instruction's result passes through here")]

use super::bigfloat::BigFloat;
use super::double::{half, is_whole, power, scaled};
use super::functions::BOUND;
use crate::exact::Exact;
use crate::number::{BF16, F16, F32, Format, Pattern};
use crate::rounding::{Mode, NanRule, Range, Rules, Subnormals, round};

/// What a result's bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A float.
    Float,
    /// The high word of a double.
    DoubleHigh,
    /// A range-reduction word's 25 bits of quadrant and fraction, which wrap around.
    Quadrants,
    /// A range-reduction word's 30 bits of integer and fraction.
    Fixed,
    /// A half in the low 16 bits.
    Half,
    /// A bfloat16 in the low 16 bits.
    Brain,
    /// A bfloat16 in the low 16 bits, of an instruction that flushes subnormal results.
    BrainFlushed,
}

/// Half an ulp above the largest bfloat16: 2^127 · (2 - 2^-8).
const BEYOND_BRAIN: f64 = f64::from_bits(0x47ef_f000_0000_0000);

/// The error of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// The result less the true value, in ulps.
    pub ulps: f64,
    /// The true value in ulps.
    pub truth: f64,
    /// An ulp is two to this power.
    pub exponent: i32,
    /// Whether no number of the format is nearer.
    pub nearest: bool,
}

/// What came of comparing one result with the truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Both are numbers.
    Measured(Error),
    /// The true value is below the format's normal numbers, and the result is zero: flushed, as documented.
    Flushed,
    /// The result is an infinity; whether the true value is one or rounds to one.
    Infinite(bool),
    /// The result is a NaN, or there is no true value; whether both are so.
    Nan(bool),
}

impl Outcome {
    /// Whether the result is the correctly rounded one.
    #[inline(always)]
    #[must_use]
    pub fn is_right(&self) -> bool {
        match self {
            Self::Measured(error) => error.nearest,
            Self::Flushed => false,
            Self::Infinite(right) | Self::Nan(right) => *right,
        }
    }
}

impl Kind {
    /// The format of the results, where they are whole numbers of one.
    #[inline(always)]
    #[must_use]
    pub fn format(self) -> Option<&'static Format> {
        match self {
            Self::Float => Some(F32::ROW),
            Self::Half => Some(F16::ROW),
            Self::Brain | Self::BrainFlushed => Some(BF16::ROW),
            Self::DoubleHigh | Self::Quadrants | Self::Fixed => None,
        }
    }

    /// The result as a double, exactly. A word counts by its magnitude.
    #[inline(always)]
    #[must_use]
    pub fn value(self, bits: u32) -> f64 {
        match self {
            Self::Float => f64::from(f32::from_bits(bits)),
            Self::DoubleHigh => f64::from_bits(u64::from(bits) << 32),
            Self::Quadrants | Self::Fixed if bits & 0x4000_0000 != 0 => {
                if bits & 0x0080_0000 != 0 {
                    f64::INFINITY
                } else {
                    f64::NAN
                }
            }
            Self::Quadrants => f64::from(bits & 0x01ff_ffff) * power(-23),
            Self::Fixed => f64::from(bits & 0x3fff_ffff) * power(-23),
            Self::Half => half(bits),
            Self::Brain | Self::BrainFlushed => f64::from(f32::from_bits(bits << 16)),
        }
    }

    /// Many results as doubles.
    #[inline(always)]
    pub(super) fn values<const COUNT: usize>(self, bits: &[u32; COUNT], values: &mut [f64; COUNT]) {
        if self == Self::Float {
            // A loop without a choice, which goes through vectors.
            bits.iter().zip(values).for_each(|(&bits, value)| *value = Self::Float.value(bits));
        } else {
            bits.iter().zip(values).for_each(|(&bits, value)| *value = self.value(bits));
        }
    }

    /// The exponent of an ulp at a value.
    #[inline(always)]
    #[must_use]
    pub fn ulp(self, value: f64) -> i32 {
        let leading = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        match self {
            Self::Float => leading.max(-126) - 23,
            Self::DoubleHigh => leading.max(-1022) - 20,
            Self::Quadrants | Self::Fixed => -23,
            Self::Half => leading.max(-14) - 10,
            Self::Brain | Self::BrainFlushed => leading.max(-126) - 7,
        }
    }

    /// A value in ulps of two to some power.
    #[inline(always)]
    #[must_use]
    pub fn in_ulps(self, value: f64, exponent: i32) -> f64 {
        // Only the ulps of doubles leave the range of a factor.
        if self == Self::DoubleHigh { scaled(value, -exponent) } else { value * power(-exponent) }
    }

    /// From where on a magnitude rounds to infinity, and below where it is no longer normal.
    fn limits(self) -> (f64, f64) {
        match self {
            Self::Float => (f64::from(f32::MAX) + power(103), power(-126)),
            Self::DoubleHigh => (f64::MAX, power(-1022)),
            Self::Quadrants => (f64::INFINITY, 0.0),
            Self::Fixed => (128.0, 0.0),
            // Subnormal numbers and zero are rounded to as to any other; nothing is flushed.
            Self::Half => (65520.0, 0.0),
            Self::Brain => (BEYOND_BRAIN, 0.0),
            Self::BrainFlushed => (BEYOND_BRAIN, power(-126)),
        }
    }

    /// Compares a result with the true value, of which `truth` is an estimate and `precise` gives a hundred bits.
    #[inline(always)]
    pub fn compare(self, bits: u32, truth: f64, precise: impl Fn() -> Option<BigFloat>) -> Outcome {
        let value = self.value(bits);
        if !value.is_finite() || !truth.is_finite() {
            return self.not_numbers(value, truth);
        }
        let exponent = self.ulp(truth);
        let (value, truth) = (self.in_ulps(value, exponent), self.in_ulps(truth, exponent));
        if value == 0.0 && self.flushed(truth, exponent) {
            return Outcome::Flushed;
        }
        let mut ulps = value - truth;
        if self == Self::Quadrants {
            ulps = wrapped(ulps);
        }
        // The result is nearest if it is less than half away. Where the double cannot tell, the hundred bits can.
        let doubt = truth.abs() * BOUND;
        let distance = ulps.abs() - 0.5;
        let nearest = if distance.abs() > doubt {
            // Just above a power of two the numbers below are closer together, but then they are also nearer to the value's own ulp.
            distance < 0.0
        } else {
            ulps = precise_ulps(value, precise(), exponent, self);
            ulps.abs() < 0.5 || (ulps.abs() == 0.5 && value % 2.0 == 0.0)
        };
        // An ulp is that of the true value; a result in the binade below may be off its grid, and is then not the nearest.
        let nearest = nearest & is_whole(value);
        Outcome::Measured(Error { ulps, truth, exponent, nearest })
    }

    fn not_numbers(self, value: f64, truth: f64) -> Outcome {
        if value.is_nan() || truth.is_nan() {
            return Outcome::Nan(value.is_nan() && truth.is_nan());
        }
        let same_sign = value.is_sign_negative() == truth.is_sign_negative();
        Outcome::Infinite(value.is_infinite() && truth.abs() >= self.limits().0 && same_sign)
    }

    fn flushed(self, truth: f64, exponent: i32) -> bool {
        truth != 0.0 && scaled(truth, exponent).abs() < self.limits().1
    }
}

/// The error to a hundred bits, from a result in ulps.
#[must_use]
pub fn precise_ulps(value: f64, truth: Option<BigFloat>, exponent: i32, kind: Kind) -> f64 {
    if value == 0.0 {
        // The error is the true value itself, which may be too small for the fixed point below.
        let ulps = truth.map_or(0.0, |real| -BigFloat { exponent: real.exponent - exponent, ..real }.to_f64());
        return if kind == Kind::Quadrants { wrapped(ulps) } else { ulps };
    }
    // A result so far from the true value has no place in the fixed point either, and a double holds the error well enough.
    if value.abs() >= power(46) {
        return value - truth.map_or(0.0, |real| BigFloat { exponent: real.exponent - exponent, ..real }.to_f64());
    }
    // Both as integers with 80 fraction bits; the result is an exact multiple of 2^-40.
    let value = (value * power(40)) as i128 * (1 << 40);
    let truth = truth.map_or(0, |real| {
        let shift = real.exponent - exponent + 80;
        let magnitude = if shift >= 0 { real.magnitude.checked_shl(shift as u32) } else { real.magnitude.checked_shr(-shift as u32) };
        let magnitude = magnitude.unwrap_or(0) as i128;
        if real.negative { -magnitude } else { magnitude }
    });
    let ulps = (value - truth) as f64 * power(-80);
    if kind == Kind::Quadrants { wrapped(ulps) } else { ulps }
}

/// The correctly rounded number of a format.
pub(crate) fn rounded(format: &'static Format, truth: BigFloat) -> Pattern {
    // 64 leading bits, the lowest of them sticky, are more than a rounding asks for.
    let magnitude = (truth.magnitude >> 64) as u64 | u64::from(truth.magnitude << 64 != 0);
    let value = Exact { negative: truth.negative, magnitude, exponent: truth.exponent + 64 };
    let rules = Rules { mode: Mode::Rn, subnormals: Subnormals::Keep, range: Range::Full, nan: NanRule::Canonical };
    Pattern::new(format, round(format, value, &rules).bits)
}

/// A difference of quadrants, the short way round: four quadrants are 2^25 ulps.
fn wrapped(ulps: f64) -> f64 {
    let turn = power(25);
    if ulps > turn / 2.0 {
        ulps - turn
    } else if ulps < -turn / 2.0 {
        ulps + turn
    } else {
        ulps
    }
}
