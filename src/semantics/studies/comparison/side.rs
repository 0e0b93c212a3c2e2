//! One side of a comparison: a text of either language, run with every step kept.
//!
//! PTX runs statement by statement over one register file; a text of machine instructions is a program on a machine whose registers are
//! given by name.

use crate::evaluate::{Outcome, Request};
use crate::instruction::{Context, Target};
use crate::number::{F32, F64, Float, Format, OperandType};
use crate::program::{Content, Program, RegisterFile};
use crate::sass;
use crate::syntax::{Registers, Severity};
use crate::trace::{Step, Trace};

/// One instruction that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The instruction as written.
    pub code: String,
    /// What it ran on.
    pub target: Target,
    /// The steps, as places in [`Side::steps`].
    pub steps: core::ops::Range<usize>,
    /// The register that it wrote, and its bits.
    pub written: Option<(String, u64)>,
    /// What was computed, where it is a row of PTX's table.
    pub computed: Option<(Request, Outcome)>,
}

impl Block {
    /// The instruction without its operands: `fma.rn.f32`.
    pub fn name(&self) -> &str {
        self.code.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or("")
    }
}

/// A register that is read before anything writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name as written.
    pub name: String,
    /// How its bits are read; a packed pair of singles as a double's width of bits.
    pub format: &'static Format,
    /// What it reads as where it is not given: zero, or for the predicate of a guard what lets the instruction run.
    pub unset: u64,
}

/// A text that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The instructions that ran, in order.
    pub blocks: Vec<Block>,
    /// Every step of all of them.
    pub steps: Vec<Step>,
    /// Registers that are read first, in order.
    pub inputs: Vec<Input>,
    /// The format of the result; None for a predicate, and where nothing was written.
    pub format: Option<&'static Format>,
    /// Why the text does not run, or the part of it that does not.
    pub problem: Option<String>,
}

impl Side {
    /// Reads and runs a text.
    pub fn run(text: &str, context: &Context, registers: &RegisterFile) -> Side {
        let mut side = Side { blocks: Vec::new(), steps: Vec::new(), inputs: Vec::new(), format: None, problem: None };
        let (target, behind) = with_target(text, context.target);
        if sass::is_sass(behind) {
            side.machine(behind, target, registers);
        } else {
            side.program(text, context, registers);
        }
        if side.blocks.is_empty() && side.problem.is_none() {
            side.problem = Some("There is no instruction here.".into());
        }
        side
    }

    /// The register that the last instruction wrote, and its bits.
    pub fn result(&self) -> Option<(&str, u64)> {
        self.blocks.last()?.written.as_ref().map(|(name, bits)| (name.as_str(), *bits))
    }

    /// The instruction that a step belongs to.
    pub fn block_of(&self, step: usize) -> Option<&Block> {
        self.blocks.iter().find(|block| block.steps.contains(&step))
    }

    fn push(&mut self, code: &str, target: Target, trace: Trace, written: Option<(String, u64)>) {
        let from = self.steps.len();
        self.steps.extend(trace.steps);
        self.blocks.push(Block { code: code.trim().to_owned(), target, steps: from..self.steps.len(), written, computed: None });
    }

    fn reads(&mut self, name: &str, format: &'static Format, unset: u64) {
        if self.inputs.iter().all(|input| input.name != name) {
            self.inputs.push(Input { name: name.to_owned(), format, unset });
        }
    }

    fn fails(&mut self, message: &str) {
        self.problem.get_or_insert_with(|| message.to_owned());
    }

    fn program(&mut self, text: &str, context: &Context, registers: &RegisterFile) {
        let program = Program::read(text, context, Registers::default());
        let mut values = registers.clone();
        let mut written: Vec<String> = Vec::new();
        for statement in &program.statements {
            let code = text.get(statement.span.clone()).unwrap_or("");
            if let Some(said) = statement.diagnostics.iter().find(|said| said.severity != Severity::Note || said.code == "passed-over") {
                self.fails(&said.message);
            }
            let moved = match &statement.content {
                Content::Move(movement) if movement.move_type.width == 64 => F64::ROW,
                _ => F32::ROW,
            };
            let format_of = |name: &str| match &statement.content {
                Content::Instruction(instruction) => {
                    let place = instruction.sources.iter().position(|source| source.is_register(name));
                    place.map_or(moved, |place| instruction.source_type(place).operand().as_word())
                }
                _ => moved,
            };
            let one = Program { statements: vec![statement.clone()], registers: Registers::default(), context: program.context };
            for ran in &one.run(RegisterFile::default()).ran {
                let read = ran.assumed.iter().map(|(name, bits)| (name, *bits)).chain(ran.unset.iter().map(|name| (name, 0)));
                for (name, unset) in read.filter(|(name, _)| !written.contains(name)) {
                    self.reads(name, format_of(name), unset);
                }
            }
            let run = one.run(values);
            values = run.registers;
            for ran in run.ran {
                written.extend(ran.written.iter().map(|written| written.register.clone()));
                let target = ran.computed.as_ref().map_or(program.context.target, |(request, _)| request.target);
                let last = ran.written.last().map(|written| (written.register.clone(), written.bits));
                self.format = match &ran.computed {
                    Some((request, _)) => Some(request.destination_type()).filter(|to| !to.is_predicate()).map(OperandType::as_word),
                    None => Some(moved),
                };
                self.push(code, target, ran.trace, last);
                if let Some(block) = self.blocks.last_mut() {
                    block.computed = ran.computed;
                }
            }
        }
    }

    fn machine(&mut self, text: &str, target: Target, registers: &RegisterFile) {
        let mut line = String::new();
        let given = |name: &str| {
            let digits = name.strip_prefix(['R', 'P']).unwrap_or("");
            (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())) || name.starts_with("c[")
        };
        let assigned = text.find('|').is_some_and(|bar| text[..bar].contains('='));
        for (name, bits) in registers.iter().filter(|(name, _)| given(name) && !assigned) {
            line.push_str(&if name.starts_with('P') { format!("{name}={} ", bits & 1) } else { format!("{name}={bits:x} ") });
        }
        if !line.is_empty() {
            line.push_str("| ");
        }
        line.push_str(&text.replace('\n', " "));
        let mut trace = Trace::default();
        let run = match sass::evaluate::run(&line, target, &mut trace) {
            Ok(run) => run,
            Err(error) => return self.fails(&error.message),
        };
        let mut known: Vec<String> = Vec::new();
        let mut starts: Vec<usize> = Vec::new();
        let mut seen = 0;
        for (statement, effect) in &run.effects {
            let code = sass::text(&statement.instruction, run.target);
            let title = code.trim_end_matches([';', ' ']);
            // Each instruction begins with a heading of its own text.
            let begins = |step: &Step| matches!(step, Step::Told(told) if told.heading() && told.title() == title);
            let at = trace.steps.iter().skip(seen).position(begins).map_or(seen, |at| at + seen);
            starts.push(at);
            seen = at + 1;
            for name in effect.unset.iter().filter(|name| name.starts_with('R')) {
                if !known.contains(name) {
                    self.reads(name, F32::ROW, 0);
                }
            }
            known.extend(effect.registers.iter().map(|number| format!("R{number}")));
            let written = effect.registers.first().map(|number| (format!("R{number}"), run.machine.register(*number).unwrap_or(0).into()));
            self.blocks.push(Block { code, target: run.target, steps: at..at, written, computed: None });
        }
        for (name, _) in
            registers.iter().filter(|(name, _)| given(name) && text.contains(*name) && !known.iter().any(|known| known == name))
        {
            self.reads(name, F32::ROW, 0);
        }
        let count = trace.steps.len();
        for (index, block) in self.blocks.iter_mut().enumerate() {
            block.steps.end = starts.get(index + 1).copied().unwrap_or(count);
        }
        self.steps = trace.steps;
        self.format = Some(F32::ROW);
    }
}

/// The target that a first line names, and what stands behind it.
fn with_target(text: &str, usual: Target) -> (Target, &str) {
    let named = || {
        let (line, behind) = text.trim_start().strip_prefix(".target")?.split_once('\n')?;
        Some((Target::named(line.trim())?, behind))
    };
    named().unwrap_or((usual, text))
}
