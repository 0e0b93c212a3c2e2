//! What runs only where a condition holds, inside of an expression: the second side of `&&` and `||`, the branches of a choice.

use super::parse::Reader;
use super::token::{Kind as Cut, assigns, ends_operand};
use super::tree::{Id, Kind};
use super::types::CType;
use crate::operation::Relation;
use core::ops::Range;

impl Reader<'_> {
    /// Whether a condition is known: a number, or two that are compared.
    pub(super) fn decided(&self, id: Id) -> Option<bool> {
        match &self.tree.nodes[id].kind {
            Kind::Constant(bits, _) => {
                Some(*bits & !self.tree.own(id).format().sign_mask() != 0 || self.tree.own(id).is_integer() && *bits != 0)
            }
            Kind::Convert(from) => self.decided(*from),
            Kind::Not(a) => self.decided(*a).map(|known| !known),
            Kind::And(a, b) => Some(self.decided(*a)? && self.decided(*b)?),
            Kind::Or(a, b) => Some(self.decided(*a)? || self.decided(*b)?),
            Kind::Compare(relation, a, b) if self.tree.own(*a).is_integer() => {
                let value = |id: Id| self.tree.constant(id).and_then(|number| number.ordinal());
                Some(relation.holds(Some(value(*a)?.cmp(&value(*b)?))))
            }
            _ => None,
        }
    }

    /// A condition: a structure is one if it says how it becomes a number.
    pub(super) fn as_condition(&mut self, id: Id, at: usize) -> Id {
        if self.tree.own(id).layout().is_none() || self.is_nothing(id) {
            return self.tree.no_scoped(id);
        }
        const NUMBERS: [CType; 4] = [CType::Bool, CType::Int, CType::Float, CType::Double];
        if let Some(made) = NUMBERS.into_iter().find_map(|own| self.converts(id, own, at)) {
            return made;
        }
        let span = self.since(self.span(at).start);
        self.error("structure", span, "A condition is a number, and this is a structure: name a member.");
        self.zero(CType::Int)
    }

    /// Of two conditions the second may not be run where the first decides; where running it does no harm both are.
    pub(super) fn both(&mut self, and: bool, left: Id, span: Range<usize>, level: impl FnOnce(&mut Self) -> Option<Id>) -> Option<Id> {
        let count = self.known.len();
        let zero = self.tree.number(self.tree.own(left), 0, None, span.clone());
        let truth = self.tree.compared(Relation::of(".neu"), left, zero, span.clone());
        let place = self.hidden("both", CType::Int, Some(truth));
        self.flush(None);
        let held = self.held(place, span.clone());
        let condition = if and { held } else { self.tree.node(Kind::Not(held), CType::Int, span.clone()) };
        let end = self.new_label();
        self.jump_unless(condition, &end);
        self.open += 1;
        let right = level(self);
        self.open -= 1;
        let right = right?;
        let zero = self.tree.number(self.tree.own(right), 0, None, span.clone());
        let truth = self.tree.compared(Relation::of(".neu"), right, zero, span.clone());
        self.give(place, truth);
        self.flush(None);
        self.emit_label(&end);
        let held = self.held(place, span);
        self.leave(count);
        Some(held)
    }

    /// Whether what stands between two tokens reads memory, writes something or enters a function, so that it may not run for nothing.
    pub(super) fn does_something(&self, mut at: usize) -> bool {
        if self.dry {
            return false;
        }
        let mut depth = 0;
        while at < self.pieces.len() {
            match self.shown(at) {
                "(" => depth += 1,
                ")" if depth == 0 => return false,
                ")" => depth -= 1,
                "," | ";" | "?" | ":" | "&&" | "||" if depth == 0 => return false,
                "[" => return true,
                _ if self.is(at, Cut::Text) => return true,
                "/" | "%" if depth >= 0 => return true,
                word if assigns(word) => return true,
                "+" | "-" if self.twice(at) => return true,
                "*" if at == 0 || !ends_operand(&self.pieces[at - 1], self.text) => return true,
                _ if self.calls_object(at) => return true,
                word if self.functions.iter().any(|own| own.name == word || own.name.strip_suffix('f') == Some(word)) => return true,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Whether an object or a lambda is called here.
    pub(super) fn calls_object(&self, at: usize) -> bool {
        self.shown(at + 1) == "(" && self.find(self.shown(at)).is_some_and(|place| self.known[place].own.layout().is_some())
    }

    /// A choice whose condition is known: of the other branch only the type counts.
    pub(super) fn decided_choice(&mut self, known: bool) -> Option<Id> {
        let (left, other) = if known { (self.choice(), None) } else { (None, self.type_here()) };
        if self.shown(self.at) == ":" {
            self.at += 1;
        }
        let (value, other) = if known { (left?, self.type_here()) } else { (self.choice()?, other) };
        let own = self.tree.own(value);
        Some(match other.filter(|other| *other != own) {
            Some(other) => self.tree.converted(value, own.common(other)),
            None => value,
        })
    }

    /// The type of the expression that stands here, which does not run.
    pub(super) fn type_here(&mut self) -> Option<CType> {
        let (dry, known, outputs, pending) = (self.dry, self.known.clone(), self.outputs.clone(), self.pending.clone());
        let lengths = (self.tree.nodes.len(), self.effects.len(), self.inputs.len(), self.calls.len(), self.diagnostics.len());
        self.dry = true;
        let own = self.choice().map(|id| self.tree.own(id));
        self.tree.nodes.truncate(lengths.0);
        self.effects.truncate(lengths.1);
        self.inputs.truncate(lengths.2);
        self.calls.truncate(lengths.3);
        self.diagnostics.truncate(lengths.4);
        (self.dry, self.known, self.outputs, self.pending) = (dry, known, outputs, pending);
        own
    }

    /// Skips the second operand of `&&` or `||`.
    pub(super) fn pass_operand(&mut self, operator: &str) {
        while self.at < self.pieces.len() {
            match self.shown(self.at) {
                "(" | "[" | "{" => {
                    self.at = self.behind(self.at);
                    continue;
                }
                "&&" if operator == "&&" => return,
                "||" | "?" | ":" | ")" | "]" | "}" | "," | ";" => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// A choice whose branches read memory or write something: only one of them runs.
    pub(super) fn chosen_by_branch(&mut self, condition: Id, start: usize) -> Option<Id> {
        let right = |reader: &mut Self| {
            if reader.shown(reader.at) == ":" {
                reader.at += 1;
            }
            reader.choice()
        };
        self.by_branch(condition, start, Self::choice, right)
    }

    /// One of two values, of which only one is computed.
    pub(super) fn by_branch(
        &mut self,
        condition: Id,
        start: usize,
        left: impl FnOnce(&mut Self) -> Option<Id>,
        right: impl FnOnce(&mut Self) -> Option<Id>,
    ) -> Option<Id> {
        let count = self.known.len();
        let (other, end) = (self.new_label(), self.new_label());
        self.jump_unless(condition, &other);
        self.open += 1;
        let left = left(self);
        self.open -= 1;
        let left = left?;
        let own = self.tree.own(left);
        let place = self.hidden("chosen", own, Some(left));
        self.flush(None);
        self.emit(format!("bra {end};"));
        self.emit_label(&other);
        self.open += 1;
        let right = right(self);
        self.open -= 1;
        let right = right?;
        self.give(place, right);
        self.flush(None);
        self.emit_label(&end);
        let held = self.held(place, start..start);
        self.leave(count);
        Some(held)
    }
}
