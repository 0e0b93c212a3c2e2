//! Machine instructions that are asked about: what their words and signs could have been instead.
//!
//! Every choice that the bar of modifiers offers is a hypothesis, so that there is one where the instruction with that word exists.

use super::{Compiled, Kind, Mutation};
use crate::instruction::Context;
use crate::instruction::sass::Role;
use crate::language::{self, ParsedSource};
use crate::number::{Format, OperandType, U32};
use crate::sass::lift::{Does, Lifted};
use crate::sass::{Document, Machine, Name, choices_at, looks_like_sass, read_document};
use crate::syntax::{Choice, ChoiceState, Toggle};
use crate::trace::Silent;

/// Machine instructions that run on what is given in an order.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// The instructions.
    pub(super) instructions: Vec<Lifted>,
    /// What is read first.
    pub(super) inputs: Vec<Name>,
    /// What holds the result, low word first.
    pub(super) result: Vec<Name>,
    /// The bits of the result.
    pub(super) mask: u64,
}

/// A text that is asked about, and everything that may have run in its place.
pub(super) struct Asked {
    pub(super) text: String,
    pub(super) inputs: Vec<(String, &'static Format)>,
    /// The format of the result; None for a predicate.
    pub(super) format: Option<&'static Format>,
    pub(super) program: Program,
    /// What departs, text and program of each.
    pub(super) others: Vec<(Mutation, String, Compiled)>,
}

impl Program {
    /// The bits that the last instruction writes.
    pub(super) fn run(&self, inputs: &[u64]) -> u64 {
        let mut machine = Machine::default();
        for (name, bits) in self.inputs.iter().zip(inputs) {
            machine.set(*name, *bits as u32);
        }
        for instruction in &self.instructions {
            instruction.run(&mut machine, &mut Silent);
        }
        let word = |name: &Name| u64::from(machine.get(*name).unwrap_or(0));
        self.result.iter().rev().fold(0, |bits, name| bits << 32 | word(name)) & self.mask
    }
}

/// Whether a text is of machine instructions that no PTX stands for.
pub(super) fn is_asked(text: &str, context: &Context) -> bool {
    looks_like_sass(text) && language::read(text, context).compiled().is_none()
}

/// Reads machine instructions. The error is a sentence.
pub(super) fn ask(text: &str, context: &Context) -> Result<Asked, String> {
    let mut document = read_document(text.trim(), context);
    if document.is_listing {
        document = read_document(&document.printed(), &document.context);
    }
    super::few(document.statements.len())?;
    if let Some(error) = document.diagnostics.iter().find(|said| said.is_error()) {
        return Err(error.message.clone());
    }
    if !document.runs() {
        let why = document.diagnostics.iter().find(|said| matches!(said.code, "not-run" | "elsewhere"));
        return Err(why.map_or("There is no instruction here that runs.".to_owned(), |said| said.message.clone()));
    }
    let instructions = lifted(&document).ok_or("Code that branches, or may end before its last line, is not varied here.")?;
    let inputs = inputs(&document);
    let mut result = instructions.last().map_or(Vec::new(), |last| last.writes.clone());
    result.retain(|name| *name != Name::Predicate(7));
    let last = document.lines().into_iter().rev().find(|line| line.lifted.as_ref().is_some_and(computes));
    let last = last.and_then(|line| line.writes.first().copied());
    let format = match (&result[..], last) {
        ([], _) => return Err("This writes nothing.".into()),
        ([name], _) if name.is_predicate() => None,
        ([name, ..], _) if name.is_predicate() => return Err("Two predicates are not varied here: write PT in the place of one.".into()),
        // Halves side by side, and half a register that stays, are judged as the word that they are.
        (_, Some(operand)) if matches!(operand.own.width(), 32 | 64) => Some(operand.own.as_word()),
        _ => Some(U32),
    };
    let names: Vec<Name> = inputs.iter().map(|(name, _)| *name).collect();
    let mask = format.map_or(1, Format::mask);
    let program = |instructions| Program { instructions, inputs: names.clone(), result: result.clone(), mask };
    // As with PTX, a text says on what it runs where that is not the usual.
    let target = document.context.target;
    let on = if target == context.target { String::new() } else { format!(".target {target}\n") };
    let mut others = Vec::new();
    for (at, _) in document.instructions() {
        for (title, choice) in choices_at(&document, at).iter().flat_map(|group| group.choices.iter().map(|choice| (group.title, choice))) {
            let Some(edit) = choice.edit.as_ref().filter(|_| !matches!(choice.toggle, Toggle::Guard(_))) else { continue };
            let other = read_document(edit, &document.context);
            // What reads something else is another question.
            if !other.diagnostics.iter().any(|said| said.is_error())
                && let Some(instructions) = lifted(&other)
                && self::inputs(&other).iter().all(|(name, _)| names.contains(name))
            {
                let departure = Mutation::Toggled(kind_of(choice.toggle), phrase(title, choice));
                others.push((departure, [&*on, edit].concat(), Compiled::Machine(program(instructions))));
            }
        }
    }
    let inputs = inputs.into_iter().map(|(name, format)| (name.to_string(), format)).collect();
    Ok(Asked { text: [&*on, &document.text].concat(), inputs, format, program: program(instructions), others })
}

fn computes(lifted: &Lifted) -> bool {
    !matches!(lifted.does, Does::Nothing | Does::End | Does::Branch | Does::Return)
}

/// What computes something; None where not all runs, or not in the order of the text.
fn lifted(document: &Document) -> Option<Vec<Lifted>> {
    let all = document.running()?;
    let jumps = |lifted: &Lifted| match lifted.does {
        Does::End => lifted.guard.0.fixed().is_none() || lifted.guard.1,
        Does::Branch | Does::Return => true,
        _ => false,
    };
    if all.iter().any(|(_, lifted)| jumps(lifted)) {
        return None;
    }
    Some(all.into_iter().map(|(_, lifted)| lifted).filter(computes).collect())
}

/// What is read before it is written, in order, with how its bits are read. A guard's predicate is left out, as with PTX.
fn inputs(document: &Document) -> Vec<(Name, &'static Format)> {
    let (mut inputs, mut written): (Vec<(Name, &'static Format)>, Vec<Name>) = (Vec::new(), Vec::new());
    for line in document.lines() {
        let predicate = line.predicate().map(|name| (name, OperandType::PREDICATE.as_word()));
        let numbers = line.reads.into_iter().flat_map(|operand| {
            let names = operand.location.names();
            let format = if names.len() == 1 && operand.own.width() == 32 { operand.own.as_word() } else { U32 };
            names.into_iter().map(move |name| (name, format))
        });
        for (name, format) in numbers.chain(predicate) {
            if name.fixed().is_none() && !written.contains(&name) && inputs.iter().all(|(known, _)| *known != name) {
                inputs.push((name, format));
            }
        }
        written.extend(line.lifted.into_iter().flat_map(|lifted| lifted.writes));
    }
    inputs
}

/// What a choice is about.
fn kind_of(toggle: Toggle) -> Kind {
    match toggle {
        Toggle::Field(Role::Flush | Role::Multiply, _) => Kind::Flush,
        Toggle::Field(Role::Saturate, _) => Kind::Saturation,
        Toggle::Field(Role::AbsoluteA | Role::NegateA | Role::AbsoluteB | Role::NegateB | Role::AbsoluteC | Role::NegateC, _) => Kind::Sign,
        Toggle::Rounding(_) => Kind::Rounding,
        // Of MUFU all but the upper halves of doubles; of RRO what prepares for a power.
        Toggle::Field(Role::Function, 0..=5 | 8 | 9) | Toggle::Field(Role::Reduction, 1) => Kind::Approximation,
        _ => Kind::Selection,
    }
}

/// What was done, as a phrase.
fn phrase(title: &str, choice: &Choice) -> String {
    let with = if matches!(choice.state, ChoiceState::Chosen) { "without" } else { "with" };
    match choice.toggle {
        Toggle::Field(Role::AbsoluteA | Role::AbsoluteB | Role::AbsoluteC, _) => format!("computed {with} the absolute value of {title}"),
        Toggle::Field(Role::NegateA | Role::NegateB | Role::NegateC, _) => format!("computed {with} the sign turned of {title}"),
        _ => format!("computed {with} {} ({title})", choice.text),
    }
}
