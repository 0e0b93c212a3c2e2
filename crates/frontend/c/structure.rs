//! Structures and CUDA's vectors: numbers with names. A variable of one is a variable for each member; its value is a group of nodes.

use super::define::Taken;
use super::fragment::{FRAGMENT, fragment};
use super::parse::Reader;
use super::place::Place;
use super::template::{Bound, Parameter};
use super::token::Kind as Cut;
use super::tree::{Id, Kind};
use super::types::{CType, Layout};
use super::variables::Variable;

/// A structure of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Structure {
    pub name: String,
    pub templates: Vec<Parameter>,
    /// Its members; where one begins with a value by itself, the place of that.
    pub members: Vec<Taken>,
}

impl Reader<'_> {
    /// `struct P { float x, y; };` with what stands before and behind it; false where no structure is defined here.
    pub(super) fn defines_structure(&mut self) -> bool {
        let names = self.shown(self.at) == "typedef";
        let (templates, at) = self.template_at(self.at + usize::from(names));
        let named = self.is(at + 1, Cut::Name);
        let open = at + 1 + usize::from(named);
        if !matches!(self.shown(at), "struct" | "class") || self.shown(open) != "{" {
            return false;
        }
        self.mark_type(self.at..at + 1);
        let close = self.behind(open) - 1;
        let place = if named { at + 1 } else { close + 1 };
        let name = self.shown(place).to_owned();
        if !self.is(place, Cut::Name) {
            let span = self.span(open);
            self.error("structure", span, "A structure has a name, and so has each of its members.");
            self.at = close + 1;
            return true;
        }
        self.structures.push(Structure { name: name.clone(), templates: templates.clone(), members: Vec::new() });
        self.at = open + 1;
        let mut members = Vec::new();
        while self.at < close {
            if matches!(self.shown(self.at), "public" | "private" | "protected") && self.shown(self.at + 1) == ":" {
                self.at += 2;
            } else if !self.defines_function(self.at, Some((&name, place))) && !self.member_declared(&mut members) {
                break;
            }
        }
        self.at = close + 1;
        if let Some(own) = self.structures.last_mut() {
            own.members = members;
        }
        if templates.is_empty()
            && let Some(own) = self.structures.last().cloned().and_then(|own| self.instance(&own, Vec::new()))
        {
            self.types.push((name.clone(), own));
        }
        if names && self.is(self.at, Cut::Name) {
            // A structure may have two names.
            let alias = self.shown(self.at).to_owned();
            if let Some((_, own)) = self.types.last().cloned().filter(|_| alias != name) {
                self.types.push((alias, own));
            }
            self.at += 1;
        }
        if self.is(self.at, Cut::Name) {
            let span = self.span(self.at);
            self.error("structure", span, "Declare each variable of a structure separately.");
            self.at += 1;
        }
        self.semicolon();
        true
    }

    /// `enum Mode { FAST, SLOW = 3 };`: names for numbers; false where none is defined here.
    pub(super) fn defines_enumeration(&mut self) -> bool {
        let named = self.is(self.at + 1, Cut::Name);
        let open = self.at + 1 + usize::from(named);
        if self.shown(open) != "{" || self.shown(self.at + 1) == "class" {
            return false;
        }
        let (name, end) = (self.shown(self.at + 1).to_owned(), self.behind(open));
        self.mark_type(self.at..open);
        self.at = open + 1;
        let mut next = 0;
        while self.is(self.at, Cut::Name) {
            let own = self.shown(self.at).to_owned();
            self.at += 1;
            if self.shown(self.at) == "=" {
                self.at += 1;
                let given = self.choice().and_then(|id| self.tree.constant(id)).and_then(|number| number.ordinal());
                let Some(given) = given else { return false };
                next = given;
            }
            if i32::try_from(next).is_err() {
                let span = self.span(self.at - 1);
                self.error("not-covered", span, format!("`{own}` is {next}, which is no int: other enumerators are not covered here."));
            }
            self.constants.push((own, CType::Int, next as u64 & CType::Int.mask()));
            next = next.wrapping_add(1);
            self.at += usize::from(self.shown(self.at) == ",");
        }
        if named {
            self.types.push((name, CType::Int));
        }
        self.at = end;
        self.semicolon();
        true
    }

    /// The members that one line of a structure declares; false, and said, where it declares none that is covered.
    fn member_declared(&mut self, members: &mut Vec<Taken>) -> bool {
        let begin = self.at;
        let around = self.structures.last().map(|own| own.templates.clone()).unwrap_or_default();
        let of_template = around.iter().any(|own| own.number.is_none() && own.name == self.shown(begin));
        let end = if of_template { Some(begin + 1) } else { self.type_at(begin).filter(|(own, _)| own.is_some()).map(|(_, end)| end) };
        // A list may name what the template around stands for.
        let listed = !around.is_empty() && self.structures.iter().any(|own| own.name == self.shown(begin) && !own.templates.is_empty());
        let end = end.or_else(|| (listed && self.shown(begin + 1) == "<").then(|| self.behind_list(begin + 1)));
        let Some(end) = end.filter(|end| !(begin..*end).any(|at| self.shown(at) == "static")) else {
            let span = self.span(begin);
            self.error("structure", span, "A member is a number, a pointer or a structure with a type that is known here.");
            return false;
        };
        self.mark_type(begin..end);
        self.at = end;
        loop {
            let mut signs = 0;
            while self.shown(self.at) == "*" {
                signs += 1;
                self.at += 1;
            }
            let name = self.shown(self.at).to_owned();
            let default = (self.shown(self.at + 1) == "=").then_some(self.at + 2);
            let is_name = self.is(self.at, Cut::Name);
            members.push(Taken { name, own: begin..end, signs, reference: false, default });
            self.at += 1;
            while default.is_some() && !matches!(self.shown(self.at), "," | ";" | "}" | "") {
                self.at = if matches!(self.shown(self.at), "(" | "{") { self.behind(self.at) } else { self.at + 1 };
            }
            if !is_name || !matches!(self.shown(self.at), "," | ";") {
                let span = self.span(self.at);
                self.error("structure", span, "Members are plain here: no arrays, and no references.");
                return false;
            }
            if self.shown(self.at) == ";" {
                self.semicolon();
                return true;
            }
            self.at += 1;
        }
    }

    /// The structure of a template with the list that stands here, and the place behind it.
    pub(super) fn instance_at(&self, at: usize) -> Option<(Option<CType>, usize)> {
        if self.shown(at + 1) != "<" {
            return None;
        }
        let structure = self.structures.iter().find(|own| own.name == self.shown(at) && !own.templates.is_empty())?;
        let (bound, end) = self.bound_at(at + 1).filter(|(bound, _)| bound.len() == structure.templates.len())?;
        Some((self.instance(structure, bound), end))
    }

    /// A structure with what the parameters of its template stand for.
    fn instance(&self, structure: &Structure, bound: Vec<Bound>) -> Option<CType> {
        if structure.name == FRAGMENT {
            return Some(fragment(bound));
        }
        let mut reader = self.clone();
        reader.bind_template(&structure.templates, &bound);
        let typed = |own: &Taken| {
            let kind = reader.type_at(own.own.start)?.0?;
            Some((own.name.clone(), (0..own.signs).fold(kind, |own, _| own.pointer())))
        };
        let members = structure.members.iter().map(typed).collect::<Option<Vec<_>>>()?;
        Some(CType::group(Layout::new(structure.name.clone(), members).with(bound)))
    }

    /// Binds what a structure's template stands for, and the name of the structure alone.
    pub(super) fn bind_structure(&mut self, own: CType) {
        let Some(layout) = own.layout() else { return };
        if let Some(structure) = self.structures.iter().find(|known| known.name == layout.name).cloned() {
            self.bind_template(&structure.templates, &layout.arguments);
            self.types.push((layout.name.clone(), own));
        }
    }

    /// The structure before a member, and the place of the member's name: behind `.`, or behind `->` after a pointer and `this`.
    pub(super) fn names_member(&self, own: CType) -> Option<(CType, usize)> {
        let arrow = self.shown(self.at) == "-" && self.shown(self.at + 1) == ">" && self.span(self.at).end == self.span(self.at + 1).start;
        match own.pointee() {
            Some(own) if arrow => Some((own, self.at + 2)),
            None if arrow && self.shown(self.at - 1) == "this" => Some((own, self.at + 2)),
            None if self.shown(self.at) == "." => Some((own, self.at + 1)),
            _ => None,
        }
    }

    /// The member that is named after a place or a value: `.x`, or `->x` after a pointer. None where none is.
    fn member_here(&self, own: CType) -> Option<(CType, usize, u64, usize)> {
        let (own, name) = self.names_member(own)?;
        if let Some((member, place)) = own.narrow_member(self.shown(name)) {
            return Some((member, place, 2 * place as u64, name + 1));
        }
        let layout = own.layout()?;
        let place = layout.members.iter().position(|(known, ..)| known == self.shown(name))?;
        let (_, own, offset) = layout.members[place];
        Some((own, place, offset, name + 1))
    }

    /// Goes from a place to its members, as many as are named.
    pub(super) fn members_of(&mut self, mut place: Place) -> Place {
        loop {
            if matches!(place, Place::Lane(..)) {
                return place;
            }
            if let Some(element) = self.element_of_fragment(&place) {
                return element;
            }
            let own = self.own_of(&place);
            let Some((member, number, offset, behind)) = self.member_here(own) else { return place };
            place = match place {
                _ if own.pointee().is_some() => Place::Memory(self.read(&place), offset as i64, member),
                place => self.member_place(place, (member, number, offset)),
            };
            self.at = behind;
        }
    }

    /// The place of a member of what stands in a place.
    fn member_place(&self, place: Place, (member, number, offset): (CType, usize, u64)) -> Place {
        match place {
            Place::Memory(address, from, _) => Place::Memory(address, from + offset as i64, member),
            Place::Variable(variable) if self.known[variable].own.layout().is_none() => Place::Lane(variable, number),
            Place::Variable(variable) => Place::Variable(self.member(variable, number)),
            lane @ Place::Lane(..) => lane,
        }
    }

    /// The place of a member that a member function names alone.
    pub(super) fn of_this(&mut self, name: &str) -> Option<Place> {
        let this = self.find("this")?;
        let layout = self.known[this].own.layout()?;
        let number = layout.members.iter().position(|(known, ..)| known == name)?;
        let (_, own, offset) = layout.members[number];
        let place = self.place_of(this);
        Some(self.member_place(place, (own, number, offset)))
    }

    /// The variable of a member.
    fn member(&self, variable: usize, number: usize) -> usize {
        let Variable { name, own, .. } = &self.known[variable];
        let wanted = own.layout().map_or(String::new(), |layout| format!("{name}.{}", layout.members[number].0));
        (variable + 1..self.known.len()).find(|place| self.known[*place].name == wanted).unwrap_or(variable)
    }

    /// A member of a value.
    pub(super) fn member_of_value(&mut self, value: Id) -> Id {
        let mut value = value;
        if self.tree.own(value).layout().is_none()
            && let Some((_, number, _, behind)) = self.member_here(self.tree.own(value))
        {
            self.at = behind;
            return self.tree.lane(value, number);
        }
        while let Kind::Group(all) = self.tree.nodes[value].kind.clone()
            && let Some((_, number, _, behind)) = self.member_here(self.tree.own(value))
        {
            (value, self.at) = (all[number], behind);
        }
        match self.member_call(None, value) {
            Some(value) => self.member_of_value(value),
            None => value,
        }
    }

    /// What a variable of a structure holds.
    pub(super) fn held_group(&mut self, variable: usize, layout: &'static Layout) -> Id {
        let all = (0..layout.members.len()).map(|number| {
            let member = self.member(variable, number);
            self.held(member, 0..0)
        });
        let all = all.collect();
        self.tree.node(Kind::Group(all), self.known[variable].own, 0..0)
    }

    /// The numbers that a value is made of wait each by itself.
    pub(super) fn scalars(&mut self, id: Id) {
        match self.tree.nodes[id].kind.clone() {
            Kind::Group(all) => all.into_iter().for_each(|id| self.scalars(id)),
            _ => self.pending.push(id),
        }
    }

    /// A value made once more of its numbers.
    pub(super) fn rebuilt(&mut self, id: Id, made: &mut impl Iterator<Item = Id>) -> Id {
        match self.tree.nodes[id].kind.clone() {
            Kind::Group(all) => {
                let all = all.into_iter().map(|id| self.rebuilt(id, made)).collect();
                self.tree.node(Kind::Group(all), self.tree.own(id), 0..0)
            }
            _ => made.next().unwrap_or(id),
        }
    }

    /// Gives each member its value.
    pub(super) fn give_group(&mut self, variable: usize, value: Id) {
        self.known[variable].given = true;
        if let Kind::Group(all) = self.tree.nodes[value].kind.clone() {
            for (number, value) in all.into_iter().enumerate() {
                let member = self.member(variable, number);
                self.give(member, value);
            }
        }
    }
}
