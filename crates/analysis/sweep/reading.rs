//! How the bits of a swept operand give the x of a function.
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::bigfloat::{BigFloat, real};
use super::double::half;
use super::order::Line;

/// How operand bits give the x of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A float.
    Float,
    /// A half, in 16 bits.
    Half,
    /// A bfloat16, in 16 bits.
    Brain,
    /// The high word of a double whose low word is zero.
    DoubleHigh,
    /// A range-reduction word.
    Word,
    /// A float that counts turns, read as quadrants.
    Turns,
    /// A number from which a pair of floats is made.
    Seed,
}

impl Reading {
    /// The line of its operands.
    #[inline(always)]
    #[must_use]
    pub const fn line(self) -> Line {
        match self {
            Self::Half | Self::Brain => Line::HALVES,
            Self::Float | Self::DoubleHigh | Self::Word | Self::Turns | Self::Seed => Line::WORDS,
        }
    }

    /// The operand as a double, exactly; NaN where the bits stand for no number.
    #[inline(always)]
    #[must_use]
    pub fn operand(self, bits: u32) -> f64 {
        match self {
            Self::Float => f64::from(f32::from_bits(bits)),
            Self::Half => half(bits),
            Self::Brain => f64::from(f32::from_bits(bits << 16)),
            Self::DoubleHigh => f64::from_bits(u64::from(bits) << 32),
            Self::Seed => f64::from(bits),
            Self::Turns => 4.0 * f64::from(f32::from_bits(bits)),
            Self::Word => {
                let magnitude = f64::from(bits & 0x3fff_ffff) / f64::from(1 << 23);
                let magnitude = match bits >> 23 & 0x81 {
                    0x80 => f64::NAN,
                    0x81 => f64::INFINITY,
                    _ => magnitude,
                };
                if bits >> 31 != 0 { -magnitude } else { magnitude }
            }
        }
    }

    /// The operand to a hundred bits, which is to say exactly; None for zero and where the bits stand for no number.
    #[must_use]
    pub fn exact(self, bits: u32) -> Option<BigFloat> {
        real(self.operand(bits))
    }
}
