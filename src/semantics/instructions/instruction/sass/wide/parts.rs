//! A word of 128 bits field by field, as a person reads it: what each field's bits are and what its value means.

use super::super::field::{Field, Role};
use super::field::all;
use super::form::{Immediate, Layout, Letter, Place, Source};
use super::word::{FORM, GUARD, GUARD_NOT, IS_UNIFORM, Instruction};

/// How the instruction is issued.
const ISSUE: [Field; 6] = [
    Field { role: Role::Stall, pieces: &[(108, 105)] },
    Field { role: Role::Yields, pieces: &[(109, 109)] },
    Field { role: Role::WriteBarrier, pieces: &[(112, 110)] },
    Field { role: Role::ReadBarrier, pieces: &[(115, 113)] },
    Field { role: Role::WaitMask, pieces: &[(121, 116)] },
    Field { role: Role::Reuse, pieces: &[(125, 122)] },
];

impl Instruction {
    /// The fields of the word with their values: how it is issued, its operands, its modifiers.
    pub fn fields(&self) -> Vec<(Field, u32)> {
        let field = |role, pieces| Field { role, pieces };
        let mut fields = vec![GUARD, GUARD_NOT, FORM];
        if !matches!(self.row.layout, Layout::Only(_)) {
            fields.push(IS_UNIFORM);
        }
        for operand in self.row.operands {
            if !(operand.span.has(self.generation) && all(operand.when, self.encode())) {
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
        let choices = self.choices().filter(|choice| choice.counts(self.encode(), self.generation) && !choice.field.pieces.is_empty());
        fields.extend(choices.map(|choice| choice.field));
        fields.extend(ISSUE);
        fields.into_iter().map(|field| (field, field.read(self.encode()))).collect()
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
            Source::Immediate if self.takes_two_numbers() => {
                return fields.extend([field(Role::ImmediateH1, &[(63, 48)]), field(Role::ImmediateH0, &[(47, 32)])]);
            }
            Source::Immediate if self.row.immediate == Immediate::LowHalf => return fields.push(field(Role::ImmediateH0, &[(47, 32)])),
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
