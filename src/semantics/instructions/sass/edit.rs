//! The text with one of its instructions changed: what a button, a bit of the word or a bit of an immediate does to the box.

use super::document::{Document, asked_word, asks_for_word};
use super::listing::{Piece, listing, unsaid_comment};
use crate::instruction::Target;
use crate::instruction::sass::{Instruction, decode};
use crate::syntax::{Token, TokenKind};
use core::ops::Range;

impl Document {
    /// The text with another instruction in the place of one. A machine word stays a word; a text keeps as much of its spelling as the
    /// change leaves right.
    pub fn with_instruction(&self, index: usize, instruction: Instruction) -> Option<String> {
        let text = &self.text;
        let statement = self.statements.get(index)?;
        let (before, behind) = (text.get(..statement.span.start)?, text.get(statement.span.end..)?);
        if self.word.is_some() {
            return Some([before, &format!("0x{:016x}", instruction.encode()), behind].concat());
        }
        let (old_head, old_rest) = parts(&statement.instruction, self.target);
        let (head, rest) = parts(&instruction, self.target);
        if old_rest == rest && old_head != head {
            return Some([text.get(..statement.head.start)?, &head, text.get(statement.head.end..)?].concat());
        }
        let mut said = spelled(&instruction, self.target);
        if let Some(schedule) = statement.schedule {
            said.insert_str(said.len() - 1, &schedule.text());
        }
        if let Some(comment) = unsaid_comment(&instruction, self.target) {
            said = [&said, " ", &comment].concat();
        }
        let next = self.statements.get(index + 1).map_or(text.len(), |next| next.span.start);
        Some([before, &said, &without_word_comments(text, &self.tokens, statement.span.end..next)].concat())
    }

    /// The text with another machine word in the place of an instruction's. A word that is no instruction stands alone.
    pub fn with_word(&self, index: usize, word: u64) -> Option<String> {
        match decode(word) {
            Ok(instruction) if self.word.is_some() => Some(match asks_for_word(&self.text) {
                true => asked_word(word),
                false => format!("0x{:016x}", instruction.encode()),
            }),
            Ok(instruction) => self.with_instruction(index, instruction),
            Err(_) => (self.statements.len() < 2).then(|| asked_word(word)),
        }
    }
}

/// What stands behind an instruction up to the next and from there on, without the comments that tell its old word or set bits of it.
pub(super) fn without_word_comments(text: &str, tokens: &[Token], behind: Range<usize>) -> String {
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

/// An instruction as the box spells it: as nvdisasm does, the semicolon without a blank before it.
pub fn spelled(instruction: &Instruction, target: Target) -> String {
    let text = super::text(instruction, target);
    text.trim_end_matches([';', ' ']).to_owned() + ";"
}

/// The head of an instruction's text, and everything else.
fn parts(instruction: &Instruction, target: Target) -> (String, String) {
    let in_head = |piece: &Piece| match piece.roles.first() {
        Some(role) => instruction.form.mnemonic.head().contains(role),
        None => piece.text == instruction.form.mnemonic.name(),
    };
    let (head, rest): (Vec<Piece>, Vec<Piece>) = listing(instruction, target).into_iter().partition(in_head);
    let joined = |pieces: Vec<Piece>| pieces.into_iter().map(|piece| piece.text).collect::<String>();
    (joined(head), joined(rest))
}
