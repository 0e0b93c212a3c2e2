//! abs, neg, min, max: sections 9.7.3.9 to 9.7.3.12.

use super::since::{FLUSH, FTZ_SINCE_1_4, PTX_7_0, PTX_7_2, PTX_8_8};
use crate::instruction::{Gate, Meaning, Modifier, ModifierSet, Row, Target, form};

/// `.NaN` came with sm_80, `.xorsign.abs` with sm_86.
const COMPARE: &[Gate] = &[
    FTZ_SINCE_1_4,
    Gate { modifiers: ModifierSet::only(Modifier::NaN), ptx: PTX_7_0, target: Target::SM_80 },
    Gate { modifiers: ModifierSet::of(&[Modifier::Xorsign, Modifier::Abs]), ptx: PTX_7_2, target: Target::SM_86 },
];

const ABS: &str = "Clears the sign of a.";
const NEG: &str = "Turns the sign of a over.";
const MIN: &str = "Takes the smallest operand; -0 is smaller than +0.";
const MAX: &str = "Takes the largest operand; +0 is larger than -0.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("abs{.ftz}.f32  d, a").gates(FLUSH).means(Meaning::AbsoluteValue, ABS).documented("9.7.3.9"),
    form("abs.f64  d, a").manual_asks(Target::SM_13).means(Meaning::AbsoluteValue, ABS).documented("9.7.3.9"),

    form("neg{.ftz}.f32  d, a").gates(FLUSH).means(Meaning::Negate, NEG).documented("9.7.3.10"),
    form("neg.f64  d, a").manual_asks(Target::SM_13).means(Meaning::Negate, NEG).documented("9.7.3.10"),

    form("min{.ftz}{.NaN}{.xorsign.abs}.f32  d, a, b").gates(COMPARE).means(Meaning::Minimum, MIN).documented("9.7.3.11"),
    form("min{.ftz}{.NaN}{.abs}.f32  d, a, b, c").since(PTX_8_8, Target::SM_100).means(Meaning::Minimum, MIN).documented("9.7.3.11"),
    form("min.f64  d, a, b").manual_asks(Target::SM_13).means(Meaning::Minimum, MIN).documented("9.7.3.11"),

    form("max{.ftz}{.NaN}{.xorsign.abs}.f32  d, a, b").gates(COMPARE).means(Meaning::Maximum, MAX).documented("9.7.3.12"),
    form("max{.ftz}{.NaN}{.abs}.f32  d, a, b, c").since(PTX_8_8, Target::SM_100).means(Meaning::Maximum, MAX).documented("9.7.3.12"),
    form("max.f64  d, a, b").manual_asks(Target::SM_13).means(Meaning::Maximum, MAX).documented("9.7.3.12"),
];
