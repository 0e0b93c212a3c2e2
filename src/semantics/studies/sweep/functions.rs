//! The functions of C that a kernel is held against, by name: a double with a stated bound, and a hundred bits, of each.
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::real::Real;
use super::truth::{Truth, sine_of_quadrants};

/// A function of one number.
#[derive(Clone, Copy, Debug)]
pub struct Elementary {
    /// Its name in C, without the `f` of singles.
    pub name: &'static str,
    /// Its value, within [`super::truth::BOUND`]; NaN where there is none.
    pub estimate: fn(f64) -> f64,
    /// Its value to a hundred bits, of a number or of zero; None where it is zero or there is none.
    pub precise: fn(Option<Real>) -> Option<Real>,
}

impl PartialEq for Elementary {
    fn eq(&self, other: &Elementary) -> bool {
        self.name == other.name
    }
}
impl Eq for Elementary {}

const fn row(name: &'static str, estimate: fn(f64) -> f64, precise: fn(Option<Real>) -> Option<Real>) -> Elementary {
    Elementary { name, estimate, precise }
}

/// The functions that the special function unit has too.
const UNIT: [(&str, Truth); 7] = [
    ("exp2", Truth::Exp2),
    ("log2", Truth::Log2),
    ("sin", Truth::Sine { later: 0 }),
    ("cos", Truth::Sine { later: 1 }),
    ("tanh", Truth::Tanh),
    ("sqrt", Truth::Root),
    ("rsqrt", Truth::ReciprocalRoot),
];

/// The others.
#[rustfmt::skip]
static ROWS: [Elementary; 21] = [
    row("exp",   libm::exp,   |x| x.map_or(one(), Real::exp)),
    row("exp10", exp10,       |x| x.map_or(one(), Real::exp10)),
    row("expm1", libm::expm1, |x| x?.expm1()),
    row("log",   libm::log,   |x| x?.log()),
    row("log10", libm::log10, |x| x?.log10()),
    row("log1p", libm::log1p, |x| x?.log1p()),
    row("tan",   libm::tan,   |x| x?.tan()),
    row("sinpi", |x| sine_of_quadrants(2.0 * x, 0), |x| twice(x?).sine_of_quadrants(0)),
    row("cospi", |x| sine_of_quadrants(2.0 * x, 1), |x| x.map_or(one(), |x| twice(x).sine_of_quadrants(1))),
    row("asin",  libm::asin,  |x| x?.asin()),
    row("acos",  libm::acos,  |x| x.map_or(one().and_then(Real::asin), Real::acos)),
    row("atan",  libm::atan,  |x| x?.atan()),
    row("sinh",  libm::sinh,  |x| x?.sinh()),
    row("cosh",  libm::cosh,  |x| x.map_or(one(), Real::cosh)),
    row("asinh", libm::asinh, |x| x?.asinh()),
    row("acosh", libm::acosh, |x| x?.acosh()),
    row("atanh", libm::atanh, |x| x?.atanh()),
    row("cbrt",  libm::cbrt,  |x| x?.cube_root()),
    row("rcbrt", |x| 1.0 / libm::cbrt(x), |x| x?.cube_root()?.reciprocal()),
    row("erf",   libm::erf,   |x| x?.erf()),
    row("erfc",  libm::erfc,  |x| x.map_or(one(), Real::erfc)),
];

fn one() -> Option<Real> {
    Real::new(false, 1, 0)
}

fn twice(x: Real) -> Real {
    Real { exponent: x.exponent + 1, ..x }
}

/// Every function, with its name.
pub fn all() -> impl Iterator<Item = (&'static str, Truth)> {
    UNIT.into_iter().chain(ROWS.iter().map(|row| (row.name, Truth::Elementary(row))))
}

/// The function that C calls so, with or without the `f` of singles.
#[must_use]
pub fn named(name: &str) -> Option<Truth> {
    let named = |name: &str| all().find(|(known, _)| *known == name).map(|(_, truth)| truth);
    named(name).or_else(|| named(name.strip_suffix('f')?))
}

/// 10^x of a single, as a product of two powers of two: the logarithm's first 29 bits times a single is exact, and what is left of it is so
/// small that its rounding does not count. The library's own is twice as far off as is allowed here.
fn exp10(x: f64) -> f64 {
    const HIGH: f64 = f64::from_bits(0x400a_934f_0900_0000);
    const LOW: f64 = f64::from_bits(0x3e2e_68dc_57f2_4960);
    libm::exp2(x * HIGH) * libm::exp2(x * LOW)
}
