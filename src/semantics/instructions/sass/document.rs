//! A text of the second language as a page shows it: instructions or one machine word, coloured, judged, with ways out.
//!
//! The command line reads instructions strictly ([`super::parse`]) and words as words; a box that takes anything has to tell them apart,
//! and to say more than the first thing that is wrong.

use super::legality;
use super::parse::parse;
use super::statement::{Place, Statement};
use crate::c::is_constant;
use crate::instruction::sass::{Mnemonic, Role, Unknown, decode};
use crate::instruction::{Context, Target};
use crate::syntax::{Change, Diagnostic, Fix, Severity, Token, TokenKind, lex, sort_by_key};
use core::ops::Range;

/// A text that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The text.
    pub text: String,
    /// Target and PTX version.
    pub context: Context,
    /// The target whose machine words are meant.
    pub target: Target,
    /// The pieces of the text, for colouring.
    pub tokens: Vec<Token>,
    /// The instructions that could be read, in order.
    pub statements: Vec<Statement>,
    /// What is to be said, in order of place.
    pub diagnostics: Vec<Diagnostic>,
    /// The machine word that the text is, if it is one and no instruction in words.
    pub word: Option<u64>,
    /// Why that word is no instruction.
    pub unknown: Option<Unknown>,
}

/// The word that makes any bits behind it a machine word, even such as are usually a number.
const PREFIX: &str = "word";

impl Document {
    /// Reads a text, its machine words being those of the target (see [`super::machine_target`]).
    pub fn read(text: &str, context: &Context) -> Document {
        let target = context.target;
        let machine = super::machine_target(target);
        let blank = Document {
            text: text.to_owned(),
            context: Context { target: machine, ..*context },
            target: machine,
            tokens: tokens(text),
            statements: Vec::new(),
            diagnostics: Vec::new(),
            word: None,
            unknown: None,
        };
        let mut document = match machine_word(text) {
            Some((word, span)) => blank.of_word(word, span),
            None => {
                let parsed = parse(text, machine);
                Document { statements: parsed.statements, diagnostics: parsed.diagnostics, ..blank }
            }
        };
        if document.word.is_none() && document.statements.is_empty() && document.diagnostics.is_empty() {
            document.diagnostics.push(Diagnostic::error("empty", 0..0, "There is no instruction here."));
        }
        for statement in &document.statements {
            document.diagnostics.extend(legality::diagnostics(statement, machine));
        }
        for diagnostic in &mut document.diagnostics {
            // A missing semicolon is passed over, for the sake of people who type.
            if diagnostic.code == "missing-semicolon" {
                diagnostic.severity = Severity::Note;
            }
            add_ways_out(diagnostic, text);
        }
        if machine != target && !document.statements.is_empty() {
            let own =
                super::wide::line::word_on(text, target).map(|word| format!(" There it is the word 0x{word:032x}.")).unwrap_or_default();
            let message =
                format!("{target} has machine words of 128 bits or of another layout; these 64-bit words are read as on {machine}.{own}");
            document.diagnostics.push(Diagnostic::note("other-words", 0..0, message));
        }
        document
    }

    fn of_word(mut self, word: u64, span: Range<usize>) -> Document {
        self.word = Some(word);
        match decode(word) {
            Ok(instruction) if !instruction.is_available(self.target) => {
                let form = instruction.form;
                let message =
                    format!("The word is an {}, which came with {}; {} does not have it.", form.mnemonic.name(), form.since, self.target);
                self.diagnostics.push(Diagnostic::error("needs-target", span, message));
            }
            Ok(instruction) => {
                // Every field stands in the whole of the word.
                let places = instruction.fields().map(|(field, _)| Place { role: field.role, span: span.clone() }).collect();
                self.statements.push(Statement { instruction, schedule: None, span: span.clone(), head: span, places });
            }
            Err(unknown) => {
                self.diagnostics.push(Diagnostic::error("opcode", span, unknown.to_string()));
                self.unknown = Some(unknown);
            }
        }
        self
    }

    /// The fields that a piece of an instruction's text sets. A sign or a bar sets its own alone, though it stands in the operand.
    pub fn roles(&self, statement: &Statement, span: &Range<usize>) -> Vec<Role> {
        if self.word.is_some() {
            return Vec::new();
        }
        let piece = self.text.get(span.clone()).unwrap_or("");
        let covered = statement.places.iter().filter(|place| place.span.start <= span.start && span.end <= place.span.end);
        let fits = |role: Role| match role {
            Role::NegateA | Role::NegateB => piece == "-",
            Role::AbsoluteA | Role::AbsoluteB => piece == "|",
            Role::Guard | Role::GuardNot => true,
            _ => !matches!(piece, "-" | "|" | "{" | "}"),
        };
        // A dotted word in an operand is its own, not the register's.
        let shortest = covered.clone().map(|place| place.span.len()).min().unwrap_or(0);
        let dotted = piece.starts_with('.');
        covered.filter(|place| fits(place.role) && (!dotted || place.span.len() == shortest)).map(|place| place.role).collect()
    }
}

/// Whether a text is machine code: in words, or as 16 hex digits that decode or are asked for as a word; else these are a number.
pub fn claims(text: &str) -> bool {
    if super::wide::is_meant(text) {
        return true;
    }
    match machine_word(text) {
        Some((word, _)) => asks_for_word(text) || decode(word).is_ok(),
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
    let computes = tokens.next().is_some_and(|next| matches!(text.get(next.span), Some("*" | "/" | "+" | "-" | "^" | "<" | ">" | "?")));
    (capitals && !computes && !(word.contains('_') && is_constant(word))) || is_name(word)
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

fn is_name(word: &str) -> bool {
    Mnemonic::ALL.iter().any(|mnemonic| mnemonic.name().eq_ignore_ascii_case(word))
}

/// The tokens of PTX, with words sorted as this language has them.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = lex(text);
    let mut guard = false;
    for token in &mut tokens {
        let word = text.get(token.span.clone()).unwrap_or("");
        let digits = word.strip_prefix(['R', 'r']).unwrap_or("");
        token.kind = match token.kind {
            TokenKind::Guard => {
                guard = true;
                continue;
            }
            TokenKind::Comment => continue,
            TokenKind::Word if guard => TokenKind::GuardRegister,
            TokenKind::Word if is_name(word) => TokenKind::Mnemonic,
            TokenKind::Word
                if digits.eq_ignore_ascii_case("z") || !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                TokenKind::Register
            }
            TokenKind::Word if word.eq_ignore_ascii_case("c") => TokenKind::Register,
            TokenKind::Unknown if matches!(word, "&" | "?" | "=") => TokenKind::Punctuation,
            kind => kind,
        };
        guard = false;
    }
    tokens
}

/// Edits that mend what is wrong: another target, the nearest of the words that would do, or the word away.
fn add_ways_out(diagnostic: &mut Diagnostic, text: &str) {
    if !diagnostic.is_error() || !diagnostic.fixes.is_empty() {
        return;
    }
    let span = diagnostic.span.clone();
    let word = text.get(span.clone()).unwrap_or("");
    match diagnostic.code {
        "needs-target" | "function" => {
            let target = if diagnostic.message.contains("sm_52") { Target::SM_52 } else { Target::SM_53 };
            diagnostic.fixes.push(Fix { label: format!("choose {target}"), change: Change::SetTarget(target) });
        }
        "sat-f64" | "rounding" | "extract" | "fmz" if word.starts_with('.') => {
            diagnostic.fixes.push(Fix::replace(format!("remove {word}"), span, ""));
        }
        _ => add_nearest(diagnostic, text),
    }
}

/// Edits that put the nearest of the words that would do where a wrong one stands.
pub(super) fn add_nearest(diagnostic: &mut Diagnostic, text: &str) {
    let span = diagnostic.span.clone();
    let word = text.get(span.clone()).unwrap_or("");
    let mut near: Vec<&String> = diagnostic.alternatives.iter().filter(|other| !other.contains("INVALID")).collect();
    sort_by_key(&mut near, |other| u64::MAX - likeness(word, other) as u64);
    let fixes: Vec<Fix> = near.iter().take(4).map(|other| Fix::replace(format!("write {other}"), span.clone(), other.as_str())).collect();
    diagnostic.fixes.extend(fixes);
}

/// How many letters two words share in order from the start, counted once for those that also stand at the same place.
fn likeness(word: &str, other: &str) -> usize {
    let same = |(a, b): (u8, u8)| usize::from(a.eq_ignore_ascii_case(&b));
    let shared = word.bytes().filter(|letter| other.bytes().any(|known| known.eq_ignore_ascii_case(letter))).count();
    2 * word.bytes().zip(other.bytes()).map(same).sum::<usize>() + shared
}
