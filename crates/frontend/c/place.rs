//! What takes a value: a variable, an element of an array, what a pointer points to.

use super::parse::Reader;
use super::token::{Kind as Cut, assigns};
use super::tree::{Id, Kind, Operation};
use super::types::CType;

/// A place.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Place {
    Variable(usize),
    /// An address, so many bytes behind it, the type of the number there.
    Memory(Id, i64, CType),
}

/// Elements that an array may have.
const ELEMENTS: u64 = 1 << 20;

impl Reader<'_> {
    /// An expression that may give something a value: `x = y`, `x += y`, or a choice.
    pub(super) fn assignment(&mut self) -> Option<Id> {
        self.deeper(|reader| reader.assigned())
    }

    fn assigned(&mut self) -> Option<Id> {
        let Some(operator) = self.assigns_here() else { return self.choice() };
        let (start, word) = (self.span(self.at).start, self.shown(operator).to_owned());
        let (one, name) = (operator == self.at + 1, self.shown(self.at).to_owned());
        // A name without a type takes that of its value.
        if word == "=" && one && self.find(&name).is_none() {
            self.at = operator + 1;
            let value = self.assignment()?;
            self.give_name(&name, value);
            return Some(value);
        }
        let place = self.place_here()?;
        self.at = operator + 1;
        let mut address = Vec::new();
        if let Place::Memory(base, ..) = place {
            address.push(base);
        }
        let value = if word == "=" {
            let (base, value) = self.with_pending(&address, |reader| reader.assignment());
            (self.moved_to(place, base), value?)
        } else {
            // What stands in the place is read after the right side was computed, as C++17 has it.
            let (base, right) = self.with_pending(&address, |reader| reader.assignment());
            let right = right?;
            let place = self.moved_to(place.clone(), base.clone());
            let held = self.read(&place);
            let own = self.tree.own(held);
            // The operators of the halves take halves.
            let right = if matches!(own, CType::Half | CType::Brain) { self.tree.converted(right, own) } else { right };
            let (span, at) = (self.since(start), self.span(operator));
            let value = self.combined(word.trim_end_matches('='), at, held, right, span);
            (self.moved_to(place, base), value)
        };
        Some(self.write(&value.0, value.1))
    }

    pub(super) fn with_pending<T>(&mut self, ids: &[Id], read: impl FnOnce(&mut Self) -> T) -> (Vec<Id>, T) {
        let from = self.pending.len();
        self.pending.extend(ids);
        let result = read(self);
        (self.pending.drain(from..).collect(), result)
    }

    fn moved_to(&self, place: Place, base: Vec<Id>) -> Place {
        match (place, base.first()) {
            (Place::Memory(_, offset, own), Some(base)) => Place::Memory(*base, offset, own),
            (place, _) => place,
        }
    }

    /// The token that assigns, where what stands here is a place and gets a value.
    fn assigns_here(&self) -> Option<usize> {
        let mut at = self.at;
        while self.shown(at) == "*" {
            at += 1;
        }
        if !self.is(at, Cut::Name) {
            return None;
        }
        at += 1;
        while self.shown(at) == "[" {
            at = self.behind(at);
        }
        assigns(self.shown(at)).then_some(at)
    }

    /// Takes a place.
    pub(super) fn place_here(&mut self) -> Option<Place> {
        let at = self.at;
        if self.shown(at) == "*" {
            self.at += 1;
            let address = self.unary()?;
            return self.pointed(address, 0, at);
        }
        let name = self.shown(at).to_owned();
        self.at += 1;
        if self.shown(self.at) != "[" {
            let place = self.find(&name);
            return Some(Place::Variable(place.unwrap_or_else(|| {
                let span = self.span(at);
                self.input(&name, CType::Float, &span);
                self.declare(&name, CType::Float, None)
            })));
        }
        let base = self.address_of(&name, at)?;
        self.element(base, at)
    }

    /// The address that a name of an array or a pointer is.
    fn address_of(&mut self, name: &str, at: usize) -> Option<Id> {
        let span = self.span(at);
        let Some(place) = self.find(name) else {
            self.error("array", span, format!("`{name}` is not declared: an array has a type and a length, as in float {name}[4];."));
            return None;
        };
        Some(self.held_or_address(place, span))
    }

    pub(super) fn held_or_address(&mut self, place: usize, span: core::ops::Range<usize>) -> Id {
        let variable = &self.known[place];
        match variable.elements {
            Some(_) => {
                let (register, own) = (variable.register.clone(), variable.own);
                let space = if variable.shared { "shared" } else { "local" };
                let pointer = own.pointer().unwrap_or(CType::UnsignedLong);
                self.tree.node(Kind::Address(register, space), pointer, span)
            }
            None => self.held(place, span),
        }
    }

    /// `[index]` behind an address.
    fn element(&mut self, base: Id, at: usize) -> Option<Place> {
        self.at += 1;
        let (base, index) = self.beside(base, |reader| reader.assignment());
        let index = index?;
        if self.shown(self.at) == "]" {
            self.at += 1;
        } else {
            let span = self.span(self.at);
            self.error("missing-bracket", span, "A bracket is missing behind the index.");
        }
        let Some(own) = self.tree.own(base).pointee() else {
            let span = self.span(at);
            self.error("array", span, "Only arrays and pointers have elements.");
            return None;
        };
        let size = own.size() as i64;
        if let Some(number) = self.tree.constant(index)
            && let Some(number) = number.ordinal()
            && number.unsigned_abs() < 1 << 30
        {
            return self.pointed(base, number * size, at);
        }
        let span = self.since(self.span(at).start);
        match self.tree.binary(Operation::Add, base, index, span.clone()) {
            Ok(address) => self.pointed(address, 0, at),
            Err(message) => {
                self.error("array", span, message);
                None
            }
        }
    }

    fn pointed(&mut self, address: Id, offset: i64, at: usize) -> Option<Place> {
        match self.tree.own(address).pointee() {
            Some(own) => Some(Place::Memory(address, offset, own)),
            None => {
                let span = self.since(self.span(at).start);
                self.error("pointer", span, "This is no pointer.");
                None
            }
        }
    }

    /// What a place holds. What was stored there just before is known.
    pub(super) fn read(&mut self, place: &Place) -> Id {
        match place {
            Place::Variable(variable) => self.held_or_address(*variable, 0..0),
            Place::Memory(address, offset, own) => {
                let stored = self.effects.iter().rev().find_map(|id| match self.tree.nodes[*id].kind {
                    Kind::Store(base, at, value) => Some((base, at, value)),
                    _ => None,
                });
                if let Some((base, at, value)) = stored
                    && (base, at) == (*address, *offset)
                    && self.tree.own(value) == *own
                {
                    return value;
                }
                let stores = self.effects.len() as u32;
                self.tree.node(Kind::Load(*address, *offset, stores), *own, 0..0)
            }
        }
    }

    /// Gives a place a value; gives back what it then holds.
    pub(super) fn write(&mut self, place: &Place, value: Id) -> Id {
        match place {
            Place::Variable(variable) => {
                self.give(*variable, value);
                self.known[*variable].value.unwrap_or(value)
            }
            Place::Memory(address, offset, own) => {
                let value = self.tree.converted(value, *own);
                let id = self.tree.nodes.len();
                self.tree.nodes.push(super::tree::Node { kind: Kind::Store(*address, *offset, value), own: *own, span: 0..0 });
                self.effects.push(id);
                value
            }
        }
    }

    /// An array's declaration behind its name: lengths, and what it begins with.
    pub(super) fn array(&mut self, name: &str, own: CType, shared: bool) {
        let start = self.at;
        self.at += 1;
        let length = if self.shown(self.at) == "]" { None } else { self.choice() };
        self.at += usize::from(self.shown(self.at) == "]");
        let span = self.since(self.span(start).start);
        if self.shown(self.at) == "[" {
            self.error(
                "array",
                span.clone(),
                "Arrays of several dimensions are not covered here; write the index as row * width + column.",
            );
            while self.shown(self.at) == "[" {
                self.at = self.behind(self.at);
            }
        }
        let mut values = Vec::new();
        let begins = self.shown(self.at) == "=";
        if begins {
            self.at += 1;
        }
        if self.shown(self.at) == "{" {
            self.at += 1;
            while !matches!(self.shown(self.at), "}" | "" | ";") {
                let Some(value) = self.choice() else { break };
                let value = self.tree.converted(value, own);
                values.push(value);
                if self.shown(self.at) != "," {
                    break;
                }
                self.at += 1;
            }
            self.at += usize::from(self.shown(self.at) == "}");
        }
        let written = length.and_then(|id| self.tree.constant(id)).and_then(|number| number.ordinal()).map(|number| number as u64);
        if length.is_some() && written.is_none() {
            self.error("array", span.clone(), "The length of an array is a constant.");
        }
        let elements = written.unwrap_or(values.len() as u64).max(values.len() as u64);
        if elements == 0 || elements > ELEMENTS {
            self.error("array", span, format!("An array has 1 to {ELEMENTS} elements here."));
            return;
        }
        let place = self.declare(name, own, None);
        (self.known[place].elements, self.known[place].shared) = (Some(elements), shared);
        let space = if shared { "shared" } else { "local" };
        let register = self.known[place].register.clone();
        self.flow.declarations.push(format!(".{space} .align 8 .b8 {register}[{}];", elements * own.size()));
        if !begins && values.is_empty() {
            return;
        }
        // What is not written out is zero.
        for number in 0..elements {
            let value = values.get(number as usize).copied().unwrap_or_else(|| self.tree.number(own, 0, None, 0..0));
            let address = self.held_or_address(place, 0..0);
            self.write(&Place::Memory(address, (number * own.size()) as i64, own), value);
        }
    }

    /// What stands behind a name or another operand: elements, and signs that count.
    pub(super) fn behind_operand(&mut self, at: usize, mut value: Id) -> Option<Id> {
        let mut place = None;
        if self.is(at, Cut::Name) && self.at == at + 1 {
            place = self.find(self.shown(at)).filter(|place| self.known[*place].elements.is_none()).map(Place::Variable);
        }
        while self.shown(self.at) == "[" {
            let element = self.element(value, at)?;
            value = self.read(&element);
            place = Some(element);
        }
        if self.in_program && self.twice(self.at) && place.is_some() && !self.begins_operand(self.at + 2) {
            let operation = if self.shown(self.at) == "+" { Operation::Add } else { Operation::Subtract };
            self.at += 2;
            self.step(place.as_ref()?, operation, value);
        }
        Some(value)
    }

    /// `++x`, with the value that it then has.
    pub(super) fn counted(&mut self) -> Option<Id> {
        let operation = if self.shown(self.at) == "+" { Operation::Add } else { Operation::Subtract };
        self.at += 2;
        let place = self.place_here()?;
        let value = self.read(&place);
        Some(self.step(&place, operation, value))
    }

    fn step(&mut self, place: &Place, operation: Operation, value: Id) -> Id {
        let span = self.tree.span(value);
        let one = self.tree.number(CType::Int, 1, None, span.clone());
        let own = self.tree.own(value);
        let one = if own.pointee().is_some() { one } else { self.tree.converted(one, own) };
        let next = self.tree.binary(operation, value, one, span).unwrap_or(value);
        self.write(place, next)
    }

    fn begins_operand(&self, at: usize) -> bool {
        self.is(at, Cut::Name) || self.is(at, Cut::Number) || self.shown(at) == "("
    }
}
