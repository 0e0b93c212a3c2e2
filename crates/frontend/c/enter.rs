//! Calls of a text's functions. A function is read where it is called, as a compiler inlines it: its operations are fused with those around it.

use super::define::{Defined, KERNEL};
use super::parse::Reader;
use super::place::Place;
use super::statement::Last;
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

impl Reader<'_> {
    /// Runs the function that a text without statements of its own is about: `main`, or the last one.
    pub(super) fn enter_last(&mut self) {
        let main = self.functions.iter().position(|function| function.name == "main");
        let last = self.functions.len().checked_sub(1).filter(|last| *last >= self.learned);
        let Some(number) = main.or(last) else { return };
        let function = self.functions[number].clone();
        if function.kernel {
            let span = self.span(function.body);
            self.error("kernel", span, KERNEL);
            return;
        }
        let mut arguments = Vec::new();
        for (name, own, signs, _) in &function.parameters {
            if function.name == "main" {
                continue;
            }
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
        if let Some(value) = value.filter(|_| function.name != "main") {
            self.last = Last { assigned: None, root: Some(value), outputs: Vec::new() };
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
        let mut arguments: Vec<(Id, Option<Place>)> = Vec::new();
        let from = self.pending.len();
        while !matches!(self.shown(self.at), ")" | "" | ";") {
            let first = self.at;
            let alone = self.is(first, Cut::Name) && matches!(self.shown(first + 1), "," | ")");
            let place = if alone { self.find(self.shown(first)).map(Place::Variable) } else { None };
            let value = self.assignment();
            let Some(value) = value else { break };
            self.pending.push(value);
            arguments.push((value, place));
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        let values: Vec<Id> = self.pending.drain(from..).collect();
        if self.shown(self.at) == ")" {
            self.at += 1;
        }
        let given: Vec<Option<CType>> = values.iter().map(|id| Some(self.tree.own(*id))).collect();
        let number = self.best(self.in_library(), word, &given);
        let number = number.or_else(|| self.callable().find(|(_, own)| own.name == word).map(|(place, _)| place))?;
        if self.functions[number].kernel {
            let span = self.span(at);
            self.error("kernel", span, KERNEL);
            return None;
        }
        let places: Vec<Option<Place>> = arguments.into_iter().map(|(_, place)| place).collect();
        let alone = at == self.first && matches!(self.shown(self.at), ";" | "}" | "");
        if !self.functions[number].gives && !alone {
            let span = self.span(at);
            self.error("no-value", span, format!("{word} gives no value."));
        }
        if self.dry {
            let own = self.result_of(&self.functions[number]);
            let own = own.or(values.first().map(|value| self.tree.own(*value)));
            return Some(self.zero(own.unwrap_or(CType::Int)));
        }
        self.bound = bound;
        let value = self.entered(number, values, &places, at);
        // One that gives nothing has a zero that nobody reads.
        Some(value.unwrap_or_else(|| self.tree.number(CType::Int, 0, None, 0..0)))
    }

    /// The type of a function's result.
    pub(super) fn result_of(&self, function: &Defined) -> Option<CType> {
        let own = self.type_at(function.result.0.start).and_then(|(own, _)| own);
        (0..function.result.1).fold(own, |own, _| own.map(CType::pointer))
    }

    /// A call of a function of the text, whose arguments were read: None where it gives no value.
    pub(super) fn entered(&mut self, number: usize, arguments: Vec<Id>, places: &[Option<Place>], at: usize) -> Option<Id> {
        let function = self.functions[number].clone();
        let span = self.span(at.min(self.pieces.len().saturating_sub(1)));
        self.calls_made += 1;
        // Whether it is called from itself, under a condition that is not known.
        let is_open = self.entries.iter().any(|entry| entry.number == number && entry.open < self.open);
        if is_open || self.entries.len() >= DEPTH || self.calls_made > CALLS || self.flow.code.len() > LINES {
            let message = format!(
                "`{}` calls itself, and a compiler cannot tell how often: functions are inlined here, at most {DEPTH} deep.",
                function.name
            );
            if self.diagnostics.iter().all(|said| said.code != "recursion") {
                self.error("recursion", span, message);
            }
            return None;
        }
        if function.parameters.len() != arguments.len() && function.name != "main" {
            let (wanted, count) = (function.parameters.len(), arguments.len());
            self.error("argument-count", span, format!("`{}` takes {wanted} arguments; here are {count}.", function.name));
            return arguments.first().copied();
        }
        let (count, floor, back) = (self.known.len(), self.floor, self.at);
        self.at = function.body;
        let bound = core::mem::take(&mut self.bound);
        let (types, constants) = self.bind_template(&function, &bound);
        // A type of a template is that of the first argument which names it.
        for (name, number) in function.templates.iter().skip(bound.len()) {
            if number.is_some() {
                let message = format!(
                    "`{}` has the number `{name}` in its template: call it with a list, as in {}<4>(…).",
                    function.name, function.name
                );
                self.error("template", span.clone(), message);
                continue;
            }
            let argument = function.parameters.iter().position(|(_, own, ..)| self.shown(own.end - 1) == name);
            let own = argument.and_then(|place| arguments.get(place)).map(|id| self.tree.own(*id));
            let own = own.map_or(CType::Float, |own| own.pointee().unwrap_or(own));
            self.types.push((name.clone(), own));
        }
        let mut bound = Vec::new();
        for (place, (name, own, signs, reference)) in function.parameters.iter().enumerate().take(arguments.len()) {
            let own = self.type_at(own.start).and_then(|(own, _)| own).unwrap_or(self.tree.own(arguments[place]));
            let own = (0..*signs).fold(own, |own, _| own.pointer());
            bound.push((name.clone(), own, *reference, arguments[place], places.get(place).cloned().flatten()));
        }
        for (name, own, reference, value, given) in bound {
            if reference && let Some(Place::Variable(alias)) = given {
                let place = self.declare(&name, own, None);
                self.known[place].alias = Some(alias);
                continue;
            }
            if reference {
                self.error(
                    "reference",
                    span.clone(),
                    format!("`{name}` is a reference: it takes a variable here, and no element or value."),
                );
            }
            let value = if own.pointee().is_some() { value } else { self.tree.converted(value, own) };
            self.declare(&name, own, Some(value));
        }
        let result = self.result_of(&function).filter(|_| function.gives);
        if result.is_none() && function.gives && function.name != "main" {
            self.error(
                "result",
                span,
                format!("The type of the result of `{}` is not covered here: name a type of numbers.", function.name),
            );
        }
        let result = result.map(|own| {
            let zero = self.zero(own);
            self.hidden(&format!("{}_result", function.name), own, Some(zero))
        });
        let outermost = self.outermost_body;
        self.runs_body(number, count, result);
        let value = result.map(|place| self.held(place, 0..0));
        if !outermost {
            self.leave(count);
            self.types.truncate(types);
            self.constants.truncate(constants);
        }
        (self.floor, self.at) = (floor, back);
        value
    }

    /// Reads the body of a function whose parameters are known. `count` variables stand outside of it.
    pub(super) fn runs_body(&mut self, number: usize, count: usize, result: Option<usize>) {
        let body = self.functions[number].body;
        // It sees its own names, and those that stand outside of all functions.
        if self.entries.is_empty() {
            self.globals = count.min(if self.nested == 0 { count } else { self.globals });
        }
        self.floor = count;
        let outermost = core::mem::take(&mut self.outermost_body);
        self.at = body;
        let close = self.behind(body) - 1;
        self.entries.push(Entered { result, label: None, open: self.open, nested: self.nested, close, number });
        self.at += 1;
        self.nested += 1;
        if outermost {
            self.level = self.nested;
        }
        self.statements_inside();
        self.nested -= 1;
        self.unreachable = false;
        let entry = self.entries.pop();
        if let Some(label) = entry.and_then(|entry| entry.label) {
            self.flush(None);
            self.emit_label(&label);
        }
    }

    /// `return`, with a value or without.
    pub(super) fn returns(&mut self) {
        let span = self.span(self.at);
        self.at += 1;
        let given = self.entries.last().and_then(|entry| entry.result).map(|place| self.known[place].own);
        let value = match (self.shown(self.at), given) {
            (";", _) => None,
            // The members of what is given back.
            ("{", Some(own)) if own.layout().is_some() || own.lane().is_some() => {
                let begin = self.at;
                self.at += 1;
                let values = self.values("}");
                Some(self.grouped(own, &values, begin))
            }
            _ => self.assignment(),
        };
        let Some(entry) = self.entries.last().cloned() else {
            match value {
                Some(value) => self.last = Last { assigned: None, root: Some(value), outputs: Vec::new() },
                None => {
                    self.error("control", span, "`return` is outside of a function.");
                }
            }
            return self.semicolon();
        };
        if let (Some(place), Some(value)) = (entry.result, value) {
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
