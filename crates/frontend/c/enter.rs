//! Calls of a text's functions. A function is read where it is called, as a compiler inlines it: its operations are fused with those around it.

use super::define::{Defined, KERNEL, PROMISED, Taken};
use super::parse::Reader;
use super::place::{Place, Seen, base_of};
use super::statement::Last;
use super::template::{Bound, Parameter};
use super::token::Kind as Cut;
use super::tree::Id;
use super::types::CType;

/// Calls inside one another, at most.
pub(super) const DEPTH: usize = 24;
/// Calls and lines of PTX that a text may make.
pub(super) const CALLS: u32 = 10_000;
const LINES: usize = 100_000;

/// A function that is being read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entered {
    /// The variable of its result, where it has one.
    result: Option<usize>,
    /// Of a function that gives a reference: the variable for the address of what it names, and what every `return` so far named.
    names: Option<(usize, Named)>,
    /// Where `return` goes, once one went there.
    label: Option<String>,
    /// The branches around its call.
    open: u32,
    /// How deep its body is nested.
    nested: u32,
    /// The brace that closes it.
    close: usize,
    /// Which function it is.
    pub number: usize,
}

/// What a reference names that a function gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Named {
    Nothing,
    Variable(usize),
    /// What lies behind the address.
    Memory,
    /// This may be one thing or another.
    Open,
}

impl Reader<'_> {
    /// Runs the function that a text without statements of its own is about: `main`, or the last one.
    pub(super) fn enter_last(&mut self) {
        let main = self.functions.iter().position(|function| function.name == "main");
        let last = (self.learned..self.functions.len()).rfind(|last| self.functions[*last].of.is_none());
        let Some(number) = main.or(last) else { return };
        let function = self.functions[number].clone();
        if function.kernel {
            let span = self.span(function.body);
            self.error("kernel", span, KERNEL);
            return;
        }
        let is_main = function.name == "main";
        let mut arguments = if is_main { self.given_to_main().to_vec() } else { Vec::new() };
        arguments.truncate(function.parameters.len());
        for Taken { name, own, signs, .. } in function.parameters.iter().filter(|_| !is_main) {
            let own = self.type_at(own.start).and_then(|(own, _)| own).unwrap_or(CType::Float);
            if *signs > 0 {
                let span = self.span(function.body);
                self.error("pointer", span, format!("`{name}` points to numbers, which are not given: call the function with an array."));
                return;
            }
            let span = self.span(function.body);
            let place = self.declare(name, own, None);
            arguments.push(self.held(place, span));
        }
        let at = self.at;
        self.outermost_body = true;
        let value = self.entered(number, arguments, &[], at);
        self.at = self.pieces.len();
        // What `main` is about is what it leaves; where it leaves nothing, what it gives to the system.
        if let Some(value) = value.filter(|_| !is_main || self.last == Last::default()) {
            self.outputs.clear();
            self.is_about("d", value, self.span(function.body));
        }
    }

    /// A call of a function of the text.
    pub(super) fn own_call(&mut self, word: &str, at: usize) -> Option<Id> {
        self.mark_call(at);
        // What has no end is not followed further.
        if self.diagnostics.iter().any(|said| said.code == "recursion") {
            self.at = self.behind(self.at);
            return None;
        }
        self.at += 1;
        let bound = core::mem::take(&mut self.bound);
        let references = self.callable().any(|(_, own)| own.name == word && own.parameters.iter().any(|one| one.reference));
        let begin = self.at;
        let wanted = self.wanted(self.callable().filter(|(_, own)| own.name == word), 0);
        let (values, places) = self.given_as(references, &wanted);
        let given: Vec<Option<CType>> = values.iter().map(|id| Some(self.tree.own(*id))).collect();
        let number = self.best(self.in_library(), word, &given);
        let number = number.or_else(|| self.callable().find(|(_, own)| own.name == word).map(|(place, _)| place))?;
        let others = self.callable().filter(|(_, own)| own.name == word).map(|(other, _)| other).collect();
        let number = self.overloaded(number, others, (0, &given), begin, at);
        if self.functions[number].kernel {
            let span = self.span(at);
            self.error("kernel", span, KERNEL);
            return None;
        }
        let alone = at == self.first && matches!(self.shown(self.at), ";" | "}" | "");
        if !self.functions[number].gives && !alone {
            let span = self.span(at);
            self.error("no-value", span, format!("{word} gives no value."));
        }
        if self.dry {
            let own = self.result_of(&self.functions[number]);
            let open = own.is_none() && self.leaves_open(&self.functions[number]);
            let own = if open { self.deduced_result(number, &values, &places, at) } else { own };
            let own = own.or(values.first().map(|value| self.tree.own(*value)));
            return Some(self.zero(own.unwrap_or(CType::Int)));
        }
        self.bound = bound;
        self.refuses_const_arguments(number, 0, begin);
        let value = self.entered(number, values, &places, at);
        // One that gives nothing has a zero that nobody reads.
        Some(value.unwrap_or_else(|| self.tree.number(CType::Int, 0, None, 0..0)))
    }

    /// The types that functions want of the arguments which stand here, where they agree on one: a list in braces becomes that. Behind those
    /// that no argument is for.
    pub(super) fn wanted<'b>(&self, functions: impl Iterator<Item = (usize, &'b Defined)>, before: usize) -> Vec<Option<CType>> {
        let end = self.behind(self.at.saturating_sub(1)).saturating_sub(1);
        if !(self.at..end).any(|at| self.shown(at) == "{" && matches!(self.shown(at - 1), "(" | ",")) {
            return Vec::new();
        }
        let starts = core::iter::successors(Some(self.at), |at| Some(self.next_comma(*at, end) + 1)).take_while(|at| *at < end);
        let count = starts.count() + before;
        let all: Vec<Vec<Option<CType>>> =
            functions.filter(|(_, own)| own.takes(count)).map(|(_, own)| self.parameter_types(own)).collect();
        let agreed = |place: usize| {
            let first = *all.first()?.get(place)?;
            first.filter(|_| all.iter().all(|types| types.get(place) == Some(&first)))
        };
        (before..count).map(agreed).collect()
    }

    /// The arguments of a call, behind its parenthesis, and the places of those that a reference could name.
    pub(super) fn given(&mut self, references: bool) -> (Vec<Id>, Vec<Option<Place>>) {
        self.given_as(references, &[])
    }

    /// The same, where it is known of some which type they become.
    pub(super) fn given_as(&mut self, references: bool, wanted: &[Option<CType>]) -> (Vec<Id>, Vec<Option<Place>>) {
        let (from, mut all) = (self.pending.len(), Vec::new());
        while !matches!(self.shown(self.at), ")" | "]" | "" | ";") {
            let first = self.at;
            let alone = self.is(first, Cut::Name) && matches!(self.shown(first + 1), "," | ")" | "]");
            let mut place = if alone { self.find(self.shown(first)).map(Place::Variable) } else { None };
            let value = if references && place.is_none() && self.is_place_alone() {
                place = self.place_here();
                let value = place.as_ref().map(|place| self.read(place));
                value.map(|value| self.read_of_place(first, value))
            } else {
                self.value_of(wanted.get(all.len()).copied().flatten())
            };
            let Some(value) = value else { break };
            if references && place.is_none() {
                // What a function names that gives a reference.
                place = self.seen_from(first).filter(|seen| seen.constant == Some(false)).and_then(|seen| seen.place);
            }
            self.pending.push(value);
            // What it lies behind has to last as long as the other arguments take.
            if let Some(Place::Memory(base, ..)) = place {
                self.pending.push(base);
            }
            all.push(place);
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        let mut kept: std::vec::IntoIter<Id> = self.pending.drain(from..).collect::<Vec<Id>>().into_iter();
        let mut values = Vec::new();
        for place in &mut all {
            values.extend(kept.next());
            if let (Some(Place::Memory(base, ..)), Some(id)) = (place, kept.as_slice().first().copied()) {
                *base = id;
                kept.next();
            }
        }
        self.at += usize::from(matches!(self.shown(self.at), ")" | "]"));
        (values, all)
    }

    /// Whether a text leaves the type of a function's result open: `auto f(float x)`, or a lambda's.
    pub(super) fn leaves_open(&self, function: &Defined) -> bool {
        let mut words = function.result.0.clone();
        words.is_empty() || words.any(|at| self.shown(at) == "auto")
    }

    /// The type of a function's result.
    pub(super) fn result_of(&self, function: &Defined) -> Option<CType> {
        let own = self.type_at(function.result.0.start).and_then(|(own, _)| own);
        (0..function.result.1).fold(own, |own, _| own.map(CType::pointer))
    }

    /// A call of a function of the text, whose arguments were read: None where it gives no value.
    pub(super) fn entered(&mut self, number: usize, arguments: Vec<Id>, places: &[Option<Place>], at: usize) -> Option<Id> {
        if let Some(value) = self.separately(number, &arguments, places, at) {
            return value;
        }
        let function = self.functions[number].clone();
        let span = self.span(at.min(self.pieces.len().saturating_sub(1)));
        self.calls_made += 1;
        // Whether it is called from itself, under a condition that is not known.
        let is_open = self.entries.iter().any(|entry| entry.number == number && entry.open < self.open);
        let most = self.tried.unwrap_or(CALLS);
        if is_open || self.entries.len() >= DEPTH || self.calls_made > most || self.flow.code.len() > LINES {
            let message = format!(
                "`{}` calls itself, and a compiler cannot tell how often: functions are inlined here, at most {DEPTH} deep.",
                function.name
            );
            if self.diagnostics.iter().all(|said| said.code != "recursion") {
                self.error("recursion", span, message);
            }
            return None;
        }
        if !function.takes(arguments.len()) {
            let (wanted, count) = (function.parameters.len(), arguments.len());
            self.error("argument-count", span, format!("`{}` takes {wanted} arguments; here are {count}.", function.name));
            return arguments.first().copied();
        }
        if function.body == PROMISED {
            self.error("structure", span, format!("`{}` has no body in this text.", function.name));
            return None;
        }
        // A type that the text leaves open is found before.
        let deduced =
            if function.gives && self.leaves_open(&function) { self.deduced_result(number, &arguments, places, at) } else { None };
        let (count, floor, back) = (self.known.len(), self.floor, self.at);
        self.at = function.body;
        let bound = core::mem::take(&mut self.bound);
        let (types, constants) = (self.types.len(), self.constants.len());
        if let Some(this) = arguments.first().filter(|_| function.of.is_some()) {
            self.bind_structure(self.tree.own(*this));
        }
        self.bind_template(&function.templates, &bound);
        // A type of a template is that of the arguments which name it.
        let given: Vec<CType> = arguments.iter().map(|id| self.tree.own(*id)).collect();
        for parameter in function.templates.iter().skip(bound.len()) {
            let Parameter { name, number, .. } = parameter;
            if let Some(said) = self.contradicted(&function, name, &given) {
                self.error("template", span.clone(), said);
            }
            let told = self.deduced(&function, name, &given).or_else(|| self.bound_by_default(parameter));
            if told.is_none() && number.is_some() {
                let message = format!(
                    "`{}` has the number `{name}` in its template: call it with a list, as in {}<4>(…).",
                    function.name, function.name
                );
                self.error("template", span.clone(), message);
                continue;
            }
            self.bind_template(core::slice::from_ref(parameter), &[told.unwrap_or(Bound::Type(CType::Float))]);
        }
        let arguments = self.with_defaults(&function, arguments);
        self.sees_captures(number, at);
        let (mut bound, waiting) = (Vec::new(), self.pending.len());
        for (place, taken) in function.parameters.iter().enumerate().take(arguments.len()) {
            // What the text leaves open is as what is given, and so are the pointers of that.
            let own = self.type_of(taken).unwrap_or(self.tree.own(arguments[place]));
            bound.push((taken.clone(), own, places.get(place).cloned().flatten()));
            // The others wait while one is copied.
            self.pending.push(arguments[place]);
        }
        let bases: Vec<Id> = bound.iter().flat_map(|(.., place)| base_of(place.as_ref())).collect();
        let mut base = self.pending.len();
        self.pending.extend(bases);
        for (number, (Taken { name, own: range, reference, constant, to_constant, .. }, own, given)) in bound.into_iter().enumerate() {
            let value = self.pending[waiting + number];
            let given = given.map(|place| {
                let bases = base_of(Some(&place)).iter().map(|_| self.pending[base]).collect::<Vec<Id>>();
                base += bases.len();
                self.moved_to(place, bases)
            });
            if let Some(word) = range.clone().find(|at| self.shown(*at) == "function") {
                self.keeps_types(word, value);
            }
            // What a variable that derives from the parameter's type has of it lies in memory.
            let given = match given {
                Some(Place::Variable(alias)) if reference && self.known[alias].own != own && self.known[alias].own.base().is_some() => {
                    Some(self.place_of(alias))
                }
                given => given,
            };
            match given.filter(|_| reference) {
                Some(Place::Variable(alias)) if self.known[alias].lengths.is_empty() && self.known[alias].own == own => {
                    self.names_variable(&name, alias, constant);
                    continue;
                }
                Some(Place::Memory(address, offset, held)) if self.is_or_derives(held, own) => {
                    self.refers(&name, own, address, offset);
                    if let Some(place) = self.named(&name) {
                        self.known[place].constant = constant;
                    }
                    continue;
                }
                // One to what is const is a value of its own where nothing of its type is named.
                _ if reference && !constant => {
                    self.error(
                        "reference",
                        span.clone(),
                        format!("`{name}` is a reference: it takes a variable or an element of its type, and no value."),
                    );
                }
                _ => {}
            }
            let pointees = self.tree.own(value).pointee().zip(own.pointee());
            let value = match pointees {
                Some((held, own)) if held != own && self.is_or_derives(held, own) => self.address_at(value, 0, own),
                _ if own.pointee().is_some() => value,
                _ => self.fitted(value, own, at),
            };
            // It is copied where the call stands.
            let inside = core::mem::replace(&mut self.at, back);
            let value = if reference { value } else { self.owned(value, true, at) };
            self.at = inside;
            let place = self.declare_pointed(&name, own, value, self.behind(function.body));
            (self.known[place].constant, self.known[place].to_constant) = (constant, to_constant);
        }
        self.pending.truncate(waiting);
        let mut result = self.result_of(&function).filter(|_| function.gives);
        let is_deduced = self.deducing.last().is_some_and(|(own, _)| *own == number);
        if result.is_none() && function.gives && !is_deduced {
            result = deduced;
        }
        if result.is_none() && function.gives && !is_deduced && function.name != "main" {
            self.error(
                "result",
                span,
                format!("The type of the result of `{}` is not covered here: name a type of numbers.", function.name),
            );
        }
        let result = result.map(|own| {
            let zero = self.zero(own);
            // The name of an operator is no name of a register.
            let name = function.name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
            self.hidden(&format!("{name}_result"), own, Some(zero))
        });
        let outermost = self.outermost_body;
        let refers = result.filter(|_| function.gives_reference && number >= self.learned);
        let refers = refers.map(|result| {
            let own = self.known[result].own;
            let zero = self.zero(own.pointer());
            (self.hidden("named", own.pointer(), Some(zero)), Named::Nothing)
        });
        let names = self.runs_body(number, count, (result, refers));
        let mut value = result.map(|place| self.held(place, 0..0));
        let named = names.zip(result).map(|((pointer, named), result)| match named {
            Named::Variable(variable) if variable < count => Some(self.place_of(variable)),
            Named::Memory => Some(Place::Memory(self.held(pointer, 0..0), 0, self.known[result].own)),
            _ => None,
        });
        value = value.map(|id| if named.is_some() && self.needs_copy(self.tree.own(id)) { self.tree.as_place(id) } else { id });
        if !outermost {
            self.leave(count);
            self.types.truncate(types);
            self.constants.truncate(constants);
        }
        (self.floor, self.at) = (floor, back);
        let constant = function.result.1 == 0 && function.result.0.clone().any(|at| self.shown(at) == "const");
        self.seen = named.map(|place| Seen { end: back, place, constant: Some(constant) });
        value
    }

    /// The arguments of a call, and behind them what the others are by default.
    fn with_defaults(&mut self, function: &Defined, arguments: Vec<Id>) -> Vec<Id> {
        let (mut all, floor, at) = (arguments, self.floor, self.at);
        self.floor = self.known.len();
        for default in function.parameters.iter().skip(all.len()).filter_map(|parameter| parameter.default) {
            self.at = default;
            let (kept, value) = self.with_pending(&all, |reader| reader.assignment());
            all = kept;
            all.extend(value);
        }
        (self.floor, self.at) = (floor, at);
        all
    }

    /// A constructor gives members what stands before its body: `P(float a) : x(a), y(0) {}`.
    fn members_begin(&mut self, begins: usize, body: usize) {
        self.at = begins;
        while self.at < body {
            let (name, at) = (self.shown(self.at).to_owned(), self.at);
            let close = if self.shown(at + 1) == "(" { ")" } else { "}" };
            self.at += 2;
            let values = self.values(close);
            let of_base = || {
                let this = self.known[self.find("this")?].own;
                this.base().filter(|base| base.layout().is_some_and(|layout| layout.name == name))
            };
            let base = of_base().and_then(|base| {
                let this = self.find("this")?;
                match self.place_of(this) {
                    Place::Memory(address, offset, _) => Some(Place::Memory(address, offset, base)),
                    _ => None,
                }
            });
            let Some(place) = base.or_else(|| self.of_this(&name)) else {
                let span = self.span(at);
                self.error("structure", span, format!("`{name}` is no member that begins here."));
                return;
            };
            let own = self.own_of(&place);
            let value = match values[..] {
                [only] => self.fitted(only, own, at),
                _ => self.constructed(own, &values, at),
            };
            let value = self.owned(value, true, at);
            self.write(&place, value);
            self.at += usize::from(self.shown(self.at) == ",");
        }
    }

    /// Reads the body of a function whose parameters are known. `count` variables stand outside of it. Gives what a reference of it names.
    pub(super) fn runs_body(
        &mut self,
        number: usize,
        count: usize,
        (result, names): (Option<usize>, Option<(usize, Named)>),
    ) -> Option<(usize, Named)> {
        let body = self.functions[number].body;
        // It sees its own names, and those that stand outside of all functions.
        if self.entries.is_empty() {
            self.globals = count.min(if self.nested == 0 { count } else { self.globals });
        }
        self.floor = count;
        let outermost = core::mem::take(&mut self.outermost_body);
        self.at = body;
        let close = self.behind(body) - 1;
        self.entries.push(Entered { result, names, label: None, open: self.open, nested: self.nested, close, number });
        if let Some(begins) = self.functions[number].begins {
            self.members_begin(begins, body);
        }
        self.at = body + 1;
        self.nested += 1;
        if outermost {
            self.level = self.nested;
        }
        self.statements_inside();
        self.nested -= 1;
        self.unreachable = false;
        let entry = self.entries.pop()?;
        if let Some(label) = entry.label {
            self.flush(None);
            self.emit_label(&label);
        }
        entry.names
    }

    /// Remembers what a reference names that a function gives.
    fn names(&mut self, place: Option<Place>) {
        let Some(Entered { result: Some(result), names: Some((pointer, before)), .. }) = self.entries.last().cloned() else { return };
        let own = self.known[result].own;
        let now = match place {
            Some(Place::Variable(variable)) if self.known[variable].own == own => Named::Variable(variable),
            Some(Place::Memory(address, offset, held)) if self.is_or_derives(held, own) => {
                let address = self.address_at(address, offset, own);
                self.give(pointer, address);
                Named::Memory
            }
            _ => Named::Open,
        };
        let now = if before == Named::Nothing || before == now { now } else { Named::Open };
        if let Some(entry) = self.entries.last_mut() {
            entry.names = Some((pointer, now));
        }
    }

    /// The place that a reference names which is given back here, where that is a variable, an element or a member.
    fn place_given(&mut self) -> Option<Place> {
        let first = (self.at..).find(|at| self.shown(*at) != "*")?;
        let known = self.find(self.shown(first)).is_some() || self.find("this").is_some();
        if !known || self.behind_place().is_none_or(|end| self.shown(end) != ";") {
            return None;
        }
        self.place_here()
    }

    /// `return`, with a value or without.
    pub(super) fn returns(&mut self) {
        let span = self.span(self.at);
        self.at += 1;
        let begin = self.at;
        let given = self.entries.last().and_then(|entry| entry.result).map(|place| self.known[place].own);
        let value = match (self.shown(self.at), given) {
            (";", _) => None,
            // The members of what is given back.
            ("{", Some(own)) if own.layout().is_some() => Some(self.braced(own)),
            ("{", Some(own)) if own.lane().is_some() => {
                let begin = self.at;
                self.at += 1;
                let values = self.values("}");
                Some(self.constructed(own, &values, begin))
            }
            _ => {
                let refers = self.entries.last().is_some_and(|entry| entry.names.is_some()) && !self.dry;
                let place = if refers { self.place_given() } else { None };
                let value = match &place {
                    Some(place) => Some(self.read(place)),
                    None => self.assignment(),
                };
                let place = place.or_else(|| self.seen_from(begin)?.place);
                if refers && let Some(value) = value {
                    let (kept, ()) = self.with_pending(&[value], |reader| reader.names(place));
                    kept.first().copied()
                } else {
                    value
                }
            }
        };
        let Some(entry) = self.entries.last().cloned() else {
            match value {
                Some(value) => {
                    self.outputs.clear();
                    self.is_about("d", value, span);
                }
                None => {
                    self.error("control", span, "`return` is outside of a function.");
                }
            }
            return self.semicolon();
        };
        let function = &self.functions[entry.number];
        let says_const = function.result.0.clone().any(|at| self.shown(at) == "const") || self.leaves_open(function);
        if !says_const && value.is_some() && (function.gives_reference || function.result.1 == 1) {
            self.refuses_const(function.gives_reference, begin);
        }
        self.deduces(value);
        if let (Some(place), Some(value)) = (entry.result, value) {
            let own = self.known[place].own;
            let value = self.fitted(value, own, self.at);
            // A variable of its own is given itself; of a parameter, or of what lives on, a copy.
            let word = self.shown(begin).to_owned();
            let parameter = self.functions[entry.number].parameters.iter().any(|own| own.name == word);
            let own_place = self.named(&word).filter(|place| *place >= self.floor && self.at == begin + 1 && !parameter);
            let local = own_place.is_some_and(|place| self.known[place].alias.is_none() && self.known[place].pointer.is_none());
            let refers = entry.names.is_some() || self.functions[entry.number].gives_reference;
            let value = if local || refers { value } else { self.owned(value, true, begin) };
            self.give(place, value);
        }
        self.ends();
        // Where no branch led here, and at the end of a function, it goes nowhere else.
        if self.open == entry.open || (self.at == entry.close && self.nested == entry.nested + 1) {
            self.unreachable = true;
            return;
        }
        let label = entry.label.clone().unwrap_or_else(|| self.new_label());
        self.flush(None);
        self.emit(format!("bra {label};"));
        self.unreachable = true;
        if let Some(entry) = self.entries.last_mut() {
            entry.label = Some(label);
        }
    }
}
