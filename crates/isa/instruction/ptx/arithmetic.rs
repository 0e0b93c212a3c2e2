//! add, sub, mul, fma, mad: sections 9.7.3.3 to 9.7.3.7.

use super::since::{DIRECTED, FLUSH, FTZ_SINCE_1_4, PTX_1_0, PTX_1_3, PTX_1_4, PTX_2_0, PTX_3_1, PTX_8_6};
use crate::instruction::{Gate, Meaning, Modifier, Row, Target, form};

/// Directed rounding in single precision came with sm_20.
const SINGLE: &[Gate] = &[Gate { modifiers: DIRECTED, ptx: PTX_1_0, target: Target::SM_20 }, FTZ_SINCE_1_4];
/// Directed rounding in double precision came with sm_13.
const DOUBLE: &[Gate] = &[Gate { modifiers: DIRECTED, ptx: PTX_1_0, target: Target::SM_13 }];

const ADD: &str = "Adds a and b.";
const SUB: &str = "Subtracts b from a.";
const MUL: &str = "Multiplies a and b.";
const FMA: &str = "Multiplies a and b, adds c, and rounds once.";
const OLD_MAD: &str = "Multiplies a and b, cuts the product to 24 significant bits, and adds c.";

const NO_ROUNDING: &str = "mad.f32 needs a rounding modifier on sm_20 and higher. Up to PTX 3.1 the assembler takes it as .rn (3.1 warns); from PTX 3.2 on it refuses it.";
const LEGACY_MAD: &str = "Up to PTX 1.3 mad.f64 without a rounding modifier means mad.rn.f64.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("add{.rnd}{.ftz}{.sat}.f32  d, a, b").gates(SINGLE).means(Meaning::Add, ADD).documented("9.7.3.3"),
    form("add{.rnd}{.ftz}.f32x2  d, a, b").since(PTX_8_6, Target::SM_100).means(Meaning::Add, ADD).documented("9.7.3.3"),
    form("add{.rnd}.f64  d, a, b").manual_asks(Target::SM_13).gates(DOUBLE).means(Meaning::Add, ADD).documented("9.7.3.3"),

    form("sub{.rnd}{.ftz}{.sat}.f32  d, a, b").gates(SINGLE).means(Meaning::Subtract, SUB).documented("9.7.3.4"),
    form("sub{.rnd}{.ftz}.f32x2  d, a, b").since(PTX_8_6, Target::SM_100).means(Meaning::Subtract, SUB).documented("9.7.3.4"),
    form("sub{.rnd}.f64  d, a, b").manual_asks(Target::SM_13).gates(DOUBLE).means(Meaning::Subtract, SUB).documented("9.7.3.4"),

    form("mul{.rnd}{.ftz}{.sat}.f32  d, a, b").gates(SINGLE).means(Meaning::Multiply, MUL).documented("9.7.3.5"),
    form("mul{.rnd}{.ftz}.f32x2  d, a, b").since(PTX_8_6, Target::SM_100).means(Meaning::Multiply, MUL).documented("9.7.3.5"),
    form("mul{.rnd}.f64  d, a, b").manual_asks(Target::SM_13).gates(DOUBLE).means(Meaning::Multiply, MUL).documented("9.7.3.5"),

    form("fma.rnd{.ftz}{.sat}.f32  d, a, b, c").since(PTX_2_0, Target::SM_20).means(Meaning::Fused, FMA).documented("9.7.3.6"),
    form("fma.rnd{.ftz}.f32x2  d, a, b, c").since(PTX_8_6, Target::SM_100).means(Meaning::Fused, FMA).documented("9.7.3.6"),
    form("fma.rnd.f64  d, a, b, c").since(PTX_1_4, Target::SM_10).manual_asks(Target::SM_13).gates(DOUBLE).means(Meaning::Fused, FMA).documented("9.7.3.6"),

    form("mad{.ftz}{.sat}.f32  d, a, b, c").up_to(Target::SM_13).gates(FLUSH).means(Meaning::MultiplyAddTruncated, OLD_MAD).documented("9.7.3.7"),
    form("mad{.ftz}{.sat}.f32  d, a, b, c").since(PTX_2_0, Target::SM_20).until(PTX_3_1).implies(&[Modifier::Rn]).means(Meaning::Fused, FMA).documented("9.7.3.7").beyond_the_manual().note(PTX_2_0, NO_ROUNDING),
    form("mad.rnd{.ftz}{.sat}.f32  d, a, b, c").since(PTX_2_0, Target::SM_20).means(Meaning::Fused, FMA).documented("9.7.3.7"),
    form("mad.rnd.f64  d, a, b, c").manual_asks(Target::SM_13).gates(DOUBLE).means(Meaning::Fused, FMA).documented("9.7.3.7"),
    form("mad.f64  d, a, b, c").until(PTX_1_3).manual_asks(Target::SM_13).implies(&[Modifier::Rn]).means(Meaning::Fused, FMA).documented("9.7.3.7").note(PTX_1_0, LEGACY_MAD),
];
