//! Which screens are done, and what was tried in practice: kept in this browser and nowhere else.
//!
//! Storage may be forbidden, full or hold anything; then nothing is remembered and nothing fails.

use crate::state::browser;
use semantics::teaching::practice::Attempt;

const LESSONS: &str = "ulpscope.lessons";
const PRACTICE: &str = "ulpscope.practice";

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

fn mark(lesson: &str, screen: usize) -> String {
    format!("{lesson}:{}", screen + 1)
}

/// What was tried of a set, by the set's address.
pub fn attempts(set: &str) -> Vec<Attempt> {
    let text = browser::remembered(PRACTICE);
    match text.split_once('\n') {
        Some((known, attempts)) if known == set => attempts.split(' ').filter_map(attempt).collect(),
        _ => Vec::new(),
    }
}

/// Remembers what was tried of a set, in place of the set before.
pub fn keep_attempts(set: &str, attempts: &[Attempt]) {
    let written = attempts.iter().map(|attempt| {
        let Attempt { number, right, of, revealed } = attempt;
        format!("{number}:{right}:{of}:{revealed}")
    });
    browser::remember(PRACTICE, &[set, "\n", &written.collect::<Vec<_>>().join(" ")].concat());
}

fn attempt(text: &str) -> Option<Attempt> {
    let mut parts = text.split(':').map(|part| part.parse::<u32>().ok().filter(|number| *number < 1 << 20));
    let mut next = || parts.next().flatten();
    Some(Attempt { number: next()?, right: next()?, of: next()?, revealed: next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_reads_back_and_junk_is_none() {
        assert_eq!(attempt("3:1:4:0"), Some(Attempt { number: 3, right: 1, of: 4, revealed: 0 }));
        for junk in ["", "3", "3:1:4", "x:1:4:0", "3:-1:4:0", "99999999999:1:1:1"] {
            assert_eq!(attempt(junk), None, "{junk}");
        }
    }
}
