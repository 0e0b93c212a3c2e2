//! `std::vector` of the host: an address, and how many numbers lie there.

use super::parse::Reader;
use super::place::Place;
use super::tree::{Id, Kind, Operation};
use super::types::CType;
use crate::operation::Relation;

/// What a vector's length is called behind its name.
pub(super) const SIZE: &str = ".size";

impl Reader<'_> {
    /// Memory of the host for so many numbers.
    pub(super) fn numbers_of(&mut self, own: CType, count: Id) -> Option<Id> {
        let count = self.tree.converted(count, CType::UnsignedLong);
        let size = self.tree.number(CType::UnsignedLong, own.size(), None, 0..0);
        let bytes = self.tree.binary(Operation::Multiply, count, size, 0..0).ok()?;
        Some(self.asks("host_malloc", &[bytes], own.pointer()))
    }

    /// `std::vector<float> x(n), y(n, 1.0f), z = {1, 2};` behind its `<`: memory of the host, and how many numbers it holds.
    pub(super) fn vectors(&mut self) -> Option<()> {
        let (own, end) = self.type_at(self.at)?;
        let own = own.filter(|_| self.shown(end) == ">")?;
        self.mark_type(self.at..end);
        self.at = end + 1;
        loop {
            let name = self.shown(self.at).to_owned();
            self.at += 1 + usize::from(self.shown(self.at + 1) == "=");
            let close = if self.shown(self.at) == "(" { ")" } else { "}" };
            let mut values = Vec::new();
            if matches!(self.shown(self.at), "(" | "{") {
                self.at += 1;
                values = self.values(close);
            } else if !matches!(self.shown(self.at), ";" | ",") {
                return None;
            }
            let listed = close == "}";
            let count = match values[..] {
                [count] | [count, _] if !listed && self.tree.own(count).is_integer() && self.tree.own(count).pointee().is_none() => {
                    self.tree.converted(count, CType::Long)
                }
                _ if listed => self.tree.number(CType::Long, values.len() as u64, None, 0..0),
                _ => return None,
            };
            let memory = self.numbers_of(own, count)?;
            let place = self.declare(&name, own.pointer(), Some(memory));
            self.declare(&[&name, SIZE].concat(), CType::Long, Some(count));
            let address = self.held(place, 0..0);
            if listed {
                for (number, value) in values.iter().enumerate() {
                    let value = self.tree.converted(*value, own);
                    self.write(&Place::Memory(address, number as i64 * own.size() as i64, own), value);
                }
            } else if let [_, value] = values[..] {
                let value = self.tree.converted(value, own);
                self.fills(place, count, value)?;
            }
            if self.shown(self.at) != "," {
                return Some(());
            }
            self.at += 1;
        }
    }

    /// Gives each of the numbers of a vector a value.
    fn fills(&mut self, vector: usize, count: Id, value: Id) -> Option<()> {
        let [value, count] = [value, count].map(|id| self.hidden("filled", self.tree.own(id), Some(id)));
        let zero = self.zero(CType::Long);
        let index = self.hidden("index", CType::Long, Some(zero));
        let (again, end) = (self.new_label(), self.new_label());
        self.flush(None);
        self.emit_label(&again);
        let [at, most] = [index, count].map(|place| self.held(place, 0..0));
        let goes = self.tree.compared(Relation::of(".lt"), at, most, 0..0);
        self.jump_unless(goes, &end);
        let [at, value, base] = [index, value, vector].map(|place| self.held(place, 0..0));
        let address = self.tree.binary(Operation::Add, base, at, 0..0).ok()?;
        let own = self.tree.own(value);
        self.write(&Place::Memory(address, 0, own), value);
        let one = self.tree.number(CType::Long, 1, None, 0..0);
        let next = self.tree.binary(Operation::Add, at, one, 0..0).ok()?;
        self.give(index, next);
        self.jump(&again);
        self.emit_label(&end);
        Some(())
    }

    /// How many numbers a vector holds.
    pub(super) fn length_of_vector(&mut self, word: &str) -> Option<Id> {
        let size = self.find(&[word, SIZE].concat())?;
        Some(self.held(size, 0..0))
    }

    /// `h.size()`, `h.begin()`, `h.push_back(x)` and their kind, for a vector whose name was read.
    pub(super) fn of_vector(&mut self, word: &str) -> Option<Id> {
        if self.shown(self.at) != "." || self.shown(self.at + 2) != "(" {
            return None;
        }
        let (size, place) = (self.find(&[word, SIZE].concat())?, self.find(word)?);
        let (asked, at) = (self.shown(self.at + 1), self.at);
        if !matches!(asked, "size" | "empty" | "data" | "begin" | "end" | "push_back") {
            return None;
        }
        self.at += 3;
        let values = self.values(")");
        let (base, count) = (self.held(place, 0..0), self.held(size, 0..0));
        Some(match (asked, &values[..]) {
            ("size", []) => self.tree.converted(count, CType::UnsignedLong),
            ("empty", []) => self.tree.node(Kind::Not(count), CType::Int, 0..0),
            ("data" | "begin", []) => base,
            ("end", []) => self.tree.binary(Operation::Add, base, count, 0..0).ok()?,
            ("push_back", &[value]) => {
                let (own, one) = (self.tree.own(base).pointee()?, self.tree.number(CType::Long, 1, None, 0..0));
                let next = self.tree.binary(Operation::Add, count, one, 0..0).ok()?;
                let (width, host) = (self.tree.number(CType::Long, own.size(), None, 0..0), self.zero(CType::Int));
                let bytes = self.tree.binary(Operation::Multiply, count, width, 0..0).ok()?;
                let room = self.numbers_of(own, next)?;
                self.asks("host_copy", &[room, base, bytes, host], CType::Int);
                self.frees(base, 0);
                let address = self.tree.binary(Operation::Add, room, count, 0..0).ok()?;
                let value = self.fitted(value, own, at);
                self.write(&Place::Memory(address, 0, own), value);
                self.give(place, room);
                self.give(size, next);
                self.nothing()
            }
            _ => return None,
        })
    }
}
