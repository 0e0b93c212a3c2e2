//! Functions of several numbers: an operand of their sweeps is a seed, from which finite numbers are made.
//!
//! Numbers of an even seed are any finite ones; those of an odd seed lie between 2^-16 and 2^16, where most functions do most.

use super::bigfloat::{BigFloat, real};
use super::elementary::PI;
use crate::number::{Encoding, F32, Format, Random};

/// The most numbers that one seed gives.
pub const MOST: usize = 5;

/// A salt for each of them.
const SALTS: [u64; MOST] =
    [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x8cb9_2ba7_2f3d_8dd7, 0xaaaa_aaaa_aaaa_aaab, 0xf135_7aea_2e62_a9c5];

/// The bits of a seed's pair.
#[inline]
#[must_use]
pub fn pair(seed: u32) -> [u32; 2] {
    [0, 1].map(|which| single(seed, which))
}

/// The bits of one of a seed's pair.
#[inline(always)]
#[must_use]
pub fn single(seed: u32, which: usize) -> u32 {
    // The last steps of MurmurHash3, which send every seed to another number.
    let mut bits = seed ^ [0x9e37_79b9_u32, 0x7f4a_7c15][which & 1];
    bits = (bits ^ bits >> 16).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ bits >> 13).wrapping_mul(0xc2b2_ae35);
    bits ^= bits >> 16;
    let exponent = bits >> 23 & 0xff;
    let exponent = match seed & 1 {
        1 => 111 + exponent % 32,
        // What would be infinite or a NaN is the largest binade.
        _ => exponent.min(0xfe),
    };
    bits & 0x807f_ffff | exponent << 23
}

/// The bits of one of a seed's numbers in a format. Those of integers, and of formats without infinities, are any; integers of an odd seed
/// have eight bits.
pub fn seeded(format: &Format, seed: u32, which: usize) -> u64 {
    if *format == *F32::ROW && which < 2 {
        return single(seed, which).into();
    }
    let salt = SALTS[which % SALTS.len()];
    // Every seed goes to another number.
    let word = Random::mixed(u64::from(seed).wrapping_add(1).wrapping_mul(salt));
    let bits = word >> (64 - format.width());
    if !format.is_floating() || format.encoding != Encoding::Ieee {
        return if seed & 1 == 1 && format.width() > 8 { bits & 0xff } else { bits };
    }
    let (fraction, most) = (format.fraction_bits, format.exponent_mask() >> format.fraction_bits);
    let exponent = bits >> fraction & most;
    let low = (format.bias - 16).max(1) as u64;
    let exponent = match seed & 1 {
        1 => low + exponent % 32.min(most - low),
        // What would be infinite or a NaN is the largest binade.
        _ => exponent.min(most - 1),
    };
    bits & !(most << fraction) | exponent << fraction
}

/// The order of a Bessel function, below 128: the last bits of the first float, which a kernel takes alike.
pub(super) fn order(n: f64) -> u32 {
    (n as f32).to_bits() & 127
}

pub(super) fn sum(x: f64, y: f64) -> Option<BigFloat> {
    match (real(x), real(y)) {
        (Some(x), Some(y)) => x.plus(y),
        (x, y) => x.or(y),
    }
}

pub(super) fn hypot(x: f64, y: f64) -> Option<BigFloat> {
    let square = |x: f64| real(x).map(|x| x.times(x));
    match (square(x), square(y)) {
        (Some(x), Some(y)) => x.plus(y)?.root(),
        (x, y) => x.or(y)?.root(),
    }
}

/// The angle of a point, y first as in C.
pub(super) fn atan2(y: f64, x: f64) -> Option<BigFloat> {
    let signed = |angle: BigFloat| BigFloat { negative: y.is_sign_negative(), ..angle };
    let magnitude = |x: f64| real(x.abs());
    let (Some(y), Some(across)) = (magnitude(y), magnitude(x)) else {
        // On an axis: nothing, half a turn, or a quarter.
        return match (y == 0.0, x.is_sign_negative()) {
            (true, false) => None,
            (true, true) => Some(signed(PI)),
            (false, _) => Some(signed(PI.shifted(-1))),
        };
    };
    let angle = y.over(across)?.atan()?;
    Some(signed(if x < 0.0 { PI.plus(angle.negated())? } else { angle }))
}

/// x^y as a power of two; of a negative x where y is whole.
pub(super) fn pow(x: f64, y: f64) -> Option<BigFloat> {
    let (Some(base), Some(power)) = (real(x), real(y)) else {
        return if y == 0.0 { BigFloat::new(false, 1, 0) } else { None };
    };
    let whole = libm::trunc(y) == y;
    if base.negative && !whole {
        return None;
    }
    let odd = whole && libm::fmod(y, 2.0) != 0.0;
    let log = BigFloat { negative: false, ..base }.log();
    let value = log.map_or(BigFloat::new(false, 1, 0), |log| log.times(BigFloat::LOG2_E).times(power).exp2())?;
    Some(BigFloat { negative: base.negative && odd, ..value })
}
