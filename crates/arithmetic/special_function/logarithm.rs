//! MUFU.LG2: the logarithm to base two.

use super::Table;
use super::float::{Class, INFINITY, NAN, ONE, SIGN, SINGLE, normalise, special};
use super::interpolation::Path;
use super::stage::{IntegerPart, Operand, SpecialCase, Stage};
use super::table::LOGARITHM;
use crate::trace::Recorder;

/// The data path of LG2: two places are cut off, and 36 fraction bits stay until the exponent has joined.
pub const PATH: Path =
    Path { table: Table::Logarithm, low_bits: 17, square_shift: 0, c0_shift: 12, c2_shift: 1, added: 0x3345, places: 38, shift: 2 };

/// MUFU.LG2: the logarithm to base two of a float.
///
/// The exponent is added to the interpolated fraction in fixed point. A negative sum is turned by ones' complement, a last place
/// short of its magnitude, and what lies below the significand is cut off.
#[inline(always)]
pub fn lg2(bits: u32, recorder: &mut impl Recorder) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match SINGLE.class(bits) {
        Class::Nan => return special(bits, SpecialCase::Nan, NAN, recorder),
        Class::Zero => return special(bits, SpecialCase::Zero, SIGN | INFINITY, recorder),
        Class::Subnormal => return special(bits, SpecialCase::Subnormal, SIGN | INFINITY, recorder),
        _ if sign != 0 => return special(bits, SpecialCase::Negative, NAN, recorder),
        Class::Infinity => return special(bits, SpecialCase::Infinity, bits, recorder),
        Class::Normal { .. } if bits == ONE => return special(bits, SpecialCase::Exact, 0, recorder),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    recorder.told(|| Stage::Operand(Operand { negative: false, exponent, bias: SINGLE.bias, index: fraction, index_bits: 23 }));
    let places = PATH.places - PATH.shift;
    let logarithm = PATH.interpolate(&LOGARITHM, fraction, recorder);
    let integer = exponent - SINGLE.bias;
    let sum = logarithm + (i64::from(integer) << places);
    let negative = sum < 0;
    let magnitude = (if negative { !sum } else { sum }) as u64;
    recorder.told(|| Stage::IntegerPart(IntegerPart { fraction: logarithm, integer, places, sum, magnitude }));
    let (exponent, significand) = normalise(magnitude, places, 0, recorder);
    SINGLE.pack(negative, exponent, significand, recorder)
}
