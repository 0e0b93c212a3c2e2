//! Words of 128 bits to instructions and back. Decoding is total: a word is an instruction of the table, another operation, or refused.

use super::super::field::{Field, Role};
use super::super::schedule::Schedule;
use super::field::{Choice, all};
use super::form::{Immediate, Layout, Letter, Place, Row, Signs, Slot, Source};
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
const FORM: Field = Field { role: Role::OperandForm, pieces: &[(11, 9)] };
const IS_UNIFORM: Field = Field { role: Role::IsUniform, pieces: &[(91, 91)] };
/// How the instruction is issued.
const ISSUE: [Field; 6] = [
    Field { role: Role::Stall, pieces: &[(108, 105)] },
    Field { role: Role::Yields, pieces: &[(109, 109)] },
    Field { role: Role::WriteBarrier, pieces: &[(112, 110)] },
    Field { role: Role::ReadBarrier, pieces: &[(115, 113)] },
    Field { role: Role::WaitMask, pieces: &[(121, 116)] },
    Field { role: Role::Reuse, pieces: &[(125, 122)] },
];

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
    fn of_role(&self, role: Role) -> Option<&'static Choice> {
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
        let wanted = if self.row.uniform { Some(true) } else { wanted };
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
        let parts = self.row.operands.iter().flat_map(|operand| {
            let letter = if let Place::Source(letter) = operand.place { Some(letter) } else { None };
            let is_number = letter.is_some_and(|letter| self.source(letter) == Source::Immediate);
            let of_slot: &[Choice] = letter.filter(|_| !is_number).map_or(&[], |letter| self.signs(letter).part);
            // Of what follows a register, a number takes only this.
            of_slot.iter().chain(operand.part.iter().filter(move |choice| !is_number || choice.field.role == Role::Apart))
        });
        self.row.head.iter().chain(parts)
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

    /// The fields of the word with their values: how it is issued, its operands, its modifiers.
    pub fn fields(&self) -> Vec<(Field, u32)> {
        let field = |role, pieces| Field { role, pieces };
        let mut fields = vec![GUARD, GUARD_NOT, FORM];
        if !matches!(self.row.layout, Layout::Only(_)) {
            fields.push(IS_UNIFORM);
        }
        for operand in self.row.operands {
            if !(operand.span.has(self.generation) && all(operand.when, self.word)) {
                continue;
            }
            match operand.place {
                Place::Register(role, low) => fields.push(field(role, byte_at(low))),
                Place::Uniform(role, pieces) => fields.push(field(role, pieces)),
                Place::Predicate(role, low, not) => {
                    fields.push(field(role, three_at(low)));
                    if let Some(bit) = not {
                        fields.push(field(Role::PredicateNot, bit_at(bit)));
                    }
                }
                Place::UniformPredicate(low, not) => {
                    fields.extend([field(Role::UniformPredicate, three_at(low)), field(Role::UniformPredicateNot, bit_at(not))]);
                }
                Place::Number(role, ..) => fields.push(field(role, &[(49, 48)])),
                Place::Single => fields.push(field(Role::Immediate, &[(63, 32)])),
                Place::Signs => fields.push(field(Role::Signs, &[(39, 32)])),
                Place::Source(letter) => self.source_fields(letter, &mut fields),
            }
        }
        let choices = self.choices().filter(|choice| choice.counts(self.word, self.generation) && !choice.field.pieces.is_empty());
        fields.extend(choices.map(|choice| choice.field));
        fields.extend(ISSUE);
        fields.into_iter().map(|field| (field, field.read(self.word))).collect()
    }

    fn source_fields(&self, letter: Letter, fields: &mut Vec<Field>) {
        let field = |role, pieces| Field { role, pieces };
        let (register, negate, absolute) = match letter {
            Letter::A => (Role::A, Role::NegateA, Role::AbsoluteA),
            Letter::B => (Role::B, Role::NegateB, Role::AbsoluteB),
            Letter::C => (Role::C, Role::NegateC, Role::AbsoluteC),
        };
        let source = self.source(letter);
        match source {
            Source::Immediate if self.row.immediate == Immediate::Halves => {
                return fields.extend([field(Role::ImmediateH1, &[(63, 48)]), field(Role::ImmediateH0, &[(47, 32)])]);
            }
            Source::Immediate => return fields.push(field(Role::Immediate, &[(63, 32)])),
            Source::Constant if self.is_indirect() => {
                fields.extend([field(Role::Uniform, &[(37, 32)]), field(Role::Offset, &[(53, 40)])]);
            }
            Source::Constant => fields.extend([field(Role::Bank, &[(58, 54)]), field(Role::Offset, &[(53, 40)])]),
            Source::Uniform => fields.push(field(Role::Uniform, self.uniform())),
            Source::Register => fields.push(field(register, byte_at(self.slot(letter).low()))),
        }
        let signs = self.signs(letter);
        fields.extend(signs.negate.map(|bit| field(negate, bit_at(bit))));
        fields.extend(signs.absolute.map(|bit| field(absolute, bit_at(bit))));
    }

    /// What the value of a field is, in a word or two; empty where it is only a number.
    pub fn meaning(&self, role: Role, value: u32) -> String {
        let register = |stem: &str, none: u32| if value == none { format!("{stem}Z") } else { format!("{stem}{value}") };
        let predicate = |stem: &str, number: u32| if number == 7 { format!("{stem}T") } else { format!("{stem}{number}") };
        let stem = if self.row.uniform { "UR" } else { "R" };
        match role {
            Role::Destination | Role::A | Role::B | Role::C | Role::ScaleA | Role::ScaleB | Role::Places => register(stem, 255),
            Role::Uniform => register("UR", if self.generation >= 100 { 255 } else { 63 }),
            Role::Guard | Role::PredicateTo | Role::PredicateAlso | Role::PredicateFrom => {
                predicate(if self.row.uniform { "UP" } else { "P" }, value)
            }
            Role::UniformPredicate => predicate("UP", 7 ^ value),
            Role::Offset => format!("byte {:#x}", value * 4),
            Role::Stall => format!("the next one {value} cycles later"),
            Role::Yields => if value == 0 { "Y: another warp may come first" } else { "-" }.to_owned(),
            Role::WriteBarrier | Role::ReadBarrier if value == 7 => "none".to_owned(),
            Role::WriteBarrier => format!("barrier {value} until the result is written"),
            Role::ReadBarrier => format!("barrier {value} until the operands are read"),
            Role::WaitMask | Role::Reuse if value == 0 => "none".to_owned(),
            Role::WaitMask => format!("waits for {}", set_bits(value)),
            Role::Reuse => format!("keeps {}", set_bits(value)),
            Role::OperandForm => match self.slots().1 {
                Source::Register => "registers".to_owned(),
                Source::Immediate => "with a number".to_owned(),
                Source::Constant => "with a constant".to_owned(),
                Source::Uniform => "with a uniform register".to_owned(),
            },
            _ => self
                .of_role(role)
                .and_then(|choice| choice.spelled(value))
                .map_or_else(String::new, |word| if word.is_empty() { word } else { format!(".{word}") }),
        }
    }
}

/// The numbers of the bits that are set: `0, 2`.
fn set_bits(value: u32) -> String {
    (0..32).filter(|bit| value >> bit & 1 == 1).map(|bit| bit.to_string()).collect::<Vec<_>>().join(", ")
}

/// Eight bits from one of the places where registers stand.
const fn byte_at(low: u32) -> &'static [(u32, u32)] {
    match low {
        16 => &[(23, 16)],
        24 => &[(31, 24)],
        32 => &[(39, 32)],
        40 => &[(47, 40)],
        52 => &[(59, 52)],
        _ => &[(71, 64)],
    }
}

/// Three bits from one of the places where predicates stand.
const fn three_at(low: u32) -> &'static [(u32, u32)] {
    match low {
        66 => &[(68, 66)],
        69 => &[(71, 69)],
        81 => &[(83, 81)],
        84 => &[(86, 84)],
        _ => &[(89, 87)],
    }
}

/// A bit that turns something over.
const fn bit_at(bit: u32) -> &'static [(u32, u32)] {
    match bit {
        62 => &[(62, 62)],
        63 => &[(63, 63)],
        72 => &[(72, 72)],
        73 => &[(73, 73)],
        74 => &[(74, 74)],
        75 => &[(75, 75)],
        83 => &[(83, 83)],
        84 => &[(84, 84)],
        _ => &[(90, 90)],
    }
}

/// How an instruction is issued whose text says nothing of it: no barrier, nothing waited for, the next one a cycle later.
const RESTING: Schedule = Schedule { stall: 1, yields: true, write: 7, read: 7, wait: 0, reuse: 0 };
