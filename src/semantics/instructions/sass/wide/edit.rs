//! The text with one of its words changed: what a bit, a menu or a number of the page's word view does to the box.

use super::super::edit::without_word_comments;
use super::document::Document;
use super::line::unsaid_comment;
use super::parse::What;
use super::text::{numbers, text};
use crate::instruction::sass::wide::{Immediate, Instruction, decode, taken_apart};
use crate::instruction::sass::{Field, Role};
use crate::rounding::{Mode, read};

/// An instruction as the box spells it: as nvdisasm does, the semicolon without a blank before it; what the words leave unsaid of its bits
/// stands in a comment.
fn spelled(instruction: &Instruction) -> String {
    let comment = unsaid_comment(instruction).map(|comment| format!(" {comment}")).unwrap_or_default();
    text(instruction).trim_end_matches([';', ' ']).to_owned() + ";" + &comment
}

impl Document {
    /// The word of a line as its row takes it apart, whether or not such an instruction is; None for other operations.
    pub fn taken_apart(&self, index: usize) -> Option<Instruction> {
        let line = self.lines.get(index)?;
        match line.what {
            What::Instruction(instruction) => Some(instruction),
            _ => taken_apart(line.word?, self.generation).ok(),
        }
    }

    /// The text with another word in the place of an instruction's. A word stays a word; one that is no instruction stands alone. None
    /// where a listing's line would be changed.
    pub fn with_word(&self, index: usize, word: u128) -> Option<String> {
        let decoded = decode(word, self.generation).ok();
        match (self.is_word, decoded) {
            (true, _) => return Some(format!("0x{word:032x}")),
            _ if self.is_listing => return None,
            (false, None) => return (self.lines.len() < 2).then(|| format!("0x{word:032x}")),
            (false, Some(_)) => {}
        }
        let line = self.lines.get(index)?;
        let next = self.lines.get(index + 1).map_or(self.text.len(), |next| next.span.start);
        let behind = without_word_comments(&self.text, &self.tokens, line.span.end..next);
        Some([self.text.get(..line.span.start)?, &spelled(&decoded?), &behind].concat())
    }
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
