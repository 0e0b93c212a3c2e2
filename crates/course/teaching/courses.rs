//! The lessons, course by course, in the order in which they build on each other: what `content/en/courses.md` says.

use super::lesson::{Lesson, Text};
use super::text;
use std::sync::LazyLock;

/// The files of `content/en` by their names.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/content.rs"));

/// Lessons that build on each other, for one purpose.
#[derive(Debug)]
pub struct Course {
    /// What it is called.
    pub title: Text,
    /// For whom it is and how long it takes, in a sentence.
    pub about: Text,
    /// Its lessons in order; each lesson stands in one course.
    pub lessons: Vec<Lesson>,
}

/// Every course, and what of its files cannot be read: `content/en/NAME.md:LINE: what`.
static COURSES: LazyLock<(Vec<Course>, Vec<String>)> = LazyLock::new(|| {
    let mut complaints = Vec::new();
    let file = |name: &str| FILES.iter().find(|file| file.0 == name).map(|file| file.1);
    let mut lesson = |name: Text| {
        let Some(text) = file(&name) else {
            complaints.push(format!("content/en/courses.md:{}: there is no file {}.md", name.line, name.words));
            return None;
        };
        let (lesson, found) = text::lesson(&name, text);
        complaints.extend(found.into_iter().map(|complaint| format!("content/en/{}.md:{complaint}", name.words)));
        Some(lesson)
    };
    let outlines = text::courses(file("courses").unwrap_or_default());
    let courses: Vec<Course> = outlines
        .into_iter()
        .map(|text::Outline { title, about, lessons }| Course {
            title,
            about,
            lessons: lessons.into_iter().filter_map(&mut lesson).collect(),
        })
        .collect();
    let listed = |name: &str| name == "courses" || courses.iter().flat_map(|course| &course.lessons).any(|lesson| lesson.name == name);
    let forgotten = FILES.iter().filter(|file| !listed(file.0));
    complaints.extend(forgotten.map(|file| format!("content/en/{}.md:1: courses.md does not name this lesson", file.0)));
    (courses, complaints)
});

/// Every course.
pub fn courses() -> &'static [Course] {
    &COURSES.0
}

/// What of the files cannot be read, with file and line.
pub fn complaints() -> &'static [String] {
    &COURSES.1
}

/// Every lesson, course by course.
pub fn lessons() -> impl Iterator<Item = &'static Lesson> {
    courses().iter().flat_map(|course| &course.lessons)
}

impl Lesson {
    /// The lesson of a name.
    pub fn named(name: &str) -> Option<&'static Lesson> {
        lessons().find(|lesson| lesson.name == name)
    }

    /// The lesson that follows in its course; None at the end of one.
    pub fn after(&self) -> Option<&'static Lesson> {
        let mut pairs = courses().iter().flat_map(|course| course.lessons.windows(2));
        pairs.find(|pair| pair[0].name == self.name).map(|pair| &pair[1])
    }
}
