//! Lambdas: a structure without members whose one function sees what stands around it. A variable that is captured by reference is itself, one
//! that is captured by value a copy of it:
//!
//!     auto f = [k, &n](double x) { n++; return k * x; };

use super::define::{Defined, Taken};
use super::layout::Layout;
use super::parse::Reader;
use super::place::Place;
use super::template::Bound;
use super::token::Kind as Cut;
use super::tree::{Id, Kind};
use super::types::CType;
use core::ops::Range;

/// A function, the types of its arguments, and the list of its template.
pub(super) type Asked = (usize, Vec<Bound>);

/// A name that a lambda captures.
#[derive(Clone, Debug, PartialEq)]
struct Capture {
    name: String,
    variable: usize,
    /// The register of the variable: by this shows whether it is still there.
    register: String,
    /// Whether the lambda has a copy of it, and whether it may not change that.
    copied: bool,
    constant: bool,
}

/// What a lambda sees.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lambda {
    /// Its function.
    number: usize,
    captures: Vec<Capture>,
    /// Whether it changes what it holds itself, so that a copy of it would go on by itself.
    changes: bool,
}

impl Reader<'_> {
    /// `[captures](parameters) { … }`, whose bracket stands here.
    pub(super) fn lambda(&mut self) -> Option<Id> {
        let begin = self.at;
        let list = self.behind(begin) - 1;
        let mut from = list + 1;
        let mut parameters = vec![Taken { constant: true, ..Taken::plain(" closure", begin..begin) }];
        if self.shown(from) == "(" {
            let close = self.behind(from) - 1;
            parameters.extend(self.all_taken(from + 1, close));
            from = close + 1;
        }
        let mut mutable = false;
        while matches!(self.shown(from), "mutable" | "const" | "noexcept" | "constexpr" | "__device__" | "__host__") {
            mutable |= self.shown(from) == "mutable";
            from += 1;
        }
        let mut result = begin..begin;
        if self.shown(from) == "-" && self.shown(from + 1) == ">" {
            let end = (from + 2..self.pieces.len()).find(|at| matches!(self.shown(*at), "{" | ";")).unwrap_or(from + 2);
            (result, from) = (from + 2..end, end);
        }
        parameters[0].constant = !mutable;
        if self.shown(from) != "{" {
            let span = self.span(begin);
            self.error("lambda", span, "A lambda has its statements in braces: [](float x) { return x * x; }.");
            return None;
        }
        let (body, end) = (from, self.behind(from));
        let captures = self.captured(begin, list, body..end, mutable)?;
        let changes = mutable && captures.iter().any(|one| one.copied);
        let returns = (body..end).any(|at| self.shown(at) == "return" && self.shown(at + 1) != ";");
        let gives = if result.is_empty() { returns } else { self.shown(result.start) != "void" };
        let stars = result.clone().filter(|at| self.shown(*at) == "*").count();
        let name = format!("lambda {begin}");
        // Where it stands once more, as in a function that is called twice, what it saw before is gone.
        self.lambdas.retain(|known| self.functions[known.number].of.as_ref() != Some(&name));
        self.functions.iter_mut().filter(|known| known.of.as_ref() == Some(&name)).for_each(|known| known.of = Some(String::new()));
        self.lambdas.push(Lambda { number: self.functions.len(), captures, changes });
        self.functions.push(Defined {
            name: "operator()".to_owned(),
            of: Some(name.clone()),
            templates: Vec::new(),
            gives_reference: result.clone().any(|at| self.shown(at) == "&"),
            result: (result, stars),
            parameters,
            begins: None,
            body,
            gives,
            kernel: false,
            bounds: [None; 2],
        });
        self.at = end;
        let own = CType::group(Layout::new(name, Vec::new()));
        let value = self.tree.node(Kind::Group(Vec::new()), own, 0..0);
        Some(self.called_at_once(value))
    }

    /// The name of a function where no call follows: a structure whose one function does the same.
    pub(super) fn function_as_value(&mut self, word: &str, at: usize) -> Option<Id> {
        let all: Vec<&Defined> = self.callable().filter(|(_, own)| own.name == word && !own.kernel).map(|(_, own)| own).collect();
        let [only] = all[..] else { return None };
        if !only.templates.is_empty() {
            return None;
        }
        let (name, mut own) = (["function ", word].concat(), only.clone());
        if self.functions.iter().all(|known| known.of.as_ref() != Some(&name)) {
            own.parameters.insert(0, Taken { constant: true, ..Taken::plain(" closure", at..at) });
            self.functions.push(Defined { name: "operator()".to_owned(), of: Some(name.clone()), ..own });
        }
        let own = CType::group(Layout::new(name, Vec::new()));
        Some(self.tree.node(Kind::Group(Vec::new()), own, 0..0))
    }

    /// Whether a type is that of a function as a value.
    pub(super) fn is_function(&self, own: CType) -> bool {
        own.layout().is_some_and(|layout| layout.name.starts_with("function "))
    }

    /// Says where a `std::function`, whose word stands at a place, would convert what it is called with or what that gives.
    pub(super) fn keeps_types(&mut self, word: usize, value: Id) {
        let own = self.tree.own(value);
        let result = if self.shown(word) == "function" { self.type_or_nothing(word + 2) } else { None };
        let Some(result) = result else { return };
        let open = (word + 2..word + 8).find(|at| self.shown(*at) == "(").unwrap_or(word);
        let close = self.behind(open).saturating_sub(1);
        let starts = core::iter::successors(Some(open + 1), |at| Some(self.next_comma(*at, close) + 1)).take_while(|at| *at < close);
        let taken: Vec<Taken> = starts.map(|at| self.taken(at, self.next_comma(at, close))).collect();
        let given: Vec<Option<CType>> = taken.iter().map(|own| self.type_of(own)).collect();
        let number =
            self.functions.iter().position(|known| known.name == "operator()" && known.of.as_ref() == own.layout().map(|own| &own.name));
        let same = number.is_some_and(|number| {
            let wanted = self.parameter_types(&self.functions[number]);
            let fits = wanted.len() == given.len() + 1
                && wanted.iter().skip(1).zip(&given).all(|(wanted, given)| wanted.is_none() || wanted == given);
            let arguments: Vec<Id> = given.iter().map(|own| self.zero(own.unwrap_or(CType::Int))).collect();
            let made = if fits && self.functions[number].gives { self.result_for(number, value, arguments) } else { None };
            fits && made == result
        });
        if !same {
            let span = self.span(word);
            self.error("not-covered", span, "A std::function whose types are not those of what it holds is not covered here: use auto.");
        }
    }

    /// The type of what a function of an object gives for arguments.
    fn result_for(&mut self, number: usize, value: Id, arguments: Vec<Id>) -> Option<CType> {
        let known = self.result_of(&self.functions[number]);
        if !self.leaves_open(&self.functions[number]) {
            return known;
        }
        let values: Vec<Id> = core::iter::once(value).chain(arguments).collect();
        self.deduced_result(number, &values, &[], self.at)
    }

    /// A lambda that is called where it stands: `[&] { … }()`.
    fn called_at_once(&mut self, value: Id) -> Id {
        if self.shown(self.at) != "(" {
            return value;
        }
        self.at += 1;
        let (count, at) = (self.known.len(), self.at);
        let object = self.object(self.tree.own(value), value);
        let made = self.enters_member(object, "operator()", at, (Some(false), false));
        self.leave(count);
        self.member_of_value(made)
    }

    /// What a lambda captures: its list says of which variables the body gets a copy, or all that it names.
    fn captured(&mut self, open: usize, close: usize, body: Range<usize>, mutable: bool) -> Option<Vec<Capture>> {
        let (mut all, mut copies, mut refers, mut at) = (None, Vec::new(), Vec::new(), open + 1);
        while at < close {
            let ends = |at: usize| matches!(self.shown(at), "," | "]");
            let used = match self.shown(at) {
                sign @ ("&" | "=") if ends(at + 1) => {
                    all = Some(sign == "&");
                    1
                }
                "&" if self.is(at + 1, Cut::Name) && ends(at + 2) => {
                    refers.push(self.shown(at + 1));
                    2
                }
                "this" if ends(at + 1) => {
                    refers.push("this");
                    1
                }
                word if self.is(at, Cut::Name) && ends(at + 1) => {
                    copies.push(word);
                    1
                }
                _ => {
                    let span = self.span(at);
                    self.error("lambda", span, "This capture is not covered here: a name, &name, & and = are.");
                    return None;
                }
            };
            at += used + usize::from(self.shown(at + used) == ",");
        }
        let mut names = vec!["this"];
        names.extend(body.clone().filter(|at| self.is(*at, Cut::Name) && self.shown(at - 1) != ".").map(|at| self.shown(at)));
        names.sort_unstable();
        names.dedup();
        let mut captures = Vec::new();
        for name in names {
            // What a reference of this function names may stand outside of it.
            let Some(named) = self.named(name).filter(|place| *place >= self.floor) else { continue };
            let place = self.known[named].alias.unwrap_or(named);
            let by_reference = match all {
                _ if refers.contains(&name) => true,
                _ if copies.contains(&name) => false,
                Some(by_reference) => by_reference || name == "this",
                None => continue,
            };
            let variable = if by_reference { place } else { self.copied_for(name, place, open)? };
            let (register, copied) = (self.known[variable].register.clone(), !by_reference);
            let constant = if copied { !mutable } else { self.known[named].constant };
            captures.push(Capture { name: name.to_owned(), variable, register, copied, constant });
        }
        Some(captures)
    }

    /// A copy of a variable for a lambda.
    fn copied_for(&mut self, name: &str, place: usize, at: usize) -> Option<usize> {
        if !self.known[place].lengths.is_empty() {
            let span = self.span(at);
            self.error("lambda", span, format!("`{name}` is an array, of which no copy is covered here: capture &{name}."));
            return None;
        }
        let there = self.place_of(place);
        let value = self.read(&there);
        let value = self.copy_of(value, true, at);
        Some(self.hidden(name, self.known[place].own, Some(value)))
    }

    /// Whether a type is that of a lambda which changes what it holds itself.
    pub(super) fn is_changing_lambda(&self, own: CType) -> bool {
        let Some(layout) = own.layout().filter(|layout| layout.members.is_empty()) else { return false };
        self.lambdas.iter().any(|lambda| lambda.changes && self.functions[lambda.number].of.as_ref() == Some(&layout.name))
    }

    /// Declares what a function captures, if it is a lambda's.
    pub(super) fn sees_captures(&mut self, number: usize, at: usize) {
        let Some(lambda) = self.lambdas.iter().find(|own| own.number == number).cloned() else { return };
        for Capture { name, variable, register, constant, .. } in lambda.captures {
            if self.known.get(variable).is_none_or(|known| known.register != register) {
                let span = self.span(at);
                self.error(
                    "lambda",
                    span,
                    format!("This lambda captured `{name}`, whose block has ended: such a call is not covered here."),
                );
                return;
            }
            self.names_variable(&name, variable, constant);
        }
    }

    /// The type of what a function gives whose text leaves that open: that of what its first `return` gives, which is read once for that.
    pub(super) fn deduced_result(&mut self, number: usize, arguments: &[Id], places: &[Option<Place>], at: usize) -> Option<CType> {
        // Inside of itself it is not known yet.
        if self.deducing.iter().any(|(own, _)| *own == number) {
            return None;
        }
        let given = arguments.iter().map(|id| Bound::Type(self.tree.own(*id))).chain(self.bound.iter().copied()).collect();
        let asked: Asked = (number, given);
        if let Some((_, own)) = self.deduced.iter().find(|(known, _)| *known == asked) {
            return *own;
        }
        let mut reader = self.clone();
        reader.dry = false;
        reader.deducing.push((number, None));
        reader.entered(number, arguments.to_vec(), places, at);
        let own = reader.deducing.last().and_then(|(_, own)| *own);
        self.deduced = reader.deduced;
        self.deduced.push((asked, own));
        own
    }

    /// Remembers the type of what a function gives that is read for this.
    pub(super) fn deduces(&mut self, value: Option<Id>) {
        let number = self.entries.last().map(|entry| entry.number);
        if let (Some(value), Some((own, deduced))) = (value, self.deducing.last_mut())
            && Some(*own) == number
            && deduced.is_none()
        {
            *deduced = Some(self.tree.own(value));
        }
    }
}
