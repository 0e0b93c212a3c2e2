//! A call that runs: its PTX over registers, or the function itself.

use super::call::{Call, Source, register};
use crate::instruction::cuda::Body;
use crate::kernel::Module;
use crate::number::{OperandType, Pattern};
use crate::operation::library;
use crate::register_file::RegisterFile;
use crate::run::{Block, NEXT, Run, Value};
use crate::syntax::Registers;
use crate::trace::Trace;

/// What the arguments are, in order; a variable that has no value is zero.
pub fn arguments(call: &Call, registers: &RegisterFile) -> Vec<Pattern> {
    let bits = |source: &Source| match source {
        Source::Number(bits) => *bits,
        Source::Variable(name) => registers.get(name).unwrap_or(0),
    };
    call.arguments.iter().map(|argument| Pattern::new(argument.parameter.format, bits(&argument.source))).collect()
}

/// Runs a call.
pub fn run(call: &Call, registers: &RegisterFile) -> Run {
    let arguments = arguments(call, registers);
    let mut run = match call.function.row.body {
        Body::Ptx(_) => over_registers(call, &arguments),
        Body::Library(function) => whole(call, function, &arguments),
    };
    run.before = registers.clone();
    run.registers = registers.clone();
    run.results.iter().for_each(|value| run.registers.set(&value.name, value.bits));
    let mut unset: Vec<String> = Vec::new();
    for argument in &call.arguments {
        if let Source::Variable(name) = &argument.source
            && registers.get(name).is_none()
            && !unset.contains(name)
        {
            unset.push(name.clone());
        }
    }
    if let Some(first) = run.blocks.first_mut() {
        first.unset = unset;
    }
    run
}

/// The PTX of the call, each instruction under a heading of its own where there are several.
fn over_registers(call: &Call, arguments: &[Pattern]) -> Run {
    let mut file = RegisterFile::default();
    for (argument, pattern) in call.arguments.iter().zip(arguments) {
        if let Source::Variable(name) = &argument.source {
            file.set(&register(name), pattern.bits);
        }
    }
    let ptx = call.ptx().unwrap_or_default();
    let done = Module::implicit(&ptx.join("\n"), &call.context, Registers::default()).run(&file);
    let mut run = Run { registers: file, ..Run::default() };
    run.append(&done, (done.blocks.len() > 1).then_some(NEXT));
    let value = |name: &str| run.registers.get(&register(name)).unwrap_or(0);
    let outputs = call.outputs.iter();
    run.results = outputs
        .map(|output| Value { name: output.name.clone(), own: OperandType::one(output.format), bits: value(&output.name) })
        .collect();
    run.show_moved();
    // Bits that only move are known as the call is.
    if run.blocks.iter().all(|block| block.computed.is_none()) {
        run.blocks.iter_mut().for_each(|block| block.evidence = call.function.row.evidence);
    }
    run
}

/// A function that compiles to a sequence with branches.
fn whole(call: &Call, function: library::Library, arguments: &[Pattern]) -> Run {
    let mut trace = Trace::default();
    let Some(first) = arguments.first() else { return Run::default() };
    let second = arguments.get(1).map_or(0, |pattern| pattern.bits);
    let results = library::run(function, first.format, first.bits, second, &mut trace);
    let bits = |letter: &str| if letter == "d" { results.value.bits } else { results.second.unwrap_or(0) };
    let outputs = call.outputs.iter();
    let written = outputs
        .map(|output| Value { name: output.name.clone(), own: OperandType::one(output.format), bits: bits(output.letter) })
        .collect();
    let read = call.arguments.iter().zip(arguments).filter_map(|(argument, pattern)| match &argument.source {
        Source::Variable(name) => Some(Value { name: name.clone(), own: OperandType::one(pattern.format), bits: pattern.bits }),
        Source::Number(_) => None,
    });
    let mut run = Run::default();
    run.push(
        Block {
            read: read.collect(),
            written,
            flags: results.value.flags,
            ..Block::of(call.printed(), call.context, call.function.row.evidence)
        },
        trace,
    );
    run
}
