//! A call that runs: its PTX over registers, or the function itself.

use super::call::{Call, Source, register};
use crate::evaluate::Request;
use crate::instruction::cuda::Body;
use crate::instruction::{Evidence, Meaning};
use crate::number::Pattern;
use crate::operation::library;
use crate::program::{self, Content, Program, RegisterFile};
use crate::rounding::Flags;
use crate::syntax::{self, Registers};
use crate::trace::{Recorder, Remark, Step, Trace};
use std::sync::Arc;

/// Something that a call wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The variable.
    pub name: String,
    /// Its bits and type.
    pub pattern: Pattern,
}

/// An instruction of a call that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The instruction.
    pub text: String,
    /// The registers that it read, with their bits.
    pub read: Vec<(String, u64)>,
    /// What it did.
    pub done: program::Ran,
}

impl Line {
    /// What was asked; None for a move.
    pub fn request(&self) -> Option<&Request> {
        self.done.computed.as_ref().map(|(request, _)| request)
    }
}

/// A call that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// What the arguments were.
    pub arguments: Vec<Pattern>,
    /// What was written, the value first.
    pub values: Vec<Value>,
    /// What IEEE 754 says of it all.
    pub flags: Flags,
    /// The steps, each instruction under a heading of its own.
    pub trace: Trace,
    /// The PTX that ran; empty for a function that runs whole.
    pub lines: Vec<Line>,
    /// Variables that were read and had no value; they read as zero.
    pub unset: Vec<String>,
}

impl Ran {
    /// How we know what comes out: the weakest evidence of its instructions, or the row's where the function runs whole or only moves bits.
    pub fn evidence(&self, call: &Call) -> Evidence {
        let all = self.lines.iter().filter_map(Line::request).map(Request::evidence);
        all.max_by_key(|evidence| evidence.weakness()).unwrap_or(call.function.row.evidence)
    }

    /// Whether the special function unit takes part.
    pub fn is_approximate(&self) -> bool {
        self.lines.iter().filter_map(Line::request).any(|request| request.form.meaning == Meaning::Approximation)
    }
}

/// An instruction of a call, as the heading of its steps.
fn heading(text: &str) -> Step {
    let sentence = "The compiler's next instruction; its steps follow.".into();
    Step::Told(Arc::new(Remark { title: text.into(), sentence, heading: true }))
}

/// Runs a call. `read` gives the bits of a variable, if it has any.
pub fn run(call: &Call, read: impl Fn(&str) -> Option<u64>) -> Ran {
    let mut unset: Vec<String> = Vec::new();
    let mut registers = RegisterFile::default();
    let mut arguments = Vec::new();
    for argument in &call.arguments {
        let bits = match &argument.source {
            Source::Number(bits) => *bits,
            Source::Variable(name) => {
                let bits = read(name).unwrap_or_else(|| {
                    if !unset.contains(name) {
                        unset.push(name.clone());
                    }
                    0
                });
                registers.set(&register(name), bits);
                bits
            }
        };
        arguments.push(Pattern::new(argument.parameter.format, bits));
    }
    match call.function.row.body {
        Body::Ptx(_) => over_registers(call, arguments, registers, unset),
        Body::Library(function) => whole(call, function, arguments, unset),
    }
}

fn over_registers(call: &Call, arguments: Vec<Pattern>, registers: RegisterFile, unset: Vec<String>) -> Ran {
    let ptx = call.ptx().unwrap_or_default();
    let program = Program::read(&ptx.join("\n"), &call.context, Registers::default());
    let run = program.run(registers.clone());
    let mut trace = Trace::default();
    let mut now = registers;
    let mut lines = Vec::with_capacity(ptx.len());
    for done in run.ran {
        let Some(text) = ptx.get(done.statement).cloned() else { continue };
        if ptx.len() > 1 {
            trace.step(|| heading(&text));
        }
        trace.steps.extend(done.trace.steps.iter().cloned());
        let sources = match program.statements.get(done.statement).map(|statement| &statement.content) {
            Some(Content::Instruction(instruction)) => &instruction.sources[..],
            Some(Content::Move(movement)) => &movement.from[..],
            _ => &[],
        };
        let read = sources.iter().filter_map(|source| match source {
            syntax::Source::Register(register) => Some((register.name.clone(), now.get(&register.name).unwrap_or(0))),
            syntax::Source::Literal(_) => None,
        });
        let read = read.collect();
        done.written.iter().for_each(|written| now.set(&written.register, written.bits));
        lines.push(Line { text, read, done });
    }
    let written = |name: &str| run.registers.get(&register(name)).unwrap_or(0);
    let values: Vec<Value> = call
        .outputs
        .iter()
        .map(|output| Value { name: output.name.clone(), pattern: Pattern::new(output.format, written(&output.name)) })
        .collect();
    if trace.steps.is_empty()
        && let Some(value) = values.first()
    {
        trace.step(|| Step::Encode { result: value.pattern });
    }
    let outcomes = lines.iter().filter_map(|line| line.done.computed.as_ref());
    let flags = outcomes.fold(Flags::NONE, |flags, (_, outcome)| flags | outcome.flags);
    Ran { arguments, values, flags, trace, lines, unset }
}

fn whole(call: &Call, function: library::Library, arguments: Vec<Pattern>, unset: Vec<String>) -> Ran {
    let mut trace = Trace::default();
    let bits = |index: usize| arguments.get(index).map_or(0, |pattern| pattern.bits);
    let results = match arguments.first() {
        Some(first) => library::run(function, first.format, bits(0), bits(1), &mut trace),
        None => library::Results { value: crate::operation::Answer { bits: 0, flags: Flags::NONE }, second: None },
    };
    let values = call
        .outputs
        .iter()
        .map(|output| {
            let bits = if output.letter == "d" { results.value.bits } else { results.second.unwrap_or(0) };
            Value { name: output.name.clone(), pattern: Pattern::new(output.format, bits) }
        })
        .collect();
    Ran { arguments, values, flags: results.value.flags, trace, lines: Vec::new(), unset }
}
