//! What is taught: lessons whose every number the engine computes, and problems that it sets and marks.
//!
//! A lesson is a file of text (`content/en/NAME.md`): places for computed values, live parts by name, questions whose answers are conditions on
//! what an experiment gave. No answer is typed. A view draws it; a test runs all of it.

pub mod answer;
pub mod courses;
pub mod formula;
pub mod gradebook;
pub mod lesson;
pub mod practice;
pub mod template;
pub mod terms;
pub mod text;
pub mod translation;
pub mod values;

pub use courses::{Course, courses, lessons};
pub use lesson::{Answer, Block, Choice, Lesson, Open, Question, Screen, Text};
pub use translation::{LANGUAGES, Language, Translation};
pub use values::{Compute, Experiment, Values};
