//! Half precision and bfloat16: section 9.7.4. What ptxas 13.5.37 takes beyond the manual is marked so.

use super::since::{PTX_4_2, PTX_6_0, PTX_6_5, PTX_7_0, PTX_7_2, PTX_7_8, PTX_8_1};
use crate::instruction::{Gate, Meaning, Modifier, ModifierSet, Row, Target, form};
use crate::special_function::Elementary;

/// `.xorsign.abs` came with sm_86.
const SIGNS: &[Gate] = &[Gate { modifiers: ModifierSet::of(&[Modifier::Xorsign, Modifier::Abs]), ptx: PTX_7_2, target: Target::SM_86 }];

const ADD: &str = "Adds a and b.";
const SUB: &str = "Subtracts b from a.";
const MUL: &str = "Multiplies a and b.";
const FMA: &str = "Multiplies a and b, adds c, and rounds once.";
const OOB: &str = "Multiplies a and b, adds c, and rounds once; an operand out of bounds makes the result +0.";
const ABS: &str = "Clears the sign of a.";
const NEG: &str = "Turns the sign of a over.";
const MIN: &str = "Takes the smallest operand; -0 is smaller than +0.";
const MAX: &str = "Takes the largest operand; +0 is larger than -0.";

const TANH: &str = "Approximates the hyperbolic tangent of a.";
const EX2: &str = "Approximates 2 to the power a.";

/// The roundings that the manual does not list for bfloat16.
const DIRECTED: &[Modifier] = &[Modifier::Rz, Modifier::Rm, Modifier::Rp];
const READS_HALVES: &str = "The manual has no fma.bf16 with this rounding. ptxas takes it and emits code that reads a, b and c as f16: no fma of bfloat16 at all, so it is not computed here.";
const NEAREST: &str =
    "ptxas takes these roundings, which the manual does not list, and drops them: an H100 rounds to nearest even (CUDA 13.0)";
const CHIP: &str = "an H100 gives what the code of ptxas 13.0 for f16 gives";
const DAY: &str = "2026-11-26";
const OUT_OF_BOUNDS: &str =
    "no document gives the bits of the NaN that stands for an element out of bounds: every NaN is an ordinary one here";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("add{.rn}{.ftz}{.sat}.(f16|f16x2)  d, a, b").since(PTX_4_2, Target::SM_53).means(Meaning::Add, ADD).documented("9.7.4.1"),
    form("add{.rn}.(bf16|bf16x2)  d, a, b").since(PTX_7_8, Target::SM_90).means(Meaning::Add, ADD).documented("9.7.4.1"),
    form("sub{.rn}{.ftz}{.sat}.(f16|f16x2)  d, a, b").since(PTX_4_2, Target::SM_53).means(Meaning::Subtract, SUB).documented("9.7.4.2"),
    form("sub{.rn}.(bf16|bf16x2)  d, a, b").since(PTX_7_8, Target::SM_90).means(Meaning::Subtract, SUB).documented("9.7.4.2"),
    form("mul{.rn}{.ftz}{.sat}.(f16|f16x2)  d, a, b").since(PTX_4_2, Target::SM_53).means(Meaning::Multiply, MUL).documented("9.7.4.3"),
    form("mul{.rn}.(bf16|bf16x2)  d, a, b").since(PTX_7_8, Target::SM_90).means(Meaning::Multiply, MUL).documented("9.7.4.3"),

    form("fma.rn{.ftz}{.sat}.(f16|f16x2)  d, a, b, c").since(PTX_4_2, Target::SM_53).means(Meaning::Fused, FMA).documented("9.7.4.4"),
    form("fma.rn{.ftz}.relu.(f16|f16x2)  d, a, b, c").since(PTX_7_0, Target::SM_80).means(Meaning::Fused, FMA).documented("9.7.4.4"),
    form("fma.rn{.relu}.(bf16|bf16x2)  d, a, b, c").since(PTX_7_0, Target::SM_80).means(Meaning::Fused, FMA).documented("9.7.4.4"),
    form("fma.(rz|rm|rp){.relu}.bf16  d, a, b, c").since(PTX_7_0, Target::SM_80).means(Meaning::Unmodelled, READS_HALVES).measured(CHIP, DAY).beyond_the_manual(),
    form("fma.(rz|rm|rp).oob{.relu}.bf16  d, a, b, c").since(PTX_8_1, Target::SM_90).means(Meaning::Unmodelled, READS_HALVES).measured(CHIP, DAY).beyond_the_manual(),
    form("fma.(rz|rm|rp){.relu}.bf16x2  d, a, b, c").since(PTX_7_0, Target::SM_80).ignores(DIRECTED).means(Meaning::Fused, FMA).measured(NEAREST, DAY).beyond_the_manual(),
    form("fma.(rz|rm|rp).oob{.relu}.bf16x2  d, a, b, c").since(PTX_8_1, Target::SM_90).ignores(DIRECTED).means(Meaning::Fused, OOB).modelled(OUT_OF_BOUNDS).beyond_the_manual(),
    form("fma.rn.oob.sat.(f16|f16x2)  d, a, b, c").since(PTX_8_1, Target::SM_90).means(Meaning::Fused, OOB).modelled(OUT_OF_BOUNDS).beyond_the_manual(),
    form("fma.rn.oob{.relu}.(f16|f16x2|bf16|bf16x2)  d, a, b, c").since(PTX_8_1, Target::SM_90).means(Meaning::Fused, OOB).modelled(OUT_OF_BOUNDS),

    form("neg{.ftz}.(f16|f16x2)  d, a").since(PTX_6_0, Target::SM_53).means(Meaning::Negate, NEG).documented("9.7.4.5"),
    form("neg.(bf16|bf16x2)  d, a").since(PTX_7_0, Target::SM_80).means(Meaning::Negate, NEG).documented("9.7.4.5"),
    form("abs{.ftz}.(f16|f16x2)  d, a").since(PTX_6_5, Target::SM_53).means(Meaning::AbsoluteValue, ABS).documented("9.7.4.6"),
    form("abs.(bf16|bf16x2)  d, a").since(PTX_7_0, Target::SM_80).means(Meaning::AbsoluteValue, ABS).documented("9.7.4.6"),

    form("min{.ftz}{.NaN}{.xorsign.abs}.(f16|f16x2)  d, a, b").since(PTX_7_0, Target::SM_80).gates(SIGNS).means(Meaning::Minimum, MIN).documented("9.7.4.7"),
    form("min{.NaN}{.xorsign.abs}.(bf16|bf16x2)  d, a, b").since(PTX_7_0, Target::SM_80).gates(SIGNS).means(Meaning::Minimum, MIN).documented("9.7.4.7"),
    form("max{.ftz}{.NaN}{.xorsign.abs}.(f16|f16x2)  d, a, b").since(PTX_7_0, Target::SM_80).gates(SIGNS).means(Meaning::Maximum, MAX).documented("9.7.4.8"),
    form("max{.NaN}{.xorsign.abs}.(bf16|bf16x2)  d, a, b").since(PTX_7_0, Target::SM_80).gates(SIGNS).means(Meaning::Maximum, MAX).documented("9.7.4.8"),

    form("tanh.approx.(f16|f16x2)  d, a").since(PTX_7_0, Target::SM_75).means(Meaning::Approximation(Elementary::Tanh), TANH).documented("9.7.4.9"),
    form("tanh.approx.(bf16|bf16x2)  d, a").since(PTX_7_8, Target::SM_90).means(Meaning::Approximation(Elementary::Tanh), TANH).documented("9.7.4.9"),
    form("ex2.approx.(f16|f16x2)  d, a").since(PTX_7_0, Target::SM_75).means(Meaning::Approximation(Elementary::Exp2), EX2).documented("9.7.4.10"),
    form("ex2.approx.ftz.(bf16|bf16x2)  d, a").since(PTX_7_8, Target::SM_90).means(Meaning::Approximation(Elementary::Exp2), EX2).documented("9.7.4.10"),
];
