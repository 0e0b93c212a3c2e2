//! Loops, also over a range, and `switch`.

use super::parse::Reader;
use super::place::Place;
use super::tree::Operation;
use super::types::CType;
use crate::operation::Relation;

impl Reader<'_> {
    /// `while`, `do` and `for`.
    pub(super) fn repeat(&mut self, word: &str) {
        let (count, mut step) = (self.known.len(), None);
        self.at += 1;
        let (again, end) = (self.new_label(), self.new_label());
        let first = self.new_label();
        if word == "for" {
            let open = self.at;
            let parts = (open..self.behind(open)).find(|at| matches!(self.shown(*at), ";" | ":" | "?"));
            if let Some(colon) = parts.filter(|at| self.shown(*at) == ":") {
                if self.over_range(open, colon).is_none() {
                    let span = self.span(colon);
                    self.error("not-covered", span, "A loop over a range takes an array or a vector here: else count with an index.");
                    self.at = self.behind(open);
                    self.skip();
                }
                return;
            }
            self.expect("(", "after `for`");
            self.nested += 1;
            if self.shown(self.at) == ";" {
                self.at += 1;
            } else {
                self.item();
                // Of two semicolons the second is an empty condition's.
                let twice = self.shown(self.at - 1) == ";" && self.shown(self.at - 2) == ";";
                self.at -= usize::from(twice);
            }
            self.nested -= 1;
            self.flush(None);
            self.emit_head(&first);
            if self.shown(self.at) != ";"
                && let Some(condition) = self.assignment()
            {
                self.jump_unless(condition, &end);
            }
            self.expect(";", "after the condition");
            step = Some((self.at, self.behind(open).saturating_sub(1)));
            self.at = self.behind(open);
        } else {
            self.flush(None);
            self.emit_head(&first);
            if word == "while"
                && let Some(condition) = self.condition(word)
            {
                self.jump_unless(condition, &end);
            }
        }
        self.body_of_loop(&again, &end);
        if let Some((begin, close)) = step {
            let behind = core::mem::replace(&mut self.at, begin);
            self.nested += 1;
            while self.at < close {
                if self.assignment().is_none() {
                    break;
                }
                if self.shown(self.at) != "," {
                    break;
                }
                self.at += 1;
            }
            self.nested -= 1;
            if self.at < close {
                let span = self.span(self.at);
                self.error("unexpected", span, "This does not belong to the step of `for`.");
            }
            self.at = behind;
        }
        if word == "do" {
            self.expect("while", "after the body of `do`");
            if let Some(condition) = self.condition("while") {
                self.jump_unless(condition, &end);
            }
            self.semicolon();
        }
        self.jump(&first);
        self.emit_label(&end);
        self.leave(count);
    }

    /// `for (float x : a)` over an array or a vector, whose parenthesis and colon are given.
    fn over_range(&mut self, open: usize, colon: usize) -> Option<()> {
        let (declared, end) = self.type_at(open + 1)?;
        let reference = self.shown(end) == "&";
        let name = self.shown(colon - 1).to_owned();
        if end + usize::from(reference) != colon - 1 {
            return None;
        }
        let close = self.behind(open) - 1;
        let array = self.find(self.shown(colon + 1)).filter(|place| colon + 2 == close && !self.known[*place].lengths.is_empty());
        self.at = colon + 1;
        let (base, count) = match array {
            Some(range) => {
                let [length] = self.known[range].lengths[..] else { return None };
                (self.held_or_address(range, 0..0), self.tree.number(CType::Long, length, None, 0..0))
            }
            None if self.behind_place() == Some(close) => {
                let place = self.place_here()?;
                self.numbers_in(&place)?
            }
            None => {
                let value = self.assignment()?;
                // What a function names that gives a reference.
                let named = self.seen_from(colon + 1).and_then(|seen| seen.place);
                let place = named.unwrap_or_else(|| self.object(self.tree.own(value), value));
                self.numbers_in(&place)?
            }
        };
        let (known, zero) = (self.known.len(), self.zero(CType::Long));
        let all = [("index", zero), ("count", count), ("base", base)];
        let [index, count, range] = all.map(|(stem, id)| self.hidden(stem, self.tree.own(id), Some(id)));
        let [first, again, end] = [(); 3].map(|()| self.new_label());
        self.flush(None);
        self.emit_head(&first);
        let [at, most] = [index, count].map(|place| self.held(place, 0..0));
        let goes = self.tree.compared(Relation::of(".lt"), at, most, 0..0);
        self.jump_unless(goes, &end);
        let (at, base) = (self.held(index, 0..0), self.held(range, 0..0));
        let address = self.tree.binary(Operation::Add, base, at, 0..0).ok()?;
        let own = self.tree.own(base).pointee()?;
        if reference {
            self.refers(&name, own, address, 0);
        } else {
            let value = self.read(&Place::Memory(address, 0, own));
            let own = declared.unwrap_or(own);
            let value = self.copy_of(value, true, colon);
            let value = self.fitted(value, own, colon);
            self.at = self.behind(open);
            self.declare_pointed(&name, own, value, self.pieces.len());
        }
        let of_const = reference && own.pointee().is_none() && self.constness(colon + 1) == Some(true);
        let is_const = of_const || (open + 1..colon).any(|at| self.shown(at) == "const");
        if let Some(place) = self.named(&name) {
            self.known[place].constant |= is_const;
        }
        self.at = self.behind(open);
        self.body_of_loop(&again, &end);
        let (at, one) = (self.held(index, 0..0), self.tree.number(CType::Long, 1, None, 0..0));
        let next = self.tree.binary(Operation::Add, at, one, 0..0).ok()?;
        self.give(index, next);
        self.jump(&first);
        self.emit_label(&end);
        self.leave(known);
        Some(())
    }

    /// `switch`, whose cases are labels.
    pub(super) fn switch(&mut self) {
        self.at += 1;
        let Some(value) = self.condition("switch") else { return self.skip() };
        if self.shown(self.at) != "{" {
            let span = self.span(self.at);
            self.error("expected", span, "A switch has its cases in braces.");
            return self.skip();
        }
        let own = self.tree.own(value);
        let count = self.known.len();
        let place = self.hidden("switch", own, Some(value));
        let (open, behind) = (self.at, self.behind(self.at));
        let (mut cases, mut otherwise, mut at, mut depth) = (Vec::new(), None, open, 0);
        while at < behind {
            match self.shown(at) {
                "{" => depth += 1,
                "}" => depth -= 1,
                // The cases of a switch inside are that one's.
                "switch" if depth > 0 => at = self.behind(self.behind(at + 1)) - 1,
                "case" | "default" => {
                    let label = self.new_label();
                    if self.shown(at) == "default" {
                        otherwise = Some(label.clone());
                    }
                    cases.push((at, label));
                }
                _ => {}
            }
            at += 1;
        }
        self.flush(None);
        for (at, label) in cases.iter().filter(|(at, _)| self.shown(*at) == "case").cloned().collect::<Vec<_>>() {
            self.at = at + 1;
            if let Some(wanted) = self.choice() {
                let held = self.held(place, 0..0);
                let same = self.tree.compared(Relation::of(".eq"), held, wanted, 0..0);
                if let Some(predicate) = self.flush(Some(same)) {
                    self.emit(format!("@{predicate} bra {label};"));
                }
            }
        }
        let end = self.new_label();
        self.emit(format!("bra {};", otherwise.as_ref().unwrap_or(&end)));
        self.at = open;
        self.flow.loops.push((None, end.clone()));
        self.flow.cases.push(cases);
        self.open += 1;
        self.block();
        self.open -= 1;
        self.flow.cases.pop();
        self.flow.loops.pop();
        self.flush(None);
        self.emit_label(&end);
        self.leave(count);
    }

    /// `case` and `default`.
    pub(super) fn case(&mut self) {
        let at = self.at;
        while !matches!(self.shown(self.at), ":" | ";" | "}" | "") {
            self.at += 1;
        }
        self.expect(":", "after the case");
        let label = self.flow.cases.last().and_then(|cases| cases.iter().find(|(own, _)| *own == at)).map(|(_, label)| label.clone());
        match label {
            Some(label) => {
                self.flush(None);
                self.emit_label(&label);
            }
            None => {
                let span = self.span(at);
                self.error("control", span, "A case is outside of a switch.");
            }
        }
    }

    /// The body of a loop, and the label to which `continue` leads; `break` leads to another.
    fn body_of_loop(&mut self, again: &str, end: &str) {
        self.flow.loops.push((Some(again.to_owned()), end.to_owned()));
        self.open += 1;
        self.body();
        self.open -= 1;
        self.flow.loops.pop();
        self.flush(None);
        self.emit_label(again);
    }
}
