//! Doubles by their bits: powers of two, numbers scaled by them, halves.
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

/// Whether a magnitude below 2^51 is an integer: beside 2^52 a double has room for nothing less. No conversion to an integer is as quick.
#[inline(always)]
pub fn is_whole(value: f64) -> bool {
    const BESIDE: f64 = (3_u64 << 51) as f64;
    (value + BESIDE) - BESIDE == value
}

/// A half as a double: its 15 bits of exponent and fraction, moved to where a double has them, are its magnitude times 2^-1008.
pub fn half(bits: u32) -> f64 {
    let magnitude = match bits & 0x7fff {
        0x7c00 => f64::INFINITY,
        beyond @ 0x7c01.. => f64::from_bits(0x7ff0_0000_0000_0000 | u64::from(beyond) << 42),
        finite @ 0x0400.. => f64::from_bits((u64::from(finite) << 42) + (1008 << 52)),
        subnormal => f64::from(subnormal) * power(-24),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

/// `value · 2^exponent`, in two steps where the factor leaves a double's range.
#[inline(always)]
#[must_use]
pub fn scaled(value: f64, exponent: i32) -> f64 {
    if (-1022..=1023).contains(&exponent) {
        return value * power(exponent);
    }
    value * power(exponent / 2) * power(exponent - exponent / 2)
}

/// 2^exponent, for exponents of normal doubles; smaller ones count as the smallest.
#[inline(always)]
#[must_use]
pub fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent.max(-1022) + 1023) as u64) << 52)
}
