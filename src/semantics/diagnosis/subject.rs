//! The text that is asked about, as code: instructions, conversions and declarations, one after another.

use super::code::{Code, Line, Operand, Work};
use crate::comparison::tf32;
use crate::instruction::Context;
use crate::program::{Content, Program};
use crate::syntax::{Registers, Source, parse};

/// Reads a text. The error is a sentence.
pub(super) fn read(text: &str, context: &Context) -> Result<Code, String> {
    let text = with_operands(text, context);
    let program = Program::read(&text, context, Registers::default());
    let mut code = Code { lines: Vec::new(), context: program.context };
    for statement in &program.statements {
        let piece = text.get(statement.span.clone()).unwrap_or("");
        if let Some((mode, to, from)) = tf32::read(piece) {
            code.lines.push(Line { work: Work::Tf32(mode), to: to.to_owned(), from: vec![Operand::register(from)] });
            continue;
        }
        if let Some(error) = statement.diagnostics.iter().find(|said| said.is_error()) {
            return Err(error.message.clone());
        }
        match &statement.content {
            Content::Instruction(instruction) if instruction.guard.is_none() => {
                let from = instruction.sources.iter().map(|source| match source {
                    Source::Register(register) => Operand::Register(register.name.clone()),
                    Source::Literal(literal) => Operand::Literal(literal.text.clone(), literal.bits),
                });
                let work = Work::Instruction(instruction.form, instruction.modifiers);
                code.lines.push(Line { work, to: instruction.destination.name.clone(), from: from.collect() });
            }
            Content::Declaration(_) => {}
            Content::Passed if piece.trim_start().starts_with('.') => {}
            _ => return Err(format!("`{}` cannot be varied here: only instructions without a guard, and cvt.", piece.trim())),
        }
    }
    if code.lines.is_empty() { Err("There is no instruction here.".into()) } else { Ok(code) }
}

/// An instruction that was named without operands takes the manual's letters: `fma.rn.f32` is `fma.rn.f32 %d, %a, %b, %c;`.
pub(super) fn with_operands(text: &str, context: &Context) -> String {
    let name = text.trim().trim_end_matches(';').trim_end();
    if name.is_empty() || name.contains(char::is_whitespace) {
        return text.to_owned();
    }
    let Some(instruction) = parse(name, context).instruction else { return text.to_owned() };
    let letters: Vec<String> = instruction.form.pattern.operands.iter().map(|(_, letter)| format!("%{letter}")).collect();
    format!("{name} {};", letters.join(", "))
}
