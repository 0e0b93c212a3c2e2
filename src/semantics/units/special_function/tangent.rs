//! MUFU.TANH, from sm_75 on: the hyperbolic tangent.
//!
//! MODELLED, all of it. Public are only the bound of PTX (2^-11 relative), that subnormals pass through, and the values at the
//! infinities. The model is the unit's usual quadratic on eight segments of each binade from 2^-13 to 8, far inside the bound; below,
//! the operand passes through, and above, the result is 1.

use super::Table;
use super::float::{Class, NAN, ONE, SIGN, SINGLE, normalise, special};
use super::interpolation::Path;
use super::stage::{Operand, SpecialCase, Stage};
use super::table::HYPERBOLIC_TANGENT;
use crate::trace::Recorder;

/// The data path of the modelled TANH.
pub const PATH: Path =
    Path { table: Table::HyperbolicTangent, low_bits: 17, square_shift: 0, c0_shift: 10, c2_shift: 3, added: 0x800, places: 36, shift: 0 };

/// The biased exponent of the smallest operand that the table covers, 2^-13.
const FIRST: i32 = 114;
/// The biased exponent from which the result is 1: operands of 8 and more.
const LAST: i32 = 130;

/// MUFU.TANH: the hyperbolic tangent of a float.
#[inline(always)]
pub fn tanh(bits: u32, recorder: &mut impl Recorder) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match SINGLE.class(bits) {
        Class::Nan => return special(bits, SpecialCase::Nan, NAN, recorder),
        Class::Infinity => return special(bits, SpecialCase::Infinity, sign | ONE, recorder),
        Class::Zero => return special(bits, SpecialCase::Zero, bits, recorder),
        Class::Subnormal => return special(bits, SpecialCase::PassedThrough, bits, recorder),
        Class::Normal { exponent, .. } if exponent < FIRST => return special(bits, SpecialCase::PassedThrough, bits, recorder),
        Class::Normal { exponent, .. } if exponent >= LAST => return special(bits, SpecialCase::Saturated, sign | ONE, recorder),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    let negative = sign != 0;
    let index = ((exponent - FIRST) as u32) << 20 | fraction >> 3;
    recorder.told(|| Stage::Operand(Operand { negative, exponent, bias: SINGLE.bias, index, index_bits: 24 }));
    let sum = PATH.interpolate(&HYPERBOLIC_TANGENT, index, recorder) as u64;
    let (exponent, significand) = normalise(sum, PATH.places, exponent - SINGLE.bias + 1, recorder);
    SINGLE.pack(negative, exponent, significand, recorder)
}
