//! Numbers of two formats in one operation: section 9.7.5, and what PTX ISA 9.4 adds to it, pairs of them.

use super::since::{LATEST, PTX_8_6, PTX_9_4};
use crate::instruction::{Meaning, Row, Target, form};

const ADD: &str = "Adds c to a, which is widened to a single first.";
const SUB: &str = "Subtracts c from a, which is widened to a single first.";
const FMA: &str = "Multiplies a and b, which are widened to singles first, adds c, and rounds once.";
const FMA_PAIR: &str = "Multiplies a, which is widened to singles first, by b, adds c, and rounds once.";
const ADD_DOWN: &str = "Adds the singles of c to those of a and rounds each sum to 16 bits.";
const SUB_DOWN: &str = "Subtracts the singles of c from those of a and rounds each difference to 16 bits.";
const MUL_DOWN: &str = "Multiplies the singles of a and c and rounds each product to 16 bits.";
const MUL: &str = "Multiplies the numbers of a by those of c, which are of another format, and rounds to that of a.";

const PAIRS: &str = "PTX ISA 9.4 on mixed precision";
const FLUSHED: &str = "PTX ISA 9.4 asks for .ftz here and does not say what it flushes: subnormal operands and results, as everywhere else";
const BROUGHT: &str = "PTX ISA 9.4 writes a · convert(c) and names no rounding. We assume what the other mixed forms do: c loses nothing, and the product is rounded once, to nearest";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("add{.rnd}{.sat}.f32.(f16|bf16)  d, a, c").typed(&["dc", "a"]).since(PTX_8_6, Target::SM_100).means(Meaning::Add, ADD).documented("9.7.5.1"),
    form("add{.rnd}.f32x2.(f16x2|bf16x2).f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Add, ADD).documented(PAIRS),
    form("add.rz.ftz.f16x2.f32x2.f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Add, ADD_DOWN).inferred(FLUSHED),
    form("add.rz.bf16x2.f32x2.f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Add, ADD_DOWN).documented(PAIRS),
    form("sub{.rnd}{.sat}.f32.(f16|bf16)  d, a, c").typed(&["dc", "a"]).since(PTX_8_6, Target::SM_100).means(Meaning::Subtract, SUB).documented("9.7.5.2"),
    form("sub{.rnd}.f32x2.(f16x2|bf16x2).f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Subtract, SUB).documented(PAIRS),
    form("sub.rz.ftz.f16x2.f32x2.f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Subtract, SUB_DOWN).inferred(FLUSHED),
    form("sub.rz.bf16x2.f32x2.f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Subtract, SUB_DOWN).documented(PAIRS),
    form("fma.rnd{.sat}.f32.(f16|bf16)  d, a, b, c").typed(&["dc", "ab"]).since(PTX_8_6, Target::SM_100).means(Meaning::Fused, FMA).documented("9.7.5.3"),
    form("fma.rnd.f32x2.(f16x2|bf16x2).f32x2.f32x2  d, a, b, c").typed(&["d", "a", "b", "c"]).only(PTX_9_4, LATEST).means(Meaning::Fused, FMA_PAIR).documented(PAIRS),
    form("mul.rz.ftz.f16x2.f32x2.f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Multiply, MUL_DOWN).inferred(FLUSHED),
    form("mul.rz.bf16x2.f32x2.f32x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Multiply, MUL_DOWN).documented(PAIRS),
    form("mul.f16x2.f16x2.bf16x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Multiply, MUL).inferred(BROUGHT),
    form("mul.bf16x2.bf16x2.f16x2  d, a, c").typed(&["d", "a", "c"]).only(PTX_9_4, LATEST).means(Meaning::Multiply, MUL).inferred(BROUGHT),
];
