//! `NAME=HEXBITS`: what a line gives its registers, in the words before its bar, and what is said of a register that it does not give.

use super::Diagnostic;
use core::ops::Range;

/// A register that is given its bits.
pub struct Assignment<'a> {
    /// The place of the word in the text.
    pub span: Range<usize>,
    /// What stands before the equals sign.
    pub name: &'a str,
    /// The bits behind it.
    pub bits: u64,
    /// The number of their hex digits, 1 to 16.
    pub digits: usize,
}

/// The assignments of a text. A word that is none is an error at its place.
pub fn assignments(text: &str) -> impl Iterator<Item = Result<Assignment<'_>, Diagnostic>> {
    let mut at = 0;
    text.split_ascii_whitespace().map(move |word| {
        let start = at + text[at..].find(word).unwrap_or(0);
        at = start + word.len();
        read(word, start..at)
    })
}

fn read(word: &str, span: Range<usize>) -> Result<Assignment<'_>, Diagnostic> {
    let wrong = |message| Err(Diagnostic::error("assignment", span.clone(), message));
    let Some((name, digits)) = word.split_once('=') else {
        return wrong("Registers are given as NAME=HEXBITS, without blanks.");
    };
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    let bits = digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u64::from_str_radix(digits, 16));
    match bits {
        Some(Ok(bits)) if !name.is_empty() && digits.len() <= 16 => Ok(Assignment { span, name, bits, digits: digits.len() }),
        _ => wrong("Registers are given as NAME=HEXBITS, with 1 to 16 hex digits."),
    }
}

/// A note on registers that a line reads and does not give; none where there are none.
pub fn not_given(names: &[impl AsRef<str>]) -> Option<String> {
    let (first, more) = names.split_first()?;
    let names = more.iter().fold(first.as_ref().to_owned(), |names, name| names + ", " + name.as_ref());
    Some(names + if more.is_empty() { " is not given and reads as zero." } else { " are not given and read as zero." })
}
