//! MUFU.RSQ, MUFU.RSQ64H and MUFU.SQRT: the reciprocal square root and the square root.
//!
//! Both split the exponent: its low bit joins the fraction as the top bit of a 24-bit index, so that the tables cover `[1, 4)`, and
//! the rest is halved. A power of four has an exact reciprocal root, which the table is not asked for.

use super::Table;
use super::float::{Class, DOUBLE_HIGH, Layout, NAN, SIGN, SINGLE, special};
use super::interpolation::Path;
use super::root_table::SQUARE_ROOT;
use super::stage::{Operand, SpecialCase, Stage};
use super::table::RECIPROCAL_SQUARE_ROOT;
use crate::trace::Recorder;

/// The data path of RSQ.
pub const RECIPROCAL_PATH: Path = Path {
    table: Table::ReciprocalSquareRoot,
    low_bits: 17,
    square_shift: 0,
    c0_shift: 14,
    c2_shift: 2,
    added: 0x7fff,
    places: 40,
    shift: 16,
};

/// The data path of SQRT, as the table is to be read.
pub const ROOT_PATH: Path =
    Path { table: Table::SquareRoot, low_bits: 17, square_shift: 0, c0_shift: 15, c2_shift: 1, added: 0xffff, places: 40, shift: 17 };

/// MUFU.RSQ: one over the square root of a float.
#[inline(always)]
pub fn rsq(bits: u32, recorder: &mut impl Recorder) -> u32 {
    reciprocal_root(SINGLE, bits, recorder)
}

/// MUFU.RSQ64H: the high word of one over the square root of a double, from its high word.
///
/// As RCP64H: the 20-bit fraction through the path of RSQ, the result cut to 20 bits.
#[inline(always)]
pub fn rsq64h(bits: u32, recorder: &mut impl Recorder) -> u32 {
    reciprocal_root(DOUBLE_HIGH, bits, recorder)
}

#[inline(always)]
fn reciprocal_root(layout: Layout, bits: u32, recorder: &mut impl Recorder) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match layout.class(bits) {
        Class::Nan => return layout.special(bits, SpecialCase::Nan, NAN, recorder),
        Class::Zero => return layout.special(bits, SpecialCase::Zero, sign | layout.infinity(), recorder),
        Class::Subnormal => return layout.special(bits, SpecialCase::Subnormal, sign | layout.infinity(), recorder),
        _ if sign != 0 => return layout.special(bits, SpecialCase::Negative, NAN, recorder),
        Class::Infinity => return layout.special(bits, SpecialCase::Infinity, 0, recorder),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    let narrower = 23 - layout.fraction_bits;
    let (index, half) = split(layout, exponent, fraction << narrower, recorder);
    if index == 0 {
        let power = ((layout.bias - half) as u32) << layout.fraction_bits;
        return layout.special(bits, SpecialCase::Exact, power, recorder);
    }
    let value = RECIPROCAL_PATH.interpolate(&RECIPROCAL_SQUARE_ROOT, index, recorder) as u32;
    layout.pack(false, layout.bias - 1 - half, value >> narrower, recorder)
}

/// MUFU.SQRT: the square root of a float, on SM52 and later (SM50 has no such operation; its compiler takes RCP of RSQ).
///
/// The table and its path were fitted to chips of sm_6x to sm_75 (see `root_table`).
#[inline(always)]
pub fn sqrt(bits: u32, recorder: &mut impl Recorder) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match SINGLE.class(bits) {
        Class::Nan => return special(bits, SpecialCase::Nan, NAN, recorder),
        Class::Zero => return special(bits, SpecialCase::Zero, sign, recorder),
        Class::Subnormal => return special(bits, SpecialCase::Subnormal, sign, recorder),
        _ if sign != 0 => return special(bits, SpecialCase::Negative, NAN, recorder),
        Class::Infinity => return special(bits, SpecialCase::Infinity, bits, recorder),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    let (index, half) = split(SINGLE, exponent, fraction, recorder);
    let value = ROOT_PATH.interpolate(&SQUARE_ROOT, index, recorder) as u32;
    SINGLE.pack(false, SINGLE.bias + half, value, recorder)
}

/// The 24-bit index of the tables and half the exponent, rounded down.
#[inline(always)]
fn split(layout: Layout, exponent: i32, fraction: u32, recorder: &mut impl Recorder) -> (u32, i32) {
    let unbiased = exponent - layout.bias;
    let index = fraction | ((unbiased & 1) as u32) << 23;
    recorder.told(|| Stage::Operand(Operand { negative: false, exponent, bias: layout.bias, index, index_bits: 24 }));
    (index, unbiased >> 1)
}
