//! The operands of an instruction as slots: registers, constants and addresses by the names that are known where it stands.

use super::builder::Named;
use super::module::Slot;
use super::read::{Reader, width};
use super::statement::{Decoded, Instruction, Wrong, span_of, unknown};
use crate::instruction::Type;
use crate::syntax::{Token, TokenKind, constant};
use core::ops::Range;

/// The type in which numbers are written, where it is one of floating-point numbers.
pub(super) fn float(name: &str) -> Option<Type> {
    match name {
        "f32" => Some(Type::F32),
        "f64" => Some(Type::F64),
        _ => None,
    }
}

impl Reader<'_> {
    /// Bits of a type, and whether its numbers are written as floating-point ones.
    pub(super) fn known_type(&self, it: &Instruction, name: &str) -> Decoded<(u32, Option<Type>)> {
        match width(name) {
            Some(width) if width <= 64 => Ok((width, float(name))),
            Some(_) => Err(Wrong::not_modelled(format!("{} of 128 bits is not modelled here.", it.words[0]))),
            None => Err(unknown(it)),
        }
    }

    /// The name of a register or a variable: a word, perhaps with an element.
    fn name_in<'t>(&self, it: &Instruction<'t>, tokens: &[Token]) -> Option<&'t str> {
        let is_name = match tokens {
            [word] => word.kind == TokenKind::Word,
            [word, element] => word.kind == TokenKind::Word && element.kind == TokenKind::Modifier && word.span.end == element.span.start,
            _ => false,
        };
        is_name.then(|| it.text.get(span_of(tokens))).flatten()
    }

    /// A source: a register, a constant of so many bits, an address.
    pub(super) fn source(&mut self, it: &Instruction, tokens: &[Token], width: u32, float: Option<Type>) -> Decoded<Slot> {
        if let Some(name) = self.name_in(it, tokens) {
            return self.register(name, span_of(tokens));
        }
        // `generic(name)` and `name+4`.
        match tokens {
            [word, open, name, close] if it.shown(word) == "generic" && it.shown(open) == "(" && it.shown(close) == ")" => {
                return self.register(it.shown(name), name.span.clone());
            }
            [name, sign, offset] if name.kind == TokenKind::Word && it.shown(sign) == "+" => {
                let slot = self.register(it.shown(name), name.span.clone())?;
                let offset = constant(it.text, core::slice::from_ref(offset), None, 64);
                if let (None, Ok(offset), Some(address)) = (self.builder.type_of(slot), offset, self.symbols.get(it.shown(name)).copied()) {
                    return Ok(self.builder.constant(address.wrapping_add(offset)));
                }
            }
            _ => {}
        }
        let bits = constant(it.text, tokens, float, width).map_err(|said| Wrong {
            code: said.code,
            message: said.message,
            span: Some(said.span),
            error: true,
        })?;
        Ok(self.builder.constant(bits))
    }

    /// The slot of a name.
    pub(super) fn register(&mut self, name: &str, span: Range<usize>) -> Decoded<Slot> {
        match self.builder.find(name) {
            Named::Slot(slot) => match self.builder.type_of(slot) {
                Some(own) if own.width() > 64 => Err(Wrong::not_modelled("Registers of 128 bits are not modelled here.")),
                _ => Ok(slot),
            },
            Named::Own(variable) => Ok(self.builder.address(variable)),
            Named::Nothing => match self.symbols.get(name).copied() {
                Some(address) => Ok(self.builder.constant(address)),
                None if self.functions.contains_key(name) => Err(Wrong::not_modelled("The address of a function is not modelled here.")),
                None if is_clock(name) => Err(Wrong::not_modelled(format!("{name} has no value here: it counts what a chip does."))),
                None => Err(Wrong::error("undeclared", span, format!("`{name}` is not declared."))),
            },
        }
    }

    /// A register that is written; `_` throws the result away.
    pub(super) fn written(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<Slot> {
        match self.name_in(it, tokens) {
            Some("_") => Ok(self.builder.sink()),
            Some(name) => {
                let slot = self.register(name, span_of(tokens))?;
                match self.builder.type_of(slot) {
                    Some(_) => Ok(slot),
                    None => Err(Wrong::error("destination", span_of(tokens), format!("`{name}` is no register that can be written."))),
                }
            }
            None => Err(Wrong::error("destination", span_of(tokens), "The result needs a register.")),
        }
    }

    pub(super) fn predicate_written(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<Slot> {
        let slot = self.written(it, tokens)?;
        self.is_predicate(slot, tokens)
    }

    /// A predicate that is read.
    pub(super) fn predicate(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<Slot> {
        let name = self.name_in(it, tokens).unwrap_or("");
        let slot = self.register(name, span_of(tokens))?;
        self.is_predicate(slot, tokens)
    }

    fn is_predicate(&self, slot: Slot, tokens: &[Token]) -> Decoded<Slot> {
        match self.builder.type_of(slot) {
            Some(own) if own.width() != 1 => {
                Err(Wrong::error("register-type", span_of(tokens), "A predicate is wanted here: .reg .pred %p<4>;"))
            }
            _ => Ok(slot),
        }
    }
}

/// Special registers that only a chip can fill.
fn is_clock(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "%clock",
        "%pm",
        "%globaltimer",
        "%smid",
        "%nsmid",
        "%warpid",
        "%nwarpid",
        "%gridid",
        "%envreg",
        "%total_smem_size",
        "%cluster",
        "%is_explicit_cluster",
    ];
    NAMES.iter().any(|known| name.starts_with(known))
}
