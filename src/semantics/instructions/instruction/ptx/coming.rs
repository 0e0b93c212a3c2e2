//! Rows that run but are not read yet, of sections 9.7.4, 9.7.5 and cvt: a capture asks a chip about them.
//!
//! One that has its sentence, its examples and its oracles moves into the table of its instruction.

use super::since::{PTX_4_2, PTX_7_0, PTX_8_1, PTX_8_6};
use crate::instruction::{Meaning, Row, Target, form};

const NOBODY: &str = "no chip has been asked";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("add{.rn}{.ftz}{.sat}.f16x2  d, a, b").since(PTX_4_2, Target::SM_53).means(Meaning::Add, "").modelled(NOBODY),
    form("add{.rnd}{.sat}.f32.(f16|bf16)  d, a, c").typed("dc", "a").since(PTX_8_6, Target::SM_100).means(Meaning::Add, "").modelled(NOBODY),
    form("sub{.rn}{.ftz}{.sat}.f16x2  d, a, b").since(PTX_4_2, Target::SM_53).means(Meaning::Subtract, "").modelled(NOBODY),
    form("sub{.rnd}{.sat}.f32.(f16|bf16)  d, a, c").typed("dc", "a").since(PTX_8_6, Target::SM_100).means(Meaning::Subtract, "").modelled(NOBODY),
    form("mul{.rn}{.ftz}{.sat}.f16x2  d, a, b").since(PTX_4_2, Target::SM_53).means(Meaning::Multiply, "").modelled(NOBODY),
    form("fma.rn{.ftz}{.sat}.f16x2  d, a, b, c").since(PTX_4_2, Target::SM_53).means(Meaning::Fused, "").modelled(NOBODY),
    form("fma.rnd{.sat}.f32.(f16|bf16)  d, a, b, c").typed("dc", "ab").since(PTX_8_6, Target::SM_100).means(Meaning::Fused, "").modelled(NOBODY),
    form("min{.ftz}{.NaN}.f16x2  d, a, b").since(PTX_7_0, Target::SM_80).means(Meaning::Minimum, "").modelled(NOBODY),
    form("max{.ftz}{.NaN}.f16x2  d, a, b").since(PTX_7_0, Target::SM_80).means(Meaning::Maximum, "").modelled(NOBODY),
    form("cvt.rn.satfinite.(e4m3x2|e5m2x2).f32  d, a, b").since(PTX_8_1, Target::SM_89).means(Meaning::Convert, "").modelled(NOBODY),
];
