//! What stands behind and before an operand: elements, members, calls of member functions, signs that count, and pointers.

use super::parse::Reader;
use super::place::Place;
use super::token::Kind as Cut;
use super::tree::{Id, Operation};
use super::types::CType;

impl Reader<'_> {
    /// `*p`, or `&x`.
    pub(super) fn pointer_sign(&mut self, reads: bool) -> Option<Id> {
        let at = self.at;
        // A function and its address are one value.
        let own = self.find(self.shown(at + 1)).map(|place| self.known[place].own);
        if own.is_some_and(|own| self.is_function(own)) || (own.is_none() && !reads && self.shown(at + 2) != "(") {
            let word = self.shown(at + 1);
            if own.is_some() || (self.of_this(word).is_none() && self.function_as_value(word, at + 1).is_some()) {
                self.at += 1;
                return self.unary();
            }
        }
        if reads {
            let place = self.place_here()?;
            return Some(self.read(&place));
        }
        self.at += 1;
        match self.place_here()? {
            Place::Memory(address, offset, own) => Some(self.address_at(address, offset, own)),
            Place::Variable(_) | Place::Lane(..) => {
                let span = self.since(self.span(at).start);
                self.error("pointer", span, "A pointer to this variable is not covered here; an array has addresses.");
                None
            }
        }
    }

    /// What stands behind a name or another operand: elements, and signs that count.
    pub(super) fn behind_operand(&mut self, at: usize, mut value: Id) -> Option<Id> {
        let named = if self.is(at, Cut::Name) && self.at == at + 1 { self.find(self.shown(at)) } else { None };
        let mut place = named.filter(|place| self.known[*place].lengths.is_empty()).map(|place| self.place_of(place));
        if named.is_none() && self.is(at, Cut::Name) && self.at == at + 1 {
            place = self.of_this(self.shown(at));
        }
        if self.shown(self.at) == "[" && place.as_ref().is_none_or(|place| self.own_of(place).layout().is_none()) {
            if named.is_none() && place.is_none() {
                let span = self.span(at);
                self.error("array", span, "Only arrays and pointers have elements.");
                return None;
            }
            let lengths = named.map_or(Vec::new(), |place| self.known[place].lengths.clone());
            let (element, is_row) = self.element(value, &lengths, at)?;
            if let (Place::Memory(address, offset, own), true) = (&element, is_row) {
                // A row of an array is its address.
                let index = self.tree.number(CType::Long, (offset / own.size() as i64) as u64, None, 0..0);
                return self.index(Operation::Add, *address, index, 0..0);
            }
            value = self.read(&element);
            place = Some(element);
        }
        if let Some(from) = place.clone() {
            let before = self.at;
            let member = self.inside_of(from)?;
            if self.at != before {
                value = self.read(&member);
                place = Some(member);
            }
        }
        if let Some(address) = place.as_ref().and_then(|place| self.decayed(place)) {
            return Some(address);
        }
        if let Some(count) = self.elements_of_fragment(self.tree.own(value)) {
            return Some(count);
        }
        if let Some(value) = self.member_call(place.as_ref(), value) {
            return Some(self.member_of_value(value));
        }
        if self.in_program && self.twice(self.at) && place.is_some() && !self.begins_operand(self.at + 2) {
            let operation = if self.shown(self.at) == "+" { Operation::Add } else { Operation::Subtract };
            self.at += 2;
            self.may_change(at);
            let place = place?;
            if let Some(made) = self.step_of_object(&place, operation, true) {
                return Some(made);
            }
            self.step(&place, operation, value);
        }
        Some(value)
    }

    /// `++x` and `x++` of a structure that says what they do: the latter function takes an int.
    pub(super) fn step_of_object(&mut self, place: &Place, operation: Operation, behind: bool) -> Option<Id> {
        let own = self.own_of(place);
        let name = if operation == Operation::Add { "operator++" } else { "operator--" };
        let given = if behind { vec![CType::Int] } else { Vec::new() };
        if own.enumeration().is_some() {
            let all: Vec<Option<CType>> = core::iter::once(own).chain(given.iter().copied()).map(Some).collect();
            let number = self.operator_of_enumeration(name, &all)?;
            let mut values = vec![self.read(place)];
            values.extend(given.into_iter().map(|own| self.zero(own)));
            return self.entered(number, values, &[Some(place.clone()), None], self.at.saturating_sub(1));
        }
        own.layout()?;
        let Some(number) = self.member_function(own, name, &given) else {
            let span = self.span(self.at.saturating_sub(1));
            self.error("operation", span, format!("`{}` has no {name} of its own for this.", own.name()));
            return Some(self.zero(own));
        };
        let values = given.into_iter().map(|own| self.zero(own)).collect();
        Some(self.runs_member(number, place.clone(), values, vec![None; usize::from(behind)], self.at.saturating_sub(1)))
    }

    /// `++x`, with the value that it then has.
    pub(super) fn counted(&mut self) -> Option<Id> {
        let operation = if self.shown(self.at) == "+" { Operation::Add } else { Operation::Subtract };
        self.at += 2;
        self.may_change(self.at);
        let place = self.place_here()?;
        if let Some(made) = self.step_of_object(&place, operation, false) {
            return Some(made);
        }
        let value = self.read(&place);
        Some(self.step(&place, operation, value))
    }

    pub(super) fn step(&mut self, place: &Place, operation: Operation, value: Id) -> Id {
        let span = self.tree.span(value);
        let one = self.tree.number(CType::Int, 1, None, span.clone());
        let own = self.tree.own(value);
        let one = match own.lane() {
            Some(lane) => self.tree.number(own, lane.format().one() << 16 | lane.format().one(), None, 0..0),
            None if own.pointee().is_some() => one,
            None => self.tree.converted(one, own),
        };
        let next = self.tree.binary(operation, value, one, span).unwrap_or(value);
        self.write(place, next)
    }

    pub(super) fn begins_operand(&self, at: usize) -> bool {
        self.is(at, Cut::Name) || self.is(at, Cut::Number) || self.shown(at) == "("
    }
}
