//! RRO and the words it makes: a float brought into the fixed-point form that MUFU.SIN, COS and EX2 take.
//!
//! The word is NVIDIA's "special 1.1.7.23 format": sign, special flag (bit 30), 7-bit integer, 23-bit fraction. Everything is cut off,
//! never rounded. From sm_70 on there is no RRO and MUFU takes a float: the program multiplies a sine's angle by 1/2π (0x3e22f983,
//! rounded towards zero), and the unit makes the word itself, from turns. That last step is inferred: it was seen in no hardware test.

use super::float::{Class, SIGN, SINGLE, special};
use super::stage::{Reduction, SpecialCase, Stage};
use crate::trace::Recorder;

/// Bit 30: the word stands for an infinity or a NaN.
pub const SPECIAL: u32 = 0x4000_0000;
/// Beside the special flag: an infinity, not a NaN.
pub const SPECIAL_INFINITY: u32 = 0x0080_0000;
/// 2/π·2^24, rounded: RRO.SINCOS knows no more of π than this, so its error grows with the operand.
pub const TWO_OVER_PI: u32 = 0xa2_f983;
/// 1/2π as a float, by which programs for sm_70 and later multiply an angle.
pub const TURNS: u32 = 0x3e22_f983;

/// The bits of a word that hold a quadrant and its fraction.
const QUADRANT_BITS: u32 = 25;
/// The bits of a word that hold an integer and its fraction.
const INTEGER_BITS: u32 = 30;

/// RRO.SINCOS: an angle in radians as quadrants (quarter turns), modulo four.
#[inline(always)]
pub fn rro_sincos(bits: u32, recorder: &mut impl Recorder) -> u32 {
    reduce(bits, TWO_OVER_PI, 16, -8, QUADRANT_BITS, recorder)
}

/// RRO.EX2: an exponent as integer and fraction; 128 and more count as infinity.
#[inline(always)]
pub fn rro_ex2(bits: u32, recorder: &mut impl Recorder) -> u32 {
    if (bits & !SIGN) >= 0x4300_0000 && (bits & !SIGN) <= 0x7f80_0000 {
        return special(bits, SpecialCase::Infinity, bits & SIGN | SPECIAL | SPECIAL_INFINITY, recorder);
    }
    reduce(bits, 1, 0, 0, INTEGER_BITS, recorder)
}

/// What MUFU.SIN and MUFU.COS of sm_70 and later make of a float that counts turns: quadrants, modulo four.
#[inline(always)]
pub fn turns(bits: u32, recorder: &mut impl Recorder) -> u32 {
    reduce(bits, 1, 0, 2, QUADRANT_BITS, recorder)
}

/// `significand · constant`, cut by `drop` places, moved by the exponent plus `scale`, and the low `kept` bits under the sign.
#[inline(always)]
fn reduce(bits: u32, constant: u32, drop: u32, scale: i32, kept: u32, recorder: &mut impl Recorder) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match SINGLE.class(bits) {
        Class::Nan => return special(bits, SpecialCase::Nan, sign | SPECIAL, recorder),
        Class::Infinity => return special(bits, SpecialCase::Infinity, sign | SPECIAL | SPECIAL_INFINITY, recorder),
        Class::Zero => return special(bits, SpecialCase::Zero, sign, recorder),
        Class::Subnormal => return special(bits, SpecialCase::Subnormal, sign, recorder),
        Class::Normal { exponent, fraction } => (exponent - SINGLE.bias, fraction),
    };
    let significand = fraction | 1 << 23;
    let product = u64::from(significand) * u64::from(constant);
    let shift = exponent + scale;
    // Beyond 31 places to the left none of the kept bits is left of the product's own, and beyond 63 to the right nothing remains.
    let moved = if shift >= 0 { (product >> drop) << shift.min(31) } else { (product >> drop) >> (-shift).min(63) };
    let word = sign | (moved as u32 & ((1 << kept) - 1));
    recorder
        .told(|| Stage::Reduction(Reduction { operand: bits, significand, exponent, constant, product, dropped: drop, shift, kept, word }));
    word
}
