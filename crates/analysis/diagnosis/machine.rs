//! Machine instructions that are asked about: what their words, signs and targets could have been instead.
//!
//! Every choice that the bar of modifiers offers is a hypothesis, so that there is one where the instruction with that word exists.

use super::Compiled;
use super::departure::{Departure, Mutation};
use crate::instruction::Context;
use crate::instruction::sass::{Instruction, TARGETS};
use crate::language::Reading;
use crate::number::{F64, Format, U32};
use crate::sass::operands::{Location, reads, writes};
use crate::sass::{self, Document, Machine, Statement, execute_legal, machine_target, parse};
use crate::syntax::{ChoiceState, Toggle};
use crate::trace::Silent;

/// Machine instructions that run on registers given in an order.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// The instructions, every one of them legal.
    pub(super) instructions: Vec<Instruction>,
    /// The numbers of the registers that are read first.
    pub(super) registers: Vec<u8>,
    /// The registers that hold the result, low word first.
    pub(super) result: Vec<u8>,
    /// The bits of the result.
    pub(super) mask: u64,
}

/// A text that is asked about, and everything that may have run in its place.
pub(super) struct Asked {
    pub(super) text: String,
    pub(super) inputs: Vec<(String, &'static Format)>,
    pub(super) format: &'static Format,
    pub(super) program: Program,
    /// What departs, text and program of each.
    pub(super) others: Vec<(Departure, String, Compiled)>,
}

impl Program {
    /// The bits that the last instruction writes.
    pub(super) fn run(&self, inputs: &[u64]) -> u64 {
        let mut machine = Machine::default();
        for (register, bits) in self.registers.iter().zip(inputs) {
            machine.set_register(*register, *bits as u32);
        }
        for instruction in &self.instructions {
            execute_legal(instruction, &mut machine, &mut Silent);
        }
        let word = |register: &u8| u64::from(machine.register(*register).unwrap_or(0));
        self.result.iter().rev().fold(0, |bits, register| bits << 32 | word(register)) & self.mask
    }
}

/// Whether a text is of machine instructions of 64 bits, or of others that no PTX stands for.
pub(super) fn is_asked(text: &str, context: &Context) -> bool {
    let short = || parse(text.trim(), machine_target(context.target).number()).error().is_none();
    sass::looks_like_sass(text) && (short() || crate::language::read(text, context).compiled().is_none())
}

/// Reads machine instructions. The error is a sentence.
pub(super) fn ask(text: &str, context: &Context) -> Result<Asked, String> {
    let target = machine_target(context.target);
    let text = text.trim();
    let parsed = parse(text, target.number());
    if let Some(error) = parsed.error() {
        let wide = Document::read_128(text, context);
        return Err(match wide.instructions().next() {
            Some((_, instruction)) if wide.runs() => format!(
                "{} is machine code of 128 bits, and no single PTX instruction does the same: ask with the PTX that it comes from, which the explorer names.",
                instruction.row.name
            ),
            _ => error.message.clone(),
        });
    }
    let Some(last) = parsed.statements.last() else { return Err("There is no instruction here.".into()) };
    super::few(parsed.statements.len())?;
    let inputs = inputs(&parsed.statements)?;
    let result = last.instruction().and_then(|instruction| writes(&instruction).first().copied());
    let Some(result) = result else { return Err("This writes nothing.".into()) };
    // Halves side by side, and half a register that stays, are judged as the word that they are.
    let format = match result.location {
        Location::Register { words: 2, .. } => F64::ROW,
        _ if result.own.format.width() == 32 => result.own.format,
        _ => U32,
    };
    let registers: Vec<u8> = inputs.iter().map(|(register, _)| *register).collect();
    let program = |statements: &[Statement]| Program {
        instructions: statements.iter().filter_map(Statement::instruction).collect(),
        registers: registers.clone(),
        result: result.location.numbers(),
        mask: format.mask(),
    };
    // As with PTX, a text says on what it runs where that is not the usual.
    let on = if target == context.target { String::new() } else { format!(".target {target}\n") };
    let mut others = Vec::new();
    for statement in &parsed.statements {
        let (head, rest) = text.split_at(statement.span.end);
        let groups = Document::read_64(head, &Context { target, ..*context }).choices();
        for choice in groups.into_iter().flat_map(|group| group.choices) {
            let Some(edit) = choice.edit.filter(|_| !matches!(choice.toggle, Toggle::Guard(_))) else { continue };
            let other = edit + rest;
            let read = parse(&other, target.number());
            if read.error().is_some() || read.statements.len() != parsed.statements.len() {
                continue;
            }
            // What reads other registers, or writes elsewhere, is another question.
            let same = self::inputs(&read.statements).is_ok_and(|others| others.iter().all(|(register, _)| registers.contains(register)));
            if same {
                let off = matches!(choice.state, ChoiceState::Chosen);
                let code = [&*on, &other].concat();
                others.push((Departure::Toggled(choice.toggle, off), code, Compiled::Machine(program(&read.statements))));
            }
        }
    }
    for other in TARGETS.iter().copied().filter(|other| *other != target) {
        let read = parse(text, other.number());
        if read.error().is_none() {
            let code = format!(".target {other}\n{text}");
            others.push((Departure::Mutation(Mutation::Target(other)), code, Compiled::Machine(program(&read.statements))));
        }
    }
    let names = inputs.iter().map(|(register, format)| (format!("R{register}"), *format)).collect();
    Ok(Asked { text: [&*on, text].concat(), inputs: names, format, program: program(&parsed.statements), others })
}

/// The registers that are read before they are written, in order, with how their bits are read.
fn inputs(statements: &[Statement]) -> Result<Vec<(u8, &'static Format)>, String> {
    let (mut inputs, mut written): (Vec<(u8, &'static Format)>, Vec<u8>) = (Vec::new(), Vec::new());
    for instruction in statements.iter().filter_map(Statement::instruction) {
        for operand in reads(&instruction) {
            if matches!(operand.location, Location::Constant { .. }) {
                return Err("A constant cannot be varied here: put its value into a register.".into());
            }
            let numbers = operand.location.numbers();
            let format = if numbers.len() == 1 && operand.own.format.width() == 32 { operand.own.format } else { U32 };
            for number in numbers.into_iter().filter(|number| *number != crate::sass::RZ) {
                if !written.contains(&number) && inputs.iter().all(|(known, _)| *known != number) {
                    inputs.push((number, format));
                }
            }
        }
        written.extend(writes(&instruction).into_iter().flat_map(|result| result.location.numbers()));
    }
    Ok(inputs)
}
