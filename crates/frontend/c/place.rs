//! What takes a value: a variable, an element of an array, what a pointer points to.

use super::define::Defined;
use super::member::INDEXES;
use super::parse::Reader;
use super::token::{Kind as Cut, assigns};
use super::tree::{Id, Kind, Operation};
use super::types::CType;
use super::variables::Variable;
use core::ops::Range;

/// A place.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Place {
    Variable(usize),
    /// An address, so many bytes behind it, the type of the number there.
    Memory(Id, i64, CType),
    /// One of the two numbers of a variable.
    Lane(usize, usize),
}

/// What a call or parentheses give, where that is what a place holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    /// The piece behind it.
    pub end: usize,
    /// The place, where it is known.
    pub place: Option<Place>,
    /// Whether nothing may change it, where that is known.
    pub constant: Option<bool>,
}

/// The address that a place lies behind.
pub(super) fn base_of(place: Option<&Place>) -> Vec<Id> {
    if let Some(Place::Memory(base, ..)) = place { vec![*base] } else { Vec::new() }
}

impl Reader<'_> {
    /// An expression that may give something a value: `x = y`, `x += y`, or a choice.
    pub(super) fn assignment(&mut self) -> Option<Id> {
        let begin = self.at;
        let value = self.deeper(|reader| reader.assigned())?;
        Some(self.read_of_place(begin, value))
    }

    fn assigned(&mut self) -> Option<Id> {
        let Some(operator) = self.assigns_here() else { return self.choice() };
        let (start, word) = (self.span(self.at).start, self.shown(operator).to_owned());
        let (one, name) = (operator == self.at + 1, self.shown(self.at).to_owned());
        // A name without a type takes that of its value.
        if word == "=" && one && self.find(&name).is_none() && self.of_this(&name).is_none() {
            self.at = operator + 1;
            let value = self.assignment()?;
            self.give_name(&name, value);
            return Some(value);
        }
        if !self.calls_for_place() {
            self.may_change(self.at);
        }
        let (place, right) = if operator > self.at + 1 && self.changes_something() {
            // C++17 computes the right side first.
            let begin = core::mem::replace(&mut self.at, operator + 1);
            let right = self.assignment()?;
            let end = core::mem::replace(&mut self.at, begin);
            let (right, place) = self.with_pending(&[right], |reader| reader.place_here());
            self.at = end;
            (place?, right[0])
        } else {
            let place = self.place_here()?;
            self.at = operator + 1;
            let base = base_of(Some(&place));
            let (base, right) = self.with_pending(&base, |reader| reader.assignment());
            (self.moved_to(place, base), right?)
        };
        let own = self.own_of(&place);
        if word != "=" {
            // What stands in the place is read after the right side was computed, as C++17 has it.
            let held = self.read(&place);
            let given = [held, right].map(|id| Some(self.tree.own(id)));
            if own.layout().is_some() || self.operator_of_enumeration(&["operator", &word].concat(), &given).is_some() {
                return self.assigned_by_operator(&word, &place, [held, right], operator);
            }
            // The operators of the halves take halves.
            let right = if matches!(own, CType::Half | CType::Brain) && self.tree.own(right).lane().is_none() {
                self.tree.converted(right, own)
            } else {
                right
            };
            let (span, at) = (self.since(start), self.span(operator));
            let value = self.combined(word.trim_end_matches('='), at, held, right, span);
            self.is_meant(own, self.since(start));
            return Some(self.write(&place, value));
        }
        if own.layout().is_some() && self.has_member(own, "operator=") {
            let given = [self.tree.own(right)];
            let number = self.member_function(own, "operator=", &given)?;
            let from = if given[0] == own { Some(self.object(own, right)) } else { None };
            return Some(self.runs_member(number, place, vec![right], vec![from], operator));
        }
        let (base, value) = self.with_pending(&base_of(Some(&place)), |reader| {
            let value = reader.fitted(right, own, operator);
            reader.owned(value, false, operator)
        });
        self.is_meant(own, self.since(start));
        Some(self.write(&self.moved_to(place, base), value))
    }

    pub(super) fn with_pending<T>(&mut self, ids: &[Id], read: impl FnOnce(&mut Self) -> T) -> (Vec<Id>, T) {
        let from = self.pending.len();
        self.pending.extend(ids);
        let result = read(self);
        (self.pending.drain(from..).collect(), result)
    }

    pub(super) fn moved_to(&self, place: Place, base: Vec<Id>) -> Place {
        match (place, base.first()) {
            (Place::Memory(_, offset, own), Some(base)) => Place::Memory(*base, offset, own),
            (place, _) => place,
        }
    }

    /// The token that assigns, where what stands here is a place and gets a value.
    fn assigns_here(&self) -> Option<usize> {
        let all = [self.behind_place(), self.calls_for_place().then(|| self.behind_chain(self.at))];
        all.into_iter().flatten().find(|at| assigns(self.shown(*at)))
    }

    /// Whether what stands here calls something that may name a place, as in `m(i, j) = x`.
    fn calls_for_place(&self) -> bool {
        let begin = self.at;
        // A pointer in parentheses that is no variable's, or a cast by its name.
        let close = self.behind(begin).saturating_sub(1);
        let goes_on = self.shown(close + 1) == "[" || self.shown(close + 1) == "-" && self.shown(close + 2) == ">";
        let is_pointer = self.shown(begin) == "(" && goes_on && self.behind_place_at(begin + 1) != Some(close);
        let calls = || self.behind_place().is_some_and(|at| self.shown(at) == "(" && self.shown(begin) != "*");
        self.in_program && (is_pointer || self.casts_by_name(begin) || calls())
    }

    /// Whether `reinterpret_cast<…>` or its like stands at a place.
    pub(super) fn casts_by_name(&self, at: usize) -> bool {
        matches!(self.shown(at), "static_cast" | "reinterpret_cast" | "const_cast") && self.shown(at + 1) == "<"
    }

    /// Whether the statement that stands here counts a variable, calls a function of the text, or assigns more than once: then it matters what
    /// comes first.
    fn changes_something(&self) -> bool {
        let all = || (self.at..self.pieces.len()).take_while(|at| !matches!(self.shown(*at), ";" | ""));
        let calls = |at: usize| {
            let of_text = |own: &Defined| own.name == self.shown(at);
            self.shown(at + 1) == "(" && (self.calls_object(at) || self.functions[self.learned..].iter().any(of_text))
        };
        all().any(|at| self.twice(at) || calls(at)) || all().filter(|at| assigns(self.shown(*at))).count() > 1
    }

    /// Whether an argument is an element or a member: a place that something declares, and no array.
    pub(super) fn is_place_alone(&self) -> bool {
        let lengths = self.find(self.shown(self.at)).map_or(0, |place| self.known[place].lengths.len());
        let mut at = self.at + 1;
        let all = (0..lengths).all(|_| {
            let is = self.shown(at) == "[";
            at = self.behind(at);
            is
        });
        let by_function = self.find(self.shown(self.at)).is_some_and(|place| self.has_member(self.known[place].own, INDEXES));
        all && !(by_function && self.shown(self.at + 1) == "[")
            && self.is(self.at, Cut::Name)
            && (self.find(self.shown(self.at)).is_some() || self.find("this").is_some())
            && self.behind_place().is_some_and(|end| matches!(self.shown(end), "," | ")" | ";"))
    }

    /// A value that was read from a place on, kept apart where it is what a place holds and a copy of it is more than its numbers.
    pub(super) fn read_of_place(&mut self, begin: usize, value: Id) -> Id {
        let own = self.tree.own(value);
        let copies = own.layout().is_some() && !self.tree.nodes[value].is_place && self.needs_copy(own);
        if copies && self.is_place_between(begin, self.at) { self.tree.as_place(value) } else { value }
    }

    /// Whether what stands between two places is operands alone: a name or parentheses, and calls, elements and members behind it.
    pub(super) fn is_chain(&self, begin: usize, end: usize) -> bool {
        self.behind_chain(begin) >= end
    }

    /// The piece behind such operands, the first of which begins at a place.
    pub(super) fn behind_chain(&self, begin: usize) -> usize {
        let mut at = match self.shown(begin) {
            "(" => self.behind(begin),
            _ if self.casts_by_name(begin) => self.behind_list(begin + 1),
            _ if self.is(begin, Cut::Name) => begin + 1,
            _ => return begin,
        };
        loop {
            at = match self.shown(at) {
                "[" | "(" => self.behind(at),
                "." => at + 2,
                "-" if self.shown(at + 1) == ">" => at + 3,
                _ => return at,
            };
        }
    }

    /// What was read from a piece on up to here, where that is what a place holds.
    pub(super) fn seen_from(&mut self, begin: usize) -> Option<Seen> {
        let seen = self.seen.take().filter(|seen| seen.end == self.at)?;
        // A sign before an operand is of all of it.
        let is_chain = self.is_chain(begin, self.at) || (self.shown(begin) == "*" && seen.place.is_some() && self.shown(self.at) == ")");
        Some(if is_chain { seen } else { Seen { place: None, constant: None, ..seen } })
    }

    /// Whether an expression between two places is a place: an element, a member, what was given a value, or a choice between two.
    pub(super) fn is_place_between(&self, begin: usize, end: usize) -> bool {
        if self.shown(begin) == "(" && self.behind(begin) == end {
            return self.is_place_between(begin + 1, end - 1);
        }
        let next = |from: usize, wanted: fn(&str) -> bool| {
            let behind = |at: &usize| Some(if matches!(self.shown(*at), "(" | "[" | "{") { self.behind(*at) } else { at + 1 });
            core::iter::successors(Some(from), behind).take_while(|at| *at < end).find(|at| wanted(self.shown(*at)))
        };
        if next(begin, assigns).is_some() {
            return true;
        }
        if let Some(question) = next(begin, |word| word == "?") {
            let colon = next(question, |word| word == ":").unwrap_or(end);
            return self.is_place_between(question + 1, colon) && self.is_place_between(colon + 1, end);
        }
        let first = (begin..end).find(|at| self.shown(*at) != "*").unwrap_or(end);
        let inside = self.shown(first) == "(";
        let mut at = if inside { self.behind(first) } else { first + 1 };
        // A cast to its own type.
        if inside && (self.is(at, Cut::Name) || self.shown(at) == "(") {
            return self.is_place_between(at, end);
        }
        loop {
            at = match self.shown(at) {
                "[" => self.behind(at),
                "." if matches!(self.shown(at + 1), "front" | "back" | "at") && self.shown(at + 2) == "(" => self.behind(at + 2),
                "." => at + 2,
                "-" if self.shown(at + 1) == ">" => at + 3,
                _ => break,
            };
        }
        at == end && (inside || self.is(first, Cut::Name))
    }

    /// The token behind what may be a place: a name with elements and members.
    pub(super) fn behind_place(&self) -> Option<usize> {
        self.behind_place_at(self.at)
    }

    pub(super) fn behind_place_at(&self, mut at: usize) -> Option<usize> {
        let begin = at;
        while self.shown(at) == "*" {
            at += 1;
        }
        // `*++p`
        at += if at > begin && self.twice(at) { 2 } else { 0 };
        // `*(p + i)`, and `(*p).x`.
        at = match self.shown(at) {
            // `*(int*)p`
            "(" if at > begin && self.shown(self.behind(at) - 2) == "*" && self.type_at(at + 1).is_some() => {
                let behind = self.behind(at);
                self.behind_place_at(behind + usize::from(self.shown(behind) == "&"))?
            }
            "(" if at > self.at || self.shown(at + 1) == "*" => self.behind(at),
            _ if at > begin && self.casts_by_name(at) => self.behind(self.behind_list(at + 1)),
            _ if self.is(at, Cut::Name) && self.shown(at + 1) == "::" => at + 3,
            _ if self.is(at, Cut::Name) => at + 1,
            _ => return None,
        };
        loop {
            let arrow = self.shown(at) == "-" && self.shown(at + 1) == ">" && self.is(at + 2, Cut::Name);
            at = match self.shown(at) {
                "[" => self.behind(at),
                "." if self.is(at + 1, Cut::Name) => at + 2,
                _ if arrow => at + 3,
                _ => break,
            };
        }
        // `*p++ = x`
        let counts = self.shown(begin) == "*" && self.twice(at) && assigns(self.shown(at + 2));
        Some(if counts { at + 2 } else { at })
    }

    /// Takes a place.
    pub(super) fn place_here(&mut self) -> Option<Place> {
        let at = self.at;
        if self.calls_for_place() {
            self.primary()?;
            return self.place_called(at);
        }
        let mut place = self.place_named()?;
        while self.shown(self.at) == "[" && self.has_member(self.own_of(&place), INDEXES) {
            let value = self.read(&place);
            let constant = self.constness(if self.shown(at) == "(" { at + 1 } else { at });
            self.seen = Some(Seen { end: self.at, place: Some(place.clone()), constant });
            self.member_call(Some(&place), value)?;
            let named = self.place_called(at)?;
            place = self.inside_of(named)?;
        }
        Some(place)
    }

    /// The place that calls name which were read from a piece on.
    pub(super) fn place_called(&mut self, begin: usize) -> Option<Place> {
        let (seen, span) = (self.seen_from(begin), self.since(self.span(begin).start));
        match seen {
            Some(Seen { place: Some(place), constant: Some(false), .. }) if !self.says_const(begin) => Some(place),
            Some(Seen { place: Some(_), .. }) => {
                self.error("const", span, "What stands here is const, or may be.");
                None
            }
            _ => {
                self.error("reference", span, "What stands here names no place that is known: it is taken for a value.");
                None
            }
        }
    }

    /// Takes a place that names, stars and elements tell.
    fn place_named(&mut self) -> Option<Place> {
        let at = self.at;
        if self.shown(at) == "*" {
            self.at += 1;
            if self.shown(self.at) == "this"
                && let Some(this) = self.find("this")
            {
                self.at += 1;
                return Some(self.place_of(this));
            }
            // A function and what points to it are one value.
            let function = self.find(self.shown(self.at)).filter(|place| self.is_function(self.known[*place].own));
            if let Some(function) = function {
                self.at += 1;
                return Some(Place::Variable(function));
            }
            let address = self.unary()?;
            return self.pointed(address, 0, at);
        }
        if self.shown(at) == "(" {
            // A place in parentheses: `(*p).x`.
            self.at += 1;
            let place = self.place_here()?;
            self.at += usize::from(self.shown(self.at) == ")");
            return self.inside_of(place);
        }
        let mut name = self.shown(at).to_owned();
        self.at += 1;
        if self.shown(self.at) == "::" {
            name = [&name, "::", self.shown(self.at + 1)].concat();
            self.at += 2;
            if self.find(&name).is_none() {
                let span = self.since(self.span(at).start);
                self.error("undeclared", span, format!("`{name}` is not declared here."));
                return None;
            }
        }
        if self.find(&name).is_none()
            && let Some(place) = self.of_this(&name)
        {
            return self.inside_of(place);
        }
        let holds = |place: usize| self.known[place].lengths.is_empty() && self.known[place].own.layout().is_some();
        if self.shown(self.at) != "[" || self.find(&name).is_some_and(holds) {
            let place = self.find(&name).unwrap_or_else(|| {
                let span = self.span(at);
                self.input(&name, CType::Float, &span);
                self.declare(&name, CType::Float, None)
            });
            let place = self.place_of(place);
            return self.inside_of(place);
        }
        let base = self.address_of(&name, at)?;
        let lengths = self.find(&name).map_or(Vec::new(), |place| self.known[place].lengths.clone());
        let (element, is_row) = self.element(base, &lengths, at)?;
        if is_row {
            let span = self.since(self.span(at).start);
            self.error("array", span, "A row of an array takes no value: name an element.");
        }
        self.inside_of(element)
    }

    /// Goes from a place to its members and to what they point to, as far as is named.
    pub(super) fn inside_of(&mut self, place: Place) -> Option<Place> {
        let mut place = self.members_of(place);
        while self.shown(self.at) == "[" {
            let (at, own) = (self.at, self.own_of(&place));
            let base = match (&place, own.element()) {
                (Place::Memory(address, offset, _), Some(element)) => self.address_at(*address, *offset, element),
                _ if own.in_vector().is_some() => self.numbers_in(&place)?.0,
                _ if own.pointee().is_some() => self.read(&place),
                _ => break,
            };
            let (element, _) = self.element(base, &[], at)?;
            place = self.members_of(element);
        }
        Some(place)
    }

    /// The type of what stands in a place.
    pub(super) fn own_of(&self, place: &Place) -> CType {
        match place {
            Place::Variable(variable) => self.known[*variable].own,
            Place::Memory(_, _, own) => *own,
            Place::Lane(variable, _) => {
                let own = self.known[*variable].own;
                own.lane().unwrap_or(own.bits())
            }
        }
    }

    /// The place of a variable.
    pub(super) fn place_of(&mut self, variable: usize) -> Place {
        match self.known[variable].memory {
            Some(_) => Place::Memory(self.address(variable, 0..0), 0, self.known[variable].own),
            None => Place::Variable(variable),
        }
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

    pub(super) fn held_or_address(&mut self, place: usize, span: Range<usize>) -> Id {
        let variable = &self.known[place];
        match variable.memory {
            Some(_) if variable.lengths.is_empty() => {
                let place = self.place_of(place);
                self.read(&place)
            }
            Some(_) => self.address(place, span),
            None => self.held(place, span),
        }
    }

    /// Declares a reference to what lies behind an address.
    pub(super) fn refers(&mut self, name: &str, own: CType, address: Id, offset: i64) {
        let address = self.address_at(address, offset, own);
        let pointer = self.hidden(name, own.pointer(), Some(address));
        // It has no members or bytes of its own.
        let place = self.declare(name, CType::Int, None);
        (self.known[place].own, self.known[place].memory, self.known[place].pointer) = (own, Some(""), Some(pointer));
    }

    /// The address of a variable that lies in memory.
    fn address(&mut self, variable: usize, span: Range<usize>) -> Id {
        let Variable { register, own, memory, pointer, .. } = &self.known[variable];
        if let Some(pointer) = *pointer {
            return self.held(pointer, span);
        }
        let kind = Kind::Address(register.clone(), memory.unwrap_or("local"));
        let pointer = own.pointer();
        self.tree.node(kind, pointer, span)
    }

    /// `[index]` behind an address, as often as a variable has lengths, and whether there are fewer: then it is a row.
    pub(super) fn element(&mut self, base: Id, lengths: &[u64], at: usize) -> Option<(Place, bool)> {
        let (mut base, mut index, mut is_row) = (base, None, false);
        for number in 0..lengths.len().max(1) {
            if number > 0 && self.shown(self.at) != "[" {
                // A row of several dimensions.
                let rest: u64 = lengths[number..].iter().product();
                let span = self.since(self.span(at).start);
                let rest = self.tree.number(CType::Int, rest, None, span.clone());
                (index, is_row) = (self.index(Operation::Multiply, index?, rest, span), true);
                break;
            }
            self.at += 1;
            let kept: Vec<Id> = core::iter::once(base).chain(index).collect();
            let (kept, next) = self.with_pending(&kept, |reader| reader.assignment());
            (base, index) = (kept[0], kept.get(1).copied());
            let next = self.tree.no_scoped(next?);
            if self.shown(self.at) == "]" {
                self.at += 1;
            } else {
                let span = self.span(self.at);
                self.error("missing-bracket", span, "A bracket is missing after the index.");
            }
            let span = self.since(self.span(at).start);
            index = match index {
                None => Some(next),
                Some(index) => {
                    let length = self.tree.number(CType::Int, lengths[number], None, span.clone());
                    let rows = self.index(Operation::Multiply, index, length, span.clone())?;
                    self.index(Operation::Add, rows, next, span)
                }
            };
        }
        let index = index?;
        let Some(own) = self.tree.own(base).pointee() else {
            let span = self.span(at);
            self.error("array", span, "Only arrays and pointers have elements.");
            return None;
        };
        let size = own.size() as i64;
        if !self.tree.own(index).is_integer() {
            let span = self.since(self.span(at).start);
            self.error("array", span, "An index is an integer.");
            return None;
        }
        if let Some(number) = self.tree.constant(index)
            && let Some(number) = number.ordinal()
            && number.unsigned_abs() < 1 << 30
        {
            return Some((self.pointed(base, number * size, at)?, is_row));
        }
        let span = self.since(self.span(at).start);
        match self.tree.binary(Operation::Add, base, index, span.clone()) {
            Ok(address) => Some((self.pointed(address, 0, at)?, is_row)),
            Err(message) => {
                self.error("array", span, message);
                None
            }
        }
    }

    pub(super) fn index(&mut self, operation: Operation, a: Id, b: Id, span: Range<usize>) -> Option<Id> {
        self.tree.binary(operation, a, b, span.clone()).map_err(|message| self.error("array", span, message).code).ok()
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
            Place::Lane(variable, number) => {
                let pair = self.held(*variable, 0..0);
                self.tree.lane(pair, *number)
            }
            Place::Memory(address, offset, own) => {
                let stored = self.effects.last().and_then(|id| match self.tree.nodes[*id].kind {
                    Kind::Store(base, at, value) => Some((base, at, value)),
                    _ => None,
                });
                if let Some((base, at, value)) = stored
                    && (base, at) == (*address, *offset)
                    && self.tree.own(value) == *own
                {
                    return value;
                }
                if let Some(layout) = own.layout() {
                    let (address, offset, own) = (*address, *offset, *own);
                    let all = layout.members.iter().map(|(_, own, at)| self.read(&Place::Memory(address, offset + *at as i64, *own)));
                    let all = all.collect();
                    return self.tree.node(Kind::Group(all), own, 0..0);
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
            Place::Lane(variable, number) => {
                let (own, value) = (self.known[*variable].own, self.tree.converted(value, self.own_of(place)));
                let pair = match own.lane() {
                    Some(_) => {
                        let pair = self.held(*variable, 0..0);
                        self.tree.with_lane(pair, *number, value)
                    }
                    None => self.tree.of_bits(value, own),
                };
                self.give(*variable, pair);
                value
            }
            Place::Memory(address, offset, own) => {
                let value = self.tree.converted(value, *own);
                if let (Some(layout), Kind::Group(all)) = (own.layout(), self.tree.nodes[value].kind.clone()) {
                    for ((_, own, at), value) in layout.members.iter().zip(all) {
                        self.write(&Place::Memory(*address, offset + *at as i64, *own), value);
                    }
                    return value;
                }
                let id = self.tree.nodes.len();
                self.tree.nodes.push(super::tree::Node {
                    kind: Kind::Store(*address, *offset, value),
                    own: *own,
                    span: 0..0,
                    is_place: false,
                });
                self.effects.push(id);
                value
            }
        }
    }
}
