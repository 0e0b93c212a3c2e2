//! Python's control: where it goes, and what names mean where ways meet.

use super::join::{Bound, Loop};
use super::promote::{Owner, Value};
use crate::c::parse::Reader;
use crate::c::place::Place;
use crate::c::token::Kind as Cut;
use crate::c::tree::{Id, Operation};
use crate::c::types::CType;

/// Turns that are read by themselves until the types of names stay, and bodies that a text may have read so.
const PEELED: u32 = 4;
const BODIES: u32 = 400;

/// What a loop counts.
#[derive(Clone)]
enum Turns {
    /// `while`: the piece at which its condition begins.
    Condition(usize),
    /// `for … in range(…)`: the counter, where it ends, its step, the name, what the name can be, whether there is a turn at all.
    Range { counter: usize, stop: usize, step: i64, word: String, between: Option<(i64, i64)>, some: bool },
    /// `for … in […]`: the counter, the list, the name.
    List { counter: usize, list: usize, word: String },
}

impl Reader<'_> {
    /// A condition in parentheses, which were laid around it.
    fn python_condition(&mut self) -> Option<Id> {
        let open = self.at;
        self.at += 1;
        let value = self.python_value();
        let end = self.behind(open) - 1;
        if value.is_some() && self.at != end && self.diagnostics.iter().all(|said| !said.is_error()) {
            let (span, word) = (self.span(self.at), self.shown(self.at));
            self.error("unexpected", span, format!("`{word}` does not belong here."));
        }
        self.at = end + 1;
        Some(self.truth_of(value?))
    }

    pub(super) fn python_if(&mut self) {
        self.at += 1;
        let Some(condition) = self.python_condition() else { return self.pass_branches() };
        if self.is_decided(condition) {
            return;
        }
        let other = self.new_label();
        self.jump_unless(condition, &other);
        let (away, names) = (self.way_before(1), self.python.names.clone());
        let mut ways = Vec::new();
        self.open += 1;
        self.body();
        if self.shown(self.at) == "else" {
            self.mark_type(self.at..self.at + 1);
            self.at += 1;
            let end = self.new_label();
            if !self.unreachable {
                ways.push(self.way());
                self.emit(format!("bra {end};"));
            }
            self.python.names = names;
            self.emit_label(&other);
            self.body();
            if !self.unreachable {
                ways.push(self.way());
            }
            self.open -= 1;
            if !ways.is_empty() {
                self.meet(&ways, false);
                self.emit_label(&end);
            }
            return;
        }
        self.open -= 1;
        if !self.unreachable {
            ways.push(self.way());
        }
        ways.push(away);
        self.meet(&ways, false);
        self.emit_label(&other);
    }

    /// Skips the branches of an `if` whose condition was not understood.
    fn pass_branches(&mut self) {
        self.skip();
        while self.shown(self.at) == "else" {
            self.at += 1;
            self.skip();
        }
    }

    pub(super) fn python_while(&mut self) {
        let open = self.at + 1;
        let body = self.behind(open);
        self.turns(&Turns::Condition(open), body);
    }

    pub(super) fn python_for(&mut self) {
        let (word, at) = (self.shown(self.at + 1).to_owned(), self.at + 1);
        let body = (at..self.pieces.len()).find(|at| matches!(self.shown(*at), "{" | ";" | "")).unwrap_or(self.pieces.len());
        let known = self.is(at, Cut::Name) && self.shown(at + 1) == "in" && self.shown(body) == "{";
        let turns = if known {
            self.at = at + 2;
            self.turns_of(word, body)
        } else {
            let span = self.span(at);
            self.error("not-covered", span, "Of `for` one name is covered here: `for i in range(10):`, `for x in [1.0, 2.0]:`.");
            None
        };
        match turns {
            Some(turns) => {
                if self.at != body && self.diagnostics.iter().all(|said| !said.is_error()) {
                    let (span, word) = (self.span(self.at), self.shown(self.at));
                    self.error("unexpected", span, format!("`{word}` does not belong here."));
                }
                self.turns(&turns, body);
            }
            None => {
                self.at = body;
                self.skip();
            }
        }
    }

    /// What a `for` runs over.
    fn turns_of(&mut self, word: String, body: usize) -> Option<Turns> {
        let (at, span) = (self.at, self.span(self.at));
        if self.shown(at) == "range" && self.shown(at + 1) == "(" {
            self.mark_call(at);
            self.at += 2;
            let mut all: Vec<Value> = Vec::new();
            while !matches!(self.shown(self.at), ")" | "" | "{") {
                let value = self.python_value()?;
                all.push(value);
                if self.shown(self.at) != "," {
                    break;
                }
                self.at += 1;
            }
            self.close(at + 1);
            let whole = |reader: &Self, value: &Value| reader.tree.own(value.id).is_integer() && value.owner != Owner::Truth;
            if all.is_empty() || all.len() > 3 || all.iter().any(|value| !whole(self, value)) {
                self.error("argument-count", span, "range takes one to three integers.");
                return None;
            }
            let ids: Vec<Id> = all.iter().map(|value| self.number_as(*value, CType::Long, &span)).collect();
            let zero = self.whole(0);
            let (start, stop) = if ids.len() == 1 { (zero, ids[0]) } else { (ids[0], ids[1]) };
            let number = |reader: &Self, id: Id| reader.tree.constant(id).and_then(|number| number.ordinal());
            let step = ids.get(2).map_or(Some(1), |id| number(self, *id)).filter(|step| *step != 0 && step.unsigned_abs() < 1 << 31);
            let Some(step) = step else {
                self.error("not-covered", span, "The step of a range is a number other than 0 here.");
                return None;
            };
            let ends = number(self, start).zip(number(self, stop));
            let some = ends.is_some_and(|(start, stop)| if step > 0 { start < stop } else { start > stop });
            let fixed = !self.given_names(body, self.behind(body)).contains(&word);
            let between = ends.filter(|_| some && fixed).map(|(start, stop)| (start.min(stop + 1), start.max(stop - 1)));
            let counter = self.hidden("counter", CType::Long, Some(start));
            let stop = self.hidden("stop", CType::Long, Some(stop));
            return Some(Turns::Range { counter, stop, step, word, between, some });
        }
        let list = if self.is(at, Cut::Name) && self.shown(at + 1) == "{" {
            self.at += 1;
            match self.bound(self.shown(at)) {
                Some(Bound::At(place)) if !self.known[place].lengths.is_empty() => Some(place),
                _ => None,
            }
        } else if self.shown(at) == "[" {
            let values = self.written_list()?;
            Some(self.list_of(" list", values, span.clone())?)
        } else {
            None
        };
        let Some(list) = list else {
            self.error("not-covered", span, "`for` runs over range(…) or a list here.");
            return None;
        };
        let zero = self.whole(0);
        let counter = self.hidden("counter", CType::Long, Some(zero));
        Some(Turns::List { counter, list, word })
    }

    /// A loop. Where a turn changes the type of a name, that turn is read by itself before the loop.
    fn turns(&mut self, turns: &Turns, body: usize) {
        let (end, mut exits, mut done) = (self.new_label(), Vec::new(), false);
        for peeled in 0..=PEELED {
            self.python.read += 1;
            if self.python.read > BODIES {
                break;
            }
            let before = self.clone();
            let mut own = exits.clone();
            if self.as_loop(turns, body, &end, &mut own, peeled == 0) {
                (exits, done) = (own, true);
                break;
            }
            let read = self.python.read;
            *self = before;
            self.python.read = read;
            if self.one_turn(turns, body, &end, &mut exits) {
                done = true;
                break;
            }
        }
        if !done && self.diagnostics.iter().all(|said| !said.is_error()) {
            let span = self.span(body.saturating_sub(1));
            self.error("types", span, "Names change their types here turn after turn: give each a value of its last type before the loop.");
        }
        self.at = self.behind(body);
        self.unreachable = exits.is_empty();
        if !exits.is_empty() {
            self.meet(&exits, true);
            self.emit_label(&end);
        }
    }

    /// Whether another turn comes.
    fn goes_on(&mut self, turns: &Turns) -> Option<Id> {
        match turns {
            Turns::Condition(open) => {
                self.at = *open;
                self.python_condition()
            }
            Turns::Range { counter, stop, step, .. } => {
                let (number, end) = (self.held(*counter, 0..0), self.held(*stop, 0..0));
                Some(self.related(if *step > 0 { ".lt" } else { ".gt" }, number, end))
            }
            Turns::List { counter, list, .. } => {
                let (number, end) = (self.held(*counter, 0..0), self.whole(self.known[*list].lengths[0] as i64));
                Some(self.related(".lt", number, end))
            }
        }
    }

    /// Gives the name of a `for` its value.
    fn begins_turn(&mut self, turns: &Turns) {
        match turns {
            Turns::Condition(_) => {}
            Turns::Range { counter, word, between, .. } => {
                let number = self.held(*counter, 0..0);
                let place = self.bind(word, Owner::Python, CType::Long);
                self.give(place, number);
                if let Some((least, most)) = between {
                    let registers = [*counter, place].map(|place| self.known[place].register.clone());
                    self.python.bounds.retain(|(own, ..)| !registers.contains(own));
                    // The counter is one of these where the body begins.
                    self.python.bounds.extend(registers.into_iter().map(|register| (register, *least, *most)));
                }
            }
            Turns::List { counter, list, word } => {
                let (own, owner) = (self.known[*list].own, self.known[*list].owner);
                let (base, number) = (self.held_or_address(*list, 0..0), self.held(*counter, 0..0));
                let from = match self.tree.constant(number).and_then(|number| number.ordinal()) {
                    Some(number) => Place::Memory(base, number * own.size() as i64, own),
                    None => Place::Memory(self.tree.binary(Operation::Add, base, number, 0..0).unwrap_or(base), 0, own),
                };
                let id = self.read(&from);
                let place = self.bind(word, owner, own);
                self.give(place, id);
            }
        }
    }

    fn ends_turn(&mut self, turns: &Turns) {
        if let Turns::Range { counter, .. } | Turns::List { counter, .. } = turns {
            let step = if let Turns::Range { step, .. } = turns { *step } else { 1 };
            let (number, step) = (self.held(*counter, 0..0), self.whole(step));
            let next = self.tree.binary(Operation::Add, number, step, 0..0).unwrap_or(number);
            self.give(*counter, next);
            let register = self.known[*counter].register.clone();
            self.python.bounds.retain(|(own, ..)| *own != register);
        }
    }

    /// The body of a turn. Whether its end can be reached.
    fn turn(&mut self, turns: &Turns, body: usize, end: &str, exits: &mut Vec<usize>) -> bool {
        self.begins_turn(turns);
        let again = self.new_label();
        self.python.loops.push(Loop { again: again.clone(), end: end.to_owned(), continues: Vec::new(), breaks: Vec::new() });
        self.open += 1;
        self.at = body;
        self.body();
        self.open -= 1;
        let Some(mut own) = self.python.loops.pop() else { return false };
        exits.append(&mut own.breaks);
        let jumped = !own.continues.is_empty();
        if !core::mem::take(&mut self.unreachable) {
            own.continues.push(self.way());
        }
        if own.continues.is_empty() {
            return false;
        }
        if jumped {
            self.meet(&own.continues, false);
            self.emit_label(&again);
        }
        self.ends_turn(turns);
        true
    }

    /// Reads a loop; false where the types of its names do not stay.
    fn as_loop(&mut self, turns: &Turns, body: usize, end: &str, exits: &mut Vec<usize>, first: bool) -> bool {
        let label = self.new_label();
        self.flush(None);
        self.emit_label(&label);
        let before = self.python.names.clone();
        let Some(condition) = self.goes_on(turns) else { return true };
        let mut away = None;
        match self.decided(condition) {
            Some(false) => {
                exits.push(self.way());
                return true;
            }
            Some(true) => {}
            None => {
                self.jump_unless(condition, end);
                away = Some(self.way_before(1));
            }
        }
        exits.extend(away);
        // An error is said once, by the loop that has it.
        let errors = self.diagnostics.iter().filter(|said| said.is_error()).count();
        let comes_back = self.turn(turns, body, end, exits);
        if self.diagnostics.iter().filter(|said| said.is_error()).count() > errors {
            return true;
        }
        if !comes_back {
            return true;
        }
        let stays = before.iter().all(|(word, bound)| {
            matches!(bound, Bound::Mixed(_)) || self.python.names.iter().any(|(own, now)| own == word && now == bound)
        });
        self.flush(None);
        self.emit(format!("bra {label};"));
        // Behind a loop that runs at least once its names have the values of its last turn.
        let some = first && matches!(turns, Turns::Range { some: true, .. } | Turns::List { .. });
        if let Some(away) = away.filter(|_| some && stays) {
            self.python.ways[away].names.clone_from(&self.python.names);
        }
        stays
    }

    /// Reads one turn by itself; true where none follows.
    fn one_turn(&mut self, turns: &Turns, body: usize, end: &str, exits: &mut Vec<usize>) -> bool {
        let Some(condition) = self.goes_on(turns) else { return true };
        match self.decided(condition) {
            Some(false) => {
                exits.push(self.way());
                self.emit(format!("bra {end};"));
                return true;
            }
            Some(true) => {}
            None => {
                self.jump_unless(condition, end);
                exits.push(self.way_before(1));
            }
        }
        !self.turn(turns, body, end, exits)
    }

    /// `break` and `continue`
    pub(super) fn leaves_turn(&mut self, breaks: bool) {
        let span = self.span(self.at);
        self.at += 1;
        let own = self.python.calls.last().map_or(0, |call| call.loops);
        let Some(around) = self.python.loops.len().checked_sub(1).filter(|last| *last >= own) else {
            self.error("control", span, "This is outside of a loop.");
            return self.python_ends();
        };
        let way = self.way();
        let around = &mut self.python.loops[around];
        let label = if breaks { around.end.clone() } else { around.again.clone() };
        if breaks {
            around.breaks.push(way)
        } else {
            around.continues.push(way)
        }
        self.emit(format!("bra {label};"));
        self.unreachable = true;
        self.python_ends();
    }
}
