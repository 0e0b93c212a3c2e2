//! Loads and stores: the space and the address, and how many numbers they are about.

use super::memory::Space;
use super::module::{Code, Place};
use super::operand::Wanted;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong, span_of};
use crate::instruction::{Modifier, ModifierSet, Type};
use crate::number::Encoding;
use crate::operation::Kind;
use crate::syntax::{Diagnostic, Fix, RegisterType, Token, TokenKind, constant};

impl Reader<'_> {
    pub(super) fn load(&mut self, it: &Instruction, modifiers: ModifierSet) -> Decoded<Code> {
        if modifiers.data_type() == Some(Type::B128) {
            let place = self.place(it, it.operand(1)?, Space::of_words(modifiers), 8)?;
            let to = self.halves(it, it.operand(0)?)?.into();
            self.policy(it, modifiers)?;
            return Ok(Code::Load { to, place, kind: Kind { width: 64, signed: false } });
        }
        let (own, space, count) = (self.own_type(it, modifiers)?, Space::of_words(modifiers), modifiers.vector() as usize);
        let place = self.place(it, it.operand(1)?, space, own.width() / 8)?;
        let to = self.destinations(it, it.operand(0)?, Wanted::at_least(own), count)?;
        self.policy(it, modifiers)?;
        let signed = modifiers.data_type().is_some_and(|own| own.operand().format.encoding == Encoding::Signed);
        Ok(Code::Load { to, place, kind: Kind { width: own.width(), signed } })
    }

    pub(super) fn store(&mut self, it: &Instruction, modifiers: ModifierSet) -> Decoded<Code> {
        if modifiers.data_type() == Some(Type::B128) {
            let place = self.place(it, it.operand(0)?, Space::of_words(modifiers), 8)?;
            let from = self.wide_source(it, it.operand(1)?)?.into();
            self.policy(it, modifiers)?;
            return Ok(Code::Store { from, place });
        }
        let (own, space, count) = (self.own_type(it, modifiers)?, Space::of_words(modifiers), modifiers.vector() as usize);
        let place = self.place(it, it.operand(0)?, space, own.width() / 8)?;
        let from = self.sources(it, it.operand(1)?, Wanted::at_least(own), count)?;
        self.policy(it, modifiers)?;
        Ok(Code::Store { from, place })
    }

    /// The register that holds a cache policy, which changes no value.
    fn policy(&mut self, it: &Instruction, modifiers: ModifierSet) -> Decoded<()> {
        if modifiers.has(Modifier::CacheHint) {
            self.source(it, it.operand(2)?, Wanted::exactly(RegisterType::Integer(64)))?;
        }
        Ok(())
    }

    /// `[base+offset]`.
    pub(super) fn place(&mut self, it: &Instruction, tokens: &[Token], space: Option<Space>, width: u32) -> Decoded<Place> {
        let wrong = || Wrong::error("address", span_of(tokens), "An address needs brackets: [%rd1+4].");
        if tokens.last().is_some_and(|last| it.shown(last) == ".unified") {
            return Err(Wrong::not_modelled(".unified is not modelled here."));
        }
        let [open, inside @ .., close] = tokens else { return Err(wrong()) };
        if it.shown(open) != "[" || it.shown(close) != "]" || inside.is_empty() {
            return Err(wrong());
        }
        let is_name = inside[0].kind == TokenKind::Word && it.shown(&inside[0]) != "WARP_SZ";
        let sign = inside.iter().position(|token| it.shown(token) == "+").filter(|_| is_name);
        let (base, offset) = inside.split_at(sign.unwrap_or(inside.len()));
        if is_name && let Some(minus) = base.iter().find(|token| it.shown(token) == "-") {
            let message = "The assembler takes no difference here: a negative number is added, [%rd1+-4].";
            let fix = Fix::replace("write +-", minus.span.clone(), "+-");
            return Err(Wrong::from(Diagnostic::error("address", span_of(tokens), message).with_fix(fix)));
        }
        let offset = match offset {
            [] => 0,
            [_, number @ ..] => constant(it.text, number, None, 64).map_err(|_| wrong())?,
        };
        Ok(Place { space, base: self.base(it, base, space)?, offset, width })
    }
}
