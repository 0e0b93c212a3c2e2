//! The text with one of its instructions changed: what a button, a bit of the word or a number does to the box.

use super::detect::{asked_word, asks_for_word};
use super::document::Document;
use super::text::{Piece, numbers, pieces, spelled, unsaid_comment};
use crate::instruction::sass::{Field, Immediate, Instruction, Role, decode, spelled_word, taken_apart};
use crate::rounding::{Mode, read};
use crate::syntax::{Token, TokenKind};
use core::ops::Range;

impl Document {
    /// The word of a statement as its row takes it apart, whether or not such an instruction is; None for other operations.
    pub fn taken_apart(&self, index: usize) -> Option<Instruction> {
        let statement = self.statements.get(index)?;
        statement.instruction().or_else(|| taken_apart(statement.word?, self.generation).ok())
    }

    /// The text with another instruction in the place of one. A machine word stays a word; a text of 64-bit words keeps as much of its
    /// spelling as the change leaves right. None where a listing's line would be changed.
    pub fn with_instruction(&self, index: usize, instruction: Instruction) -> Option<String> {
        let text = &self.text;
        let statement = self.statements.get(index)?;
        let (before, behind) = (text.get(..statement.span.start)?, text.get(statement.span.end..)?);
        if self.is_listing {
            return None;
        }
        if self.is_word {
            return Some(if self.is_short() { [before, &instruction.hex(), behind].concat() } else { instruction.hex() });
        }
        let (old_head, old_rest) = parts(&statement.instruction()?);
        let (head, rest) = parts(&instruction);
        if self.is_short() && old_rest == rest && old_head != head {
            return Some([text.get(..statement.head.start)?, &head, text.get(statement.head.end..)?].concat());
        }
        let mut said = spelled(&instruction);
        if let Some(schedule) = statement.schedule {
            said.insert_str(said.len() - 1, &schedule.text());
        }
        if let Some(comment) = unsaid_comment(&instruction) {
            said = [&said, " ", &comment].concat();
        }
        let next = self.statements.get(index + 1).map_or(text.len(), |next| next.span.start);
        Some([before, &said, &without_word_comments(text, &self.tokens, statement.span.end..next)].concat())
    }

    /// The text with another machine word in the place of an instruction's. A word that is no instruction stands alone.
    pub fn with_word(&self, index: usize, word: u128) -> Option<String> {
        if self.is_short() && word >> 64 != 0 {
            return None;
        }
        let decoded = decode(word, self.generation);
        let alone = || match self.is_short() && (asks_for_word(&self.text) || decoded.is_err()) {
            true => asked_word(word as u64),
            false => spelled_word(word, self.generation),
        };
        match decoded {
            _ if self.is_word => Some(alone()),
            Ok(instruction) => self.with_instruction(index, instruction),
            Err(_) => (self.statements.len() < 2 && !self.is_listing).then(alone),
        }
    }
}

/// What stands behind an instruction up to the next and from there on, without the comments that tell its old word or set bits of it.
fn without_word_comments(text: &str, tokens: &[Token], behind: Range<usize>) -> String {
    let mut rest = String::new();
    let mut at = behind.start;
    for token in tokens {
        let is_behind = token.kind == TokenKind::Comment && token.span.start >= at && token.span.end <= behind.end;
        let comment = text.get(token.span.clone()).unwrap_or("");
        if is_behind && comment.starts_with("/*") && (comment.contains('=') || super::machine_word(comment).is_some()) {
            rest.push_str(text.get(at..token.span.start).unwrap_or("").trim_end_matches(' '));
            at = token.span.end;
        }
    }
    rest.push_str(text.get(at..).unwrap_or(""));
    rest
}

/// The head of an instruction's text, and everything else.
fn parts(instruction: &Instruction) -> (String, String) {
    let in_head = |piece: &Piece| match piece.roles.first() {
        Some(role) => instruction.row.head.iter().any(|choice| choice.field.role == *role),
        None => piece.text == instruction.row.name,
    };
    let (head, rest): (Vec<Piece>, Vec<Piece>) = pieces(instruction).into_iter().partition(in_head);
    let joined = |all: Vec<Piece>| all.into_iter().map(|piece| piece.text).collect::<String>();
    (joined(head), joined(rest))
}

/// The value of a field by a text: a number, `0x` and hex digits, a register or predicate by name, a decimal where the field is a number of
/// a format. None where it is none of these or does not fit.
pub fn value_of(instruction: &Instruction, field: Field, text: &str) -> Option<u32> {
    let text = text.trim();
    let most = u32::MAX >> (32 - field.width().clamp(1, 32));
    let hex = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    let named = || {
        let upper = text.to_ascii_uppercase();
        let number = ["UR", "UP", "R", "P"].iter().find_map(|stem| upper.strip_prefix(stem))?;
        if matches!(number, "Z" | "T") { Some(most) } else { number.parse().ok() }
    };
    let literal = || {
        let at = usize::from(field.role == Role::ImmediateH0 && instruction.takes_two_numbers());
        let format = numbers(instruction).get(at).filter(|_| is_number(field.role))?.format;
        let bits = read(text).ok()?.to_bits(format, Mode::Rn).0;
        u32::try_from(if instruction.row.immediate == Immediate::Double { bits >> 32 } else { bits }).ok()
    };
    let value = match hex {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None if is_number(field.role) => literal(),
        None => text.parse().ok().or_else(named),
    };
    value.filter(|value| *value <= most)
}

/// Whether a field is a number that an operation takes.
fn is_number(role: Role) -> bool {
    matches!(role, Role::Immediate | Role::ImmediateH0 | Role::ImmediateH1)
}
