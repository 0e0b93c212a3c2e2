//! The true value of each swept function: a double with a stated error bound, and a hundred bits where that is not enough.
//!
//! The doubles come from integer operands through IEEE operations and the `libm` crate, which is the same Rust code natively and in
//! WebAssembly: a sweep gives the same figures everywhere. Its authors state errors below one unit in the last place; [`BOUND`] allows
//! eight, and a test holds each function to that against [`Real`].
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::real::Real;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, LOG2_E};

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
    /// sin(π·x), and, some quadrants later, cos(π·x).
    SineOfPi {
        /// 1 for the cosine.
        later: u32,
    },
    /// e^x.
    Exp,
    /// 10^x.
    Exp10,
    /// e^x - 1.
    Expm1,
    /// ln x.
    Log,
    /// log10 x.
    Log10,
    /// ln (1 + x).
    Log1p,
    /// tan x.
    Tan,
    /// asin x.
    Asin,
    /// acos x.
    Acos,
    /// atan x.
    Atan,
    /// sinh x.
    Sinh,
    /// cosh x.
    Cosh,
    /// asinh x.
    Asinh,
    /// acosh x.
    Acosh,
    /// atanh x.
    Atanh,
    /// The cube root.
    CubeRoot,
    /// One over the cube root.
    ReciprocalCubeRoot,
    /// The error function.
    Erf,
    /// One less the error function.
    Erfc,
}

/// The functions of one number by the names that C gives them.
#[rustfmt::skip]
pub const NAMED: [(&str, Truth); 28] = [
    ("exp", Truth::Exp), ("exp2", Truth::Exp2), ("exp10", Truth::Exp10), ("expm1", Truth::Expm1),
    ("log", Truth::Log), ("log2", Truth::Log2), ("log10", Truth::Log10), ("log1p", Truth::Log1p),
    ("sin", Truth::Sine { later: 0 }), ("cos", Truth::Sine { later: 1 }), ("tan", Truth::Tan),
    ("sinpi", Truth::SineOfPi { later: 0 }), ("cospi", Truth::SineOfPi { later: 1 }),
    ("asin", Truth::Asin), ("acos", Truth::Acos), ("atan", Truth::Atan),
    ("sinh", Truth::Sinh), ("cosh", Truth::Cosh), ("tanh", Truth::Tanh),
    ("asinh", Truth::Asinh), ("acosh", Truth::Acosh), ("atanh", Truth::Atanh),
    ("sqrt", Truth::Root), ("rsqrt", Truth::ReciprocalRoot), ("cbrt", Truth::CubeRoot), ("rcbrt", Truth::ReciprocalCubeRoot),
    ("erf", Truth::Erf), ("erfc", Truth::Erfc),
];

/// How operand bits give the x of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A float.
    Float,
    /// The high word of a double whose low word is zero.
    DoubleHigh,
    /// A range-reduction word.
    Word,
    /// A float that counts turns, read as quadrants.
    Turns,
}

impl Reading {
    /// The operand as a double, exactly; NaN where the bits stand for no number.
    #[inline(always)]
    #[must_use]
    pub fn operand(self, bits: u32) -> f64 {
        match self {
            Self::Float => f64::from(f32::from_bits(bits)),
            Self::DoubleHigh => f64::from_bits(u64::from(bits) << 32),
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

/// A double as a [`Real`]; None for zero, infinities and NaNs.
fn real(x: f64) -> Option<Real> {
    let field = (x.to_bits() >> 52 & 0x7ff) as i32;
    let fraction = u128::from(x.to_bits() & ((1 << 52) - 1));
    let (significand, exponent) = if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    if field == 0x7ff { None } else { Real::new(x.is_sign_negative(), significand, exponent) }
}

impl Truth {
    /// The function that C calls so, with or without the `f` of singles.
    #[must_use]
    pub fn named(name: &str) -> Option<Truth> {
        let named = |name: &str| NAMED.iter().find(|(known, _)| *known == name).map(|(_, truth)| *truth);
        named(name).or_else(|| named(name.strip_suffix('f')?))
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
            Self::SineOfPi { later } => sine_of_quadrants(2.0 * x, later),
            Self::Exp => libm::exp(x),
            Self::Exp10 => exp10(x),
            Self::Expm1 => libm::expm1(x),
            Self::Log => libm::log(x),
            Self::Log10 => libm::log10(x),
            Self::Log1p => libm::log1p(x),
            Self::Tan => libm::tan(x),
            Self::Asin => libm::asin(x),
            Self::Acos => libm::acos(x),
            Self::Atan => libm::atan(x),
            Self::Sinh => libm::sinh(x),
            Self::Cosh => libm::cosh(x),
            Self::Asinh => libm::asinh(x),
            Self::Acosh => libm::acosh(x),
            Self::Atanh => libm::atanh(x),
            Self::CubeRoot => libm::cbrt(x),
            Self::ReciprocalCubeRoot => 1.0 / libm::cbrt(x),
            Self::Erf => libm::erf(x),
            Self::Erfc => libm::erfc(x),
        }
    }

    /// The value at `x` to a hundred bits; None where it is zero or there is none.
    #[must_use]
    pub fn precise(self, x: f64) -> Option<Real> {
        let x = real(x);
        match (self, x) {
            (
                Self::Sine { later: 1 }
                | Self::SineOfQuadrants { later: 1 }
                | Self::SineOfPi { later: 1 }
                | Self::Exp2
                | Self::Exp
                | Self::Exp10
                | Self::Cosh
                | Self::Erfc,
                None,
            ) => Real::new(false, 1, 0),
            (Self::Acos, None) => Real::new(false, 1, 0)?.asin(),
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
            (Self::SineOfPi { later }, _) => x.map(|x| Real { exponent: x.exponent + 1, ..x })?.sine_of_quadrants(later),
            (Self::Exp, _) => x?.exp(),
            (Self::Exp10, _) => x?.exp10(),
            (Self::Expm1, _) => x?.expm1(),
            (Self::Log, _) => x?.log(),
            (Self::Log10, _) => x?.log10(),
            (Self::Log1p, _) => x?.log1p(),
            (Self::Tan, _) => x?.tan(),
            (Self::Asin, _) => x?.asin(),
            (Self::Acos, _) => x?.acos(),
            (Self::Atan, _) => x?.atan(),
            (Self::Sinh, _) => x?.sinh(),
            (Self::Cosh, _) => x?.cosh(),
            (Self::Asinh, _) => x?.asinh(),
            (Self::Acosh, _) => x?.acosh(),
            (Self::Atanh, _) => x?.atanh(),
            (Self::CubeRoot, _) => x?.cube_root(),
            (Self::ReciprocalCubeRoot, _) => x?.cube_root()?.reciprocal(),
            (Self::Erf, _) => x?.erf(),
            (Self::Erfc, _) => x?.erfc(),
        }
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

/// 10^x of a single, as a product of two powers of two: the logarithm's first 29 bits times a single is exact, and what is left of it is so
/// small that its rounding does not count. The library's own is twice as far off as is allowed here.
#[inline(always)]
fn exp10(x: f64) -> f64 {
    const HIGH: f64 = f64::from_bits(0x400a_934f_0900_0000);
    const LOW: f64 = f64::from_bits(0x3e2e_68dc_57f2_4960);
    libm::exp2(x * HIGH) * libm::exp2(x * LOW)
}

/// sin(π/2·(x + later)): the quadrant is taken off exactly, so that only a first-quadrant angle is rounded.
#[inline(always)]
fn sine_of_quadrants(x: f64, later: u32) -> f64 {
    let magnitude = x.abs();
    if !magnitude.is_finite() {
        return f64::NAN;
    }
    if magnitude >= f64::from(1 << 26) {
        // A float this large is a multiple of four quadrants.
        return f64::from(later);
    }
    let whole = magnitude as u32;
    let part = magnitude - f64::from(whole);
    let quadrant = whole + later;
    let u = if quadrant & 1 == 0 { part } else { 1.0 - part };
    let sine = if u > 0.5 { libm::cos((1.0 - u) * FRAC_PI_2) } else { libm::sin(u * FRAC_PI_2) };
    let negative = (quadrant & 2 != 0) ^ (later == 0 && x.is_sign_negative());
    if negative { -sine } else { sine }
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
