//! What an instruction reads and writes as numbers: where they stand, of which format, for which lane.
//!
//! A page shows these as rows of bits that can be edited; what the instruction does with them stands in `execute`.

use super::lift::{Does, From, Lifted, Taken, types};
use super::machine::{Machine, Name, RZ};
use crate::instruction::sass::{Instruction, Letter, Mnemonic, Role, Source};
use crate::number::{F16, F32, F64, F64_HIGH, Format, OperandType, RANGE_REDUCTION, U32};

/// Where a number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// Registers or constants one behind the other: the one that holds the low word, and how many.
    Words(Name, u8),
    /// A number in the machine word: the field that holds its top bits.
    Immediate(Role),
}

impl Location {
    /// Some registers of the thread.
    const fn registers(first: u8, words: u8) -> Location {
        Location::Words(Name::Register(first), words)
    }

    /// Where a source stands that has so many words.
    pub fn of(instruction: &Instruction, letter: Letter, words: u8) -> Location {
        match instruction.source(letter) {
            Source::Register => Location::Words(own_register(instruction, instruction.register(letter)), words),
            Source::Uniform => {
                let pieces = instruction.uniform();
                let none = (1 << (pieces[0].0 - pieces[0].1 + 1)) - 1;
                let number = instruction.bits(pieces);
                Location::Words(Name::Uniform(if number == none { RZ } else { number as u8 }), words)
            }
            Source::Constant => {
                let (bank, offset) = instruction.constant();
                Location::Words(Name::Constant(bank, offset), words)
            }
            Source::Immediate => Location::Immediate(Role::Immediate),
        }
    }

    /// The registers and constants that hold it, low word first; RZ once, and none for an immediate.
    pub fn names(self) -> Vec<Name> {
        let Location::Words(first, words) = self else { return Vec::new() };
        let is_zero = first.fixed() == Some(0);
        (0..if is_zero { 1 } else { words }).map(|part| first.following(part)).collect()
    }

    /// What holds one of its words; None for an immediate.
    pub fn name(self, part: u8) -> Option<Name> {
        match self {
            Location::Words(first, _) => Some(first.following(part)),
            Location::Immediate(_) => None,
        }
    }
}

/// A register of an instruction: of a uniform one a uniform one.
fn own_register(instruction: &Instruction, number: u8) -> Name {
    if instruction.row.uniform { Name::Uniform(number) } else { Name::Register(number) }
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
    /// What its bits mean, and how many of the kind stand side by side.
    pub own: OperandType,
    /// The lane that it belongs to; None where there is one lane, or where both take it.
    pub lane: Option<u8>,
}

impl Operand {
    fn of(letter: char, location: Location, format: &'static Format) -> Operand {
        Operand { letter, location, low: 0, own: OperandType::one(format), lane: None }
    }

    /// The bits of the number, before bars and minus.
    pub fn read(&self, instruction: Option<&Instruction>, machine: &Machine) -> u64 {
        let word = |part: u8| u64::from(self.location.name(part).and_then(|name| machine.get(name)).unwrap_or(0));
        let bits = match self.location {
            Location::Immediate(role) => instruction.map_or(0, |instruction| immediate(instruction, role, self.own.width())),
            Location::Words(_, 2) => word(1) << 32 | word(0),
            _ => word(0),
        };
        bits >> self.low & self.own.format.mask()
    }

    /// The instruction with other bits in an immediate; those that its field does not hold are dropped.
    pub fn with_immediate(&self, instruction: Instruction, bits: u64) -> Instruction {
        let Location::Immediate(role) = self.location else { return instruction };
        if !instruction.row.numbers.is_empty() {
            return instruction.with(role, (bits >> missing(&instruction, role, self.own.width())) as u32);
        }
        let all = immediate(&instruction, role, self.own.width()) & !(self.own.format.mask() << self.low) | bits << self.low;
        instruction.put(32, 32, if self.own.width() == 64 { all >> 32 } else { all } as u32)
    }
}

/// A number of so many bits that stands in a word, of 128 bits in its bits 63:32.
fn immediate(instruction: &Instruction, role: Role, width: u32) -> u64 {
    if instruction.row.numbers.is_empty() {
        return u64::from(instruction.take(32, 32)) << if width == 64 { 32 } else { 0 };
    }
    u64::from(instruction.get(role)) << missing(instruction, role, width)
}

/// The low bits of a number that an immediate leaves out.
fn missing(instruction: &Instruction, role: Role, width: u32) -> u32 {
    width.saturating_sub(instruction.field(role).map_or(0, |field| field.width()))
}

/// What an instruction reads, in the order of its text; for each lane its own where the lanes are taken apart. Sources are called as they
/// follow each other, whatever slots they take.
pub fn reads(instruction: &Instruction) -> Vec<Operand> {
    let Some(mnemonic) = instruction.row.mnemonic() else {
        let Some((_, sources)) = types(instruction) else { return Vec::new() };
        let named = "abc".chars().zip(sources);
        return named
            .flat_map(|(name, (letter, own))| side_by_side(name, Location::of(instruction, letter, own.width().div_ceil(32) as u8), own))
            .collect();
    };
    let a = Location::of(instruction, Letter::A, 1);
    let b = Location::of(instruction, Letter::B, 1);
    match mnemonic {
        Mnemonic::Mufu => vec![Operand::of('a', a, function_formats(instruction).0)],
        Mnemonic::Rro => vec![Operand::of('b', b, F32::ROW)],
        Mnemonic::F2f => vec![match (instruction.get(Role::From), b) {
            (1, _) => {
                let high = instruction.has(Role::Half) && !matches!(b, Location::Immediate(_));
                Operand { low: 16 * u32::from(high), ..Operand::of('b', b, F16::ROW) }
            }
            (3, Location::Words(register @ Name::Register(_), _)) => Operand::of('b', Location::Words(register, 2), F64::ROW),
            (3, Location::Words(..)) => Operand::of('b', b, &F64_HIGH),
            (3, _) => Operand::of('b', b, F64::ROW),
            _ => Operand::of('b', b, F32::ROW),
        }],
        Mnemonic::Hmul2 | Mnemonic::Hmul2Wide => {
            let mut all = lanes_of(instruction, 'a', a, instruction.get(Role::SwizzleA));
            match b {
                Location::Words(Name::Register(_), _) => all.extend(lanes_of(instruction, 'b', b, instruction.get(Role::SwizzleB))),
                Location::Words(..) => all.push(Operand::of('b', b, F32::ROW)),
                Location::Immediate(_) => all.extend(lanes(instruction).iter().map(|&lane| {
                    let role = if lane == 0 { Role::ImmediateH0 } else { Role::ImmediateH1 };
                    Operand { lane: Some(lane), ..Operand::of('b', Location::Immediate(role), F16::ROW) }
                })),
            }
            // The half that stays is read with the register.
            if let Some(kept) = kept_half(instruction) {
                all.push(half_of('d', Location::registers(instruction.destination(), 1), kept, None));
            }
            all
        }
    }
}

/// What an instruction writes that is no predicate; both halves of a register into which one is merged.
pub fn writes(instruction: &Instruction) -> Vec<Operand> {
    let register = Location::registers(instruction.destination(), 1);
    let whole = |format| vec![Operand::of('d', register, format)];
    match instruction.row.mnemonic() {
        None => {
            let to = types(instruction).map(|(to, _)| to).filter(|to| !to.is_predicate());
            let words =
                |to: OperandType| Location::Words(own_register(instruction, instruction.destination()), to.width().div_ceil(32) as u8);
            to.map_or_else(Vec::new, |to| side_by_side('d', words(to), to))
        }
        Some(Mnemonic::Mufu) => whole(function_formats(instruction).1),
        Some(Mnemonic::Rro) => whole(&RANGE_REDUCTION),
        Some(Mnemonic::F2f) => match instruction.get(Role::To) {
            1 => whole(F16::ROW),
            3 => vec![Operand::of('d', Location::registers(instruction.destination(), 2), F64::ROW)],
            _ => whole(F32::ROW),
        },
        Some(Mnemonic::Hmul2 | Mnemonic::Hmul2Wide) if instruction.get(Role::Output) == 1 => whole(F32::ROW),
        Some(Mnemonic::Hmul2 | Mnemonic::Hmul2Wide) => {
            let computed = lanes(instruction);
            [0, 1].map(|half| half_of('d', register, half, computed.contains(&half).then_some(half))).to_vec()
        }
    }
}

/// What a register holds that an instruction writes.
pub fn result_type(instruction: &Instruction) -> OperandType {
    let own = match (instruction.row.mnemonic(), writes(instruction).first()) {
        (Some(_), Some(operand)) if operand.own.format == F16::ROW => OperandType { format: F16::ROW, lanes: 2 },
        (_, Some(operand)) => operand.own,
        _ => OperandType::guessed(32),
    };
    if own.width() == 32 { own } else { OperandType::guessed(32) }
}

/// How many lanes an instruction computes.
pub fn lane_count(instruction: &Instruction) -> u32 {
    if instruction.is_short() {
        return lanes(instruction).len() as u32;
    }
    let of_sources = |sources: Vec<(Letter, OperandType)>| sources.first().map_or(1, |(_, own)| own.lanes);
    types(instruction).map_or(1, |(to, sources)| if to.is_predicate() { of_sources(sources) } else { to.lanes })
}

/// The numbers of a type, lane by lane.
fn side_by_side(letter: char, location: Location, own: OperandType) -> Vec<Operand> {
    let lane = |lane: u32| Operand {
        letter,
        location,
        low: lane * own.stride() + own.format.spare_bits,
        own,
        lane: (own.lanes > 1).then_some(lane as u8),
    };
    (0..own.lanes).map(lane).collect()
}

/// The lanes that HMUL2 computes.
fn lanes(instruction: &Instruction) -> &'static [u8] {
    match (instruction.row.name.starts_with("HMUL2"), instruction.get(Role::Output)) {
        (true, 0) => &[0, 1],
        (_, 3) => &[1],
        _ => &[0],
    }
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
    Operand { low: 16 * u32::from(half), lane, ..Operand::of(letter, location, F16::ROW) }
}

fn lanes_of(instruction: &Instruction, letter: char, location: Location, swizzle: u32) -> Vec<Operand> {
    match swizzle & 3 {
        0 => lanes(instruction).iter().map(|&lane| half_of(letter, location, lane, Some(lane))).collect(),
        1 => vec![Operand::of(letter, location, F32::ROW)],
        2 => vec![half_of(letter, location, 0, None)],
        _ => vec![half_of(letter, location, 1, None)],
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

/// The numbers that an instruction outside the table reads.
pub(super) fn read_by(lifted: Option<&Lifted>) -> Vec<Operand> {
    let read = |(letter, source): (char, &Taken)| match source.from {
        From::Names([name, _]) if name.fixed().is_none() => Some(number(letter, name, source.own)?),
        _ => None,
    };
    lifted.map_or_else(Vec::new, |lifted| "abce".chars().zip(&lifted.sources).filter_map(read).collect())
}

/// The numbers that it writes: what a copy moves, else one.
pub(super) fn written_by(lifted: Option<&Lifted>) -> Vec<Operand> {
    let Some(lifted) = lifted else { return Vec::new() };
    if matches!(lifted.does, Does::Copy) {
        let firsts = lifted.writes.iter().copied().step_by(lifted.to.width().div_ceil(32) as usize);
        return firsts.zip(&lifted.sources).filter_map(|(name, source)| number('d', name, source.own)).collect();
    }
    let first = lifted.writes.iter().copied().find(|name| name.fixed().is_none());
    let own = |name| {
        // The upper half of a product, and a sum beside its carry, are a word.
        let is_pair = matches!(lifted.writes[..], [low, high, ..] if low.fixed().is_none() && !high.is_predicate());
        number('d', name, if lifted.to.width() > 32 && !is_pair { OperandType::one(U32) } else { lifted.to })
    };
    first.and_then(own).into_iter().collect()
}

/// A number of a type where a name is; None of a predicate.
fn number(letter: char, name: Name, own: OperandType) -> Option<Operand> {
    let location = Location::Words(name, own.width().div_ceil(32) as u8);
    (!name.is_predicate()).then_some(Operand { letter, location, low: 0, own, lane: None })
}
