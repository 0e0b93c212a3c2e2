//! A set as questions for a learning management system: the same problems, right answers, tolerances and steps as on the page.
//!
//! Moodle XML has a question a problem, with an answer embedded for each field (`cloze`). GIFT has no such questions: there each field is one.
//! QTI has a package of items (see [`super::qti`]).

use super::{Field, Problem, Set, Wanted, qti};
use crate::number::{Class, F64, Pattern};
use crate::trace::sentence::{sentence, title};
use core::ops::RangeInclusive;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Moodle XML.
    Moodle,
    /// GIFT, which Moodle, LON-CAPA and others read.
    Gift,
    /// A package of QTI 2.1, which OpenOlat, ONYX, TAO and others read.
    Qti,
}

impl File {
    /// The ending of a file's name, and its kind.
    pub fn kind(self) -> (&'static str, &'static str) {
        match self {
            File::Moodle => ("xml", "application/xml"),
            File::Gift => ("gift.txt", "text/plain"),
            File::Qti => ("qti.zip", "application/zip"),
        }
    }
}

/// An answer of a field.
pub(super) enum Answer {
    /// Any of some texts.
    Texts(Vec<String>),
    /// A number, and how far one may be off.
    Number(String, String),
    /// A word among others.
    Choice(&'static [&'static str], usize),
}

/// Problems of a set as a file. `link` makes the address of a problem.
pub fn exported(set: &Set, numbers: RangeInclusive<u32>, file: File, link: impl Fn(u32) -> String) -> Vec<u8> {
    let problems = numbers.map(|number| (number, set.problem(number), link(number)));
    match file {
        File::Moodle => {
            let all = problems.map(|(number, problem, link)| moodle(set, number, &problem, &link));
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n", &all.collect::<String>(), "</quiz>\n"].concat().into_bytes()
        }
        File::Gift => {
            let head = format!("// Ulpscope practice, {}\n\n$CATEGORY: Ulpscope/{}\n\n", set.described(), category(set));
            problems.map(|(number, problem, link)| gift(number, &problem, &link)).fold(head, |all, one| all + &one).into_bytes()
        }
        File::Qti => qti::package(set, problems),
    }
}

pub(super) fn category(set: &Set) -> String {
    format!("set {:x} {}", set.seed, set.format.name)
}

/// What is asked and given, a line each, without the marks of code.
pub(super) fn asked(problem: &Problem) -> Vec<String> {
    let plain = |text: &str| text.replace('`', "");
    let given = problem.given.iter().map(|(name, value)| format!("{name} = {}", plain(value)));
    core::iter::once(plain(&problem.ask)).chain(given).collect()
}

/// How the engine solves it, a sentence a step.
pub(super) fn solved(problem: &Problem) -> Vec<String> {
    problem
        .steps
        .iter()
        .enumerate()
        .map(|(place, step)| format!("{}. {}: {}", place + 1, title(step), sentence(step).replace('`', "")))
        .collect()
}

pub(super) fn answer(field: &Field) -> Answer {
    match field.wanted {
        Wanted::Bits(bits, width) => {
            let hex = format!("0x{bits:0digits$x}", digits = width.div_ceil(4) as usize);
            Answer::Texts(if width > 3 { vec![field.solution(), hex] } else { vec![field.solution()] })
        }
        Wanted::Whole(number) => Answer::Number(number.to_string(), "0".into()),
        Wanted::Number(number) => match number.class() {
            Class::Normal | Class::Subnormal => Answer::Number(number.exact_decimal(), tolerance(number)),
            Class::Zero => Answer::Texts(vec![field.solution(), if number.is_negative() { "-0" } else { "0" }.into()]),
            Class::Infinity => {
                let sign = if number.is_negative() { "-" } else { "" };
                Answer::Texts([field.solution(), [sign, "inf"].concat(), [sign, "infinity"].concat()].to_vec())
            }
            Class::QuietNan | Class::SignalingNan => Answer::Texts(vec!["nan".into()]),
        },
        Wanted::Choice(words, right) => Answer::Choice(words, right),
    }
}

/// What still rounds to a number, whichever side it is on: three eighths of the smaller distance to a neighbour.
fn tolerance(number: Pattern) -> String {
    // Below a power of two the next number is nearer.
    let ulp = number.ulp_exponent().unwrap_or(0) - i32::from(number.fraction_field() == 0);
    // 3/8 is 1.5 · 2^-2: its exponent, and the first fraction bit.
    Pattern::new(F64::ROW, F64::ROW.power(ulp - 2) << 52 | 1 << 51).digits()
}

fn moodle(set: &Set, number: u32, problem: &Problem, link: &str) -> String {
    let mut text: String = asked(problem).iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
    for field in &problem.fields {
        let hint = field.hint();
        let hint = if hint.is_empty() { hint } else { format!(" ({hint})") };
        text += &format!("<p>{}{}: {}</p>", escaped(field.name), escaped(&hint), escaped(&cloze(&answer(field))));
    }
    let mut solution: String = solved(problem).iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
    solution += &format!("<p><a href=\"{}\">{}</a></p>", escaped(link), "Step by step in Ulpscope");
    let name = format!("{} {number}: {}", category(set), problem.kind.name());
    format!(
        "<question type=\"cloze\">\n<name><text>{}</text></name>\n<questiontext format=\"html\"><text>{}</text></questiontext>\n\
         <generalfeedback format=\"html\"><text>{}</text></generalfeedback>\n<penalty>0</penalty>\n</question>\n",
        escaped(&name),
        escaped(&text),
        escaped(&solution)
    )
}

/// An answer embedded in a text, as Moodle reads it.
fn cloze(answer: &Answer) -> String {
    let quoted = |text: &str| text.chars().flat_map(|c| if "}#~/\"\\".contains(c) { vec!['\\', c] } else { vec![c] }).collect::<String>();
    match answer {
        Answer::Texts(all) => {
            let all: Vec<String> = all.iter().map(|text| ["=", &quoted(text)].concat()).collect();
            ["{1:SHORTANSWER:", &all.join("~"), "}"].concat()
        }
        Answer::Number(number, off) => format!("{{1:NUMERICAL:={number}:{off}}}"),
        Answer::Choice(words, right) => {
            let word = |(place, word): (usize, &&str)| [if place == *right { "=" } else { "" }, &quoted(word)].concat();
            ["{1:MULTICHOICE:", &words.iter().enumerate().map(word).collect::<Vec<_>>().join("~"), "}"].concat()
        }
    }
}

fn gift(number: u32, problem: &Problem, link: &str) -> String {
    let text = asked(problem).join("; ");
    let solution = [solved(problem).join(" "), [" ", link].concat()].concat();
    let one = |field: &Field| {
        let hint = field.hint();
        let hint = if hint.is_empty() { hint } else { format!(" ({hint})") };
        let answers = match answer(field) {
            Answer::Texts(all) => all.iter().map(|text| ["=", &quoted(text), " "].concat()).collect::<String>(),
            Answer::Number(number, off) => format!("#{number}:{off} "),
            Answer::Choice(words, right) => {
                let word = |(place, word): (usize, &&str)| [if place == right { "=" } else { "~" }, &quoted(word), " "].concat();
                words.iter().enumerate().map(word).collect()
            }
        };
        let title = quoted(&format!("Problem {number}, {}", field.name));
        format!("::{title}:: {}; {}{} {{{answers}####{}}}\n\n", quoted(&text), quoted(field.name), quoted(&hint), quoted(&solution))
    };
    problem.fields.iter().map(one).collect()
}

/// A text in which GIFT sees no marks of its own.
fn quoted(text: &str) -> String {
    text.chars().flat_map(|c| if "~=#{}:\\".contains(c) { vec!['\\', c] } else { vec![c] }).collect()
}

/// A text as XML has it.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
