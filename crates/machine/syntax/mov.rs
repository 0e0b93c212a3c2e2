//! What a `mov` moves whole, packs and takes apart.
//!
//! Types, operands and literals are as ptxas takes them: an untyped move takes any register of its width, an integer, and a bit pattern of
//! its width; 16, 32 and 64 bits are packed from two or four registers of at least 8 and taken apart into as many.

use super::diagnostic::Diagnostic;
use super::registers::RegisterType;
use crate::number::{Format, OperandType};
use core::ops::Range;

/// The type of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveType {
    /// The name, with its dot.
    pub name: &'static str,
    /// Bits.
    pub width: u32,
    /// The register that it moves.
    register: RegisterType,
}

const fn of(name: &'static str, width: u32, register: RegisterType) -> MoveType {
    MoveType { name, width, register }
}

const TYPES: [MoveType; 13] = [
    of(".b16", 16, RegisterType::Untyped(16)),
    of(".b32", 32, RegisterType::Untyped(32)),
    of(".b64", 64, RegisterType::Untyped(64)),
    of(".b128", 128, RegisterType::Untyped(128)),
    of(".u16", 16, RegisterType::Integer(16)),
    of(".u32", 32, RegisterType::Integer(32)),
    of(".u64", 64, RegisterType::Integer(64)),
    of(".s16", 16, RegisterType::Integer(16)),
    of(".s32", 32, RegisterType::Integer(32)),
    of(".s64", 64, RegisterType::Integer(64)),
    of(".f32", 32, RegisterType::Float(32)),
    of(".f64", 64, RegisterType::Float(64)),
    of(".pred", 1, RegisterType::Predicate),
];

impl MoveType {
    /// The type of that name, without its dot.
    pub fn named(name: &str) -> Option<MoveType> {
        TYPES.iter().find(|known| &known.name[1..] == name).copied()
    }

    /// The names of all, with their dots.
    pub fn names() -> String {
        TYPES.map(|known| known.name).join(" ")
    }

    /// The register that it moves.
    pub fn register(self) -> RegisterType {
        self.register
    }

    /// What a register that is moved whole holds, as far as the type says.
    pub fn own(self) -> OperandType {
        match (self.register, Format::named(&self.name[1..])) {
            (RegisterType::Integer(_) | RegisterType::Float(_), Some(format)) => OperandType::one(format),
            _ => OperandType::guessed(self.width),
        }
    }
}

impl MoveType {
    /// Bits of each of so many registers in braces; the error is about their place.
    pub fn part(self, count: usize, place: Range<usize>) -> Result<u32, Diagnostic> {
        let untyped = matches!(self.register, RegisterType::Untyped(_));
        let width = self.width / count.max(1) as u32;
        if untyped && matches!(count, 1 | 2 | 4) && width >= 8 {
            return Ok(width);
        }
        let takes = if untyped { "two or four registers of 8 bits or more" } else { "no registers" };
        Err(Diagnostic::error("vector-operand", place, format!("mov{} takes {takes} in braces; there are {count}.", self.name)))
    }
}
