//! Moves: whole, packed, taken apart, or several registers at once; and what has 128 bits, which two slots hold.

use super::builder::Named;
use super::module::{Code, Slot};
use super::operand::Wanted;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong, inside, span_of};
use crate::syntax::{Fix, Heading, MoveType, RegisterType, Token, TokenKind, constant, named_number};

impl Reader<'_> {
    /// `mov`
    pub(super) fn movement(&mut self, it: &Instruction, heading: &Heading) -> Decoded<Code> {
        let refused = || Wrong::error("move", it.span.clone(), "mov moves no such type.");
        let move_type = heading.modifiers.data_type().and_then(|own| MoveType::named(own.name())).ok_or_else(refused)?;
        let (own, count) = (move_type.register(), heading.modifiers.vector() as usize);
        let (to, from) = (it.operand(0)?, it.operand(1)?);
        if count > 1 {
            return self.together(it, own, count);
        }
        if own.width() == 128 {
            return self.wide(it, move_type);
        }
        let whole = Wanted::exactly(own);
        let parts = [to, from].map(|tokens| self.parts(it, tokens));
        match parts {
            [Some(_), Some(_)] => Err(Wrong::error("move", span_of(to), "mov packs or unpacks, not both at once.")),
            [Some(parts), None] => {
                let width = move_type.part(parts, span_of(to))?;
                let part = Wanted::exactly(RegisterType::Untyped(width as u8));
                Ok(Code::Unpack { to: self.destinations(it, to, part, parts)?, from: self.source(it, from, whole)?, width })
            }
            [None, Some(_)] if self.elements(it, from).is_some() && move_type.part(2, 0..0).is_err() => {
                let name = it.texts(from).concat();
                Err(Wrong::error("undeclared", span_of(from), format!("`{name}` is a vector: {name}.x is its first element.")))
            }
            [None, Some(parts)] => {
                let to = self.written(it, to, whole)?;
                let width = move_type.part(parts, span_of(from))?;
                Ok(Code::Pack { to, from: self.sources(it, from, Wanted::exactly(RegisterType::Untyped(width as u8)), parts)?, width })
            }
            [None, None] => {
                let to = self.written(it, to, whole)?;
                if let (Some(data_type), [name], true) = (own.float(), from, self.builder.implicit)
                    && let Some(said) = named_number(it.shown(name), name.span.clone(), data_type, &self.builder.scope().all)
                {
                    return Err(said.into());
                }
                let from = self.source(it, from, whole).map_err(|wrong| as_float(it, heading, own, wrong))?;
                Ok(Code::Copy { to, from, mask: u64::MAX >> (64 - own.width()), own: move_type.own() })
            }
        }
    }

    /// How many registers an operand is made of, where it stands in braces or is a vector.
    fn parts(&mut self, it: &Instruction, tokens: &[Token]) -> Option<usize> {
        let braces = inside(it, tokens, "{", "}").map(|parts| parts.len());
        braces.or_else(|| self.elements(it, tokens).map(|names| names.len()))
    }

    /// `mov.v4`: all registers are read before one is written.
    fn together(&mut self, it: &Instruction, own: RegisterType, count: usize) -> Decoded<Code> {
        let (to, from, width) = (it.operand(0)?, it.operand(1)?, own.width());
        // Registers are bits of any type; what is a number is one of the move's.
        let any = Wanted::exactly(RegisterType::Untyped(width as u8));
        let to = self.destinations(it, to, any, count)?;
        let is_number = |tokens: &[Token]| tokens.iter().all(|token| token.kind != TokenKind::Word);
        let from = match inside(it, from, "{", "}") {
            Some(parts) if parts.len() == count => {
                let each = parts.into_iter().map(|part| self.part(it, part, if is_number(part) { Wanted::exactly(own) } else { any }));
                each.collect::<Decoded<_>>()?
            }
            None if self.elements(it, from).is_none() => {
                return Err(Wrong::not_modelled("mov of one operand into several registers is not modelled with .v2 or .v4."));
            }
            _ => self.sources(it, from, any, count)?,
        };
        Ok(Code::Parts { to, from, widths: [width, width] })
    }

    /// `mov.b128`: two registers of 64 bits, four of 32, or one of 128.
    fn wide(&mut self, it: &Instruction, move_type: MoveType) -> Decoded<Code> {
        let side = |reader: &mut Self, tokens: &[Token], written: bool| -> Decoded<(Box<[Slot]>, u32)> {
            if let Some(count) = reader.parts(it, tokens) {
                let width = move_type.part(count, span_of(tokens))?;
                let wanted = Wanted::exactly(RegisterType::Untyped(width as u8));
                let slots =
                    if written { reader.destinations(it, tokens, wanted, count)? } else { reader.sources(it, tokens, wanted, count)? };
                return Ok((slots, width));
            }
            Ok((if written { reader.halves(it, tokens)? } else { reader.wide_source(it, tokens)? }.into(), 64))
        };
        let (to, to_width) = side(self, it.operand(0)?, true)?;
        let (from, from_width) = side(self, it.operand(1)?, false)?;
        Ok(Code::Parts { to, from, widths: [to_width, from_width] })
    }

    /// A register of 128 bits that is read, or a number.
    pub(super) fn wide_source(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<[Slot; 2]> {
        match constant(it.text, tokens, None, 64) {
            Ok(bits) => Ok([self.builder.constant(bits), self.builder.constant(0)]),
            Err(_) => self.halves(it, tokens),
        }
    }

    /// The two slots of a register of 128 bits, the lower one first.
    pub(super) fn halves(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<[Slot; 2]> {
        let wanted = || Wrong::error("register-type", span_of(tokens), "A register of 128 bits is wanted here: .reg .b128 %rq<4>;");
        let [name] = tokens else { return Err(wanted()) };
        match self.builder.find(it.shown(name)) {
            Named::Wide(halves) => Ok(halves),
            _ if name.kind == TokenKind::Word && self.builder.implicit => {
                Err(Wrong::not_modelled(format!("Declare {} first: .reg .b128 {0};", it.shown(name))))
            }
            _ => Err(wanted()),
        }
    }
}

/// A number that only a move of floating-point numbers takes: the complaint with that move as the way out.
fn as_float(it: &Instruction, heading: &Heading, own: RegisterType, mut wrong: Wrong) -> Wrong {
    let number = it.operands.get(1).is_some_and(|tokens| tokens.iter().all(|token| token.kind == TokenKind::Literal));
    if number && wrong.said.code == "operand" && matches!(own, RegisterType::Untyped(32 | 64) | RegisterType::Integer(32 | 64)) {
        let float = if own.width() == 64 { "mov.f64" } else { "mov.f32" };
        wrong.said.fixes.push(Fix::replace(format!("use {float}"), heading.head.clone(), float));
    }
    wrong
}
