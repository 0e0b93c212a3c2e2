//! The slots of a function that is being read: registers by scope, constants once each, addresses of variables.

use super::memory::{Space, behind};
use super::module::{Function, Slot, Variable};
use super::special;
use crate::evaluate::CARRY;
use crate::syntax::{RegisterType, Registers};
use std::collections::{HashMap, HashSet};

/// A pair of braces: what is declared in it hides what is declared around it.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// The registers declared here.
    own: Registers,
    /// Those declared here and around, as the table's instructions ask for their types.
    pub all: Registers,
    /// The registers that were asked for, and the variables declared here.
    names: HashMap<String, Named>,
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
    /// A register of 128 bits: the lower half, and the upper one.
    Wide([Slot; 2]),
    /// A register that all functions of the module share.
    Shared,
    /// A variable of the function, by number.
    Own(u32),
    /// A variable of the module, by its address.
    Address(u64),
    /// Nothing that is known.
    Nothing,
}

/// What a slot holds from the beginning; there is one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fixed {
    Constant(u64),
    /// A special register, by its name.
    Special(&'static str),
    /// The address of an own variable, with something added.
    Address(u32, u64),
    /// Nothing that anybody reads.
    Sink,
    /// The condition code's carry.
    Carry,
}

/// A function that is being read.
#[derive(Debug, Default)]
pub(super) struct Builder {
    /// What there is of it.
    pub function: Function,
    /// The pairs of braces that are open, the outermost first.
    pub scopes: Vec<Scope>,
    fixed: HashMap<Fixed, Slot>,
    /// Registers that hold a cache policy.
    pub policies: HashSet<Slot>,
    ends: [u64; 5],
    /// The registers that the module declares, and whether the function is one that others call.
    pub outer: Registers,
    pub is_called: bool,
    /// Whether lines stand in no function: a name that nobody declared is then a register.
    pub implicit: bool,
}

impl Builder {
    pub fn open(&mut self) {
        let all = self.scope().all.clone();
        self.scopes.push(Scope { all, ..Scope::default() });
    }

    /// The innermost pair of braces.
    pub fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope { all: self.outer.clone(), ..Scope::default() });
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// Makes the registers known that were declared before the text.
    pub fn begin(&mut self, registers: Registers) {
        self.scopes = vec![Scope { own: registers.clone(), all: registers, ..Scope::default() }];
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

    /// The slot that holds something from the beginning, and whether it is new.
    fn fixed(&mut self, fixed: Fixed) -> (Slot, bool) {
        if let Some(slot) = self.fixed.get(&fixed) {
            return (*slot, false);
        }
        let slot = match fixed {
            Fixed::Constant(bits) | Fixed::Address(_, bits) => self.add(None, bits),
            Fixed::Special(_) | Fixed::Sink => self.add(None, 0),
            Fixed::Carry => self.add(Some((CARRY.to_owned(), RegisterType::Predicate)), 0),
        };
        self.fixed.insert(fixed, slot);
        (slot, true)
    }

    /// A slot that holds a constant.
    pub fn constant(&mut self, bits: u64) -> Slot {
        self.fixed(Fixed::Constant(bits)).0
    }

    /// A slot that nobody reads.
    pub fn sink(&mut self) -> Slot {
        self.fixed(Fixed::Sink).0
    }

    /// A slot of its own, for what no register holds.
    pub fn unnamed(&mut self) -> Slot {
        self.add(None, 0)
    }

    /// The slot of the condition code's carry.
    pub fn condition_code(&mut self) -> Slot {
        self.fixed(Fixed::Carry).0
    }

    /// The type of a slot that is a register.
    pub fn type_of(&self, slot: Slot) -> Option<RegisterType> {
        self.function.registers.get(slot as usize)?.as_ref().map(|(_, own)| *own)
    }

    /// What a name stands for, in the innermost braces that know it.
    pub fn find(&mut self, name: &str) -> Named {
        // `v.r` is `v.x`.
        let plain = match name.rsplit_once('.') {
            Some((stem, colour @ ("r" | "g" | "b" | "a"))) => {
                Some([stem, ["x", "y", "z", "w"]["rgba".find(colour).unwrap_or(0)]].join("."))
            }
            _ => None,
        };
        let name = plain.as_deref().unwrap_or(name);
        for at in (0..self.scopes.len()).rev() {
            let scope = &self.scopes[at];
            if let Some(named) = scope.names.get(name) {
                return *named;
            }
            if let Some(own) = scope.own.type_of(name) {
                return self.declared(at, name, own);
            }
        }
        if let Some(own) = self.outer.type_of(name) {
            // What a function leaves in one its caller would read.
            return if self.is_called { Named::Shared } else { self.declared(0, name, own) };
        }
        // No thread has been launched for lines without a function: where it stands is theirs to give.
        match special::find(name).filter(|known| !self.implicit || known.name == "WARP_SZ") {
            Some(known) => Named::Slot(self.special(known)),
            None => Named::Nothing,
        }
    }

    /// A register that was declared in a scope, asked for the first time.
    fn declared(&mut self, scope: usize, name: &str, own: RegisterType) -> Named {
        if own.width() <= 64 {
            return Named::Slot(self.register(scope, name, own));
        }
        let half = |builder: &mut Builder, end: &str| builder.register(scope, &[name, end].concat(), RegisterType::Untyped(64));
        let named = Named::Wide([half(self, "[63:0]"), half(self, "[127:64]")]);
        self.scopes[scope].names.insert(name.to_owned(), named);
        named
    }

    /// The slot of a name that nobody declared, with or without its `%`.
    pub fn undeclared(&mut self, name: &str) -> Slot {
        let twin = name.strip_prefix('%').map_or_else(|| ["%", name].concat(), str::to_owned);
        if let Named::Slot(slot) = self.find(&twin)
            && self.type_of(slot).is_some()
        {
            return slot;
        }
        self.register(0, name, RegisterType::Any)
    }

    /// The slot of a parameter's address where there is no function to have it. A register of the same name is another slot.
    pub fn parameter(&mut self, name: &str) -> Slot {
        let key = ["[", name, "]"].concat();
        match self.find(&key) {
            Named::Slot(slot) => slot,
            _ => {
                let slot = self.register(0, &key, RegisterType::Any);
                self.function.registers[slot as usize] = Some((name.to_owned(), RegisterType::Any));
                slot
            }
        }
    }

    /// A new slot for a register of a scope.
    fn register(&mut self, scope: usize, name: &str, own: RegisterType) -> Slot {
        let slot = self.add(Some((name.to_owned(), own)), 0);
        self.scopes[scope].names.insert(name.to_owned(), Named::Slot(slot));
        slot
    }

    fn special(&mut self, known: &'static special::Special) -> Slot {
        let (slot, is_new) = self.fixed(Fixed::Special(known.name));
        if is_new {
            self.function.specials.push((slot, known));
        }
        slot
    }

    /// Whether a slot holds a special register.
    pub fn is_special(&self, slot: Slot) -> bool {
        self.function.specials.iter().any(|(known, _)| *known == slot)
    }

    /// A slot that holds the address of an own variable, with something added.
    pub fn address(&mut self, variable: u32, offset: u64) -> Slot {
        let (slot, is_new) = self.fixed(Fixed::Address(variable, offset));
        if is_new {
            self.function.addresses.push((slot, variable));
        }
        slot
    }

    /// Adds a variable of the function's own.
    pub fn variable(&mut self, name: &str, space: Space, align: u64, size: usize, own: &str) -> u32 {
        let end = &mut self.ends[space as usize];
        let address = if *end == 0 { 0 } else { behind(*end, align) };
        *end = address + size as u64 + 1;
        let at = self.function.variables.len() as u32;
        self.function.variables.push(Variable { name: name.to_owned(), space, address, bytes: vec![0; size], own: own.to_owned() });
        self.scope().names.insert(name.to_owned(), Named::Own(at));
        at
    }

    /// Makes a variable of the module known.
    pub fn known(&mut self, name: &str, address: u64) {
        self.scope().names.insert(name.to_owned(), Named::Address(address));
    }

    /// Why a line cannot run.
    pub fn reason(&mut self, code: &'static str, message: String) -> u32 {
        self.function.reasons.push((code, message));
        self.function.reasons.len() as u32 - 1
    }
}
