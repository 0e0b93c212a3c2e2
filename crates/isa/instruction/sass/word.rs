//! An instruction as its word says it, taken apart and changed by the row that it is of.

use super::choice::{Choice, all};
use super::decode::decode;
use super::field::{Field, Role};
use super::row::{Immediate, Layout, Letter, Operand, Place, Row, Signs, Slot, Source};
use super::schedule::Schedule;
use super::width;
use crate::special_function::Op;

/// A machine instruction: a row and its word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// The row.
    pub row: &'static Row,
    /// The generation that reads it: the number of a target with words of 64 bits, or of the first target with these words of 128.
    pub generation: u32,
    word: u128,
}

impl core::fmt::Debug for Instruction {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {}", self.row.name, self.hex())
    }
}

/// Where what every row has stands in a word.
pub(super) struct Frame {
    pub guard: Field,
    pub guard_not: Field,
    pub bank: Field,
    pub offset: Field,
    /// The lowest bits of the result's register and of those of the three slots.
    pub destination: u32,
    pub slots: [u32; 3],
}

const fn field(role: Role, pieces: &'static [(u32, u32)]) -> Field {
    Field { role, pieces }
}

static FRAME_64: Frame = Frame {
    guard: field(Role::Guard, &[(18, 16)]),
    guard_not: field(Role::GuardNot, &[(19, 19)]),
    bank: field(Role::Bank, &[(38, 34)]),
    offset: field(Role::Offset, &[(33, 20)]),
    destination: 0,
    slots: [8, 20, 39],
};
static FRAME_128: Frame = Frame {
    guard: field(Role::Guard, &[(14, 12)]),
    guard_not: field(Role::GuardNot, &[(15, 15)]),
    bank: field(Role::Bank, &[(58, 54)]),
    offset: field(Role::Offset, &[(53, 40)]),
    destination: 16,
    slots: [24, 32, 64],
};

pub(super) const FORM: Field = field(Role::OperandForm, &[(11, 9)]);
pub(super) const IS_UNIFORM: Field = field(Role::IsUniform, &[(91, 91)]);

impl Instruction {
    /// A word as a row reads it.
    pub(super) const fn of(row: &'static Row, generation: u32, word: u128) -> Instruction {
        Instruction { row, generation, word }
    }

    /// A bare instruction of a row of 64-bit words: predicate PT, every other field zero.
    pub fn bare(row: &'static Row, generation: u32) -> Instruction {
        Instruction { row, generation, word: FRAME_64.guard.write(row.test.value, 7) }
    }

    /// An instruction of a row of 128-bit words with a form, all fields at rest; None where the row has no such form.
    pub fn new(row: &'static Row, form: u32, generation: u32) -> Option<Instruction> {
        let (_, source) = row.layout.slots(form, generation)?;
        let word = row.test.value | u128::from(form) << 9 | 7 << 12 | u128::from(RESTING.bits()) << 105;
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

    /// The word as it is written: `0x` and all its hex digits.
    pub fn hex(&self) -> String {
        spelled_word(self.word, self.generation)
    }

    /// The number of bits of the word.
    pub fn width(&self) -> u32 {
        width(self.generation)
    }

    /// Whether the word has 64 bits.
    pub fn is_short(&self) -> bool {
        self.width() == 64
    }

    pub(super) fn frame(&self) -> &'static Frame {
        if self.is_short() { &FRAME_64 } else { &FRAME_128 }
    }

    /// The predicate of its guard, and whether that must be false.
    pub fn guard(&self) -> (u8, bool) {
        let frame = self.frame();
        (frame.guard.read(self.word) as u8, frame.guard_not.read(self.word) == 1)
    }

    /// The instruction with another guard.
    pub fn with_guard(self, predicate: u32, negated: bool) -> Instruction {
        let frame = self.frame();
        Instruction { word: frame.guard_not.write(frame.guard.write(self.word, predicate), negated.into()), ..self }
    }

    /// The number of the register that is written.
    pub fn destination(&self) -> u8 {
        self.take(self.frame().destination, 8) as u8
    }

    /// The lowest bit of the register of a source.
    pub fn register_low(&self, letter: Letter) -> u32 {
        self.frame().slots[self.slot(letter) as usize]
    }

    /// The number of the register that a source is.
    pub fn register(&self, letter: Letter) -> u8 {
        self.take(self.register_low(letter), 8) as u8
    }

    /// The bank and the offset in bytes of the constant that is a source; where a uniform register names the bank, the offset is taken in
    /// bank 0.
    pub fn constant(&self) -> (u8, u16) {
        let frame = self.frame();
        let bank = if self.is_indirect() { 0 } else { frame.bank.read(self.word) as u8 };
        (bank, (frame.offset.read(self.word) as u16).wrapping_mul(4))
    }

    /// The instruction with another constant.
    pub fn with_constant(self, bank: u32, offset: u32) -> Instruction {
        let frame = self.frame();
        Instruction { word: frame.offset.write(frame.bank.write(self.word, bank), offset / 4), ..self }
    }

    /// Whether the generation has its row.
    pub fn is_available(&self) -> bool {
        self.row.span.has(self.generation)
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
        &self.row.signs[self.slot(letter) as usize]
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

    /// The field of a role, if the instruction has it.
    pub fn field(&self, role: Role) -> Option<Field> {
        self.of_role(role).map(|choice| choice.field).or_else(|| self.places().find(|field| field.role == role))
    }

    /// A field's value; zero where the instruction does not have it.
    pub fn get(&self, role: Role) -> u32 {
        self.field(role).map_or(0, |field| field.read(self.word))
    }

    /// Whether a field is there and not zero.
    pub fn has(&self, role: Role) -> bool {
        self.get(role) != 0
    }

    /// The instruction with a field set; the same where it does not have it.
    pub fn with(self, role: Role, value: u32) -> Instruction {
        self.field(role).map_or(self, |field| Instruction { word: field.write(self.word, value), ..self })
    }

    /// The function that MUFU computes in a word of 64 bits; None for other instructions and for numbers without a function.
    pub fn function(&self) -> Option<Op> {
        const FUNCTIONS: [Op; 9] = [Op::Cos, Op::Sin, Op::Ex2, Op::Lg2, Op::Rcp, Op::Rsq, Op::Rcp64h, Op::Rsq64h, Op::Sqrt];
        (self.row.name == "MUFU").then(|| FUNCTIONS.get(self.get(Role::Function) as usize).copied())?
    }

    /// Whether the function number stands for no function: 9 to 15, and 8 (SQRT) on sm_50.
    pub fn has_no_function(&self) -> bool {
        let function = self.get(Role::Function);
        function > 8 || function == 8 && self.generation < 52
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

    /// The word of a choice, empty where none is written.
    pub fn spelled(&self, role: Role) -> Option<String> {
        let choice = self.of_role(role)?;
        choice.spelled(choice.field.read(self.word))
    }

    /// Another word of the same row; None where it would be another.
    pub fn with_word(self, word: u128) -> Option<Instruction> {
        decode(word, self.generation).ok().filter(|other| core::ptr::eq(other.row, self.row))
    }

    /// The choices of the head and of the operands.
    pub fn choices(&self) -> impl Iterator<Item = &'static Choice> {
        self.row.head.iter().chain(self.row.operands.iter().flat_map(|operand| self.parts(operand)))
    }

    /// The choices that follow an operand.
    pub fn parts(&self, operand: &'static Operand) -> impl Iterator<Item = &'static Choice> {
        let letter = if let Place::Source(letter) = operand.place { Some(letter) } else { None };
        let is_number = !self.is_short() && letter.is_some_and(|letter| self.source(letter) == Source::Immediate);
        let of_slot: &[Choice] = letter.filter(|_| !is_number).map_or(&[], |letter| self.signs(letter).part);
        // Of what follows a register, a number takes only this.
        of_slot.iter().chain(operand.part.iter().filter(move |choice| !is_number || choice.field.role == Role::Apart))
    }
}

/// A word as it is written: `0x` and all its hex digits.
pub fn spelled_word(word: u128, generation: u32) -> String {
    if width(generation) == 64 { format!("0x{word:016x}") } else { format!("0x{word:032x}") }
}

/// How an instruction is issued whose text says nothing of it: no barrier, nothing waited for, the next one a cycle later.
const RESTING: Schedule = Schedule { stall: 1, yields: true, write: 7, read: 7, wait: 0, reuse: 0 };
