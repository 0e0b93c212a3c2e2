//! Words to instructions. Decoding is total: a word is an instruction of the table, another operation, or refused.

use super::choice::all;
use super::names::{elsewhere, name_of};
use super::row::{Layout, Place, Row, Source};
use super::schedule::Schedule;
use super::word::{FORM, IS_UNIFORM, Instruction};
use super::{VOLTA, maxwell, volta};

/// A word of 64 bits that is none of the known instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The word.
    pub word: u64,
    /// The row whose opcode test fails in the fewest bits.
    pub nearest: &'static Row,
}

impl Unknown {
    /// The bits of the word in which the nearest test fails.
    pub fn failing(&self) -> u64 {
        ((u128::from(self.word) ^ self.nearest.test.value) & self.nearest.test.mask) as u64
    }
}

impl core::fmt::Display for Unknown {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let bits: Vec<String> = (48..64).rev().filter(|bit| self.failing() >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
        let operand = match self.nearest.layout {
            Layout::Fixed(Source::Constant) => "a constant",
            Layout::Fixed(Source::Immediate) => "an immediate",
            _ => "a register",
        };
        let (mask, value) = self.nearest.test.top();
        write!(
            f,
            "No opcode test holds. The nearest is {} with {operand}: bits 63:48 masked with {mask:04x} must be {value:04x} and are {:04x}; {} {} wrong.",
            self.nearest.name,
            (self.word >> 48) as u16 & mask,
            if bits.len() == 1 { "bit" } else { "bits" },
            if bits.len() == 1 { format!("{} is", bits[0]) } else { format!("{} are", bits.join(", ")) }
        )
    }
}

/// Why a word is no instruction of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another operation, by its name where it is known.
    Elsewhere(Option<&'static str>),
    /// An operation of the table with bits that no such instruction has: a sentence.
    Illegal(String),
    /// A word of 64 bits for which no opcode test holds.
    Unknown(Unknown),
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Refusal::Elsewhere(Some(name)) => f.write_str(&elsewhere(name)),
            Refusal::Elsewhere(None) => f.write_str("This opcode is not a floating-point instruction of this table."),
            Refusal::Illegal(sentence) => f.write_str(sentence),
            Refusal::Unknown(unknown) => unknown.fmt(f),
        }
    }
}

const OPCODE: u128 = 0x1ff;

/// The opcode of a word, bits 8:0.
pub fn opcode(word: u128) -> u32 {
    (word & OPCODE) as u32
}

/// How a word is issued.
pub fn schedule(word: u128) -> Schedule {
    Schedule::from_bits((word >> 105) as u32 & 0x1f_ffff)
}

/// The instruction that a word is. A word of 64 bits is one too where it says what the manual forbids, or what came with a later target.
pub fn decode(word: u128, generation: u32) -> Result<Instruction, Refusal> {
    let instruction = taken_apart(word, generation)?;
    match instruction.objection() {
        None => Ok(instruction),
        Some(sentence) => Err(Refusal::Illegal(sentence)),
    }
}

/// The instruction that a word of 64 bits is. Who runs those alone needs no table of the others.
pub fn decode_64(word: u64, generation: u32) -> Result<Instruction, Refusal> {
    let guesses = maxwell::ROWS.iter().map(|nearest| Unknown { word, nearest });
    match guesses.min_by_key(|guess| guess.failing().count_ones()) {
        Some(Unknown { nearest: row, .. }) if row.test.holds(word.into()) => Ok(Instruction::of(row, generation, word.into())),
        Some(unknown) => Err(Refusal::Unknown(unknown)),
        None => Err(Refusal::Elsewhere(None)),
    }
}

/// A word as the row reads it whose opcode it has, even where no such instruction is.
pub fn taken_apart(word: u128, generation: u32) -> Result<Instruction, Refusal> {
    if generation < VOLTA {
        return decode_64(word as u64, generation);
    }
    let named = || volta::ROWS.iter().filter(|row| row.test.holds(word) && row.span.has(generation));
    let fitting = || named().filter(|row| all(row.fixed, word));
    let formed = |row: &&Row| row.layout.slots(FORM.read(word), generation).is_some();
    match fitting().find(formed).or_else(|| fitting().next()) {
        Some(row) => Ok(Instruction::of(row, generation, word)),
        None if named().next().is_some() => Err(Refusal::Illegal("These bits choose no operation that has a name.".to_owned())),
        None => Err(Refusal::Elsewhere(name_of(opcode(word), generation))),
    }
}

impl Instruction {
    /// Why no such instruction is, as a sentence.
    fn objection(&self) -> Option<String> {
        if self.is_short() {
            return None;
        }
        let form = self.form();
        let slots = self.row.layout.slots(form, self.generation);
        let plain = |source: &Source| matches!(source, Source::Register | Source::Immediate);
        let Some((_, source)) = slots.filter(|(_, source)| !self.row.uniform || plain(source)) else {
            return Some(format!("{} has no form {form} of its operands (bits 11:9) on sm_{}.", self.row.name, self.generation));
        };
        let uniform = IS_UNIFORM.read(self.encode()) == 1;
        let wanted = match source {
            Source::Uniform => Some(true),
            Source::Register | Source::Immediate => Some(false),
            Source::Constant => None,
        };
        let wanted = if self.row.uniform { Some(true) } else { wanted.filter(|_| !self.row.loose.has(self.generation)) };
        if wanted.is_some_and(|wanted| wanted != uniform) {
            return Some(format!("Bit 91 must be {} in this form.", u8::from(!uniform)));
        }
        for choice in self.choices() {
            let value = choice.field.read(self.encode());
            if choice.counts(self.encode(), self.generation) && choice.spelled(value).is_none() {
                return Some(format!("{} has no value {value}.", choice.field.role.label()));
            }
        }
        if self.row.refused.iter().any(|combination| all(combination, self.encode())) {
            return Some("These modifiers exclude each other.".to_owned());
        }
        self.objection_to_issue()
    }

    /// What stands in the way of issuing it.
    fn objection_to_issue(&self) -> Option<String> {
        let issue = self.take(105, 5);
        if matches!(issue, 16 | 28..=31) {
            return Some(format!("Yield bit and stall (bits 109:105) have no value {issue}."));
        }
        let reuse = self.take(122, 3);
        if self.row.uniform {
            // Uniform registers have no reuse cache, and these bits say nothing.
            return matches!(reuse, 3 | 6 | 7).then(|| format!("The reuse bits (124:122) of a uniform operation have no value {reuse}."));
        }
        if self.is_slow() {
            return (reuse >= 6).then(|| format!("The reuse bits (124:122) of an operation of varying time have no value {reuse}."));
        }
        let mut taken = 0;
        for operand in self.row.operands {
            let Place::Source(letter) = operand.place else { continue };
            if let Some(bit) = self.row.layout.reuse(letter)
                && self.source(letter) == Source::Register
            {
                taken |= 1 << (bit - 122);
            }
        }
        (reuse & !(taken & self.row.kept) != 0)
            .then(|| format!("The reuse bits (124:122) mark an operand that is no register: {reuse:03b}."))
    }
}
