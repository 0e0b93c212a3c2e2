//! Members that lie in memory: arrays and unions, and the structures that have one. A list in braces gives each member its value.
//!
//!     union Bits { float f; unsigned u; };     the members are views of the same bytes
//!     struct Matrix { double m[2][2]; };       an array is a structure whose members have numbers for names

use super::layout::Shape;
use super::parse::Reader;
use super::place::Place;
use super::tree::{Id, Kind, Operation};
use super::types::CType;

impl Reader<'_> {
    /// Whether a list in braces gives each member its value: the structure has no constructor.
    pub(super) fn is_aggregate(&self, own: CType) -> bool {
        own.layout().is_some_and(|layout| !self.has_member(own, &layout.name)) && own.in_vector().is_none()
    }

    /// What a list in braces, which opens here, makes of a structure.
    pub(super) fn braced(&mut self, own: CType) -> Id {
        let begin = self.at;
        if own.in_vector().is_some() {
            return self.vector_listed(own);
        }
        self.at += 1;
        if !self.is_aggregate(own) {
            let values = self.values("}");
            return self.constructed(own, &values, begin);
        }
        // Of a std::array the array inside may have braces of its own.
        let element = own.element().filter(|_| !own.decays() && self.shown(self.at) == "{");
        let inside = element.is_some_and(|element| element.layout().is_none() || self.shown(self.at + 1) == "{");
        self.at += usize::from(inside);
        let made = self.filled(own, None);
        self.at += usize::from(inside && self.shown(self.at) == "}");
        if self.shown(self.at) == "}" {
            self.at += 1;
        } else {
            let (span, count) = (self.span(self.at), own.layout().map_or(0, |layout| layout.members.len()));
            self.error("structure", span, format!("`{}` has {count} members.", own.name()));
            self.at = self.behind(begin);
        }
        made
    }

    /// A structure of the values that stand here, the first of which may have been read: one inside may leave out its braces.
    fn filled(&mut self, own: CType, mut first: Option<Id>) -> Id {
        let Some(layout) = own.layout() else { return self.zero(own) };
        let (waiting, begin) = (self.pending.len(), self.at);
        let wanted: Vec<CType> = match layout.shape {
            Shape::Union => layout.views.first().map(|(_, own, _)| *own).into_iter().collect(),
            _ => layout.members.iter().map(|(_, own, _)| *own).collect(),
        };
        for wanted in wanted {
            let value = match first.take() {
                None if matches!(self.shown(self.at), "}" | "") => break,
                None if self.shown(self.at) == "{" && wanted.layout().is_some() => Some(self.braced(wanted)),
                None => self.assignment(),
                known => known,
            };
            let Some(value) = value else { break };
            // What is of its type, or of one that derives from it, is copied.
            if self.pending.len() == waiting && self.is_or_derives(self.tree.own(value), own) {
                let value = self.sliced(value, own);
                return self.owned(value, true, begin);
            }
            let value = match self.tree.own(value) {
                given if self.is_or_derives(given, wanted) => self.sliced(value, wanted),
                _ if self.is_aggregate(wanted) => {
                    let made = self.filled(wanted, Some(value));
                    self.pending.push(made);
                    continue;
                }
                _ => self.narrow_cast(value, wanted, begin),
            };
            self.pending.push(value);
            self.at += usize::from(self.shown(self.at) == ",");
        }
        let values: Vec<Id> = self.pending.drain(waiting..).collect();
        self.grouped(own, &values, begin)
    }

    /// A union whose first member has a value.
    pub(super) fn united(&mut self, own: CType, value: Id) -> Id {
        let zero = self.zero(own);
        let place = self.hidden("united", own, Some(zero));
        let first = own.layout().and_then(|layout| layout.views.first());
        if let (Place::Memory(address, offset, _), Some((_, member, _))) = (self.place_of(place), first) {
            self.write(&Place::Memory(address, offset, *member), value);
        }
        self.held(place, 0..0)
    }

    /// The address of what lies so many bytes behind another.
    pub(super) fn address_at(&mut self, address: Id, offset: i64, own: CType) -> Id {
        let pointer = own.pointer();
        let address = self.tree.converted(address, pointer);
        if offset == 0 {
            return address;
        }
        let bytes = self.tree.number(pointer, offset as u64, None, 0..0);
        self.tree.node(Kind::Binary(Operation::Add, address, bytes), pointer, 0..0)
    }

    /// The address of the first element of an array that is a member; None of any other place. `std::array` is no address.
    pub(super) fn decayed(&mut self, place: &Place) -> Option<Id> {
        let Place::Memory(address, offset, own) = place else { return None };
        let element = own.element().filter(|_| own.decays())?;
        Some(self.address_at(*address, *offset, element))
    }
}
