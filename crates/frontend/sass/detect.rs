//! Which texts are machine code: words, listings, and instructions in words.

use super::line::word_of;
use super::listing;
use crate::c::is_constant;
use crate::instruction::Target;
use crate::instruction::sass::{Mnemonic, decode};
use crate::syntax::{TokenKind, lex};
use core::ops::Range;

/// The word that makes any bits behind it a machine word, even such as are usually a number.
const PREFIX: &str = "word";

/// Whether a text is a word of 128 bits or a listing. Noughts and ones alone are the bits of a number.
pub fn is_listed(text: &str) -> bool {
    listed_at(text).is_some()
}

/// Whether a listing is a kernel's: it ends threads, and it leaves something in memory.
pub fn is_kernel(text: &str) -> bool {
    let leaves = |line: &str| line.split_whitespace().any(|word| ["STG", "ST.", "RED", "ATOM"].iter().any(|name| word.starts_with(name)));
    is_listed(text) && text.lines().any(|line| line.contains(" EXIT")) && text.lines().any(leaves)
}

/// The line that makes a text one of these.
pub fn listed_at(text: &str) -> Option<Range<usize>> {
    let are_bits = || text.trim().bytes().all(|byte| matches!(byte, b'0' | b'1'));
    if word_of(text).is_some() && !are_bits() { Some(0..text.len()) } else { listing::begins_at(text) }
}

/// Whether a text is machine code: in words, or as 16 hex digits that decode or are asked for as a word; else these are a number.
pub fn claims(text: &str) -> bool {
    if is_listed(text) {
        return true;
    }
    match machine_word(text) {
        Some((word, _)) => asks_for_word(text) || decode(word.into(), Target::SM_53.number()).is_ok(),
        None => looks_like_sass(text),
    }
}

/// Whether a text is meant as SASS: its first word is in capitals or one of the instructions' names. PTX is written in small letters.
pub fn looks_like_sass(text: &str) -> bool {
    let mut tokens = lex(text).into_iter().filter(|token| token.kind != TokenKind::Comment).peekable();
    if tokens.next_if(|token| text.get(token.span.clone()) == Some("@")).is_some() {
        tokens.next_if(|token| token.kind == TokenKind::Guard);
        tokens.next_if(|token| token.kind == TokenKind::Word);
    }
    let Some(word) = tokens.next().filter(|token| token.kind == TokenKind::Word).and_then(|token| text.get(token.span)) else {
        return false;
    };
    let capitals = word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    // Names of C are capitals too: FLT_MAX, and whatever an operator follows.
    let next = tokens.next().and_then(|next| text.get(next.span));
    let computes = matches!(next, Some("*" | "/" | "+" | "-" | "^" | "<" | ">" | "?")) || next == Some("=") && is_constant(word);
    (capitals && !computes && !is_constant(word)) || is_name(word)
}

/// The machine word that a whole text is: 16 hex digits, with or without `0x`, a semicolon or comment marks; behind `word` any number of
/// digits. And where its digits stand.
pub fn machine_word(text: &str) -> Option<(u64, Range<usize>)> {
    let plain = text.trim();
    let plain = plain.strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/")).unwrap_or(plain).trim();
    let plain = plain.trim_end_matches(';').trim_end();
    let asked = plain.strip_prefix(PREFIX).filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim_start);
    let number = asked.unwrap_or(plain);
    let digits = number.strip_prefix("0x").or(number.strip_prefix("0X")).unwrap_or(number);
    let fits = if asked.is_some() { (1..=16).contains(&digits.len()) } else { digits.len() == 16 };
    if !fits || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    // What was stripped stands around it, so the digits are found where they begin in the text.
    let start = number.as_ptr() as usize - text.as_ptr() as usize;
    u64::from_str_radix(digits, 16).ok().map(|word| (word, start..start + number.len()))
}

/// The text that makes bits a machine word whatever else they could be.
pub fn asked_word(word: u64) -> String {
    format!("{PREFIX} 0x{word:016x}")
}

/// Whether the text asks for a machine word by its prefix.
pub fn asks_for_word(text: &str) -> bool {
    text.trim_start().starts_with(PREFIX) && machine_word(text).is_some()
}

pub(super) fn is_name(word: &str) -> bool {
    Mnemonic::ALL.iter().any(|mnemonic| mnemonic.name().eq_ignore_ascii_case(word))
}
