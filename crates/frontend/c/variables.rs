//! The variables that a text knows where it is read: what each holds, as a node or in its register.

use super::parse::{Input, Reader};
use super::tree::{Id, Kind};
use super::types::CType;
use crate::syntax::TokenKind;
use core::ops::Range;

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variable {
    pub name: String,
    /// Its register, without the `%`: names that stand in several scopes have one each.
    pub register: String,
    pub own: CType,
    /// What it holds; None where its register does.
    pub value: Option<Id>,
    /// Whether its register holds that, too.
    pub written: bool,
    /// Whether the text gave it a value; one that nobody gave a value is read from the user.
    pub given: bool,
    /// The number of its elements, where it is an array.
    pub elements: Option<u64>,
    /// The variable that a reference names.
    pub alias: Option<usize>,
    /// Whether it is an array in .shared, and not in .local.
    pub shared: bool,
    /// Whether nothing declares it: it belongs to the whole text, wherever it is first given a value.
    pub undeclared: bool,
}

impl Reader<'_> {
    /// The variable of a name, innermost first. A function sees its own and those outside of all functions.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let sees = |place: &usize| *place >= self.floor || *place < self.globals;
        let found = (0..self.known.len()).rev().filter(sees).find(|place| self.known[*place].name == name)?;
        Some(self.known[found].alias.unwrap_or(found))
    }

    /// Declares a variable in the innermost scope.
    pub(super) fn declare(&mut self, name: &str, own: CType, value: Option<Id>) -> usize {
        let inside = self.in_library();
        let taken = |register: &str| {
            self.known.iter().any(|known| known.register == register)
                || self.gone.iter().any(|known| known == register)
                // The text may yet name something so.
                || inside && self.pieces[self.begin..].iter().any(|piece| self.text[piece.span.clone()] == *register)
        };
        let mut register = name.to_owned();
        let mut number = 0;
        while taken(&register) {
            number += 1;
            register = format!("{name}_{number}");
        }
        let given = value.is_some();
        self.known.push(Variable {
            name: name.to_owned(),
            register,
            own,
            value,
            written: false,
            given,
            elements: None,
            alias: None,
            shared: false,
            undeclared: false,
        });
        self.known.len() - 1
    }

    /// A variable that the text does not know.
    pub(super) fn hidden(&mut self, stem: &str, own: CType, value: Option<Id>) -> usize {
        let place = self.declare(stem, own, value);
        self.known[place].name.insert(0, ' ');
        place
    }

    /// Gives a variable a value of its type.
    pub(super) fn give(&mut self, place: usize, value: Id) {
        let converted = self.tree.converted(value, self.known[place].own);
        let variable = &mut self.known[place];
        (variable.value, variable.written, variable.given) = (Some(converted), false, true);
    }

    /// Gives a name a value: the variable that has it, or a new one of the value's type.
    pub(super) fn give_name(&mut self, name: &str, value: Id) -> usize {
        let own = self.tree.own(value);
        let place = self.find(name).unwrap_or_else(|| {
            let place = self.declare(name, own, None);
            self.known[place].undeclared = self.entries.is_empty();
            place
        });
        self.give(place, value);
        place
    }

    /// What a variable holds.
    pub(super) fn held(&mut self, place: usize, span: Range<usize>) -> Id {
        let Variable { own, value, given, register, .. } = self.known[place].clone();
        if let Some(value) = value {
            return value;
        }
        if !given {
            self.input(&register, own, &span);
        }
        self.tree.node(Kind::Variable(register), own, span)
    }

    /// What the user gives.
    pub(super) fn input(&mut self, name: &str, own: CType, span: &Range<usize>) {
        if self.inputs.iter().all(|input| input.name.as_deref() != Some(name)) {
            self.inputs.push(Input { name: Some(name.to_owned()), own, bits: 0, span: span.clone() });
        }
    }

    /// Leaves a scope.
    pub(super) fn leave(&mut self, count: usize) {
        let inside = self.known.split_off(count.min(self.known.len()));
        let (stays, gone): (Vec<Variable>, Vec<Variable>) = inside.into_iter().partition(|variable| variable.undeclared);
        self.gone.extend(gone.into_iter().map(|variable| variable.register));
        self.known.extend(stays);
    }

    pub(super) fn mark_type(&mut self, range: Range<usize>) {
        range.for_each(|at| self.mark(at, TokenKind::Modifier));
    }
}
