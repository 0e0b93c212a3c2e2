//! Practice that follows what was right and wrong: what comes next, why, and how far each kind has come. The core decides; this puts it into
//! words.

use super::query::Problem;
use super::sheet::TEN;
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

/// What is said of all that was answered: after every ten problems, and when nothing harder is left.
pub fn so_far(record: &Record) -> String {
    match record.last {
        0 => "Nothing checked yet. The first check of a problem counts.".into(),
        _ if record.is_done() => "Practice is done: every kind was right at its highest difficulty. What comes now repeats.".into(),
        last if last.is_multiple_of(TEN) => {
            format!(
                "Problem {last} ends a round of ten: a good place to stop. This browser keeps what you reached, and the next round goes on from here."
            )
        }
        last => format!("Problem {last} was number {} of {TEN} in this round. Your answers so far lead to:", last % TEN),
    }
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

    #[test]
    fn practice_has_rounds_and_an_end() {
        let mut record = Record::new(7);
        assert!(so_far(&record).starts_with("Nothing checked yet"));
        let mut said = Vec::new();
        while !record.is_done() && record.last < 1000 {
            let asked = next(&record, record.last);
            record.answered(&asked.set, &Attempt { number: asked.number, right: 2, of: 2, revealed: 0 });
            said.push(so_far(&record));
        }
        assert!(said[0].starts_with("Problem 1 was number 1 of 10") && said[9].starts_with("Problem 10 ends a round"), "{said:?}");
        let last = said.last().unwrap();
        assert!(last.starts_with("Practice is done") && said.iter().filter(|one| *one == last).count() == 1, "{}", said.len());
        // A mistake opens it again.
        let asked = next(&record, record.last);
        record.answered(&asked.set, &Attempt { number: asked.number, right: 0, of: 2, revealed: 0 });
        assert!(!record.is_done());
    }
}
