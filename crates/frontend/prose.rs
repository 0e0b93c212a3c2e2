//! What people paste that is neither code nor one number: a link, a message of a compiler, several numbers, an expression over an interval,
//! memory as a dump, a number with words behind it. Each says what it is, and what answers it.

use crate::figure::bare;
use crate::instruction::Context;
use crate::syntax::{Diagnostic, Fix};
use core::ops::Range;

/// The most letters of such a text.
const LONGEST: usize = 1 << 14;

/// What a line of a compiler or of a program that failed has.
const MARKS: [&str; 10] = [
    "error:",
    "error   :",
    "warning:",
    "warning #",
    "Error:",
    "Warning:",
    "ptxas info",
    "Traceback (most recent call last)",
    "Mismatched elements",
    "Segmentation fault",
];

/// What stands between an expression and an interval, longer ones first.
const OVER: [&str; 8] = [" for x in ", " for x from ", " with x in ", " between ", " over ", " from ", " for ", " on "];
/// What stands between the ends of an interval.
const ENDS: [&str; 4] = ["..", " to ", " and ", ","];

/// What is said of such a text, which is trimmed and stands at `span`; None for what is none, or what a language reads.
pub fn said(text: &str, span: &Range<usize>, replaced: impl Fn(&str, String) -> Fix) -> Option<Diagnostic> {
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let error = |message: &str| Diagnostic::error("not-a-text", span.clone(), message);
    let write = |meant: &str| replaced(&["write ", meant].concat(), meant.to_owned());
    let found = link(text).map(error).or_else(|| message(text, error, write));
    // Python reads `warning: words` as a name with its type.
    if found.is_some() && !text.contains('=') {
        return found;
    }
    // A question about a number and a listing have messages of their own.
    if found.is_none() && (crate::figure::claims(text) || crate::sass::claims(text)) {
        return None;
    }
    let found = found.or_else(|| {
        let all = numbers(text)?;
        Some(
            error("These are several numbers. The box reads one.")
                .with_fix(Fix::open("Open in Blocks", "formats/blocks", vec![("n", all.clone())]))
                .with_fix(Fix::open("Add them in Sums", "program/sums", vec![("k", "typed".into()), ("x", all)])),
        )
    });
    let found = found.or_else(|| {
        let [expression, from, to] = interval(text)?;
        let asked = vec![("k", "against".into()), ("a", expression), ("b", "exact".into()), ("r", [&*from, "..", &*to].concat())];
        let way = Fix::open("Open in Accuracy", "accuracy", asked);
        Some(error("This is an expression over an interval. Accuracy compares it with its exact value there.").with_fix(way))
    });
    let found = found.or_else(|| {
        let first = dumped(text)?;
        Some(
            error("This is a dump of memory. The box reads one number of it, with the lowest byte first in memory.")
                .with_fix(write(&first)),
        )
    });
    let found = found.or_else(|| {
        let before = text.split_once('#').map(|(before, _)| before.trim_end()).filter(|before| runs(before))?;
        Some(error("`#` begins a comment in Python; C has `//`.").with_fix(replaced("remove the comment", before.to_owned())))
    });
    let found = found.or_else(|| {
        let meant = without_words(text)?;
        Some(error("Words and units behind a number are not read.").with_fix(write(&meant)))
    });
    found.filter(|_| !runs(text))
}

/// Whether a text runs as it is.
pub fn runs(text: &str) -> bool {
    !text.is_empty() && crate::language::read_as_it_is(text, &Context::default()).refusal().is_none()
}

fn link(text: &str) -> Option<&'static str> {
    let is_one = ["http://", "https://", "www."].iter().any(|start| text.starts_with(start)) && !text.contains([' ', '\n']);
    is_one.then_some("This is a link. Paste the code that it leads to.")
}

/// A message of a compiler or a program, with the values that it compares, if it names them.
fn message(text: &str, error: impl Fn(&str) -> Diagnostic, write: impl Fn(&str) -> Fix) -> Option<Diagnostic> {
    let marked = |line| MARKS.iter().find_map(|mark| str::split_once(line, mark));
    let (before, behind) = text.lines().find_map(marked)?;
    // In code the mark stands in a comment or in a text, or it is a label.
    if behind.trim_end().ends_with(';') || ["\"", "`", "{", ";", "//", "#", "/*"].iter().any(|sign| before.contains(sign)) {
        return None;
    }
    let said = error("This is a message of a compiler or a program. Paste the code that it is about.");
    let compared = behind.trim();
    Some(match () {
        () if text.contains("Mismatched elements") => said.with_fix(Fix::open("Open in Debug", "debug", vec![("k", "batch".into())])),
        () if compared.contains([' ', '(']) && compared.bytes().any(|byte| byte.is_ascii_digit()) && runs(compared) => {
            said.with_fix(write(compared))
        }
        () => said,
    })
}

/// The numbers of a list, an array or a tensor, with commas between them; None for what is none of several numbers.
fn numbers(text: &str) -> Option<String> {
    let text = text.trim_end_matches([';', ' ']);
    let is_head =
        |head: &str| head.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.=( []:<>,".contains(&byte)) && bare(head.trim()).is_none();
    let inside = match text.find(['[', '{']).and_then(|open| Some((open, text.rfind([']', '}'])?))) {
        Some((open, close)) => {
            // The brackets of `float x[] = {…}` are empty.
            let open = text[..close].find('{').unwrap_or(open);
            let (head, tail) = (&text[..open], text.get(close + 1..)?);
            let is_tail = tail.is_empty() || tail.starts_with([',', ')']) && tail.ends_with(')') && !tail.contains('(');
            (is_tail && is_head(head)).then(|| text.get(open + 1..close)).flatten()?
        }
        None => text,
    };
    let parts: Vec<&str> = inside.split([',', ' ', '\n', '\t', '[', ']', ';']).filter(|part| !part.is_empty()).collect();
    let is_several = parts.len() > 2 || parts.len() == 2 && (inside.len() < text.len() || parts.iter().all(|part| part.contains('.')));
    let are_numbers = is_several && parts.iter().all(|part| bare(part).is_some());
    are_numbers.then(|| parts.join(", "))
}

/// An expression and the ends of the interval that stands behind it.
fn interval(text: &str) -> Option<[String; 3]> {
    let (expression, behind) = OVER.iter().find_map(|word| text.rsplit_once(word))?;
    let behind = behind.trim().trim_start_matches("x in ").trim_start_matches("x from ").trim_start_matches("x = ");
    let behind = behind.trim_matches(['[', ']', '(', ')', ' ']);
    let (from, to) = ENDS.iter().find_map(|word| behind.split_once(word))?;
    let ends = [from.trim(), to.trim()];
    let expression = expression.trim().trim_end_matches(',').trim_start_matches("y = ").trim_start_matches("f(x) = ");
    let has_x = expression.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(|word| word == "x");
    (has_x && ends.iter().all(|end| bare(end).is_some()) && runs(expression)).then(|| [expression, ends[0], ends[1]].map(str::to_owned))
}

/// The first number of a dump of memory, as a single whose lowest byte comes first; a debugger shows words as they are.
fn dumped(text: &str) -> Option<String> {
    let line = text.lines().next()?;
    let (address, rest) = line.trim().split_once([' ', '\t', ':'])?;
    let is_hex = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let own = address.strip_prefix("0x").unwrap_or(address);
    let begins = rest.starts_with([':', ' ', '\t']);
    if !is_hex(own) || own.len() < 6 || !begins {
        return None;
    }
    let mut words = rest.trim_start_matches([':', ' ', '\t']).split_ascii_whitespace();
    let first = words.next()?;
    if let Some(digits) = first.strip_prefix("0x").filter(|digits| is_hex(digits) && matches!(digits.len(), 8 | 16)) {
        return Some(["0x", digits].concat());
    }
    let groups = core::iter::once(first).chain(words).map(|word| word.trim_start_matches("0x"));
    let digits: String = groups.take_while(|word| is_hex(word) && word.len() % 2 == 0).take(4).collect();
    let bytes: Vec<&str> = (0..4).map(|at| digits.get(2 * at..2 * at + 2)).collect::<Option<_>>()?;
    Some(["0x", bytes[3], bytes[2], bytes[1], bytes[0]].concat())
}

/// A text that begins with a number, without its words; the number alone where that is no expression.
fn without_words(text: &str) -> Option<String> {
    let is_word = |word: &&str| word.starts_with(|first: char| first.is_alphabetic());
    let words = || text.split_ascii_whitespace();
    let first = words().next().filter(|first| bare(first).is_some())?;
    if !words().any(|word| is_word(&word)) {
        return None;
    }
    let rest: Vec<&str> = words().filter(|word| !is_word(word)).collect();
    let expression = rest.join(" ");
    let meant = if runs(&expression) { expression } else { first.to_owned() };
    runs(&meant).then_some(meant)
}

/// What a prompt waited for, if a line begins with one.
pub fn behind_prompt(line: &str) -> Option<&str> {
    let behind = match line.strip_prefix("In [") {
        Some(rest) => rest.split_once("]:").map(|(_, behind)| behind),
        None => [">>>", "julia>", "ghci>", "scala>", ">> ", "> "].iter().find_map(|prompt| line.strip_prefix(prompt)),
    }?;
    Some(behind.strip_prefix(' ').unwrap_or(behind))
}
