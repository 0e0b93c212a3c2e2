//! What is run on a chip: the forms as macros for the CUDA program, and a job that gives each its operands.

use crate::matrix::{Question, questions};
use crate::probe::{Probe, register_class};
use semantics::instruction::{Context, Operands, SOURCES};
use semantics::number::Random;
use semantics::number::operands::{edges, one};
use semantics::number::{Format, OperandType};
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::order::Line;
use std::fmt::Write;

/// How many operands of each form are tried, at least.
pub const VECTORS: usize = 128;

/// Functions that no chip of the target's kind was asked: their results are kept whole, over the operands in which the rest repeats. Those
/// of 16 bits always are.
const WHOLE: [(&str, u32, u32); 4] = [
    ("sqrt.approx.ftz.f32", 0x3f80_0000, 0x407f_ffff),
    ("tanh.approx.f32", 0x3900_0000, 0x40ff_ffff),
    ("rcp.approx.ftz.f64", 0x3ff0_0000, 0x3fff_ffff),
    ("rsqrt.approx.ftz.f64", 0x3ff0_0000, 0x400f_ffff),
];

/// What a target is asked.
pub struct Plan {
    /// Every form.
    pub probes: Vec<Probe>,
    /// What its tensor cores are asked.
    pub questions: Vec<Question>,
    /// What it is asked on.
    pub context: Context,
}

impl Plan {
    /// The plan for a target and the PTX version of its compiler.
    pub fn new(context: Context) -> Plan {
        Plan { probes: Probe::all(context).collect(), questions: questions(context.target), context }
    }

    /// The functions of 16 bits, of 32, or of the upper half of 64, that run over all operands; each with its place among the forms.
    pub fn swept(&self) -> impl Iterator<Item = (usize, FunctionUnderTest)> {
        let subject = |probe: &Probe| FunctionUnderTest::find(&probe.name(), self.context.target.number());
        self.probes.iter().enumerate().filter_map(move |(place, probe)| Some((place, subject(probe)?)))
    }

    /// The functions whose results are kept whole, and over which operands.
    pub fn whole(&self) -> impl Iterator<Item = (usize, FunctionUnderTest, u32, u32)> {
        let target = self.context.target.number();
        let unknown = move |subject: &FunctionUnderTest| subject.known().is_some_and(|known| known.validated_on(target).is_none());
        self.swept().filter_map(move |(place, subject)| {
            let line = subject.reading.line();
            if line == Line::HALVES {
                return Some((place, subject, 0, line.last()));
            }
            if !unknown(&subject) {
                return None;
            }
            let (_, from, to) = WHOLE.iter().find(|(name, ..)| *name == subject.name)?;
            Some((place, subject, *from, *to))
        })
    }

    /// The operands that a form is tried on: NaNs, infinities and ordinary numbers in every combination, then edges and random ones.
    pub fn operands(&self, probe: Probe) -> Vec<Operands> {
        let mut random = Random::new(0x5eed);
        let sources = probe.sources();
        let combinations = TELLING.pow(sources as u32);
        let mut all = vec![[0; SOURCES]; VECTORS.max(combinations + VECTORS / 2)];
        let types: Vec<OperandType> = (0..sources).map(|source| probe.source_type(source)).collect();
        let known: Vec<_> = types.iter().map(|own| (edges(own.format), telling(own.format))).collect();
        for (place, operands) in all.iter_mut().enumerate() {
            for (at, ((own, (edges, telling)), operand)) in types.iter().zip(&known).zip(operands).enumerate() {
                for lane in 0..own.lanes {
                    // The upper lane meets the combinations in another order.
                    let choice = if lane == 0 { place } else { combinations.wrapping_sub(1 + place) };
                    let digit = choice / TELLING.pow(at as u32) % TELLING;
                    let bits = match place {
                        _ if place < combinations => telling[digit],
                        // Counts and places of bits.
                        _ if own.format.is_integer() && random.below(3) == 0 => random.below(72) & own.format.mask(),
                        // Subnormal numbers, which neither edges nor chance have often.
                        _ if own.format.is_floating() && random.below(6) == 0 => {
                            random.word() & !own.format.exponent_mask() & own.format.mask()
                        }
                        _ => one(own.format, edges, &mut random),
                    };
                    *operand = own.with_lane(*operand, lane, bits);
                }
            }
        }
        all
    }

    /// The header of the CUDA program: one macro a form.
    pub fn header(&self) -> String {
        let mut text = String::from("// Written by `measure plan`: the forms that the instruction table has for the target.\n");
        for (place, probe) in self.probes.iter().enumerate() {
            let count = probe.sources();
            let sources: Vec<&str> = (0..count).map(|source| register_class(probe.source_type(source))).collect();
            let to = register_class(probe.destination_type());
            let _ = writeln!(text, "FORM({place}, {to}, SOURCES_{count}({}), \"{}\")", sources.join(", "), probe.assembly());
        }
        for (place, subject) in self.swept() {
            let high = subject.reading == semantics::sweep::reading::Reading::DoubleHigh;
            let _ = writeln!(text, "SWEEP({place}, {})", if high { 32 } else { 0 });
        }
        for (place, question) in self.questions.iter().enumerate() {
            let _ = writeln!(text, "{}", question.macro_line(place));
        }
        text
    }

    /// The job: for each form a line `vectors PLACE COUNT NAME` and its operands; then what is swept and what is kept whole, and what tensor
    /// cores are asked.
    pub fn job(&self) -> String {
        let mut text = format!("target {}\n", self.context.target);
        for (place, probe) in self.probes.iter().enumerate() {
            let operands = self.operands(*probe);
            let _ = writeln!(text, "vectors {place} {} {} {}", operands.len(), probe.sources(), probe.name());
            for operands in operands {
                let words: Vec<String> = operands[..probe.sources()].iter().map(|bits| format!("{bits:x}")).collect();
                let _ = writeln!(text, "{}", words.join(" "));
            }
        }
        for (place, subject) in self.swept().filter(|(_, subject)| subject.reading.line() == Line::WORDS) {
            let _ = writeln!(text, "sweep {place} {}", subject.name);
        }
        for (place, subject, from, to) in self.whole() {
            let _ = writeln!(text, "outputs {place} {from:08x} {to:08x} {}", subject.name);
        }
        self.questions.iter().enumerate().for_each(|(place, question)| text += &question.job(place));
        text
    }
}

/// How many operands each source meets in every combination.
const TELLING: usize = 4;

/// Operands whose combinations show which NaN wins and how zeros and infinities meet; of integers, the ends of their range.
fn telling(format: &Format) -> [u64; TELLING] {
    if format.is_integer() {
        return [0, 1, format.largest(), format.lowest_integer()];
    }
    let nan = |negative: u64, quiet: u64, payload: u64| {
        ((negative * format.sign_mask()) | format.exponent_mask() | (quiet * format.quiet_bit()) | payload) & format.mask()
    };
    [nan(0, 1, 0x12), nan(1, 0, 0x34), format.infinity().unwrap_or(0), format.sign_mask()]
}
