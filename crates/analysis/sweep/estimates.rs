//! Functions as doubles within [`BOUND`](super::functions::BOUND), where the library has none or its own is too far off.
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::bigfloat::{BigFloat, real};
use std::f64::consts::{FRAC_2_PI, FRAC_2_SQRT_PI, FRAC_PI_2, LOG2_E, PI, SQRT_2};

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// e^(x²) · erfc x of a single, whose square is exact. From ten on, the continued fraction of `Real::erfcx`.
pub(super) fn erfcx(x: f64) -> f64 {
    // A NaN, which compares with nothing, goes through the fraction.
    if x < 10.0 {
        // Here the library's erfc is a difference.
        if (0.84375..1.25).contains(&x) {
            return real(x).and_then(BigFloat::erfcx).map_or(f64::NAN, BigFloat::to_f64);
        }
        return libm::exp(x * x) * libm::erfc(x);
    }
    let below = (1..=12).rev().fold(x, |below, k| x + 0.5 * f64::from(k) / below);
    FRAC_2_SQRT_PI / 2.0 / below
}

/// The x whose erfc is `rest`, with y = 1 - rest, both exact and y not negative: Winitzki's formula, which is within two thousandths, and
/// Halley's method three times, on whichever of erf and erfc loses nothing.
fn inverse_error(y: f64, rest: f64) -> f64 {
    const A: f64 = 0.147;
    if rest <= 0.0 || y.is_nan() {
        return if rest == 0.0 { f64::INFINITY } else { f64::NAN };
    }
    let log = libm::log(rest * (2.0 - rest));
    let b = 2.0 / (PI * A) + log / 2.0;
    let mut x = libm::sqrt(-log / A / (libm::sqrt(b * b - log / A) + b));
    for _ in 0..3 {
        let missing = if rest < 0.5 { libm::erfc(x) - rest } else { y - libm::erf(x) };
        let step = missing / (FRAC_2_SQRT_PI * libm::exp(-x * x));
        x += step / (1.0 - x * step);
    }
    x
}

/// The x with erf x = y, of a single.
pub(super) fn erfinv(y: f64) -> f64 {
    inverse_error(y.abs(), 1.0 - y.abs()).copysign(y)
}

/// The x with erfc x = y, of a single.
pub(super) fn erfcinv(y: f64) -> f64 {
    if y > 1.0 { -inverse_error(y - 1.0, 2.0 - y) } else { inverse_error(1.0 - y, y) }
}

/// Half of erfc(-x/√2) of a single: the quotient as a sum of two doubles, because the function doubles its error many times over.
pub(super) fn normcdf(x: f64) -> f64 {
    const HIGH: f64 = f64::from_bits(0x3fe6_a09e_6600_0000);
    const LOW: f64 = f64::from_bits(0x3e0f_cef3_2422_cbec);
    let (high, low) = (x * -HIGH, x * -LOW);
    let argument = high + low;
    if !argument.is_finite() {
        return if x.is_nan() { x } else { f64::from(u8::from(x > 0.0)) };
    }
    let rest = (high - argument) + low;
    0.5 * (libm::erfc(argument) - FRAC_2_SQRT_PI * libm::exp(-argument * argument) * rest)
}

/// The x with normcdf x = y, of a single.
pub(super) fn normcdfinv(y: f64) -> f64 {
    -SQRT_2 * erfcinv(2.0 * y)
}

/// cosh⁻¹ x. Of some numbers far below one the library's own is a number.
pub(super) fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

/// Γ(x) of a single: 1/x - γ close to zero, and else from the hundred bits, because the library's own is further off than is allowed here.
pub(super) fn tgamma(x: f64) -> f64 {
    match x {
        -1e-9..1e-9 => 1.0 / x - EULER,
        -172.0..171.6 => real(x).and_then(BigFloat::gamma).map_or(f64::NAN, BigFloat::to_f64),
        _ => libm::tgamma(x),
    }
}

/// ln |Γ(x)|. Below -2 the library takes a difference; where that cancels, the hundred bits are asked.
pub(super) fn lgamma(x: f64) -> f64 {
    let rough = libm::lgamma(x);
    if !(-64.0..-2.0).contains(&x) {
        return rough;
    }
    let taken = libm::lgamma(-x);
    if 2.0 * rough.abs() > taken + (rough + taken).abs() {
        return rough;
    }
    real(x).and_then(BigFloat::log_gamma).map_or(rough, BigFloat::to_f64)
}

/// I₀ or I₁ of a single, from the hundred bits: a sum of doubles would be further off than is allowed here.
pub(super) fn bessel(x: f64, order: u32) -> f64 {
    let sign = |value: f64| if order == 1 { value.copysign(x) } else { value };
    match real(x) {
        Some(own) if x.abs() < 128.0 => own.bessel(order).map_or(f64::NAN, BigFloat::to_f64),
        _ if x == 0.0 => sign(f64::from(1 - order)),
        _ if x.is_nan() => x,
        _ => sign(f64::INFINITY),
    }
}

/// Jₙ(x) of a single: close to zero a few terms of the series, else from the hundred bits.
pub(super) fn bessel_j(x: f64, order: u32) -> f64 {
    const NEAR: f64 = 1.0 / 4096.0;
    let square = x * x;
    match (order, real(x)) {
        (_, None) if x != 0.0 => {
            if x.is_nan() {
                x
            } else {
                0.0
            }
        }
        (0, _) if x.abs() < NEAR => 1.0 - square / 4.0 * (1.0 - square / 16.0),
        (1, _) if x.abs() < NEAR => x / 2.0 * (1.0 - square / 8.0 * (1.0 - square / 24.0)),
        (_, own) => own.and_then(|own| own.bessel_j(order)).map_or(0.0, BigFloat::to_f64),
    }
}

/// Yₙ(x) of a single, from the hundred bits but close to zero.
pub(super) fn bessel_y(x: f64, order: u32) -> f64 {
    const NEAR: f64 = 1e-9;
    match (order, real(x)) {
        (_, None) if x > 0.0 => 0.0,
        _ if x.is_nan() || x < 0.0 => f64::NAN,
        (_, None) => f64::NEG_INFINITY,
        (0, _) if x < NEAR => FRAC_2_PI * (libm::log(x / 2.0) + EULER),
        (1, _) if x < NEAR => -FRAC_2_PI / x,
        // What is beyond any format.
        (_, Some(own)) => own.bessel_y(order).map_or(f64::NEG_INFINITY, BigFloat::to_f64),
    }
}

/// The exponent of the leading one.
pub(super) fn logb(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x.is_finite() {
        f64::from(libm::ilogb(x))
    } else {
        x * x
    }
}

/// 10^x of a single, as a product of two powers of two: the logarithm's first 29 bits times a single is exact, and what is left of it is so
/// small that its rounding does not count. The library's own is twice as far off as is allowed here.
pub(super) fn exp10(x: f64) -> f64 {
    const HIGH: f64 = f64::from_bits(0x400a_934f_0900_0000);
    const LOW: f64 = f64::from_bits(0x3e2e_68dc_57f2_4960);
    libm::exp2(x * HIGH) * libm::exp2(x * LOW)
}

/// Half turns as quadrants, of which a number beyond 2^60 is a multiple of four.
#[inline(always)]
pub(super) fn half_turns(x: f64) -> f64 {
    if x.abs() < (1_u64 << 60) as f64 { 2.0 * x } else { x * 0.0 }
}

/// sin(π/2·(x + later)): the quadrant is taken off exactly, so that only a first-quadrant angle is rounded.
#[inline(always)]
pub(super) fn sine_of_quadrants(x: f64, later: u32) -> f64 {
    let mut magnitude = x.abs();
    if !magnitude.is_finite() {
        return f64::NAN;
    }
    if magnitude >= f64::from(1 << 26) {
        // Without whole turns, exactly.
        magnitude -= 4.0 * libm::floor(magnitude * 0.25);
    }
    let whole = magnitude as u32;
    let part = magnitude - f64::from(whole);
    let quadrant = whole + later;
    let u = if quadrant & 1 == 0 { part } else { 1.0 - part };
    let sine = if u > 0.5 { libm::cos((1.0 - u) * FRAC_PI_2) } else { libm::sin(u * FRAC_PI_2) };
    let negative = (quadrant & 2 != 0) ^ (later == 0 && x.is_sign_negative());
    if negative { -sine } else { sine }
}

/// tanh x. From a half on nothing cancels in (1 - E)/(1 + E) with E = 2^(-2·log2(e)·|x|), which is twice as fast.
#[inline(always)]
pub(super) fn tanh(x: f64) -> f64 {
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
pub(super) fn quadrants(x: f64) -> f64 {
    if x.abs() < 1.0 {
        return x.abs() * FRAC_2_PI;
    }
    match real(x).and_then(BigFloat::quadrants) {
        Some((whole, part)) => f64::from(whole) + (part >> 64) as f64 * 2f64.powi(-64),
        None => x.abs() * 0.0,
    }
}
