//! An instruction that ran, or that did not: what it read and wrote.

use crate::evaluate::{Outcome, Request};
use crate::instruction::{Context, Evidence};
use crate::number::{OperandType, Pattern};
use crate::register_file::assumption;
use crate::rounding::Flags;
use crate::special_function::{Op, Operands};
use crate::syntax::not_given;
use core::ops::Range;

/// A register, a predicate, a variable or a constant with its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The name as written.
    pub name: String,
    /// What it holds.
    pub own: OperandType,
    /// The bits, right-aligned.
    pub bits: u64,
}

impl Value {
    /// The bits with all their hex digits; a predicate's is `1` or `0`.
    pub fn hex(&self) -> String {
        self.own.hex(self.bits)
    }

    /// The number of lane 0.
    pub fn pattern(&self) -> Pattern {
        self.own.pattern(self.bits, 0)
    }
}

/// What keeps an instruction from running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The predicate of its guard.
    Guard(String),
    /// It is not modelled, or its address has no value: a sentence. What it would write has no value from here on.
    Absent(String),
    /// A register that such an instruction would have written: the register, the instruction.
    Missing(String, String),
    /// The run ends here: a name for programs, and a sentence.
    End(&'static str, String),
}

/// An instruction that ran, or that its guard kept from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The place of its statement in the text.
    pub statement: usize,
    /// The instruction as it is printed.
    pub text: String,
    /// Target and PTX version.
    pub context: Context,
    /// The registers that it reads, its guard's predicate first; what nobody set is zero, or lets it run.
    pub read: Vec<Value>,
    /// What it wrote; where it did not run, with the bits that stay.
    pub written: Vec<Value>,
    /// The request and its outcome, where it is a row of PTX's table that ran.
    pub computed: Option<(Request, Outcome)>,
    /// The function of the special function unit that it is, where it is a machine instruction, and the operand that this takes.
    pub unit: Option<(Op, Operands, u32)>,
    /// The word, where it is a machine instruction.
    pub word: Option<u128>,
    /// What kept it from running.
    pub stopped_by: Option<StoppedBy>,
    /// The predicate of its guard, where that had no value and so let it run; with these bits from here on.
    pub assumed: Option<(String, u64)>,
    /// Registers that were read and had no value; they read as zero.
    pub unset: Vec<String>,
    /// What IEEE 754 says of it.
    pub flags: Flags,
    /// Whether the special function unit takes part: then IEEE 754 says nothing of the result.
    pub approximate: bool,
    /// How we know what it computes.
    pub evidence: Evidence,
    /// Its steps, counted in the run's.
    pub steps: Range<usize>,
}

impl Block {
    /// An instruction of which no more is known than its text.
    pub fn of(text: String, context: Context, evidence: Evidence) -> Block {
        Block {
            statement: 0,
            text,
            context,
            read: Vec::new(),
            written: Vec::new(),
            computed: None,
            unit: None,
            word: None,
            stopped_by: None,
            assumed: None,
            unset: Vec::new(),
            flags: Flags::NONE,
            approximate: false,
            evidence,
            steps: 0..0,
        }
    }

    /// Whether its guard let it run.
    pub fn ran(&self) -> bool {
        self.stopped_by.is_none()
    }

    /// The instruction without guard and operands: `fma.rn.f32`.
    pub fn name(&self) -> &str {
        name_of(&self.text)
    }

    /// What is to be said of how it ran, in sentences.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        self.notes_beside(&[])
    }

    /// The same beside what is known to be missing.
    pub fn notes_beside(&self, said: &[&String]) -> impl Iterator<Item = String> + use<> {
        let kept: Vec<&str> = self.written.iter().map(|written| &*written.name).collect();
        let verb = if kept.len() == 1 { "keeps its bits" } else { "keep their bits" };
        let value = |guard: &String| self.read.iter().find(|read| read.name == *guard).map_or(0, |read| read.bits & 1);
        let stopped = self.stopped_by.as_ref().map(|by| match by {
            StoppedBy::Guard(guard) if kept.is_empty() => format!("The guard {guard} is {}: {} does not run.", value(guard), self.name()),
            StoppedBy::Guard(guard) => format!("The guard {guard} is {}: {} {verb}.", value(guard), kept.join(", ")),
            StoppedBy::Absent(sentence) | StoppedBy::End(_, sentence) => sentence.clone(),
            StoppedBy::Missing(register, by) => {
                format!("{} does not run: {register} comes from {by}, which does not run here. Give {register} a value.", self.name())
            }
        });
        let assumed = self.assumed.as_ref().map(|(predicate, _)| assumption(predicate));
        let unset: Vec<&String> = self.unset.iter().filter(|name| !said.contains(name)).collect();
        [stopped, assumed, not_given(&unset)].into_iter().flatten()
    }
}

/// The first word of an instruction behind its guard.
pub fn name_of(text: &str) -> &str {
    text.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or("").trim_end_matches(';')
}

/// The mnemonic of an instruction: its first word up to a dot.
pub fn mnemonic_of(text: &str) -> &str {
    name_of(text).split('.').next().unwrap_or("")
}
