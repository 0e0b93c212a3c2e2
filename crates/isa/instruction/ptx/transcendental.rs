//! sin, cos, lg2, ex2, tanh: sections 9.7.3.18 to 9.7.3.22.

use super::since::{PTX_1_0, PTX_1_3, PTX_1_4, PTX_7_0};
use crate::instruction::Modifier::{Approx, Ftz};
use crate::instruction::{Meaning, Row, Target, form};
use crate::special_function::Elementary;

const SIN: &str = "Approximates the sine of a, in radians.";
const COS: &str = "Approximates the cosine of a, in radians.";
const LG2: &str = "Approximates the logarithm of a to base 2.";
const EX2: &str = "Approximates 2 to the power a.";
const TANH: &str = "Approximates the hyperbolic tangent of a.";

const OLD_SIN: &str = "Up to PTX 1.3 sin.f32 means sin.approx.ftz.f32.";
const OLD_COS: &str = "Up to PTX 1.3 cos.f32 means cos.approx.ftz.f32.";
const OLD_LG2: &str = "Up to PTX 1.3 lg2.f32 means lg2.approx.ftz.f32.";
const OLD_EX2: &str = "Up to PTX 1.3 ex2.f32 means ex2.approx.ftz.f32.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("sin.approx{.ftz}.f32  d, a").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::Sine), SIN).documented("9.7.3.18"),
    form("sin.f32  d, a").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::Sine), SIN).documented("9.7.3.18").note(PTX_1_0, OLD_SIN),
    form("cos.approx{.ftz}.f32  d, a").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::Cosine), COS).documented("9.7.3.19"),
    form("cos.f32  d, a").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::Cosine), COS).documented("9.7.3.19").note(PTX_1_0, OLD_COS),
    form("lg2.approx{.ftz}.f32  d, a").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::Log2), LG2).documented("9.7.3.20"),
    form("lg2.f32  d, a").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::Log2), LG2).documented("9.7.3.20").note(PTX_1_0, OLD_LG2),
    form("ex2.approx{.ftz}.f32  d, a").since(PTX_1_4, Target::SM_10).means(Meaning::Approximation(Elementary::Exp2), EX2).documented("9.7.3.21"),
    form("ex2.f32  d, a").until(PTX_1_3).implies(&[Approx, Ftz]).means(Meaning::Approximation(Elementary::Exp2), EX2).documented("9.7.3.21").note(PTX_1_0, OLD_EX2),
    form("tanh.approx.f32  d, a").since(PTX_7_0, Target::SM_75).means(Meaning::Approximation(Elementary::Tanh), TANH).documented("9.7.3.22"),
];
