//! cvt between the scalar types, where a conversion of CUDA needs it: the manual's section on cvt, its forms without packing.
//!
//! The manual has one syntax line and rules in prose for what goes with what; here each group of types with the same rules is a row.
//! Which modifiers a pair of types takes was measured for all 144 pairs (ptxas 12.9.86, PTX 1.0 to 8.8, sm_50 to sm_100;
//! tests/data/nvidia/ptxas_cvt_heads.txt). What targets before sm_50 take is the manual's word.

use super::since::{FTZ_SINCE_1_4, PTX_1_0, PTX_7_0, PTX_7_1, PTX_7_8};
use crate::instruction::{Gate, Meaning, Modifier, ModifierSet, Row, Target, Type, Version, form};

/// `.ftz` where 64 bits or a byte stand beside a single is a word of PTX 1.5.
const PTX_1_5: Version = Version::new(1, 5);
const LATER_FTZ: Gate = Gate { modifiers: ModifierSet::only(Modifier::Ftz), ptx: PTX_1_5, target: Target::SM_10 };
const FTZ_SINCE_1_5: &[Gate] = &[LATER_FTZ];
const FTZ: &[Gate] = &[FTZ_SINCE_1_4];
/// Doubles came with sm_13.
const DOUBLE: Gate =
    Gate { modifiers: ModifierSet::of(&[Modifier::F64, Modifier::Type(1, Type::F64)]), ptx: PTX_1_0, target: Target::SM_13 };
/// ptxas 13.5.37 says so by name; 12.9.86 took `.ftz` here wherever it took the conversion.
const BRAIN_FTZ: &[Gate] = &[Gate { modifiers: ModifierSet::only(Modifier::Ftz), ptx: PTX_7_8, target: Target::SM_90 }];
const DOUBLES: &[Gate] = &[DOUBLE];
const LATER_FTZ_AND_DOUBLE: &[Gate] = &[LATER_FTZ, DOUBLE];
const FTZ_AND_DOUBLE: &[Gate] = &[FTZ_SINCE_1_4, DOUBLE];

const WIDTH: &str = "Gives an integer another width or signedness: low bits, or a sign or zero extension.";
const CLAMP: &str = "Gives an integer another width or signedness: low bits or an extension; with .sat it is clamped to the range instead.";
const TO_INTEGER: &str = "Rounds a number to an integer, clamped to the range of the type.";
const FROM_INTEGER: &str = "Converts an integer to a floating-point number, rounded once.";
const NARROW: &str = "Converts to a format that cannot hold every number, rounded once.";
const WIDEN: &str = "Converts to a format that holds every number exactly.";
const SAME: &str = "Copies a number; with an integer rounding it becomes a whole number.";
const COPY: &str = "Copies a single, flushed or clamped as the modifiers say.";
const WHOLE: &str = "Rounds a single to a whole number.";
const BRAIN: &str = "Converts from or to bfloat16; the assembler takes it with a rounding or without.";

const BRAIN_ROUNDING: &str = "The assembler takes a rounding here; without one it is .rn.";

const fn cvt(syntax: &'static str, summary: &'static str) -> Row {
    form(syntax).means(Meaning::Convert, summary).documented("9.7.9.21")
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    cvt("cvt.irnd{.ftz}{.sat}.(u8|u16|u32|s8|s16|s32).f32  d, a", TO_INTEGER).gates(FTZ),
    cvt("cvt.irnd{.ftz}{.sat}.(u64|s64).f32  d, a", TO_INTEGER).gates(FTZ_SINCE_1_5),
    cvt("cvt.irnd{.sat}.int.(f16|f64)  d, a", TO_INTEGER).gates(DOUBLES),
    cvt("cvt.irnd.(u16|u32|u64|s16|s32|s64).bf16  d, a", TO_INTEGER).since(PTX_7_8, Target::SM_90),

    cvt("cvt.rnd{.ftz}{.sat}.f32.(u16|u32|u64|s16|s32|s64)  d, a", FROM_INTEGER).gates(FTZ),
    cvt("cvt.rnd{.ftz}{.sat}.f32.(u8|s8)  d, a", FROM_INTEGER).gates(FTZ_SINCE_1_5),
    cvt("cvt.rnd{.sat}.(f16|f64).int  d, a", FROM_INTEGER).gates(DOUBLES),
    cvt("cvt.rnd.bf16.(u16|u32|u64|s16|s32|s64)  d, a", FROM_INTEGER).since(PTX_7_8, Target::SM_90),

    cvt("cvt.rnd{.ftz}{.sat}.f16.f32  d, a", NARROW).gates(FTZ),
    cvt("cvt.rnd{.ftz}{.sat}.f32.f64  d, a", NARROW).gates(FTZ_AND_DOUBLE),
    cvt("cvt.rnd{.sat}.f16.f64  d, a", NARROW).gates(DOUBLES),
    cvt("cvt{.ftz}{.sat}.f32.f16  d, a", WIDEN).gates(FTZ),
    cvt("cvt{.ftz}{.sat}.f64.f32  d, a", WIDEN).gates(LATER_FTZ_AND_DOUBLE),
    cvt("cvt{.sat}.f64.f16  d, a", WIDEN).gates(DOUBLES),
    cvt("cvt{.ftz}{.sat}.f32.f32  d, a", COPY).gates(FTZ),
    cvt("cvt.irnd{.ftz}{.sat}.f32.f32  d, a", WHOLE).gates(FTZ),
    cvt("cvt{.irnd}{.sat}.f16.f16  d, a", SAME),
    cvt("cvt{.irnd}{.sat}.f64.f64  d, a", SAME).gates(DOUBLES),

    cvt("cvt.rnd{.ftz}.bf16.f32  d, a", NARROW).since(PTX_7_0, Target::SM_80),
    cvt("cvt{.rnd}{.ftz}.f32.bf16  d, a", BRAIN).since(PTX_7_1, Target::SM_80).gates(BRAIN_FTZ).note(PTX_7_1, BRAIN_ROUNDING),
    cvt("cvt.rnd.bf16.f64  d, a", NARROW).since(PTX_7_8, Target::SM_90),
    cvt("cvt{.rnd}.(f16|f64).bf16  d, a", BRAIN).since(PTX_7_8, Target::SM_90).note(PTX_7_8, BRAIN_ROUNDING),
    cvt("cvt{.rnd}.bf16.f16  d, a", BRAIN).since(PTX_7_8, Target::SM_90).note(PTX_7_8, BRAIN_ROUNDING),
    cvt("cvt{.irnd}.bf16.bf16  d, a", SAME).since(PTX_7_8, Target::SM_90),

    cvt("cvt.u8.u8  d, a", WIDTH),
    cvt("cvt{.sat}.u8.(u16|u32|u64|s8|s16|s32|s64)  d, a", CLAMP),
    cvt("cvt.u16.(u8|u16)  d, a", WIDTH),
    cvt("cvt{.sat}.u16.(u32|u64|s8|s16|s32|s64)  d, a", CLAMP),
    cvt("cvt.u32.(u8|u16|u32)  d, a", WIDTH),
    cvt("cvt{.sat}.u32.(u64|s8|s16|s32|s64)  d, a", CLAMP),
    cvt("cvt.u64.(u8|u16|u32|u64)  d, a", WIDTH),
    cvt("cvt{.sat}.u64.(s8|s16|s32|s64)  d, a", CLAMP),
    cvt("cvt.s8.s8  d, a", WIDTH),
    cvt("cvt{.sat}.s8.(u8|u16|u32|u64|s16|s32|s64)  d, a", CLAMP),
    cvt("cvt.s16.(u8|s8|s16)  d, a", WIDTH),
    cvt("cvt{.sat}.s16.(u16|u32|u64|s32|s64)  d, a", CLAMP),
    cvt("cvt.s32.(u8|u16|s8|s16|s32)  d, a", WIDTH),
    cvt("cvt{.sat}.s32.(u32|u64|s64)  d, a", CLAMP),
    cvt("cvt.s64.(u8|u16|u32|s8|s16|s32|s64)  d, a", WIDTH),
    cvt("cvt{.sat}.s64.u64  d, a", CLAMP),
];
