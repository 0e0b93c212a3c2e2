//! `std::vector` of the host: a structure of an address and of how many numbers lie there. `std::array` is an array that is copied.

use super::parse::Reader;
use super::place::{Place, Seen, base_of};
use super::template::SHIFTS;
use super::tree::{Id, Kind, Operation};
use super::types::{CType, lists};
use crate::operation::Relation;

impl Reader<'_> {
    /// The type `vector<float>` or `array<float, 4>` that stands at a place, and the place behind it.
    pub(super) fn sequence_at(&self, at: usize) -> Option<(Option<CType>, usize)> {
        let word = self.shown(at);
        if !matches!(word, "vector" | "array") || self.shown(at + 1) != "<" {
            return None;
        }
        let (own, mut end) = self.type_at(at + 2)?;
        let stars = (end..).take_while(|at| self.shown(*at) == "*").count();
        let own = (0..stars).fold(own?, |own, _| own.pointer());
        end += stars;
        if word == "vector" {
            return (self.shown(end) == ">").then(|| (Some(CType::vector_of(own)), end + 1));
        }
        let mut reader = self.clone();
        (reader.dry, reader.at) = (true, end + 1);
        let count = reader.level(SHIFTS)?;
        let count = u64::try_from(reader.tree.constant(count)?.ordinal()?).ok()?;
        let closes = self.shown(end) == "," && reader.shown(reader.at) == ">";
        Some((own.array_of_standard(count).filter(|_| closes), reader.at + 1))
    }

    /// Memory of the host for so many numbers.
    pub(super) fn numbers_of(&mut self, own: CType, count: Id) -> Option<Id> {
        if !self.on_host {
            let span = self.span(self.at);
            self.error("not-covered", span, "A std::vector is of the host: a kernel has none.");
        }
        let count = self.tree.converted(count, CType::UnsignedLong);
        let size = self.tree.number(CType::UnsignedLong, own.size(), None, 0..0);
        let bytes = self.tree.binary(Operation::Multiply, count, size, 0..0).ok()?;
        Some(self.asks("host_malloc", &[bytes], own.pointer()))
    }

    /// Gives so many numbers from an address on a value, which is made anew for each: with the variable that counts them.
    pub(super) fn fills(&mut self, base: Id, count: Id, make: impl FnOnce(&mut Self, usize) -> Option<Id>) -> Option<()> {
        let vector = self.hidden("base", self.tree.own(base), Some(base));
        let count = self.hidden("filled", self.tree.own(count), Some(count));
        let zero = self.zero(CType::Long);
        let index = self.hidden("index", CType::Long, Some(zero));
        let (again, end) = (self.new_label(), self.new_label());
        self.flush(None);
        self.emit_head(&again);
        let [next, most] = [index, count].map(|place| self.held(place, 0..0));
        let goes = self.tree.compared(Relation::of(".lt"), next, most, 0..0);
        self.jump_unless(goes, &end);
        self.open += 1;
        let value = make(self, index)?;
        self.open -= 1;
        let [next, base] = [index, vector].map(|place| self.held(place, 0..0));
        let address = self.tree.binary(Operation::Add, base, next, 0..0).ok()?;
        let own = self.tree.own(base).pointee()?;
        self.write(&Place::Memory(address, 0, own), value);
        let (next, one) = (self.held(index, 0..0), self.tree.number(CType::Long, 1, None, 0..0));
        let next = self.tree.binary(Operation::Add, next, one, 0..0).ok()?;
        self.give(index, next);
        self.jump(&again);
        self.emit_label(&end);
        Some(())
    }

    /// What a constructor makes of values: so many numbers, those between two addresses, or those of another vector.
    pub(super) fn vector_made(&mut self, own: CType, values: &[Id], at: usize) -> Id {
        let element = own.in_vector().unwrap_or(CType::Float);
        let is_count = |id: Id| self.tree.own(id).is_integer() && self.tree.own(id).pointee().is_none();
        match *values {
            [] => self.zero(own),
            [same] if self.tree.own(same) == own => same,
            [count] if is_count(count) => self.vector_filled(own, count, None, at),
            [count, value] if is_count(count) => {
                let value = self.fitted(value, element, at);
                self.vector_filled(own, count, Some(value), at)
            }
            [first, last] if [first, last].iter().all(|id| self.tree.own(*id).pointee() == Some(element)) => {
                self.copied_numbers(own, first, last).unwrap_or(first)
            }
            _ => {
                let span = self.since(self.span(at).start);
                self.error("not-covered", span, "This vector is not covered here: std::vector<float> h(n) is, with a value or a list.");
                self.zero(own)
            }
        }
    }

    /// A vector of so many numbers of a value; what is not said of them is zero, or what a constructor makes of each.
    fn vector_filled(&mut self, own: CType, count: Id, value: Option<Id>, at: usize) -> Id {
        let count = self.tree.converted(count, CType::Long);
        let known = self.known.len();
        let element = own.in_vector().unwrap_or(CType::Float);
        let count = self.hidden("given", CType::Long, Some(count));
        let value = value.map(|id| self.hidden("given", element, Some(id)));
        let held = self.held(count, 0..0);
        let Some(base) = self.numbers_of(element, held) else { return self.zero(own) };
        let base = self.hidden("numbers", element.pointer(), Some(base));
        let [start, most] = [base, count].map(|place| self.held(place, 0..0));
        if self.fills(start, most, |reader, _| Some(reader.filling(value, element, at))).is_none() {
            return self.zero(own);
        }
        let all = [base, count].map(|place| self.held(place, 0..0)).to_vec();
        let made = self.tree.node(Kind::Group(all), own, 0..0);
        self.leave(known);
        made
    }

    /// A copy of what a variable holds: each vector of a vector has numbers of its own.
    fn copy_held(&mut self, variable: usize, at: usize) -> Id {
        let value = self.held(variable, 0..0);
        self.copy_of(value, true, at)
    }

    /// A vector of the values in a list, which opens here.
    pub(super) fn vector_listed(&mut self, own: CType) -> Id {
        let (waiting, begin) = (self.pending.len(), self.at);
        let element = own.in_vector().unwrap_or(CType::Float);
        self.at += 1;
        while !matches!(self.shown(self.at), "}" | "" | ";") {
            let inside = self.shown(self.at) == "{" && element.layout().is_some();
            let value = if inside { Some(self.braced(element)) } else { self.assignment() };
            let Some(value) = value else { break };
            let value = self.fitted(value, element, begin);
            let value = self.owned(value, true, begin);
            self.pending.push(value);
            self.at += usize::from(self.shown(self.at) == ",");
        }
        self.at += usize::from(self.shown(self.at) == "}");
        let count = self.tree.number(CType::Long, (self.pending.len() - waiting) as u64, None, 0..0);
        let base = self.numbers_of(element, count);
        let values: Vec<Id> = self.pending.drain(waiting..).collect();
        let Some(base) = base else { return self.zero(own) };
        for (number, value) in values.into_iter().enumerate() {
            self.write(&Place::Memory(base, number as i64 * element.size() as i64, element), value);
        }
        self.tree.node(Kind::Group(vec![base, count]), own, 0..0)
    }

    /// A copy of a vector, with numbers of its own.
    pub(super) fn copied_vector(&mut self, value: Id) -> Option<Id> {
        let own = self.tree.own(value);
        let Kind::Group(all) = self.tree.nodes[value].kind.clone() else { return None };
        let element = own.in_vector()?;
        if self.needs_copy(element) {
            return self.deeper(|reader| reader.copied_each(own, element, all));
        }
        let last = self.tree.binary(Operation::Add, all[0], all[1], 0..0).ok()?;
        self.copied_numbers(own, all[0], last)
    }

    /// A vector of copies of so many elements from an address on.
    fn copied_each(&mut self, own: CType, element: CType, all: Vec<Id>) -> Option<Id> {
        let at = self.at.saturating_sub(1);
        let known = self.known.len();
        let [from, count] = [all[0], all[1]].map(|id| self.hidden("copied", self.tree.own(id), Some(id)));
        let held = self.held(count, 0..0);
        let base = self.numbers_of(element, held)?;
        let base = self.hidden("copies", element.pointer(), Some(base));
        let [first, most] = [base, count].map(|place| self.held(place, 0..0));
        self.fills(first, most, |reader, next| {
            let [from, next] = [from, next].map(|place| reader.held(place, 0..0));
            let address = reader.tree.binary(Operation::Add, from, next, 0..0).ok()?;
            let value = reader.read(&Place::Memory(address, 0, element));
            Some(reader.copy_of(value, true, at))
        })?;
        let made = [base, count].map(|place| self.held(place, 0..0)).to_vec();
        let made = self.tree.node(Kind::Group(made), own, 0..0);
        self.leave(known);
        Some(made)
    }

    /// A vector of the numbers between two addresses.
    fn copied_numbers(&mut self, own: CType, first: Id, last: Id) -> Option<Id> {
        let element = own.in_vector()?;
        let count = self.tree.binary(Operation::Subtract, last, first, 0..0).ok()?;
        let base = self.numbers_of(element, count)?;
        self.moves(base, first, count)?;
        Some(self.tree.node(Kind::Group(vec![base, count]), own, 0..0))
    }

    /// Copies so many numbers of the host.
    fn moves(&mut self, to: Id, from: Id, count: Id) -> Option<()> {
        let size = self.tree.own(to).pointee()?.size();
        let (width, host) = (self.tree.number(CType::Long, size, None, 0..0), self.zero(CType::Int));
        let bytes = self.tree.binary(Operation::Multiply, count, width, 0..0).ok()?;
        self.asks("host_copy", &[to, from, bytes, host], CType::Int);
        Some(())
    }

    /// Where the numbers of a place lie and how many there are: of a vector, of a `std::array`, or of an array that is a member.
    pub(super) fn numbers_in(&mut self, place: &Place) -> Option<(Id, Id)> {
        let own = self.own_of(place);
        if own.in_vector().is_some() {
            let value = self.read(place);
            let Kind::Group(all) = self.tree.nodes[value].kind.clone() else { return None };
            return Some((all[0], all[1]));
        }
        let (element, Place::Memory(address, offset, _)) = (own.element()?, place) else { return None };
        let count = self.tree.number(CType::Long, own.size() / element.size(), None, 0..0);
        Some((self.address_at(*address, *offset, element), count))
    }

    /// `h.size()`, `h.back()`, `h.push_back(x)` and their kind, behind a vector or a `std::array`; None where none stands here.
    pub(super) fn of_sequence(&mut self, place: Option<&Place>, value: Id, seen: Option<&Seen>) -> Option<Id> {
        const ASKED: &str =
            " size empty data begin cbegin end cend front back at push_back emplace_back pop_back clear reserve resize assign fill ";
        let own = self.tree.own(value);
        let (asked, at) = (self.shown(self.at + 1), self.at);
        let known = own.in_vector().is_some() || (own.element().is_some() && !own.decays());
        if !known || self.shown(at) != "." || self.shown(at + 2) != "(" || !lists(ASKED, asked) {
            return None;
        }
        let place = match place {
            Some(place) => place.clone(),
            None => self.object(own, value),
        };
        self.mark_call(at + 1);
        let changes = matches!(asked, "push_back" | "emplace_back" | "pop_back" | "clear" | "resize" | "assign");
        if changes || asked == "fill" {
            let begin = self.begin_of_operand(at);
            let constant = seen.map_or_else(|| self.constness(begin?), |seen| seen.constant);
            let span = self.span(at + 1);
            if constant == Some(true) {
                self.error("const", span, format!("This is const here: `{asked}` would change it."));
            } else if seen.is_some_and(|seen| seen.place.is_none()) {
                self.error("not-covered", span, format!("`{asked}` changes what stands before it, whose place is not known here."));
            }
        }
        let constant = match seen {
            Some(seen) => seen.constant,
            None => self.begin_of_operand(at).and_then(|begin| self.constness(begin)),
        };
        let is_pointer = own.in_vector().or(own.element()).is_some_and(|own| own.pointee().is_some());
        let constant = constant.filter(|_| !is_pointer);
        self.at += 3;
        let kept = base_of(Some(&place));
        let listed = if asked == "push_back" { own.in_vector() } else { None };
        let (kept, values) = self.with_pending(&kept, |reader| reader.values_of(")", &[listed]));
        let place = self.moved_to(place, kept);
        if matches!(asked, "push_back" | "emplace_back" | "resize" | "assign") && own.in_vector().is_some() {
            return self.grows(asked, place, values, at);
        }
        let (base, count) = self.numbers_in(&place)?;
        let element = self.tree.own(base).pointee()?;
        let one = self.tree.number(CType::Long, 1, None, 0..0);
        if changes && own.in_vector().is_none() {
            let span = self.span(at + 1);
            self.error("structure", span, format!("A std::array has no {asked}."));
            return None;
        }
        let one_of = |reader: &mut Self, place: Place| {
            let value = reader.read(&place);
            reader.seen = Some(Seen { end: reader.at, place: Some(place), constant });
            value
        };
        self.seen = None;
        Some(match (asked, &values[..]) {
            ("size", []) => self.tree.converted(count, CType::UnsignedLong),
            ("empty", []) => self.tree.node(Kind::Not(count), CType::Int, 0..0),
            ("data" | "begin" | "cbegin", []) => base,
            ("end" | "cend", []) => self.tree.binary(Operation::Add, base, count, 0..0).ok()?,
            ("front", []) => one_of(self, Place::Memory(base, 0, element)),
            ("back", []) => {
                let last = self.tree.binary(Operation::Add, base, count, 0..0).ok()?;
                one_of(self, Place::Memory(last, -(element.size() as i64), element))
            }
            ("at", &[index]) => {
                let address = self.tree.binary(Operation::Add, base, index, 0..0).ok()?;
                one_of(self, Place::Memory(address, 0, element))
            }
            ("reserve", [_]) => self.nothing(),
            ("fill", &[value]) => {
                let value = self.fitted(value, element, at);
                let value = self.hidden("given", element, Some(value));
                self.fills(base, count, |reader, _| Some(reader.copy_held(value, at)))?;
                self.nothing()
            }
            ("pop_back", []) => {
                let next = self.tree.binary(Operation::Subtract, count, one, 0..0).ok()?;
                let made = self.tree.node(Kind::Group(vec![base, next]), own, 0..0);
                self.write(&place, made);
                self.nothing()
            }
            ("clear", []) => {
                let none = self.zero(CType::Long);
                let made = self.tree.node(Kind::Group(vec![base, none]), own, 0..0);
                self.write(&place, made);
                self.nothing()
            }
            _ => {
                let span = self.since(self.span(at).start);
                self.error("not-covered", span, format!("`{asked}` is not covered here with {} arguments.", values.len()));
                return None;
            }
        })
    }

    /// `push_back`, `emplace_back`, `resize` and `assign` of a vector in a place: it gets other memory with room for what it then holds.
    fn grows(&mut self, asked: &str, place: Place, values: Vec<Id>, at: usize) -> Option<Id> {
        let own = self.own_of(&place);
        let element = own.in_vector()?;
        if asked == "resize" && matches!(values.len(), 1 | 2) {
            return self.resized(place, &values, at);
        }
        let base = base_of(Some(&place));
        let known = self.known.len();
        let (base, made) = self.with_pending(&base, |reader| match (asked, &values[..]) {
            ("push_back", &[value]) => {
                let value = reader.fitted(value, element, at);
                Some(reader.owned(value, true, at))
            }
            ("emplace_back", values) if element.layout().is_some() => Some(reader.constructed(element, values, at)),
            ("emplace_back", &[value]) => Some(reader.fitted(value, element, at)),
            ("assign", &[_, _]) => Some(reader.vector_made(own, &values, at)),
            _ => {
                let span = reader.since(reader.span(at).start);
                reader.error("not-covered", span, format!("`{asked}` is not covered here with {} arguments.", values.len()));
                None
            }
        });
        let (place, made) = (self.moved_to(place, base), made?);
        let (base, count) = self.numbers_in(&place)?;
        if asked == "assign" {
            self.write(&place, made);
            return Some(self.nothing());
        }
        let one = self.tree.number(CType::Long, 1, None, 0..0);
        let next = self.tree.binary(Operation::Add, count, one, 0..0).ok()?;
        let room = self.numbers_of(element, next)?;
        self.moves(room, base, count)?;
        self.frees(base, 0);
        let address = self.tree.binary(Operation::Add, room, count, 0..0).ok()?;
        self.write(&Place::Memory(address, 0, element), made);
        let made = self.tree.node(Kind::Group(vec![room, next]), own, 0..0);
        self.write(&place, made);
        self.leave(known);
        Some(self.nothing())
    }

    /// `resize` of a vector in a place: what fits of its numbers stays, and what comes behind them is made anew.
    fn resized(&mut self, place: Place, values: &[Id], at: usize) -> Option<Id> {
        let own = self.own_of(&place);
        let element = own.in_vector()?;
        let known = self.known.len();
        let kept: Vec<Id> = values.iter().copied().chain(base_of(Some(&place))).collect();
        let (kept, made) = self.with_pending(&kept, |reader| {
            let first = reader.pending.len() - kept.len();
            let value = if values.len() == 2 { Some(reader.fitted(reader.pending[first + 1], element, at)) } else { None };
            value.map(|id| reader.hidden("given", element, Some(id)))
        });
        let place = self.moved_to(place, kept[values.len()..].to_vec());
        let wanted = self.tree.converted(kept[0], CType::Long);
        let (base, count) = self.numbers_in(&place)?;
        let fits = self.tree.compared(Relation::of(".lt"), count, wanted, 0..0);
        let stays = self.tree.chosen(fits, count, wanted, 0..0);
        let room = self.numbers_of(element, wanted)?;
        self.moves(room, base, stays)?;
        self.frees(base, 0);
        let rest = self.tree.binary(Operation::Subtract, wanted, stays, 0..0).ok()?;
        let behind = self.tree.binary(Operation::Add, room, stays, 0..0).ok()?;
        let group = self.tree.node(Kind::Group(vec![room, wanted]), own, 0..0);
        self.write(&place, group);
        self.fills(behind, rest, |reader, _| Some(reader.filling(made, element, at)))?;
        self.leave(known);
        Some(self.nothing())
    }

    /// What an element of a vector begins with: a copy of what a variable holds, or else what a constructor makes of it, or zero.
    fn filling(&mut self, value: Option<usize>, element: CType, at: usize) -> Id {
        match value {
            Some(value) => self.copy_held(value, at),
            None if self.begins_itself(element) => self.constructed(element, &[], at),
            None => self.zero(element),
        }
    }
}
