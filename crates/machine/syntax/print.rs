//! An instruction back as text, its modifiers in the manual's order.

use super::completion::in_braces;
use super::parsed::{Instruction, Source};
use crate::instruction::Type;
use crate::number::Pattern;

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
    let sources = instruction.sources.iter().enumerate().map(|(place, source)| match source {
        Source::Register(register) if instruction.negates(place) => format!("!{}", register.name),
        Source::Register(register) => register.name.clone(),
        Source::Literal(literal) => literal_text(literal.bits, instruction.source_type(place)),
    });
    let written: Vec<&str> = instruction.written().map(|register| &*register.name).collect();
    let names = core::iter::once(written.join("|")).chain(sources);
    text.push_str(&in_braces(names, &instruction.form.pattern.braces, 0));
    text.push(';');
    text
}

/// Bits as a literal of a type. Those of a packed type, which takes none, are shown in hex all the same.
pub(super) fn literal_text(bits: u64, data_type: Type) -> String {
    match data_type.operand().number() {
        None => format!("0x{bits:0digits$X}", digits = data_type.width() as usize / 4),
        Some(_) if data_type.is_untyped() => format!("0x{bits:x}"),
        Some(format) if format.is_integer() => Pattern::new(format, bits).exact_decimal(),
        Some(format) => Pattern::new(format, bits).ptx(),
    }
}
