//! What is taught: lessons whose every number the engine computes, and problems that it sets and marks.
//!
//! A lesson is data: text with places for computed values, live pieces by name, questions whose answers are functions of what an
//! experiment gave. No answer is typed. A view draws it; a test runs all of it.

pub mod answer;
pub mod fill;
pub mod lesson;
pub mod lessons;
pub mod marks;
pub mod practice;
pub mod terms;
pub mod translation;
pub mod values;

pub use lesson::{Answer, Block, Lesson, Open, Question, Screen};
pub use lessons::title::Title;
pub use lessons::{COURSES, Course, lessons};
pub use translation::{LANGUAGES, Language, Translation};
pub use values::{Compute, Experiment, Values};
