//! A machine word as markup: nibbles and bits in the colours of their fields, each bit a button, and a line for every field.
//!
//! A field is known by its number of instruction and its mark (`0d`), which stands in `data-field` wherever the field is shown, so that
//! text, bits and lines light each other.

use super::html::{push_number, push_text};
use semantics::instruction::sass::{FORMS, Field, Instruction, OperandKind, Role, Schedule, Unknown};

/// The style of a field: colour and line. What it is exactly is said by its mark.
pub(super) fn kind(role: Role) -> &'static str {
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
pub(super) struct Owner {
    pub kind: &'static str,
    pub mark: &'static str,
    pub label: &'static str,
    /// Whether the word with this bit turned over is no instruction.
    pub refused: bool,
}

/// The bits of an instruction's word.
pub fn bits(index: usize, instruction: &Instruction) -> String {
    let opcode = u64::from(instruction.form.test.mask) << 48;
    let owner = |bit: u32| {
        let field = instruction.form.fields.iter().find(|field| field.mask() >> bit & 1 == 1);
        match field {
            Some(field) => Owner { kind: kind(field.role), mark: field.role.mark(), label: field.role.label(), refused: false },
            None if opcode >> bit & 1 == 1 => Owner { kind: "opcode", mark: "op", label: "opcode", refused: false },
            None => Owner { kind: "unused", mark: "·", label: "unused", refused: false },
        }
    };
    drawn(index, instruction.encode().into(), 64, owner)
}

/// The bits of a word that is no instruction: those that the nearest opcode test looks at, and among them the wrong ones.
pub fn unknown_bits(unknown: &Unknown) -> String {
    let mask = u64::from(unknown.nearest.test.mask) << 48;
    drawn(0, unknown.word.into(), 64, |bit| match (unknown.failing() >> bit & 1 == 1, mask >> bit & 1 == 1) {
        (true, _) => Owner { kind: "wrong", mark: "≠", label: "opcode, wrong", refused: false },
        (false, true) => Owner { kind: "opcode", mark: "op", label: "opcode", refused: false },
        _ => Owner { kind: "unused", mark: "·", label: "without meaning", refused: false },
    })
}

/// The bits of a word of `width` bits; one of 128 is parted into groups of 32.
pub(super) fn drawn(index: usize, word: u128, width: u32, owner: impl Fn(u32) -> Owner) -> String {
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
            html.push_str(if refused { ", turned over no instruction" } else { "" });
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

/// A line for every field: mark, name, bits, value, what it means.
pub fn fields(index: usize, instruction: &Instruction) -> String {
    let mut html = String::with_capacity(3_000);
    let test = instruction.form.test;
    let opcode = Line { mark: "op", kind: "opcode", label: "opcode", bits: format!("63:48, mask {:04x}", test.mask) };
    opcode.push(&mut html, index, &code(&format!("{:04x}", test.value)), operand_word(instruction));
    for (field, value) in instruction.fields() {
        let word = match field.role.word(value) {
            Some(word) if !(field.role == Role::Rounding && instruction.get(Role::To) == instruction.get(Role::From) && value < 4) => {
                [".", word].concat()
            }
            _ => String::new(),
        };
        let shown = if field.width() > 4 { format!("{value:#x}") } else { value.to_string() };
        let meaning = match field.role {
            Role::Destination | Role::A | Role::B => semantics::sass::operands::register_name(value as u8),
            Role::Guard if value == 7 => "PT".into(),
            Role::Guard => format!("P{value}"),
            Role::Offset => format!("byte {:#x}", value * 4),
            _ => word,
        };
        Line::of(field).push(&mut html, index, &code(&shown), &meaning);
    }
    let unused = !instruction.form.used();
    let set = instruction.unused();
    let meaning = if set == 0 { String::new() } else { "set, though it means nothing".into() };
    Line::unused(unused.count_ones()).push(&mut html, index, &code(&set.count_ones().to_string()), &meaning);
    html
}

fn operand_word(instruction: &Instruction) -> &'static str {
    match instruction.form.operand {
        OperandKind::Register => "registers",
        OperandKind::Constant => "with a constant",
        OperandKind::Immediate => "with an immediate",
    }
}

/// A line of the list of fields, but for its value.
pub(super) struct Line {
    pub mark: &'static str,
    pub kind: &'static str,
    pub label: &'static str,
    pub bits: String,
}

impl Line {
    /// That of a field.
    pub fn of(field: &Field) -> Line {
        let piece = |(high, low): &(u32, u32)| if high == low { high.to_string() } else { format!("{high}:{low}") };
        let bits: Vec<String> = field.pieces.iter().map(piece).collect();
        Line { mark: field.role.mark(), kind: kind(field.role), label: field.role.label(), bits: bits.join(", ") }
    }

    /// That of the bits which nothing reads.
    pub fn unused(count: u32) -> Line {
        Line { mark: "·", kind: "unused", label: "unused", bits: format!("{count} bits") }
    }

    /// Writes it with a value, which is markup, and what that means.
    pub fn push(&self, html: &mut String, index: usize, value: &str, meaning: &str) {
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
pub(super) fn code(value: &str) -> String {
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
    for form in FORMS {
        let at = Unknown { nearest: form, ..*unknown };
        let wrong: Vec<String> = (48..64).rev().filter(|bit| at.failing() >> bit & 1 == 1).map(|bit: u32| bit.to_string()).collect();
        let nearest = form == unknown.nearest;
        html.push_str(if nearest { "<tr class=\"nearest\"><th scope=\"row\"><code>" } else { "<tr><th scope=\"row\"><code>" });
        html.push_str(form.mnemonic.name());
        html.push_str("</code> ");
        html.push_str(match form.operand {
            OperandKind::Register => "register",
            OperandKind::Constant => "constant",
            OperandKind::Immediate => "immediate",
        });
        html.push_str(if nearest { " (nearest)</th>" } else { "</th>" });
        for value in [form.test.mask, form.test.value, (unknown.word >> 48) as u16 & form.test.mask] {
            push_text(&mut html, "");
            html.push_str("<td><code>");
            html.push_str(&format!("{value:04x}"));
            html.push_str("</code></td>");
        }
        html.push_str("<td>");
        html.push_str(&wrong.join(", "));
        html.push_str("</td></tr>");
    }
    html.push_str(
        "</tbody></table></div><p>As a scheduling word, which steers the three instructions behind it:</p><ol class=\"schedule\">",
    );
    for group in Schedule::of_word(unknown.word) {
        html.push_str("<li>");
        push_text(&mut html, &group.sentence());
        html.push_str("</li>");
    }
    html.push_str("</ol>");
    html
}
