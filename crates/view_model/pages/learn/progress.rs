//! Which screens are done, and what was tried in practice: as lines of text that a browser keeps, and as a table.

use super::query::{Place, Problem};
use semantics::teaching::gradebook::Gradebook;
use semantics::teaching::lessons;
use semantics::teaching::practice::Attempt;

/// The most sets that are remembered; the oldest makes room.
pub const SETS: usize = 50;

pub fn mark(lesson: &str, screen: usize) -> String {
    format!("{lesson}:{}", screen + 1)
}

pub fn table(screens: &[String], answer: impl Fn(&str) -> String, practice: &str, link: impl Fn(&Place) -> String) -> Option<String> {
    let mut marks = Gradebook::default();
    let mut any = false;
    for lesson in lessons() {
        let name = &*lesson.name;
        for screen in (0..lesson.screens.len()).filter(|screen| screens.contains(&mark(name, *screen))) {
            marks.screen(lesson, screen, &link(&Place::Lesson { name, screen }));
            any = true;
        }
        let (answer, last) = (answer(name), lesson.screens.len().saturating_sub(1));
        if !answer.trim().is_empty() {
            marks.answer(lesson, answer.trim(), &link(&Place::Lesson { name, screen: last }));
            any = true;
        }
    }
    for (set, attempts) in sets(practice) {
        let Place::Practice(Some(Problem { set, .. })) = Place::read(set).0 else { continue };
        for attempt in attempts {
            marks.problem(&set, &attempt, &link(&Place::Practice(Some(Problem::of(set.clone(), attempt.number)))));
            any = true;
        }
    }
    any.then(|| marks.written())
}

/// Sets by their addresses with what was tried of each: two lines a set, the latest last.
pub fn sets(text: &str) -> Vec<(&str, Vec<Attempt>)> {
    let mut lines = text.lines();
    let mut all = Vec::new();
    while let (Some(set), Some(attempts)) = (lines.next(), lines.next()) {
        all.push((set, attempts.split(' ').filter_map(attempt).collect()));
    }
    all
}

pub fn written(sets: &[(&str, Vec<Attempt>)]) -> String {
    let mut text = String::new();
    for (set, attempts) in sets {
        let attempts = attempts.iter().map(|Attempt { number, right, of, revealed }| format!("{number}:{right}:{of}:{revealed}"));
        text.push_str(&[set, "\n", &attempts.collect::<Vec<_>>().join(" "), "\n"].concat());
    }
    text
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
    fn sets_read_back_and_become_a_table() {
        let text = "/practice&seed=5eed&n=1&format=F16\n3:1:4:0 4:4:4:2\n/practice&seed=1&n=1&format=F32\n1:0:3:0\n";
        let all = sets(text);
        assert_eq!((written(&all).as_str(), all.len(), all[0].1.len()), (text, 2, 2));
        // What a page before this one left: one set, without an end of its last line.
        assert_eq!(sets("/practice&seed=5eed&n=1&format=F16\n3:1:4:0")[0].1.len(), 1);
        let screens = ["ties:2", "ties:99", "none:1", ""].map(String::from);
        let none = |_: &str| String::new();
        let table = |practice| table(&screens, none, practice, Place::href);
        let rows = table(text).expect("something is done");
        assert_eq!(rows.lines().count(), 1 + 1 + 3, "{rows}");
        assert!(rows.contains("\"Ties, and why even\",2,") && rows.contains("#/learn/practice?seed=5eed&n=4&format=F16"), "{rows}");
        let wrote = |lesson: &str| if lesson == "ties" { " even\n".to_owned() } else { " \n".to_owned() };
        let rows = super::table(&[], wrote, "", Place::href).expect("something is written");
        assert!(rows.lines().count() == 2 && rows.trim_end().ends_with("#/learn/ties?screen=4,even"), "{rows}");
        for junk in ["", "\n", "x\ny", "/practice&seed=zz\n1:1:1:1", "/practice&seed=1\n4294967295:1:1:1"] {
            assert_eq!(table(junk).expect("a screen is done").lines().count(), 2, "{junk}");
        }
        assert_eq!(super::table(&[], none, "", Place::href), None);
    }

    #[test]
    fn an_attempt_reads_back_and_junk_is_none() {
        assert_eq!(attempt("3:1:4:0"), Some(Attempt { number: 3, right: 1, of: 4, revealed: 0 }));
        for junk in ["", "3", "3:1:4", "x:1:4:0", "3:-1:4:0", "99999999999:1:1:1"] {
            assert_eq!(attempt(junk), None, "{junk}");
        }
    }
}
