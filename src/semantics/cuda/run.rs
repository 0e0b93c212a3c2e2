//! A call that runs: its PTX over registers, or the function itself.

use super::call::{Call, Source, register};
use crate::evaluate::Request;
use crate::instruction::Evidence;
use crate::instruction::cuda::Body;
use crate::number::Pattern;
use crate::operation::library;
use crate::program::{Program, RegisterFile};
use crate::rounding::Flags;
use crate::syntax::Registers;
use crate::trace::picture::Picture;
use crate::trace::{Explained, Recorder, Step, Trace};
use std::sync::Arc;

/// Something that a call wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The variable.
    pub name: String,
    /// Its bits and type.
    pub pattern: Pattern,
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
    /// The PTX, a line an instruction; empty for a function that runs whole.
    pub ptx: Vec<String>,
    /// What the PTX's instructions were asked.
    pub requests: Vec<Request>,
    /// Variables that were read and had no value; they read as zero.
    pub unset: Vec<String>,
}

impl Ran {
    /// How we know what comes out: the row's evidence, or the weakest of its instructions'.
    pub fn evidence(&self, call: &Call) -> Evidence {
        let weakest = self.requests.iter().map(Request::evidence).find(|evidence| matches!(evidence, Evidence::Modelled(_)));
        weakest.unwrap_or(call.function.row.evidence)
    }
}

/// An instruction of a call, as the heading of its steps.
#[derive(Debug)]
struct Heading(String);

impl Explained for Heading {
    fn title(&self) -> String {
        self.0.clone()
    }
    fn sentence(&self) -> String {
        "The compiler's next instruction; its steps follow.".into()
    }
    fn picture(&self) -> Option<Picture> {
        None
    }
    fn decides(&self) -> bool {
        false
    }
    fn heading(&self) -> bool {
        true
    }
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
    let run = program.run(registers);
    let mut trace = Trace::default();
    let several = ptx.len() > 1;
    for ran in &run.ran {
        if several && let Some(line) = ptx.get(ran.statement) {
            trace.step(|| Step::Told(Arc::new(Heading(line.clone()))));
        }
        trace.steps.extend(ran.trace.steps.iter().cloned());
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
    let flags = run.ran.iter().filter_map(|ran| ran.computed).fold(Flags::NONE, |flags, (_, outcome)| flags | outcome.flags);
    let requests = run.ran.iter().filter_map(|ran| ran.computed).map(|(request, _)| request).collect();
    Ran { arguments, values, flags, trace, ptx, requests, unset }
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
    Ran { arguments, values, flags: results.value.flags, trace, ptx: Vec::new(), requests: Vec::new(), unset }
}
