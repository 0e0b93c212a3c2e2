//! Halves and bfloat16 numbers beside singles: section 9.7.5.

use super::since::PTX_8_6;
use crate::instruction::{Meaning, Row, Target, form};

const ADD: &str = "Adds c to a, which is widened to a single first.";
const SUB: &str = "Subtracts c from a, which is widened to a single first.";
const FMA: &str = "Multiplies a and b, which are widened to singles first, adds c, and rounds once.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("add{.rnd}{.sat}.f32.(f16|bf16)  d, a, c").typed("dc", "a").since(PTX_8_6, Target::SM_100).means(Meaning::Add, ADD).documented("9.7.5.1"),
    form("sub{.rnd}{.sat}.f32.(f16|bf16)  d, a, c").typed("dc", "a").since(PTX_8_6, Target::SM_100).means(Meaning::Subtract, SUB).documented("9.7.5.2"),
    form("fma.rnd{.sat}.f32.(f16|bf16)  d, a, b, c").typed("dc", "ab").since(PTX_8_6, Target::SM_100).means(Meaning::Fused, FMA).documented("9.7.5.3"),
];
