//! Letters beyond ASCII, as text processors and other keyboards put them.
//!
//! The assembler refuses them all. One that looks like a letter of PTX is read as that letter, so that nothing else is said about it.

use super::diagnostic::{Diagnostic, Fix};
use super::lexer::Token;
use core::ops::Range;
use std::borrow::Cow;

/// Letters that look like PTX's own.
const LOOK_ALIKES: [(char, &str); 14] = [
    ('\u{ff0c}', ","),
    ('\u{ff1b}', ";"),
    ('\u{ff1a}', ":"),
    ('\u{ff20}', "@"),
    ('\u{ff01}', "!"),
    ('\u{ff05}', "%"),
    ('\u{ff08}', "("),
    ('\u{ff09}', ")"),
    ('\u{2212}', "-"),
    ('\u{2013}', "-"),
    ('\u{a0}', " "),
    ('\u{202f}', " "),
    ('\u{3000}', " "),
    ('\u{b7}', "."),
];

fn look_alike(letter: char) -> Option<&'static str> {
    LOOK_ALIKES.iter().find(|(other, _)| *other == letter).map(|(_, ascii)| *ascii)
}

/// The text with every look-alike replaced; blanks fill it up, so that every other byte keeps its place.
pub(crate) fn read(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(|letter| look_alike(letter).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut ascii = String::with_capacity(text.len());
    for letter in text.chars() {
        match look_alike(letter) {
            Some(instead) => {
                ascii.push_str(instead);
                ascii.extend(std::iter::repeat_n(' ', letter.len_utf8() - 1));
            }
            None => ascii.push(letter),
        }
    }
    Cow::Owned(ascii)
}

/// Widens bytes found in the replaced text to whole characters of the text itself.
pub(crate) fn widen(text: &str, span: &mut Range<usize>) {
    while !text.is_char_boundary(span.start) {
        span.start -= 1;
    }
    while !text.is_char_boundary(span.end) {
        span.end += 1;
    }
}

/// Says of every letter beyond ASCII what it is. In a comment it harms nobody but the assembler, so there it is a note.
pub(crate) fn complain(text: &str, comments: &[Token], diagnostics: &mut Vec<Diagnostic>) {
    if text.is_ascii() {
        return;
    }
    for (start, letter) in text.char_indices().filter(|(_, letter)| !letter.is_ascii()) {
        let span = start..start + letter.len_utf8();
        if comments.iter().any(|comment| comment.span.contains(&start)) {
            let message = "The assembler takes ASCII characters only, even in comments.";
            return diagnostics.push(Diagnostic::note("not-ascii", span, message));
        }
        let shown = if letter.is_whitespace() { "This blank".to_owned() } else { format!("`{letter}`") };
        let diagnostic = Diagnostic::error("not-ascii", span.clone(), format!("{shown} is not an ASCII character; PTX has no others."));
        diagnostics.push(match look_alike(letter) {
            Some(" ") => diagnostic.with_fix(Fix::replace("write a plain blank", span, " ")),
            Some(ascii) => diagnostic.with_fix(Fix::replace(format!("write {ascii}"), span, ascii)),
            None => diagnostic.with_fix(Fix::replace("remove it", span, "")),
        });
    }
}
