//! The true value of each swept function: a double with a stated error bound, and a hundred bits where that is not enough.
//!
//! The doubles come from integer operands through IEEE operations and the `libm` crate, which is the same Rust code natively and in
//! WebAssembly: a sweep gives the same figures everywhere. Its authors state errors below one unit in the last place; [`BOUND`] allows
//! eight, and a test holds each function to that against [`Real`].
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::double::half;
use super::functions::{Elementary, ROWS, sine_of_quadrants};
use super::order::Line;
use super::pairs::{self, Paired, pair};
use super::real::{Real, real};
use std::f64::consts::{FRAC_2_PI, LOG2_E};

/// An estimate is within this share of the true value.
pub const BOUND: f64 = 1.0 / (1_u64 << 50) as f64;

/// A mathematical function of operand bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// 1/x.
    Reciprocal,
    /// 1/√x.
    ReciprocalRoot,
    /// √x.
    Root,
    /// log2 x.
    Log2,
    /// 2^x.
    Exp2,
    /// sin x, and, some quadrants later, cos x.
    Sine {
        /// 1 for the cosine.
        later: u32,
    },
    /// tanh x.
    Tanh,
    /// sin(π/2·x), and, some quadrants later, cos(π/2·x).
    SineOfQuadrants {
        /// 1 for the cosine.
        later: u32,
    },
    /// |x|·2/π modulo four.
    Quadrants,
    /// |x|.
    Magnitude,
    /// x.
    Itself,
    /// A function of C, by its row: what sweeps no kernel needs none of them.
    Elementary(&'static Elementary),
    /// A function of two numbers, by its row.
    Paired(&'static Paired),
}

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
    pub fn exact(self, bits: u32) -> Option<Real> {
        real(self.operand(bits))
    }
}

impl Truth {
    /// How the operands of a kernel that computes it are read.
    #[must_use]
    pub fn reading(self) -> Reading {
        if matches!(self, Self::Paired(_)) { Reading::Seed } else { Reading::Float }
    }

    /// The value at `x`, within [`BOUND`]; NaN where there is none.
    #[inline(always)]
    #[must_use]
    pub fn estimate(self, x: f64) -> f64 {
        match self {
            Self::Reciprocal => 1.0 / x,
            Self::ReciprocalRoot => 1.0 / x.sqrt(),
            Self::Root => x.sqrt(),
            Self::Log2 => libm::log2(x),
            Self::Exp2 => libm::exp2(x),
            Self::Sine { later: 0 } => libm::sin(x),
            Self::Sine { .. } => libm::cos(x),
            Self::Tanh => tanh(x),
            Self::SineOfQuadrants { later } => sine_of_quadrants(x, later),
            Self::Quadrants => quadrants(x),
            Self::Magnitude => x.abs(),
            Self::Itself => x,
            Self::Elementary(row) => (row.estimate)(x),
            Self::Paired(row) => row.estimate(pair(x as u32)),
        }
    }

    /// The values at many operands.
    #[inline(always)]
    pub(super) fn estimates(self, reading: Reading, operands: &[u32], values: &mut [f64]) {
        // Loops without a choice, which go through vectors.
        let float = reading == Reading::Float;
        for (value, &bits) in values.iter_mut().zip(operands) {
            *value = if float { Reading::Float.operand(bits) } else { reading.operand(bits) };
        }
        match self {
            Self::Reciprocal => values.iter_mut().for_each(|value| *value = Self::Reciprocal.estimate(*value)),
            Self::ReciprocalRoot => values.iter_mut().for_each(|value| *value = Self::ReciprocalRoot.estimate(*value)),
            Self::Root => values.iter_mut().for_each(|value| *value = Self::Root.estimate(*value)),
            _ => values.iter_mut().for_each(|value| *value = self.estimate(*value)),
        }
    }

    /// A radius, and what the function keeps below, but for a constant, on every disc of that radius in the complex plane around a place within
    /// a hundredth of a radius of `x`. None where no polynomial is wanted: the library has nothing quicker, or the function is not smooth.
    pub(super) fn disc(self, x: f64) -> Option<(f64, f64)> {
        match self {
            // |log2 z - log2 x| is at most 1 where |z - x| is at most x/2.
            Self::Log2 if x > 0.0 => Some((x * 0.49, 1.0)),
            // |2^z| = 2^Re z.
            Self::Exp2 => Some((1.0, 2.1 * libm::exp2(x))),
            // |sin z| is at most cosh(Im z): 1.544, and 2.51 where z counts quadrants.
            Self::Sine { .. } => Some((1.0, 1.6)),
            Self::SineOfQuadrants { .. } => Some((1.0, 2.6)),
            // |tanh z| is at most tan |Im z|, or 1.
            Self::Tanh => Some((1.0, 1.6)),
            _ => None,
        }
    }

    /// The value at `x` to a hundred bits; None where it is zero or there is none.
    #[must_use]
    pub fn precise(self, x: f64) -> Option<Real> {
        let (seed, x) = (x as u32, real(x));
        match (self, x) {
            (Self::Sine { later: 1 } | Self::SineOfQuadrants { later: 1 } | Self::Exp2, None) => Real::new(false, 1, 0),
            (Self::Reciprocal, _) => x?.reciprocal(),
            (Self::ReciprocalRoot, _) => x?.reciprocal_root(),
            (Self::Root, _) => x?.root(),
            (Self::Log2, _) => x?.log2(),
            (Self::Exp2, _) => x?.exp2(),
            (Self::Sine { later }, _) => x?.sine(later),
            (Self::Tanh, _) => x?.tanh(),
            (Self::SineOfQuadrants { later }, _) => x?.sine_of_quadrants(later),
            (Self::Quadrants, _) => x?.modulo_four(),
            (Self::Magnitude, _) => Some(Real { negative: false, ..x? }),
            (Self::Itself, _) => x,
            (Self::Elementary(row), _) => (row.precise)(x),
            (Self::Paired(row), _) => row.precise(pair(seed)),
        }
    }
}

/// The functions that the special function unit has, by their names in C.
const UNIT: [(&str, Truth); 8] = [
    ("1/x", Truth::Reciprocal),
    ("exp2", Truth::Exp2),
    ("log2", Truth::Log2),
    ("sin", Truth::Sine { later: 0 }),
    ("cos", Truth::Sine { later: 1 }),
    ("tanh", Truth::Tanh),
    ("sqrt", Truth::Root),
    ("rsqrt", Truth::ReciprocalRoot),
];

impl Truth {
    /// Every function of one number that a kernel can be held against, with its name.
    pub fn of_one() -> impl Iterator<Item = (&'static str, Truth)> {
        UNIT.into_iter().chain(ROWS.iter().map(|row| (row.name, Truth::Elementary(row))))
    }

    /// Every function of two numbers, with its name.
    pub fn of_two() -> impl Iterator<Item = (&'static str, Truth)> {
        pairs::ROWS.iter().map(|row| (row.name, Truth::Paired(row)))
    }

    /// The function that C calls so, with or without the `f` of singles.
    #[must_use]
    pub fn named(name: &str) -> Option<Truth> {
        let named = |name: &str| Truth::of_one().chain(Truth::of_two()).find(|(known, _)| *known == name).map(|(_, truth)| truth);
        named(name).or_else(|| named(name.strip_suffix('f')?))
    }
}

/// tanh x. From a half on nothing cancels in (1 - E)/(1 + E) with E = 2^(-2·log2(e)·|x|), which is twice as fast.
#[inline(always)]
fn tanh(x: f64) -> f64 {
    let magnitude = x.abs();
    // A NaN, which compares with nothing, goes to the library.
    if magnitude >= 0.5 {
        let e = libm::exp2(-2.0 * LOG2_E * magnitude);
        ((1.0 - e) / (1.0 + e)).copysign(x)
    } else {
        libm::tanh(x)
    }
}

/// |x|·2/π modulo four.
#[inline(always)]
fn quadrants(x: f64) -> f64 {
    if x.abs() < 1.0 {
        return x.abs() * FRAC_2_PI;
    }
    match real(x).and_then(Real::quadrants) {
        Some((whole, part)) => f64::from(whole) + (part >> 64) as f64 * 2f64.powi(-64),
        None => x.abs() * 0.0,
    }
}
