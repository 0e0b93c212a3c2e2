//! The lessons, course by course, in the order in which they build on each other.

mod compensated;
mod compiler;
mod division;
mod fused;
mod narrow;
mod numbers;
mod rounding;
mod small;
mod special;
mod sums;
mod tensor;
mod text;
pub mod title;
mod unit;

use super::lesson::Lesson;
use super::values::{Compute, Experiment, Given};
use crate::number::{BF16, F16, F32, F64, Format};

/// Singles, doubles, halves and bfloat16, short enough for tables of registers.
const S: &Format = F32::ROW;
const D: &Format = F64::ROW;
const H: &Format = F16::ROW;
const B: &Format = BF16::ROW;

/// Numbers to look at.
const fn look(given: &'static [Given]) -> Experiment {
    Experiment { given, compute: Compute::Nothing }
}

/// A program on given registers.
const fn run(given: &'static [Given], text: &'static str) -> Experiment {
    Experiment { given, compute: Compute::Program(text) }
}

/// Lessons that build on each other, for one purpose.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// What it is called.
    pub title: &'static str,
    /// For whom it is and how long it takes, in a sentence.
    pub about: &'static str,
    /// Its lessons in order; each lesson stands in one course.
    pub lessons: &'static [&'static Lesson],
}

/// Every course.
pub static COURSES: [Course; 3] = [
    Course {
        title: "First steps",
        about: "What a float is and how results are rounded: an hour or two, for a first course.",
        lessons: &[
            &numbers::READING,
            &numbers::SPACING,
            &rounding::MODES,
            &rounding::TIES,
            &small::SUBNORMALS,
            &fused::FUSED,
            &text::PRINTING,
            &text::COMPARING,
        ],
    },
    Course {
        title: "Errors and what to do about them",
        about: "What roundings make of formulas and sums: a week of numerical analysis.",
        lessons: &[&fused::CANCELLATION, &sums::ERRORS, &sums::SUMS, &compensated::COMPENSATED, &compiler::TWICE, &division::DIVISION],
    },
    Course {
        title: "How a GPU computes",
        about: "Flags, narrow formats and the special function unit: for those who write kernels.",
        lessons: &[
            &small::FLUSH,
            &compiler::FAST,
            &compiler::HOST,
            &special::NAN,
            &numbers::HALF,
            &compiler::SIXTEEN,
            &narrow::NARROW,
            &unit::UNIT,
            &unit::SINE,
            &tensor::TENSOR,
        ],
    },
];

/// Every lesson, course by course.
pub fn lessons() -> impl Iterator<Item = &'static Lesson> {
    COURSES.iter().flat_map(|course| course.lessons).copied()
}

impl Lesson {
    /// The lesson of a name.
    pub fn named(name: &str) -> Option<&'static Lesson> {
        lessons().find(|lesson| lesson.title.name == name)
    }

    /// The lesson that follows in its course; None at the end of one.
    pub fn after(&self) -> Option<&'static Lesson> {
        let courses = COURSES.iter();
        let mut pairs = courses.flat_map(|course| course.lessons.windows(2));
        pairs.find(|pair| pair[0].title == self.title).map(|pair| pair[1])
    }
}
