//! The slots of a function that is being read: registers by scope, constants once each, addresses of variables.

use super::memory::{Space, behind};
use super::module::{Function, Slot, Variable};
use super::special;
use crate::evaluate::CARRY;
use crate::syntax::{RegisterType, Registers};
use std::collections::HashMap;

/// A pair of braces: what is declared in it hides what is declared around it.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// The registers declared here.
    own: Registers,
    /// Those declared here and around, as the table's instructions ask for their types.
    pub all: Registers,
    /// The slots of registers that were asked for.
    slots: HashMap<String, Slot>,
    /// The function's own variables declared here.
    variables: HashMap<String, u32>,
    /// The module's variables declared here: their addresses.
    addresses: HashMap<String, u64>,
    /// The labels: the line that follows each.
    pub labels: HashMap<String, u32>,
    /// Lists of labels for `brx.idx`, and what calls by an address name: lists of functions, prototypes as empty ones.
    pub lists: HashMap<String, Vec<String>>,
    /// Lines that wait for a label: the line, the names.
    pub waiting: Vec<(usize, String)>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A register, a constant or an address.
    Slot(Slot),
    /// A variable of the function, by number.
    Own(u32),
    /// Nothing that is known.
    Nothing,
}

/// A function that is being read.
#[derive(Debug, Default)]
pub(super) struct Builder {
    /// What there is of it.
    pub function: Function,
    /// The pairs of braces that are open, the outermost first.
    pub scopes: Vec<Scope>,
    constants: HashMap<u64, Slot>,
    specials: HashMap<&'static str, Slot>,
    addresses: HashMap<(u32, u64), Slot>,
    ends: [u64; 5],
    sink: Option<Slot>,
    condition_code: Option<Slot>,
}

impl Builder {
    pub fn open(&mut self) {
        let all = self.scope().all.clone();
        self.scopes.push(Scope { all, ..Scope::default() });
    }

    /// The innermost pair of braces.
    pub fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// Declares what a reader of declarations finds.
    pub fn declare<T>(&mut self, read: impl Fn(&mut Registers) -> T) -> T {
        let scope = self.scope();
        read(&mut scope.all);
        read(&mut scope.own)
    }

    fn add(&mut self, register: Option<(String, RegisterType)>, bits: u64) -> Slot {
        self.function.registers.push(register);
        self.function.initial.push(bits);
        self.function.initial.len() as Slot - 1
    }

    /// A slot that holds a constant.
    pub fn constant(&mut self, bits: u64) -> Slot {
        if let Some(slot) = self.constants.get(&bits) {
            return *slot;
        }
        let slot = self.add(None, bits);
        self.constants.insert(bits, slot);
        slot
    }

    /// A slot that nobody reads.
    pub fn sink(&mut self) -> Slot {
        match self.sink {
            Some(slot) => slot,
            None => {
                let slot = self.add(None, 0);
                *self.sink.insert(slot)
            }
        }
    }

    /// The slot of the condition code's carry.
    pub fn condition_code(&mut self) -> Slot {
        match self.condition_code {
            Some(slot) => slot,
            None => {
                let slot = self.add(Some((CARRY.to_owned(), RegisterType::Predicate)), 0);
                *self.condition_code.insert(slot)
            }
        }
    }

    /// The type of a slot that is a register.
    pub fn type_of(&self, slot: Slot) -> Option<RegisterType> {
        self.function.registers.get(slot as usize)?.as_ref().map(|(_, own)| *own)
    }

    /// What a name stands for, in the innermost braces that know it.
    pub fn find(&mut self, name: &str) -> Named {
        for at in (0..self.scopes.len()).rev() {
            let scope = &self.scopes[at];
            if let Some(slot) = scope.slots.get(name) {
                return Named::Slot(*slot);
            }
            if let Some(own) = scope.own.type_of(name) {
                let slot = self.add(Some((name.to_owned(), own)), 0);
                self.scopes[at].slots.insert(name.to_owned(), slot);
                return Named::Slot(slot);
            }
            if let Some(variable) = scope.variables.get(name) {
                return Named::Own(*variable);
            }
            if let Some(address) = scope.addresses.get(name) {
                let address = *address;
                return Named::Slot(self.constant(address));
            }
        }
        match special::find(name) {
            Some(known) => Named::Slot(self.special(known)),
            None => Named::Nothing,
        }
    }

    fn special(&mut self, known: &'static special::Special) -> Slot {
        if let Some(slot) = self.specials.get(known.name) {
            return *slot;
        }
        let slot = self.add(None, 0);
        self.specials.insert(known.name, slot);
        self.function.specials.push((slot, known));
        slot
    }

    /// Whether a slot holds a special register.
    pub fn is_special(&self, slot: Slot) -> bool {
        self.function.specials.iter().any(|(known, _)| *known == slot)
    }

    /// A slot that holds the address of an own variable, with something added.
    pub fn address(&mut self, variable: u32, offset: u64) -> Slot {
        if let Some(slot) = self.addresses.get(&(variable, offset)) {
            return *slot;
        }
        let slot = self.add(None, offset);
        self.addresses.insert((variable, offset), slot);
        self.function.addresses.push((slot, variable));
        slot
    }

    /// Adds a variable of the function's own.
    pub fn variable(&mut self, name: &str, space: Space, align: u64, size: usize, own: &str) -> u32 {
        let end = &mut self.ends[space as usize];
        let address = if *end == 0 { 0 } else { behind(*end, align) };
        *end = address + size as u64 + 1;
        let at = self.function.variables.len() as u32;
        self.function.variables.push(Variable { name: name.to_owned(), space, address, bytes: vec![0; size], own: own.to_owned() });
        self.scope().variables.insert(name.to_owned(), at);
        at
    }

    /// Makes a variable of the module known.
    pub fn known(&mut self, name: &str, address: u64) {
        self.scope().addresses.insert(name.to_owned(), address);
    }

    /// Why a line cannot run.
    pub fn reason(&mut self, code: &'static str, message: String) -> u32 {
        self.function.reasons.push((code, message));
        self.function.reasons.len() as u32 - 1
    }
}
