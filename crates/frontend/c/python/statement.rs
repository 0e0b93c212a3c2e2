//! Python's statements: names that take values, and what a text is about. Control stands in `control.rs`.

use super::join::Bound;
use super::promote::{Owner, Value};
use crate::c::parse::Reader;
use crate::c::place::Place;
use crate::c::statement::Last;
use crate::c::token::{Kind as Cut, assigns};
use crate::c::tree::Id;
use crate::c::types::CType;

/// Words that begin what is not covered.
const OTHERS: &str = " class with try except finally del global nonlocal assert raise async match yield await ";

/// Something that takes a value.
enum Target {
    Name(String),
    Element(usize, Place),
}

impl Reader<'_> {
    /// One statement.
    pub fn python_item(&mut self) {
        let (at, word, span) = (self.at, self.shown(self.at), self.span(self.at));
        self.acts |= self.python.calls.is_empty() && !matches!(word, "def" | "import" | "from" | ";" | "");
        if crate::c::types::lists(OTHERS, word) || word == "@" {
            self.error("not-covered", span, format!("`{word}` is not covered here."));
            return self.pass_statement();
        }
        if matches!(word, "if" | "while" | "for" | "def" | "return" | "break" | "continue" | "pass" | "import" | "from") {
            self.mark_type(at..at + 1);
        }
        match word {
            ";" => self.at += 1,
            "{" => self.block(),
            "if" => self.python_if(),
            "while" => self.python_while(),
            "for" => self.python_for(),
            "def" => self.python_def(),
            "import" => self.brings(),
            "from" => self.brings_members(),
            "return" => self.python_return(),
            "break" | "continue" => self.leaves_turn(word == "break"),
            "pass" => {
                self.at += 1;
                self.python_ends();
            }
            "print" if self.shown(at + 1) == "(" => self.prints(),
            "else" => {
                self.error("control", span, "This `else` belongs to no `if`; behind a loop it is not covered here.");
                self.at += 1;
                self.pass_statement();
            }
            _ => {
                self.gives_or_computes();
                self.python_ends();
            }
        }
    }

    /// Skips a statement, with the lines indented below it.
    pub(super) fn pass_statement(&mut self) {
        loop {
            match self.shown(self.at) {
                "" | "}" => return,
                ";" => {
                    self.at += 1;
                    return;
                }
                "(" | "[" => self.at = self.behind(self.at),
                "{" => {
                    self.at = self.behind(self.at);
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    /// The end of a line. What stands before it and was not read is said.
    pub(super) fn python_ends(&mut self) {
        if !matches!(self.shown(self.at), ";" | "}" | "") {
            let (span, word) = (self.span(self.at), self.shown(self.at));
            if self.diagnostics.iter().all(|said| !said.is_error()) {
                self.error("unexpected", span, format!("`{word}` does not belong here."));
            }
            return self.pass_statement();
        }
        self.at += usize::from(self.shown(self.at) == ";");
    }

    fn gives_or_computes(&mut self) {
        let begin = self.at;
        self.first = begin;
        if self.is(begin, Cut::Name) {
            let after = if self.shown(begin + 1) == "[" { self.behind(begin + 1) } else { begin + 1 };
            let operator = self.shown(after);
            if operator == ":" && after == begin + 1 {
                // What a name is said to be changes nothing.
                let end = (after..self.pieces.len()).find(|at| matches!(self.shown(*at), "=" | ";" | "")).unwrap_or(self.pieces.len());
                if self.shown(end) == "=" {
                    self.at = end;
                    let word = self.shown(begin).to_owned();
                    return self.takes(vec![Target::Name(word)]);
                }
                self.at = end;
                return;
            }
            if matches!(operator, "**=" | "//=" | "@=") || assigns(operator) && operator != "=" {
                return self.takes_more(after, operator);
            }
            let tuple = || (after..self.pieces.len()).take_while(|at| !matches!(self.shown(*at), ";" | "")).any(|at| self.shown(at) == "=");
            if operator == "=" || operator == "," && tuple() {
                let Some(targets) = self.targets() else { return self.pass_to_end() };
                return self.takes(targets);
            }
        }
        let Some(value) = self.python_value() else { return self.pass_to_end() };
        if self.shown(self.at) == "," {
            let span = self.span(self.at);
            self.error("not-covered", span, "A tuple is not covered here: numbers are.");
            return self.pass_to_end();
        }
        if self.python.calls.is_empty() && !core::mem::take(&mut self.python.gives_nothing) {
            self.about(vec![value]);
        }
    }

    fn pass_to_end(&mut self) {
        while !matches!(self.shown(self.at), ";" | "}" | "") {
            let opens = matches!(self.shown(self.at), "(" | "[" | "{");
            self.at = if opens { self.behind(self.at) } else { self.at + 1 };
        }
    }

    /// What the text is about now.
    fn about(&mut self, values: Vec<Value>) {
        if self.open > 0 || self.nested > 0 {
            // On a way that is not always taken it needs a name.
            if let Some(value) = values.first() {
                self.takes_value(Target::Name(" printed".to_owned()), *value);
            }
            return;
        }
        let values: Vec<Value> = values.into_iter().map(|value| self.with_its_rounding(value)).collect();
        let others = values.iter().skip(1).enumerate().map(|(place, value)| (format!("d{}", place + 2), value.id));
        self.last = Last { assigned: None, root: values.first().map(|value| value.id), outputs: others.collect(), ..Last::default() };
        self.python.last = values.first().map(|value| value.owner);
    }

    /// Names and elements before `=`; several stand in a row, or are given one value.
    fn targets(&mut self) -> Option<Vec<Target>> {
        let mut all = Vec::new();
        loop {
            let at = self.at;
            if !self.is(at, Cut::Name) {
                let (span, word) = (self.span(at), self.shown(at));
                self.error("not-covered", span, format!("`{word}` takes no value here: a name or an element of a list does."));
                return None;
            }
            let word = self.shown(at).to_owned();
            self.at += 1;
            if self.shown(self.at) == "[" {
                let Some(Bound::At(place)) =
                    self.bound(&word).filter(|bound| matches!(bound, Bound::At(place) if !self.known[*place].lengths.is_empty()))
                else {
                    let span = self.span(at);
                    self.error("array", span, format!("`{word}` is no list here."));
                    return None;
                };
                let element = self.element_of_list(place, at)?;
                all.push(Target::Element(place, element));
            } else {
                all.push(Target::Name(word));
            }
            if self.shown(self.at) != "," {
                return Some(all);
            }
            self.at += 1;
        }
    }

    /// `=` and the value after it.
    fn takes(&mut self, targets: Vec<Target>) {
        let mut chain = Vec::new();
        while self.shown(self.at) == "=" {
            self.at += 1;
            let more = self.is(self.at, Cut::Name) && self.shown(self.at + 1) == "=";
            if !more {
                break;
            }
            chain.push(Target::Name(self.shown(self.at).to_owned()));
            self.at += 1;
        }
        if self.shown(self.at) == "[" && targets.len() == 1 && chain.is_empty() {
            let span = self.span(self.at);
            let Some(values) = self.written_list() else { return self.pass_to_end() };
            if let [Target::Name(word)] = &targets[..] {
                let word = word.clone();
                if let Some(place) = self.list_of(&word, values, span) {
                    self.rebind(&word, Bound::At(place));
                }
            }
            return;
        }
        let (mut values, waiting) = (Vec::<Value>::new(), self.pending.len());
        loop {
            let Some(value) = self.python_value() else {
                self.pending.truncate(waiting);
                return self.pass_to_end();
            };
            self.pending.push(value.id);
            values.push(value);
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.take_back(waiting, &mut values);
        if values.len() != targets.len() || values.len() > 1 && !chain.is_empty() {
            let span = self.since(self.span(self.first).start);
            let (wanted, count) = (targets.len(), values.len());
            self.error("not-covered", span, format!("{wanted} names take {count} values: a tuple is not covered here."));
            return;
        }
        for (target, value) in targets.into_iter().zip(values.iter().copied()) {
            self.takes_value(target, value);
        }
        chain.into_iter().for_each(|target| self.takes_value(target, values[0]));
    }

    fn takes_value(&mut self, target: Target, value: Value) {
        if core::mem::take(&mut self.python.gives_nothing) {
            let span = self.span(self.first);
            self.error("no-value", span, "The function gives no value.");
            return;
        }
        match target {
            Target::Name(word) => {
                let is_last = (self.at..self.pieces.len()).all(|at| self.shown(at) == ";");
                let value = if is_last { self.with_its_rounding(value) } else { value };
                let own = self.tree.own(value.id);
                let place = self.bind(&word, value.owner, own);
                self.give(place, value.id);
                if self.python.calls.is_empty() {
                    self.note_last(place, value.id);
                    self.python.last = Some(value.owner);
                }
            }
            Target::Element(list, place) => {
                let (own, owner) = (self.known[list].own, self.known[list].owner);
                let exact = self.tree.constant(value.id).is_some_and(|number| crate::c::tree::in_type(number, own).1);
                let weak = value.owner == Owner::Python && owner == Owner::Python && exact && !own.is_integer();
                if (value.owner, self.tree.own(value.id)) != (owner, own) && !weak {
                    let span = self.span(self.first);
                    self.error("types", span, "An element takes numbers of its list's type here.");
                    return;
                }
                self.write(&place, value.id);
            }
        }
    }

    /// `x += y`
    fn takes_more(&mut self, operator: usize, word: &str) {
        let (at, place) = (self.at, self.span(operator));
        let name = self.shown(at).to_owned();
        if self.is_local(&name) && self.python.names.iter().all(|(own, _)| *own != name) {
            let span = self.span(at);
            self.error("name", span, format!("`{name}` has no value yet here."));
            return self.pass_to_end();
        }
        let (target, held) = if operator == at + 1 {
            let Some(held) = self.named_value() else { return self.pass_to_end() };
            (Target::Name(name), held)
        } else {
            let Some(Bound::At(list)) =
                self.bound(&name).filter(|bound| matches!(bound, Bound::At(list) if !self.known[*list].lengths.is_empty()))
            else {
                let span = self.span(at);
                self.error("array", span, format!("`{name}` is no list here."));
                return self.pass_to_end();
            };
            self.at += 1;
            let Some(element) = self.element_of_list(list, at) else { return self.pass_to_end() };
            let id = self.read(&element);
            (Target::Element(list, element), Value { id, owner: self.known[list].owner })
        };
        self.at = operator + 1;
        let mut waiting = vec![held.id];
        if let Target::Element(_, Place::Memory(address, ..)) = target {
            waiting.push(address);
        }
        let (kept, right) = self.with_pending(&waiting, |reader| reader.python_value());
        let Some(right) = right else { return self.pass_to_end() };
        let span = self.since(self.span(at).start);
        let value = self.arithmetic(word.trim_end_matches('='), [Value { id: kept[0], ..held }, right], place, span);
        let target = match target {
            Target::Element(list, Place::Memory(_, offset, own)) => Target::Element(list, Place::Memory(kept[1], offset, own)),
            target => target,
        };
        self.takes_value(target, value);
    }

    /// A list with these numbers, which lies in memory.
    pub(super) fn list_of(&mut self, word: &str, values: Vec<Value>, span: core::ops::Range<usize>) -> Option<usize> {
        let kinds: Vec<(Owner, CType)> = values.iter().map(|value| (value.owner, self.tree.own(value.id))).collect();
        // Integers among floats count as floats where they are written.
        let wanted = kinds.iter().copied().find(|(owner, own)| *owner != Owner::Python || *own == CType::Double).unwrap_or(kinds[0]);
        let mut ids: Vec<Id> = Vec::new();
        for (value, kind) in values.iter().zip(&kinds) {
            let exact = self.tree.constant(value.id).is_some_and(|number| crate::c::tree::in_type(number, wanted.1).1);
            if *kind != wanted && !(wanted == (Owner::Python, CType::Double) && kind.0 == Owner::Python && exact) {
                self.error("types", span, "The numbers of a list have one type here.");
                return None;
            }
            ids.push(self.tree.converted(value.id, wanted.1));
        }
        let (owner, own) = wanted;
        let place = self.declare(word, own, None);
        (self.known[place].owner, self.known[place].undeclared, self.known[place].given) = (owner, true, true);
        self.in_memory(place, "local", ids.len() as u64 * own.size());
        self.known[place].lengths = vec![ids.len() as u64];
        let base = self.held_or_address(place, 0..0);
        for (number, id) in ids.into_iter().enumerate() {
            self.write(&Place::Memory(base, (number as u64 * own.size()) as i64, own), id);
        }
        Some(place)
    }

    /// `print(x)`: the values that it shows.
    fn prints(&mut self) {
        let (at, open) = (self.at, self.at + 1);
        self.mark_call(at);
        self.at += 2;
        let (mut values, waiting) = (Vec::<Value>::new(), self.pending.len());
        while !matches!(self.shown(self.at), ")" | ";" | "") {
            if self.is(self.at, Cut::Text) {
                self.at += 1;
            } else if self.is(self.at, Cut::Name) && self.is(self.at + 1, Cut::Text) {
                let span = self.span(self.at);
                self.error("not-covered", span, "A text with values in it is not covered here: print the numbers.");
                self.at += 2;
            } else if matches!(self.shown(self.at), "sep" | "end") && self.shown(self.at + 1) == "=" {
                self.at += 3;
            } else {
                let Some(value) = self.python_value() else {
                    self.at = self.behind(open).saturating_sub(1).max(self.at);
                    break;
                };
                self.pending.push(value.id);
                values.push(value);
            }
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.take_back(waiting, &mut values);
        self.close(open);
        if self.python.calls.is_empty() && !values.is_empty() {
            self.about(values);
        }
        self.python_ends();
    }

    /// Ends the text: what it is about must have a value on every way.
    pub fn python_end(&mut self) {
        if !self.acts
            && let Some(number) = self.python.functions.len().checked_sub(1)
        {
            // Functions alone: the last one runs, on numbers that the user gives.
            let function = self.python.functions[number].clone();
            let span = self.span(function.body);
            let mut values = Vec::new();
            for word in &function.parameters {
                let place = self.declare(word, CType::Double, None);
                self.known[place].undeclared = true;
                values.push(Value { id: self.held(place, span.clone()), owner: Owner::Python });
            }
            let value = self.entered_function(number, values, function.body.saturating_sub(1));
            self.at = self.pieces.len();
            if let Some(value) = value {
                self.about(vec![value]);
            }
        }
        if self.diagnostics.iter().any(|said| said.is_error()) {
            return;
        }
        let Some(register) = self.last.assigned.clone() else { return };
        let Some(place) = self.known.iter().position(|known| known.register == register) else { return };
        let word = self.known[place].name.clone();
        let bound = self.bound(&word);
        if let Some(Bound::Mixed(message)) = bound {
            let shown =
                if word == " printed" { "What is printed has no value, or several types, on the ways here.".to_owned() } else { message };
            self.error("no-result", 0..self.since(0).end, shown);
        } else if let Some(Bound::At(other)) = bound
            && other != place
        {
            let own = self.known[other].clone();
            self.last.assigned = Some(own.register);
            self.python.last = Some(own.owner);
        }
    }
}
