//! The text of an expression cut into pieces.
//!
//! PTX's own lexer knows no `^`, no `<=` and takes `%` for the beginning of a register; here `%` begins one only where an operand stands.

use crate::syntax::{Token, TokenKind};
use core::ops::Range;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Name,
    Operator,
    Comment,
    /// What stands in quotes.
    Text,
    /// Something that no expression has.
    Unknown,
}

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub kind: Kind,
    pub span: Range<usize>,
    /// What it counts as, where that is not what stands there: Python's lines become C's statements.
    pub word: &'static str,
}

const TRIPLE: [&str; 4] = ["<<<", ">>>", "<<=", ">>="];
const DOUBLE: [&str; 18] = ["<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "**", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::"];
const SINGLE: &str = "+-*/%^(),;?:=<>!&|~{}[].#";

/// Cuts a text into pieces, comments among them.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let (bytes, mut pieces, mut at) = (text.as_bytes(), Vec::<Piece>::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let last = pieces.iter().rev().find(|piece| piece.kind != Kind::Comment);
        let behind_operand = last.is_some_and(|last| ends_operand(last, text));
        let (kind, end) = piece_at(text, at, byte, behind_operand);
        pieces.push(Piece { kind, span: at..end, word: "" });
        at = end;
    }
    pieces
}

/// Whether a word gives a variable its value: `=`, or an operation with what the variable holds.
pub(super) fn assigns(word: &str) -> bool {
    matches!(word, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=")
}

/// Whether an operand may end with this piece.
pub(super) fn ends_operand(piece: &Piece, text: &str) -> bool {
    matches!(piece.kind, Kind::Number | Kind::Name) || matches!(&text[piece.span.clone()], ")" | "]")
}

fn piece_at(text: &str, at: usize, byte: u8, behind_operand: bool) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let next = bytes.get(at + 1).copied().unwrap_or(0);
    let word = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    match byte {
        b'/' if next == b'/' => (Kind::Comment, text[at..].find('\n').map_or(text.len(), |length| at + length)),
        b'/' if next == b'*' => (Kind::Comment, text[at + 2..].find("*/").map_or(text.len(), |length| at + length + 4)),
        b'%' if !behind_operand && (next.is_ascii_alphanumeric() || next == b'_') => (Kind::Name, word(at + 1)),
        b'n' if let Some(end) = end_of_nan(text, at, word(at)) => (Kind::Name, end),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => (Kind::Name, word(at)),
        b'0'..=b'9' => (Kind::Number, end_of_number(bytes, at)),
        b'.' if next.is_ascii_digit() => (Kind::Number, end_of_number(bytes, at)),
        _ if TRIPLE.iter().any(|operator| text[at..].starts_with(operator)) => (Kind::Operator, at + 3),
        b'"' => (Kind::Text, end_of_text(bytes, at)),
        b'\'' if bytes.get(at + 2) == Some(&b'\'') || (next == b'\\' && bytes.get(at + 3) == Some(&b'\'')) => {
            (Kind::Number, end_of_text(bytes, at))
        }
        _ if DOUBLE.iter().any(|operator| text[at..].starts_with(operator)) => (Kind::Operator, at + 2),
        _ if SINGLE.as_bytes().contains(&byte) => (Kind::Operator, at + 1),
        _ => (Kind::Unknown, at + text[at..].chars().next().map_or(1, char::len_utf8)),
    }
}

/// The end of what begins with a quote.
pub(super) fn end_of_text(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != bytes[from] && bytes[at] != b'\n' {
        at += 1 + usize::from(bytes[at] == b'\\');
    }
    (at + 1).min(bytes.len())
}

/// The end of `nan("tag")` or `nanf("tag")`, the only calls with a text: they are named constants.
fn end_of_nan(text: &str, at: usize, end: usize) -> Option<usize> {
    let inside = text[end..].trim_start().strip_prefix('(')?.trim_start().strip_prefix('"')?;
    let behind = inside.split_once('"')?.1.trim_start().strip_prefix(')')?;
    matches!(&text[at..end], "nan" | "nanf").then_some(text.len() - behind.len())
}

/// The end of a number: letters, digits and points, and a sign behind the `e` of a decimal or the `p` of a hex float.
pub(super) fn end_of_number(bytes: &[u8], from: usize) -> usize {
    let prefix = bytes.get(from + 1).map(u8::to_ascii_lowercase).filter(|_| bytes[from] == b'0');
    let power = match prefix {
        Some(b'x') => Some(b'p'),
        Some(b'f' | b'd' | b'b') => None,
        _ => Some(b'e'),
    };
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let sign = matches!(byte, b'+' | b'-') && at > from && Some(bytes[at - 1].to_ascii_lowercase()) == power;
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || sign) {
            break;
        }
        at += 1;
    }
    at
}

/// The piece as a token to colour by.
pub(super) fn token(piece: &Piece) -> Token {
    let kind = match piece.kind {
        Kind::Number => TokenKind::Literal,
        Kind::Name => TokenKind::Register,
        Kind::Operator => TokenKind::Punctuation,
        Kind::Comment | Kind::Text => TokenKind::Comment,
        Kind::Unknown => TokenKind::Unknown,
    };
    Token { kind, span: piece.span.clone() }
}
