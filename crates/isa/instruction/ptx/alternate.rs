//! Four narrow numbers at once: the section of PTX ISA 9.4 on alternate floating point (9.7.6, where 9.1 has comparisons).
//!
//! Operands may be of several formats; nothing is rounded before the sum or the product, which is rounded to one of 8 bits.

use super::since::PTX_9_4;
use crate::instruction::{Meaning, Row, Target, form};

const ADD: &str = "Adds the four numbers of c to those of a and rounds each sum to 8 bits.";
const SUB: &str = "Subtracts the four numbers of c from those of a and rounds each difference to 8 bits.";
const MUL: &str = "Multiplies the four numbers of a by those of c and rounds each product to 8 bits.";
const FMA: &str = "Multiplies the four numbers of a by those of b, adds those of c, and rounds each once, to 8 bits.";

const fn alternate(syntax: &'static str, letters: &'static [&'static str], meaning: Meaning, summary: &'static str) -> Row {
    let only = &[Target::SM_100A, Target::SM_103A];
    form(syntax).typed(letters).only(PTX_9_4, only).means(meaning, summary).documented("PTX ISA 9.4 on alternate floating point")
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    alternate("add{.rn}{.satfinite}.(e4m3x4|e5m2x4).atype  d, a, c", &["dc", "a"], Meaning::Add, ADD),
    alternate("sub{.rn}{.satfinite}.(e4m3x4|e5m2x4).atype  d, a, c", &["dc", "a"], Meaning::Subtract, SUB),
    alternate("mul{.rn}{.satfinite}.(e4m3x4|e5m2x4).atype.ctype  d, a, c", &["d", "a", "c"], Meaning::Multiply, MUL),
    alternate("fma{.rn}{.satfinite}.(e4m3x4|e5m2x4).atype.btype  d, a, b, c", &["dc", "a", "b"], Meaning::Fused, FMA),
];
