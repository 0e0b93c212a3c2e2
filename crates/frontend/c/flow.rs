//! Control: what is read becomes lines of PTX up to where the run may go elsewhere, and labels and branches between them. Inside such a
//! stretch a compiler sees all at once, and so fuses over statements; what goes on behind it stands in registers.

use super::call::Operand;
use super::lower::{Line, Root, Stretch, lower};
use super::parse::Reader;
use super::statement::Last;
use super::token::Kind as Cut;
use super::tree::{Id, Kind, Tree};
use super::types::CType;
use super::variables::Variable;
use std::collections::HashSet;

/// What has become of a text so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Flow {
    pub code: Vec<Line>,
    /// Arrays, as PTX declares them in a function, and what it declares outside of all.
    pub declarations: Vec<String>,
    pub outside: Vec<String>,
    /// Every variable with its type, by its register.
    pub registers: Vec<(String, CType)>,
    /// The registers alone, to be searched.
    pub names: HashSet<String>,
    /// The variables that point to .global alone.
    pub global: Vec<String>,
    labels: u32,
    /// Where `continue` and `break` go: the latter alone in a switch.
    pub loops: Vec<(Option<String>, String)>,
    /// The cases of each switch around: the token of each, and its label.
    pub cases: Vec<Vec<(usize, String)>>,
    /// Registers that temporaries have taken, by their kind.
    pub counts: [u32; 6],
}

impl Reader<'_> {
    pub(super) fn emit(&mut self, text: String) {
        self.stream_goes(&text);
        let at = self.span(self.at.saturating_sub(1)).start;
        self.flow.code.push(Line { text, why: "", at });
    }

    pub(super) fn new_label(&mut self) -> String {
        self.flow.labels += 1;
        format!("$L{}", self.flow.labels)
    }

    pub(super) fn emit_label(&mut self, label: &str) {
        self.stream_comes(label, false);
        self.comes_in(label);
    }

    /// A label to which what follows may go back.
    pub(super) fn emit_head(&mut self, label: &str) {
        self.stream_comes(label, true);
        self.comes_in(label);
    }

    fn comes_in(&mut self, label: &str) {
        self.unreachable = false;
        // Other ways come in here: what a variable holds is what its register does.
        self.known.iter_mut().filter(|variable| variable.written && !variable.fixed).for_each(|variable| variable.value = None);
        self.emit([label, ":"].concat());
    }

    /// Ends a stretch: all that was read becomes lines, and variables hold what their registers do. Gives the predicate of a condition.
    pub(super) fn flush(&mut self, test: Option<Id>) -> Option<String> {
        // What the text is about outlasts the stretch in a variable.
        if let Last { assigned: None, root: Some(root), .. } = self.last
            && let Kind::Variable(name) = &self.tree.nodes[root].kind
            && self.known.iter().any(|known| known.register == *name && !known.name.is_empty())
        {
            self.last.assigned = Some(name.clone());
        }
        if let Last { assigned: None, root: Some(root), .. } = self.last {
            let free = ["d", "r", "result"]
                .into_iter()
                // A name that the function which is read does not see is taken, too.
                .find(|name| {
                    self.known.iter().all(|known| known.name != **name)
                        && self.inputs.iter().all(|input| input.name.as_deref() != Some(*name))
                });
            let place = self.declare(free.unwrap_or("result"), self.tree.own(root), Some(root));
            self.known[place].undeclared = true;
            self.last.assigned = Some(self.known[place].register.clone());
        }
        // And so does what stands beside it.
        for (name, value) in core::mem::take(&mut self.last.outputs) {
            let is_it = |known: &Variable| {
                let held = known.value.map_or(self.tree.nodes[value].kind == Kind::Variable(name.clone()), |held| held == value);
                known.register == name && held
            };
            let register = match self.known.iter().find(|known| is_it(known)) {
                Some(known) => known.register.clone(),
                None => {
                    let place = self.declare(&name, self.tree.own(value), Some(value));
                    self.known[place].undeclared = true;
                    self.known[place].register.clone()
                }
            };
            self.last.others.push(register);
        }
        self.last.root = None;
        self.outputs.clear();
        let changed = |tree: &Tree, id: Id, register: &str| tree.nodes[id].kind != Kind::Variable(register.to_owned());
        let mut roots = Vec::new();
        // A number stays known up to where other ways come in.
        let mut numbers = Vec::new();
        for (place, variable) in self.known.iter_mut().enumerate() {
            if let Some(id) = variable.value
                && let Some(number) = self.tree.constant(id)
            {
                numbers.push((place, number.bits));
            }
            if let Some(id) = variable.value.take()
                && !variable.written
                && variable.memory.is_none()
                && variable.own.layout().is_none()
                && changed(&self.tree, id, &variable.register)
            {
                roots.push(Root { name: variable.register.clone(), id });
            }
        }
        // What waits with members waits by them.
        let waiting = core::mem::take(&mut self.pending);
        waiting.iter().for_each(|id| self.scalars(*id));
        let wanted: Vec<Id> =
            roots.iter().map(|root| root.id).chain(self.pending.iter().chain(&self.effects).copied()).chain(test).collect();
        if self.tree.are_stale(&wanted) {
            let span = self.span(self.at.saturating_sub(1));
            self.error("nested", span, "A branch inside of this expression is not covered here: put its value into a variable.");
            self.tree.start = self.tree.nodes.len();
            self.effects.clear();
            let nothing = self.tree.number(CType::Int, 0, None, 0..0);
            self.pending = vec![nothing; waiting.len()];
            return Some("%p1".to_owned());
        }
        let stretch = Stretch { roots: &roots, pending: &self.pending, effects: &self.effects, test, global: &self.flow.global };
        let taken: Vec<String> = self
            .known
            .iter()
            .map(|known| &known.register)
            .chain(&self.gone)
            .chain(&self.temporaries)
            .map(|name| super::lower::register(name))
            .collect();
        let (lines, pending, predicate) = lower(&self.tree, &stretch, self.options, self.context, taken, &mut self.flow.counts);
        self.flow.code.extend(lines);
        let types: Vec<CType> = self.pending.iter().map(|id| self.tree.own(*id)).collect();
        self.tree.start = self.tree.nodes.len();
        self.effects.clear();
        for (place, bits) in numbers {
            let own = self.known[place].own;
            let id = self.tree.number(own, bits, None, 0..0);
            (self.known[place].value, self.known[place].written) = (Some(id), true);
        }
        let stands = |(operand, own): (Operand, CType)| match operand {
            Operand::Register(name) => self.tree.node(Kind::Variable(name), own, 0..0),
            Operand::Number(bits) => self.tree.number(own, bits, None, 0..0),
        };
        let mut made = pending.into_iter().zip(types).map(stands).collect::<Vec<Id>>().into_iter();
        self.pending = waiting.into_iter().map(|id| self.rebuilt(id, &mut made)).collect();
        predicate
    }

    /// Reads something while a value is still to be used; gives that value as it then stands.
    pub(super) fn beside<T>(&mut self, value: Id, read: impl FnOnce(&mut Self) -> T) -> (Id, T) {
        self.pending.push(value);
        let result = read(self);
        (self.pending.pop().unwrap_or(value), result)
    }

    pub(super) fn jump_unless(&mut self, condition: Id, label: &str) {
        if let Some(predicate) = self.flush(Some(condition)) {
            self.emit(format!("@!{predicate} bra {label};"));
        }
    }

    pub(super) fn jump(&mut self, label: &str) {
        self.flush(None);
        self.emit(format!("bra {label};"));
    }

    pub(super) fn expect(&mut self, word: &str, before: &str) {
        if self.shown(self.at) == word {
            self.at += 1;
            return;
        }
        let span = self.span(self.at);
        self.error("expected", span, format!("`{word}` is missing {before}."));
    }

    pub(super) fn condition(&mut self, word: &str) -> Option<Id> {
        self.expect("(", &format!("after `{word}`"));
        let at = self.at;
        let condition = self.assignment().map(|condition| match word {
            // A switch takes an enumeration as it is.
            "switch" if self.tree.own(condition).enumeration().is_some() => condition,
            _ => self.as_condition(condition, at),
        });
        self.expect(")", "after the condition");
        condition
    }

    /// The token behind the parenthesis, brace or bracket that closes the one at a place.
    pub(super) fn behind(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.pieces.len() {
            match self.shown(at) {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.pieces.len()
    }

    /// Passes over one statement, which does not run.
    pub(super) fn skip(&mut self) {
        match self.shown(self.at) {
            "{" => self.at = self.behind(self.at),
            word @ ("if" | "while" | "for" | "switch") => {
                self.at += usize::from(self.shown(self.at + 1) == "constexpr");
                self.at = self.behind(self.at + 1);
                self.skip();
                // An `else` behind the body of a loop belongs to an `if` around the loop.
                if word == "if" && self.shown(self.at) == "else" {
                    self.at += 1;
                    self.skip();
                }
            }
            "do" => {
                self.at += 1;
                self.skip();
                self.at = self.behind(self.at + 1) + 1;
            }
            _ => {
                while !matches!(self.shown(self.at), ";" | "}" | "") {
                    let opens = matches!(self.shown(self.at), "(" | "{" | "[");
                    self.at = if opens { self.behind(self.at) } else { self.at + 1 };
                }
                self.at += usize::from(self.shown(self.at) == ";");
            }
        }
    }

    /// Takes a statement that begins with a word of control; false where none does.
    pub(super) fn controls(&mut self) -> bool {
        if self.of_host_alone() {
            return true;
        }
        if !self.is(self.at, Cut::Name) && self.shown(self.at) != "{" {
            return false;
        }
        let word = self.shown(self.at).to_owned();
        if matches!(&*word, "if" | "while" | "do" | "for" | "switch" | "case" | "default" | "break" | "continue" | "return") {
            self.mark_type(self.at..self.at + 1);
        }
        match &*word {
            "{" => self.block(),
            "if" => self.branch(),
            "while" | "do" | "for" => self.repeat(&word),
            "switch" => self.switch(),
            "case" | "default" => self.case(),
            "break" | "continue" => {
                let innermost = self.flow.loops.iter().rev().find_map(|(again, end)| match &*word {
                    "break" => Some(end.clone()),
                    _ => again.clone(),
                });
                let span = self.span(self.at);
                self.at += 1;
                match innermost {
                    Some(label) => {
                        self.jump(&label);
                        self.unreachable = true;
                    }
                    None => {
                        self.error("control", span, format!("`{word}` is outside of a loop."));
                    }
                }
                self.semicolon();
            }
            "return" => self.returns(),
            "printf" | "assert" if self.shown(self.at + 1) == "(" => self.says(),
            "cout" if matches!(self.shown(self.at + 1), "<<" | ".") && !self.as_kernels => self.says(),
            "asm" | "__asm__" if self.in_program => self.assembles(),
            "goto" if self.is(self.at + 1, Cut::Name) => {
                let label = ["$", self.shown(self.at + 1)].concat();
                self.at += 2;
                self.jump(&label);
                self.unreachable = true;
                self.semicolon();
            }
            "struct" | "class" | "union" | "typedef" if self.defines_structure() => {}
            "enum" | "typedef" if self.defines_enumeration() => {}
            _ if self.labels_here() => {
                let label = ["$", &word].concat();
                self.at += 2;
                self.flush(None);
                self.emit_head(&label);
            }
            "struct" | "class" | "enum" | "union" if self.structure_at(self.at).is_none() => {
                let span = self.span(self.at);
                let message = format!("`{word}` is not covered here: numbers, arrays and pointers are.");
                self.error("not-covered", span, message);
                self.skip();
                while !matches!(self.shown(self.at), ";" | "}" | "") {
                    self.skip();
                }
                self.semicolon();
            }
            _ => return false,
        }
        true
    }

    /// Statements in braces, which have a scope of their own.
    pub(super) fn block(&mut self) {
        let (open, count) = (self.at, self.known.len());
        self.at += 1;
        self.nested += 1;
        self.statements_inside();
        self.nested -= 1;
        if self.shown(self.at) == "}" {
            self.at += 1;
        } else {
            let span = self.span(open);
            self.error("missing-brace", span, "This brace is not closed.");
        }
        self.leave(count);
    }

    /// The statements up to the brace that closes. Behind a jump none runs, up to a label.
    pub(super) fn statements_inside(&mut self) {
        while !matches!(self.shown(self.at), "}" | "") {
            let before = self.at;
            if self.unreachable && !matches!(self.shown(self.at), "case" | "default") && !self.labels_here() {
                self.skip();
            } else {
                self.item();
            }
            if self.at == before {
                let span = self.span(self.at);
                let word = self.shown(self.at).to_owned();
                self.error("unexpected", span, format!("`{word}` does not belong here."));
                self.at += 1;
            }
        }
    }

    /// One statement that runs where control goes: it has a scope of its own.
    pub(super) fn body(&mut self) {
        let count = self.known.len();
        self.nested += 1;
        let deep = self.deeper(|reader| {
            reader.item();
            Some(())
        });
        self.nested -= 1;
        if deep.is_some() {
            self.leave(count);
        }
    }

    /// Whether the condition of an `if` is known: then one branch is read, and the other is skipped.
    pub(super) fn is_decided(&mut self, condition: Id) -> bool {
        let Some(known) = self.decided(condition) else { return false };
        if known {
            self.body()
        } else {
            self.skip()
        }
        if self.shown(self.at) == "else" {
            self.at += 1;
            if known { self.skip() } else { self.body() }
        }
        true
    }

    fn branch(&mut self) {
        self.at += 1;
        self.at += usize::from(self.shown(self.at) == "constexpr");
        let Some(condition) = self.condition("if") else { return self.skip() };
        if self.is_decided(condition) {
            return;
        }
        let other = self.new_label();
        self.jump_unless(condition, &other);
        self.open += 1;
        self.body();
        self.flush(None);
        if self.shown(self.at) == "else" {
            self.mark_type(self.at..self.at + 1);
            self.at += 1;
            let end = self.new_label();
            self.emit(format!("bra {end};"));
            self.emit_label(&other);
            self.body();
            self.flush(None);
            self.emit_label(&end);
        } else {
            self.emit_label(&other);
        }
        self.open -= 1;
    }

    /// Whether a label stands here, to which a `goto` of the text goes.
    fn labels_here(&self) -> bool {
        let word = self.shown(self.at);
        let goes = |at: usize| self.shown(at) == "goto" && self.shown(at + 1) == word;
        self.is(self.at, Cut::Name) && self.shown(self.at + 1) == ":" && (0..self.pieces.len()).any(goes)
    }

    /// Whether a sign stands twice without a blank.
    pub(super) fn twice(&self, at: usize) -> bool {
        let sign = self.shown(at);
        matches!(sign, "+" | "-") && self.shown(at + 1) == sign && self.span(at).end == self.span(at + 1).start
    }
}
