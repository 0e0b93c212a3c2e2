//! Integers, logic, shifts, bit fields, extended precision and permutations: sections 9.7.1, 9.7.2, 9.7.8 and of 9.7.9 `prmt`.

use super::since::{PTX_1_2, PTX_2_0, PTX_3_0, PTX_3_1, PTX_4_3, PTX_5_0, PTX_7_6, PTX_8_0, PTX_9_2};
use crate::instruction::{Gate, Meaning, Modifier, ModifierSet, Row, Target, Type, form};
use crate::operation::Alu;

const fn row(syntax: &'static str, alu: Alu, section: &'static str) -> Row {
    form(syntax).means(Meaning::Alu(alu), alu.words()).documented(section)
}

/// Extended precision of 64 bits came later.
const LONG_SINCE_4_3: &[Gate] = &[Gate {
    modifiers: ModifierSet::of(&[Modifier::Type(0, Type::U64), Modifier::Type(0, Type::S64)]),
    ptx: PTX_4_3,
    target: Target::SM_20,
}];

/// The targets that clamp sums of other types than .s32, from PTX 9.2 on (ptxas 13.5.37).
const CLAMPING: &[Target] = &[Target::SM_107A, Target::SM_107F, Target::SM_120A, Target::SM_120F, Target::SM_121A, Target::SM_121F];
const CLAMPS: &str = "ptxas 13.5.37 takes .sat with this type; what it does is taken from .s32, of which the manual says that it clamps";

/// What the manual does not list, and a chip was asked.
const CHIP: &str = "the manual does not list it, ptxas takes it, and an H100 computes this (CUDA 13.0, driver 580.159.04)";
const CLAMPS_NOT: &str = "the manual does not list it, ptxas takes it, and an H100 does not clamp (CUDA 13.0, driver 580.159.04)";
const HALF: &str = "the manual does not list it, ptxas takes it, and an H100 takes the sign of the product for its upper half (CUDA 13.0, driver 580.159.04)";
const DAY: &str = "2026-11-26";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("add.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::Add, "9.7.1.1"),
    row("add.sat.s32  d, a, b", Alu::AddSaturating, "9.7.1.1"),
    row("add.(u16x2|s16x2)  d, a, b", Alu::AddPairs, "9.7.1.1").since(PTX_8_0, Target::SM_90),
    row("add.sat.u32  d, a, b", Alu::AddSaturating, "9.7.1.1").only(PTX_9_2, CLAMPING).inferred(CLAMPS).beyond_the_manual(),
    row("add.sat.(u16x2|s16x2)  d, a, b", Alu::AddSaturatingPairs, "9.7.1.1").only(PTX_9_2, CLAMPING).inferred(CLAMPS).beyond_the_manual(),
    row("sub.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::Subtract, "9.7.1.2"),
    row("sub.sat.s32  d, a, b", Alu::SubtractSaturating, "9.7.1.2"),
    row("mul.lo.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::MultiplyLow, "9.7.1.3"),
    row("mul.hi.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::MultiplyHigh, "9.7.1.3"),
    row("mul.wide.u16  d, a, b", Alu::MultiplyWide, "9.7.1.3").fixed(&[("d", Type::U32)]),
    row("mul.wide.s16  d, a, b", Alu::MultiplyWide, "9.7.1.3").fixed(&[("d", Type::S32)]),
    row("mul.wide.u32  d, a, b", Alu::MultiplyWide, "9.7.1.3").fixed(&[("d", Type::U64)]),
    row("mul.wide.s32  d, a, b", Alu::MultiplyWide, "9.7.1.3").fixed(&[("d", Type::S64)]),
    row("mad.lo.(u16|u32|u64|s16|s32|s64)  d, a, b, c", Alu::MadLow, "9.7.1.4"),
    row("mad.hi.(u16|u32|u64|s16|s32|s64)  d, a, b, c", Alu::MadHigh, "9.7.1.4"),
    row("mad.hi.sat.s32  d, a, b, c", Alu::MadHighSaturating, "9.7.1.4"),
    row("mad.wide.u16  d, a, b, c", Alu::MadWide, "9.7.1.4").fixed(&[("dc", Type::U32)]),
    row("mad.wide.s16  d, a, b, c", Alu::MadWide, "9.7.1.4").fixed(&[("dc", Type::S32)]),
    row("mad.wide.u32  d, a, b, c", Alu::MadWide, "9.7.1.4").fixed(&[("dc", Type::U64)]),
    row("mad.wide.s32  d, a, b, c", Alu::MadWide, "9.7.1.4").fixed(&[("dc", Type::S64)]),
    row("mul24.lo.(u32|s32)  d, a, b", Alu::Mul24Low, "9.7.1.5"),
    row("mul24.hi.(u32|s32)  d, a, b", Alu::Mul24High, "9.7.1.5"),
    row("mad24.lo.(u32|s32)  d, a, b, c", Alu::Mad24Low, "9.7.1.6"),
    row("mad24.hi.(u32|s32)  d, a, b, c", Alu::Mad24High, "9.7.1.6"),
    row("mad24.hi.sat.s32  d, a, b, c", Alu::Mad24HighSaturating, "9.7.1.6"),
    row("sad.(u16|u32|u64|s16|s32|s64)  d, a, b, c", Alu::AbsoluteDifference, "9.7.1.7"),
    row("div.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::Divide, "9.7.1.8"),
    row("rem.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::Remainder, "9.7.1.9"),
    row("abs.(s16|s32|s64)  d, a", Alu::AbsoluteValue, "9.7.1.10"),
    row("neg.(s16|s32|s64)  d, a", Alu::Negate, "9.7.1.11"),
    row("min.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::Minimum, "9.7.1.12"),
    row("min.relu.s32  d, a, b", Alu::MinimumRelu, "9.7.1.12").since(PTX_8_0, Target::SM_90),
    row("min.(u16x2|s16x2)  d, a, b", Alu::MinimumPairs, "9.7.1.12").since(PTX_8_0, Target::SM_90),
    row("min.relu.s16x2  d, a, b", Alu::MinimumReluPairs, "9.7.1.12").since(PTX_8_0, Target::SM_90),
    row("max.(u16|u32|u64|s16|s32|s64)  d, a, b", Alu::Maximum, "9.7.1.13"),
    row("max.relu.s32  d, a, b", Alu::MaximumRelu, "9.7.1.13").since(PTX_8_0, Target::SM_90),
    row("max.(u16x2|s16x2)  d, a, b", Alu::MaximumPairs, "9.7.1.13").since(PTX_8_0, Target::SM_90),
    row("max.relu.s16x2  d, a, b", Alu::MaximumReluPairs, "9.7.1.13").since(PTX_8_0, Target::SM_90),
    row("popc.(b32|b64)  d, a", Alu::PopulationCount, "9.7.1.14").since(PTX_2_0, Target::SM_20).fixed(&[("d", Type::U32)]),
    row("clz.(b32|b64)  d, a", Alu::LeadingZeros, "9.7.1.15").since(PTX_2_0, Target::SM_20).fixed(&[("d", Type::U32)]),
    row("bfind.(u32|s32|u64|s64)  d, a", Alu::FindHighest, "9.7.1.16").since(PTX_2_0, Target::SM_20).fixed(&[("d", Type::U32)]),
    row("bfind.shiftamt.(u32|s32|u64|s64)  d, a", Alu::FindShift, "9.7.1.16").since(PTX_2_0, Target::SM_20).fixed(&[("d", Type::U32)]),
    row("brev.(b32|b64)  d, a", Alu::Reverse, "9.7.1.18").since(PTX_2_0, Target::SM_20),
    row("bfe.(u32|s32|u64|s64)  d, a, b, c", Alu::ExtractField, "9.7.1.19").since(PTX_2_0, Target::SM_20).fixed(&[("bc", Type::U32)]),
    row("bfi.(b32|b64)  d, a, b, c, e", Alu::InsertField, "9.7.1.20").since(PTX_2_0, Target::SM_20).fixed(&[("ce", Type::U32)]),
    row("szext.clamp.(u32|s32)  d, a, b", Alu::ExtendClamped, "9.7.1.21").since(PTX_7_6, Target::SM_70).fixed(&[("b", Type::U32)]),
    row("szext.wrap.(u32|s32)  d, a, b", Alu::ExtendWrapped, "9.7.1.21").since(PTX_7_6, Target::SM_70).fixed(&[("b", Type::U32)]),
    row("bmsk.clamp.b32  d, a, b", Alu::MaskClamped, "9.7.1.22").since(PTX_7_6, Target::SM_70).fixed(&[("dab", Type::U32)]),
    row("bmsk.wrap.b32  d, a, b", Alu::MaskWrapped, "9.7.1.22").since(PTX_7_6, Target::SM_70).fixed(&[("dab", Type::U32)]),
    row("dp4a.u32.(u32|s32)  d, a, b, c", Alu::Dot4Unsigned, "9.7.1.23").since(PTX_5_0, Target::SM_61).typed(&["a", "dbc"]),
    row("dp4a.s32.(u32|s32)  d, a, b, c", Alu::Dot4Signed, "9.7.1.23").since(PTX_5_0, Target::SM_61).typed(&["dac", "b"]),
    row("dp2a.lo.u32.(u32|s32)  d, a, b, c", Alu::Dot2LowUnsigned, "9.7.1.24").since(PTX_5_0, Target::SM_61).typed(&["a", "dbc"]),
    row("dp2a.lo.s32.(u32|s32)  d, a, b, c", Alu::Dot2LowSigned, "9.7.1.24").since(PTX_5_0, Target::SM_61).typed(&["dac", "b"]),
    row("dp2a.hi.u32.(u32|s32)  d, a, b, c", Alu::Dot2HighUnsigned, "9.7.1.24").since(PTX_5_0, Target::SM_61).typed(&["a", "dbc"]),
    row("dp2a.hi.s32.(u32|s32)  d, a, b, c", Alu::Dot2HighSigned, "9.7.1.24").since(PTX_5_0, Target::SM_61).typed(&["dac", "b"]),

    row("add.cc.(u32|s32|u64|s64)  d, a, b", Alu::AddCarryOut, "9.7.2.1").since(PTX_1_2, Target::SM_10).gates(LONG_SINCE_4_3),
    row("addc.(u32|s32|u64|s64)  d, a, b", Alu::AddCarryIn, "9.7.2.2").since(PTX_1_2, Target::SM_10).gates(LONG_SINCE_4_3),
    row("addc.cc.(u32|s32|u64|s64)  d, a, b", Alu::AddCarryInOut, "9.7.2.2").since(PTX_1_2, Target::SM_10).gates(LONG_SINCE_4_3),
    row("sub.cc.(u32|s32|u64|s64)  d, a, b", Alu::SubtractBorrowOut, "9.7.2.3").since(PTX_1_2, Target::SM_10).gates(LONG_SINCE_4_3),
    row("subc.(u32|s32|u64|s64)  d, a, b", Alu::SubtractBorrowIn, "9.7.2.4").since(PTX_1_2, Target::SM_10).gates(LONG_SINCE_4_3),
    row("subc.cc.(u32|s32|u64|s64)  d, a, b", Alu::SubtractBorrowInOut, "9.7.2.4").since(PTX_1_2, Target::SM_10).gates(LONG_SINCE_4_3),
    row("mad.lo.cc.(u32|s32|u64|s64)  d, a, b, c", Alu::MadLowCarryOut, "9.7.2.5").since(PTX_3_0, Target::SM_20).gates(LONG_SINCE_4_3),
    row("mad.hi.cc.(u32|s32|u64|s64)  d, a, b, c", Alu::MadHighCarryOut, "9.7.2.5").since(PTX_3_0, Target::SM_20).gates(LONG_SINCE_4_3),
    row("madc.lo.(u32|s32|u64|s64)  d, a, b, c", Alu::MadLowCarryIn, "9.7.2.6").since(PTX_3_0, Target::SM_20).gates(LONG_SINCE_4_3),
    row("madc.lo.cc.(u32|s32|u64|s64)  d, a, b, c", Alu::MadLowCarryInOut, "9.7.2.6").since(PTX_3_0, Target::SM_20).gates(LONG_SINCE_4_3),
    row("madc.hi.(u32|s32|u64|s64)  d, a, b, c", Alu::MadHighCarryIn, "9.7.2.6").since(PTX_3_0, Target::SM_20).gates(LONG_SINCE_4_3),
    row("madc.hi.cc.(u32|s32|u64|s64)  d, a, b, c", Alu::MadHighCarryInOut, "9.7.2.6").since(PTX_3_0, Target::SM_20).gates(LONG_SINCE_4_3),

    row("addc.(u16|s16)  d, a, b", Alu::AddCarryIn, "9.7.2.2").since(PTX_1_2, Target::SM_10).measured(CHIP, DAY).beyond_the_manual(),
    row("addc.sat.s32  d, a, b", Alu::AddCarryInSaturating, "9.7.2.2").since(PTX_1_2, Target::SM_10).measured(CHIP, DAY).beyond_the_manual(),
    row("subc.sat.s32  d, a, b", Alu::SubtractBorrowInSaturating, "9.7.2.4").since(PTX_1_2, Target::SM_10).measured(CHIP, DAY).beyond_the_manual(),
    row("madc.hi.sat.s32  d, a, b, c", Alu::MadHighCarryIn, "9.7.2.6").since(PTX_3_0, Target::SM_20).measured(CLAMPS_NOT, DAY).beyond_the_manual(),
    row("subc.(u16|s16)  d, a, b", Alu::SubtractBorrowIn, "9.7.2.4").since(PTX_1_2, Target::SM_10).measured(CHIP, DAY).beyond_the_manual(),
    row("madc.lo.(u16|s16)  d, a, b, c", Alu::MadLowCarryIn, "9.7.2.6").since(PTX_3_0, Target::SM_20).measured(CHIP, DAY).beyond_the_manual(),
    row("madc.hi.(u16|s16)  d, a, b, c", Alu::MadHighCarryInShort, "9.7.2.6").since(PTX_3_0, Target::SM_20).measured(HALF, DAY).beyond_the_manual(),

    row("and.(b16|b32|b64)  d, a, b", Alu::And, "9.7.8.1"),
    row("and.pred  p, a, b", Alu::And, "9.7.8.1"),
    row("or.(b16|b32|b64)  d, a, b", Alu::Or, "9.7.8.2"),
    row("or.pred  p, a, b", Alu::Or, "9.7.8.2"),
    row("xor.(b16|b32|b64)  d, a, b", Alu::Xor, "9.7.8.3"),
    row("xor.pred  p, a, b", Alu::Xor, "9.7.8.3"),
    row("not.(b16|b32|b64)  d, a", Alu::Not, "9.7.8.4"),
    row("not.pred  p, a", Alu::Not, "9.7.8.4"),
    row("cnot.(b16|b32|b64)  d, a", Alu::LogicalNot, "9.7.8.5"),
    row("lop3.b32  d, a, b, c, immLut", Alu::Lop3, "9.7.8.6").since(PTX_4_3, Target::SM_50),
    row("shf.l.clamp.b32  d, a, b, c", Alu::FunnelLeftClamped, "9.7.8.7").since(PTX_3_1, Target::SM_32).fixed(&[("c", Type::U32)]),
    row("shf.l.wrap.b32  d, a, b, c", Alu::FunnelLeftWrapped, "9.7.8.7").since(PTX_3_1, Target::SM_32).fixed(&[("c", Type::U32)]),
    row("shf.r.clamp.b32  d, a, b, c", Alu::FunnelRightClamped, "9.7.8.7").since(PTX_3_1, Target::SM_32).fixed(&[("c", Type::U32)]),
    row("shf.r.wrap.b32  d, a, b, c", Alu::FunnelRightWrapped, "9.7.8.7").since(PTX_3_1, Target::SM_32).fixed(&[("c", Type::U32)]),
    row("shl.(b16|b32|b64)  d, a, b", Alu::ShiftLeft, "9.7.8.8").fixed(&[("b", Type::U32)]),
    row("shr.(b16|b32|b64|u16|u32|u64)  d, a, b", Alu::ShiftRight, "9.7.8.9").fixed(&[("b", Type::U32)]),
    row("shr.(s16|s32|s64)  d, a, b", Alu::ShiftRightSigned, "9.7.8.9").fixed(&[("b", Type::U32)]),

    row("prmt.b32  d, a, b, c", Alu::Permute, "9.7.9.7").since(PTX_2_0, Target::SM_20),
    row("prmt.b32.f4e  d, a, b, c", Alu::PermuteForward, "9.7.9.7").since(PTX_2_0, Target::SM_20),
    row("prmt.b32.b4e  d, a, b, c", Alu::PermuteBackward, "9.7.9.7").since(PTX_2_0, Target::SM_20),
    row("prmt.b32.rc8  d, a, b, c", Alu::PermuteReplicate8, "9.7.9.7").since(PTX_2_0, Target::SM_20),
    row("prmt.b32.ecl  d, a, b, c", Alu::PermuteClampLeft, "9.7.9.7").since(PTX_2_0, Target::SM_20),
    row("prmt.b32.ecr  d, a, b, c", Alu::PermuteClampRight, "9.7.9.7").since(PTX_2_0, Target::SM_20),
    row("prmt.b32.rc16  d, a, b, c", Alu::PermuteReplicate16, "9.7.9.7").since(PTX_2_0, Target::SM_20),
];
