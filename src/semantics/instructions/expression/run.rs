//! An expression that runs: its lines over registers, each under a heading of its own where there are several.

use super::lower::{Line, register};
use super::parse::Input;
use super::types::CType;
use crate::cuda;
use crate::instruction::Context;
use crate::kernel::Module;
use crate::number::OperandType;
use crate::register_file::RegisterFile;
use crate::run::{NEXT, Run, Value};
use crate::syntax::Registers;

/// What runs: lines, the last of which writes a variable.
pub(super) struct Work<'a> {
    pub lines: &'a [Line],
    pub inputs: &'a [Input],
    pub name: &'a str,
    pub own: CType,
    pub context: &'a Context,
}

/// Runs an expression.
pub(super) fn run(work: &Work, registers: &RegisterFile) -> Run {
    let (mut file, mut unset) = (RegisterFile::default(), Vec::new());
    for name in work.inputs.iter().filter_map(|input| input.name.as_ref()) {
        let bits = registers.get(name);
        if bits.is_none() {
            unset.push(name.clone());
        }
        file.set(&register(name), bits.unwrap_or(0));
    }
    let mut run = Run { registers: file, ..Run::default() };
    let several = work.lines.len() > 1;
    for line in work.lines {
        let (done, why) = match line {
            Line::Ptx(text, why) => (Module::implicit(text, work.context, Registers::default()).run(&run.registers), *why),
            Line::Library(call) => (cuda::run(call, &run.registers), ""),
        };
        let why = if why.is_empty() { NEXT } else { why };
        run.append(&done, several.then_some(why));
        if run.broken_off().is_some() {
            run.before = registers.clone();
            run.registers = registers.clone();
            run.results = Vec::new();
            return run;
        }
    }
    let bits = run.registers.get(&register(work.name)).unwrap_or(0);
    let value = Value { name: work.name.to_owned(), own: OperandType::one(work.own.format()), bits };
    if let Some(first) = run.blocks.first_mut() {
        first.unset = unset;
    }
    run.before = registers.clone();
    run.registers = registers.clone();
    run.registers.set(work.name, bits);
    run.results = vec![value];
    run.show_moved();
    run
}
