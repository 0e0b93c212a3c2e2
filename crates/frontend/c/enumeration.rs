//! Enumerations: types of their own, with names for some of their numbers. `enum Color { RED, GREEN };` becomes a number where one is needed;
//! `enum class Mode : unsigned char { FAST };` never does without a cast.

use super::parse::Reader;
use super::tree::{Id, Kind, Tree};
use super::types::CType;
use crate::number::{Pattern, interned};
use std::sync::Mutex;

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Enumeration {
    pub(super) name: String,
    /// The type that its numbers have, and whether the text says it.
    pub(super) own: CType,
    is_fixed: bool,
    /// Whether it never becomes a number by itself.
    scoped: bool,
}

impl CType {
    fn enumerated(own: Enumeration) -> CType {
        static KNOWN: Mutex<Vec<&'static Enumeration>> = Mutex::new(Vec::new());
        CType::Enumerated(interned(&KNOWN, own))
    }

    /// The enumeration that it is.
    pub(super) fn enumeration(self) -> Option<&'static Enumeration> {
        if let CType::Enumerated(own) = self { Some(own) } else { None }
    }

    /// The type that the numbers of an enumeration have, and any other type itself.
    pub(super) fn underlying(self) -> CType {
        self.enumeration().map_or(self, |own| own.own)
    }

    /// Whether it is an enumeration that becomes no number by itself.
    pub(super) fn is_scoped(self) -> bool {
        self.enumeration().is_some_and(|own| own.scoped)
    }

    /// Whether it is an enumeration whose text says the type of its numbers.
    pub(super) fn is_fixed(self) -> bool {
        self.enumeration().is_some_and(|own| own.is_fixed)
    }
}

impl Tree {
    /// The same bits in another type.
    fn renamed(&mut self, id: Id, own: CType) -> Id {
        let span = self.span(id);
        match self.nodes[id].kind {
            _ if self.own(id) == own => id,
            Kind::Constant(bits, _) => self.number(own, bits, None, span),
            _ => self.node(Kind::Convert(id), own, span),
        }
    }

    /// A value in another type that a cast names.
    pub(super) fn cast(&mut self, id: Id, to: CType) -> Id {
        let plain = self.renamed(id, self.own(id).underlying());
        let plain = self.converted(plain, to.underlying());
        // What is no number stays what it is.
        if self.own(plain) == to.underlying() { self.renamed(plain, to) } else { plain }
    }
}

impl Reader<'_> {
    /// `enum Mode { FAST, SLOW = 3 };`, also behind `typedef`: names for numbers. Those of an `enum class` are named with it, `Mode::FAST`. False
    /// where none is defined here.
    pub(super) fn defines_enumeration(&mut self) -> bool {
        let first = self.at;
        if !self.enumeration_here() {
            return false;
        }
        if self.shown(first) == "enum" && (self.is_name(self.at) || self.shown(self.at) == "*") {
            // Variables of it.
            self.at = first;
            return self.declares();
        }
        self.semicolon();
        true
    }

    /// The same without what stands behind it.
    fn enumeration_here(&mut self) -> bool {
        let keyword = self.at + usize::from(self.shown(self.at) == "typedef");
        let names = keyword > self.at;
        let scoped = matches!(self.shown(keyword + 1), "class" | "struct");
        let first = keyword + 1 + usize::from(scoped);
        let named = self.is_name(first);
        let mut open = first + usize::from(named);
        let is_fixed = scoped || self.shown(open) == ":";
        let mut own = Some(CType::Int);
        if self.shown(open) == ":" {
            let Some((known, end)) = self.type_at(open + 1) else { return false };
            (own, open) = (known, end);
        }
        let Some(own) = own.filter(|own| own.is_integer() && own.enumeration().is_none()) else { return false };
        let promised = is_fixed && named && self.shown(open) == ";";
        if self.shown(keyword) != "enum" || (self.shown(open) != "{" && !promised) {
            return false;
        }
        let name = if named { self.shown(first).to_owned() } else { super::structure::nameless(keyword) };
        self.mark_type(self.at..open);
        let (all, end) = if promised { (Vec::new(), open) } else { (self.enumerators(open, own, is_fixed), self.behind(open)) };
        // What holds all of them, where the text says no type.
        let holds =
            |own: &CType| all.iter().all(|(_, number)| Pattern::new(own.format(), *number as u64 & own.mask()).ordinal() == Some(*number));
        let wide = [CType::Int, CType::Unsigned, CType::Long, CType::UnsignedLong].into_iter().find(holds);
        let own = if is_fixed { own } else { wide.unwrap_or(own) };
        let itself = CType::enumerated(Enumeration { name: name.clone(), own, is_fixed, scoped });
        for (enumerator, number) in all {
            let bits = number as u64 & own.mask();
            let last = enumerator.rsplit("::").next().unwrap_or_default();
            self.constants.push(([&name, "::", last].concat(), itself, bits));
            if !scoped {
                self.constants.push((enumerator, itself, bits));
            }
        }
        self.types.push((name, itself));
        self.at = end;
        if names && self.is_name(end) {
            self.types.push((self.shown(end).to_owned(), itself));
            self.at = end + 1;
        }
        true
    }

    fn is_name(&self, at: usize) -> bool {
        self.is(at, super::token::Kind::Name)
    }

    /// The enumerators in braces, each with its number. There each is a number as what is fixed has it, or else an int.
    fn enumerators(&mut self, open: usize, own: CType, is_fixed: bool) -> Vec<(String, i64)> {
        let (kept, mut all, mut following) = (self.constants.len(), Vec::new(), Some(0));
        self.at = open + 1;
        while self.is_name(self.at) {
            let (at, enumerator) = (self.at, self.shown(self.at).to_owned());
            self.at += 1;
            if self.shown(self.at) == "=" {
                self.at += 1;
                following = self.choice().and_then(|id| self.tree.constant(id)).and_then(|number| number.ordinal());
            }
            let Some(next) = following else {
                let span = self.span(at);
                self.error("not-covered", span, format!("The number of `{enumerator}` is no constant that is known here."));
                break;
            };
            let wide = [own, CType::Int, CType::Long, CType::UnsignedLong];
            let holds = |own: &CType| Pattern::new(own.format(), next as u64 & own.mask()).ordinal() == Some(next);
            let held = wide.into_iter().find(|own| holds(own)).unwrap_or(own);
            if is_fixed && held != own {
                let span = self.span(at);
                let message = format!("`{enumerator}` is {next}, which is no {}: such enumerators are not covered here.", own.name());
                self.error("not-covered", span, message);
            }
            self.constants.push((enumerator.clone(), held, next as u64 & held.mask()));
            all.push((enumerator, next));
            following = next.checked_add(1);
            self.at += usize::from(self.shown(self.at) == ",");
        }
        self.constants.truncate(kept);
        all
    }

    /// An enumeration in the braces of a structure: outside it is named with that.
    pub(super) fn enumeration_inside(&mut self, number: usize) -> bool {
        let (constants, types) = (self.constants.len(), self.types.len());
        if self.shown(self.at) != "enum" || !self.enumeration_here() {
            return false;
        }
        let of = self.structures[number].name.clone();
        let qualified = |name: &String| [&of, "::", name].concat();
        let (constants, types) = (self.constants[constants..].to_vec(), self.types[types..].to_vec());
        let outside: Vec<(String, CType, u64)> = constants.iter().map(|(name, own, bits)| (qualified(name), *own, *bits)).collect();
        self.constants.extend(outside);
        let named: Vec<(String, CType)> = types.iter().map(|(name, own)| (qualified(name), *own)).collect();
        self.types.extend(named);
        self.structures[number].constants.extend(constants);
        self.structures[number].types.extend(types);
        true
    }

    /// The enumerator that names stand for which `::` joins; that of a base is named with what derives from it, too.
    pub(super) fn enumerator_named(&self, name: &str) -> Option<(CType, u64)> {
        let find = |name: &str| self.constants.iter().rev().find(|(known, ..)| known == name).map(|(_, own, bits)| (*own, *bits));
        let of_base = || {
            let (first, rest) = name.split_once("::")?;
            let (_, own) = self.types.iter().rev().find(|(known, _)| known == first)?;
            let mut bases = core::iter::successors(own.base(), |own| own.base()).filter_map(|own| own.layout());
            bases.find_map(|base| find(&[&base.name, "::", rest].concat()))
        };
        find(name).or_else(of_base)
    }

    /// What a cast makes of a value.
    pub(super) fn explicit_cast(&mut self, value: Id, own: CType, at: usize) -> Id {
        let enumerated = |own: CType| own.enumeration().is_some();
        let is_number = |own: CType| own.layout().is_none() && own.lane().is_none() && own.pointee().is_none() && !own.needs_register();
        let given = self.tree.own(value);
        if (enumerated(given) || enumerated(own)) && is_number(given) && is_number(own) {
            return self.tree.cast(value, own);
        }
        self.narrow_cast(value, own, at)
    }

    /// What is wrong with a value in the place of another type.
    pub(super) fn mixed(from: CType, to: CType) -> String {
        match (from.enumeration(), to.enumeration()) {
            (Some(own), _) if own.scoped => {
                format!("`{}` is an `enum class`, which becomes no number by itself: write static_cast<int>(…).", own.name)
            }
            (_, Some(own)) => format!("`{}` takes only what is one: write static_cast<{}>(…).", own.name, own.name),
            _ => "Here a number is needed, or another structure or pair: name a member.".to_owned(),
        }
    }

    /// The function of the text for an operator of an enumeration.
    pub(super) fn operator_of_enumeration(&self, name: &str, given: &[Option<CType>]) -> Option<usize> {
        let own = given.iter().flatten().find(|own| own.enumeration().is_some())?;
        // What the library has of its own.
        let inside = self.in_library() || own.name().starts_with("std::");
        let number = self.best(inside, name, given)?;
        let wanted = self.parameter_types(&self.functions[number]);
        let fits = wanted.iter().zip(given).all(|(wanted, given)| super::overload::fit(*wanted, *given) > 0);
        (fits && wanted.contains(&Some(*own))).then_some(number)
    }

    /// An enumerator or a type in a structure, which names stand for that `::` joins: the names as one, and the place behind them.
    pub(super) fn joined_names(&self, at: usize) -> (String, usize) {
        let (mut name, mut end) = (self.shown(at).to_owned(), at + 1);
        while self.shown(end) == "::" && self.is_name(end + 1) {
            name = [&name, "::", self.shown(end + 1)].concat();
            end += 2;
        }
        (name, end)
    }
}
