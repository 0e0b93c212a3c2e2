//! Statements: what they declare, which variable takes a value, and where one ends.

use super::parse::Reader;
use super::place::Place;
use super::token::{Kind as Cut, assigns, ends_operand};
use super::tree::{Id, Kind};
use super::types::{CType, is_type_word};
use crate::instruction::cuda::function_named;
use crate::syntax::{Fix, TokenKind};

/// What a text is about: the variable that takes its last value, or that value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Last {
    /// The variable's register.
    pub assigned: Option<String>,
    /// The value, as long as it is a node.
    pub root: Option<Id>,
    /// Variables that the statement writes through pointers.
    pub outputs: Vec<(String, Id)>,
}

impl Reader<'_> {
    /// Statements one after another; the last that computes something is what the text is about.
    pub(super) fn statements(&mut self) {
        loop {
            let before = self.at;
            self.item();
            if self.at >= self.pieces.len() {
                return;
            }
            if self.at == before {
                let span = self.span(self.at);
                let word = self.shown(self.at).to_owned();
                self.error("unexpected", span.clone(), format!("`{word}` does not belong here.")).fixes.push(Fix::replace(
                    "remove it",
                    span,
                    "",
                ));
                self.at += 1;
            }
        }
    }

    /// One statement or definition.
    pub(super) fn item(&mut self) {
        if self.python.on && !self.in_library() {
            return self.python_item();
        }
        if self.preprocessed() {
            return;
        }
        if self.defines() {
            self.declares_last = false;
            return;
        }
        if self.nested == self.level {
            self.outermost = self.known.len();
        }
        let outside = self.entries.is_empty();
        let defines_type = matches!(self.shown(self.at), "struct" | "class" | "enum" | "typedef");
        if self.controls() {
            self.acts |= outside && !defines_type;
        } else if self.declares() {
            self.declares_last |= outside;
        } else {
            self.acts |= outside && self.at < self.pieces.len() && self.shown(self.at) != ";";
            self.simple();
        }
    }

    /// Takes the semicolons behind a statement.
    pub(super) fn semicolon(&mut self) {
        while self.shown(self.at) == ";" {
            self.at += 1;
        }
    }

    /// Whether what was read last is what the text is about: not a variable of a scope inside.
    fn counts_as_last(&self, place: usize) -> bool {
        self.nested == self.level || place < self.outermost || self.known[place].undeclared
    }

    /// Takes a declaration: `int n;`, `float x = 1, y[4] = {1, 2};`.
    pub(super) fn declares(&mut self) -> bool {
        let typed = self.type_at(self.at);
        let Some((declared, end)) = typed else { return self.refuses_fragment(None, self.at) || self.unknown_type() };
        let pointer = matches!(self.shown(end), "*" | "**" | "&") && self.is(end + 1, Cut::Name);
        if !pointer && (!self.is(end, Cut::Name) || is_type_word(self.shown(end))) {
            return self.unknown_type();
        }
        let words = |word: &str| (self.at..end).any(|at| self.shown(at) == word);
        let (shared, is_const) = (words("__shared__"), words("const") || words("constexpr"));
        let of_module = self.entries.is_empty() && self.nested == 0 && self.as_kernels;
        let space = match () {
            () if shared && words("extern") => "extern",
            () if shared => "shared",
            () if of_module => "global",
            () => "local",
        };
        let in_memory = shared || of_module && (words("__device__") || words("__constant__")) && !words("constexpr");
        if words("static") && !shared && !is_const && (!self.entries.is_empty() || self.nested > 0) {
            let span = self.span(self.at);
            self.error("not-covered", span, "A static variable of a function keeps its value between calls, which is not covered here.");
        }
        self.refuses_fragment(declared, self.at);
        self.mark_type(self.at..end);
        self.at = end;
        loop {
            let reference = self.shown(self.at) == "&";
            let mut own = declared;
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
            self.at += 1;
            self.declared(&name, own, (reference, is_const, space, in_memory));
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
        let lies = |reader: &Self| reader.is_pointed_to(name, reader.pieces.len()) || own.is_some_and(|own| reader.lies_for_elements(own));
        let (at, in_memory) = (self.at - 1, in_memory || !reference && lies(self));
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
        let named = self.is(self.at, Cut::Name) && matches!(self.shown(self.at + 1), ";" | "," | ")" | "}");
        if reference
            && !named
            && self.is_place_alone()
            && let Some(Place::Memory(address, offset, held)) = self.place_here()
        {
            if own.is_some_and(|own| own != held) {
                let span = self.span(at);
                self.error("reference", span, "A reference has the type of what it names.");
            }
            return self.refers(name, held, address, offset);
        }
        if reference && !named && !(is_const && self.is_value_here()) {
            let span = self.span(at);
            self.error("reference", span, "A reference names a variable here, or a const one a value: take a pointer to an element.");
        }
        // One to a const of another type is a value of its own.
        let names = self.find(self.shown(self.at)).filter(|_| reference && named);
        let other = names.is_some_and(|known| own.is_some_and(|own| own != self.known[known].own));
        if other && !is_const {
            let span = self.span(at);
            self.error("reference", span, "A reference has the type of the variable that it names; a const one may have another.");
        }
        if reference
            && named
            && !other
            && let Some(Place::Variable(alias)) = self.place_here()
        {
            let place = self.declare(name, self.known[alias].own, None);
            self.known[place].alias = Some(alias);
            return;
        }
        (self.first, self.assigns) = (self.at, true);
        self.outputs.clear();
        let braced = (close.is_empty() && self.shown(self.at) == "{") || close == "}";
        let made = close == ")" && own.is_some_and(|own| own.lane().is_some() || own.layout().is_some());
        if let Some(own) = own.filter(|own| (own.layout().is_some() || own.lane().is_some()) && (braced || made)) {
            // The members of a structure in their order.
            let begin = self.at;
            self.at += usize::from(close.is_empty());
            let values = self.values(if made { close } else { "}" });
            let value = self.constructed(own, &values, begin);
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
        for wanted in [if braced { "}" } else { "" }, close] {
            self.at += usize::from(!wanted.is_empty() && self.shown(self.at) == wanted);
        }
        let Some(value) = value else {
            self.declare(name, own.unwrap_or(CType::Float), None);
            return;
        };
        if let Some(own) = own {
            self.is_meant(own, self.since(self.span(at).start));
        }
        let own = own.unwrap_or(self.tree.own(value));
        let value = self.narrow_cast(value, own, at);
        if in_memory || self.lies_for_elements(own) {
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
        self.known[place].fixed = is_const && own.is_integer() && own.pointee().is_none() && self.tree.constant(value).is_some();
        self.note_last(place, value);
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

    /// Remembers the variable that was given a value.
    pub(super) fn note_last(&mut self, place: usize, value: Id) {
        if self.counts_as_last(place) {
            if let Kind::Group(all) = self.tree.nodes[value].kind.clone() {
                // Of a structure the first member is shown, and the others beside it.
                let layout = self.known[place].own.layout();
                let names =
                    layout.iter().flat_map(|layout| layout.members.iter().map(|(name, ..)| format!("{}_{name}", self.known[place].name)));
                let mut outputs: Vec<(String, Id)> = names.zip(all).collect();
                let root = if outputs.is_empty() { None } else { Some(outputs.remove(0).1) };
                self.last = Last { assigned: None, root, outputs };
                return;
            }
            let assigned = Some(self.known[place].register.clone()).filter(|_| self.known[place].memory.is_none());
            self.last = Last { assigned, root: Some(value), outputs: core::mem::take(&mut self.outputs) };
        }
    }

    /// Whether the text takes the address of a variable for something that is no call which writes it alone.
    pub(super) fn is_pointed_to(&self, name: &str, end: usize) -> bool {
        let of_call = |at: usize| {
            let open = (0..at).rev().find(|at| matches!(self.shown(*at), "(" | ";" | "{" | "}"));
            open.is_some_and(|open| open > 0 && self.shown(open) == "(" && function_named(self.shown(open - 1)).is_some())
        };
        // A cast to a pointer ends no operand.
        let cast = |at: usize| at > 1 && self.shown(at - 1) == ")" && self.shown(at - 2) == "*";
        let taken = |at: &usize| {
            let before = self.pieces.get(at.wrapping_sub(1)).filter(|_| !cast(*at));
            self.shown(*at) == "&" && self.shown(at + 1) == name && !before.is_some_and(|piece| ends_operand(piece, self.text))
        };
        self.in_program && (self.at..end.min(self.pieces.len())).filter(taken).any(|at| !of_call(at) && !is_type_word(self.shown(at - 1)))
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

    /// An expression, which may give a variable its value.
    fn simple(&mut self) {
        self.outputs.clear();
        if self.shown(self.at) == ";" {
            return self.semicolon();
        }
        self.missing_name();
        let begin = self.at;
        let place = self.target();
        (self.first, self.assigns) = (self.at, false);
        if place.is_some() {
            let operator = (self.at..self.pieces.len()).find(|at| assigns(self.shown(*at))).unwrap_or(self.at);
            (self.first, self.assigns) = (operator + 1, true);
        }
        let mut value = self.assignment();
        while self.shown(self.at) == "," && self.in_program {
            self.at += 1;
            value = self.assignment();
        }
        let Some(value) = value else { return self.ends() };
        let counted = self.at >= begin + 2 && (self.twice(begin) || self.twice(self.at - 2));
        // What `asm` wrote stands under the name that took it.
        let hidden = |name: &String| self.known.iter().any(|known| known.register == *name && known.name.starts_with(' '));
        let written = matches!(&self.tree.nodes[value].kind, Kind::Variable(name) if hidden(name));
        let alone = written && self.at == begin + 1 && self.is(begin, Cut::Name);
        match place.or_else(|| if counted || alone { self.first_name(begin) } else { None }).filter(|name| self.find(name).is_some()) {
            Some(name) => {
                if let Some(place) = self.find(&name) {
                    let value = self.known[place].value.unwrap_or(value);
                    self.note_last(place, value);
                }
            }
            None if self.is_nothing(value) || self.callable().any(|(_, own)| own.name == self.shown(begin) && !own.gives) => {}
            None if self.nested == 0 => {
                let outputs = core::mem::take(&mut self.outputs);
                self.last = Last { assigned: None, root: Some(value), outputs };
            }
            None => {}
        }
        self.ends();
    }

    fn first_name(&self, begin: usize) -> Option<String> {
        (begin..self.at).find(|at| self.is(*at, Cut::Name)).map(|at| self.shown(at).to_owned())
    }

    /// The name that a statement gives a value: `x = …`, `x += …`.
    fn target(&self) -> Option<String> {
        let named = self.is(self.at, Cut::Name) && assigns(self.shown(self.at + 1));
        named.then(|| self.shown(self.at).to_owned())
    }

    fn missing_name(&mut self) {
        if assigns(self.shown(self.at)) {
            let span = self.span(self.at);
            self.error("destination", span, "A variable is missing before `=`.");
            self.at += 1;
        }
    }

    /// The end of a statement. What stands before it and was not read is said.
    pub(super) fn ends(&mut self) {
        let closed = self.shown(self.at) == ";";
        if core::mem::take(&mut self.tree.is_mixed) {
            let span = self.since(self.span(self.first.min(self.at)).start);
            self.error("structure", span, "Here a number is needed, or another structure or pair: name a member.");
        }
        self.semicolon();
        let behind_block = self.shown(self.at) == "}" && (!self.in_program || self.shown(self.at.wrapping_sub(1)) == "}");
        if self.at >= self.pieces.len() || closed || behind_block {
            return;
        }
        if self.in_program {
            let span = self.span(self.at);
            let word = self.shown(self.at).to_owned();
            let message = match &*word {
                ")" => "This parenthesis closes nothing.".to_owned(),
                _ => format!("A semicolon is missing before `{word}`."),
            };
            let place = self.since(0).end;
            self.error("semicolon", span, message).fixes.extend((word != ")").then(|| Fix::replace("add ;", place..place, ";")));
            if word == ")" {
                self.at += 1;
            }
            return;
        }
        let span = self.span(self.at).start..self.span(self.pieces.len() - 1).end;
        let message = match self.shown(self.at) {
            ")" => "This parenthesis closes nothing.",
            _ => "There is one expression; this does not belong to it.",
        };
        self.error("unexpected", span.clone(), message).fixes.push(Fix::replace("remove it", span, ""));
        self.at = self.pieces.len();
    }

    pub(super) fn mark_call(&mut self, at: usize) {
        self.mark(at, TokenKind::Mnemonic);
    }
}
