//! Objects in memory that a program asks for, and what ends them: `new`, `delete`, destructors.
//!
//!     Node* n = new Node(3);      ~List() { while (head) { Node* next = head->next; delete head; head = next; } }

use super::parse::Reader;
use super::place::Place;
use super::token::{Kind as Cut, assigns};
use super::tree::Id;
use super::types::{CType, is_type_word};
use core::ops::Range;

impl Reader<'_> {
    /// `new Node(3)`, `new Node{3}`, `new float[n]`, behind the word.
    pub(super) fn new_object(&mut self) -> Option<Id> {
        let (own, end) = self.type_at(self.at)?;
        let stars = (end..).take_while(|at| self.shown(*at) == "*").count();
        let own = (0..stars).fold(own?, |own, _| own.pointer());
        self.mark_type(self.at..end);
        self.at = end + stars;
        let at = self.at;
        if self.shown(at) == "[" {
            return self.new_array(own);
        }
        let value = match self.shown(at) {
            "{" if own.layout().is_some() => self.braced(own),
            sign @ ("(" | "{") => {
                self.at += 1;
                let values = self.values_for(own, if sign == "(" { ")" } else { "}" });
                match values[..] {
                    [] if own.layout().is_none() => self.zero(own),
                    [value] if own.layout().is_none() => self.fitted(value, own, at),
                    _ => self.constructed(own, &values, at),
                }
            }
            _ if self.begins_itself(own) => self.constructed(own, &[], at),
            _ => self.zero(own),
        };
        let value = self.owned(value, true, at);
        let one = self.tree.number(CType::Long, 1, None, 0..0);
        let (value, base) = self.with_pending(&[value], |reader| reader.numbers_of(own, one));
        let base = base?;
        self.write(&Place::Memory(base, 0, own), value[0]);
        Some(base)
    }

    /// `new float[n]`, whose bracket stands here.
    fn new_array(&mut self, own: CType) -> Option<Id> {
        let at = self.at;
        self.at += 1;
        let count = self.assignment()?;
        self.at += usize::from(self.shown(self.at) == "]");
        if matches!(self.shown(self.at), "(" | "{") {
            if self.behind(self.at) != self.at + 2 {
                let span = self.span(self.at);
                self.error("not-covered", span, "Values of an array that `new` makes are not covered here: give each element its value.");
            }
            self.at = self.behind(self.at);
        }
        if !self.begins_itself(own) {
            return self.numbers_of(own, count);
        }
        let count = self.tree.converted(count, CType::Long);
        let known = self.known.len();
        let count = self.hidden("count", CType::Long, Some(count));
        let held = self.held(count, 0..0);
        let base = self.numbers_of(own, held)?;
        let base = self.hidden("objects", own.pointer(), Some(base));
        let [first, most] = [base, count].map(|place| self.held(place, 0..0));
        self.fills(first, most, |reader, _| Some(reader.constructed(own, &[], at)))?;
        let made = self.held(base, 0..0);
        self.leave(known);
        Some(made)
    }

    /// `delete p;` and `delete[] p;`, behind the word.
    pub(super) fn deletes(&mut self) {
        self.at += if self.shown(self.at) == "[" { 2 } else { 0 };
        if let Some(value) = self.assignment() {
            self.frees(value, 0);
        }
    }

    /// The destructor that stands here in a structure, with its body; None where none does.
    pub(super) fn destructor(&mut self, name: &str) -> Option<Range<usize>> {
        let sign = self.at;
        if self.shown(sign) != "~" || self.shown(sign + 1) != name {
            return None;
        }
        let mut body = self.behind(sign + 2);
        while matches!(self.shown(body), "noexcept" | "override") {
            body += 1;
        }
        self.mark_call(sign + 1);
        if self.shown(body) == "{" {
            self.at = self.behind(body);
            return Some(body..self.at);
        }
        self.at = (body..self.pieces.len()).find(|at| self.shown(*at) == ";").unwrap_or(body);
        self.semicolon();
        Some(body..body)
    }

    /// Says where a destructor does what anybody could see: here none runs. It may free memory and change its own members and variables.
    pub(super) fn refuses_destructor(&mut self, body: Range<usize>, members: &[String], name: &str) {
        let declares = |at: usize| {
            let typed = |at: usize| self.is(at, Cut::Name) && !matches!(self.shown(at), "return" | "delete" | "else" | "do");
            let word = self.shown(at - 1);
            typed(at - 1) || matches!(word, "*" | "**") && typed(at - 2)
        };
        let own = |at: usize| {
            let word = self.shown(at);
            let declared = body.clone().any(|own| self.shown(own) == word && declares(own));
            let begins = matches!(self.shown(at - 1), ";" | "{" | "}" | "(" | ")" | "," | "else" | "=" | "+" | "-") || declares(at);
            self.is(at, Cut::Name) && begins && (declared || members.iter().any(|own| own == word))
        };
        let quiet = |at: usize| match self.shown(at) {
            word if assigns(word) => own(at - 1),
            "+" | "-" if self.twice(at) => own(at - 1) || own(at + 2),
            "<<" | "asm" | "goto" | "this" => false,
            "(" => {
                let before = self.shown(at - 1);
                matches!(before, "if" | "while" | "for" | "free" | "cudaFree" | "cudaFreeHost" | "delete") || !self.is(at - 1, Cut::Name)
            }
            "{" if at > body.start => !self.is(at - 1, Cut::Name) || matches!(self.shown(at - 1), "else" | "do"),
            word => !is_type_word(word) || self.shown(at + 1) != "&",
        };
        if let Some(at) = body.clone().find(|at| !quiet(*at)) {
            let span = self.span(at);
            self.error("not-covered", span, format!("No destructor runs here, and `~{name}` does more than free memory."));
        }
    }
}
