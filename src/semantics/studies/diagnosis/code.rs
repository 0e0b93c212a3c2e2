//! Straight-line code that can be rewritten, written out and run: what a hypothesis says was really computed.
//!
//! The text is what the page shows and compares, and what is run is compiled from the same lines: registers become places, so that a
//! hundred thousand lines do not look up names.

use crate::comparison::tf32;
use crate::evaluate::{Computation, Request, ValueType, destination_type, source_type};
use crate::instruction::{Context, Form, Modifier, ModifierSet, OperandKind};
use crate::number::{F32, F64, Float, Format};
use crate::rounding::Mode;
use crate::special_function::Listener;
use crate::trace::{Recorder, Silent};
use core::marker::PhantomData;

/// What runs instructions: the ordinary [`Computation::run`], compiled for one recorder. A page that has one recorder anyway brings it
/// along, a worker brings the silent one; the code here is compiled once.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    run: fn(&Computation, [u64; 3]) -> u64,
}

impl Engine {
    /// The engine with a recorder that is made anew for every instruction.
    pub fn with<R: Recorder + Listener + Default>(_recorder: PhantomData<R>) -> Engine {
        Engine { run: |computation, operands| computation.run(operands, &mut R::default()).bits }
    }
}

/// A source of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register by name.
    Register(String),
    /// A number written into the code: its text and its bits.
    Literal(String, u64),
}

impl Operand {
    pub(super) fn register(name: &str) -> Operand {
        Operand::Register(name.to_owned())
    }

    fn text(&self) -> &str {
        match self {
            Operand::Register(name) => name,
            Operand::Literal(text, _) => text,
        }
    }
}

/// What a line does.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// A row of the table with its modifiers.
    Instruction(&'static Form, ModifierSet),
    /// A single rounded to TF32.
    Tf32(Mode),
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it does.
    pub work: Work,
    /// The register that it writes.
    pub to: String,
    /// What it reads.
    pub from: Vec<Operand>,
}

impl Line {
    /// The line as text, without the end of a line.
    pub fn text(&self) -> String {
        let mut text = match &self.work {
            Work::Instruction(form, modifiers) => {
                form.pattern.ordered(*modifiers).fold(form.mnemonic().to_owned(), |text, modifier| text + modifier.text())
            }
            Work::Tf32(mode) => tf32::name(*mode),
        };
        text.push(' ');
        text.push_str(&self.to);
        for operand in &self.from {
            text.push_str(", ");
            text.push_str(operand.text());
        }
        text.push(';');
        text
    }

    /// The modifiers with those that the form means without naming them; None for TF32.
    pub fn modifiers(&self) -> Option<ModifierSet> {
        match &self.work {
            Work::Instruction(form, modifiers) => Some(modifiers.union(form.implied)),
            Work::Tf32(_) => None,
        }
    }

    /// The format of the sources.
    pub fn source_format(&self) -> &'static Format {
        match &self.work {
            Work::Tf32(_) => F32::ROW,
            Work::Instruction(_, modifiers) => format_of(source_type(*modifiers)),
        }
    }

    /// The format of the result; None for a predicate.
    pub fn result_format(&self) -> Option<&'static Format> {
        match &self.work {
            Work::Tf32(_) => Some(F32::ROW),
            Work::Instruction(form, _) if form.pattern.destination() == OperandKind::Predicate => None,
            Work::Instruction(form, modifiers) => Some(format_of(destination_type(form, *modifiers))),
        }
    }

    /// Whether it reads a register.
    pub fn reads(&self, name: &str) -> bool {
        self.from.iter().any(|operand| matches!(operand, Operand::Register(register) if register == name))
    }
}

/// The format of a type; a pair of singles goes as the bits of a double.
fn format_of(value_type: ValueType) -> &'static Format {
    match value_type {
        ValueType::Number(format) => format,
        _ => F64::ROW,
    }
}

/// Whether operands with these modifiers are single numbers in single precision.
pub(super) fn is_single(modifiers: ModifierSet) -> bool {
    source_type(modifiers) == ValueType::Number(F32::ROW) && modifiers.has(Modifier::F32)
}

/// Lines that run one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The lines.
    pub lines: Vec<Line>,
    /// What they run on.
    pub context: Context,
}

impl Code {
    /// The text; where it runs on something else than `usual`, it says so first.
    pub fn text(&self, usual: &Context) -> String {
        let mut text = String::new();
        if self.context.ptx != usual.ptx {
            text.push_str(&format!(".version {}\n", self.context.ptx));
        }
        if self.context.target != usual.target {
            text.push_str(&format!(".target {}\n", self.context.target));
        }
        let lines: Vec<String> = self.lines.iter().map(Line::text).collect();
        text.push_str(&lines.join("\n"));
        text
    }

    /// Whether lines work on two singles in one register.
    pub fn is_packed(&self) -> bool {
        self.lines.iter().any(|line| line.modifiers().is_some_and(|modifiers| modifiers.has(Modifier::F32x2)))
    }

    /// A register name that the code does not use.
    pub fn fresh(&self, more: &[String]) -> String {
        let names = ["%t", "%u", "%v", "%w", "%x", "%y", "%z"].iter().map(|name| (*name).to_owned());
        let numbered = (1..).map(|number| format!("%t{number}"));
        let used = |name: &String| {
            let bare = name.trim_start_matches('%');
            let same = |other: &str| other.trim_start_matches('%') == bare;
            more.iter().any(|other| same(other))
                || self.lines.iter().any(|line| same(&line.to) || line.from.iter().any(|from| same(from.text())))
        };
        names.chain(numbered).find(|name| !used(name)).unwrap_or_default()
    }

    /// Registers that are read before they are written, in order, with their formats.
    pub fn inputs(&self) -> Vec<(String, &'static Format)> {
        let mut inputs: Vec<(String, &'static Format)> = Vec::new();
        let mut written: Vec<&str> = Vec::new();
        for line in &self.lines {
            for operand in &line.from {
                let Operand::Register(name) = operand else { continue };
                if !written.contains(&name.as_str()) && inputs.iter().all(|(known, _)| known != name) {
                    inputs.push((name.clone(), line.source_format()));
                }
            }
            written.push(&line.to);
        }
        inputs
    }

    /// The code with registers as places: the inputs first, in their order. None where there are too many.
    pub fn compiled(&self, inputs: &[String]) -> Option<Compiled> {
        let mut names: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let mut place = |name| {
            names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let mut steps = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let mut from = [Source::Bits(0); 3];
            for (source, operand) in from.iter_mut().zip(&line.from) {
                *source = match operand {
                    Operand::Register(name) => Source::Place(place(name) as u8),
                    Operand::Literal(_, bits) => Source::Bits(*bits),
                };
            }
            let does = match &line.work {
                Work::Instruction(form, modifiers) => Does::Computes(Request::new(form, *modifiers, [0; 3], self.context).computation()),
                Work::Tf32(mode) => Does::Tf32(*mode),
            };
            steps.push(Step { does, from, to: place(&line.to) as u8 });
        }
        (names.len() <= PLACES).then_some(Compiled { steps })
    }
}

const PLACES: usize = 40;

#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Place(u8),
    Bits(u64),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Does {
    Computes(Computation),
    Tf32(Mode),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) does: Does,
    pub(super) from: [Source; 3],
    pub(super) to: u8,
}

/// Code that runs without names.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub(super) steps: Vec<Step>,
}

impl Compiled {
    /// The bits that the last line writes.
    pub fn run(&self, inputs: &[u64], engine: Engine) -> u64 {
        let mut places = [0u64; PLACES];
        for (place, bits) in places.iter_mut().zip(inputs) {
            *place = *bits;
        }
        let mut last = 0;
        for step in &self.steps {
            let operands = step.from.map(|source| match source {
                Source::Place(place) => places.get(usize::from(place)).copied().unwrap_or(0),
                Source::Bits(bits) => bits,
            });
            last = match &step.does {
                Does::Computes(computation) => (engine.run)(computation, operands),
                Does::Tf32(mode) => tf32::apply(*mode, operands[0], &mut Silent),
            };
            if let Some(place) = places.get_mut(usize::from(step.to)) {
                *place = last;
            }
        }
        last
    }
}
