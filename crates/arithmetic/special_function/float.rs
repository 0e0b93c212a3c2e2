//! The unit's own view of a 32-bit float: fields, special classes, and packing without rounding.
//!
//! The unit knows no subnormal numbers: as operands they count as zeros (the MUFU text: "Denorm input/output is flushed to sign
//! preserving 0.0"), and a result too small to be normal becomes the zero of its sign. Its only NaN is 0x7fffffff.

use super::stage::{Normalisation, Packing, Range, Special, SpecialCase, Stage};
use crate::number::{F32, F64_HIGH, Format};
use crate::trace::Recorder;

/// The sign bit of a register.
pub const SIGN: u32 = 0x8000_0000;
/// The one NaN that the unit produces.
pub const NAN: u32 = 0x7fff_ffff;
/// Plus infinity.
pub const INFINITY: u32 = 0x7f80_0000;
/// 1.0.
pub const ONE: u32 = 0x3f80_0000;

/// The facts of a format that the unit asks for, in its own widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The bits of the stored fraction.
    pub fraction_bits: u32,
    /// The exponent field's bias.
    pub bias: i32,
    /// The exponent field with all bits set: infinities and NaNs.
    pub top_exponent: i32,
}

/// A 32-bit float.
pub const SINGLE: Layout = Layout::of(F32::ROW);
/// The high word of a 64-bit float ("1.11.20" in NVIDIA's text).
pub const DOUBLE_HIGH: Layout = Layout::of(&F64_HIGH);

/// The class and fields of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A NaN.
    Nan,
    /// An infinity.
    Infinity,
    /// A subnormal number, counted as zero.
    Subnormal,
    /// A zero.
    Zero,
    /// A normal number: its biased exponent and its stored fraction.
    Normal {
        /// The biased exponent.
        exponent: i32,
        /// The stored fraction.
        fraction: u32,
    },
}

impl Layout {
    const fn of(format: &Format) -> Layout {
        Layout { fraction_bits: format.fraction_bits, bias: format.bias, top_exponent: (1 << format.exponent_bits) - 1 }
    }

    /// What kind of operand `bits` is.
    #[inline(always)]
    #[must_use]
    pub const fn class(self, bits: u32) -> Class {
        let exponent = ((bits & !SIGN) >> self.fraction_bits) as i32;
        let fraction = bits & ((1 << self.fraction_bits) - 1);
        if exponent == 0 {
            return if fraction == 0 { Class::Zero } else { Class::Subnormal };
        }
        if exponent == self.top_exponent {
            return if fraction == 0 { Class::Infinity } else { Class::Nan };
        }
        Class::Normal { exponent, fraction }
    }

    /// Plus infinity.
    #[inline(always)]
    #[must_use]
    pub const fn infinity(self) -> u32 {
        (self.top_exponent as u32) << self.fraction_bits
    }

    /// Reports that a rule gave the result, and gives it.
    #[inline(always)]
    pub fn special(self, operand: u32, case: SpecialCase, result: u32, recorder: &mut impl Recorder) -> u32 {
        recorder.told(|| Stage::Special(Special { operand, case, fraction_bits: self.fraction_bits, result }));
        result
    }

    /// A result from a sign, a biased exponent and a significand in `[2^fraction_bits, 2^(fraction_bits + 1)]`.
    ///
    /// The upper end is allowed because a rounded interpolation can reach it; it carries into the exponent.
    #[inline(always)]
    pub fn pack(self, negative: bool, exponent: i32, significand: u32, recorder: &mut impl Recorder) -> u32 {
        let carried = significand >> (self.fraction_bits + 1) != 0;
        let field = exponent + i32::from(carried);
        let fraction = if carried { 0 } else { significand & ((1 << self.fraction_bits) - 1) };
        let sign = if negative { SIGN } else { 0 };
        let (range, magnitude) = if field <= 0 {
            (Range::Flushed, 0)
        } else if field >= self.top_exponent {
            (Range::Overflowed, self.infinity())
        } else {
            (Range::Normal, (field as u32) << self.fraction_bits | fraction)
        };
        let result = sign | magnitude;
        recorder.told(|| Stage::Packing(Packing { negative, exponent, significand, fraction_bits: self.fraction_bits, range, result }));
        result
    }
}

/// Reports that a rule gave a single or a word, and gives it.
#[inline(always)]
pub fn special(operand: u32, case: SpecialCase, result: u32, recorder: &mut impl Recorder) -> u32 {
    SINGLE.special(operand, case, result, recorder)
}

/// `.SAT`: a NaN and everything below zero become +0, everything from 1.0 becomes 1.0.
#[inline(always)]
pub fn saturate(bits: u32, recorder: &mut impl Recorder) -> u32 {
    let nan = bits & !SIGN > INFINITY;
    let after = if nan || bits & SIGN != 0 { 0 } else { bits.min(ONE) };
    recorder.told(|| Stage::Saturation { before: bits, after });
    after
}

/// `|Ra|`, which acts on the operand before the function, and before a negation.
#[inline(always)]
#[must_use]
pub const fn absolute(bits: u32) -> u32 {
    bits & !SIGN
}

/// `-Ra`, which acts on the operand before the function, and after an absolute value.
#[inline(always)]
#[must_use]
pub const fn negated(bits: u32) -> u32 {
    bits ^ SIGN
}

/// A fixed-point magnitude as a biased exponent and a 24-bit significand, cut off below: `magnitude · 2^(scale - places)`.
///
/// The magnitude must not be zero; a zero gives a significand that is not normalised, and no panic.
#[inline(always)]
pub fn normalise(magnitude: u64, places: u32, scale: i32, recorder: &mut impl Recorder) -> (i32, u32) {
    let top = 63 - (magnitude | 1).leading_zeros();
    let exponent = SINGLE.bias + scale + top as i32 - places as i32;
    let significand = ((magnitude << (63 - top)) >> 40) as u32;
    recorder.told(|| Stage::Normalisation(Normalisation { magnitude, places, top, exponent, significand }));
    (exponent, significand)
}
