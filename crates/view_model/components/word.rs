//! A machine word as markup: nibbles and bits in the colours of their fields, each bit a button, and a line for every field, which in words of
//! 128 bits has a menu or a box for its value.
//!
//! A field is known by its number of instruction and its mark (`0d`), which stands in `data-field` wherever the field is shown, so that
//! text, bits and lines light each other.

use super::html::{push_number, push_text};
use semantics::instruction::sass::maxwell::ROWS;
use semantics::instruction::sass::{Field, Instruction, Layout, Refusal, Role, Row, Schedule, Source, Unknown, decode};

/// The style of a field: colour and line. What it is exactly is said by its mark.
fn kind(role: Role) -> &'static str {
    match role {
        Role::Destination | Role::PredicateTo | Role::PredicateAlso => "written",
        Role::A | Role::AbsoluteA | Role::NegateA | Role::SwizzleA => "first",
        Role::B | Role::AbsoluteB | Role::NegateB | Role::SwizzleB | Role::Bank | Role::Offset | Role::Half | Role::Uniform => "second",
        Role::C | Role::AbsoluteC | Role::NegateC | Role::SwizzleC => "third",
        Role::Immediate | Role::ImmediateH0 | Role::ImmediateH1 => "immediate",
        Role::Guard | Role::GuardNot | Role::PredicateFrom | Role::PredicateNot | Role::UniformPredicate | Role::UniformPredicateNot => {
            "guard"
        }
        Role::Stall | Role::Yields | Role::WriteBarrier | Role::ReadBarrier | Role::WaitMask | Role::Reuse => "issue",
        _ => "modifier",
    }
}

/// The name of a field in `data-field`.
pub fn field_name(index: usize, mark: &str) -> String {
    [&index.to_string(), mark].concat()
}

/// What one bit of a word belongs to.
struct Owner {
    kind: &'static str,
    mark: &'static str,
    label: &'static str,
    /// Whether the word with this bit turned over is no instruction.
    refused: bool,
}

/// Whether a word has the opcode of a row and is no instruction.
fn is_refused(word: u128, generation: u32) -> bool {
    matches!(decode(word, generation), Err(Refusal::Illegal(_)))
}

/// The bits of an instruction's word; those that turned over make it none are marked.
pub fn bits(index: usize, instruction: &Instruction) -> String {
    let (word, fields, opcode) = (instruction.encode(), instruction.fields(), instruction.opcode_mask());
    drawn(index, word, instruction.width(), |bit| {
        let refused = is_refused(word ^ 1 << bit, instruction.generation);
        match fields.iter().find(|(field, _)| field.mask() >> bit & 1 == 1) {
            Some((field, _)) => Owner { kind: kind(field.role), mark: field.role.mark(), label: field.role.label(), refused },
            None if opcode >> bit & 1 == 1 => Owner { kind: "opcode", mark: "op", label: "opcode", refused },
            None => Owner { kind: "unused", mark: "·", label: "unused", refused },
        }
    })
}

/// The bits of a word that is no instruction: those that the nearest opcode test looks at, and among them the wrong ones.
pub fn unknown_bits(unknown: &Unknown) -> String {
    let mask = unknown.nearest.test.mask;
    drawn(0, unknown.word.into(), 64, |bit| match (unknown.failing() >> bit & 1 == 1, mask >> bit & 1 == 1) {
        (true, _) => Owner { kind: "wrong", mark: "≠", label: "opcode, wrong", refused: false },
        (false, true) => Owner { kind: "opcode", mark: "op", label: "opcode", refused: false },
        _ => Owner { kind: "unused", mark: "·", label: "without meaning", refused: false },
    })
}

/// The bits of a word of `width` bits; one of 128 is parted into groups of 32.
fn drawn(index: usize, word: u128, width: u32, owner: impl Fn(u32) -> Owner) -> String {
    let mut html = String::with_capacity(200 * width as usize);
    for nibble in (0..width / 4).rev() {
        if width > 64 && nibble % 8 == 7 {
            html.push_str("<span class=\"quarter\">");
        }
        html.push_str("<span class=\"nibble\"><small>");
        push_number(&mut html, nibble as i32 * 4 + 3);
        html.push_str("</small><b>");
        push_text(&mut html, &format!("{:x}", word >> (nibble * 4) & 15));
        html.push_str("</b><span>");
        let mut last = "";
        for bit in (nibble * 4..nibble * 4 + 4).rev() {
            let Owner { kind, mark, label, refused } = owner(bit);
            let one = word >> bit & 1 == 1;
            html.push_str("<button type=\"button\" class=\"word-bit");
            html.push_str(if refused { " refused" } else { "" });
            html.push_str(if one { " one\" data-kind=\"" } else { "\" data-kind=\"" });
            html.push_str(kind);
            html.push_str("\" data-field=\"");
            push_text(&mut html, &field_name(index, mark));
            html.push_str("\" data-word-bit=\"");
            push_number(&mut html, bit as i32);
            html.push_str(if bit + 1 == width { "\" tabindex=\"0\" aria-label=\"bit " } else { "\" tabindex=\"-1\" aria-label=\"bit " });
            push_number(&mut html, bit as i32);
            html.push_str(", ");
            html.push_str(label);
            html.push_str(if refused { ", flipped: no instruction" } else { "" });
            html.push_str(if one { ", 1\">1<i>" } else { ", 0\">0<i>" });
            // A mark stands once for the bits of a nibble that share it.
            push_text(&mut html, if mark == last { "" } else { mark });
            html.push_str("</i></button>");
            last = mark;
        }
        html.push_str("</span></span>");
        if width > 64 && nibble % 8 == 0 {
            html.push_str("</span>");
        }
    }
    html
}

/// Fields of up to so many bits have a menu of all their values.
const MENU: u32 = 4;

/// A line for every field: mark, name, bits, value, what it means.
pub fn fields(index: usize, instruction: &Instruction) -> String {
    let mut html = String::with_capacity(12_000);
    let is_short = instruction.is_short();
    let (row, line) = (instruction.row, |bits| Line { mark: "op", kind: "opcode", label: "opcode", bits });
    if is_short {
        let (mask, value) = row.test.top();
        line(format!("63:48, mask {mask:04x}")).push(&mut html, index, &code(&format!("{value:04x}")), operand_word(row));
    } else {
        line("8:0".to_owned()).push(&mut html, index, &code(&format!("{:#05x}", row.test.value)), row.name);
    }
    for (field, value) in instruction.fields() {
        let (control, meaning) = if is_short { shown(instruction, field, value) } else { edited(index, instruction, field, value) };
        Line::of(&field).push(&mut html, index, &control, &meaning);
    }
    let unused = instruction.unused();
    let set = (instruction.encode() & unused).count_ones();
    let meaning = match set {
        0 => "",
        _ if is_short => "set, though it means nothing",
        _ => "set, though nothing reads them",
    };
    Line::unused(unused.count_ones()).push(&mut html, index, &code(&set.to_string()), meaning);
    html
}

/// The value of a field of 64-bit words, and the manual's word for it.
fn shown(instruction: &Instruction, field: Field, value: u32) -> (String, String) {
    let meaning = match field.role {
        Role::Destination | Role::A | Role::B | Role::Guard | Role::Offset => instruction.meaning(field.role, value),
        Role::Rounding if instruction.get(Role::To) == instruction.get(Role::From) && value < 4 => String::new(),
        role => role.word(value).map_or_else(String::new, |word| [".", word].concat()),
    };
    (code(&if field.width() > 4 { format!("{value:#x}") } else { value.to_string() }), meaning)
}

/// A control for a field. A menu has the meanings of its values in it, but for whole sentences.
fn edited(index: usize, instruction: &Instruction, field: Field, value: u32) -> (String, String) {
    let meaning = instruction.meaning(field.role, value);
    match field.width() {
        ..=MENU => (menu(index, instruction, field, value), if is_issue(field.role) { meaning } else { String::new() }),
        _ => (number(index, field, value), meaning),
    }
}

/// What stands in the place of the last source.
fn operand_word(row: &Row) -> &'static str {
    match row.layout {
        Layout::Fixed(Source::Constant) => "with a constant",
        Layout::Fixed(Source::Immediate) => "with an immediate",
        _ => "registers",
    }
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

/// A line of the list of fields, but for its value.
struct Line {
    mark: &'static str,
    kind: &'static str,
    label: &'static str,
    bits: String,
}

impl Line {
    /// That of a field.
    fn of(field: &Field) -> Line {
        let piece = |(high, low): &(u32, u32)| if high == low { high.to_string() } else { format!("{high}:{low}") };
        let bits: Vec<String> = field.pieces.iter().map(piece).collect();
        Line { mark: field.role.mark(), kind: kind(field.role), label: field.role.label(), bits: bits.join(", ") }
    }

    /// That of the bits which nothing reads.
    fn unused(count: u32) -> Line {
        Line { mark: "·", kind: "unused", label: "unused", bits: format!("{count} bits") }
    }

    /// Writes it with a value, which is markup, and what that means.
    fn push(&self, html: &mut String, index: usize, value: &str, meaning: &str) {
        html.push_str("<li tabindex=\"0\" data-kind=\"");
        html.push_str(self.kind);
        html.push_str("\" data-field=\"");
        push_text(html, &field_name(index, self.mark));
        html.push_str("\"><b>");
        push_text(html, self.mark);
        html.push_str("</b><span>");
        html.push_str(self.label);
        html.push_str("</span><small>");
        push_text(html, &self.bits);
        html.push_str("</small>");
        html.push_str(value);
        html.push_str("<code>");
        push_text(html, meaning);
        html.push_str("</code></li>");
    }
}

/// A value as markup.
fn code(value: &str) -> String {
    let mut html = String::from("<code>");
    push_text(&mut html, value);
    html.push_str("</code>");
    html
}

/// Why a word is no instruction: every opcode test with the bits in which it fails, and what the word is to the scheduler.
pub fn verdicts(unknown: &Unknown) -> String {
    let mut html = String::from(
        "<p>No opcode test holds. What each of them looks at:</p><div class=\"scroll\" role=\"region\" aria-label=\"Opcode tests\" tabindex=\"0\"><table class=\"opcode-tests\"><thead><tr><th scope=\"col\">instruction</th><th scope=\"col\">bits 63:48 masked with</th><th scope=\"col\">must be</th><th scope=\"col\">are</th><th scope=\"col\">wrong bits</th></tr></thead><tbody>",
    );
    for row in ROWS {
        let at = Unknown { nearest: row, ..*unknown };
        let wrong: Vec<String> = (48..64).rev().filter(|bit| at.failing() >> bit & 1 == 1).map(|bit: u32| bit.to_string()).collect();
        let nearest = row == unknown.nearest;
        html.push_str(if nearest { "<tr class=\"nearest\"><th scope=\"row\"><code>" } else { "<tr><th scope=\"row\"><code>" });
        html.push_str(row.name);
        html.push_str("</code> ");
        html.push_str(source_word(row));
        html.push_str(if nearest { " (nearest)</th>" } else { "</th>" });
        let (mask, value) = row.test.top();
        for value in [mask, value, (unknown.word >> 48) as u16 & mask] {
            html.push_str(&format!("<td><code>{value:04x}</code></td>"));
        }
        html.push_str("<td>");
        html.push_str(&wrong.join(", "));
        html.push_str("</td></tr>");
    }
    html.push_str(
        "</tbody></table></div><p>As a scheduling word, which steers the three instructions after it:</p><ol class=\"schedule\">",
    );
    for group in Schedule::of_word(unknown.word) {
        html.push_str("<li>");
        push_text(&mut html, &group.sentence());
        html.push_str("</li>");
    }
    html.push_str("</ol>");
    html
}

/// What the last source of a row of 64-bit words is.
pub fn source_word(row: &Row) -> &'static str {
    match row.layout {
        Layout::Fixed(Source::Constant) => "constant",
        Layout::Fixed(Source::Immediate) => "immediate",
        _ => "register",
    }
}
