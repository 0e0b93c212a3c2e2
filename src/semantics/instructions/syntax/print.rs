//! An instruction back as text, its modifiers in the manual's order.

use super::parsed::{Instruction, Source};
use crate::instruction::{Modifier, ModifierSet};
use crate::number::{F32, Float, Pattern};

/// The canonical text of an instruction: `@p add.rz.f32 %f0, %f1, 0f3F800000;`.
pub fn print(instruction: &Instruction) -> String {
    let mut text = String::new();
    if let Some(guard) = &instruction.guard {
        text.push_str(if guard.negated { "@!" } else { "@" });
        text.push_str(&guard.register.name);
        text.push(' ');
    }
    text.push_str(&instruction.form.pattern.spelled(instruction.modifiers));
    text.push(' ');
    text.push_str(&instruction.destination.name);
    for source in &instruction.sources {
        text.push_str(", ");
        match source {
            Source::Register(register) => text.push_str(&register.name),
            Source::Literal(literal) => text.push_str(&literal_text(literal.bits, instruction.modifiers)),
        }
    }
    text.push(';');
    text
}

/// Bits as a literal of the instruction's type. f32x2 takes no literals; its bits are shown in hex all the same.
pub(super) fn literal_text(bits: u64, modifiers: ModifierSet) -> String {
    match modifiers.source_data_type() {
        Some(Modifier::F32x2) => format!("0x{bits:016X}"),
        other => {
            let pattern = Pattern::new(other.and_then(Modifier::format).unwrap_or(F32::ROW), bits);
            if pattern.format.is_integer() { pattern.exact_decimal() } else { pattern.ptx() }
        }
    }
}
