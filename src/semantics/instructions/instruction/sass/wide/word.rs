//! Words of 128 bits to instructions and back. Decoding is total: a word is an instruction of the table, another operation, or refused.

use super::super::field::{Field, Role};
use super::super::schedule::Schedule;
use super::field::{Choice, all};
use super::form::{Immediate, Layout, Letter, Operand, Place, Row, Signs, Slot, Source};
use super::names::name_of;
use super::table::ROWS;

/// An instruction of the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// The row.
    pub row: &'static Row,
    /// The generation that reads it.
    pub generation: u32,
    word: u128,
}

impl core::fmt::Debug for Instruction {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {:032x}", self.row.name, self.word)
    }
}

/// Why a word is no instruction of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another operation, by its name where it is known.
    Elsewhere(Option<&'static str>),
    /// An operation of the table with bits that no such instruction has: a sentence.
    Illegal(String),
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Refusal::Elsewhere(Some(name)) => write!(f, "{name} is not a floating-point instruction of this table."),
            Refusal::Elsewhere(None) => f.write_str("This opcode is not a floating-point instruction of this table."),
            Refusal::Illegal(sentence) => f.write_str(sentence),
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

pub(super) const GUARD: Field = Field { role: Role::Guard, pieces: &[(14, 12)] };
pub(super) const GUARD_NOT: Field = Field { role: Role::GuardNot, pieces: &[(15, 15)] };
pub(super) const FORM: Field = Field { role: Role::OperandForm, pieces: &[(11, 9)] };
pub(super) const IS_UNIFORM: Field = Field { role: Role::IsUniform, pieces: &[(91, 91)] };

/// The instruction that a word is.
pub fn decode(word: u128, generation: u32) -> Result<Instruction, Refusal> {
    let instruction = taken_apart(word, generation)?;
    match instruction.objection() {
        None => Ok(instruction),
        Some(sentence) => Err(Refusal::Illegal(sentence)),
    }
}

/// A word as the row reads it whose opcode it has, even where no such instruction is.
pub fn taken_apart(word: u128, generation: u32) -> Result<Instruction, Refusal> {
    let rows = || ROWS.iter().filter(|row| row.opcode == opcode(word) && row.span.has(generation) && all(row.fixed, word));
    let formed = |row: &&Row| row.layout.slots(FORM.read(word), generation).is_some();
    let Some(row) = rows().find(formed).or_else(|| rows().next()) else {
        if ROWS.iter().any(|row| row.opcode == opcode(word) && row.span.has(generation)) {
            return Err(Refusal::Illegal("These bits choose no operation that has a name.".to_owned()));
        }
        return Err(Refusal::Elsewhere(name_of(opcode(word), generation)));
    };
    Ok(Instruction { row, generation, word })
}

impl Instruction {
    /// An instruction of a row with a form, all fields at rest; None where the row has no such form.
    pub fn new(row: &'static Row, form: u32, generation: u32) -> Option<Instruction> {
        let (_, source) = row.layout.slots(form, generation)?;
        let word = u128::from(row.opcode) | u128::from(form) << 9 | 7 << 12 | u128::from(RESTING.bits()) << 105;
        // Which form it is, is given; other conditions are met by their first value.
        let others = row.fixed.iter().filter(|is| is.low != 9);
        let word = others.fold(word, |word, is| word | u128::from(is.values.trailing_zeros()) << is.low);
        let word = word | u128::from(source == Source::Uniform || row.uniform) << 91;
        all(row.fixed, word).then_some(Instruction { row, generation, word })
    }

    /// The word.
    pub fn encode(self) -> u128 {
        self.word
    }

    /// The three bits that say where the operands come from.
    pub fn form(&self) -> u32 {
        FORM.read(self.word)
    }

    /// The slots of the sources B and C and what stands in the second slot.
    pub fn slots(&self) -> ([Slot; 2], Source) {
        self.row.layout.slots(self.form(), self.generation).unwrap_or(([Slot::Second, Slot::Third], Source::Register))
    }

    /// The slot of a source.
    pub fn slot(&self, letter: Letter) -> Slot {
        let ([b, c], _) = self.slots();
        match letter {
            Letter::A => Slot::First,
            Letter::B => b,
            Letter::C => c,
        }
    }

    /// What a source is.
    pub fn source(&self, letter: Letter) -> Source {
        let special = if self.is_third() { Slot::Third } else { Slot::Second };
        if self.slot(letter) == special { self.slots().1 } else { Source::Register }
    }

    /// The signs of a slot.
    pub fn signs(&self, letter: Letter) -> &'static Signs {
        &self.row.signs[match self.slot(letter) {
            Slot::First => 0,
            Slot::Second => 1,
            Slot::Third => 2,
        }]
    }

    /// Whether the uniform register stands in the third slot.
    fn is_third(&self) -> bool {
        matches!(self.row.layout, Layout::AddThird | Layout::ThreeThird) && self.form() == 7
    }

    /// The bits of the uniform register among the operands.
    pub fn uniform(&self) -> &'static [(u32, u32)] {
        match (self.is_third(), self.generation) {
            (true, _) => &[(71, 64)],
            (_, 100..) => &[(39, 32)],
            _ => &[(37, 32)],
        }
    }

    /// Whether the constant's bank stands in a uniform register, `cx[UR4][0x10]`.
    pub fn is_indirect(&self) -> bool {
        self.slots().1 == Source::Constant && IS_UNIFORM.read(self.word) == 1
    }

    /// Whether two halves stand where a number does.
    pub fn takes_two_numbers(&self) -> bool {
        match self.row.immediate {
            Immediate::Halves => true,
            Immediate::Of(role) => self.spelled(role).is_some_and(|word| word.ends_with("x2")),
            _ => false,
        }
    }

    /// How it is issued.
    pub fn schedule(&self) -> Schedule {
        schedule(self.word)
    }

    /// Whether it takes a varying time.
    pub fn is_slow(&self) -> bool {
        self.row.slow.has(self.generation)
    }

    /// A bit of the word.
    pub fn bit(&self, bit: u32) -> bool {
        self.word >> bit & 1 == 1
    }

    /// A run of bits of the word.
    pub fn bits(&self, pieces: &'static [(u32, u32)]) -> u32 {
        Field { role: Role::A, pieces }.read(self.word)
    }

    /// The instruction with a run of bits set.
    pub fn with_bits(self, pieces: &'static [(u32, u32)], value: u32) -> Instruction {
        Instruction { word: Field { role: Role::A, pieces }.write(self.word, value), ..self }
    }

    /// The instruction with bits from a bit on set.
    pub fn put(self, low: u32, width: u32, value: u32) -> Instruction {
        let mask = ((1u128 << width) - 1) << low;
        Instruction { word: self.word & !mask | u128::from(value) << low & mask, ..self }
    }

    /// Bits from a bit on.
    pub fn take(&self, low: u32, width: u32) -> u32 {
        (self.word >> low) as u32 & (((1u64 << width) - 1) as u32)
    }

    /// The choice of a role, where the row has one and it counts: bits that a number takes are no field.
    pub(super) fn of_role(&self, role: Role) -> Option<&'static Choice> {
        self.choices().find(|choice| choice.field.role == role && choice.counts(self.word, self.generation))
    }

    /// The value of a choice; None where the row has none of the role, or where it does not count.
    pub fn choice(&self, role: Role) -> Option<u32> {
        self.of_role(role).map(|choice| choice.field.read(self.word))
    }

    /// Whether a field holds a value that has no name: INVALID3 or ???3 in its text.
    pub fn has_nameless(&self) -> bool {
        let counting = self.choices().filter(|choice| choice.counts(self.word, self.generation));
        counting
            .filter_map(|choice| choice.spelled(choice.field.read(self.word)))
            .any(|word| word.starts_with("INVALID") || word.starts_with('?'))
    }

    /// Whether a choice is there and not zero.
    pub fn has(&self, role: Role) -> bool {
        self.choice(role).is_some_and(|value| value != 0)
    }

    /// The word of a choice, empty where none is written.
    pub fn spelled(&self, role: Role) -> Option<String> {
        let choice = self.of_role(role)?;
        choice.spelled(choice.field.read(self.word))
    }

    /// Another word of the same row; None where it would be another.
    pub fn with_word(self, word: u128) -> Option<Instruction> {
        decode(word, self.generation).ok().filter(|other| core::ptr::eq(other.row, self.row))
    }

    /// Why no such instruction is, as a sentence.
    fn objection(&self) -> Option<String> {
        let form = self.form();
        let slots = self.row.layout.slots(form, self.generation);
        let plain = |source: &Source| matches!(source, Source::Register | Source::Immediate);
        let Some((_, source)) = slots.filter(|(_, source)| !self.row.uniform || plain(source)) else {
            return Some(format!("{} has no form {form} of its operands (bits 11:9) on sm_{}.", self.row.name, self.generation));
        };
        let uniform = IS_UNIFORM.read(self.word) == 1;
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
            let value = choice.field.read(self.word);
            if choice.counts(self.word, self.generation) && choice.spelled(value).is_none() {
                return Some(format!("{} has no value {value}.", choice.field.role.label()));
            }
        }
        if self.row.refused.iter().any(|combination| all(combination, self.word)) {
            return Some("These modifiers exclude each other.".to_owned());
        }
        self.objection_to_issue()
    }

    /// The choices of the head and of the operands.
    pub fn choices(&self) -> impl Iterator<Item = &'static Choice> {
        self.row.head.iter().chain(self.row.operands.iter().flat_map(|operand| self.parts(operand)))
    }

    /// The choices that follow an operand.
    pub fn parts(&self, operand: &'static Operand) -> impl Iterator<Item = &'static Choice> {
        let letter = if let Place::Source(letter) = operand.place { Some(letter) } else { None };
        let is_number = letter.is_some_and(|letter| self.source(letter) == Source::Immediate);
        let of_slot: &[Choice] = letter.filter(|_| !is_number).map_or(&[], |letter| self.signs(letter).part);
        // Of what follows a register, a number takes only this.
        of_slot.iter().chain(operand.part.iter().filter(move |choice| !is_number || choice.field.role == Role::Apart))
    }

    /// What stands in the way of issuing it.
    fn objection_to_issue(&self) -> Option<String> {
        let issue = self.take(105, 5);
        if matches!(issue, 16 | 28..=31) {
            return Some(format!("Yield bit and stall (bits 109:105) have no value {issue}."));
        }
        let reuse = self.take(122, 3);
        if self.is_slow() {
            return (reuse >= 6).then(|| format!("The reuse bits (124:122) of an operation of varying time have no value {reuse}."));
        }
        let mut taken = 0;
        for operand in self.row.operands {
            let Place::Source(letter) = operand.place else { continue };
            if let Some(bit) = self.row.layout.reuse(letter).filter(|_| !self.row.uniform)
                && self.source(letter) == Source::Register
            {
                taken |= 1 << (bit - 122);
            }
        }
        (reuse & !(taken & self.row.kept) != 0)
            .then(|| format!("The reuse bits (124:122) mark an operand that is no register: {reuse:03b}."))
    }
}

/// How an instruction is issued whose text says nothing of it: no barrier, nothing waited for, the next one a cycle later.
const RESTING: Schedule = Schedule { stall: 1, yields: true, write: 7, read: 7, wait: 0, reuse: 0 };
