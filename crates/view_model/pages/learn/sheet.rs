//! The worksheet that practice puts on paper: ten problems of the set to be solved with a pencil, their answers and steps on pages of their own.
//!
//! It stands on the page all the time and is shown on paper only, so that the browser's own printing finds it. Tens do not depend on which
//! of their problems is on the screen: everyone with the link of a set prints the same sheet.

use super::query::{Place, Problem as Asked};
use crate::components::html::{push_number, push_text, sentence};
use semantics::teaching::practice::{Attempt, Field, Problem, Set, Wanted};
use semantics::trace::Step;
use semantics::trace::sentence::{sentence as step_sentence, title};

/// Problems on a sheet.
pub const TEN: u32 = 10;

/// The first problem of the sheet that holds a problem.
pub fn first(number: u32) -> u32 {
    number.saturating_sub(1) / TEN * TEN + 1
}

/// The last problem of the sheet on which a problem stands.
pub fn last(number: u32) -> u32 {
    first(number).saturating_add(TEN - 1)
}

/// The problems of a sheet as links, each with what became of it; nothing where the problems follow what was right and wrong.
pub fn dots(at: &Asked, attempts: &[Attempt]) -> String {
    if at.follows {
        return String::new();
    }
    let dot = |number: u32| {
        let done = attempts.iter().find(|attempt| attempt.number == number);
        let says = done.map_or("open", |attempt| if attempt.right == attempt.of { "right" } else { "wrong" });
        let current = if number == at.number { " aria-current=\"step\"" } else { "" };
        let href = Place::Practice(Some(Asked { number, ..at.clone() })).href();
        let mut html = format!("<li data-verdict=\"{says}\"><a{current} aria-label=\"Problem {number}, {says}\" href=\"");
        push_text(&mut html, &href);
        html.push_str("\">");
        html.push_str(&number.to_string());
        html.push_str("</a></li>");
        html
    };
    (first(at.number)..=last(at.number)).map(dot).collect()
}

/// What is said at the end of a sheet: at its last problem which ones are open, and how it went when every one was tried.
pub fn end(at: &Asked, attempts: &[Attempt]) -> Option<String> {
    let mine = || attempts.iter().filter(|attempt| first(attempt.number) == first(at.number));
    let open = (first(at.number)..=last(at.number)).filter(|number| mine().all(|attempt| attempt.number != *number));
    let open: Vec<String> = open.map(|number| number.to_string()).collect();
    if at.follows || !open.is_empty() && at.number != last(at.number) {
        return None;
    }
    let (right, fields, of) = mine().fold((0, 0, 0), |(right, fields, of), attempt| {
        (right + u32::from(attempt.right == attempt.of), fields + attempt.right, of + attempt.of)
    });
    let credit = format!("{right} of {TEN} problems right at the first check, {fields} of {of} fields.");
    Some(match open.is_empty() {
        true => ["The set is done: ", &credit].concat(),
        false => ["This is the last problem of the set. Still open: ", &open.join(", "), ". So far: ", &credit].concat(),
    })
}

/// The sheet that begins with a problem, as markup. `link` makes the address of a problem of the set.
pub fn sheet(set: &Set, first: u32, link: impl Fn(u32) -> String) -> String {
    // The last ten of all numbers are fewer.
    let problems: Vec<(u32, Problem)> = (first..=first.saturating_add(TEN - 1)).map(|number| (number, set.problem(number))).collect();
    let mut html = String::with_capacity(16_000);
    head(&mut html, "Practice", set, first, &link(first));
    html.push_str("<p class=\"name\">Name</p><ol>");
    for (number, problem) in &problems {
        item(&mut html, *number);
        html.push_str("<p class=\"ask\">");
        html.push_str(&sentence(&problem.ask));
        html.push_str("</p><dl>");
        for (name, value) in &problem.given {
            term(&mut html, name);
            html.push_str(&sentence(value));
            html.push_str("</dd></div>");
        }
        html.push_str("</dl><dl class=\"blanks\">");
        for field in &problem.fields {
            term(&mut html, field.name);
            blank(&mut html, field);
            html.push_str("</dd></div>");
        }
        html.push_str("</dl></li>");
    }
    html.push_str("</ol><div class=\"answers\">");
    head(&mut html, "Answers", set, first, &link(first));
    html.push_str("<ol>");
    for (number, problem) in &problems {
        item(&mut html, *number);
        html.push_str("<dl>");
        for field in &problem.fields {
            term(&mut html, field.name);
            push_text(&mut html, &field.solution());
            html.push_str("</dd></div>");
        }
        html.push_str("</dl><ol class=\"way\">");
        for step in &problem.steps {
            html.push_str(&["<li>", &said(step), "</li>"].concat());
        }
        html.push_str("</ol></li>");
    }
    html.push_str("</ol></div>");
    html
}

fn head(html: &mut String, title: &str, set: &Set, first: u32, link: &str) {
    let about = format!("{title}: set {:x}, {}, problems {first} to {}", set.seed, set.format.name, first.saturating_add(TEN - 1));
    html.push_str("<h2>");
    push_text(html, &about);
    html.push_str("</h2><p class=\"link\">");
    push_text(html, link);
    html.push_str("</p>");
}

/// A step in words.
fn said(step: &Step) -> String {
    sentence(&(title(step) + ". " + &step_sentence(step)))
}

fn item(html: &mut String, number: u32) {
    html.push_str("<li value=\"");
    push_number(html, i32::try_from(number).unwrap_or(i32::MAX));
    html.push_str("\">");
}

fn term(html: &mut String, name: &str) {
    html.push_str("<div><dt>");
    push_text(html, name);
    html.push_str("</dt><dd>");
}

/// Where the answer goes: a box a bit, words to choose among, or a line.
fn blank(html: &mut String, field: &Field) {
    match field.wanted {
        Wanted::Bits(_, width) => (0..width).for_each(|_| html.push_str("<i></i>")),
        Wanted::Choice(words, _) => {
            for word in words {
                html.push_str("<span>");
                push_text(html, word);
                html.push_str("</span>");
            }
        }
        Wanted::Whole(_) | Wanted::Number(_) => html.push_str("<u></u>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::learn::query::usual_set;

    #[test]
    fn ten_problems_and_then_their_answers() {
        let set = usual_set(0x5eed);
        let html = sheet(&set, first(13), |number| format!("link to {number}"));
        let (problems, answers) = html.split_once("class=\"answers\"").expect("two parts");
        assert_eq!((problems.matches("<li value=").count(), answers.matches("<li value=").count()), (10, 10));
        assert!(problems.contains("<li value=\"11\">") && problems.contains("problems 11 to 20") && problems.contains("link to 11"));
        for number in 11..=20 {
            let problem = set.problem(number);
            assert!(problems.contains(&sentence(&problem.ask)), "{number}");
            for field in &problem.fields {
                assert!(answers.contains(&["</dt><dd>", &field.solution(), "</dd>"].concat()), "{number} {}", field.name);
            }
            assert!(!problem.steps.is_empty());
            for step in &problem.steps {
                let said = said(step);
                assert!(answers.contains(&said) && !problems.contains(&said), "{number} {said}");
            }
        }
        // Where an answer goes, none stands.
        let blanks = problems.split("class=\"blanks\"").skip(1).map(|rest| rest.split("</dl>").next().unwrap_or(""));
        assert!(blanks.clone().count() == 10 && blanks.clone().all(|blank| !blank.contains("1</dd>")));
        assert_eq!([first(1), first(10), first(11), first(20)], [1, 1, 11, 11]);
        assert!(sheet(&set, first(u32::MAX), |_| String::new()).contains("</ol></div>"));
    }

    #[test]
    fn a_set_shows_what_is_done_and_has_an_end() {
        let at = Asked { set: usual_set(0x5eed), number: 12, follows: false };
        let attempt = |number, right| Attempt { number, right, of: 3, revealed: 0 };
        let some = [attempt(11, 3), attempt(12, 1), attempt(1, 3)];
        let html = dots(&at, &some);
        assert_eq!(html.matches("<li").count(), 10);
        assert_eq!(["right", "wrong", "open"].map(|word| html.matches(&format!("data-verdict=\"{word}\"")).count()), [1, 1, 8]);
        assert!(html.contains("aria-current=\"step\" aria-label=\"Problem 12, wrong\""), "{html}");
        assert_eq!(end(&at, &some), None);
        let last = end(&Asked { number: 20, ..at.clone() }, &some).expect("the last problem says so");
        assert!(last.contains("Still open: 13, 14, 15, 16, 17, 18, 19, 20. So far: 1 of 10 problems"), "{last}");
        let all: Vec<Attempt> = (11..=20).map(|number| attempt(number, if number < 19 { 3 } else { 1 })).collect();
        assert_eq!(end(&at, &all).as_deref(), Some("The set is done: 8 of 10 problems right at the first check, 26 of 30 fields."));
        // Where problems follow the answers, there is no set to end.
        let led = Asked { follows: true, ..at };
        assert_eq!((dots(&led, &all), end(&led, &all)), (String::new(), None));
    }
}
