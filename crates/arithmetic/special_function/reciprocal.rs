//! MUFU.RCP and MUFU.RCP64H: one over the operand.

use super::Table;
use super::float::{Class, DOUBLE_HIGH, Layout, NAN, SIGN, SINGLE};
use super::interpolation::Path;
use super::stage::{Operand, SpecialCase, Stage};
use super::table::RECIPROCAL;
use crate::trace::Recorder;

/// The data path of RCP. The position has 16 bits, so it is doubled for the 17-bit squarer.
pub const PATH: Path =
    Path { table: Table::Reciprocal, low_bits: 16, square_shift: 1, c0_shift: 13, c2_shift: 0, added: 0x47e7, places: 39, shift: 15 };

/// MUFU.RCP: the reciprocal of a float.
#[inline(always)]
pub fn rcp(bits: u32, recorder: &mut impl Recorder) -> u32 {
    reciprocal(SINGLE, bits, recorder)
}

/// MUFU.RCP64H: the high word of the reciprocal of a double, from its high word.
///
/// The text promises "close to 2^-20" and nothing more. The 20-bit fraction goes through the path of RCP, and the result is cut to 20 bits,
/// which gives 2^-20.04, and on every operand the bits of an H100.
#[inline(always)]
pub fn rcp64h(bits: u32, recorder: &mut impl Recorder) -> u32 {
    reciprocal(DOUBLE_HIGH, bits, recorder)
}

#[inline(always)]
fn reciprocal(layout: Layout, bits: u32, recorder: &mut impl Recorder) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match layout.class(bits) {
        Class::Nan => return layout.special(bits, SpecialCase::Nan, NAN, recorder),
        Class::Infinity => return layout.special(bits, SpecialCase::Infinity, sign, recorder),
        Class::Zero => return layout.special(bits, SpecialCase::Zero, sign | layout.infinity(), recorder),
        Class::Subnormal => return layout.special(bits, SpecialCase::Subnormal, sign | layout.infinity(), recorder),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    let narrower = 23 - layout.fraction_bits;
    let index = fraction << narrower;
    let negative = sign != 0;
    recorder.told(|| Stage::Operand(Operand { negative, exponent, bias: layout.bias, index, index_bits: 23 }));
    let value = PATH.interpolate(&RECIPROCAL, index, recorder) as u32;
    layout.pack(negative, 2 * layout.bias - 1 - exponent, value >> narrower, recorder)
}
