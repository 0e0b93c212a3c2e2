//! Straight-line code that can be rewritten, written out and run: what a hypothesis says was really computed.
//!
//! The text is what the page shows and compares, and what is run is compiled from the same lines: registers become places, so that a
//! hundred thousand lines do not look up names.

use crate::evaluate::{Computation, Request};
use crate::instruction::{Context, Form, Modifier, ModifierSet, Operands, SOURCES, Type};
use crate::number::{Format, OperandType};
use crate::syntax::in_braces;
use crate::trace::Recorder;
use core::marker::PhantomData;

/// What runs instructions: the ordinary [`Computation::run`], compiled for one recorder. A page that has one recorder anyway brings it
/// along, a worker brings the silent one; the code here is compiled once.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    run: fn(&Computation, Operands) -> u64,
}

impl Engine {
    /// The engine with a recorder that is made anew for every instruction.
    pub fn with<R: Recorder + Default>(_recorder: PhantomData<R>) -> Engine {
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

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The row of the table.
    pub form: &'static Form,
    /// Its modifiers.
    pub modifiers: ModifierSet,
    /// The register that it writes.
    pub to: String,
    /// What it reads.
    pub from: Vec<Operand>,
}

impl Line {
    /// The line as text, without the end of a line.
    pub fn text(&self) -> String {
        let pattern = &self.form.pattern;
        let operands = core::iter::once(&*self.to).chain(self.from.iter().map(Operand::text)).map(str::to_owned);
        format!("{} {};", pattern.spelled(self.modifiers), in_braces(operands, &pattern.braces, 0))
    }

    /// The modifiers with those that the form means without naming them.
    pub fn modifiers(&self) -> ModifierSet {
        self.modifiers.union(self.form.implied)
    }

    /// What a source holds.
    pub fn source_type(&self, source: usize) -> OperandType {
        self.form.source_type(self.modifiers, source).operand()
    }

    /// What the result is.
    pub fn result_type(&self) -> OperandType {
        self.form.destination_type(self.modifiers).map_or(OperandType::PREDICATE, Type::operand)
    }

    /// The format of the result; None for a predicate.
    pub fn result_format(&self) -> Option<&'static Format> {
        Some(self.result_type()).filter(|own| !own.is_predicate()).map(OperandType::as_word)
    }

    /// Whether it reads a register.
    pub fn reads(&self, name: &str) -> bool {
        self.from.iter().any(|operand| matches!(operand, Operand::Register(register) if register == name))
    }
}

/// Whether operands with these modifiers are single numbers in single precision.
pub(super) fn is_single(modifiers: ModifierSet) -> bool {
    modifiers.has(Modifier::F32) && modifiers.places() == 1
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
        self.lines.iter().any(|line| line.result_type().lanes > 1 || line.source_type(0).lanes > 1)
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
            for (place, operand) in line.from.iter().enumerate() {
                let Operand::Register(name) = operand else { continue };
                if !written.contains(&name.as_str()) && inputs.iter().all(|(known, _)| known != name) {
                    inputs.push((name.clone(), line.source_type(place).as_word()));
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
            let mut from = [Source::Bits(0); SOURCES];
            for (source, operand) in from.iter_mut().zip(&line.from) {
                *source = match operand {
                    Operand::Register(name) => Source::Place(place(name) as u8),
                    Operand::Literal(_, bits) => Source::Bits(*bits),
                };
            }
            let computation = Request::new(line.form, line.modifiers, [0; 3], self.context).computation();
            steps.push(Step { computation, from, to: place(&line.to) as u8 });
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
pub(super) struct Step {
    pub(super) computation: Computation,
    pub(super) from: [Source; SOURCES],
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
            last = (engine.run)(&step.computation, operands);
            if let Some(place) = places.get_mut(usize::from(step.to)) {
                *place = last;
            }
        }
        last
    }
}
