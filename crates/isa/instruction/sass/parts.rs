//! A word field by field, as a person reads it: what each field's bits are and what its value means.

use super::choice::all;
use super::field::{Field, Role};
use super::row::{Immediate, Layout, Letter, Operand, Place, Source};
use super::word::{FORM, IS_UNIFORM, Instruction};

/// How the instruction is issued.
const ISSUE: [Field; 6] = [
    Field { role: Role::Stall, pieces: &[(108, 105)] },
    Field { role: Role::Yields, pieces: &[(109, 109)] },
    Field { role: Role::WriteBarrier, pieces: &[(112, 110)] },
    Field { role: Role::ReadBarrier, pieces: &[(115, 113)] },
    Field { role: Role::WaitMask, pieces: &[(121, 116)] },
    Field { role: Role::Reuse, pieces: &[(125, 122)] },
];

/// What stands in one operand.
type Fields = [Option<Field>; 4];

const fn field(role: Role, pieces: &'static [(u32, u32)]) -> Option<Field> {
    Some(Field { role, pieces })
}

const fn bit(role: Role, bit: u32) -> Option<Field> {
    field(role, &BITS[bit as usize])
}

impl Instruction {
    /// The fields of the word with their values. A word of 64 bits has them from its right end; one of 128 bits its operands, its modifiers,
    /// how it is issued.
    pub fn fields(&self) -> Vec<(Field, u32)> {
        let mut fields: Vec<Field> = self.places().collect();
        let choices = self.choices().filter(|choice| choice.counts(self.encode(), self.generation) && !choice.field.pieces.is_empty());
        fields.extend(choices.map(|choice| choice.field));
        if self.is_short() {
            fields.sort_by_key(|field| field.mask().trailing_zeros());
        } else {
            let form = [FORM, IS_UNIFORM];
            let known = if matches!(self.row.layout, Layout::Only(_)) { 1 } else { 2 };
            fields.splice(2..2, form.into_iter().take(known));
            fields.extend(ISSUE);
        }
        fields.into_iter().map(|field| (field, field.read(self.encode()))).collect()
    }

    /// The bits that no field takes and no opcode.
    pub fn unused(&self) -> u128 {
        let used = self.fields().iter().fold(self.opcode_mask(), |used, (field, _)| used | field.mask());
        !used & (u128::MAX >> (128 - self.width()))
    }

    /// The bits that say which row it is: the opcode, and what else must hold.
    pub fn opcode_mask(&self) -> u128 {
        let ones = |high: u32, low: u32| ((1u128 << (high - low + 1)) - 1) << low;
        self.row.fixed.iter().fold(self.row.test.mask, |mask, is| mask | ones(is.high, is.low))
    }

    /// The fields of the guard and of the operands, without the words behind them.
    pub(super) fn places(&self) -> impl Iterator<Item = Field> {
        let frame = self.frame();
        let here = |operand: &&Operand| operand.span.has(self.generation) && all(operand.when, self.encode());
        let operands = self.row.operands.iter().filter(here).flat_map(|operand| self.place(operand)).flatten();
        [frame.guard, frame.guard_not].into_iter().chain(operands)
    }

    fn place(&self, operand: &Operand) -> Fields {
        match operand.place {
            Place::Register(role, low) => [field(role, &BYTES[low as usize]), None, None, None],
            Place::Uniform(role, pieces) => [field(role, pieces), None, None, None],
            Place::Predicate(role, low, not) => {
                [field(role, &THREES[low as usize]), not.and_then(|not| bit(Role::PredicateNot, not)), None, None]
            }
            Place::UniformPredicate(low, not) => {
                [field(Role::UniformPredicate, &THREES[low as usize]), bit(Role::UniformPredicateNot, not), None, None]
            }
            Place::Number(role, ..) => [field(role, &[(49, 48)]), None, None, None],
            Place::Single => [field(Role::Immediate, &[(63, 32)]), None, None, None],
            Place::Signs => [field(Role::Signs, &[(39, 32)]), None, None, None],
            Place::Source(letter) => self.source_fields(letter),
        }
    }

    fn source_fields(&self, letter: Letter) -> Fields {
        let [register, negate, absolute, _] = letter.roles();
        let frame = self.frame();
        let [first, second] = match self.source(letter) {
            Source::Immediate if !self.row.numbers.is_empty() => [self.row.numbers.first().copied(), self.row.numbers.get(1).copied()],
            Source::Immediate if self.takes_two_numbers() => [field(Role::ImmediateH1, &[(63, 48)]), field(Role::ImmediateH0, &[(47, 32)])],
            Source::Immediate if self.row.immediate == Immediate::LowHalf => [field(Role::ImmediateH0, &[(47, 32)]), None],
            Source::Immediate => [field(Role::Immediate, &[(63, 32)]), None],
            Source::Constant if self.is_indirect() => [field(Role::Uniform, &[(37, 32)]), Some(frame.offset)],
            Source::Constant => [Some(frame.bank), Some(frame.offset)],
            Source::Uniform => [field(Role::Uniform, self.uniform()), None],
            Source::Register => [field(register, &BYTES[self.register_low(letter) as usize]), None],
        };
        if self.source(letter) == Source::Immediate {
            return [first, second, None, None];
        }
        let signs = self.signs(letter);
        [first, second, signs.negate.and_then(|at| bit(negate, at)), signs.absolute.and_then(|at| bit(absolute, at))]
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
            Role::Stall => format!("the next one {value} cycle{} later", if value == 1 { "" } else { "s" }),
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

/// Runs of `width` bits, by their lowest.
const fn runs(width: u32) -> [[(u32, u32); 1]; 128] {
    let mut all = [[(0, 0)]; 128];
    let mut low = 0;
    while low < 128 {
        all[low as usize] = [(low + width - 1, low)];
        low += 1;
    }
    all
}

static BYTES: [[(u32, u32); 1]; 128] = runs(8);
static THREES: [[(u32, u32); 1]; 128] = runs(3);
static BITS: [[(u32, u32); 1]; 128] = runs(1);
