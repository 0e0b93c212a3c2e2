//! A text that runs: its lines over registers, each under a heading of its own where there are several.

use super::call::whole;
use super::contract::JOINED;
use super::lower::{Line, Root, register};
use super::parse::Parsed;
use super::python;
use crate::instruction::Context;
use crate::kernel::Module;
use crate::register_file::RegisterFile;
use crate::rounding::Flags;
use crate::run::{Block, NEXT, Run, StoppedBy, Value};
use crate::syntax::Registers;

/// The lines as one text of PTX.
pub(super) fn module(lines: &[Line], context: &Context) -> Module {
    let text: String = lines.iter().flat_map(|line| [&*line.text, "\n"]).collect();
    Module::calling(&text, context, Registers::default(), whole)
}

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
    let module = module(lines, context);
    // Lines without a label run once.
    let mut done = if parsed.code.is_empty() { module.run(&file) } else { module.run_to_end(&file) };
    let mut run = Run { registers: file, ..Run::default() };
    // Where control goes shows in what runs; of the branches themselves nothing is told, nor of errors that did not come.
    done.blocks.retain(|block| !matches!(block.name(), "bra" | "trap") || matches!(block.stopped_by, Some(StoppedBy::End(..))));
    // A product that ptxas joins with its sum is not rounded by itself.
    let start = |block: &Block| module.statements.get(block.statement).map_or(0, |statement| statement.span.start);
    for block in &mut done.blocks {
        if module.functions.iter().any(|function| function.spent.contains(&(start(block) as u32))) {
            block.flags = Flags::NONE;
        }
    }
    // Why Python stops stands behind the line that stops.
    for block in done.blocks.iter_mut().filter(|block| block.name() == "trap") {
        let why = lines.get(module.line_number(start(block)).saturating_sub(1)).and_then(|line| line.text.split_once("// "));
        if let (Some(StoppedBy::End(_, sentence)), Some((_, why))) = (&mut block.stopped_by, why) {
            *sentence = python::stops(why).1;
        }
    }
    run.append(&done, |block| {
        let joins = module.said(block.statement).any(|said| said.code == "joined");
        let why = if joins { JOINED } else { lines.get(module.line_number(start(block)).saturating_sub(1)).map_or("", |line| line.why) };
        (lines.len() > 1).then_some(if why.is_empty() { NEXT } else { why })
    });
    (run.registers, run.earlier, run.printed) = (done.registers, done.earlier, done.printed);
    if run.broken_off().is_some() {
        run.before = registers.clone();
        run.registers = registers.clone();
        run.results = Vec::new();
        return run;
    }
    let value = |root: &Root| Value {
        name: root.name.clone(),
        own: parsed.tree.own(root.id).shown(),
        bits: run.registers.get(&register(&root.name)).unwrap_or(0) & parsed.tree.own(root.id).mask(),
    };
    run.results = roots.iter().map(value).collect();
    for (name, own) in &parsed.left {
        let bits = run.registers.get(&register(name)).unwrap_or(0) & own.mask();
        run.results.push(Value { name: name.clone(), own: own.shown(), bits });
        run.about = run.about.or_else(|| maker(&run, &register(name)));
    }
    if let Some(first) = run.blocks.first_mut() {
        first.unset = unset;
    }
    run.before = registers.clone();
    run.registers = registers.clone();
    run.results.iter().for_each(|value| run.registers.set(&value.name, value.bits));
    run.show_moved();
    run
}

/// The block that made what a register holds in the end: moves are looked through.
fn maker(run: &Run, register: &str) -> Option<usize> {
    let mut wanted = register.to_owned();
    let mut made = None;
    for (place, block) in run.blocks.iter().enumerate().rev().filter(|(_, block)| block.ran()) {
        if block.written.iter().all(|written| written.name != wanted) {
            continue;
        }
        made = Some(place);
        match &block.read[..] {
            [only] if block.name().starts_with("mov") => wanted.clone_from(&only.name),
            _ => break,
        }
    }
    made
}
