//! The operands of an instruction as slots: registers, constants and addresses by the names that are known where it stands.

use super::builder::Named;
use super::memory::Space;
use super::module::{Module, Slot};
use super::read::{Reader, Symbol, width};
use super::special;
use super::statement::{Decoded, Instruction, Wrong, inside, span_of};
use crate::syntax::{RegisterType, Token, TokenKind, constant};
use core::ops::Range;

/// What an operand takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Registers of this type, and numbers of it.
    pub own: RegisterType,
    /// Whether wider registers fit too.
    pub wider: bool,
}

impl Wanted {
    /// Of registers of one width.
    pub fn exactly(own: RegisterType) -> Wanted {
        Wanted { own, wider: false }
    }

    /// Of registers of at least a width.
    pub fn at_least(own: RegisterType) -> Wanted {
        Wanted { own, wider: true }
    }

    /// An address: a register of 32 or 64 bits, whatever the module's addresses have.
    pub const ADDRESS: Wanted = Wanted { own: RegisterType::Integer(32), wider: true };
}

impl Reader<'_> {
    /// The name of a register or a variable: a word, perhaps with an element.
    fn name_in<'t>(&self, it: &Instruction<'t>, tokens: &[Token]) -> Option<&'t str> {
        let is_name = match tokens {
            [word] => word.kind == TokenKind::Word,
            [word, element] => word.kind == TokenKind::Word && element.kind == TokenKind::Modifier && word.span.end == element.span.start,
            _ => false,
        };
        is_name.then(|| it.text.get(span_of(tokens))).flatten()
    }

    /// A source: a register, a constant, an address.
    pub(super) fn source(&mut self, it: &Instruction, tokens: &[Token], wanted: Wanted) -> Decoded<Slot> {
        if let Some(name) = self.name_in(it, tokens).filter(|name| *name != "WARP_SZ" || wanted.own.float().is_some()) {
            let slot = self.register(name, span_of(tokens))?;
            return self.fitting(it, slot, tokens, wanted);
        }
        if let Some(slot) = self.sum(it, tokens)? {
            return self.fitting(it, slot, tokens, wanted);
        }
        let bits = constant(it.text, tokens, wanted.own.float(), wanted.own.width()).map_err(Wrong::from)?;
        Ok(self.builder.constant(bits))
    }

    /// The address of an element of a variable, `name[2]`, and of what lies behind its beginning, `name+4`. Numbers may be expressions.
    fn sum(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<Option<Slot>> {
        let [name, sign, rest @ ..] = tokens else { return Ok(None) };
        let (word, element) = (it.shown(name), it.shown(sign) == "[");
        if name.kind != TokenKind::Word || matches!(word, "WARP_SZ" | "%") || !(element || it.shown(sign) == "+") {
            return Ok(None);
        }
        let number = match rest {
            [index @ .., close] if element && it.shown(close) == "]" => index,
            _ => rest,
        };
        if let ([index], true) = (number, element)
            && index.kind == TokenKind::Word
        {
            return Err(Wrong::not_modelled("The element of a register's number is not modelled: compute its address in lines before."));
        }
        let Ok(number) = constant(it.text, number, None, 64) else { return Ok(None) };
        let refused = |code, message: String| Err(Wrong::error(code, span_of(tokens), message));
        if self.is_function(word) {
            return refused("function", "Nothing is added to the address of a function.".to_owned());
        }
        let slot = self.register(word, name.span.clone())?;
        if element && self.builder.type_of(slot).is_some() {
            return refused("address", format!("`{word}` is a register and has no elements."));
        }
        if self.builder.type_of(slot).is_some() {
            return Err(Wrong::not_modelled(format!("`{word}+{number}` is not modelled as an operand: add it in a line before.")));
        }
        if self.builder.is_special(slot) {
            return refused("operand", format!("Nothing is added to `{word}`, which is a special register."));
        }
        if element && !matches!(it.words[0], "mov" | "cvta") {
            return refused("address", format!("An element's address is read by mov and cvta: {word}+{number} names a place in bytes."));
        }
        let behind = |size: u64| number.wrapping_mul(if element { size } else { 1 });
        let symbol = self.symbols.get(word).copied();
        Ok(Some(match self.builder.find(word) {
            Named::Own(variable) => {
                let size = width(&self.builder.function.variables[variable as usize].own).unwrap_or(8) / 8;
                self.builder.address(variable, behind(size.into()))
            }
            Named::Address(address) => self.builder.constant(address.wrapping_add(behind(symbol.map_or(1, |symbol| symbol.size)))),
            _ => match symbol {
                Some(Symbol { address, size }) => self.builder.constant(address.wrapping_add(behind(size))),
                None => slot,
            },
        }))
    }

    /// A slot, where an operand takes it: a register of a type, a special register, or the address of a variable.
    fn fitting(&self, it: &Instruction, slot: Slot, tokens: &[Token], wanted: Wanted) -> Decoded<Slot> {
        let name = it.text.get(span_of(tokens)).unwrap_or("");
        let takes = || format!("{} takes {} here", it.words.join("."), wanted.own.in_words(wanted.wider));
        let refused = |message: String| Err(Wrong::error("register-type", span_of(tokens), message));
        let moves = matches!(it.words[0], "mov" | "cvta" | "mapa" | "getctarank");
        let whole = matches!(wanted.own, RegisterType::Integer(_) | RegisterType::Untyped(_));
        match self.builder.type_of(slot) {
            Some(own) if own.serves(wanted.own, wanted.wider) => Ok(slot),
            Some(own) => refused(format!("`{name}` has {}: {}.", said(own), takes())),
            // A special register has 32 bits; of an element of a vector, which once had 16, a move may take the lower ones.
            None if self.builder.is_special(slot) => match (it.words[0], wanted.own.width()) {
                _ if name == special::EXPLICIT && wanted.own == RegisterType::Predicate && it.words[0] == "mov" => Ok(slot),
                _ if name == special::EXPLICIT => refused(format!("`{name}` is a predicate: {}.", takes())),
                ("mov", 32) if whole => Ok(slot),
                ("mov", 16) if whole && (name.contains('.') || special::wants(name) == Some(special::VECTOR)) => Ok(slot),
                // In braces.
                ("st", 32) if whole && it.operands.iter().all(|operand| span_of(operand) != span_of(tokens)) => Ok(slot),
                ("mov", _) => refused(format!("`{name}` has 32 bits: {}.", takes())),
                _ => refused(format!("`{name}` can be read only by mov and cvt.")),
            },
            None if whole && (moves || tokens.len() > 1 || self.functions.contains_key(name)) => Ok(slot),
            None => refused(format!("`{name}` is an address: {}.", takes())),
        }
    }

    /// What holds an address, or is one.
    pub(super) fn base(&mut self, it: &Instruction, tokens: &[Token], space: Option<Space>) -> Decoded<Slot> {
        let Some(name) = self.name_in(it, tokens).filter(|name| *name != "WARP_SZ") else {
            if space == Some(Space::Local) {
                return self.source(it, tokens, Wanted::ADDRESS);
            }
            let message = "An address is a register or a variable, perhaps with a number added: [%rd1+4].";
            return Err(Wrong::error("address", span_of(tokens), message));
        };
        if self.is_function(name) {
            return Err(Wrong::error("address", span_of(tokens), format!("`{name}` is a function, which is neither read nor written.")));
        }
        if self.builder.implicit && space == Some(Space::Param) {
            return Ok(self.builder.parameter(name));
        }
        let slot = self.register(name, span_of(tokens))?;
        match self.builder.type_of(slot) {
            // An element of a vector has 16 bits to an address.
            None if !(self.builder.is_special(slot) && name.contains('.')) => Ok(slot),
            _ => self.fitting(it, slot, tokens, Wanted::ADDRESS),
        }
    }

    /// The elements of a register that was declared as a vector, or of a special register that is one.
    pub(super) fn elements(&mut self, it: &Instruction, tokens: &[Token]) -> Option<Vec<String>> {
        let [word] = tokens else { return None };
        let name = it.shown(word);
        let special = (special::wants(name) == Some(special::VECTOR)).then_some(4);
        let count = self.builder.scope().all.elements(name).or(special)?;
        Some(["x", "y", "z", "w"][..count.min(4)].iter().map(|element| [name, ".", element].concat()).collect())
    }

    /// The slots of the elements of a vector, where they fit.
    fn of_vector(&mut self, it: &Instruction, tokens: &[Token], wanted: Wanted) -> Option<Decoded<Box<[Slot]>>> {
        let names = self.elements(it, tokens)?;
        let slot = |name: String| {
            let slot = self.register(&name, span_of(tokens))?;
            self.fitting(it, slot, tokens, wanted)
        };
        Some(names.into_iter().map(slot).collect())
    }

    /// The sources in braces, a vector, or the only one.
    pub(super) fn sources(&mut self, it: &Instruction, tokens: &[Token], wanted: Wanted, count: usize) -> Decoded<Box<[Slot]>> {
        if let Some(slots) = self.of_vector(it, tokens, wanted) {
            return self.vector(it, tokens, slots?, count);
        }
        let parts = inside(it, tokens, "{", "}");
        let braces = parts.is_some();
        let parts = parts.unwrap_or_else(|| vec![tokens]);
        let mut slots = Vec::with_capacity(parts.len());
        for part in parts {
            slots.push(if braces { self.part(it, part, wanted)? } else { self.source(it, part, wanted)? });
        }
        self.vector(it, tokens, slots.into(), count)
    }

    /// A source that stands in braces: no address.
    pub(super) fn part(&mut self, it: &Instruction, tokens: &[Token], wanted: Wanted) -> Decoded<Slot> {
        let refused =
            || Wrong::error("vector-operand", span_of(tokens), "No address and no sum stands in braces: move it into a register first.");
        if let [word, plus, ..] = tokens
            && word.kind == TokenKind::Word
            && it.shown(word) != "WARP_SZ"
            && it.shown(plus) == "+"
        {
            return Err(refused());
        }
        let slot = self.source(it, tokens, wanted)?;
        let is_address = self.builder.type_of(slot).is_none() && !self.builder.is_special(slot);
        let named = tokens.first().is_some_and(|token| token.kind == TokenKind::Word && it.shown(token) != "WARP_SZ");
        if is_address && named {
            return Err(refused());
        }
        Ok(slot)
    }

    /// The registers in braces that are written, or the only one; in braces `_` throws a number away.
    pub(super) fn destinations(&mut self, it: &Instruction, tokens: &[Token], wanted: Wanted, count: usize) -> Decoded<Box<[Slot]>> {
        if let Some(slots) = self.of_vector(it, tokens, wanted) {
            let slots = slots?;
            if slots.iter().any(|slot| self.builder.is_special(*slot)) {
                return Err(Wrong::error("destination", span_of(tokens), "A special register is not written."));
            }
            return self.vector(it, tokens, slots, count);
        }
        let Some(parts) = inside(it, tokens, "{", "}") else {
            let only = [self.written(it, tokens, wanted)?];
            return self.vector(it, tokens, only.into(), count);
        };
        let element = |reader: &mut Self, tokens: &[Token]| match it.texts(tokens)[..] {
            ["_"] => Ok(reader.builder.sink()),
            _ => reader.written(it, tokens, wanted),
        };
        if parts.iter().all(|tokens| it.texts(tokens) == ["_"]) {
            return Err(Wrong::error("vector-operand", span_of(tokens), "One register at least is written."));
        }
        let slots: Box<[Slot]> = parts.into_iter().map(|tokens| element(self, tokens)).collect::<Decoded<_>>()?;
        self.vector(it, tokens, slots, count)
    }

    /// So many slots, whose registers have one width.
    fn vector(&self, it: &Instruction, tokens: &[Token], slots: Box<[Slot]>, count: usize) -> Decoded<Box<[Slot]>> {
        let refused = |message: String| Err(Wrong::error("vector-operand", span_of(tokens), message));
        if slots.len() != count {
            let plural = if count == 1 { "" } else { "s in braces" };
            return refused(format!("{} wants {count} operand{plural} here; there are {}.", it.words.join("."), slots.len()));
        }
        let types = slots.iter().filter_map(|slot| self.builder.type_of(*slot));
        let mut widths = types.filter(|own| *own != RegisterType::Any).map(RegisterType::width);
        let first = widths.next();
        if widths.any(|width| Some(width) != first) {
            return refused("The registers in braces have one width.".to_owned());
        }
        Ok(slots)
    }

    /// Whether a name is that of a function, and nothing nearer has it.
    fn is_function(&mut self, name: &str) -> bool {
        self.builder.find(name) == Named::Nothing && !self.symbols.contains_key(name) && self.functions.contains_key(name)
    }

    /// The slot of a name.
    pub(super) fn register(&mut self, name: &str, span: Range<usize>) -> Decoded<Slot> {
        match self.builder.find(name) {
            Named::Slot(slot) => match self.builder.type_of(slot) {
                Some(own) if own.width() > 64 => Err(wide()),
                _ => Ok(slot),
            },
            Named::Wide(_) => Err(wide()),
            Named::Shared => Err(Wrong::not_modelled(format!("`{name}` is of the whole module: here only kernels have such registers."))),
            Named::Own(variable) => Ok(self.builder.address(variable, 0)),
            Named::Address(address) => Ok(self.builder.constant(address)),
            Named::Nothing => match self.symbols.get(name).copied() {
                Some(symbol) => Ok(self.builder.constant(symbol.address)),
                None if self.functions.contains_key(name) => Ok(self.builder.constant(Module::address_of(self.functions[name]))),
                None if self.builder.implicit => match self.builder.scope().all.has(name) {
                    true => Err(Wrong::error(
                        "vector-operand",
                        span,
                        format!("`{name}` is a vector, or has no such element: name one of a vector's elements."),
                    )),
                    false => Ok(self.builder.undeclared(name)),
                },
                None => match special::wants(name) {
                    Some(special::VECTOR) => {
                        Err(Wrong::error("undeclared", span, format!("`{name}` is a vector: {name}.x is its first element.")))
                    }
                    Some(why) => Err(Wrong::not_modelled(format!("{name} has no value here: {why}."))),
                    None => Err(Wrong::error("undeclared", span, format!("`{name}` is not declared."))),
                },
            },
        }
    }

    /// A register that is written.
    pub(super) fn written(&mut self, it: &Instruction, tokens: &[Token], wanted: Wanted) -> Decoded<Slot> {
        let refused = |message: String| Err(Wrong::error("destination", span_of(tokens), message));
        match self.name_in(it, tokens) {
            Some("_") => refused(format!("{} cannot throw its result away.", it.words.join("."))),
            Some(name) => {
                let slot = self.register(name, span_of(tokens))?;
                match self.builder.type_of(slot).filter(|_| special::find(name).is_none()) {
                    Some(_) => self.fitting(it, slot, tokens, wanted),
                    None => refused(format!("`{name}` is no register that can be written.")),
                }
            }
            None => refused("The result needs a register.".to_owned()),
        }
    }

    /// A predicate that is read, and whether it is negated.
    pub(super) fn condition(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<(Slot, bool)> {
        let negated = tokens.first().is_some_and(|token| it.shown(token) == "!");
        Ok((self.predicate(it, &tokens[usize::from(negated)..])?, negated))
    }

    /// The number that stands in the text.
    pub(super) fn literal(&self, it: &Instruction, tokens: &[Token]) -> Option<u64> {
        constant(it.text, tokens, None, 32).ok().filter(|_| self.name_in(it, tokens).is_none())
    }

    /// A predicate that is read.
    fn predicate(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<Slot> {
        let refused = || Wrong::error("register-type", span_of(tokens), "A predicate is wanted here: .reg .pred %p<4>;");
        if self.name_in(it, tokens).is_none_or(|name| name == "WARP_SZ")
            && let Ok(bits) = constant(it.text, tokens, None, 1)
        {
            return Ok(self.builder.constant(bits));
        }
        let slot = self.register(self.name_in(it, tokens).ok_or_else(refused)?, span_of(tokens))?;
        let is_one = matches!(self.builder.type_of(slot), Some(RegisterType::Predicate | RegisterType::Any));
        if is_one { Ok(slot) } else { Err(refused()) }
    }
}

/// Why a register of 128 bits is not read and written as others are.
fn wide() -> Wrong {
    Wrong::not_modelled("Here only mov, ld and st of .b128 take registers of 128 bits.")
}

/// What a register has, in words.
fn said(own: RegisterType) -> String {
    match own {
        RegisterType::Predicate => "one bit".to_owned(),
        RegisterType::Any => "no type".to_owned(),
        RegisterType::Untyped(width) | RegisterType::Integer(width) | RegisterType::Float(width) | RegisterType::Other(width) => {
            let kind = match own {
                RegisterType::Integer(_) => " of an integer",
                RegisterType::Float(_) => " of a floating-point number",
                _ => "",
            };
            format!("{width} bits{kind}")
        }
    }
}
