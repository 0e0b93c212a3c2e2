//! Text cut into tokens, each with its bytes and a kind to colour it by.
//!
//! White space separates tokens and is none. A blank before the dot of a modifier is allowed and one behind it is not, as ptxas has it.
//! Numbers are cut out greedily (`1.0f`, `0f3F80`), so that a wrong one can be shown whole.

use super::sort::sort_by_key;
use core::ops::Range;

/// What a token is. The lexer gives the plain kinds; reading the instruction refines words into mnemonics and registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word that has no role yet, or none at all.
    Word,
    /// The name of the instruction.
    Mnemonic,
    /// A dotted word: `.rn`.
    Modifier,
    /// A register.
    Register,
    /// The register of a guard.
    GuardRegister,
    /// A number.
    Literal,
    /// `@` and `!` of a guard.
    Guard,
    /// A label and its colon.
    Label,
    /// `,` `;` and the like.
    Punctuation,
    /// A comment.
    Comment,
    /// Something that PTX does not know.
    Unknown,
}

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Range<usize>,
}

/// Cuts a text into tokens, comments among them, without asking what they mean.
pub fn lex(text: &str) -> Vec<Token> {
    let (mut tokens, comments) = tokens(text);
    tokens.extend(comments);
    sort_by_key(&mut tokens, |token| token.span.start as u64);
    tokens
}

/// Cuts a text into tokens and, apart from them, its comments.
pub(crate) fn tokens(text: &str) -> (Vec<Token>, Vec<Token>) {
    let (mut tokens, mut comments) = (Vec::with_capacity(16), Vec::new());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if is_space(byte) {
            at += 1;
            continue;
        }
        let (kind, end) = token_at(text, bytes, at, byte);
        let list = if kind == TokenKind::Comment { &mut comments } else { &mut tokens };
        list.push(Token { kind, span: at..end });
        at = end;
    }
    (tokens, comments)
}

fn token_at(text: &str, bytes: &[u8], at: usize, byte: u8) -> (TokenKind, usize) {
    let next = bytes.get(at + 1).copied().unwrap_or(0);
    match byte {
        b'/' if next == b'/' => (TokenKind::Comment, text[at..].find('\n').map_or(text.len(), |length| at + length)),
        b'/' if next == b'*' => match text[at + 2..].find("*/") {
            Some(length) => (TokenKind::Comment, at + 2 + length + 2),
            None => (TokenKind::Unknown, text.len()),
        },
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'%' => (TokenKind::Word, end_of_word(bytes, at + 1)),
        b'.' if next.is_ascii_digit() => (TokenKind::Literal, end_of_number(bytes, at + 1)),
        b'.' if is_word(next) => (TokenKind::Modifier, end_of_modifier(bytes, at + 1)),
        b'0'..=b'9' => (TokenKind::Literal, end_of_number(bytes, at)),
        b',' | b';' | b':' | b'(' | b')' | b'{' | b'}' | b'[' | b']' | b'+' | b'-' | b'*' | b'/' | b'|' => (TokenKind::Punctuation, at + 1),
        b'@' | b'!' => (TokenKind::Guard, at + 1),
        _ => (TokenKind::Unknown, at + text[at..].chars().next().map_or(1, char::len_utf8)),
    }
}

/// The white space of ptxas: blank, tab, line ends and form feed, but not the vertical tab.
#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

#[inline]
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

fn end_of_word(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|byte| is_word(**byte)).count()
}

/// The end of a dotted word; `::` joins words to one: `.scaled::n2::ue8m0`.
fn end_of_modifier(bytes: &[u8], from: usize) -> usize {
    let end = end_of_word(bytes, from);
    match bytes.get(end..) {
        Some([b':', b':', next, ..]) if is_word(*next) => end_of_modifier(bytes, end + 2),
        _ => end,
    }
}

/// The end of a number: letters, digits and points, and a sign behind the `e` of a decimal.
fn end_of_number(bytes: &[u8], from: usize) -> usize {
    let decimal = !matches!(bytes.get(from + 1), Some(b'x' | b'X' | b'b' | b'B' | b'f' | b'F' | b'd' | b'D')) || bytes[from] != b'0';
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let sign = matches!(byte, b'+' | b'-') && decimal && matches!(bytes[at - usize::from(at > from)], b'e' | b'E');
        if !(is_word(byte) || byte == b'.' || sign) {
            break;
        }
        at += 1;
    }
    at
}

/// The bytes of some tokens.
pub(super) fn span_of(tokens: &[Token]) -> Range<usize> {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.start..last.span.end,
        _ => 0..0,
    }
}
