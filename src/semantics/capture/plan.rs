//! What is run on a chip: the forms as macros for the CUDA program, and a job that gives each its operands.

use super::probe::{Probe, Register};
use crate::instruction::Context;
use crate::number::operands::{edges, one};
use crate::number::{F16, F32, F64, Float, Format, Random};
use crate::special_function::Evidence;
use crate::sweep::Subject;
use std::fmt::Write;

/// How many operands of each form are tried.
pub const VECTORS: usize = 128;

/// Functions that nobody has published: their results are kept whole, over the operands in which the rest repeats.
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
    /// What it is asked on.
    pub context: Context,
}

impl Plan {
    /// The plan for a target and the PTX version of its compiler.
    pub fn new(context: Context) -> Plan {
        Plan { probes: Probe::all(context).collect(), context }
    }

    /// The functions of 32 bits, or of the upper half of 64, that run over all operands; each with its place among the forms.
    pub fn swept(&self) -> impl Iterator<Item = (usize, Subject)> {
        let subject = |probe: &Probe| Subject::find(&probe.name(), self.context.target.number());
        self.probes.iter().enumerate().filter_map(move |(place, probe)| Some((place, subject(probe)?)))
    }

    /// The functions whose results are kept whole, and over which operands.
    pub fn whole(&self) -> impl Iterator<Item = (usize, Subject, u32, u32)> {
        self.swept().filter(|(_, subject)| subject.known().is_some_and(|known| known.evidence == Evidence::Modelled)).filter_map(
            |(place, subject)| {
                let (_, from, to) = WHOLE.iter().find(|(name, ..)| *name == subject.name)?;
                Some((place, subject, *from, *to))
            },
        )
    }

    /// The operands that a form is tried on: NaNs, infinities and ordinary numbers in every combination, then edges and random ones.
    pub fn operands(&self, probe: Probe) -> Vec<[u64; 3]> {
        let (_, register) = probe.registers();
        let (format, lanes) = match register {
            Register::F64 => (F64::ROW, 1),
            Register::F32x2 => (F32::ROW, 2),
            Register::F16x2 => (F16::ROW, 2),
            _ => (F32::ROW, 1),
        };
        let edges = edges(format);
        let telling = telling(format);
        let mut random = Random::new(0x5eed);
        let sources = probe.sources() as u32;
        let combinations = telling.len().pow(sources);
        (0..VECTORS.max(combinations))
            .map(|place| {
                let mut operands = [0; 3];
                for (at, operand) in operands.iter_mut().enumerate().take(sources as usize) {
                    for lane in 0..lanes {
                        // The upper lane meets the combinations in another order.
                        let choice = if lane == 0 { place } else { combinations.wrapping_sub(1 + place) };
                        let digit = choice / telling.len().pow(at as u32) % telling.len();
                        let bits = if place < combinations { telling[digit] } else { one(format, &edges, &mut random) };
                        *operand |= bits << (lane * format.width());
                    }
                }
                operands
            })
            .collect()
    }

    /// The header of the CUDA program: one macro a form.
    pub fn header(&self) -> String {
        let mut text = String::from("// Written by `ulp capture plan`: the forms that the instruction table has for the target.\n");
        for (place, probe) in self.probes.iter().enumerate() {
            let (to, from) = probe.registers();
            let _ = writeln!(text, "FORM({place}, {}, {}, {}, \"{}\")", to.c(), from.c(), probe.sources(), assembly(*probe));
        }
        for (place, subject) in self.swept() {
            let high = subject.reading == crate::sweep::truth::Reading::DoubleHigh;
            let _ = writeln!(text, "SWEEP({place}, {})", if high { 32 } else { 0 });
        }
        text
    }

    /// The job: for each form a line `vectors PLACE COUNT NAME` and its operands; then what is swept and what is kept whole.
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
        for (place, subject) in self.swept() {
            let _ = writeln!(text, "sweep {place} {}", subject.name);
        }
        for (place, subject, from, to) in self.whole() {
            let _ = writeln!(text, "outputs {place} {from:08x} {to:08x} {}", subject.name);
        }
        text
    }
}

/// Operands whose combinations show which NaN wins and how zeros and infinities meet.
fn telling(format: &Format) -> [u64; 4] {
    let nan = |negative: u64, quiet: u64, payload: u64| {
        (negative * format.sign_mask()) | format.exponent_mask() | quiet << (format.fraction_bits - 1) | payload
    };
    [nan(0, 1, 0x12), nan(1, 0, 0x34), format.infinity().unwrap_or(0), format.sign_mask()]
}

impl Register {
    /// The name of the CUDA program's class of registers.
    fn c(self) -> &'static str {
        match self {
            Register::F32 => "F32",
            Register::F64 => "F64",
            Register::F32x2 => "B64",
            Register::F16x2 | Register::Predicate => "B32",
        }
    }
}

/// The instruction as inline assembly.
fn assembly(probe: Probe) -> String {
    let name = probe.name();
    let sources: Vec<String> = (1..=probe.sources()).map(|at| format!("%{at}")).collect();
    match probe.registers().0 {
        Register::Predicate => format!("{{ .reg .pred p; {name} p, {}; selp.u32 %0, 1, 0, p; }}", sources.join(", ")),
        _ => format!("{name} %0, {};", sources.join(", ")),
    }
}
