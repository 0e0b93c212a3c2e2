//! Which screens are done, and what was tried in practice: kept in this browser and nowhere else, unless a person saves it as a file.
//!
//! Storage may be forbidden, full or hold anything; then nothing is remembered and nothing fails.

use super::query::Place;
use crate::state::browser;
use semantics::teaching::practice::{Attempt, Record};
use view_model::pages::learn::progress::{SETS, mark, sets, table, written};

const LESSONS: &str = "ulpscope.lessons";
const PRACTICE: &str = "ulpscope.practice";

/// What was right and wrong in practice that follows it.
const RECORD: &str = "ulpscope.record";

/// Answers to open questions, each under the name of its lesson behind this.
const ANSWER: &str = "ulpscope.answer.";

/// Whether a screen was done, by its lesson and number.
pub fn is_done(lesson: &str, screen: usize) -> bool {
    stored().iter().any(|known| *known == mark(lesson, screen))
}

/// Remembers that a screen was done.
pub fn done(lesson: &str, screen: usize) {
    let mut all = stored();
    let mark = mark(lesson, screen);
    if !all.contains(&mark) {
        all.push(mark);
        browser::remember(LESSONS, &all.join(" "));
    }
}

fn stored() -> Vec<String> {
    browser::remembered(LESSONS).split_whitespace().map(str::to_owned).collect()
}

/// What somebody wrote to the open question of a lesson.
pub fn answer(lesson: &str) -> String {
    browser::remembered(&[ANSWER, lesson].concat())
}

/// Remembers what somebody wrote.
pub fn keep_answer(lesson: &str, text: &str) {
    browser::remember(&[ANSWER, lesson].concat(), text);
}

/// What was right and wrong in practice; None before it began.
pub fn record() -> Option<Record> {
    Record::read(&browser::remembered(RECORD))
}

/// Remembers what was right and wrong.
pub fn keep_record(record: &Record) {
    browser::remember(RECORD, &record.written());
}

/// What was tried of a set, by the set's address.
pub fn attempts(set: &str) -> Vec<Attempt> {
    sets(&browser::remembered(PRACTICE)).into_iter().find(|known| known.0 == set).map_or(Vec::new(), |known| known.1)
}

/// Remembers what was tried of a set.
pub fn keep_attempts(set: &str, attempts: &[Attempt]) {
    let known = browser::remembered(PRACTICE);
    let mut all = sets(&known);
    all.retain(|known| known.0 != set);
    all.push((set, attempts.to_vec()));
    browser::remember(PRACTICE, &written(&all[all.len().saturating_sub(SETS)..]));
}

/// Everything that was done, as a file; `link` makes a whole address of a place. None while nothing is done.
pub fn marks(link: impl Fn(&Place) -> String) -> Option<String> {
    table(&stored(), answer, &browser::remembered(PRACTICE), link)
}
