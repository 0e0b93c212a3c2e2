//! A place in a text that moves forward over blanks, words and numbers.

use core::ops::Range;

/// A place in a text.
pub(super) struct Cursor<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The byte that is next.
    pub at: usize,
    /// The bits that comments met on the way set, as (mask, bits).
    pub comments: Vec<((u128, u128), Range<usize>)>,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0, comments: Vec::new() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes behind the next semicolon, or to the end.
    pub fn skip_statement(&mut self) {
        let rest = self.rest();
        self.at += rest.find(';').map_or(rest.len(), |at| at + 1);
    }

    /// Skips blanks and comments.
    pub fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.at += blanks;
            let rest = &rest[blanks..];
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(body) = rest.strip_prefix("/*") {
                let length = body.find("*/");
                let end = self.at + length.map_or(rest.len(), |length| length + 4);
                if let Some(bits) = length.and_then(|length| set_bits(&body[..length])) {
                    self.comments.push((bits, self.at..end));
                }
                self.at = end;
            } else {
                return;
            }
        }
    }

    /// The next character behind blanks, without taking it.
    pub fn peek(&mut self) -> Option<char> {
        self.skip();
        self.rest().chars().next()
    }

    /// The character at the very place, blanks not skipped.
    pub fn here(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes a character behind blanks, if it is the next.
    pub fn take(&mut self, wanted: char) -> Option<Range<usize>> {
        (self.peek() == Some(wanted)).then(|| {
            let start = self.at;
            self.at += wanted.len_utf8();
            start..self.at
        })
    }

    /// Takes letters, digits and underscores behind blanks.
    pub fn word(&mut self) -> Option<(&'a str, Range<usize>)> {
        self.skip();
        self.word_here()
    }

    fn word_here(&mut self) -> Option<(&'a str, Range<usize>)> {
        let length = self.rest().bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let start = self.at;
        self.at += length;
        (length > 0).then(|| (&self.text[start..self.at], start..self.at))
    }

    /// Takes a dotted word; the dot may stand behind a blank, and the word follows it at once. The span has the dot in it.
    pub fn dotted(&mut self) -> Option<(&'a str, Range<usize>)> {
        let start = self.at;
        let dot = self.take('.');
        // nvdisasm writes a value without a name as ???3.
        let unnamed = dot.is_some() && self.rest().starts_with("???");
        let place = self.at;
        self.at += if unnamed { 3 } else { 0 };
        let word = dot.as_ref().and_then(|_| self.word_here());
        let word = word.map(|(_, span)| (&self.text[place..span.end], place..span.end));
        if word.is_none() {
            self.at = start;
        }
        word.zip(dot).map(|((word, span), dot)| (word, dot.start..span.end))
    }

    /// Takes the digits of a number, its sign not among them: a decimal, `0x` and hex digits, a hex float, `0f` and `0d` patterns,
    /// `INF`, `QNAN`, `NAN`. A dot belongs to a decimal only before a digit, so that `1.ABS` is a number and a word.
    pub fn number(&mut self) -> Option<(&'a str, Range<usize>)> {
        self.skip();
        let rest = self.rest().as_bytes();
        let length = number_length(rest);
        let start = self.at;
        self.at += length;
        (length > 0).then(|| (&self.text[start..self.at], start..self.at))
    }

    /// What stands at the place, to show it in a message: a word or a character, or the end.
    pub fn shown(&mut self) -> (String, Range<usize>) {
        let start = {
            self.skip();
            self.at
        };
        let length = match self.rest().bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count() {
            0 => self.here().map_or(0, char::len_utf8),
            length => length,
        };
        let span = start..start + length;
        let shown = if length == 0 { "the end of the text".to_owned() } else { format!("`{}`", &self.text[span.clone()]) };
        (shown, span)
    }
}

fn number_length(rest: &[u8]) -> usize {
    let run = |from: usize, allowed: fn(&u8) -> bool| rest[from.min(rest.len())..].iter().take_while(|byte| allowed(byte)).count();
    let letters = run(0, |byte| byte.is_ascii_alphabetic());
    if letters > 0 {
        let word = rest[..letters].to_ascii_uppercase();
        let known = matches!(&word[..], b"INF" | b"QNAN" | b"SNAN" | b"NAN" | b"INFINITY");
        return if known { letters } else { 0 };
    }
    let prefix = rest.get(..2).map(<[u8]>::to_ascii_lowercase);
    match prefix.as_deref() {
        Some(b"0x") => {
            let hex = 2 + run(2, u8::is_ascii_hexdigit);
            let point = hex + usize::from(rest.get(hex) == Some(&b'.'));
            let fraction = point + run(point, u8::is_ascii_hexdigit);
            // Only a power makes it a hex float; without one the dot begins a word.
            if !matches!(rest.get(fraction), Some(b'p' | b'P')) {
                return hex;
            }
            let sign = fraction + 1 + usize::from(matches!(rest.get(fraction + 1), Some(b'+' | b'-')));
            sign + run(sign, u8::is_ascii_digit)
        }
        Some(b"0f" | b"0d" | b"0b") => 2 + run(2, u8::is_ascii_hexdigit),
        _ => {
            let whole = run(0, u8::is_ascii_digit);
            let dotted = rest.get(whole) == Some(&b'.') && rest.get(whole + 1).is_some_and(u8::is_ascii_digit);
            let end = if dotted { whole + 1 + run(whole + 1, u8::is_ascii_digit) } else { whole };
            let sign = end + 1 + usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
            let power = matches!(rest.get(end), Some(b'e' | b'E')) && rest.get(sign).is_some_and(u8::is_ascii_digit);
            if end > 0 && power { sign + run(sign, u8::is_ascii_digit) } else { end }
        }
    }
}

/// A comment like ` 42=1, 38:36=7 ` as the bits of a word that it sets, (mask, bits); None for every other comment.
fn set_bits(body: &str) -> Option<(u128, u128)> {
    let mut all = (0, 0);
    for item in body.split(',') {
        let (places, value) = item.trim().split_once('=')?;
        let (high, low) = places.split_once(':').unwrap_or((places, places));
        let (high, low): (u32, u32) = (high.parse().ok()?, low.parse().ok()?);
        let value = u128::from_str_radix(value, 16).ok()?;
        if high > 127 || low > high {
            return None;
        }
        let ones = u128::MAX >> (127 - (high - low));
        if value > ones {
            return None;
        }
        all = (all.0 | ones << low, all.1 | value << low);
    }
    Some(all)
}
