//! Declarations of variables: type, alignment, name, size and what they hold in the beginning.

use super::builder::Named;
use super::memory::{DYNAMIC, MOST_BYTES, Space, behind};
use super::module::{Formal, Module, Variable};
use super::read::{Declared, Reader, Symbol, width};
use crate::instruction::Type;
use crate::syntax::{RegisterType, Token, constant, declare};
use core::ops::Range;

impl Reader<'_> {
    /// Variables that have one place for the whole run.
    pub(super) fn variables(&mut self, space: Space) {
        for variable in self.declarations(&[";"]) {
            let end = &mut self.ends[space as usize];
            let start = space.start(self.module.address_bits);
            let dynamic = space == Space::Shared && variable.bytes.is_empty();
            let address = if dynamic { DYNAMIC } else { behind((*end).max(start), variable.align) };
            if !dynamic {
                *end = address + variable.bytes.len() as u64;
            }
            let is_known = dynamic && self.module.variables.iter().any(|variable| variable.address == DYNAMIC);
            let size = width(&variable.own).unwrap_or(8) / 8;
            self.symbols.insert(variable.name.clone(), Symbol { address, size: size.into() });
            if !self.builder.scopes.is_empty() {
                self.builder.known(&variable.name, address);
            }
            let Declared { name, own, bytes, .. } = variable;
            if is_known {
                continue;
            }
            // Segments lie in order of address.
            let is_last = |known: &Variable| space == Space::Shared && known.address == DYNAMIC;
            let at = self.module.variables.iter().position(is_last).unwrap_or(self.module.variables.len());
            self.module.variables.insert(at, Variable { name, space, address, bytes, own });
        }
    }

    /// Declarations behind their space, up to one of some ends.
    pub(super) fn declarations(&mut self, ends: &[&str]) -> Vec<Declared> {
        let (mut align, mut own, mut lanes) = (1, String::new(), 1);
        loop {
            match self.shown(0) {
                ".align" => {
                    align = self.shown(1).parse().unwrap_or(1);
                    self.at += 2;
                }
                ".attribute" => {
                    self.at += 1;
                    self.until(&[")"]);
                }
                ".v2" | ".v4" => {
                    lanes = if self.shown(0) == ".v2" { 2 } else { 4 };
                    self.at += 1;
                }
                word if word.starts_with('.') => {
                    if own.is_empty() && (width(&word[1..]).is_some() || is_opaque(&word[1..])) {
                        own = word[1..].to_owned();
                    }
                    self.at += 1;
                }
                _ => break,
            }
        }
        let size = width(&own).unwrap_or(64).div_ceil(8) as u64 * lanes;
        let mut all = Vec::new();
        while !self.ended() && !ends.contains(&self.shown(0)) {
            let (name, span) = (self.shown(0).to_owned(), self.span());
            self.at += 1;
            let (mut count, mut open) = (1u64, false);
            while self.take("[") {
                match self.shown(0) {
                    "]" => open = true,
                    number => {
                        count = count.saturating_mul(number.parse().unwrap_or(0));
                        self.at += 1;
                    }
                }
                self.take("]");
            }
            let values = if self.take("=") { self.values(size / lanes, &own, &span) } else { Vec::new() };
            let wanted = count.saturating_mul(size);
            let wanted = if open { values.len() as u64 } else { wanted };
            let mut bytes = values;
            if self.bytes.saturating_add(wanted) > MOST_BYTES {
                self.error("variable", span.clone(), format!("`{name}` and the variables before it take more than {MOST_BYTES} bytes."));
            } else {
                self.bytes += wanted;
                bytes.resize(wanted as usize, 0);
            }
            all.push(Declared { name, own: own.clone(), align: align.max(size.next_power_of_two().min(16)), bytes });
            if ends.contains(&",") || !self.take(",") {
                break;
            }
        }
        if !ends.contains(&self.shown(0)) {
            let span = self.span();
            self.error("variable", span, "This declaration does not end as one does: .global .align 4 .b8 name[16] = {1, 2};");
            self.until(ends);
        } else if ends == [";"] {
            self.at += 1;
        }
        all
    }

    /// What stands in the parentheses of a function's head.
    pub(super) fn formals(&mut self) -> Vec<Formal> {
        let mut all = Vec::new();
        while !self.ended() && !self.take(")") {
            match self.shown(0) {
                ".reg" => {
                    let tokens = self.until(&[",", ")"]);
                    self.at -= usize::from(self.at > tokens.end);
                    let piece = self.piece(&tokens);
                    if let Some(declaration) = self.builder.declare(|registers| declare(&(piece.clone() + ";"), registers)) {
                        for name in declaration.names {
                            if let Named::Slot(slot) = self.builder.find(&name) {
                                let width = self.builder.type_of(slot).map_or(32, RegisterType::width);
                                all.push(Formal::Register(slot, width));
                            }
                        }
                    }
                }
                ".hidden" => self.at += 1,
                ".param" => {
                    self.at += 1;
                    for Declared { name, own, align, bytes, .. } in self.declarations(&[",", ")"]) {
                        let at = self.builder.variable(&name, Space::Param, align, bytes.len(), &own);
                        all.push(Formal::Memory(at));
                    }
                }
                _ => {
                    let span = self.span();
                    self.error("parameter", span, "A parameter begins with .param or .reg.");
                    self.until(&[")"]);
                    return all;
                }
            }
            self.take(",");
        }
        all
    }

    /// The numbers behind `=`, each of so many bytes.
    fn values(&mut self, size: u64, own: &str, of: &Range<usize>) -> Vec<u8> {
        let tokens = self.until(&[",", ";"]);
        self.at -= usize::from(self.at > tokens.end);
        let mut bytes = Vec::new();
        let items: Vec<Range<usize>> = {
            let cut = |at: &usize| matches!(&self.text[self.tokens[*at].span.clone()], "{" | "}" | ",");
            let mut items = Vec::new();
            let mut first = tokens.start;
            for at in tokens.clone().filter(cut).chain([tokens.end]) {
                items.extend((at > first).then_some(first..at));
                first = at + 1;
            }
            items
        };
        for item in items {
            let tokens = self.tokens[item].to_vec();
            match self.initial(&tokens, size as u32 * 8, RegisterType::named(&[".", own].concat()).and_then(RegisterType::float)) {
                Some(bits) => bytes.extend_from_slice(&bits.to_le_bytes()[..(size as usize).min(8)]),
                None => {
                    self.error("initialiser", of.clone(), "An initialiser is a number, or the address of a variable or a function.");
                    break;
                }
            }
        }
        bytes
    }

    /// A constant of so many bits, or an address.
    fn initial(&mut self, tokens: &[Token], width: u32, own: Option<Type>) -> Option<u64> {
        let words: Vec<&str> = tokens.iter().map(|token| &self.text[token.span.clone()]).collect();
        match words[..] {
            [name] if self.functions.contains_key(name) => Some(Module::address_of(self.functions[name])),
            ["generic", "(", name, ")"] | [name] if self.symbols.contains_key(name) => self.symbols.get(name).map(|symbol| symbol.address),
            ["generic", "(", name, ")", "+", offset] | [name, "+", offset] if self.symbols.contains_key(name) => {
                Some(self.symbols.get(name)?.address.wrapping_add(offset.parse().ok()?))
            }
            _ => constant(self.text, tokens, own, width).ok(),
        }
    }
}

/// Types of which only the place is known.
fn is_opaque(name: &str) -> bool {
    matches!(name, "texref" | "samplerref" | "surfref")
}
