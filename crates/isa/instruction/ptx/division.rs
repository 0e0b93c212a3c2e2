//! div, rcp, sqrt, rsqrt: sections 9.7.3.8 and 9.7.3.13 to 9.7.3.17.

use super::since::{NEAREST_FIRST, PTX_1_0, PTX_1_3, PTX_1_4, PTX_2_0, PTX_2_1, PTX_4_0};
use crate::instruction::Modifier::{Approx, Ftz, Full, Rn};
use crate::instruction::{Meaning, Row, Target, form};
use crate::special_function::Elementary;

const DIV: &str = "Divides a by b, rounded once.";
const DIV_APPROX: &str = "Multiplies a by an approximate reciprocal of b.";
const DIV_FULL: &str = "Multiplies a by an approximate reciprocal of b, both scaled so that the full range is covered.";
const RCP: &str = "Computes 1/a, rounded once.";
const RCP_APPROX: &str = "Approximates 1/a.";
const RCP_HIGH: &str = "Approximates 1/a from the upper word of a; the lower word of the result is zero.";
const SQRT: &str = "Computes the square root of a, rounded once.";
const SQRT_APPROX: &str = "Approximates the square root of a.";
const RSQRT: &str = "Approximates 1 over the square root of a.";
const RSQRT_HIGH: &str = "Approximates 1 over the square root of the upper word of a; the lower word of the result is zero.";

const OLD_DIV_F32: &str = "Up to PTX 1.3 div.f32 means div.approx.ftz.f32.";
const OLD_DIV_F64: &str = "Up to PTX 1.3 div.f64 means div.rn.f64.";
const OLD_RCP: &str = "Up to PTX 1.3 rcp.f32 means rcp.approx.ftz.f32.";
const OLD_SQRT_F32: &str = "Up to PTX 1.3 sqrt.f32 means sqrt.approx.ftz.f32.";
const OLD_SQRT_F64: &str = "Up to PTX 1.3 sqrt.f64 means sqrt.rn.f64.";
const OLD_RSQRT_F32: &str = "Up to PTX 1.3 rsqrt.f32 means rsqrt.approx.ftz.f32.";
const OLD_RSQRT_F64: &str = "Up to PTX 1.3 rsqrt.f64 means rsqrt.approx.f64.";
const INERT_FTZ: &str = "The assembler takes .ftz here, the manual does not list it, and the code is the same without it.";

#[rustfmt::skip]
pub(super) const QUOTIENTS: &[Row] = &[
    form("div.approx{.ftz}.f32  d, a, b").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::Quotient), DIV_APPROX).documented("9.7.3.8"),
    form("div.full{.ftz}.f32  d, a, b").since(PTX_1_4, Target::SM_10).pinned(&[Full]).means(Meaning::Approximation(Elementary::Quotient), DIV_FULL).documented("9.7.3.8"),
    form("div.rnd{.ftz}.f32  d, a, b").since(PTX_2_0, Target::SM_20).means(Meaning::Divide, DIV).documented("9.7.3.8"),
    form("div.rnd.f64  d, a, b").manual_asks(Target::SM_13).manual_since(PTX_1_4).gates(NEAREST_FIRST).means(Meaning::Divide, DIV).documented("9.7.3.8"),
    form("div.f32  d, a, b").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::Quotient), DIV_APPROX).documented("9.7.3.8").note(PTX_1_0, OLD_DIV_F32),
    form("div.f64  d, a, b").until(PTX_1_3).manual_asks(Target::SM_13).implies(&[Rn]).means(Meaning::Divide, DIV).documented("9.7.3.8").note(PTX_1_0, OLD_DIV_F64),
];

#[rustfmt::skip]
pub(super) const RECIPROCALS_AND_ROOTS: &[Row] = &[
    form("rcp.approx{.ftz}.f32  d, a").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::Reciprocal), RCP_APPROX).documented("9.7.3.13"),
    form("rcp.rnd{.ftz}.f32  d, a").since(PTX_2_0, Target::SM_20).means(Meaning::Reciprocal, RCP).documented("9.7.3.13"),
    form("rcp.rnd.f64  d, a").since(PTX_1_4, Target::SM_10).manual_asks(Target::SM_13).gates(NEAREST_FIRST).means(Meaning::Reciprocal, RCP).documented("9.7.3.13"),
    form("rcp.rnd.ftz.f64  d, a").since(PTX_1_4, Target::SM_10).gates(NEAREST_FIRST).ignores(&[Ftz]).means(Meaning::Reciprocal, RCP).measured("ptxas 12.9.86, by its code for sm_90", "2026-11-21").beyond_the_manual().note(PTX_1_0, INERT_FTZ),
    form("rcp.f32  d, a").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::Reciprocal), RCP_APPROX).documented("9.7.3.13").note(PTX_1_0, OLD_RCP),
    form("rcp.approx.ftz.f64  d, a").since(PTX_2_1, Target::SM_20).means(Meaning::Approximation(Elementary::Reciprocal), RCP_HIGH).documented("9.7.3.14"),

    form("sqrt.approx{.ftz}.f32  d, a").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::Root), SQRT_APPROX).documented("9.7.3.15"),
    form("sqrt.rnd{.ftz}.f32  d, a").since(PTX_2_0, Target::SM_20).means(Meaning::SquareRoot, SQRT).documented("9.7.3.15"),
    form("sqrt.rnd.f64  d, a").manual_asks(Target::SM_13).manual_since(PTX_1_4).gates(NEAREST_FIRST).means(Meaning::SquareRoot, SQRT).documented("9.7.3.15"),
    form("sqrt.f32  d, a").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::Root), SQRT_APPROX).documented("9.7.3.15").note(PTX_1_0, OLD_SQRT_F32),
    form("sqrt.f64  d, a").until(PTX_1_3).manual_asks(Target::SM_13).implies(&[Rn]).means(Meaning::SquareRoot, SQRT).documented("9.7.3.15").note(PTX_1_0, OLD_SQRT_F64),

    form("rsqrt.approx{.ftz}.f32  d, a").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::ReciprocalRoot), RSQRT).documented("9.7.3.16"),
    form("rsqrt.approx.f64  d, a").since(PTX_1_4, Target::SM_10).manual_asks(Target::SM_13).means(Meaning::Approximation(Elementary::ReciprocalRoot), RSQRT).documented("9.7.3.16"),
    form("rsqrt.f32  d, a").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::ReciprocalRoot), RSQRT).documented("9.7.3.16").note(PTX_1_0, OLD_RSQRT_F32),
    form("rsqrt.f64  d, a").until(PTX_1_3).manual_asks(Target::SM_13).implies(&[Approx]).means(Meaning::Approximation(Elementary::ReciprocalRoot), RSQRT).documented("9.7.3.16").note(PTX_1_0, OLD_RSQRT_F64),
    form("rsqrt.approx.ftz.f64  d, a").since(PTX_4_0, Target::SM_20).means(Meaning::Approximation(Elementary::ReciprocalRoot), RSQRT_HIGH).documented("9.7.3.17"),
];
