//! The lessons, in the order in which they build on each other.

mod division;
mod fused;
mod numbers;
mod rounding;
mod small;
mod special;
mod tensor;
pub mod title;
mod unit;

use super::lesson::Lesson;
use super::values::{Compute, Experiment, Given};
use crate::number::{F32, F64, Format};

/// Singles and doubles, short enough for tables of registers.
const S: &Format = F32::ROW;
const D: &Format = F64::ROW;

/// Numbers to look at.
const fn look(given: &'static [Given]) -> Experiment {
    Experiment { given, compute: Compute::Nothing }
}

/// A program on given registers.
const fn run(given: &'static [Given], text: &'static str) -> Experiment {
    Experiment { given, compute: Compute::Program(text) }
}

/// Every lesson.
pub static LESSONS: [&Lesson; 14] = [
    &numbers::READING,
    &numbers::SPACING,
    &rounding::MODES,
    &rounding::TIES,
    &small::SUBNORMALS,
    &small::FLUSH,
    &fused::FUSED,
    &fused::CANCELLATION,
    &numbers::HALF,
    &unit::UNIT,
    &unit::SINE,
    &special::NAN,
    &division::DIVISION,
    &tensor::TENSOR,
];
