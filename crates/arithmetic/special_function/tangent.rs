//! MUFU.TANH, from sm_75 on: the hyperbolic tangent.
//!
//! Nobody has published it. An H100 was asked all 2^32 operands, and this is what its answers are: operands below 2^-8 pass through, from 8 on
//! the result is 1, and between them each binade has one to sixteen segments of the unit's usual quadratic. The position in a segment has 17
//! bits; what lies below them is ignored, and nothing is added for rounding.

use super::Table;
use super::float::{Class, NAN, ONE, SIGN, SINGLE, normalise, special};
use super::interpolation::Path;
use super::stage::{Operand, SpecialCase, Stage};
use super::tangent_table::HYPERBOLIC_TANGENT;
use crate::trace::Recorder;

/// The data path of TANH in `[1, 2)`; the last place of the sum is another one in other binades.
pub const PATH: Path =
    Path { table: Table::HyperbolicTangent, low_bits: 17, square_shift: 0, c0_shift: 15, c2_shift: 1, added: 0, places: 37, shift: 0 };

/// The biased exponent of the smallest operand that the table covers, 2^-8.
const FIRST: i32 = 119;
/// The biased exponent from which the result is 1: operands of 8 and more.
const LAST: i32 = 130;

/// A binade: its first row, how many segments it has as a power of two, and the places of the sum.
struct Binade(u32, u32, u32);

/// The binades from `[2^-8, 2^-7)` to `[4, 8)`.
static BINADES: [Binade; (LAST - FIRST) as usize] = [
    Binade(0, 0, 39),
    Binade(1, 0, 39),
    Binade(2, 0, 38),
    Binade(3, 1, 38),
    Binade(5, 1, 37),
    Binade(7, 2, 38),
    Binade(11, 2, 37),
    Binade(15, 2, 36),
    Binade(19, 3, 37),
    Binade(27, 4, 39),
    Binade(43, 3, 37),
];

/// MUFU.TANH: the hyperbolic tangent of a float.
#[inline(always)]
pub fn tanh(bits: u32, recorder: &mut impl Recorder) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match SINGLE.class(bits) {
        Class::Nan => return special(bits, SpecialCase::Nan, NAN, recorder),
        Class::Infinity => return special(bits, SpecialCase::Infinity, sign | ONE, recorder),
        Class::Zero => return special(bits, SpecialCase::Zero, bits, recorder),
        Class::Subnormal => return special(bits, SpecialCase::PassedThrough, bits, recorder),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    let Some(&Binade(first, segments, places)) = usize::try_from(exponent - FIRST).ok().and_then(|binade| BINADES.get(binade)) else {
        let (case, result) = if exponent < FIRST { (SpecialCase::PassedThrough, bits) } else { (SpecialCase::Saturated, sign | ONE) };
        return special(bits, case, result, recorder);
    };
    let negative = sign != 0;
    let index = (first << PATH.low_bits) + (fraction >> (SINGLE.fraction_bits - PATH.low_bits - segments));
    recorder.told(|| Stage::Operand(Operand { negative, exponent, bias: SINGLE.bias, index, index_bits: 23 }));
    let sum = Path { places, ..PATH }.interpolate(&HYPERBOLIC_TANGENT, index, recorder) as u64;
    let (exponent, significand) = normalise(sum, places, 0, recorder);
    SINGLE.pack(negative, exponent, significand, recorder)
}
