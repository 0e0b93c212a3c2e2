//! Statements: which variable takes a value, and where one ends.

use super::fragment::Part;
use super::layout::Shape;
use super::parse::Reader;
use super::token::{Kind as Cut, assigns, ends_operand};
use super::tree::{Id, Kind};
use super::types::{CType, is_type_word};
use crate::instruction::cuda::function_named;
use crate::syntax::{Fix, TokenKind};
use core::ops::Range;

/// What a text is about: the variable that takes its last value, or that value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Last {
    /// The variable's register.
    pub assigned: Option<String>,
    /// The value, as long as it is a node.
    pub root: Option<Id>,
    /// What stands beside it: variables that the statement writes through pointers, and the other numbers of a structure.
    pub outputs: Vec<(String, Id)>,
    /// The registers of those, where they are no nodes any more.
    pub others: Vec<String>,
    /// Why it shows no number, and where.
    pub refused: Option<(Range<usize>, String)>,
}

/// The most numbers of a structure that are shown.
const SHOWN: usize = 16;

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
        let defines_type = matches!(self.shown(self.at), "struct" | "class" | "union" | "enum" | "typedef");
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

    /// Remembers the variable that was given a value.
    pub(super) fn note_last(&mut self, place: usize, value: Id) {
        // An address says nothing to anybody.
        let is_address = self.known[place].own.pointee().is_some();
        if self.counts_as_last(place) && !is_address {
            if self.tree.own(value).layout().is_some() {
                let name = self.known[place].name.clone();
                self.last = self.shown_of(&name, value).unwrap_or(core::mem::take(&mut self.last));
                return;
            }
            let assigned = Some(self.known[place].register.clone()).filter(|_| self.known[place].memory.is_none());
            self.last = Last { assigned, root: Some(value), outputs: core::mem::take(&mut self.outputs), ..Last::default() };
        }
    }

    /// The text is about a value: a number, or the numbers of a structure. Says where it is neither.
    pub(super) fn is_about(&mut self, name: &str, value: Id, span: Range<usize>) {
        let own = self.tree.own(value);
        if own == CType::stream() || self.is_nothing(value) {
            return;
        }
        let outputs = core::mem::take(&mut self.outputs);
        let about = match own.layout() {
            Some(_) => self.shown_of(name, value),
            None if own.pointee().is_some() => Err("This is an address and no number: name what stands there, as in p[0].".to_owned()),
            None => Ok(Last { root: Some(value), outputs, ..Last::default() }),
        };
        match about {
            Ok(last) => self.last = last,
            // It may not be the last statement.
            Err(message) => self.last = Last { refused: Some((span, message)), ..Last::default() },
        }
    }

    /// What a structure shows: its first number, and the others beside it. Else why it shows none.
    fn shown_of(&self, name: &str, value: Id) -> Result<Last, String> {
        let own = self.tree.own(value);
        let views = own.layout().filter(|layout| layout.shape == Shape::Union).and_then(|layout| layout.views.first());
        if let Some((member, ..)) = views {
            return Err(format!("A union is one number or another: name which, as in {name}.{member}."));
        }
        if own.in_vector().is_some() {
            return Err(format!("A vector is no number: name one, as in {name}[0]."));
        }
        if Part::of(own).is_some() {
            return Err("The numbers of a fragment lie in the lanes of a warp: store it, and name one.".to_owned());
        }
        let mut all = Vec::new();
        self.numbers_inside(name, value, &mut all);
        if all.len() > SHOWN {
            return Err(format!("This has {} numbers, and {SHOWN} are shown at most: name one.", all.len()));
        }
        if all.is_empty() {
            return Err("This has no number that can be shown: name one.".to_owned());
        }
        Ok(Last { root: Some(all.remove(0).1), outputs: all, ..Last::default() })
    }

    /// The numbers that a value is made of, each with its name; a pointer is none.
    fn numbers_inside(&self, name: &str, value: Id, all: &mut Vec<(String, Id)>) {
        let own = self.tree.own(value);
        match (&self.tree.nodes[value].kind, own.layout()) {
            (Kind::Group(members), Some(layout)) => {
                for ((member, ..), value) in layout.members.iter().zip(members) {
                    let name = if member.is_empty() { name.to_owned() } else { [name, "_", member].concat() };
                    self.numbers_inside(&name, *value, all);
                }
            }
            _ if own.pointee().is_some() => {}
            _ => all.push((name.to_owned(), value)),
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
                let name = if self.at == begin + 1 { self.shown(begin).to_owned() } else { "d".to_owned() };
                self.is_about(&name, value, self.since(self.span(begin).start));
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

    /// Says where a value stood in the place of another type.
    pub(super) fn says_mixed(&mut self) {
        if let Some((from, to)) = self.tree.is_mixed.take() {
            let span = self.since(self.span(self.first.min(self.at)).start);
            self.error("structure", span, Self::mixed(from, to));
        }
    }

    /// The end of a statement. What stands before it and was not read is said.
    pub(super) fn ends(&mut self) {
        let closed = self.shown(self.at) == ";";
        self.says_mixed();
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
