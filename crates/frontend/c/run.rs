//! A text that runs: its lines over registers, each under a heading of its own where there are several.

use super::lower::{Line, Root, register};
use super::parse::Parsed;
use crate::instruction::Context;
use crate::kernel::Module;
use crate::number::OperandType;
use crate::register_file::RegisterFile;
use crate::run::{NEXT, Run, Value};
use crate::syntax::Registers;

/// Runs the lines that give the roots' variables their values.
pub(super) fn run(lines: &[Line], roots: &[Root], parsed: &Parsed, context: &Context, registers: &RegisterFile) -> Run {
    let (mut file, mut unset) = (RegisterFile::default(), Vec::new());
    for name in parsed.inputs.iter().filter_map(|input| input.name.as_ref()) {
        let bits = registers.get(name);
        if bits.is_none() {
            unset.push(name.clone());
        }
        file.set(&register(name), bits.unwrap_or(0));
    }
    let mut run = Run { registers: file, ..Run::default() };
    for line in lines {
        let (done, why) = match line {
            Line::Ptx(text, why) => (Module::implicit(text, context, Registers::default()).run(&run.registers), *why),
            Line::Library(call, function) => (call.run_whole(*function, &run.registers, context), ""),
        };
        let why = if why.is_empty() { NEXT } else { why };
        run.append(&done, (lines.len() > 1).then_some(why));
        if run.broken_off().is_some() {
            run.before = registers.clone();
            run.registers = registers.clone();
            run.results = Vec::new();
            return run;
        }
    }
    let value = |root: &Root| Value {
        name: root.name.clone(),
        own: OperandType::one(parsed.tree.own(root.id).format()),
        bits: run.registers.get(&register(&root.name)).unwrap_or(0),
    };
    run.results = roots.iter().map(value).collect();
    if let Some(first) = run.blocks.first_mut() {
        first.unset = unset;
    }
    run.before = registers.clone();
    run.registers = registers.clone();
    run.results.iter().for_each(|value| run.registers.set(&value.name, value.bits));
    run.show_moved();
    run
}
