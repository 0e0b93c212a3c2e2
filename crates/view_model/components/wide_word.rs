//! A machine word of 128 bits as markup: its bits, and a line for every field with a menu or a box for its value.

use super::html::push_text;
use super::word::{Line, Owner, code, drawn, kind};
use semantics::instruction::sass::wide::{Instruction, Refusal, decode};
use semantics::instruction::sass::{Field, Role};

/// Fields of up to so many bits have a menu of all their values.
const MENU: u32 = 4;

/// Whether a word has the opcode of a row and is no instruction.
fn is_refused(word: u128, generation: u32) -> bool {
    matches!(decode(word, generation), Err(Refusal::Illegal(_)))
}

/// The bits that say which row it is: the opcode, and what else must hold.
fn opcode_mask(instruction: &Instruction) -> u128 {
    let ones = |high: u32, low: u32| ((1u128 << (high - low + 1)) - 1) << low;
    instruction.row.fixed.iter().fold(0x1ff, |mask, is| mask | ones(is.high, is.low))
}

/// The bits of an instruction's word; those that turned over make it none are marked.
pub fn bits(index: usize, instruction: &Instruction) -> String {
    let (word, fields, opcode) = (instruction.encode(), instruction.fields(), opcode_mask(instruction));
    drawn(index, word, 128, |bit| {
        let refused = is_refused(word ^ 1 << bit, instruction.generation);
        match fields.iter().find(|(field, _)| field.mask() >> bit & 1 == 1) {
            Some((field, _)) => Owner { kind: kind(field.role), mark: field.role.mark(), label: field.role.label(), refused },
            None if opcode >> bit & 1 == 1 => Owner { kind: "opcode", mark: "op", label: "opcode", refused },
            None => Owner { kind: "unused", mark: "·", label: "unused", refused },
        }
    })
}

/// A line for every field: mark, name, bits, value, what it means.
pub fn fields(index: usize, instruction: &Instruction) -> String {
    let mut html = String::with_capacity(12_000);
    let word = instruction.encode();
    let opcode = Line { mark: "op", kind: "opcode", label: "opcode", bits: "8:0".to_owned() };
    opcode.push(&mut html, index, &code(&format!("{:#05x}", instruction.row.opcode)), instruction.row.name);
    let mut used = opcode_mask(instruction);
    for (field, value) in instruction.fields() {
        used |= field.mask();
        let meaning = instruction.meaning(field.role, value);
        // A menu has the meanings of its values in it, but for whole sentences.
        let (control, meaning) = match field.width() {
            ..=MENU => (menu(index, instruction, field, value), if is_issue(field.role) { meaning } else { String::new() }),
            _ => (number(index, field, value), meaning),
        };
        Line::of(&field).push(&mut html, index, &control, &meaning);
    }
    let set = (word & !used).count_ones();
    let meaning = if set == 0 { "" } else { "set, though nothing reads them" };
    Line::unused((!used).count_ones()).push(&mut html, index, &code(&set.to_string()), meaning);
    html
}

/// Whether a field says how the instruction is issued.
fn is_issue(role: Role) -> bool {
    kind(role) == "issue"
}

/// What a control for a field begins with: which field of which instruction it sets, and its name.
fn control(html: &mut String, tag: &str, index: usize, field: Field) {
    for piece in [tag, " data-word=\"", &index.to_string(), "\" data-edit=\""] {
        html.push_str(piece);
    }
    push_text(html, field.role.mark());
    html.push_str("\" aria-label=\"");
    html.push_str(field.role.label());
}

fn menu(index: usize, instruction: &Instruction, field: Field, value: u32) -> String {
    let mut html = String::new();
    control(&mut html, "<select", index, field);
    html.push_str("\">");
    for other in 0..1u32 << field.width() {
        let changed = instruction.with_bits(field.pieces, other);
        let refused = is_refused(changed.encode(), instruction.generation);
        html.push_str("<option value=\"");
        html.push_str(&other.to_string());
        html.push_str(if other == value { "\" selected>" } else { "\">" });
        html.push_str(&other.to_string());
        if !is_issue(field.role) {
            html.push(' ');
            push_text(&mut html, &changed.meaning(field.role, other));
        }
        html.push_str(if refused { " ✗ no instruction</option>" } else { "</option>" });
    }
    html.push_str("</select>");
    html
}

fn number(index: usize, field: Field, value: u32) -> String {
    let mut html = String::new();
    control(&mut html, "<input class=\"number\" type=\"text\" spellcheck=\"false\" autocomplete=\"off\"", index, field);
    html.push_str(&format!("\" value=\"{value:#x}\">"));
    html
}
