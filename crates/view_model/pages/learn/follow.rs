//! Practice that follows what was right and wrong: what comes next, why, and how far each kind has come. The core decides; this puts it into
//! words.

use super::query::Problem;
use crate::components::html::{push_number, push_text};
use semantics::teaching::practice::{Attempt, Record, Set};

/// The problem that comes after one of a number.
pub fn next(record: &Record, after: u32) -> Problem {
    let number = record.last.max(after).saturating_add(1);
    Problem { set: record.next(number).set(record.seed), number, follows: true }
}

/// Why a problem is asked, and how difficult it is.
pub fn why(record: &Record, problem: &Problem) -> String {
    let next = record.next(problem.number);
    let same = next.set(problem.set.seed) == problem.set;
    if problem.number <= record.last || !same {
        return "You skipped or answered this one before.".into();
    }
    let difficulty = if next.of > 1 { format!(" Difficulty {} of {}.", next.level + 1, next.of) } else { String::new() };
    [next.why, difficulty].concat()
}

/// Takes the first answer to a problem in and says what it leads to.
pub fn answered(record: &mut Record, set: &Set, attempt: &Attempt) -> String {
    record.answered(set, attempt);
    ["Next: ", &record.next(record.last.saturating_add(1)).why].concat()
}

/// How far each kind has come, as markup.
pub fn reached(record: &Record) -> String {
    let mut html = String::new();
    for (kind, level, of) in record.reached() {
        html.push_str("<li>");
        push_text(&mut html, kind.name());
        if of > 1 {
            html.push_str(" <span>difficulty ");
            push_number(&mut html, level as i32);
            html.push_str(" of ");
            push_number(&mut html, of as i32);
            html.push_str("</span>");
        }
        html.push_str("</li>");
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_why_it_is_asked() {
        let mut record = Record::new(7);
        let first = next(&record, 0);
        assert!(first.follows && first.number == 1 && why(&record, &first).ends_with("Difficulty 1 of 4."), "{}", why(&record, &first));
        record.answered(&first.set, &Attempt { number: 1, right: 0, of: 2, revealed: 0 });
        let second = next(&record, 1);
        assert_eq!((second.number, &second.set), (2, &first.set));
        assert!(why(&record, &second).contains("not all right"));
        assert!(why(&record, &first).contains("before") && reached(&record).contains("<li>decode <span>difficulty 1 of 4"));
        // One that was passed over makes room for the next number.
        assert_eq!(next(&record, 5).number, 6);
    }
}
