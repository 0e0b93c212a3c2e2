//! Declarations: the type, the names, and what each begins with.

use super::parse::Reader;
use super::place::{Place, Seen};
use super::token::Kind as Cut;
use super::tree::Id;
use super::types::{CType, is_type_word};
use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

impl Reader<'_> {
    /// Takes a declaration: `int n;`, `float x = 1, y[4] = {1, 2};`.
    pub(super) fn declares(&mut self) -> bool {
        let typed = self.type_at(self.at);
        let Some((declared, end)) = typed else { return self.refuses_fragment(None, self.at) || self.unknown_type() };
        let pointer = matches!(self.shown(end), "*" | "**" | "&") && self.is(end + 1, Cut::Name);
        if self.shown(end + 1) == "::" && self.is(end + 2, Cut::Name) && self.nested == 0 {
            return self.defines_static(declared, end);
        }
        if !pointer && (!self.is(end, Cut::Name) || is_type_word(self.shown(end))) {
            return self.unknown_type();
        }
        // What stands in the braces of a structure is its own.
        let head = (self.at..end).find(|at| self.shown(*at) == "{").unwrap_or(end);
        let words = |word: &str| (self.at..head).any(|at| self.shown(at) == word);
        let (shared, is_const) = (words("__shared__"), words("const") || words("constexpr"));
        let of_module = self.entries.is_empty() && self.nested == 0 && self.as_kernels;
        let space = match () {
            () if shared && words("extern") => "extern",
            () if shared => "shared",
            () if of_module => "global",
            () => "local",
        };
        // A function of its own sees memory alone.
        let seen = self.on_host && self.entries.is_empty() && self.nested == 0 && self.seen_by_recursive.contains(self.shown(end));
        let of_module = of_module || seen;
        let space = if seen { "global" } else { space };
        let in_memory = shared || seen && !is_const || of_module && (words("__device__") || words("__constant__")) && !words("constexpr");
        if words("static") && !shared && !is_const && (!self.entries.is_empty() || self.nested > 0) {
            self.mark_type(self.at..end);
            self.at = end;
            return self.declares_static(declared);
        }
        self.refuses_fragment(declared, self.at);
        self.mark_type(self.at..head);
        self.at = end;
        loop {
            let mut own = declared;
            let begin = self.at;
            while matches!(self.shown(self.at), "*" | "**" | "&" | "__restrict__" | "const") {
                if self.shown(self.at).starts_with('*') {
                    own = self.shown(self.at).bytes().fold(own, |own, _| own.map(CType::pointer));
                }
                self.at += 1;
            }
            if !self.is(self.at, Cut::Name) {
                let span = self.span(self.at);
                self.error("declaration", span, "A name is missing in the declaration.");
                return true;
            }
            let name = self.shown(self.at).to_owned();
            let signs = |sign: &str| (begin..self.at).rev().find(|at| self.shown(*at).starts_with(sign));
            let (reference, star) = (signs("&").is_some(), signs("*"));
            // A const before a star is of what the pointer points to.
            let constant = (star.unwrap_or(begin)..self.at).any(|at| self.shown(at) == "const") || (star.is_none() && is_const);
            self.at += 1;
            self.declared(&name, own, (reference, is_const, space, in_memory));
            if let Some(place) = self.named(&name) {
                self.known[place].constant |= constant;
                self.known[place].to_constant |= star.is_some() && is_const;
            }
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.ends();
        true
    }

    /// One variable of a declaration, behind its name.
    fn declared(&mut self, name: &str, own: Option<CType>, (reference, is_const, space, in_memory): (bool, bool, &'static str, bool)) {
        if self.shown(self.at) == "[" {
            return self.array(name, own.unwrap_or(CType::Float), space);
        }
        let own_is_open = own.is_none();
        let (at, in_memory) = (self.at - 1, in_memory || (!reference && self.is_pointed_to(name, self.pieces.len())));
        // `float x(1.5f)` and `float x{1.5f}` begin with a value, too.
        let close = match self.shown(self.at) {
            "=" => Some(""),
            "(" => Some(")"),
            "{" => Some("}"),
            _ => None,
        };
        let Some(close) = close else {
            let own = own.unwrap_or(CType::Float);
            let value = self.begins_itself(own).then(|| self.constructed(own, &[], at));
            let place = self.declare(name, own, value);
            if in_memory {
                self.in_memory(place, space, own.size());
                if let Some(value) = value {
                    self.lies_with(place, space, value, at);
                }
            }
            return;
        };
        self.at += 1;
        let first = self.at;
        let named = self.is(self.at, Cut::Name) && matches!(self.shown(self.at + 1), ";" | "," | ")" | "}");
        let names = self.find(self.shown(self.at)).filter(|_| reference && named);
        let names_own = names.map(|known| self.known[known].own);
        // One to a structure names what another has of that one.
        let derives = names_own.is_some_and(|held| own.is_some_and(|own| own != held && self.is_or_derives(held, own)));
        let lies = names.is_some_and(|known| self.known[known].memory.is_some() && self.known[known].lengths.is_empty());
        if reference
            && (!named || derives || lies)
            && self.is_place_alone()
            && let Some(Place::Memory(address, offset, held)) = self.place_here()
        {
            let is_known_const = self.constness(first) == Some(true);
            if own.is_some_and(|own| !self.is_or_derives(held, own)) {
                let span = self.span(at);
                self.error("reference", span, "A reference has the type of what it names.");
            }
            self.refers(name, own.unwrap_or(held), address, offset);
            if let Some(place) = self.named(name) {
                self.known[place].constant |= is_known_const;
            }
            return;
        }
        let (begin, names_none) = (self.at, reference && !named && !(is_const && self.is_value_here()));
        let points_to_const = own_is_open && self.points_to_const(self.at) == Some(true);
        // One to a const of another type is a value of its own.
        let other = names_own.is_some_and(|held| own.is_some_and(|own| own != held));
        if other && !is_const {
            let span = self.span(at);
            self.error("reference", span, "A reference has the type of the variable that it names; a const one may have another.");
        }
        if reference
            && named
            && !other
            && let Some(Place::Variable(alias)) = self.place_here()
        {
            let known = self.named(self.shown(begin)).is_some_and(|known| self.known[known].constant);
            return self.names_variable(name, alias, is_const || known);
        }
        (self.first, self.assigns) = (self.at, true);
        self.outputs.clear();
        let braced = (close.is_empty() && self.shown(self.at) == "{") || close == "}";
        let made = close == ")" && own.is_some_and(|own| own.lane().is_some() || own.layout().is_some());
        if let Some(own) = own.filter(|own| (own.layout().is_some() || own.lane().is_some()) && (braced || made)) {
            // The members of a structure in their order.
            let begin = self.at;
            let value = if braced && own.layout().is_some() {
                self.at -= usize::from(!close.is_empty());
                self.braced(own)
            } else {
                self.at += usize::from(close.is_empty());
                let values = self.values_for(own, if made { close } else { "}" });
                self.constructed(own, &values, begin)
            };
            let place = self.declare(name, own, Some(value));
            if in_memory {
                self.in_memory(place, space, own.size());
                self.lies_with(place, space, value, begin);
            }
            return self.note_last(place, value);
        }
        let braced = braced && close.is_empty();
        self.at += usize::from(braced);
        let value = if self.shown(self.at) == "}" { None } else { self.assignment() };
        let seen = self.seen_from(begin).filter(|_| reference && close.is_empty() && !braced);
        let (names_place, span) = (seen.is_some(), self.span(at));
        match seen {
            Some(Seen { constant, .. }) if constant != Some(false) && !is_const => {
                self.error("reference", span, "What is named here is const, or may be: a reference to it is const.");
            }
            Some(Seen { place: Some(Place::Variable(alias)), .. }) if own.is_none_or(|own| own == self.known[alias].own) => {
                return self.names_variable(name, alias, is_const);
            }
            Some(Seen { place: Some(Place::Memory(address, offset, held)), .. }) if own.is_none_or(|own| self.is_or_derives(held, own)) => {
                return self.refers(name, own.unwrap_or(held), address, offset);
            }
            _ if names_none || names_place => {
                let said = "A reference names a variable here, or a const one a value: take a pointer to an element.";
                self.error("reference", span, said);
            }
            _ => {}
        }
        for wanted in [if braced { "}" } else { "" }, close] {
            self.at += usize::from(!wanted.is_empty() && self.shown(self.at) == wanted);
        }
        let Some(value) = value else {
            self.declare(name, own.unwrap_or(CType::Float), None);
            return;
        };
        if !is_const && !own_is_open && own.is_some_and(|own| own.pointee().is_some()) {
            self.refuses_const(false, begin);
        }
        if let Some(own) = own {
            self.is_meant(own, self.since(self.span(at).start));
        } else if self.shown(at - 1) == ">" {
            let word = (0..at).rev().find(|at| self.shown(*at) == "function").unwrap_or(at);
            self.keeps_types(word, value);
        }
        let own = own.unwrap_or(self.tree.own(value));
        let value = match close {
            // A list of one number, as in `Mode m{1}`.
            "}" if own.is_fixed() => self.explicit_cast(value, own, at),
            _ => self.narrow_cast(value, own, at),
        };
        let value = self.owned(value, true, at);
        if in_memory {
            let place = self.declare(name, own, None);
            self.in_memory(place, space, own.size());
            self.lies_with(place, space, value, at);
            return self.note_last(place, value);
        }
        // At the top level a name that is declared again is the variable that it was.
        let place = match self.find(name).filter(|_| self.nested == 0 && self.flow.code.is_empty()) {
            Some(known) if self.known[known].own == own => known,
            _ => self.declare(name, own, None),
        };
        self.give(place, value);
        self.known[place].to_constant = points_to_const;
        self.known[place].fixed = is_const && own.is_integer() && own.pointee().is_none() && self.tree.constant(value).is_some();
        self.note_last(place, value);
    }

    /// `int Counter::count = 0;`: a static member, whose name stands at a place.
    fn defines_static(&mut self, own: Option<CType>, at: usize) -> bool {
        let (of, member) = (self.shown(at), self.shown(at + 2));
        if !self.structures.iter().any(|known| known.name == of && known.statics.iter().any(|name| name == member)) {
            return false;
        }
        self.mark_type(self.at..at + 1);
        self.at = at + 3;
        self.declared(&[of, "::", member].concat(), own, (false, false, "local", false));
        self.ends();
        true
    }

    /// Variables of a function that keep their values between calls, behind their type: each lies in memory of the module, whatever calls it.
    fn declares_static(&mut self, own: Option<CType>) -> bool {
        loop {
            let at = self.at;
            let (name, span) = (self.shown(at).to_owned(), self.span(at));
            self.at += 1;
            let begin = self.at;
            let value = if self.shown(self.at) == "=" {
                self.at += 1;
                self.assignment()
            } else {
                None
            };
            // A parameter or a variable of the function is no constant, even where its value is known.
            let own_name = |at: usize| self.find(self.shown(at)).is_some_and(|place| place >= self.floor && !self.known[place].fixed);
            let named = (begin..self.at).any(own_name);
            let own = own.or(value.map(|value| self.tree.own(value))).unwrap_or(CType::Float);
            let value = value.map(|value| self.tree.converted(value, own));
            let known = !named && value.is_none_or(|value| self.tree.constant(value).is_some());
            if !known || !self.is(at, Cut::Name) || own.layout().is_some() || !matches!(self.shown(self.at), "," | ";") {
                let message = "A static variable of a function is a number here, and begins with a constant.";
                self.error("not-covered", span, message);
            }
            let place = self.declare(&name, own, None);
            let register = [format!("{name}_of_{at}"), self.told_to_templates()].concat();
            let declares = [" ", &register, "["].concat();
            let is_new = self.flow.outside.iter().all(|line| !line.contains(&declares));
            (self.known[place].register, self.known[place].given) = (register, true);
            if is_new {
                self.in_memory(place, "global", own.size());
                let values: Vec<Id> = value.into_iter().collect();
                self.begins_with(place, &values, self.span(at));
            }
            self.known[place].memory = Some("global");
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.ends();
        true
    }

    /// What the parameters of the templates around stand for, as a part of a name: each list has static variables of its own.
    fn told_to_templates(&self) -> String {
        let Some(function) = self.entries.last().map(|entry| &self.functions[entry.number]) else { return String::new() };
        let around = self.structures.iter().filter(|own| Some(&own.name) == function.of.as_ref());
        let names: Vec<&String> = function.templates.iter().chain(around.flat_map(|own| &own.templates)).map(|own| &own.name).collect();
        if names.is_empty() {
            return String::new();
        }
        let own = |name: &String| self.types.iter().rev().find(|(known, _)| known == name).map(|(_, own)| *own);
        let bits = |name: &String| self.constants.iter().rev().find(|(known, ..)| known == name).map(|(_, own, bits)| (*own, *bits));
        let mut hasher = DefaultHasher::new();
        names.iter().for_each(|name| (own(name), bits(name)).hash(&mut hasher));
        format!("_{:x}", hasher.finish())
    }

    /// Gives a variable in memory the value that it begins with.
    pub(super) fn lies_with(&mut self, place: usize, space: &'static str, value: Id, at: usize) {
        if space == "global" {
            let span = self.since(self.span(at).start);
            return self.begins_with(place, &[value], span);
        }
        let there = self.place_of(place);
        self.write(&there, value);
    }

    /// Whether what stands here up to the end of the declaration is a value and no place: something is computed or called.
    fn is_value_here(&self) -> bool {
        let end = (self.at..self.pieces.len()).find(|at| matches!(self.shown(*at), ";" | ",")).unwrap_or(self.pieces.len());
        let place =
            |at: usize| self.is(at, Cut::Name) || matches!(self.shown(at), "[" | "]" | "." | "*" | "(" | ")") || self.is(at, Cut::Number);
        !(self.at..end).all(place) || self.is(self.at, Cut::Number)
    }

    /// Says of words before a name that they are no type; false where none stand there.
    fn unknown_type(&mut self) -> bool {
        let names = (self.at..self.pieces.len()).take_while(|at| self.is(*at, Cut::Name)).count();
        let assigned = matches!(self.shown(self.at + names), "=" | ";");
        if names < 2 || !assigned {
            return false;
        }
        let span = self.span(self.at).start..self.span(self.at + names - 2).end;
        self.error("type", span.clone(), format!("`{}` is no type that is known here.", &self.text[span]));
        self.at += names - 1;
        false
    }
}
