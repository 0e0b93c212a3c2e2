//! The variables that a text knows where it is read: what each holds, as a node or in its register.

use super::parse::{Input, Reader};
use super::python::Owner;
use super::tree::{Id, Kind};
use super::types::CType;
use crate::kernel::special;
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
    /// Whether it is an integer that stays what it is: `const int n = 4`.
    pub fixed: bool,
    /// Whether nothing changes it, and whether nothing changes what it points to.
    pub constant: bool,
    pub to_constant: bool,
    /// Whether the text gave it a value; one that nobody gave a value is read from the user.
    pub given: bool,
    /// The state space that it lies in, where it has an address.
    pub memory: Option<&'static str>,
    /// Its lengths, where it is an array.
    pub lengths: Vec<u64>,
    /// The variable that a reference names.
    pub alias: Option<usize>,
    /// The variable that holds its address, where a reference names a place in memory.
    pub pointer: Option<usize>,
    /// Whether nothing declares it: it belongs to the whole text, wherever it is first given a value.
    pub undeclared: bool,
    /// Whose type it has, where the text is Python.
    pub owner: Owner,
}

impl Reader<'_> {
    /// The variable of a name, innermost first. A function sees its own and those outside of all functions.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let found = self.named(name)?;
        Some(self.known[found].alias.unwrap_or(found))
    }

    /// The variable or the reference of a name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        let sees = |place: &usize| *place >= self.floor || *place < self.globals;
        let find = |name: &str| (0..self.known.len()).rev().filter(sees).find(|place| self.known[*place].name == name);
        // A member hides what stands outside of all functions.
        let is_member = || {
            let this = find("this").map(|this| self.known[this].alias.unwrap_or(this));
            this.and_then(|this| self.known[this].own.layout()).is_some_and(|layout| layout.member(name).is_some())
        };
        let found = find(name);
        if let Some(own) = found.filter(|place| *place >= self.floor) {
            return Some(own);
        }
        let of_structure = || find(&self.static_named(name)?);
        of_structure().or_else(|| found.filter(|_| self.python.on || !is_member()))
    }

    /// Declares a reference to a variable.
    pub(super) fn names_variable(&mut self, name: &str, variable: usize, constant: bool) {
        // It has no members or bytes of its own.
        let place = self.declare(name, CType::Int, None);
        let constant = constant || self.known[variable].constant;
        (self.known[place].alias, self.known[place].constant) = (Some(variable), constant);
        self.known[place].to_constant = self.known[variable].to_constant;
    }

    /// Declares a variable in the innermost scope.
    pub(super) fn declare(&mut self, name: &str, own: CType, value: Option<Id>) -> usize {
        let inside = self.in_library();
        let taken = |register: &str| {
            self.flow.names.contains(register)
                || is_special(register)
                // The text may yet name something so.
                || inside && self.pieces[self.begin..].iter().any(|piece| self.text[piece.span.clone()] == *register)
        };
        let name_of_register = name.trim_start().replace("::", "_").replace('.', "_");
        let mut register = name_of_register.clone();
        let mut number = 0;
        while taken(&register) {
            number += 1;
            register = format!("{name_of_register}_{number}");
        }
        let given = value.is_some();
        self.flow.registers.push((register.clone(), own));
        self.flow.names.insert(register.clone());
        self.known.push(Variable {
            name: name.to_owned(),
            register,
            own,
            value,
            written: false,
            fixed: false,
            constant: false,
            to_constant: false,
            given,
            memory: None,
            lengths: Vec::new(),
            alias: None,
            pointer: None,
            undeclared: false,
            owner: Owner::default(),
        });
        let place = self.known.len() - 1;
        if let Some(layout) = own.layout() {
            self.known[place].value = None;
            if own.lies_in_memory() {
                self.in_memory(place, "local", own.size());
                if let Some(value) = value {
                    let there = self.place_of(place);
                    self.write(&there, value);
                }
                return place;
            }
            let values = value.map(|value| self.tree.nodes[value].kind.clone());
            for (number, (member, own, _)) in layout.members.iter().enumerate() {
                let value = if let Some(Kind::Group(all)) = &values { all.get(number).copied() } else { None };
                self.declare(&[name, ".", member].concat(), *own, value);
            }
        }
        place
    }

    /// Declares a variable with its value. It lies in memory if the text takes its address before a place: memcpy(&bits, &x, 4).
    pub(super) fn declare_pointed(&mut self, name: &str, own: CType, value: Id, end: usize) -> usize {
        let place = self.declare(name, own, Some(value));
        if self.known[place].memory.is_none() && self.is_pointed_to(name, end) {
            self.in_memory(place, "local", own.size());
            self.lies_with(place, "local", value, self.at);
        }
        place
    }

    /// A variable that the text does not know.
    pub(super) fn hidden(&mut self, stem: &str, own: CType, value: Option<Id>) -> usize {
        self.declare(&[" ", stem].concat(), own, value)
    }

    /// Gives a variable a value of its type.
    pub(super) fn give(&mut self, place: usize, value: Id) {
        let converted = self.tree.converted(value, self.known[place].own);
        if self.known[place].own.layout().is_some() && self.known[place].memory.is_some() {
            let there = self.place_of(place);
            self.write(&there, converted);
            return;
        }
        if self.known[place].own.layout().is_some() {
            return self.give_group(place, converted);
        }
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
        if own.layout().is_some() && self.known[place].memory.is_some() {
            let there = self.place_of(place);
            return self.read(&there);
        }
        if let Some(layout) = own.layout() {
            return self.held_group(place, layout);
        }
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
        // Python's names say which variables they mean by their places.
        if self.python.on {
            for variable in self.known.iter_mut().skip(count).filter(|variable| !variable.undeclared) {
                (variable.value, variable.alias) = (None, None);
                variable.name.clear();
            }
            return;
        }
        let inside = self.known.split_off(count.min(self.known.len()));
        let (stays, gone): (Vec<Variable>, Vec<Variable>) = inside.into_iter().partition(|variable| variable.undeclared);
        self.gone.extend(gone.into_iter().map(|variable| variable.register));
        self.known.extend(stays);
    }

    pub(super) fn mark_type(&mut self, range: Range<usize>) {
        range.for_each(|at| self.mark(at, TokenKind::Modifier));
    }
}

/// Whether PTX has a register of its own by that name: a variable `tid` must not be `%tid`.
fn is_special(name: &str) -> bool {
    let name = ["%", name].concat();
    special::find(&name).is_some() || special::wants(&name).is_some()
}
