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
            self.step(place.as_ref()?, operation, value);
        }
        Some(value)
    }

    /// `++x`, with the value that it then has.
    pub(super) fn counted(&mut self) -> Option<Id> {
        let operation = if self.shown(self.at) == "+" { Operation::Add } else { Operation::Subtract };
        self.at += 2;
        self.may_change(self.at);
        let place = self.place_here()?;
        let value = self.read(&place);
        Some(self.step(&place, operation, value))
    }

    fn step(&mut self, place: &Place, operation: Operation, value: Id) -> Id {
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

    fn begins_operand(&self, at: usize) -> bool {
        self.is(at, Cut::Name) || self.is(at, Cut::Number) || self.shown(at) == "("
    }
}
