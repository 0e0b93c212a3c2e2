//! Lists: their elements, and what Python's functions make of several numbers.

use super::join::Bound;
use super::promote::{Owner, Value, name};
use crate::c::parse::Reader;
use crate::c::place::Place;
use crate::c::token::Kind as Cut;
use crate::c::tree::{Id, Kind, Operation};
use crate::c::types::CType;
use core::ops::Range;

impl Reader<'_> {
    /// Takes values back that waited while others were read: what they are may have been written again meanwhile.
    pub(super) fn take_back(&mut self, waiting: usize, values: &mut [Value]) {
        let ids = self.pending.split_off(waiting);
        values.iter_mut().zip(ids).for_each(|(value, id)| value.id = id);
    }

    /// The place of an element, whose bracket is open.
    pub(super) fn element_of_list(&mut self, place: usize, at: usize) -> Option<Place> {
        let open = self.at;
        self.at += 1;
        let index = self.python_value()?;
        if self.shown(self.at) == ":" {
            let span = self.span(self.at);
            self.error("not-covered", span, "A slice is not covered here: one element is.");
            return None;
        }
        self.close(open);
        let span = self.since(self.span(at).start);
        if index.owner == Owner::Truth || !self.tree.own(index.id).is_integer() {
            self.error("array", span, "An index is an integer.");
            return None;
        }
        let length = self.known[place].lengths[0] as i64;
        let mut id = self.number_as(Value { owner: Owner::Python, ..index }, CType::Long, &span);
        if let Some(number) = self.tree.constant(id).and_then(|number| number.ordinal()) {
            let wanted = if number < 0 { number + length } else { number };
            if !(0..length).contains(&wanted) {
                self.error("array", span, format!("The list has {length} elements, counted from 0."));
                return None;
            }
            id = self.whole(wanted);
        } else {
            let (least, most) = self.bounds(id);
            if least < 0 || most >= i128::from(length) {
                let [zero, end] = [0, length].map(|number| self.whole(number));
                let (below, above) = (self.related(".lt", id, zero), self.related(".ge", id, end));
                let outside = self.tree.node(Kind::Or(below, above), CType::Int, 0..0);
                self.raises(outside, "an index that lies outside of the list, or counts from its end", &span);
            }
        }
        let own = self.known[place].own;
        let base = self.held_or_address(place, 0..0);
        if let Some(number) = self.tree.constant(id).and_then(|number| number.ordinal()) {
            return Some(Place::Memory(base, number * own.size() as i64, own));
        }
        let address = self.tree.binary(Operation::Add, base, id, span).ok()?;
        Some(Place::Memory(address, 0, own))
    }

    /// The numbers of a list that is the one argument of a call: one that is written, or that of a name.
    pub(super) fn listed_values(&mut self, open: usize) -> Option<Vec<Value>> {
        let at = open + 1;
        if self.is(at, Cut::Name) && self.shown(at + 1) == ")" {
            let Some(Bound::At(place)) = self.bound(self.shown(at)) else { return None };
            let length = *self.known[place].lengths.first()?;
            self.at = at + 2;
            let (own, owner) = (self.known[place].own, self.known[place].owner);
            let base = self.held_or_address(place, 0..0);
            let mut element = |number: u64| self.read(&Place::Memory(base, (number * own.size()) as i64, own));
            let ids: Vec<Id> = (0..length).map(&mut element).collect();
            return Some(ids.into_iter().map(|id| Value { id, owner }).collect());
        }
        if self.shown(at) != "[" {
            return None;
        }
        self.at = at;
        let values = self.written_list()?;
        self.close(open);
        Some(values)
    }

    /// `[1.0, 2.0]`, `[0.1] * 10`
    pub(super) fn written_list(&mut self) -> Option<Vec<Value>> {
        let open = self.at;
        self.at += 1;
        let mut values: Vec<Value> = Vec::new();
        let waiting = self.pending.len();
        while !matches!(self.shown(self.at), "]" | ")" | "" | ";") {
            let value = self.python_value();
            if self.shown(self.at) == "for" {
                let span = self.span(self.at);
                self.error("not-covered", span, "A comprehension is not covered here: write the loop.");
                self.pending.truncate(waiting);
                self.at = self.behind(open);
                return None;
            }
            let Some(value) = value else {
                self.pending.truncate(waiting);
                return None;
            };
            self.pending.push(value.id);
            values.push(value);
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.take_back(waiting, &mut values);
        self.close(open);
        if self.shown(self.at) == "*" {
            let place = self.span(self.at);
            self.at += 1;
            let count = self.python_value()?;
            let count = self.tree.constant(count.id).and_then(|number| number.ordinal()).filter(|count| (1..=1000).contains(count));
            let Some(count) = count else {
                self.error("not-covered", place, "A list is repeated 1 to 1000 times here, by a number.");
                return None;
            };
            values = (0..count).flat_map(|_| values.clone()).collect();
        }
        if values.is_empty() || values.len() > 1000 {
            let span = self.since(self.span(open).start);
            self.error("not-covered", span, "A list has 1 to 1000 numbers here.");
            return None;
        }
        Some(values)
    }

    /// `sum`, `max`, `min` and `len` of several numbers.
    pub(super) fn of_several(&mut self, word: &str, values: &[Value], span: Range<usize>) -> Option<Value> {
        let first = *values.first()?;
        match word {
            "len" => Some(Value { id: self.whole(values.len() as i64), owner: Owner::Python }),
            "sum" => {
                let floats = values.iter().all(|value| value.owner == Owner::Python && self.tree.own(value.id) == CType::Double);
                if floats && values.len() > 1 {
                    return self.compensated(values, span);
                }
                let mut total = Value { id: self.whole(0), owner: Owner::Python };
                if values.iter().any(|value| value.owner == Owner::Python && self.tree.own(value.id) == CType::Double) && values.len() > 1 {
                    self.error("not-covered", span, "sum of numbers of several types is not covered here.");
                    return None;
                }
                for value in values {
                    total = self.arithmetic("+", [total, *value], span.clone(), span.clone());
                }
                Some(total)
            }
            _ => {
                let mut best = first;
                for value in &values[1..] {
                    let relation = if word == "max" { ">" } else { "<" };
                    let better = self.related_values(relation, [*value, best], span.clone(), span.clone());
                    let owns = [*value, best].map(|value| (value.owner, self.tree.own(value.id)));
                    match self.decided(better.id) {
                        Some(true) => best = *value,
                        Some(false) => {}
                        None => {
                            self.same_types_of(&owns, span.clone());
                            if owns[0] == owns[1] {
                                best.id = self.tree.chosen(better.id, value.id, best.id, span.clone());
                            }
                        }
                    }
                }
                Some(best)
            }
        }
    }

    /// Says of numbers of different types of which one is taken.
    fn same_types_of(&mut self, owns: &[(Owner, CType); 2], span: Range<usize>) {
        if owns[0] != owns[1] {
            let [one, other] = owns.map(|(owner, own)| name(owner, own));
            self.error("types", span, format!("The result is {one} or {other}: make both of one type."));
        }
    }

    /// The sum of Python's floats since 3.12: what each addition loses is added up, and added at the end.
    fn compensated(&mut self, values: &[Value], span: Range<usize>) -> Option<Value> {
        self.said_once("python", span.clone(), "Since Python 3.12 sum adds up what each addition of floats loses, and adds it at the end.");
        let mut total = values.first()?.id;
        let mut lost = self.zero(CType::Double);
        let of = |reader: &mut Self, operation: Operation, a: Id, b: Id| reader.tree.binary(operation, a, b, span.clone()).unwrap_or(a);
        for value in &values[1..] {
            let x = value.id;
            let next = of(self, Operation::Add, total, x);
            let [size, other] = [total, x].map(|id| self.called_by_name("fabs", vec![id]).unwrap_or(id));
            let larger = self.related(".ge", size, other);
            let (high, low) = (self.tree.chosen(larger, total, x, span.clone()), self.tree.chosen(larger, x, total, span.clone()));
            let rest = of(self, Operation::Subtract, high, next);
            let rest = of(self, Operation::Add, rest, low);
            lost = of(self, Operation::Add, lost, rest);
            total = next;
        }
        let whole = of(self, Operation::Add, total, lost);
        let size = self.called_by_name("fabs", vec![lost])?;
        let infinity = self.tree.number(CType::Double, CType::Double.format().exponent_mask(), None, 0..0);
        let finite = self.related(".lt", size, infinity);
        Some(Value { id: self.tree.chosen(finite, whole, total, span), owner: Owner::Python })
    }
}
