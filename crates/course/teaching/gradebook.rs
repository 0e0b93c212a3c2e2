//! What someone did as a table of comma-separated values to hand in: a row for each screen of a lesson, each answer to an open question and
//! each problem of a set.

use super::lesson::Lesson;
use super::practice::{Attempt, Set};

/// The names of the columns.
const HEAD: [&str; 9] = ["what", "name", "number", "title", "right", "of", "steps shown before", "link", "answer"];

/// A table that grows row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradebook {
    text: String,
}

impl Default for Gradebook {
    /// A table with nothing but its head.
    fn default() -> Gradebook {
        // Spreadsheets take a file for their own old letters unless this mark stands in front.
        let mut marks = Gradebook { text: "\u{feff}".into() };
        marks.row(HEAD);
        marks
    }
}

impl Gradebook {
    /// A screen of a lesson that was done, counted from zero, and its link.
    pub fn screen(&mut self, lesson: &Lesson, screen: usize, link: &str) {
        let title = lesson.screens.get(screen).map_or("", |screen| &*screen.title);
        self.row(["lesson", &lesson.title, &(screen + 1).to_string(), title, "", "", "", link, ""]);
    }

    /// What somebody wrote to the open question of a lesson, and the link of the screen where it is asked.
    pub fn answer(&mut self, lesson: &Lesson, text: &str, link: &str) {
        // A spreadsheet would compute what begins with these.
        let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
        self.row(["open question", &lesson.title, "", "", "", "", "", link, &[guard, text].concat()]);
    }

    /// A problem of a set that was tried, and its link.
    pub fn problem(&mut self, set: &Set, attempt: &Attempt, link: &str) {
        let Attempt { number, right, of, revealed } = attempt;
        let [number, right, of, revealed] = [number, right, of, revealed].map(u32::to_string);
        self.row(["practice", &set.described(), &number, set.problem(attempt.number).kind.name(), &right, &of, &revealed, link, ""]);
    }

    /// The table as a file.
    pub fn written(self) -> String {
        self.text
    }

    /// A row as RFC 4180 writes it.
    fn row(&mut self, fields: [&str; HEAD.len()]) {
        for (place, field) in fields.into_iter().enumerate() {
            self.text.push_str(if place == 0 { "" } else { "," });
            match field.contains([',', '"', '\r', '\n']) {
                true => self.text.push_str(&["\"", &field.replace('"', "\"\""), "\""].concat()),
                false => self.text.push_str(field),
            }
        }
        self.text.push_str("\r\n");
    }
}
