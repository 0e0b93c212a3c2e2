//! An investigation as a text, and the text as an investigation: whoever judges by it need not be able to read an instruction.
//!
//! So the worker that judges goes without the tables of instructions, the parsers and their complaints. A number ends with a blank and a
//! text stands behind its length, so that nothing in it needs care. Any text can be read: one that nobody wrote so gives None.

use super::code::{Compiled as Code, Source, Step};
use super::machine::Program;
use super::{Compiled, Hypothesis, Investigation, Kind, Reading, Rewriting};
use crate::evaluate::Computation;
use crate::instruction::sass::decode;
use crate::instruction::{Context, Meaning, ModifierSet, Target, Version};
use crate::number::{FORMATS, Format, INTEGERS, OperandType, PREDICATE, TF32};
use crate::special_function::sequence_table::SEQUENCES;

impl Investigation {
    /// The investigation as a text.
    pub fn written(&self) -> String {
        let mut pen = Pen(String::new());
        pen.text(&self.text);
        pen.place(Target::ALL, |target| *target == self.context.target);
        pen.number(self.context.ptx.major.into());
        pen.number(self.context.ptx.minor.into());
        pen.list(&self.inputs, |pen, (name, format)| {
            pen.text(name);
            pen.format(format);
        });
        pen.list(self.format.as_slice(), |pen, format| pen.format(format));
        pen.number(self.packed.into());
        pen.compiled(&self.compiled);
        pen.list(&self.hypotheses, Pen::hypothesis);
        pen.0
    }

    /// The investigation that a text is.
    pub fn read(text: &str) -> Option<Investigation> {
        let mut eye = Eye(text);
        let text = eye.text()?;
        let context = Context { target: *eye.one_of(Target::ALL)?, ptx: Version::new(eye.small()?, eye.small()?) };
        let inputs = eye.list(|eye| Some((eye.text()?, eye.format()?)))?;
        let format = eye.list(Eye::format)?.pop();
        let packed = eye.number()? != 0;
        let compiled = eye.compiled()?;
        let hypotheses = eye.list(|eye| eye.hypothesis(&text, &compiled))?;
        eye.0.is_empty().then_some(Investigation { text, context, inputs, format, packed, hypotheses, compiled })
    }
}

/// Readings without a number of their own.
const PLAIN: [Reading; 12] = [
    Reading::Plain,
    Reading::Bytes,
    Reading::Halves,
    Reading::Upper,
    Reading::Lower,
    Reading::Integer,
    Reading::HostNan,
    Reading::PlainNan,
    Reading::CanonicalNan,
    Reading::OtherNan,
    Reading::Zero,
    Reading::Ones,
];

fn formats() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().chain(INTEGERS).chain(&[TF32, &PREDICATE]).copied()
}

/// More lanes than any operand has.
const LANES: usize = 8;

/// Writes.
struct Pen(String);

impl Pen {
    fn number(&mut self, number: u64) {
        self.0.push_str(&number.to_string());
        self.0.push(' ');
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.push_str(text);
    }

    fn list<T>(&mut self, list: &[T], mut one: impl FnMut(&mut Pen, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| one(self, item));
    }

    /// The place of an item in a list, its length for one that is not in it: which no reader takes.
    fn place<T>(&mut self, list: &[T], is: impl Fn(&T) -> bool) {
        self.number(list.iter().position(is).unwrap_or(list.len()) as u64);
    }

    fn format(&mut self, format: &Format) {
        self.number(formats().position(|row| row == format).unwrap_or(usize::MAX) as u64);
    }

    fn operand_type(&mut self, own: &OperandType) {
        let place = formats().position(|row| row == own.format).unwrap_or(usize::MAX / LANES - 1);
        self.number((place * LANES + own.lanes as usize - 1) as u64);
    }

    fn hypothesis(&mut self, hypothesis: &Hypothesis) {
        self.number(hypothesis.kind as u64);
        self.list(hypothesis.rewriting.as_slice(), |pen, rewriting| pen.rewriting(*rewriting));
        self.text(&hypothesis.sentence);
        self.number(hypothesis.departures.into());
        self.reading(hypothesis.reading);
        // A reading is one of the instruction itself.
        if hypothesis.reading == Reading::Plain {
            self.text(&hypothesis.text);
            self.compiled(&hypothesis.compiled);
        }
    }

    fn rewriting(&mut self, rewriting: Rewriting) {
        match rewriting {
            Rewriting::Split => self.number(0),
            Rewriting::ThroughDouble => self.number(1),
            Rewriting::Reciprocal => self.number(2),
            Rewriting::Between(format) => {
                self.number(3);
                self.format(format);
            }
        }
    }

    fn reading(&mut self, reading: Reading) {
        match reading {
            Reading::Format(format, up) => {
                self.number(1);
                self.format(format);
                self.number(up.into());
            }
            Reading::Digits(count) => self.numbers(&[2, count.into()]),
            Reading::Places(count) => self.numbers(&[3, count.into()]),
            Reading::OperandNan(operand) => self.numbers(&[4, operand.into()]),
            Reading::SignalingNan(operand) => self.numbers(&[5, operand.into()]),
            Reading::Operand(operand) => self.numbers(&[6, operand.into()]),
            plain => {
                self.number(0);
                self.place(&PLAIN, |one| *one == plain);
            }
        }
    }

    fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.number(*number));
    }

    fn compiled(&mut self, compiled: &Compiled) {
        match compiled {
            Compiled::Code(code) => {
                self.number(0);
                self.list(&code.steps, Pen::step);
            }
            Compiled::Machine(program) => {
                self.number(1);
                self.list(&program.instructions, |pen, instruction| pen.number(instruction.encode()));
                self.list(&program.registers, |pen, register| pen.number((*register).into()));
                self.list(&program.result, |pen, register| pen.number((*register).into()));
                self.number(program.mask);
            }
        }
    }

    fn step(&mut self, step: &Step) {
        let what = &step.computation;
        self.number(what.meaning as u64);
        self.number(what.modifiers.words());
        self.operand_type(&what.to);
        self.list(what.from.get(..what.sources).unwrap_or_default(), Pen::operand_type);
        self.number(what.first_generation.into());
        let place = what.sequence.and_then(|own| SEQUENCES.iter().position(|one| core::ptr::eq(one, own)));
        self.list(place.as_slice(), |pen, place| pen.number(*place as u64));
        for source in step.from {
            self.numbers(&match source {
                Source::Place(place) => [0, place.into()],
                Source::Bits(bits) => [1, bits],
            });
        }
        self.number(step.to.into());
    }
}

/// Reads what is left.
struct Eye<'a>(&'a str);

impl Eye<'_> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_once(' ')?;
        self.0 = rest;
        number.parse().ok()
    }

    fn small(&mut self) -> Option<u8> {
        u8::try_from(self.number()?).ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let text = self.0.get(..length)?.to_owned();
        self.0 = self.0.get(length..)?;
        Some(text)
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| one(self)).collect()
    }

    fn one_of<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        list.get(usize::try_from(self.number()?).ok()?)
    }

    fn format(&mut self) -> Option<&'static Format> {
        formats().nth(usize::from(self.small()?))
    }

    /// What an operand holds, in at most 64 bits.
    fn operand_type(&mut self) -> Option<OperandType> {
        let number = usize::try_from(self.number()?).ok()?;
        let own = OperandType { format: formats().nth(number / LANES)?, lanes: (number % LANES) as u32 + 1 };
        (own.width() <= 64).then_some(own)
    }

    /// A hypothesis about an instruction with such a text and program.
    fn hypothesis(&mut self, text: &str, compiled: &Compiled) -> Option<Hypothesis> {
        let kind = *self.one_of(Kind::ALL)?;
        let rewriting = self.list(Eye::rewriting)?.pop();
        let (sentence, departures, reading) = (self.text()?, self.small()?, self.reading()?);
        let (text, compiled) = match reading {
            Reading::Plain => (self.text()?, self.compiled()?),
            _ => (text.to_owned(), compiled.clone()),
        };
        Some(Hypothesis { kind, rewriting, sentence, text, reading, departures, compiled })
    }

    fn rewriting(&mut self) -> Option<Rewriting> {
        Some(match self.number()? {
            0 => Rewriting::Split,
            1 => Rewriting::ThroughDouble,
            2 => Rewriting::Reciprocal,
            3 => Rewriting::Between(self.format()?),
            _ => return None,
        })
    }

    fn reading(&mut self) -> Option<Reading> {
        Some(match self.number()? {
            0 => *self.one_of(&PLAIN)?,
            // What is moved stays in 64 bits.
            1 => Reading::Format(self.format().filter(|format| format.is_floating())?, self.small().filter(|up| *up < 64)?.into()),
            2 => Reading::Digits(self.small()?.into()),
            3 => Reading::Places(self.small()?.into()),
            4 => Reading::OperandNan(self.small()?),
            5 => Reading::SignalingNan(self.small()?),
            6 => Reading::Operand(self.small()?),
            _ => return None,
        })
    }

    fn compiled(&mut self) -> Option<Compiled> {
        Some(match self.number()? {
            0 => Compiled::Code(Code { steps: self.list(Eye::step)? }),
            1 => Compiled::Machine(Program {
                instructions: self.list(|eye| decode(eye.number()?).ok())?,
                registers: self.list(Eye::small)?,
                result: self.list(Eye::small)?,
                mask: self.number()?,
            }),
            _ => return None,
        })
    }

    fn step(&mut self) -> Option<Step> {
        let (meaning, modifiers) = (*self.one_of(Meaning::ALL)?, ModifierSet::from_words(self.number()?));
        let to = self.operand_type()?;
        let from = self.list(Eye::operand_type).filter(|from| from.len() <= 3)?;
        let of = |source: usize| from.get(source).or(from.last()).copied();
        let computation = Computation {
            meaning,
            modifiers,
            to,
            from: [of(0)?, of(1)?, of(2)?],
            sources: from.len(),
            first_generation: self.number()? != 0,
            sequence: self.list(|eye| eye.one_of(SEQUENCES))?.pop(),
        };
        Some(Step { computation, from: [self.source()?, self.source()?, self.source()?], to: self.small()? })
    }

    fn source(&mut self) -> Option<Source> {
        Some(match self.number()? {
            0 => Source::Place(self.small()?),
            1 => Source::Bits(self.number()?),
            _ => return None,
        })
    }
}
