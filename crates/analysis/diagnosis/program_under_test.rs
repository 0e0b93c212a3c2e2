//! The text that is asked about, as code: instructions, moves and declarations one after another, or a call of a CUDA function.

use super::code::{Code, Line, Operand};
use crate::instruction::cuda::function_named;
use crate::instruction::{Context, Form, Meaning};
use crate::kernel::Module;
use crate::kernel::module::{self, Content, Function, Slot};
use crate::language;
use crate::syntax::{Instruction, Registers, Source, in_braces, parse};

/// Reads a text. A guard is passed over: a result that was seen was written, and one that was not is a reading of its own. The error is a
/// sentence.
pub(super) fn read(text: &str, context: &Context) -> Result<Code, String> {
    let text = with_operands(text, context);
    let text = compiled(&text, context)?.unwrap_or(text);
    let module = Module::implicit(&text, context, Registers::default());
    let Some(function) = module.functions.first() else { return Err("There is no instruction here.".into()) };
    if let Some(error) = module.diagnostics.iter().find(|said| said.is_error()) {
        return Err(error.message.clone());
    }
    let mut code = Code { lines: Vec::new(), context: module.context };
    let mut moved = Moved(Vec::new());
    for statement in &module.statements {
        let piece = module.code(statement);
        let (line, instruction) = match &statement.content {
            Content::Declaration(_) | Content::Directive => continue,
            Content::Line(line, instruction) => (&function.lines[*line as usize].code, instruction.as_deref()),
        };
        match (line, instruction) {
            (_, Some(Instruction { form: Form { meaning: Meaning::Alu(alu), .. }, .. }))
                if alu.divides() || alu.reads_carry() || alu.writes_carry() =>
            {
                let why =
                    if alu.divides() { "divides integers, and the manual leaves a division by zero open" } else { "passes a carry on" };
                return Err(format!("`{}` {why}, which is not varied here.", piece.trim()));
            }
            (_, Some(instruction)) if instruction.second.is_some() || instruction.negated != 0 => {
                return Err(format!("`{}` has two predicates or a negated one, which is not varied here.", piece.trim()));
            }
            (_, Some(instruction)) => {
                let from = instruction.sources.iter().map(|source| moved.read(operand(source))).collect();
                moved.write(&instruction.destination.name, piece)?;
                let (form, modifiers) = (instruction.form, instruction.modifiers);
                code.lines.push(Line { form, modifiers, to: instruction.destination.name.clone(), from });
            }
            (module::Code::Copy { to, from, .. }, None) => {
                let from = moved.read(copied(function, *from, piece));
                let to = function.name_of(*to).unwrap_or("");
                moved.write(to, piece)?;
                moved.0.push((to.to_owned(), from));
            }
            (module::Code::Pack { .. } | module::Code::Unpack { .. } | module::Code::Parts { .. }, None) => {
                return Err(format!(
                    "`{}` packs or unpacks two registers, which is not varied here: ask about the line before or after it.",
                    piece.trim()
                ));
            }
            _ => return Err(format!("`{}` cannot be varied here: ask about the floating-point instructions around it.", piece.trim())),
        }
    }
    if code.lines.is_empty() { Err("There is no instruction here that computes something.".into()) } else { Ok(code) }
}

/// What a move reads: a register, or the number after its comma.
fn copied(function: &Function, from: Slot, piece: &str) -> Operand {
    match function.name_of(from) {
        Some(name) => Operand::Register(name.to_owned()),
        None => {
            let number = piece.rsplit(',').next().unwrap_or("").trim_end_matches(';').trim();
            Operand::Literal(number.to_owned(), function.initial.get(from as usize).copied().unwrap_or(0))
        }
    }
}

fn operand(source: &Source) -> Operand {
    match source {
        Source::Register(register) => Operand::Register(register.name.clone()),
        Source::Literal(literal) => Operand::Literal(literal.text.clone(), literal.bits),
    }
}

/// Registers that hold what another one holds, or a number: what a move wrote. Code without moves is what is varied.
struct Moved(Vec<(String, Operand)>);

impl Moved {
    /// What stands for an operand.
    fn read(&self, operand: Operand) -> Operand {
        let of = |name: &str| self.0.iter().find(|(to, _)| to == name).map(|(_, from)| from.clone());
        match &operand {
            Operand::Register(name) => of(name).unwrap_or(operand),
            Operand::Literal(..) => operand,
        }
    }

    /// A register is written: it holds its own value again. One whose value has been moved must keep it.
    fn write(&mut self, name: &str, piece: &str) -> Result<(), String> {
        self.0.retain(|(to, _)| to != name);
        let kept = self.0.iter().any(|(_, from)| matches!(from, Operand::Register(from) if from == name));
        if kept {
            Err(format!("`{}` writes a register whose value was moved before; give the copy a name of its own.", piece.trim()))
        } else {
            Ok(())
        }
    }
}

/// The PTX that a compiler makes of a text in another language; the error is a sentence.
fn compiled(text: &str, context: &Context) -> Result<Option<String>, String> {
    let reading = language::read(text, context);
    let Some(lines) = reading.compiled() else { return Ok(None) };
    if let Some(error) = reading.diagnostics().iter().find(|said| said.is_error()) {
        return Err(error.message.clone());
    }
    match &lines[..] {
        [] if !reading.is_complete() => Err("There is no call here.".into()),
        [] => Err(format!(
            "{} runs code with branches, which is not varied here. The explorer shows its steps; ask about the instructions that it is made of.",
            reading.name()
        )),
        lines => Ok(Some(lines.join("\n"))),
    }
}

/// An instruction that was named without operands takes the manual's letters: `fma.rn.f32` is `fma.rn.f32 %d, %a, %b, %c;`.
pub fn with_operands(text: &str, context: &Context) -> String {
    let name = text.trim().trim_end_matches(';').trim_end();
    // A call, `sqrtf(x)`, is no name.
    if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter == '(') {
        return text.to_owned();
    }
    if let Some((function, _)) = function_named(name) {
        let inputs = function.inputs().map(|parameter| parameter.name);
        return format!("d = {name}({})", inputs.collect::<Vec<_>>().join(", "));
    }
    let Some(instruction) = parse(name, context).instruction else { return text.to_owned() };
    let pattern = &instruction.form.pattern;
    let letters = pattern.operands.iter().map(|(_, letter)| format!("%{letter}"));
    format!("{name} {};", in_braces(letters, &pattern.braces, 0))
}
