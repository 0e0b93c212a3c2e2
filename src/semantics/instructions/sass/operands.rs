//! What an instruction reads and writes as numbers: where they stand, of which format, for which lane.
//!
//! A page shows these as rows of bits that can be edited, and the command line's answers could be read with them; what the instruction
//! does with them stands in `execute`.

use super::machine::{Machine, RZ};
use crate::instruction::sass::{Instruction, Mnemonic, OperandKind, Role};
use crate::number::{F16, F32, F64, F64_HIGH, Format, RANGE_REDUCTION};

/// Where a number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// A register.
    Register(u8),
    /// A register and the next, low word first.
    Pair(u8),
    /// A constant of 32 bits.
    Constant {
        /// The bank.
        bank: u8,
        /// The offset in bytes.
        offset: u16,
    },
    /// A field of the word that holds the top bits of the number.
    Immediate(Role),
}

impl Location {
    /// The registers and constants that hold it, low word first, by the names that the text gives them; none for an immediate.
    pub fn names(self) -> Vec<String> {
        match self {
            Location::Register(number) => vec![register_name(number)],
            Location::Pair(RZ) => vec![register_name(RZ)],
            Location::Pair(number) => vec![register_name(number), register_name(number.wrapping_add(1))],
            Location::Constant { bank, offset } => vec![format!("c[{bank:#x}][{offset:#x}]")],
            Location::Immediate(_) => Vec::new(),
        }
    }
}

/// `R0` to `R254` and `RZ`.
pub fn register_name(number: u8) -> String {
    if number == RZ { "RZ".to_owned() } else { format!("R{number}") }
}

/// A number that an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The letter of the grammar in small: `d`, `a`, `b`.
    pub letter: char,
    /// Where it stands.
    pub location: Location,
    /// The bit of the location at which it begins.
    pub low: u32,
    /// What its bits mean.
    pub format: &'static Format,
    /// The lane that it belongs to; None where there is one lane, or where both take it.
    pub lane: Option<u8>,
}

impl Operand {
    /// The bits of the number, before bars and minus.
    pub fn read(&self, instruction: &Instruction, machine: &Machine) -> u64 {
        let word = |name: u8| u64::from(machine.register(name).unwrap_or(0));
        let bits = match self.location {
            Location::Register(number) => word(number),
            Location::Pair(RZ) => 0,
            Location::Pair(number) => word(number.wrapping_add(1)) << 32 | word(number),
            Location::Constant { bank, offset } => u64::from(machine.constant(bank, offset).unwrap_or(0)),
            Location::Immediate(role) => u64::from(instruction.get(role)) << self.missing(instruction, role),
        };
        bits >> self.low & self.format.mask()
    }

    /// The instruction with other bits in an immediate; those that its field does not hold are dropped.
    pub fn with_immediate(&self, instruction: Instruction, bits: u64) -> Instruction {
        match self.location {
            Location::Immediate(role) => instruction.with(role, (bits >> self.missing(&instruction, role)) as u32),
            _ => instruction,
        }
    }

    /// The low bits of the number that an immediate leaves out.
    fn missing(&self, instruction: &Instruction, role: Role) -> u32 {
        let width = instruction.form.field(role).map_or(0, |field| field.width());
        self.format.width().saturating_sub(width)
    }
}

/// What an instruction reads, in the order of its text; for each lane its own where the lanes are taken apart.
pub fn reads(instruction: &Instruction) -> Vec<Operand> {
    let operand = |letter, location, format| Operand { letter, location, low: 0, format, lane: None };
    let a = || Location::Register(instruction.get(Role::A) as u8);
    match instruction.form.mnemonic {
        Mnemonic::Mufu => vec![operand('a', a(), function_formats(instruction).0)],
        Mnemonic::Rro => vec![operand('b', last(instruction), F32::ROW)],
        Mnemonic::F2f => {
            let location = last(instruction);
            let register = instruction.form.operand == OperandKind::Register;
            vec![match (instruction.get(Role::From), location) {
                (1, _) => {
                    let high = instruction.has(Role::Half) && !matches!(location, Location::Immediate(_));
                    Operand { low: 16 * u32::from(high), ..operand('b', location, F16::ROW) }
                }
                (3, Location::Register(number)) if register => operand('b', Location::Pair(number), F64::ROW),
                (3, Location::Constant { .. }) => operand('b', location, &F64_HIGH),
                (3, _) => operand('b', location, F64::ROW),
                _ => operand('b', location, F32::ROW),
            }]
        }
        Mnemonic::Hmul2 | Mnemonic::Hmul2Wide => {
            let mut all = lanes_of(instruction, 'a', a(), instruction.get(Role::SwizzleA));
            match instruction.form.operand {
                OperandKind::Register => all.extend(lanes_of(instruction, 'b', last(instruction), instruction.get(Role::SwizzleB))),
                OperandKind::Constant => all.push(operand('b', last(instruction), F32::ROW)),
                OperandKind::Immediate => all.extend(lanes(instruction).iter().map(|&lane| {
                    let role = if lane == 0 { Role::ImmediateH0 } else { Role::ImmediateH1 };
                    Operand { lane: Some(lane), ..operand('b', Location::Immediate(role), F16::ROW) }
                })),
            }
            // The half that stays is read with the register.
            if let Some(kept) = kept_half(instruction) {
                all.push(half_of('d', destination(instruction), kept, None));
            }
            all
        }
    }
}

/// What an instruction writes; both halves of a register into which one is merged.
pub fn writes(instruction: &Instruction) -> Vec<Operand> {
    let register = destination(instruction);
    let whole = |format| vec![Operand { letter: 'd', location: register, low: 0, format, lane: None }];
    match instruction.form.mnemonic {
        Mnemonic::Mufu => whole(function_formats(instruction).1),
        Mnemonic::Rro => whole(&RANGE_REDUCTION),
        Mnemonic::F2f => match instruction.get(Role::To) {
            1 => whole(F16::ROW),
            3 => vec![Operand {
                letter: 'd',
                location: Location::Pair(instruction.get(Role::Destination) as u8),
                low: 0,
                format: F64::ROW,
                lane: None,
            }],
            _ => whole(F32::ROW),
        },
        Mnemonic::Hmul2 | Mnemonic::Hmul2Wide if instruction.get(Role::Output) == 1 => whole(F32::ROW),
        Mnemonic::Hmul2 | Mnemonic::Hmul2Wide => {
            let computed = lanes(instruction);
            [0, 1].map(|half| half_of('d', register, half, computed.contains(&half).then_some(half))).to_vec()
        }
    }
}

/// The lanes that HMUL2 computes.
pub fn lanes(instruction: &Instruction) -> &'static [u8] {
    match (instruction.form.mnemonic, instruction.get(Role::Output)) {
        (Mnemonic::Hmul2 | Mnemonic::Hmul2Wide, 0) => &[0, 1],
        (_, 3) => &[1],
        _ => &[0],
    }
}

fn destination(instruction: &Instruction) -> Location {
    Location::Register(instruction.get(Role::Destination) as u8)
}

/// The half that `.MRG_H0` and `.MRG_H1` leave alone.
fn kept_half(instruction: &Instruction) -> Option<u8> {
    match instruction.get(Role::Output) {
        2 => Some(1),
        3 => Some(0),
        _ => None,
    }
}

fn half_of(letter: char, location: Location, half: u8, lane: Option<u8>) -> Operand {
    Operand { letter, location, low: 16 * u32::from(half), format: F16::ROW, lane }
}

fn lanes_of(instruction: &Instruction, letter: char, location: Location, swizzle: u32) -> Vec<Operand> {
    match swizzle & 3 {
        0 => lanes(instruction).iter().map(|&lane| half_of(letter, location, lane, Some(lane))).collect(),
        1 => vec![Operand { letter, location, low: 0, format: F32::ROW, lane: None }],
        2 => vec![half_of(letter, location, 0, None)],
        _ => vec![half_of(letter, location, 1, None)],
    }
}

/// The last source of the forms that take it from different places.
fn last(instruction: &Instruction) -> Location {
    match instruction.form.operand {
        OperandKind::Register => Location::Register(instruction.get(Role::B) as u8),
        OperandKind::Constant => {
            Location::Constant { bank: instruction.get(Role::Bank) as u8, offset: (instruction.get(Role::Offset) * 4) as u16 }
        }
        OperandKind::Immediate => Location::Immediate(Role::Immediate),
    }
}

/// What MUFU reads and writes: words of the range reduction, singles, or upper words of doubles.
fn function_formats(instruction: &Instruction) -> (&'static Format, &'static Format) {
    match instruction.get(Role::Function) {
        0..=2 => (&RANGE_REDUCTION, F32::ROW),
        6 | 7 => (&F64_HIGH, &F64_HIGH),
        _ => (F32::ROW, F32::ROW),
    }
}
