//! MUFU.RSQ, MUFU.RSQ64H and MUFU.SQRT: the reciprocal square root and the square root.
//!
//! Both split the exponent: its low bit joins the fraction as the top bit of a 24-bit index, so that the tables cover `[1, 4)`, and
//! the rest is halved. A power of four has an exact result, which the table is not asked for.

use super::Table;
use super::float::{Class, DOUBLE_HIGH, Layout, NAN, SIGN, SINGLE, special};
use super::interpolation::Path;
use super::listener::Listener;
use super::stage::{Operand, SpecialCase, Stage};
use super::table::{RECIPROCAL_SQUARE_ROOT, SQUARE_ROOT};

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

/// The data path of the modelled SQRT. The added constant is that of RSQ, half a last place: the greatest error is then 0.81 ulp.
pub const ROOT_PATH: Path =
    Path { table: Table::SquareRoot, low_bits: 17, square_shift: 0, c0_shift: 14, c2_shift: 0, added: 0x7fff, places: 40, shift: 16 };

/// MUFU.RSQ: one over the square root of a float.
#[inline(always)]
pub fn rsq(bits: u32, listener: &mut impl Listener) -> u32 {
    reciprocal_root(SINGLE, bits, listener)
}

/// MUFU.RSQ64H: the high word of one over the square root of a double, from its high word.
///
/// MODELLED, as RCP64H is: the 20-bit fraction through the path of RSQ, the result cut to 20 bits.
#[inline(always)]
pub fn rsq64h(bits: u32, listener: &mut impl Listener) -> u32 {
    reciprocal_root(DOUBLE_HIGH, bits, listener)
}

#[inline(always)]
fn reciprocal_root(layout: Layout, bits: u32, listener: &mut impl Listener) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match layout.class(bits) {
        Class::Nan => return layout.special(bits, SpecialCase::Nan, NAN, listener),
        Class::Zero => return layout.special(bits, SpecialCase::Zero, sign | layout.infinity(), listener),
        Class::Subnormal => return layout.special(bits, SpecialCase::Subnormal, sign | layout.infinity(), listener),
        _ if sign != 0 => return layout.special(bits, SpecialCase::Negative, NAN, listener),
        Class::Infinity => return layout.special(bits, SpecialCase::Infinity, 0, listener),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    let narrower = 23 - layout.fraction_bits;
    let (index, half) = split(layout, exponent, fraction << narrower, listener);
    if index == 0 {
        let power = ((layout.bias - half) as u32) << layout.fraction_bits;
        return layout.special(bits, SpecialCase::Exact, power, listener);
    }
    let value = RECIPROCAL_PATH.interpolate(&RECIPROCAL_SQUARE_ROOT, index, listener) as u32;
    layout.pack(false, layout.bias - 1 - half, value >> narrower, listener)
}

/// MUFU.SQRT: the square root of a float, on SM52 and later (SM50 has no such operation; its compiler takes RCP of RSQ).
///
/// MODELLED: the table is derived as the silicon tables are, but no public source shows the chip's own. It stays inside the 2^-23
/// relative error that PTX documents for sqrt.approx.
#[inline(always)]
pub fn sqrt(bits: u32, listener: &mut impl Listener) -> u32 {
    let sign = bits & SIGN;
    let (exponent, fraction) = match SINGLE.class(bits) {
        Class::Nan => return special(bits, SpecialCase::Nan, NAN, listener),
        Class::Zero => return special(bits, SpecialCase::Zero, sign, listener),
        Class::Subnormal => return special(bits, SpecialCase::Subnormal, sign, listener),
        _ if sign != 0 => return special(bits, SpecialCase::Negative, NAN, listener),
        Class::Infinity => return special(bits, SpecialCase::Infinity, bits, listener),
        Class::Normal { exponent, fraction } => (exponent, fraction),
    };
    let (index, half) = split(SINGLE, exponent, fraction, listener);
    if index == 0 {
        return special(bits, SpecialCase::Exact, ((SINGLE.bias + half) as u32) << 23, listener);
    }
    let value = ROOT_PATH.interpolate(&SQUARE_ROOT, index, listener) as u32;
    SINGLE.pack(false, SINGLE.bias + half, value, listener)
}

/// The 24-bit index of the tables and half the exponent, rounded down.
#[inline(always)]
fn split(layout: Layout, exponent: i32, fraction: u32, listener: &mut impl Listener) -> (u32, i32) {
    let unbiased = exponent - layout.bias;
    let index = fraction | ((unbiased & 1) as u32) << 23;
    listener.hear(|| Stage::Operand(Operand { negative: false, exponent, bias: layout.bias, index, index_bits: 24 }));
    (index, unbiased >> 1)
}
