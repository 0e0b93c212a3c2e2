//! From text to tree: C's grammar of expressions, with `^` as a power.

use super::function::no_parenthesis;
use super::macros::LINE;
use super::number::{self, number};
use super::parse::{Input, Reader};
use super::place::{Place, Seen};
use super::template::SHIFTS;
use super::token::Kind as Cut;
use super::tree::{Id, Kind, Operation};
use super::types::{CType, is_type_word};
use crate::operation::Relation;
use crate::syntax::{Fix, TokenKind};
use core::ops::Range;

/// The operators between two operands, loosest first.
const LEVELS: [&[&str]; 10] =
    [&["||"], &["&&"], &["|"], &["^"], &["&"], &["==", "!="], &["<=", ">=", "<", ">"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Reader<'_> {
    /// `condition ? a : b`, or what stands without one.
    pub(super) fn choice(&mut self) -> Option<Id> {
        self.deeper(|reader| {
            let start = reader.span(reader.at).start;
            let at = reader.at;
            let condition = reader.level(0)?;
            if reader.shown(reader.at) != "?" {
                return Some(condition);
            }
            let condition = reader.as_condition(condition, at);
            reader.at += 1;
            if let Some(known) = reader.decided(condition) {
                return reader.decided_choice(known);
            }
            if reader.does_something(reader.at) || reader.other_does_something(reader.at) {
                return reader.chosen_by_branch(condition, start);
            }
            reader.open += 1;
            let (condition, left) = reader.beside(condition, |reader| reader.choice());
            reader.open -= 1;
            if reader.shown(reader.at) != ":" {
                let span = reader.span(reader.at);
                reader.error("missing-branch", span.clone(), "A choice has two branches: `condition ? a : b`.").fixes.push(Fix::replace(
                    "add : 0.0f",
                    span.start..span.start,
                    " : 0.0f",
                ));
                return left;
            }
            reader.at += 1;
            let ((condition, left), right) = match left {
                Some(left) => {
                    reader.open += 1;
                    let (kept, right) = reader.with_pending(&[condition, left], |reader| reader.choice());
                    reader.open -= 1;
                    ((kept[0], Some(kept[1])), right)
                }
                None => ((condition, None), reader.choice()),
            };
            match (left, right) {
                (Some(left), Some(right)) => {
                    let span = reader.since(start);
                    Some(reader.tree.chosen(condition, left, right, span))
                }
                (left, right) => left.or(right),
            }
        })
    }

    pub(super) fn level(&mut self, level: usize) -> Option<Id> {
        let Some(operators) = LEVELS.get(level) else {
            let begin = self.at;
            let value = self.unary()?;
            return Some(self.read_of_place(begin, value));
        };
        if level == SHIFTS && self.streams_here() {
            return self.stream_expression();
        }
        let (begin, start) = (self.at, self.span(self.at).start);
        let mut left = self.level(level + 1)?;
        while operators.contains(&self.shown(self.at)) && self.is(self.at, Cut::Operator) {
            let (operator, place, sign) = (self.shown(self.at), self.span(self.at), self.at);
            self.at += 1;
            let decides = matches!(operator, "&&" | "||");
            left = if decides { self.as_condition(left, self.at) } else { left };
            if decides && self.decided(left) == Some(operator == "||") {
                // What the first decides already, the second does not run for.
                self.pass_operand(operator);
                // What is asked for its size alone has C++'s type.
                let own = if self.dry { CType::Bool } else { CType::Int };
                left = self.tree.number(own, (operator == "||").into(), None, place);
                continue;
            }
            if decides && self.does_something(self.at) {
                let span = place.clone();
                left = self.both(operator == "&&", left, span, |reader| {
                    let (at, right) = (reader.at, reader.level(level + 1)?);
                    Some(reader.as_condition(right, at))
                })?;
                continue;
            }
            let (kept, right) = self.beside(left, |reader| reader.level(level + 1));
            left = kept;
            let Some(right) = right else { break };
            let right = if decides { self.as_condition(right, self.at) } else { right };
            self.refuses_const_operand(operator, left, (begin, sign), 1);
            let span = self.since(start);
            left = self.combined(operator, place, left, right, span);
        }
        Some(left)
    }

    pub(super) fn combined(&mut self, operator: &str, place: Range<usize>, left: Id, right: Id, span: Range<usize>) -> Id {
        let operation = match operator {
            "||" => return self.tree.node(Kind::Or(left, right), CType::Int, span),
            "&&" => return self.tree.node(Kind::And(left, right), CType::Int, span),
            "==" => return self.compared(".eq", left, right, span),
            "!=" => return self.compared(".neu", left, right, span),
            "<=" => return self.compared(".le", left, right, span),
            ">=" => return self.compared(".ge", left, right, span),
            "<" => return self.compared(".lt", left, right, span),
            ">" => return self.compared(".gt", left, right, span),
            "+" => Operation::Add,
            "-" => Operation::Subtract,
            "*" => Operation::Multiply,
            "/" => Operation::Divide,
            "&" => Operation::And,
            "|" => Operation::Or,
            "^" => Operation::Xor,
            "<<" => Operation::ShiftLeft,
            ">>" => Operation::ShiftRight,
            _ => Operation::Remainder,
        };
        if let Some(id) = self.operator(operator, [left, right]) {
            return id;
        }
        self.advise(operation, left, right, &span);
        self.tree.binary(operation, left, right, span.clone()).unwrap_or_else(|message| {
            let quotient = (operation == Operation::Divide && self.tree.own(left).is_integer() && !self.python.on)
                .then(|| [self.as_float(left), "/".to_owned(), self.as_float(right)].concat());
            let said = self.error("operation", place, message);
            said.fixes.extend(quotient.map(|quotient| Fix::replace(format!("write {quotient}"), span, quotient)));
            left
        })
    }

    pub(super) fn compared(&mut self, relation: &'static str, left: Id, right: Id, span: Range<usize>) -> Id {
        if let Some(id) = self.operator(relation, [left, right]) {
            return id;
        }
        self.widening(left, right);
        self.tree.compared(Relation::of(relation), left, right, span)
    }

    /// Signs, `!`, casts, and what they stand before.
    pub(super) fn unary(&mut self) -> Option<Id> {
        let start = self.span(self.at).start;
        let sign = self.shown(self.at);
        if self.in_program && self.twice(self.at) {
            return self.deeper(|reader| reader.counted());
        }
        self.counts(sign);
        if self.in_program
            && matches!(sign, "*" | "&")
            && (self.is(self.at + 1, Cut::Name) || self.shown(self.at + 1) == "(" || self.twice(self.at + 1))
        {
            return self.pointer_sign(sign == "*");
        }
        if matches!(sign, "-" | "+" | "!" | "~") {
            return self.deeper(|reader| {
                reader.at += 1;
                let (first, inputs) = (reader.at, reader.inputs.len());
                let operand = reader.unary()?;
                let span = reader.since(start);
                match sign {
                    "!" if let Some(id) = reader.own_operator("!", &[operand]) => Some(id),
                    "~" if let Some(id) = reader.own_operator("~", &[operand]) => Some(id),
                    "+" => {
                        let operand = reader.tree.no_scoped(operand);
                        Some(reader.tree.converted(operand, reader.tree.own(operand).promoted()))
                    }
                    "!" => {
                        let operand = reader.as_condition(operand, reader.at);
                        Some(reader.tree.node(Kind::Not(operand), CType::Int, span))
                    }
                    "~" => {
                        let operand = reader.tree.no_scoped(operand);
                        let own = reader.tree.own(operand).promoted();
                        if !own.is_integer() {
                            reader.error("operation", span, "Operators on bits take integers; __float_as_uint gives a float's bits.");
                            return Some(operand);
                        }
                        let operand = reader.tree.converted(operand, own);
                        Some(match reader.tree.constant(operand) {
                            Some(number) => reader.tree.number(own, !number.bits, None, span),
                            None => reader.tree.node(Kind::Invert(operand), own, span),
                        })
                    }
                    _ => {
                        reader.refuses_const_operand("-", operand, (first, reader.at), 0);
                        if let Some(id) = reader.own_operator("-", &[operand]) {
                            return Some(id);
                        }
                        if matches!(reader.tree.own(operand), CType::E4m3 | CType::E5m2) {
                            let message =
                                format!("{} has no operators: convert it first, as in float(x).", reader.tree.own(operand).name());
                            reader.error("operation", span, message);
                            return Some(operand);
                        }
                        let negated = reader.tree.negated(operand, span.clone());
                        // A number takes its sign along.
                        if let (Some(number), [input]) = (reader.tree.constant(negated), &mut reader.inputs[inputs..])
                            && input.name.is_none()
                        {
                            (input.bits, input.span) = (number.bits, span);
                        }
                        Some(negated)
                    }
                }
            });
        }
        if self.in_program && sign == "(" && self.shown(self.at + 1) == "void" && self.shown(self.at + 2) == ")" {
            return self.deeper(|reader| {
                reader.at += 3;
                reader.unary()?;
                Some(reader.nothing())
            });
        }
        if let Some((own, end)) = self.cast() {
            return self.deeper(|reader| {
                (reader.at + 1..end).for_each(|at| reader.mark(at, TokenKind::Modifier));
                let types = reader.at + 1;
                reader.at = end + 1;
                reader.reads_beyond(own, types);
                let operand = reader.unary()?;
                Some(reader.explicit_cast(operand, own, end))
            });
        }
        self.power()
    }

    /// Says where a cast of a variable's address reads more than the variable: `*(long*)&x` of a float, where long has 64 bits. The type stands
    /// at a place.
    fn reads_beyond(&mut self, own: CType, at: usize) {
        let place = if self.shown(self.at) == "&" { self.find(self.shown(self.at + 1)) } else { None };
        let (Some(wanted), Some(place)) = (own.pointee(), place) else { return };
        let (name, held) = (self.known[place].name.clone(), self.known[place].own);
        if self.known[place].lengths.is_empty() && wanted.size() > held.size() && held.size() == 4 && self.shown(self.at + 2) != "[" {
            let span = self.span(at);
            let said = format!("{} has {} bits here, and `{name}` has 32: `int` has as many.", self.shown(at), wanted.size() * 8);
            self.error("pointer", span.clone(), said).fixes.push(Fix::replace("write int", span, "int"));
        }
    }

    /// Says of `++` and `--` that they are not read: two signs that touch.
    fn counts(&mut self, sign: &str) {
        let twice = |at: usize| self.shown(at) == sign && self.shown(at + 1) == sign && self.span(at).end == self.span(at + 1).start;
        let first = [self.at.wrapping_sub(1), self.at].into_iter().find(|at| matches!(sign, "+" | "-") && twice(*at));
        if let Some(first) = first {
            let span = self.span(first).start..self.span(first + 1).end;
            let message = format!(
                "`{sign}{sign}` counts a variable: write `x {sign}= 1`; put a blank before a number's sign, or parentheses around it."
            );
            if self.diagnostics.iter().all(|known| known.span != span) {
                self.error("increment", span, message);
            }
        }
    }

    /// The type of a cast that stands here, and the place of its closing parenthesis.
    fn cast(&self) -> Option<(CType, usize)> {
        if self.shown(self.at) != "(" {
            return None;
        }
        let (own, end) = self.type_at(self.at + 1)?;
        let pointer = self.shown(end) == "*";
        let end = end + usize::from(pointer);
        let own = if pointer { own?.pointer() } else { own? };
        (self.shown(end) == ")").then_some((own, end))
    }

    /// `T(x)`, `static_cast<T>(x)`
    fn cast_by_name(&mut self) -> Option<Id> {
        let named = self.casts_by_name(self.at);
        let (own, end) = self.type_at(if named { self.at + 2 } else { self.at })?;
        // A pointer is cast by its name alone.
        let stars = (end..).take_while(|at| named && self.shown(*at) == "*").count();
        let (own, end) = ((0..stars).fold(own, |own, _| own.map(CType::pointer)), end + stars);
        let open = end + usize::from(named);
        // Two numbers in one are made of two.
        let made = !named && own.is_some_and(|own| own.lane().is_some() || own.layout().is_some());
        // What is fixed may have braces.
        let braced = !named && own.is_some_and(CType::is_fixed) && self.shown(open) == "{";
        if made || !(self.shown(open) == "(" || braced) || (named && self.shown(end) != ">") {
            return None;
        }
        self.mark_type(self.at..end);
        self.at = open + 1;
        if braced && self.shown(self.at) == "}" {
            self.at += 1;
            return Some(self.zero(own?));
        }
        let inner = self.assignment();
        if matches!(self.shown(self.at), ")" | "}") {
            self.at += 1;
        }
        Some(self.explicit_cast(inner?, own?, open))
    }

    /// A number, a variable, a call, or something in parentheses. What that names may be counted: `(*n)++`, `m(i, j)++`.
    pub(super) fn primary(&mut self) -> Option<Id> {
        let begin = self.at;
        let value = self.operand()?;
        if self.in_program && self.twice(self.at) && !self.begins_operand(self.at + 2) && self.seen.is_some() {
            let place = self.place_called(begin)?;
            let operation = if self.shown(self.at) == "+" { Operation::Add } else { Operation::Subtract };
            self.at += 2;
            if let Some(made) = self.step_of_object(&place, operation, true) {
                return Some(made);
            }
            self.step(&place, operation, value);
        }
        Some(value)
    }

    fn operand(&mut self) -> Option<Id> {
        self.seen = None;
        if let Some(done) = self.of_standard() {
            return done;
        }
        if self.is(self.at, Cut::Name)
            && let Some(id) = self.cast_by_name()
        {
            return Some(self.member_of_value(id));
        }
        let (at, span) = (self.at, self.span(self.at));
        if let Some(value) = self.scoped() {
            return Some(value);
        }
        let word = self.shown(at);
        self.at += 1;
        match self.pieces.get(at).map(|piece| piece.kind) {
            Some(Cut::Number) => Some(self.number(word, span)),
            Some(Cut::Name) if let Some(id) = self.of_thread(word, at) => Some(id),
            Some(Cut::Name) if let Some(id) = self.of_fragments(word, at) => Some(id),
            Some(Cut::Name) if let Some(id) = self.made(word, at) => Some(self.member_of_value(id)),
            Some(Cut::Text) if self.in_program => {
                self.at = at;
                self.text_here()
            }
            Some(Cut::Name) if word == "__FILE__" && self.in_program => Some(self.text_of(b"text".to_vec())),
            Some(Cut::Name) if word == "sizeof" => self.size_of(),
            Some(Cut::Name) if word == "new" && self.on_host => self.new_object(),
            Some(Cut::Name)
                if self.on_host
                    && self.shown(self.at) == "("
                    && let Some(done) = self.of_host(word, at) =>
            {
                done
            }
            Some(Cut::Name) if word == "printf" && self.shown(self.at) == "(" => self.printf(at),
            Some(Cut::Name) if self.takes_bound(word) => {
                let value = self.own_call(word, at)?;
                Some(self.member_of_value(value))
            }
            Some(Cut::Name)
                if self.shown(self.at) == "("
                    && let Some(value) = self.member_by_name(word, at) =>
            {
                Some(self.member_of_value(value))
            }
            Some(Cut::Name) if self.shown(self.at) == "(" && self.callable().any(|(_, own)| own.name == word) => {
                let value = self.own_call(word, at)?;
                Some(self.member_of_value(value))
            }
            Some(Cut::Name) if self.shown(self.at) == "(" => match self.with_others(word, at) {
                Some(done) => done,
                None => self.call(word, at).map(|value| self.member_of_value(value)),
            },
            Some(Cut::Name) => {
                let value = self.variable(word, at);
                self.behind_operand(at, value)
            }
            _ if word == "(" => {
                let close = self.behind(at) - 1;
                let inner = self.in_parentheses(close);
                let seen = self.seen_from(at + 1);
                let is_place = self.at == close && !self.dry && self.is_place_between(at + 1, close);
                if self.shown(self.at) == ")" {
                    self.at += 1;
                } else {
                    let end = self.since(span.start).end;
                    self.error("missing-parenthesis", span, "This parenthesis is not closed.").fixes.push(Fix::replace(
                        "add )",
                        end..end,
                        ")",
                    ));
                }
                let unknown = is_place.then_some(Seen { end: self.at, place: None, constant: None });
                self.seen = seen.map(|seen| Seen { end: self.at, ..seen }).or(unknown);
                inner.map(|value| self.member_of_value(value))
            }
            _ if word == "[" && self.in_program && !self.python.on => {
                self.at = at;
                self.lambda()
            }
            _ => {
                self.at = at;
                let before = self.shown(at.saturating_sub(1));
                let message = match before {
                    _ if at == self.begin && word.is_empty() => "There is no expression here.".to_owned(),
                    _ if at == self.begin => format!("`{word}` cannot begin an expression."),
                    _ => format!("An operand is missing after `{before}`."),
                };
                self.error("missing-operand", span, message);
                None
            }
        }
    }

    /// What stands in parentheses up to a place. Where something behind them names a member of it, the place is kept.
    fn in_parentheses(&mut self, close: usize) -> Option<Id> {
        let (begin, first) = (self.at, (self.at..).find(|at| self.shown(*at) != "*")?);
        let known = self.find(self.shown(first)).is_some() || self.of_this(self.shown(first)).is_some() || self.shown(first) == "(";
        let goes_on = matches!(self.shown(close + 1), "." | "(" | "[") || self.twice(close + 1);
        if goes_on && known && (begin < first || self.is(begin, Cut::Name)) && self.behind_place() == Some(close) {
            let place = self.place_here()?;
            let value = self.read(&place);
            self.seen = Some(Seen { end: self.at, place: Some(place), constant: self.constness(begin) });
            return Some(self.read_of_place(begin, value));
        }
        self.assignment()
    }

    fn number(&mut self, word: &str, span: Range<usize>) -> Id {
        let read = number(word).unwrap_or_else(|message| {
            self.error("literal", span.clone(), message);
            number::Number { own: CType::Float, bits: 0, written: None, note: None }
        });
        if let Some((message, instead)) = read.note {
            let note = self.note("literal", span.clone(), message);
            note.fixes.extend(instead.map(|text| Fix::replace(format!("write {text}"), span.clone(), text)));
        }
        if !self.in_library() {
            self.inputs.push(Input { name: None, own: read.own, bits: read.bits, span: span.clone() });
        }
        self.tree.number(read.own, read.bits, read.written, span)
    }

    /// A function behind the name of its structure: a static one, or one of what this object derives from.
    fn scoped_call(&mut self) -> Option<Id> {
        let (at, name) = (self.at, self.shown(self.at + 2));
        let (_, own) = self.types.iter().rev().find(|(known, _)| known == self.shown(at)).cloned()?;
        if !self.has_member(own, name) {
            return None;
        }
        self.mark_type(at..at + 1);
        self.mark_call(at + 2);
        self.may_see(own, at + 2);
        self.at += 4;
        let count = self.known.len();
        let this = self.find("this").filter(|this| self.is_or_derives(self.known[*this].own, own));
        let (object, constant) = match this {
            Some(this) => (self.place_of(this), self.known[this].constant),
            None => {
                let zero = self.zero(own);
                (self.object(own, zero), true)
            }
        };
        let object = match object {
            Place::Memory(address, offset, _) => Place::Memory(address, offset, own),
            object => object,
        };
        let made = self.enters_member(object, name, at + 2, (Some(constant), this.is_none()));
        self.leave(count);
        Some(self.member_of_value(made))
    }

    /// An enumerator behind the name of its `enum class`, or what is static of a structure.
    fn scoped(&mut self) -> Option<Id> {
        if self.shown(self.at + 1) != "::" {
            return None;
        }
        let name = [self.shown(self.at), "::", self.shown(self.at + 2)].concat();
        if self.shown(self.at + 3) == "(" {
            return self.scoped_call();
        }
        if let Some(place) = self.find(&name) {
            let at = self.at;
            self.at += 3;
            let own = self.types.iter().rev().find(|(known, _)| known == self.shown(at)).map(|(_, own)| *own);
            own.into_iter().for_each(|own| self.may_see(own, at + 2));
            let value = self.held(place, self.span(at));
            if self.twice(self.at) && !self.begins_operand(self.at + 2) {
                let operation = if self.shown(self.at) == "+" { Operation::Add } else { Operation::Subtract };
                self.at += 2;
                self.step(&Place::Variable(place), operation, value);
            }
            return Some(value);
        }
        let (at, (name, end)) = (self.at, self.joined_names(self.at));
        let (own, bits) = self.enumerator_named(&name)?;
        if let Some((_, around)) = self.types.iter().rev().find(|(known, _)| known == self.shown(at)).cloned() {
            self.may_see(around, at + 2);
        }
        self.mark(at, TokenKind::Modifier);
        self.at = end;
        Some(self.tree.number(own, bits, None, self.since(self.span(at).start)))
    }

    fn variable(&mut self, word: &str, at: usize) -> Id {
        let span = self.span(at);
        if let Some(place) = self.find(word) {
            return self.held_or_address(place, span);
        }
        if let Some(place) = self.of_this(word) {
            return self.read(&place);
        }
        if let Some((_, own, bits)) = self.constants.iter().rev().find(|(name, ..)| name == word) {
            return self.tree.number(*own, *bits, None, span);
        }
        if let Some(value) = self.function_as_value(word, at) {
            return value;
        }
        if word == LINE {
            let line = 1 + self.text[..span.start].matches('\n').count() as u64;
            return self.tree.number(CType::Int, line, None, span);
        }
        if let Some(known) = self.of_options(word).or_else(|| self.of_runtime(word)) {
            return self.tree.number(CType::Int, known, None, span);
        }
        if let Some((own, bits)) = number::named(word) {
            self.mark(at, TokenKind::Literal);
            if self.in_library() {
                return self.tree.number(own, bits, None, span);
            }
            self.inputs.push(Input { name: None, own, bits, span: span.clone() });
            return self.tree.number(own, bits, None, span);
        }
        if is_type_word(word) {
            self.error("type", span.clone(), format!("`{word}` is a type: a cast needs parentheses, as in ({word})x."));
        }
        // A function does not see what stands in another one, nor a lambda what it does not capture.
        if !self.python.on && !self.in_library() && self.known.iter().any(|known| known.name == word) {
            self.error("undeclared", span.clone(), format!("`{word}` is not declared here."));
        }
        let input = self.inputs.iter().find(|input| input.name.as_deref() == Some(word));
        let own = input.map_or(CType::Float, |input| input.own);
        if input.is_none() {
            self.diagnostics.extend(no_parenthesis(word, &span));
            if word.eq_ignore_ascii_case("pi") {
                let constant = if self.python.on { "math.pi" } else { "M_PI" };
                let message = format!("`{word}` is a variable here, with any value. The number is {constant}.");
                self.note("pi", span.clone(), message).fixes.push(Fix::replace(format!("write {constant}"), span.clone(), constant));
            }
            self.inputs.push(Input { name: Some(word.to_owned()), own, bits: 0, span: span.clone() });
        }
        self.tree.node(Kind::Variable(word.to_owned()), own, span)
    }
}
