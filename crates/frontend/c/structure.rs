//! Structures and CUDA's vectors: numbers with names. A variable of one is a variable for each member; its value is a group of nodes.

use super::host::DIM3;
use super::parse::Reader;
use super::place::Place;
use super::token::Kind as Cut;
use super::tree::{Id, Kind};
use super::types::{CType, Layout};
use super::variables::Variable;

impl Reader<'_> {
    /// `struct P { float x, y; };` with what stands before and behind it; false where no structure is defined here.
    pub(super) fn defines_structure(&mut self) -> bool {
        let names = self.shown(self.at) == "typedef";
        let at = self.at + usize::from(names);
        let named = self.is(at + 1, Cut::Name);
        let open = at + 1 + usize::from(named);
        if self.shown(at) != "struct" || self.shown(open) != "{" {
            return false;
        }
        self.mark_type(self.at..at + 1);
        let mut name = if named { self.shown(at + 1).to_owned() } else { String::new() };
        let close = self.behind(open) - 1;
        self.at = open + 1;
        let mut members = Vec::new();
        while self.at < close {
            let begin = self.at;
            let Some((Some(own), end)) = self.type_at(begin) else {
                let span = self.span(begin);
                self.error(
                    "structure",
                    span,
                    "A member is a number or a pointer with a type that is known here; functions are not covered.",
                );
                break;
            };
            self.mark_type(begin..end);
            self.at = end;
            loop {
                let mut own = own;
                while self.shown(self.at) == "*" {
                    own = own.pointer();
                    self.at += 1;
                }
                members.push((self.shown(self.at).to_owned(), own));
                self.at += 1;
                if self.shown(self.at) != "," {
                    break;
                }
                self.at += 1;
            }
            if self.shown(self.at) != ";" {
                let span = self.span(self.at);
                self.error("structure", span, "Members are plain here: no arrays, no values that they begin with, no functions.");
                break;
            }
            self.semicolon();
        }
        self.at = close + 1;
        if names && self.is(self.at, Cut::Name) {
            name = self.shown(self.at).to_owned();
            self.at += 1;
        }
        if name.is_empty() || members.iter().any(|(name, _)| name.is_empty()) {
            let span = self.span(open);
            self.error("structure", span, "A structure has a name, and so has each of its members.");
        } else {
            let own = CType::group(Layout::new(name.clone(), members));
            self.types.push((name, own));
        }
        if self.is(self.at, Cut::Name) {
            let span = self.span(self.at);
            self.error("structure", span, "Declare each variable of a structure separately.");
            self.at += 1;
        }
        self.semicolon();
        true
    }

    /// A zero of a type.
    pub(super) fn zero(&mut self, own: CType) -> Id {
        match own.layout() {
            None => self.tree.number(own, 0, None, 0..0),
            // What is not said of a launch's shape is one.
            Some(layout) if layout.name == DIM3 => {
                let one = self.tree.number(CType::Unsigned, 1, None, 0..0);
                self.tree.node(Kind::Group(vec![one; layout.members.len()]), own, 0..0)
            }
            Some(layout) => {
                let all = layout.members.iter().map(|(_, own, _)| self.zero(*own)).collect();
                self.tree.node(Kind::Group(all), own, 0..0)
            }
        }
    }

    /// A structure of values in their order; what is not written out is zero.
    pub(super) fn grouped(&mut self, own: CType, values: &[Id], at: usize) -> Id {
        if own.lane().is_some() {
            if values.len() > 2 {
                let span = self.since(self.span(at).start);
                self.error("structure", span, format!("{} has two numbers.", own.name()));
            }
            let mut lanes = values.iter().copied();
            let zero = self.zero(own.lane().unwrap_or(own));
            return self.tree.paired([lanes.next().unwrap_or(zero), lanes.next().unwrap_or(zero)], own);
        }
        let Some(layout) = own.layout() else { return self.zero(own) };
        if values.len() > layout.members.len() {
            let span = self.since(self.span(at).start);
            self.error("structure", span, format!("`{}` has {} members.", layout.name, layout.members.len()));
        }
        let member = |(place, (_, own, _)): (usize, &(String, CType, u64))| match values.get(place) {
            Some(value) => self.tree.converted(*value, *own),
            None if layout.name == DIM3 => self.tree.number(CType::Unsigned, 1, None, 0..0),
            None => self.zero(*own),
        };
        let all: Vec<Id> = layout.members.iter().enumerate().map(member).collect();
        let span = self.since(self.span(at).start);
        self.tree.node(Kind::Group(all), own, span)
    }

    /// Values between braces or parentheses, the first of which stands here.
    pub(super) fn values(&mut self, close: &str) -> Vec<Id> {
        let from = self.pending.len();
        while self.shown(self.at) != close && self.at < self.pieces.len() {
            let Some(value) = self.assignment() else { break };
            self.pending.push(value);
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        let all = self.pending.drain(from..).collect();
        self.at += usize::from(self.shown(self.at) == close);
        all
    }

    /// `make_float4(…)`, or `P{…}`, where one stands.
    pub(super) fn made(&mut self, word: &str, at: usize) -> Option<Id> {
        let (own, open) = match word.strip_prefix("make_") {
            Some(name) => (CType::named(&[name])??, at + 1),
            None => {
                let (own, end) = self.type_at(at)?;
                (own?, end)
            }
        };
        if own.layout().is_none() && own.lane().is_none() {
            return None;
        }
        let close = match self.shown(open) {
            "(" => ")",
            "{" => "}",
            _ => return None,
        };
        self.mark_call(at);
        self.at = open + 1;
        let values = self.values(close);
        Some(match values[..] {
            [only] if self.tree.own(only) == own => only,
            _ => self.grouped(own, &values, at),
        })
    }

    /// The member that is named after a place or a value: `.x`, or `->x` after a pointer. None where none is.
    fn member_here(&self, own: CType) -> Option<(CType, usize, u64, usize)> {
        let arrow = self.shown(self.at) == "-" && self.shown(self.at + 1) == ">" && self.span(self.at).end == self.span(self.at + 1).start;
        let (own, name) = match own.pointee() {
            Some(own) if arrow => (own, self.at + 2),
            None if self.shown(self.at) == "." => (own, self.at + 1),
            _ => return None,
        };
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
            let own = match &place {
                Place::Variable(variable) => self.known[*variable].own,
                Place::Memory(_, _, own) => *own,
                Place::Lane(..) => return place,
            };
            let Some((member, number, offset, behind)) = self.member_here(own) else { return place };
            place = match place {
                _ if own.pointee().is_some() => Place::Memory(self.read(&place), offset as i64, member),
                Place::Memory(address, from, _) => Place::Memory(address, from + offset as i64, member),
                Place::Variable(variable) if own.layout().is_none() => Place::Lane(variable, number),
                Place::Variable(variable) => Place::Variable(self.member(variable, number)),
                lane @ Place::Lane(..) => lane,
            };
            self.at = behind;
        }
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
        value
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
