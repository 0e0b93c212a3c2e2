//! Statements: what they declare, which variable takes a value, and where one ends.

use super::parse::Reader;
use super::token::{Kind as Cut, assigns};
use super::tree::Id;
use super::types::{CType, is_type_word};
use crate::syntax::{Fix, TokenKind};

impl Reader<'_> {
    /// Statements one after another; the last that computes something is what the text is about.
    pub(super) fn statements(&mut self) -> (Option<String>, Option<Id>, Vec<(String, Id)>) {
        let mut last = (None, None, Vec::new());
        loop {
            self.outputs.clear();
            let (assigned, root) = if self.declares() { (None, None) } else { self.statement() };
            if let (Some(name), Some(root)) = (&assigned, root) {
                let own = self.tree.own(root);
                self.known.retain(|(known, ..)| known != name);
                self.known.push((name.clone(), own, Some(root)));
            }
            if root.is_some() || last.1.is_none() {
                last = (assigned, root, core::mem::take(&mut self.outputs));
            }
            if self.at >= self.pieces.len() {
                return last;
            }
        }
    }

    /// Takes a declaration without a value: `int n;`, `float x, y;`.
    fn declares(&mut self) -> bool {
        let end = (self.at..self.pieces.len()).find(|at| self.shown(*at) == ";").unwrap_or(self.pieces.len());
        let words = (self.at..end).take_while(|at| is_type_word(self.shown(*at))).count();
        let names: Vec<usize> = (self.at + words..end).step_by(2).collect();
        let listed = (self.at + words..end).skip(1).step_by(2).all(|at| self.shown(at) == ",") && (end - self.at - words) % 2 == 1;
        let own = CType::named(&(self.at..self.at + words).map(|at| self.shown(at)).collect::<Vec<_>>()).flatten();
        let Some(own) = own.filter(|_| words > 0 && listed && end < self.pieces.len() && names.iter().all(|at| self.is(*at, Cut::Name)))
        else {
            return false;
        };
        (self.at..self.at + words).for_each(|at| self.mark(at, TokenKind::Modifier));
        for at in names {
            let name = self.shown(at).to_owned();
            self.known.push((name, own, None));
        }
        self.at = end;
        self.ends();
        true
    }

    /// Takes the semicolons behind a statement.
    fn ends(&mut self) {
        while self.shown(self.at) == ";" {
            self.at += 1;
        }
    }

    fn statement(&mut self) -> (Option<String>, Option<Id>) {
        let first = self.at;
        let (assigned, mut declared) = self.head();
        let computes_on = assigned.is_some() && self.at == first;
        (self.first, self.assigns) = (self.at, assigned.is_some());
        let mut root = self.choice();
        let operator = self.shown(self.at).strip_suffix('=').filter(|_| computes_on);
        if let Some((operator, left)) = operator.zip(root) {
            let place = self.span(self.at);
            self.at += 1;
            declared = Some(self.tree.own(left));
            root = self.choice().map(|right| {
                let own = self.tree.own(left);
                // The operators of the halves take halves.
                let right = if own == CType::Half { self.tree.converted(right, own) } else { right };
                self.combined(operator, place, left, right, self.since(self.span(first).start))
            });
        }
        let closed = self.shown(self.at) == ";";
        self.ends();
        if self.at < self.pieces.len() && !closed {
            let span = self.span(self.at).start..self.span(self.pieces.len() - 1).end;
            let message = match self.shown(self.at) {
                "&" | "|" | "~" | "<<" | ">>" => "Operators on bits have no place in floating-point arithmetic.",
                ")" => "This parenthesis closes nothing.",
                _ => "There is one expression; this does not belong to it.",
            };
            self.error("unexpected", span.clone(), message).fixes.push(Fix::replace("remove it", span, ""));
            self.at = self.pieces.len();
        }
        let Some(root) = root else { return (assigned, None) };
        let own = declared.unwrap_or(self.tree.own(root));
        (assigned, Some(self.tree.converted(root, own)))
    }

    /// The variable that is assigned, and its type where one is declared. With `+=` it is an operand, too, and still to be read.
    fn head(&mut self) -> (Option<String>, Option<CType>) {
        let first = self.at;
        let end = (first..self.pieces.len()).find(|at| self.shown(*at) == ";").unwrap_or(self.pieces.len());
        let Some(equals) = (first..end).find(|at| assigns(self.shown(*at))) else { return (None, None) };
        if !(first..equals).all(|at| self.is(at, Cut::Name)) {
            return (None, None);
        }
        if self.shown(equals) != "=" {
            if equals == first + 1 {
                return (Some(self.shown(first).to_owned()), None);
            }
            let span = self.span(equals);
            let message = format!("`{}` computes with a variable that holds a value: one name stands before it.", self.shown(equals));
            self.error("destination", span.clone(), message).fixes.push(Fix::replace("write =", span, "="));
        }
        self.at = equals + 1;
        let Some(last) = equals.checked_sub(1).filter(|last| *last >= first && !is_type_word(self.shown(*last))) else {
            let span = self.span(equals);
            self.error("destination", span, "A variable is missing before `=`.");
            return (None, None);
        };
        let words: Vec<&str> = (first..last).map(|at| self.shown(at)).collect();
        (first..last).for_each(|at| self.mark(at, TokenKind::Modifier));
        let declared = match CType::named(&words) {
            // A variable keeps the type that it was declared with.
            _ if words.is_empty() => self.known.iter().find(|(name, ..)| name == self.shown(last)).map(|(_, own, _)| *own),
            Some(declared) => declared,
            None => {
                let span = self.span(first).start..self.span(last - 1).end;
                let message = format!("`{}` is no type that is known here.", &self.text[span.clone()]);
                self.error("type", span, message);
                None
            }
        };
        (Some(self.shown(last).to_owned()), declared)
    }
}
