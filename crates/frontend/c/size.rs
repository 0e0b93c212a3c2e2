//! `sizeof`: what it asks about is read and does not run.

use super::parse::Reader;
use super::token::Kind as Cut;
use super::tree::{Id, Kind};
use super::types::{CType, is_type_word};

impl Reader<'_> {
    /// `sizeof(float)`, `sizeof x`, behind the word: what it asks about does not run.
    pub(super) fn size_of(&mut self) -> Option<Id> {
        let (open, start, said) = (self.at, self.span(self.at).start, self.diagnostics.len());
        let bytes = match self.size_of_type(open) {
            Some(bytes) => bytes,
            None => self.size_of_value(open),
        };
        let span = self.since(start);
        if bytes.is_none() && self.diagnostics.len() == said {
            self.error("sizeof", span.clone(), "The size of this is not known here.");
        }
        Some(self.tree.number(CType::UnsignedLong, bytes?, None, span))
    }

    /// The size of a type in parentheses, which is taken; None inside where it has none here, and outside where no type stands there.
    fn size_of_type(&mut self, open: usize) -> Option<Option<u64>> {
        let word = self.shown(open + 1);
        if self.shown(open) != "(" || !(is_type_word(word) || word == "void" || self.type_at(open + 1).is_some()) {
            return None;
        }
        let close = self.behind(open).saturating_sub(1);
        let (own, behind) = self.type_at(open + 1).unwrap_or((None, open + 2));
        let end = (behind..close).find(|at| !matches!(self.shown(*at), "*" | "**" | "const")).unwrap_or(close);
        let has = |word: &str| (open..behind).any(|at| self.shown(at) == word);
        let mut bytes = match end > behind {
            true => Some(8),
            // A host's has 16 bytes, and a device's is a double.
            false if has("long") && has("double") => None,
            false => own.map(CType::size),
        };
        self.at = end;
        while self.shown(self.at) == "[" {
            self.at += 1;
            let length = self.choice().and_then(|id| self.tree.constant(id)).and_then(|number| u64::try_from(number.ordinal()?).ok());
            bytes = bytes.zip(length).and_then(|(bytes, length)| bytes.checked_mul(length)).filter(|_| self.shown(self.at) == "]");
            self.at += 1;
        }
        if own.is_some() && self.at != close {
            // A value that begins with a type, as in float(x).
            self.at = open;
            return None;
        }
        self.at = close + 1;
        Some(bytes)
    }

    /// The size of a value, which is taken.
    fn size_of_value(&mut self, open: usize) -> Option<u64> {
        let inside = self.shown(open) == "(";
        if self.is(open + usize::from(inside), Cut::Text) {
            self.at += usize::from(inside);
            let bytes = self.quoted().len() as u64 + 1;
            self.at += usize::from(inside);
            return Some(bytes).filter(|_| !inside || self.shown(self.at - 1) == ")");
        }
        if let Some((lengths, own, end)) = self.array_at(open)
            && !lengths.is_empty()
        {
            self.at = end;
            return Some(lengths.iter().product::<u64>() * own.size()).filter(|bytes| *bytes > 0);
        }
        if let Some(bytes) = self.size_of_array_member(open) {
            return Some(bytes);
        }
        let (dry, known, inputs) = (core::mem::replace(&mut self.dry, true), self.known.clone(), self.inputs.len());
        let value = self.unary();
        (self.dry, self.known) = (dry, known);
        // It is not read, so nobody has to give it.
        for input in self.inputs.split_off(inputs.min(self.inputs.len())) {
            if let Some(name) = input.name.filter(|name| !self.flow.names.contains(name)) {
                self.error("undeclared", input.span, format!("`{name}` is not declared."));
            }
        }
        let is_bool = matches!(self.tree.nodes[value?].kind, Kind::Compare(..) | Kind::Not(_) | Kind::And(..) | Kind::Or(..));
        Some(if is_bool { 1 } else { self.tree.own(value?).size() })
    }

    /// The size of an array that is a member, which is taken; None of anything else.
    fn size_of_array_member(&mut self, open: usize) -> Option<u64> {
        let inside = self.shown(open) == "(";
        let mut reader = self.clone();
        (reader.dry, reader.at) = (true, open + usize::from(inside));
        let end = reader.behind_place().filter(|end| inside == (self.shown(*end) == ")") && *end > reader.at + 1)?;
        let own = reader.find(reader.shown(reader.at)).and_then(|_| reader.place_here()).map(|place| reader.own_of(&place));
        let bytes = own.filter(|own| own.element().is_some() && reader.at == end)?.size();
        self.at = end + usize::from(inside);
        Some(bytes)
    }

    /// An array, a row of one, or either in parentheses: the lengths that are left, the type of an element, and the place behind it.
    fn array_at(&self, at: usize) -> Option<(Vec<u64>, CType, usize)> {
        let (mut lengths, own, mut end) = if self.shown(at) == "(" {
            let (lengths, own, end) = self.array_at(at + 1)?;
            (lengths, own, (self.shown(end) == ")").then_some(end + 1)?)
        } else {
            let place = self.find(self.shown(at)).filter(|_| self.is(at, Cut::Name))?;
            (self.known[place].lengths.clone(), self.known[place].own, at + 1)
        };
        while self.shown(end) == "[" && !lengths.is_empty() {
            lengths.remove(0);
            end = self.behind(end);
        }
        Some((lengths, own, end))
    }
}
