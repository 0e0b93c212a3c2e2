//! Python's functions: a definition is read where it is called, with the types of that call.

use super::join::{Bound, Call, Function};
use super::promote::{Owner, Value};
use crate::c::enter::{CALLS, DEPTH};
use crate::c::parse::Reader;
use crate::c::token::{Kind as Cut, assigns};

impl Reader<'_> {
    /// A function, which is read where it is called.
    pub(super) fn python_def(&mut self) {
        let (name, open, span) = (self.shown(self.at + 1).to_owned(), self.at + 2, self.span(self.at));
        let close = self.behind(open);
        let body = (close..self.pieces.len()).find(|at| matches!(self.shown(*at), "{" | ";" | "")).unwrap_or(self.pieces.len());
        if self.shown(open) != "(" || self.shown(body) != "{" {
            self.error("declaration", span, "A function is defined so: `def f(x):`, with its lines indented below.");
            return self.pass_statement();
        }
        self.mark_call(self.at + 1);
        let mut parameters = Vec::new();
        let mut at = open + 1;
        while at + 1 < close {
            let next = (at..close).find(|at| matches!(self.shown(*at), ",") || *at + 1 == close).unwrap_or(close);
            if !self.is(at, Cut::Name) || (at..next).any(|at| self.shown(at) == "=") {
                let span = self.span(at);
                self.error("not-covered", span, "Parameters are plain names here, without a value of their own.");
            } else {
                parameters.push(self.shown(at).to_owned());
            }
            at = next + 1;
        }
        let locals = self.given_names(body, self.behind(body)).into_iter().chain(parameters.clone()).collect();
        self.python.functions.push(Function { name, parameters, body, locals });
        self.at = self.behind(body);
    }

    /// The names that statements between two pieces give values.
    pub(super) fn given_names(&self, from: usize, to: usize) -> Vec<String> {
        let mut all = Vec::new();
        let separates = |at: &usize| matches!(self.shown(*at), ";" | "{" | "}");
        let mut begin = from;
        while begin < to {
            let end = (begin..to).find(separates).unwrap_or(to);
            let gives = |at: &usize| assigns(self.shown(*at)) || matches!(self.shown(*at), "//=" | "**=" | "in");
            let mut depth = 0;
            let before = (begin..end).find(|at| {
                depth += match self.shown(*at) {
                    "(" | "[" => 1,
                    ")" | "]" => -1,
                    _ => 0,
                };
                depth == 0 && gives(at)
            });
            if let Some(before) = before {
                let names = (begin..before).filter(|at| self.is(*at, Cut::Name) && self.shown(at.wrapping_sub(1)) != ".");
                all.extend(names.map(|at| self.shown(at).to_owned()));
            }
            begin = end + 1;
        }
        all
    }

    /// A call of a function of the text.
    pub(super) fn entered_function(&mut self, number: usize, values: Vec<Value>, at: usize) -> Option<Value> {
        let function = self.python.functions[number].clone();
        let span = self.span(at);
        if function.parameters.len() != values.len() {
            let (wanted, count) = (function.parameters.len(), values.len());
            self.error("argument-count", span, format!("`{}` takes {wanted} arguments; here are {count}.", function.name));
            return None;
        }
        self.calls_made += 1;
        let is_open = self.python.calls.iter().any(|call| call.number == number && call.open < self.open);
        if is_open || self.python.calls.len() >= DEPTH || self.calls_made > CALLS {
            let message =
                format!("`{}` calls itself, and nobody can tell how often before it runs: functions are inlined here.", function.name);
            if self.diagnostics.iter().all(|said| said.code != "recursion") {
                self.error("recursion", span, message);
            }
            return None;
        }
        let names = core::mem::take(&mut self.python.names);
        let first = self.python.calls.is_empty();
        if first {
            self.python.outside.clone_from(&names);
        }
        let (floor, back, begun) = (core::mem::replace(&mut self.floor, self.known.len()), self.at, self.first);
        let label = self.new_label();
        let loops = self.python.loops.len();
        self.python.calls.push(Call { number, open: self.open, label: label.clone(), returns: Vec::new(), value: None, loops });
        for (word, value) in function.parameters.iter().zip(values) {
            let own = self.tree.own(value.id);
            let place = self.bind(word, value.owner, own);
            self.give(place, value.id);
        }
        self.at = function.body;
        self.block();
        let fell = !core::mem::take(&mut self.unreachable);
        let call = self.python.calls.last().cloned()?;
        let value = match (call.value, call.returns.is_empty()) {
            (Some(value), _) => Some(value),
            (None, true) => None,
            (None, false) => {
                let mut ways = call.returns;
                if fell {
                    ways.push(self.way());
                }
                // The last way that leads here goes on without a jump.
                let jump = format!("bra {label};");
                if ways.len() == 1 && self.flow.code.last().is_some_and(|line| line.text == jump) {
                    self.flow.code.pop();
                    self.meet(&ways, false);
                } else {
                    self.meet(&ways, false);
                    self.emit_label(&label);
                }
                match self.python.names.iter().find(|(word, _)| word == " return").map(|(_, bound)| bound.clone()) {
                    Some(Bound::At(place)) => Some(Value { id: self.held(place, 0..0), owner: self.known[place].owner }),
                    Some(Bound::Mixed(message)) => {
                        self.error("types", span.clone(), message);
                        None
                    }
                    None => None,
                }
            }
        };
        self.python.calls.pop();
        (self.floor, self.at, self.first, self.python.names) = (floor, back, begun, names);
        if first {
            self.python.outside.clear();
        }
        if value.is_none() && self.diagnostics.iter().all(|said| !said.is_error()) {
            if at == self.first && matches!(self.shown(self.at), ";" | "}" | "") {
                self.python.gives_nothing = true;
                return Some(Value { id: self.whole(0), owner: Owner::Python });
            }
            self.error("no-value", span, format!("`{}` gives no value.", function.name));
        }
        value
    }

    pub(super) fn python_return(&mut self) {
        let span = self.span(self.at);
        self.at += 1;
        let Some(call) = self.python.calls.last().cloned() else {
            self.error("control", span, "`return` is outside of a function.");
            return self.pass_statement();
        };
        if matches!(self.shown(self.at), ";" | "}" | "") {
            let way = self.way();
            self.emit(format!("bra {};", call.label));
            if let Some(call) = self.python.calls.last_mut() {
                call.returns.push(way);
            }
            self.unreachable = true;
            return self.python_ends();
        }
        let value = self.python_value();
        self.python_ends();
        let Some(value) = value else { return };
        if call.open == self.open && call.returns.is_empty() {
            if let Some(call) = self.python.calls.last_mut() {
                call.value = Some(value);
            }
            self.unreachable = true;
            return;
        }
        let own = self.tree.own(value.id);
        let place = self.bind(" return", value.owner, own);
        self.give(place, value.id);
        let way = self.way();
        self.emit(format!("bra {};", call.label));
        if let Some(call) = self.python.calls.last_mut() {
            call.returns.push(way);
        }
        self.unreachable = true;
    }
}
