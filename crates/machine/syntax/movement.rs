//! What a `mov` moves whole, packs and takes apart.
//!
//! Types, operands and literals are as ptxas takes them: an untyped move takes any register of its width, an integer, and a bit pattern of
//! its width; 16, 32 and 64 bits are packed from two or four registers of at least 8 and taken apart into as many.

use super::diagnostic::Diagnostic;
use super::lexer::{self, Token};
use super::registers::RegisterType;
use crate::number::{Format, OperandType};

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

const TYPES: [MoveType; 12] = [
    of(".b16", 16, RegisterType::Untyped(16)),
    of(".b32", 32, RegisterType::Untyped(32)),
    of(".b64", 64, RegisterType::Untyped(64)),
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

/// The operands of a move: what is written and what is read, one of each, or parts, the lowest first.
#[derive(Clone, Debug)]
pub struct Shape<'t> {
    /// What is written.
    pub to: Vec<&'t [Token]>,
    /// What is read.
    pub from: Vec<&'t [Token]>,
    /// Whether what is written stands in braces.
    pub unpacks: bool,
    /// Whether what is read does.
    pub packs: bool,
    /// Bits of each that is written or read in braces; the whole where none are.
    pub width: u32,
}

impl MoveType {
    /// Tells whole operands from parts in braces; the error is about the tokens that it names.
    pub fn shape<'t>(self, text: &str, to: &'t [Token], from: &'t [Token]) -> Result<Shape<'t>, Diagnostic> {
        let shown = |token: &Token| &text[token.span.clone()];
        let inside = |tokens: &'t [Token]| match tokens {
            [open, inside @ .., close] if shown(open) == "{" && shown(close) == "}" => {
                Some(inside.split(|token| shown(token) == ",").collect::<Vec<_>>())
            }
            _ => None,
        };
        let (written, read) = (inside(to), inside(from));
        let (unpacks, packs) = (written.is_some(), read.is_some());
        let place = lexer::span_of(if unpacks { to } else { from });
        if unpacks && packs {
            return Err(Diagnostic::error("move", place, "mov packs or unpacks, not both at once."));
        }
        let Some(parts) = written.as_ref().or(read.as_ref()) else {
            return Ok(Shape { to: vec![to], from: vec![from], unpacks, packs, width: self.width });
        };
        let (count, untyped) = (parts.len() as u32, matches!(self.register, RegisterType::Untyped(_)));
        let width = self.width / count.max(1);
        if !untyped || !matches!(count, 1 | 2 | 4) || width < 8 || parts.iter().any(|part| part.is_empty()) {
            let takes = if untyped { "two or four registers of 8 bits or more" } else { "no registers" };
            let message = format!("mov{} takes {takes} in braces; there are {count}.", self.name);
            return Err(Diagnostic::error("vector-operand", place, message));
        }
        if unpacks && parts.iter().all(|part| matches!(part, [token] if shown(token) == "_")) {
            return Err(Diagnostic::error("vector-operand", place, "One register at least is written."));
        }
        Ok(Shape { to: written.unwrap_or_else(|| vec![to]), from: read.unwrap_or_else(|| vec![from]), unpacks, packs, width })
    }
}
