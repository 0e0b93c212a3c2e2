//! An instruction as nvdisasm writes it, in pieces that know the fields they stand for.

use super::number::{is_special, spell};
use super::parse::parse;
use crate::instruction::Target;
use crate::instruction::sass::{Instruction, Mnemonic, OperandKind, Role};
use crate::number::{F16, F32, F64, Pattern};

/// A piece of a text and the fields that it shows; the name of the instruction, blanks and commas show none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The fields.
    pub roles: Vec<Role>,
}

/// The text of an instruction for a target, in pieces.
pub fn listing(instruction: &Instruction, target: Target) -> Vec<Piece> {
    let mut list = List { instruction, pieces: Vec::new() };
    list.guard();
    list.head(target);
    list.operands();
    // A special number brings its own blank.
    let blank = if list.pieces.last().is_some_and(|piece| piece.text.ends_with(' ')) { "" } else { " " };
    list.say(format!("{blank};"), &[]);
    list.pieces
}

/// The text of an instruction for a target: `@!P3 MUFU.RCP.SAT R0, -|R1| ;`.
pub fn text(instruction: &Instruction, target: Target) -> String {
    listing(instruction, target).into_iter().map(|piece| piece.text).collect()
}

struct List<'a> {
    instruction: &'a Instruction,
    pieces: Vec<Piece>,
}

impl List<'_> {
    fn say(&mut self, text: impl Into<String>, roles: &[Role]) {
        self.pieces.push(Piece { text: text.into(), roles: roles.to_vec() });
    }

    fn guard(&mut self) {
        let (predicate, negated) = (self.instruction.get(Role::Guard), self.instruction.has(Role::GuardNot));
        if predicate == 7 && !negated {
            return;
        }
        let name = if predicate == 7 { "PT".to_owned() } else { format!("P{predicate}") };
        self.say(format!("@{}{name}", if negated { "!" } else { "" }), &[Role::GuardNot, Role::Guard]);
        self.say(" ", &[]);
    }

    fn head(&mut self, target: Target) {
        let mnemonic = self.instruction.form.mnemonic;
        self.say(mnemonic.name(), &[]);
        for &role in mnemonic.head() {
            if let Some(word) = head_word(self.instruction, role, target) {
                self.say(format!(".{word}"), &[role]);
            }
        }
        self.say(" ", &[]);
    }

    fn operands(&mut self) {
        self.say(register(self.instruction.get(Role::Destination)), &[Role::Destination]);
        if self.instruction.has(Role::ConditionCode) {
            self.say(".CC", &[Role::ConditionCode]);
        }
        if self.instruction.form.field(Role::A).is_some() {
            self.say(", ", &[]);
            self.open(Role::NegateA, Role::AbsoluteA);
            self.say(register(self.instruction.get(Role::A)), &[Role::A]);
            self.swizzle(Role::SwizzleA);
            self.close(Role::AbsoluteA);
        }
        match (self.instruction.form.mnemonic, self.instruction.form.operand) {
            (Mnemonic::Mufu, _) => {}
            (Mnemonic::Hmul2 | Mnemonic::Hmul2Wide, OperandKind::Immediate) => {
                self.half_immediate(Role::ImmediateH1);
                self.half_immediate(Role::ImmediateH0);
            }
            (_, OperandKind::Immediate) => self.immediate(),
            (_, operand) => {
                self.say(", ", &[]);
                self.open(Role::NegateB, Role::AbsoluteB);
                if operand == OperandKind::Register {
                    self.say(register(self.instruction.get(Role::B)), &[Role::B]);
                    self.swizzle(Role::SwizzleB);
                } else {
                    self.constant();
                }
                self.half();
                self.close(Role::AbsoluteB);
            }
        }
    }

    fn open(&mut self, negate: Role, absolute: Role) {
        if self.instruction.has(negate) {
            self.say("-", &[negate]);
        }
        self.close(absolute);
    }

    fn close(&mut self, absolute: Role) {
        if self.instruction.has(absolute) {
            self.say("|", &[absolute]);
        }
    }

    fn swizzle(&mut self, role: Role) {
        let value = self.instruction.get(role);
        if value != 0 {
            self.say(format!(".{}", role.word(value).unwrap_or_default()), &[role]);
        }
    }

    /// `.H1` is shown where an F16 is read.
    fn half(&mut self) {
        if self.instruction.has(Role::Half) && self.instruction.get(Role::From) == 1 {
            self.say(".H1", &[Role::Half]);
        }
    }

    fn constant(&mut self) {
        let bank = self.instruction.get(Role::Bank);
        let offset = i64::from(self.instruction.get(Role::Offset)) * 4;
        let offset = if offset >= 0x8000 { offset - 0x1_0000 } else { offset };
        self.say(format!("c[{bank:#x}]"), &[Role::Bank]);
        // nvdisasm parts the brackets where a half may follow.
        let reads_halves = self.instruction.form.mnemonic == Mnemonic::F2f && self.instruction.get(Role::From) == 1;
        let blank = if reads_halves { " " } else { "" };
        let sign = if offset < 0 { "-" } else { "" };
        self.say(format!("{blank}[{sign}{:#x}]", offset.unsigned_abs()), &[Role::Offset]);
    }

    fn half_immediate(&mut self, role: Role) {
        self.say(", ", &[]);
        let spelling = spell(half_immediate(self.instruction, role));
        let blank = if is_special(&spelling) { " " } else { "" };
        self.say(spelling + blank, &[role]);
    }

    fn immediate(&mut self) {
        self.say(", ", &[]);
        let spelling = spell(immediate(self.instruction));
        let blank = if is_special(&spelling) { " " } else { "" };
        self.say(spelling + blank, &[Role::Immediate]);
        for (role, word) in [(Role::NegateB, ".NEG"), (Role::AbsoluteB, ".ABS")] {
            if self.instruction.has(role) {
                self.say(word, &[role]);
            }
        }
        self.half();
    }
}

/// The word of a family in the head of an instruction; None where its value goes without saying.
fn head_word(instruction: &Instruction, role: Role, target: Target) -> Option<&'static str> {
    let value = instruction.get(role);
    match role {
        Role::Function if value == 8 && instruction.has_no_function(target) => Some("INVALIDMUFUOPCODE8"),
        Role::Function | Role::Reduction | Role::To | Role::From => role.word(value),
        Role::Rounding if instruction.get(Role::To) == instruction.get(Role::From) => match value {
            4.. => role.word(value),
            0 => None,
            _ => Some("PASS"),
        },
        Role::Rounding => role.word(value & 3).filter(|_| value & 3 != 0),
        _ => role.word(value).filter(|_| value != 0),
    }
}

fn register(number: u32) -> String {
    if number == 255 { "RZ".to_owned() } else { format!("R{number}") }
}

/// The number that a 20-bit immediate is, as the source format reads it. An invalid format is read like F32, as nvdisasm does.
pub(super) fn immediate(instruction: &Instruction) -> Pattern {
    let bits = u64::from(instruction.get(Role::Immediate));
    match instruction.get(Role::From) {
        1 => Pattern::new(F16::ROW, bits & 0xffff),
        3 => Pattern::new(F64::ROW, bits << 44),
        _ => Pattern::new(F32::ROW, bits << 12),
    }
}

/// The F16 of a lane's immediate; ten bits are its top ten.
pub(super) fn half_immediate(instruction: &Instruction, role: Role) -> Pattern {
    let width = instruction.form.field(role).map_or(16, |field| field.width());
    Pattern::new(F16::ROW, u64::from(instruction.get(role)) << (16 - width))
}

/// The bits of a word that its text does not say, each run as (high, low, value): bits without a meaning, fields that another field
/// makes mean nothing, the payload of a NaN. Reading the text back is what tells.
pub fn unsaid(instruction: &Instruction, target: Target) -> Vec<(u32, u32, u64)> {
    let word = instruction.encode();
    let read = parse(&text(instruction, target), target);
    let said = read.statements.first().map_or(0, |statement| statement.instruction.encode());
    let differing = word ^ said;
    let mut runs = Vec::new();
    let mut low = 0;
    while low < 64 {
        let length = (differing >> low).trailing_ones();
        if length > 0 {
            let ones = u64::MAX >> (64 - length);
            runs.push((low + length - 1, low, word >> low & ones));
        }
        low += length + 1;
    }
    runs.reverse();
    runs
}

/// What the text does not say as a comment that reading takes into account: `/* 42=1, 38:36=7 */`. None where the text says all.
pub fn unsaid_comment(instruction: &Instruction, target: Target) -> Option<String> {
    let runs = unsaid(instruction, target);
    let spelled: Vec<String> = runs
        .into_iter()
        .map(|(high, low, value)| if high == low { format!("{high}={value:x}") } else { format!("{high}:{low}={value:x}") })
        .collect();
    (!spelled.is_empty()).then(|| format!("/* {} */", spelled.join(", ")))
}
