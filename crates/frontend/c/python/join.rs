//! What a name means where several ways of a program meet.
//!
//! A name has one variable for each type that it is given, so that two ways agree where the types do. Where they differ, a number that is
//! known may count as one of the other type (`s = 0` before a loop that adds floats of Python and may not run); else the name is refused where it is read.

use super::library::Module;
use super::promote::{Owner, name};
use crate::c::lower::{Root, Stretch, lower, register};
use crate::c::parse::Reader;
use crate::c::tree::{Id, in_type};
use crate::c::types::CType;
use crate::number::Pattern;

/// What a name means.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// A variable.
    At(usize),
    /// No one thing: a sentence.
    Mixed(String),
}

pub type Names = Vec<(String, Bound)>;

/// A function of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<String>,
    /// The brace that opens its body.
    pub body: usize,
    /// The names that it gives values.
    pub locals: Vec<String>,
}

/// A way into a place where ways meet: the lines before it, what names mean there, and the numbers that are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    pub cut: usize,
    pub names: Names,
    known: Vec<(usize, u64)>,
}

/// A loop that is being read: where `continue` and `break` go, and the ways that they make.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub again: String,
    pub end: String,
    pub continues: Vec<usize>,
    pub breaks: Vec<usize>,
}

/// A function that is being read.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub number: usize,
    pub open: u32,
    pub label: String,
    pub returns: Vec<usize>,
    /// What it gives, where no way was open.
    pub value: Option<super::promote::Value>,
    pub loops: usize,
}

/// What is known of a text of Python.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub on: bool,
    pub names: Names,
    /// Those of the whole text, while a function is read.
    pub outside: Names,
    pub functions: Vec<Function>,
    /// Names that `import` gives: modules, their members, types.
    pub modules: Vec<(String, Module)>,
    pub brought: Vec<(String, Module, String)>,
    pub types: Vec<(String, Owner, CType)>,
    pub ways: Vec<Way>,
    pub loops: Vec<Loop>,
    pub calls: Vec<Call>,
    /// Constants that were rounded where they were read, and what they were before.
    pub rounded: Vec<(Id, Id)>,
    /// Registers whose integers lie between two.
    pub bounds: Vec<(String, i64, i64)>,
    /// Names that nobody gives a value: the user's.
    pub inputs: Names,
    /// Whose the last value is, and whether the function that was called last gives none.
    pub last: Option<Owner>,
    pub gives_nothing: bool,
    /// Whether the text has types beside which an int and a float of Python give other types.
    pub tells_apart: bool,
    /// Bodies of loops that were read.
    pub read: u32,
}

impl Reader<'_> {
    /// What a name means here.
    pub(super) fn bound(&self, word: &str) -> Option<Bound> {
        let of = |names: &Names| names.iter().find(|(name, _)| name == word).map(|(_, bound)| bound.clone());
        let further = || of(&self.python.outside).or_else(|| of(&self.python.inputs));
        of(&self.python.names).or_else(|| if self.is_local(word) && !self.python.calls.is_empty() { None } else { further() })
    }

    /// Whether the function that is read gives a name a value somewhere.
    pub(super) fn is_local(&self, word: &str) -> bool {
        let call = self.python.calls.last();
        call.is_some_and(|call| self.python.functions[call.number].locals.iter().any(|name| name == word))
    }

    /// The variable of a name for one type, which it means from here on.
    pub(super) fn bind(&mut self, word: &str, owner: Owner, own: CType) -> usize {
        let floor = if self.python.calls.is_empty() { 0 } else { self.floor };
        let same = |place: &usize| {
            let known = &self.known[*place];
            known.name == *word && known.own == own && known.owner == owner && known.lengths.is_empty() && known.undeclared
        };
        let place = (floor..self.known.len()).rev().find(same).unwrap_or_else(|| {
            let place = self.declare(word, own, None);
            (self.known[place].owner, self.known[place].undeclared, self.known[place].given) = (owner, true, true);
            place
        });
        let register = self.known[place].register.clone();
        self.python.bounds.retain(|(own, ..)| *own != register);
        self.rebind(word, Bound::At(place));
        place
    }

    pub(super) fn rebind(&mut self, word: &str, bound: Bound) {
        match self.python.names.iter_mut().find(|(name, _)| name == word) {
            Some((_, own)) => *own = bound,
            None => self.python.names.push((word.to_owned(), bound)),
        }
    }

    /// Ends a stretch on a way that leads elsewhere; gives the way's number. Its jump is still to come.
    pub(super) fn way(&mut self) -> usize {
        self.flush(None);
        self.way_before(0)
    }

    /// A way that leaves by the last lines, so many of them.
    pub(super) fn way_before(&mut self, lines: usize) -> usize {
        let known = self.known.iter().enumerate().filter_map(|(place, known)| Some((place, self.tree.constant(known.value?)?.bits)));
        let way = Way { cut: self.flow.code.len() - lines, names: self.python.names.clone(), known: known.collect() };
        self.python.ways.push(way);
        self.python.ways.len() - 1
    }

    /// Lets ways meet: from here on a name means what it means on all of them.
    pub(super) fn meet(&mut self, ways: &[usize], behind_loop: bool) {
        let mut words: Vec<String> = Vec::new();
        for (word, _) in ways.iter().flat_map(|way| &self.python.ways[*way].names) {
            if !words.contains(word) {
                words.push(word.clone());
            }
        }
        let mut names = Vec::new();
        for word in words {
            let all: Vec<Option<Bound>> = ways
                .iter()
                .map(|way| {
                    self.python.ways[*way]
                        .names
                        .iter()
                        .chain(&self.python.inputs)
                        .find(|(name, _)| *name == word)
                        .map(|(_, bound)| bound.clone())
                })
                .collect();
            let bound = self.met_bound(&word, ways, &all, behind_loop);
            names.push((word, bound));
        }
        self.python.names = names;
    }

    fn met_bound(&mut self, word: &str, ways: &[usize], all: &[Option<Bound>], behind_loop: bool) -> Bound {
        if let [Some(first), rest @ ..] = all
            && rest.iter().all(|bound| bound.as_ref() == Some(first))
        {
            return first.clone();
        }
        let mut places: Vec<usize> = Vec::new();
        for bound in all {
            match bound {
                Some(Bound::At(place)) => places.push(*place),
                Some(mixed) => return mixed.clone(),
                None if word == " return" => return Bound::Mixed("This function gives no value on one of its ways.".to_owned()),
                None => return Bound::Mixed(format!("`{word}` has no value on one of the ways here: give it one before.")),
            }
        }
        let (mut kinds, mut target) = (Vec::new(), None);
        for place in &places {
            let known = &self.known[*place];
            if !kinds.contains(&(known.owner, known.own)) {
                kinds.push((known.owner, known.own));
            }
        }
        // The type that every other way's number can be counted in.
        for candidate in &places {
            let own = self.known[*candidate].own;
            let fits = |(way, place): (&usize, &usize)| {
                let known = self.python.ways[*way].known.iter().find(|(own, _)| own == place).map(|(_, bits)| *bits);
                let from = &self.known[*place];
                let lists = !from.lengths.is_empty() || !self.known[*candidate].lengths.is_empty();
                // An int and a float of Python count alike beside singles and doubles, and in nothing else.
                let weak = behind_loop
                    && own == CType::Double
                    && self.known[*candidate].owner == Owner::Python
                    && from.own == CType::Long
                    && !self.python.tells_apart;
                let exact = || {
                    known.is_some_and(|bits| weak && from.owner == Owner::Python && in_type(Pattern::new(from.own.format(), bits), own).1)
                };
                place == candidate || !lists && exact()
            };
            if ways.iter().zip(&places).all(fits) {
                target = Some(*candidate);
                break;
            }
        }
        let Some(target) = target else {
            let kinds: Vec<&str> = kinds.into_iter().map(|(owner, own)| name(owner, own)).collect();
            let what = if word == " return" { "This function gives".to_owned() } else { format!("`{word}` is") };
            return Bound::Mixed(format!("{what} {} on different ways: make all of one type.", kinds.join(" or ")));
        };
        for (way, place) in ways.iter().zip(&places).filter(|(_, place)| **place != target) {
            let span = self.span(self.at.saturating_sub(1));
            self.said_once("types", span, &format!("`{word}` is an int where the loop does not run; here it counts as a float then."));
            let bits = self.python.ways[*way].known.iter().find(|(own, _)| own == place).map_or(0, |(_, bits)| *bits);
            let (from, own) = (self.known[*place].own, self.known[target].own);
            let bits = in_type(Pattern::new(from.format(), bits), own).0;
            let id = self.tree.number(own, bits, None, 0..0);
            let roots = [Root { name: self.known[target].register.clone(), id }];
            let stretch = Stretch { roots: &roots, pending: &[], effects: &[], test: None, global: &[] };
            let taken = self.known.iter().map(|known| register(&known.register)).collect();
            let (mut lines, ..) = lower(&self.tree, &stretch, self.options, self.context, taken, &mut self.flow.counts);
            let cut = self.python.ways[*way].cut;
            let at = self.flow.code.get(cut.saturating_sub(1)).map_or(0, |line| line.at);
            lines.iter_mut().for_each(|line| line.at = at);
            let count = lines.len();
            self.flow.code.splice(cut..cut, lines);
            self.python.ways.iter_mut().filter(|other| other.cut > cut).for_each(|other| other.cut += count);
        }
        Bound::At(target)
    }
}
