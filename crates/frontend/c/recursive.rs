//! Functions that call themselves as often as numbers say which nobody knows before: each becomes a function of PTX, and every call of it has
//! registers and memory of its own. Where the text tells the end, a function is inlined as elsewhere.

use super::define::PROMISED;
use super::flow::Flow;
use super::kernel::{Entry, Parameter};
use super::lower::{Line, register};
use super::parse::Reader;
use super::place::Place;
use super::statement::Last;
use super::stream::Told;
use super::template::Bound;
use super::token::Kind as Cut;
use super::tree::Id;
use super::types::CType;

/// Functions of PTX that a text may make.
const FUNCTIONS: usize = 64;
/// Calls that are read to find whether the text tells the end.
const TRIED: u32 = 200;

/// What a function of PTX was made of: the function, the list of its template, what it is handed, how a stream writes, and for which side.
type Asked = (usize, Vec<Bound>, Vec<Handed>, Told, bool);

/// An argument: its type, and whether its address is handed over.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Handed {
    own: CType,
    by_address: bool,
}

/// A function that became one of PTX.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Separate {
    asked: Asked,
    name: String,
    /// The type of what it gives.
    result: Option<CType>,
    /// None while it is read.
    pub entry: Option<Entry>,
}

impl Reader<'_> {
    /// Calls a function of PTX where a function reaches itself and the text does not tell how often; None where it is inlined.
    pub(super) fn separately(&mut self, number: usize, arguments: &[Id], places: &[Option<Place>], at: usize) -> Option<Option<Id>> {
        let function = &self.functions[number];
        let known = function.body != PROMISED && function.takes(arguments.len());
        if core::mem::take(&mut self.inlines_next) || self.tried.is_some() || !known || self.python.on || number < self.learned {
            return None;
        }
        if !self.recursive.contains(&function.name) {
            return None;
        }
        if self.separate.iter().all(|own| own.entry.is_some()) {
            // Whether the text tells the end.
            let mut inlined = self.clone();
            inlined.tried = Some(self.calls_made + TRIED);
            let value = inlined.entered(number, arguments.to_vec(), places, at);
            if inlined.diagnostics.iter().all(|said| !matches!(said.code, "recursion" | "too-deep")) {
                inlined.tried = None;
                *self = inlined;
                return Some(value);
            }
        }
        let function = self.functions[number].clone();
        let open = function.gives_reference || (function.gives && self.leaves_open(&function));
        let odd = arguments.iter().any(|id| self.is_function(self.tree.own(*id)));
        if open || odd || self.separate.len() >= FUNCTIONS {
            return None;
        }
        let bound = core::mem::take(&mut self.bound);
        let waiting = self.pending.len();
        self.pending.extend(arguments);
        let bases: Vec<Id> = places.iter().flatten().flat_map(|place| super::place::base_of(Some(place))).collect();
        self.pending.extend(bases);
        let mut base = waiting + arguments.len();
        let is_template = !function.templates.is_empty()
            || self.structures.iter().any(|own| Some(&own.name) == function.of.as_ref() && !own.templates.is_empty());
        // Variables of registers lie in memory while the function runs, which knows them by their addresses.
        let (mut handed, mut moved): (Vec<Handed>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        for (place, taken) in function.parameters.iter().enumerate().take(arguments.len()) {
            let value = self.pending[waiting + place];
            let held = self.tree.own(value);
            let is_this = place == 0 && function.of.is_some();
            let own = if is_template || is_this { held } else { self.type_of(taken).unwrap_or(held) };
            let named = places.get(place).cloned().flatten().map(|named| match named {
                Place::Memory(_, offset, own) => {
                    base += 1;
                    Place::Memory(self.pending[base - 1], offset, own)
                }
                other => other,
            });
            let named = named.map(|named| match named {
                Place::Variable(variable) if self.known[variable].memory.is_some() => self.place_of(variable),
                other => other,
            });
            let id = match named.filter(|_| taken.reference) {
                Some(Place::Memory(address, offset, held)) if self.is_or_derives(held, own) => self.address_at(address, offset, own),
                Some(Place::Variable(variable)) if self.known[variable].lengths.is_empty() && self.known[variable].own == own => {
                    let known = moved.iter().find(|(known, _)| *known == variable).map(|(_, there)| *there);
                    let there = known.unwrap_or_else(|| self.laid_apart(own, value));
                    if known.is_none() {
                        moved.push((variable, there));
                    }
                    self.address_of_apart(there)
                }
                _ if taken.reference && !taken.constant => {
                    let span = self.span(at);
                    let message = format!("`{}` is a reference: it takes a variable or an element of its type, and no value.", taken.name);
                    self.error("reference", span, message);
                    value
                }
                _ if taken.reference || own.layout().is_some() => {
                    let value = self.fitted(value, own, at);
                    let there = self.laid_apart(own, value);
                    self.address_of_apart(there)
                }
                _ if own.pointee().is_some() => self.tree.converted(value, own),
                _ => self.fitted(value, own, at),
            };
            self.pending[waiting + place] = id;
            handed.push(Handed { own, by_address: taken.reference || own.layout().is_some() });
        }
        let told = self.stream.now();
        let asked = (number, bound, handed, told, self.on_host);
        let made = self.separate.iter().position(|own| own.asked == asked);
        let made = made.or_else(|| self.becomes_separate(asked, at))?;
        let Separate { name, result, .. } = self.separate[made].clone();
        let mut given: Vec<Id> = self.pending.drain(waiting..).take(arguments.len()).collect();
        let there = result.filter(|own| own.layout().is_some()).map(|own| {
            let zero = self.zero(own);
            let there = self.laid_apart(own, zero);
            given.insert(0, self.address_of_apart(there));
            there
        });
        let list = (0..given.len()).map(|place| format!("{{{place}}}")).collect::<Vec<String>>().join(", ");
        let gives = if result.is_some() && there.is_none() { "({}), " } else { "" };
        let value = self.happens(format!("call {gives}{name}, ({list});"), given, result.unwrap_or(CType::Int));
        for (variable, there) in moved {
            let place = self.place_of(there);
            let value = self.read(&place);
            self.give(variable, value);
        }
        self.seen = None;
        Some(result.map(|_| match there {
            Some(there) => {
                let place = self.place_of(there);
                self.read(&place)
            }
            None => value,
        }))
    }

    /// A value in memory that has no name.
    fn laid_apart(&mut self, own: CType, value: Id) -> usize {
        let place = self.hidden("apart", own, None);
        if self.known[place].memory.is_none() {
            self.in_memory(place, "local", own.size());
        }
        let there = self.place_of(place);
        self.write(&there, value);
        place
    }

    fn address_of_apart(&mut self, there: usize) -> Id {
        match self.place_of(there) {
            Place::Memory(address, ..) => address,
            _ => self.zero(CType::UnsignedLong),
        }
    }

    /// The type of what a function gives for arguments of some types.
    fn result_of_separate(&mut self, number: usize, bound: &[Bound], handed: &[Handed]) -> Option<CType> {
        let function = self.functions[number].clone();
        let (types, constants) = (self.types.len(), self.constants.len());
        let given: Vec<CType> = handed.iter().map(|one| one.own).collect();
        if let Some(this) = given.first().filter(|_| function.of.is_some()) {
            self.bind_structure(*this);
        }
        self.bind_template(&function.templates, bound);
        for parameter in function.templates.iter().skip(bound.len()) {
            if let Some(told) = self.deduced(&function, &parameter.name, &given).or_else(|| self.bound_by_default(parameter)) {
                self.bind_template(core::slice::from_ref(parameter), &[told]);
            }
        }
        let own = self.result_of(&function).filter(|_| function.gives);
        self.types.truncate(types);
        self.constants.truncate(constants);
        own
    }

    /// Makes a function of PTX; gives its place among those that were made.
    fn becomes_separate(&mut self, asked: Asked, at: usize) -> Option<usize> {
        let (number, bound, handed, told, _) = asked.clone();
        let function = self.functions[number].clone();
        let result = self.result_of_separate(number, &bound, &handed);
        if result.is_none() && function.gives {
            return None;
        }
        let stem = ["call_", &function.name].concat().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
        let is_taken = |name: &str| self.separate.iter().any(|own| own.name == name) || self.functions.iter().any(|own| own.name == name);
        let mut names = core::iter::once(stem.clone()).chain((2..).map(|count| format!("{stem}_{count}")));
        let name = names.find(|name| !is_taken(name))?;
        let made = self.separate.len();
        self.separate.push(Separate { asked, name: name.clone(), result, entry: None });
        let mut own = self.clone();
        let globals = if self.entries.is_empty() && self.nested == 0 { self.known.len() } else { self.globals };
        own.stands_apart(globals);
        let mut parameters = Vec::new();
        let mut takes = |own: &mut Self, kind: CType| {
            let place = own.hidden("given", kind, None);
            own.known[place].given = true;
            let kept = own.known[place].register.clone();
            parameters.push(Parameter { name: kept.clone(), own: kind, register: register(&kept) });
            own.held(place, 0..0)
        };
        let to = result.filter(|own| own.layout().is_some()).map(|kind| takes(&mut own, kind.pointer()));
        let to = to.map(|id| own.hidden_pointer(id));
        let (mut arguments, mut places) = (Vec::new(), Vec::new());
        for (Handed { own: kind, by_address }, taken) in handed.iter().zip(&function.parameters) {
            let value = takes(&mut own, if *by_address { kind.pointer() } else { *kind });
            let place = by_address.then(|| Place::Memory(value, 0, *kind));
            arguments.push(match &place {
                Some(place) => own.read(place),
                None => value,
            });
            places.push(place.filter(|_| taken.reference));
        }
        (own.bound, own.inlines_next) = (bound, true);
        let value = own.entered(number, arguments, &places, at);
        let mut gives = None;
        if let (Some(kind), Some(value)) = (result, value) {
            match to {
                Some(pointer) => {
                    let (kept, address) = own.with_pending(&[value], |own| own.held(pointer, 0..0));
                    own.write(&Place::Memory(address, 0, kind), kept[0]);
                }
                None => {
                    let place = own.hidden("gives", kind, None);
                    own.give(place, value);
                    gives = Some((register(&own.known[place].register), kind));
                }
            }
        }
        own.flush(None);
        if own.stream.now() != told {
            let span = own.span(at);
            own.error("print", span, "A function that calls itself leaves how a stream writes as it was here.");
        }
        if let Some(name) = own.inputs.iter().find_map(|input| input.name.clone()) {
            let span = own.span(at);
            own.error("undeclared", span, format!("`{name}` is not declared where `{}` reads it.", function.name));
        }
        let words: Vec<&str> = own.flow.code.iter().flat_map(|line| names_in(&line.text)).collect();
        let outside = own.known[..globals].iter().find(|one| one.memory.is_none() && words.contains(&&*register(&one.register)));
        if let Some(name) = outside.map(|one| one.name.clone()) {
            let span = own.span(at);
            let message = format!("`{name}` stands outside of `{}`, which calls itself: hand it over here.", function.name);
            own.error("recursion", span, message);
        }
        own.inputs.clear();
        let mut entry = own.entry_of(name, parameters);
        (entry.called, entry.gives) = (true, gives);
        (self.separate, self.calls_made) = (own.separate, own.calls_made);
        (self.flow.outside, self.diagnostics, self.marks) = (own.flow.outside, own.diagnostics, own.marks);
        self.separate[made].entry = Some(entry);
        Some(made)
    }

    /// Whether the other branch of a choice, whose first begins at a place, may not run for nothing: a function in it may call itself without
    /// an end, and a remainder may have no divisor.
    pub(super) fn other_does_something(&self, begin: usize) -> bool {
        let (mut at, mut depth, mut is_other) = (begin, 0, false);
        while at < self.pieces.len() {
            match self.shown(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => return false,
                ")" | "]" | "}" => depth -= 1,
                "," | ";" if depth == 0 => return false,
                ":" if depth == 0 => is_other = true,
                "%" if is_other => return !self.dry,
                word if is_other && self.shown(at + 1) == "(" && self.recursive.contains(word) => return !self.dry,
                _ => {}
            }
            at += 1;
        }
        false
    }

    fn hidden_pointer(&mut self, id: Id) -> usize {
        let own = self.tree.own(id);
        self.hidden("to", own, Some(id))
    }

    /// Stands where a function begins that sees what stands outside of all functions alone: of that only constants are known.
    fn stands_apart(&mut self, globals: usize) {
        let mut flow = Flow::default();
        core::mem::swap(&mut flow.outside, &mut self.flow.outside);
        core::mem::swap(&mut flow.names, &mut self.flow.names);
        (self.flow, self.globals, self.floor) = (flow, globals, globals);
        self.known.truncate(globals);
        self.tree.start = self.tree.nodes.len();
        for place in 0..globals {
            let variable = &self.known[place];
            let number = variable.value.filter(|_| variable.constant || variable.fixed).and_then(|id| self.tree.constant(id));
            let own = variable.own;
            let value = number.map(|number| self.tree.number(own, number.bits, None, 0..0));
            let variable = &mut self.known[place];
            (variable.value, variable.written, variable.fixed, variable.given) = (value, value.is_some(), value.is_some(), true);
        }
        self.pending.clear();
        self.effects.clear();
        self.outputs.clear();
        self.entries.clear();
        self.inputs.clear();
        self.deducing.clear();
        (self.open, self.depth, self.nested, self.level, self.outermost) = (0, 0, 1, u32::MAX, 0);
        self.stream = self.stream.apart();
        (self.unreachable, self.dry, self.outermost_body, self.last) = (false, false, false, Last::default());
    }

    /// The names of functions that reach themselves by their names, and all names that those write down.
    pub(super) fn finds_recursive(&mut self) {
        let mut bodies: Vec<(&str, core::ops::Range<usize>)> = Vec::new();
        for at in self.begin..self.pieces.len() {
            let word = self.shown(at);
            if !self.is(at, Cut::Name) || self.shown(at + 1) != "(" || matches!(word, "if" | "for" | "while" | "switch" | "catch") {
                continue;
            }
            let mut body = self.behind(at + 1);
            while matches!(self.shown(body), "const" | "noexcept" | "override") {
                body += 1;
            }
            if self.shown(body) == "{" {
                bodies.push((word, body..self.behind(body)));
            }
        }
        let calls = |body: &core::ops::Range<usize>| {
            let called = |at: &usize| self.is(*at, Cut::Name) && matches!(self.shown(at + 1), "(" | "<");
            let known = body.clone().filter(called).map(|at| self.shown(at));
            known.filter(|word| bodies.iter().any(|(name, _)| name == word)).collect::<Vec<&str>>()
        };
        let all: Vec<(&str, Vec<&str>)> = bodies.iter().map(|(name, body)| (*name, calls(body))).collect();
        let reached = |from: &str| {
            let mut reached: Vec<&str> = Vec::new();
            let mut next: Vec<&str> = all.iter().filter(|(name, _)| *name == from).flat_map(|(_, called)| called.clone()).collect();
            while let Some(word) = next.pop() {
                if !reached.contains(&word) {
                    reached.push(word);
                    next.extend(all.iter().filter(|(name, _)| *name == word).flat_map(|(_, called)| called));
                }
            }
            reached
        };
        let mut recursive: Vec<String> = Vec::new();
        let mut inside: Vec<String> = Vec::new();
        for (name, _) in &all {
            let reached = reached(name);
            if reached.contains(name) && recursive.iter().all(|known| known != name) {
                recursive.push((*name).to_owned());
                let bodies = bodies.iter().filter(|(own, _)| own == name || reached.contains(own));
                inside.extend(
                    bodies.flat_map(|(_, body)| body.clone()).filter(|at| self.is(*at, Cut::Name)).map(|at| self.shown(at).to_owned()),
                );
            }
        }
        (self.recursive, self.seen_by_recursive) = (recursive.into_iter().collect(), inside.into_iter().collect());
    }
}

/// The names in a line of PTX.
fn names_in(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !letter.is_alphanumeric() && !"%_$".contains(letter))
}

/// Functions of PTX as lines: first what they take and give, then each with its body.
pub(super) fn lines_of(separate: &[Separate], context: &crate::instruction::Context) -> Vec<Line> {
    let entries = || separate.iter().filter_map(|own| own.entry.as_ref());
    let plain = |text: String| Line { text, why: "", at: 0 };
    let prototypes: Vec<String> = entries().map(|entry| [&entry.head(), ";"].concat()).collect();
    let mut all: Vec<Line> = prototypes.iter().cloned().map(plain).collect();
    for entry in entries() {
        all.extend([entry.head(), "{".to_owned()].map(plain));
        all.extend(entry.declared(&prototypes, context).into_iter().map(plain));
        all.extend(entry.lines.iter().cloned());
        all.extend(["ret;", "}"].map(str::to_owned).map(plain));
    }
    all
}
