//! Structures and CUDA's vectors: numbers with names. A variable of one is a variable for each member; its value is a group of nodes.

use super::define::{Defined, Taken};
use super::enter::Entered;
use super::fragment::{FRAGMENT, fragment};
use super::layout::Layout;
use super::parse::{DEPTH, Reader};
use super::place::{Place, Seen};
use super::template::{Bound, Parameter};
use super::token::Kind as Cut;
use super::tree::{Id, Kind};
use super::types::CType;
use super::variables::Variable;

/// A structure of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Structure {
    pub name: String,
    pub is_union: bool,
    pub templates: Vec<Parameter>,
    /// Its members; where one begins with a value by itself, the place of that.
    pub members: Vec<Taken>,
    /// The members that its own functions name alone.
    pub hidden: Vec<String>,
    /// Whether only its own functions see that it derives from another one.
    pub hides_base: bool,
    /// Its static members that are constants, and the names of its static variables.
    pub constants: Vec<(String, CType, u64)>,
    pub statics: Vec<String>,
    /// Its enumerations.
    pub types: Vec<(String, CType)>,
}

impl Reader<'_> {
    /// `struct P { float x, y; };` with what stands before and behind it; false where no structure is defined here.
    pub(super) fn defines_structure(&mut self) -> bool {
        let names = self.shown(self.at) == "typedef";
        self.at += usize::from(names);
        let (_, keyword) = self.template_at(self.at);
        let Some(name) = self.structure_here() else {
            self.at -= usize::from(names);
            return false;
        };
        if names {
            // A structure may have two names.
            let (alias, own) = (self.shown(self.at).to_owned(), self.types.iter().rev().find(|(known, _)| *known == name));
            if let Some((_, own)) = own.cloned().filter(|_| alias != name && self.is(self.at, Cut::Name)) {
                self.types.push((alias, own));
            }
            self.at += 1;
        } else if matches!(self.shown(self.at), "*" | "&") || self.is(self.at, Cut::Name) {
            // Variables of it.
            self.at = keyword;
            return self.declares();
        }
        self.semicolon();
        true
    }

    /// The definition of a structure or a union, up to the brace that closes it: its name, or the one that a structure without a name has here.
    fn structure_here(&mut self) -> Option<String> {
        let (templates, keyword) = self.template_at(self.at);
        let is_union = self.shown(keyword) == "union";
        let named = self.is(keyword + 1, Cut::Name);
        let mut open = keyword + 1 + usize::from(named);
        let (mut base, mut hides_base) = (None, false);
        if named && self.shown(open) == ":" {
            let said = self.shown(open + 1);
            let first = open + 1 + usize::from(matches!(said, "public" | "private" | "protected"));
            hides_base = if first > open + 1 { said != "public" } else { self.shown(keyword) == "class" };
            let end = self.type_at(first).map_or(first, |(_, end)| end);
            (base, open) = (Some(first..end), end);
        }
        if !(is_union || matches!(self.shown(keyword), "struct" | "class")) || self.shown(open) != "{" {
            return None;
        }
        self.mark_type(self.at..keyword + 1);
        let close = self.behind(open) - 1;
        let place = if named { keyword + 1 } else { keyword };
        let name = if named { self.shown(place).to_owned() } else { nameless(keyword) };
        let number = self.structures.len();
        self.structures.push(Structure {
            name: name.clone(),
            is_union,
            templates: templates.clone(),
            members: Vec::new(),
            hidden: Vec::new(),
            hides_base,
            constants: Vec::new(),
            types: Vec::new(),
            statics: Vec::new(),
        });
        self.at = open + 1;
        // A pointer to the structure may be a member of it.
        let own_name = self.types.len();
        self.types.push((name.clone(), CType::open(&name, &[])));
        let mut members: Vec<Taken> = base.into_iter().map(|base| Taken::plain("", base)).collect();
        let (mut hides, mut hidden, mut seen) = (self.shown(keyword) == "class", Vec::new(), Vec::new());
        let mut destructor = None;
        while self.at < close {
            let inside = self.at;
            let (before, functions) = (members.len(), self.functions.len());
            if matches!(self.shown(inside), "public" | "private" | "protected") && self.shown(inside + 1) == ":" {
                hides = self.shown(inside) != "public";
                self.at += 2;
            } else if let Some(body) = self.destructor(&name) {
                destructor = Some(body);
            } else if self.enumeration_inside(number) {
                if self.shown(self.at) == ";" {
                    self.semicolon();
                } else {
                    // Members of it.
                    self.at = inside;
                    if !self.member_declared(number, &mut members) {
                        break;
                    }
                }
            } else if self.structure_here().is_some() {
                if self.shown(self.at) == ";" {
                    // Its members are named as if they stood outside of it.
                    members.push(Taken::plain("", inside..inside + 1));
                    self.semicolon();
                } else {
                    self.at = inside;
                    if !self.member_declared(number, &mut members) {
                        break;
                    }
                }
            } else if !self.defines_function(inside, Some((&name, place))) && !self.member_declared(number, &mut members) {
                break;
            }
            let defined = self.functions[functions..].iter().filter(|own| own.of.as_ref() == Some(&name)).map(|own| &own.name);
            let declared = members[before..].iter().map(|member| &member.name).chain(defined);
            if hides { &mut hidden } else { &mut seen }.extend(declared.cloned());
        }
        self.at = close + 1;
        self.types.remove(own_name);
        let inner = self.structures[number].types.clone();
        self.types.retain(|known| !inner.contains(known));
        let inner: Vec<(String, CType, u64)> =
            self.structures[number].constants.iter().filter(|(_, own, _)| own.enumeration().is_some()).cloned().collect();
        self.constants.retain(|known| !inner.contains(known));
        // Which of several functions of a name is meant nobody has found yet.
        hidden.retain(|name| !seen.contains(name));
        // Of friends nothing is known.
        if !(open..close).any(|at| self.shown(at) == "friend") {
            self.structures[number].hidden = hidden;
        }
        if let Some(body) = destructor {
            let names: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
            self.refuses_destructor(body, &names, &name);
        }
        self.structures[number].members = members;
        if templates.is_empty() {
            let said = self.diagnostics.iter().any(|said| said.is_error());
            match self.instance(&self.structures[number].clone(), Vec::new()) {
                Some(own) => {
                    if self.fills_room_of_base(own) {
                        let span = self.span(place);
                        let said = "The base has room behind its members that C++ gives to what derives from it: that is not covered here.";
                        self.error("not-covered", span, said);
                    }
                    self.types.push((name.clone(), own));
                }
                None if said => {}
                None => {
                    let span = self.span(open);
                    self.error("structure", span, "A member has a type or a length that is not covered here.");
                }
            }
        }
        Some(name)
    }

    /// Whether C++ lays a member into the room behind the members of a base. It does where the base has constructors, a base or private members.
    fn fills_room_of_base(&self, own: CType) -> bool {
        let (Some(base), Some(layout)) = (own.base(), own.layout()) else { return false };
        let (Some(inner), Some((_, next, _))) = (base.layout(), layout.members.get(1)) else { return false };
        let hides = self.structures.iter().any(|known| known.name == inner.name && !known.hidden.is_empty());
        let end = inner.members.last().map_or(0, |(_, own, at)| at + own.size());
        let align = next.layout().map_or(next.size(), |layout| layout.align).max(1);
        let is_plain = !hides && base.base().is_none() && !self.has_member(base, &inner.name);
        !is_plain && end.next_multiple_of(align) < inner.size
    }

    /// The members that one line of a structure declares; false, and said, where it declares none that is covered.
    fn member_declared(&mut self, number: usize, members: &mut Vec<Taken>) -> bool {
        let begin = self.at;
        let around = self.structures[number].templates.clone();
        let of_template = around.iter().any(|own| own.number.is_none() && own.name == self.shown(begin));
        // A list may name what the template around stands for.
        let listed = !around.is_empty() && self.structures.iter().any(|own| own.name == self.shown(begin) && !own.templates.is_empty());
        let end = match () {
            () if of_template => Some(begin + 1),
            () if listed && self.shown(begin + 1) == "<" => Some(self.behind_list(begin + 1)),
            () => self.type_at(begin).filter(|(own, _)| own.is_some()).map(|(_, end)| end),
        };
        if self.shown(begin) == "virtual" {
            let span = self.span(begin);
            self.error(
                "not-covered",
                span,
                "Virtual functions are not covered here: which one is called shows only when the program runs.",
            );
            return false;
        }
        let is_static = (begin..begin + 3).any(|at| self.shown(at) == "static");
        if let Some(end) = end.filter(|_| is_static) {
            self.mark_type(begin..end);
            return self.static_declared(number, begin, end);
        }
        let Some(end) = end else {
            let span = self.span(begin);
            self.error("structure", span, "A member is a number, a pointer, an array or a structure with a type that is known here.");
            return false;
        };
        self.mark_type(begin..end);
        self.at = end;
        loop {
            let mut signs = 0;
            while matches!(self.shown(self.at), "*" | "**") {
                signs += self.shown(self.at).len();
                self.at += 1;
            }
            let name = self.shown(self.at).to_owned();
            let is_name = self.is(self.at, Cut::Name);
            self.at += 1;
            let lengths = (self.shown(self.at) == "[").then_some(self.at);
            while self.shown(self.at) == "[" {
                self.at = self.behind(self.at);
            }
            let default = match self.shown(self.at) {
                "=" => Some(self.at + 1),
                "{" => Some(self.at),
                _ => None,
            };
            self.at = default.unwrap_or(self.at);
            let constant = signs == 0 && (begin..end).any(|at| self.shown(at) == "const");
            members.push(Taken { signs, lengths, default, constant, ..Taken::plain(&name, begin..end) });
            while default.is_some() && !matches!(self.shown(self.at), "," | ";" | "}" | "") {
                self.at = if matches!(self.shown(self.at), "(" | "{") { self.behind(self.at) } else { self.at + 1 };
            }
            if !is_name || !matches!(self.shown(self.at), "," | ";") {
                let span = self.span(self.at);
                self.error("structure", span, "Members are plain here: no references.");
                return false;
            }
            if self.shown(self.at) == ";" {
                self.semicolon();
                return true;
            }
            self.at += 1;
        }
    }

    /// A static member, whose type stands between two places: a constant, or a variable that a definition outside gives its value.
    fn static_declared(&mut self, number: usize, begin: usize, end: usize) -> bool {
        let is_const = (begin..end).any(|at| matches!(self.shown(at), "const" | "constexpr"));
        let (name, of) = (self.shown(end).to_owned(), self.structures[number].name.clone());
        let span = self.span(end);
        self.at = end + 1;
        let Some(own) = self.type_at(begin).and_then(|(own, _)| own).filter(|own| own.layout().is_none() && !self.as_kernels) else {
            self.error("not-covered", span, "A static member is a number here, in a program without kernels.");
            return false;
        };
        let inside = self.shown(self.at) == "=";
        let kept = self.constants.len();
        self.constants.extend(self.structures[number].constants.clone());
        self.at += usize::from(inside);
        let value = if inside { self.choice() } else { None };
        self.constants.truncate(kept);
        let value = value.map(|value| self.tree.converted(value, own));
        let known = value.and_then(|value| self.tree.constant(value)).map(|number| number.bits);
        match known {
            Some(bits) if is_const => {
                self.constants.push(([&of, "::", &name].concat(), own, bits));
                self.structures[number].constants.push((name, own, bits));
            }
            None if inside => {
                self.error("not-covered", span, "A static member begins with a constant here.");
            }
            _ => {
                if let Some(value) = value {
                    self.declare(&[&of, "::", &name].concat(), own, Some(value));
                }
                self.structures[number].statics.push(name);
            }
        }
        let closed = self.shown(self.at) == ";";
        if !closed {
            let span = self.span(self.at);
            self.error("not-covered", span, "One static member stands in one declaration here.");
        }
        self.semicolon();
        closed
    }

    /// The structure whose function is read, innermost first.
    pub(super) fn structure_around(&self) -> Option<&Structure> {
        let of = |entry: &Entered| self.structures.iter().find(|own| Some(&own.name) == self.functions[entry.number].of.as_ref());
        self.entries.iter().rev().find_map(of)
    }

    /// The name of a static variable that a function of its structure, or of one that derives from that, names alone.
    pub(super) fn static_named(&self, name: &str) -> Option<String> {
        if self.structures.iter().all(|own| own.statics.is_empty()) {
            return None;
        }
        let around = self.structure_around()?;
        let own = self.types.iter().rev().find(|(known, _)| *known == around.name).map(|(_, own)| *own);
        let mut all = core::iter::successors(own, |own| own.base()).filter_map(|own| own.layout());
        let is_its =
            |layout: &&Layout| self.structures.iter().any(|own| own.name == layout.name && own.statics.iter().any(|own| own == name));
        all.find(is_its).map(|layout| [&layout.name, "::", name].concat())
    }

    /// The structure of a template with the list that stands here, and the place behind it.
    pub(super) fn instance_at(&self, at: usize) -> Option<(Option<CType>, usize)> {
        if self.shown(at + 1) != "<" {
            return None;
        }
        let structure = self.structures.iter().find(|own| own.name == self.shown(at) && !own.templates.is_empty());
        let Some(structure) = structure else { return self.sequence_at(at) };
        let (bound, end) = self.bound_at(at + 1).filter(|(bound, _)| bound.len() == structure.templates.len())?;
        // A pointer to it may be a member of it.
        let itself = CType::open(&structure.name, &bound);
        let known = self.types.iter().rev().find(|(name, _)| *name == structure.name).filter(|(_, own)| *own == itself);
        Some((known.map(|(_, own)| *own).or_else(|| self.instance(structure, bound)), end))
    }

    /// A structure with what the parameters of its template stand for.
    fn instance(&self, structure: &Structure, bound: Vec<Bound>) -> Option<CType> {
        if structure.name == FRAGMENT {
            return Some(fragment(bound, self.names_numbers()));
        }
        let mut reader = self.clone();
        // One may stand in another, and nobody nests more than some.
        reader.depth += DEPTH / 8;
        if reader.depth > DEPTH {
            return None;
        }
        reader.bind_template(&structure.templates, &bound);
        reader.constants.extend(structure.constants.iter().cloned());
        reader.types.extend(structure.types.iter().cloned());
        let itself = CType::open(&structure.name, &bound);
        reader.types.push((structure.name.clone(), itself));
        let mut members = Vec::new();
        for Taken { name, own, signs, lengths, .. } in &structure.members {
            let kind = reader.type_at(own.start)?.0?;
            let kind = (0..*signs).fold(kind, |own, _| own.pointer());
            let kind = lengths.map_or(Some(kind), |lengths| reader.array_of(kind, lengths))?;
            members.push((name.clone(), kind));
        }
        let layout = if structure.is_union { Layout::union } else { Layout::new };
        layout(structure.name.clone(), members).with(bound).closed(itself).map(CType::group)
    }

    /// Binds what a structure's template stands for, and the name of the structure alone.
    pub(super) fn bind_structure(&mut self, own: CType) {
        let Some(layout) = own.layout() else { return };
        if let Some(structure) = self.structures.iter().find(|known| known.name == layout.name).cloned() {
            self.bind_template(&structure.templates, &layout.arguments);
            // What a base has is known by its name, too.
            let bases = core::iter::successors(own.base(), |own| own.base()).filter_map(|own| own.layout());
            let bases: Vec<Structure> =
                bases.filter_map(|base| self.structures.iter().find(|known| known.name == base.name)).cloned().collect();
            for known in bases.iter().rev().chain([&structure]) {
                self.constants.extend(known.constants.iter().cloned());
                self.types.extend(known.types.iter().cloned());
            }
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
        let (own, place, offset) = own.layout()?.member(self.shown(name))?;
        Some((own, place, offset, name + 1))
    }

    /// Says where a member is named, at a place, that only functions of its structure may name.
    pub(super) fn may_see(&mut self, own: CType, at: usize) {
        let name = self.shown(at);
        let all = core::iter::successors(Some(own.pointee().unwrap_or(own)), |own| own.base());
        for layout in all.filter_map(|own| own.layout()) {
            let known = self.structures.iter().find(|known| known.name == layout.name);
            let inside = self.entries.iter().any(|entry| self.functions[entry.number].of.as_ref() == Some(&layout.name));
            if !inside && known.is_some_and(|known| known.hidden.iter().any(|own| own == name)) {
                let (span, message) = (self.span(at), format!("`{name}` is private in `{}`: its own functions name it.", layout.name));
                self.error("private", span, message);
                return;
            }
            // A name of its own hides those of what it derives from.
            let of_itself = |own: &Defined| own.name == name && own.of.as_ref() == Some(&layout.name);
            if layout.members.iter().any(|(own, ..)| own == name) || self.functions.iter().any(of_itself) {
                return;
            }
            let base = layout.members.first().map(|(_, own, _)| *own);
            let of_base = |base: CType| base.layout().is_some_and(|own| own.member(name).is_some()) || self.has_member(base, name);
            if !inside && known.is_some_and(|known| known.hides_base) && base.is_some_and(of_base) {
                let (span, message) = (self.span(at), format!("`{}` derives in private: outside nobody names `{name}`.", layout.name));
                self.error("private", span, message);
                return;
            }
        }
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
            self.may_see(own, behind - 1);
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
        let (own, number, offset) = self.known[this].own.layout()?.member(name)?;
        let place = self.place_of(this);
        Some(self.member_place(place, (own, number, offset)))
    }

    /// The variable of a member.
    fn member(&self, variable: usize, number: usize) -> usize {
        let Variable { name, own, .. } = &self.known[variable];
        let wanted =
            own.layout().and_then(|layout| layout.members.get(number)).map_or(String::new(), |member| format!("{name}.{}", member.0));
        (variable + 1..self.known.len()).find(|place| self.known[*place].name == wanted).unwrap_or(variable)
    }

    /// A member of a value.
    pub(super) fn member_of_value(&mut self, value: Id) -> Id {
        let mut value = value;
        let mut seen = self.seen.take().filter(|seen| seen.end == self.at);
        let own = self.tree.own(value);
        let goes_on = self.shown(self.at) == "[" || self.shown(self.at) == "-" && self.shown(self.at + 1) == ">";
        if self.in_program && goes_on && own.pointee().is_some() && seen.as_ref().is_none_or(|seen| seen.place.is_none()) {
            // A pointer that no variable holds: `((int*)p)[i]`.
            let pointer = self.hidden("pointer", own, Some(value));
            seen = Some(Seen { end: self.at, place: Some(self.place_of(pointer)), constant: Some(false) });
        }
        if let Some(Seen { place: Some(place), .. }) = &mut seen {
            let before = self.at;
            let Some(inner) = self.inside_of(place.clone()) else { return value };
            if self.at != before {
                if let Some(address) = self.decayed(&inner) {
                    return address;
                }
                value = self.read(&inner);
            }
            *place = inner.clone();
            seen.iter_mut().for_each(|seen| seen.end = self.at);
            self.seen = seen;
            return self.member_call(Some(&inner), value).map_or(value, |value| self.member_of_value(value));
        }
        if self.tree.own(value).layout().is_none()
            && let Some((_, number, _, behind)) = self.member_here(self.tree.own(value))
        {
            self.at = behind;
            return self.tree.lane(value, number);
        }
        if self.tree.own(value).lies_in_memory() && self.member_here(self.tree.own(value)).is_some() {
            let object = self.object(self.tree.own(value), value);
            let Some(place) = self.inside_of(object) else { return value };
            let value = match self.decayed(&place) {
                Some(address) => return address,
                None => self.read(&place),
            };
            self.seen = seen.map(|seen| Seen { end: self.at, ..seen });
            return self.member_call(Some(&place), value).map_or(value, |value| self.member_of_value(value));
        }
        while let Kind::Group(all) = self.tree.nodes[value].kind.clone()
            && let Some((_, number, _, behind)) = self.member_here(self.tree.own(value))
        {
            (value, self.at) = (all[number], behind);
        }
        self.seen = seen.map(|seen| Seen { end: self.at, ..seen });
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
                let made = self.tree.node(Kind::Group(all), self.tree.own(id), 0..0);
                if self.tree.nodes[id].is_place { self.tree.as_place(made) } else { made }
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

/// The name of a structure without one, whose word stands at a place.
pub(super) fn nameless(keyword: usize) -> String {
    format!("structure {keyword}")
}
