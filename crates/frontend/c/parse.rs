//! From text to tree: C's grammar of expressions, with `^` as a power.

use super::define::{Defined, Entered};
use super::flow::Flow;
use super::function::no_parenthesis;
use super::lower::Line;
use super::number::{self, number};
use super::option::{Options, Written};
use super::place::Place;
use super::python::{Owner, State, tells_apart};
use super::source::Source;
use super::statement::Last;
use super::template::Bound;
use super::token::{Kind as Cut, Piece};
use super::tree::{Id, Kind, Operation, Tree};
use super::types::{CType, is_type_word};
use super::variables::Variable;
use crate::instruction::Context;
use crate::instruction::cuda::Function;
use crate::operation::Relation;
use crate::rounding::Mode;
use crate::syntax::{Diagnostic, Fix, Token, TokenKind, sort_by_key};
use core::ops::Range;

/// Something that the expression reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Input {
    /// The variable; None for a number.
    pub name: Option<String>,
    /// Its type.
    pub own: CType,
    /// The bits of a number.
    pub bits: u64,
    /// Its bytes, where it stands first.
    pub span: Range<usize>,
}

/// Where a call stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Called {
    pub call: Id,
    /// The bytes of its name.
    pub name: Range<usize>,
    /// The bytes of each argument that is read.
    pub arguments: Vec<Range<usize>>,
}

/// Everything that reading an expression gives.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parsed {
    pub tree: Tree,
    /// The lines before the last stretch, and the arrays; none where the text is one stretch.
    pub code: Vec<Line>,
    pub declarations: Vec<String>,
    /// What a module declares outside of all functions.
    pub outside: Vec<String>,
    /// Whether it defines functions.
    pub defines: bool,
    /// The variables that nothing declares.
    pub undeclared: Vec<(String, CType)>,
    /// Every variable with its type, by its register.
    pub registers: Vec<(String, CType)>,
    /// How many temporaries the lines have.
    pub counts: [u32; 6],
    /// What the last stretch does to memory.
    pub effects: Vec<Id>,
    /// Where control stands in the text, the variables that it is about, and their types.
    pub left: Vec<(String, CType)>,
    pub root: Option<Id>,
    /// The variable that is assigned.
    pub assigned: Option<String>,
    /// The variables that the last statement writes through pointers.
    pub outputs: Vec<(String, Id)>,
    pub calls: Vec<Called>,
    /// The function of the library of which the text is one call, and its arguments.
    pub whole: Option<(&'static Function, Vec<Id>)>,
    /// What is read, in the order of the text: each variable once, each number.
    pub inputs: Vec<Input>,
    pub options: Options,
    pub written: Vec<Written>,
    /// Whose type the value has, where the text is Python.
    pub python: Option<Owner>,
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// The call of numbers and variables that the text is about, if it is one: its place, function, rounding and arguments.
    pub fn called(&self) -> Option<(&Called, &'static Function, Option<Mode>, &[Id])> {
        let plain = |id: &Id| matches!(self.tree.nodes[*id].kind, Kind::Constant(..) | Kind::Variable(_));
        if let Some((function, arguments)) = &self.whole {
            let own = self.left.first().map(|(_, own)| *own).or(self.root.map(|root| self.tree.own(root)));
            if function.returns.is_some_and(|returns| own != Some(CType::of(returns))) {
                return None;
            }
            return arguments.iter().all(plain).then_some((self.calls.last()?, *function, None, arguments));
        }
        let Kind::Call(function, mode, arguments) = &self.tree.nodes[self.root?].kind else { return None };
        let called = self.calls.iter().find(|called| Some(called.call) == self.root)?;
        arguments.iter().all(plain).then_some((called, *function, *mode, arguments))
    }
}

/// Deeper nesting than anybody writes; it keeps the stack safe.
const DEPTH: u32 = 64;
/// Longer texts than anybody reads.
const PIECES: usize = 20_000;

/// Reads a text.
pub(super) fn parse(text: &str, context: &Context) -> Parsed {
    let mut source = Source::new(text, context);
    let mut tokens = core::mem::take(&mut source.tokens);
    let written = core::mem::take(&mut source.written);
    let mut reader = Reader::new(&source, context);
    reader.statements();
    if reader.python.on {
        reader.python_end();
    } else if !reader.acts && !reader.declares_last {
        reader.enter_last();
    }
    let left = reader.finish();
    reader.without_library(source.length);
    reader.painted(&mut tokens);
    let python = reader.python.on.then(|| reader.python.last.unwrap_or_default());
    let defines = reader.functions.len() > reader.learned;
    let undeclared = reader.known.iter().filter(|one| one.undeclared).map(|one| (one.name.clone(), one.own)).collect();
    let Reader { tree, inputs, calls, mut diagnostics, flow, effects, last, options, whole, .. } = reader;
    sort_by_key(&mut diagnostics, Diagnostic::order);
    let Last { assigned, root, outputs } = last;
    let Flow { code, declarations, outside, counts, registers, .. } = flow;
    Parsed {
        tree,
        code,
        declarations,
        outside,
        defines,
        undeclared,
        registers,
        counts,
        effects,
        left,
        root,
        assigned,
        outputs,
        calls,
        whole,
        inputs,
        options,
        written,
        python,
        tokens,
        diagnostics,
    }
}

/// A text that is being read.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    /// The text, and behind it what it calls of the library. Of the pieces those of the library stand first.
    pub(super) text: &'a str,
    pub(super) pieces: Vec<Piece>,
    /// The first piece of the text, and how many functions are the library's.
    pub(super) begin: usize,
    pub(super) learned: usize,
    pub(super) whole: Option<(&'static Function, Vec<Id>)>,
    pub(super) at: usize,
    depth: u32,
    /// Where what the statement computes begins, and whether it gives a variable its value.
    pub(super) first: usize,
    pub(super) assigns: bool,
    pub(super) options: Options,
    pub(super) tree: Tree,
    pub(super) inputs: Vec<Input>,
    pub(super) context: &'a Context,
    /// Whether the text has more than expressions: there C's signs mean what C says.
    pub(super) in_program: bool,
    /// How deep in braces what is read stands.
    pub(super) nested: u32,
    /// How deep the statements stand that the text is about, and the variables that they have declared before the one that is read.
    pub(super) level: u32,
    pub(super) outermost: usize,
    /// Whether the function that is entered next is what the text is about.
    pub(super) outermost_body: bool,
    /// Whether a statement stands outside of all functions that is no declaration.
    pub(super) acts: bool,
    /// Whether a declaration comes after the last function: then the text asks for that declaration's value.
    pub(super) declares_last: bool,
    /// Whether what is read does not run, so that only its type counts.
    pub(super) dry: bool,
    /// Whether nothing comes here: behind a jump.
    pub(super) unreachable: bool,
    /// Branches around what is read, whose conditions are not known.
    pub(super) open: u32,
    /// Whether the text becomes kernels: what stands outside of functions then belongs to the module.
    pub(super) as_kernels: bool,
    /// Numbers that parameters of templates stand for, and the list of the template that is called next.
    pub(super) constants: Vec<(String, CType, u64)>,
    pub(super) bound: Vec<Bound>,
    /// Whether the program of the host is read.
    pub(super) on_host: bool,
    /// Calls of the text's own functions.
    pub(super) calls_made: u32,
    /// The first variable that the function sees which is read, and how many stand outside of functions.
    pub(super) floor: usize,
    pub(super) globals: usize,
    /// Registers of variables whose scope has ended.
    pub(super) gone: Vec<String>,
    /// Names of the text that temporaries could have.
    pub(super) temporaries: Vec<String>,
    /// Values that are still to be used, and what was done to memory.
    pub(super) pending: Vec<Id>,
    pub(super) effects: Vec<Id>,
    pub(super) flow: Flow,
    pub(super) python: State,
    pub(super) last: Last,
    /// Names of types.
    pub(super) types: Vec<(String, CType)>,
    pub(super) functions: Vec<Defined>,
    pub(super) entries: Vec<Entered>,
    /// Variables that the text declared or gave a value.
    pub(super) known: Vec<Variable>,
    /// What the statement has written through pointers.
    pub(super) outputs: Vec<(String, Id)>,
    pub(super) calls: Vec<Called>,
    pub(super) marks: Vec<(usize, TokenKind)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The operators between two operands, loosest first.
const LEVELS: [&[&str]; 10] =
    [&["||"], &["&&"], &["|"], &["^"], &["&"], &["==", "!="], &["<=", ">=", "<", ">"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl<'a> Reader<'a> {
    /// Stands before the first piece of a text, with what it calls of the library learned.
    pub(super) fn new(source: &'a Source, context: &'a Context) -> Reader<'a> {
        let text = source.text.as_str();
        let pieces = source.pieces.clone();
        let mut reader = Reader {
            text,
            begin: 0,
            learned: 0,
            whole: None,
            context,
            in_program: source.in_program,
            nested: 0,
            level: 0,
            outermost: 0,
            outermost_body: false,
            acts: false,
            declares_last: false,
            dry: false,
            unreachable: false,
            open: 0,
            as_kernels: false,
            on_host: false,
            constants: Vec::new(),
            bound: Vec::new(),
            calls_made: 0,
            floor: 0,
            globals: 0,
            gone: Vec::new(),
            temporaries: pieces
                .iter()
                .filter(|piece| piece.kind == Cut::Name)
                .map(|piece| text[piece.span.clone()].to_owned())
                .filter(|name| name.ends_with(|last: char| last.is_ascii_digit()))
                .collect(),
            pending: Vec::new(),
            effects: Vec::new(),
            flow: Flow::default(),
            python: State { on: source.is_python, tells_apart: source.is_python && tells_apart(text, &source.pieces), ..State::default() },
            last: Last::default(),
            types: Vec::new(),
            functions: Vec::new(),
            entries: Vec::new(),
            pieces,
            at: 0,
            depth: 0,
            first: 0,
            assigns: false,
            options: source.options,
            tree: Tree::default(),
            inputs: Vec::new(),
            known: Vec::new(),
            outputs: Vec::new(),
            calls: Vec::new(),
            marks: Vec::new(),
            diagnostics: source.diagnostics.clone(),
        };
        reader.letters();
        reader.begin = source.library.len();
        reader.pieces.splice(0..0, source.library.iter().cloned());
        reader.learn_library();
        reader
    }

    /// Paints the pieces as what they were read as.
    pub(super) fn painted(&self, tokens: &mut [Token]) {
        for (start, kind) in &self.marks {
            tokens.iter_mut().filter(|token| token.span.start == *start).for_each(|token| token.kind = *kind);
        }
    }

    pub(super) fn shown(&self, at: usize) -> &'a str {
        self.pieces.get(at).map_or("", |piece| if piece.word.is_empty() { &self.text[piece.span.clone()] } else { piece.word })
    }

    pub(super) fn span(&self, at: usize) -> Range<usize> {
        let end = self.pieces.last().map_or(0, |piece| piece.span.end);
        self.pieces.get(at).map_or(end..end, |piece| piece.span.clone())
    }

    pub(super) fn is(&self, at: usize, kind: Cut) -> bool {
        self.pieces.get(at).is_some_and(|piece| piece.kind == kind)
    }

    pub(super) fn error(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        let at = self.diagnostics.len();
        self.diagnostics.push(Diagnostic::error(code, span, message));
        &mut self.diagnostics[at]
    }

    pub(super) fn note(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        let diagnostic = self.error(code, span, message);
        diagnostic.severity = crate::syntax::Severity::Note;
        diagnostic
    }

    /// Bytes from a place to the end of the last piece that was read.
    pub(super) fn since(&self, start: usize) -> Range<usize> {
        start..self.span(self.at.saturating_sub(1)).end.max(start)
    }

    /// What is no letter of C is said and passed over.
    fn letters(&mut self) {
        const MEANT: [(&str, &str); 7] = [("×", "*"), ("·", "*"), ("−", "-"), ("–", "-"), ("÷", "/"), ("²", "^2"), ("³", "^3")];
        for piece in self.pieces.clone().into_iter().filter(|piece| piece.kind == Cut::Unknown) {
            let letter = &self.text[piece.span.clone()];
            let meant = MEANT.iter().find(|(other, _)| *other == letter);
            let said = self.error(
                "not-ascii",
                piece.span.clone(),
                format!("`{letter}` is no letter of {}.", if self.python.on { "Python here" } else { "C's expressions" }),
            );
            said.fixes.push(match meant {
                Some((_, ascii)) => Fix::replace(format!("write {ascii}"), piece.span, *ascii),
                None => Fix::replace("remove it", piece.span, ""),
            });
        }
        self.pieces.retain(|piece| piece.kind != Cut::Unknown);
        for piece in self.pieces.clone().into_iter().filter(|piece| self.text[piece.span.clone()] == *"__int128") {
            self.error("not-covered", piece.span, "Integers of 128 bits are not covered here.");
        }
        if let Some(first) = self.pieces.get(PIECES) {
            let span = first.span.start..self.span(self.pieces.len()).end;
            self.pieces.truncate(PIECES);
            self.error("too-long", span, "A text this long is not read to its end.");
        }
    }

    pub(super) fn mark(&mut self, at: usize, kind: TokenKind) {
        self.marks.push((self.span(at).start, kind));
    }

    /// Goes a level deeper; None where that is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEPTH {
            if self.at < self.pieces.len() {
                let span = self.span(self.at);
                self.error("too-deep", span, "This expression is nested too deeply.");
                self.at = self.pieces.len();
            }
            return None;
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// `condition ? a : b`, or what stands without one.
    pub(super) fn choice(&mut self) -> Option<Id> {
        self.deeper(|reader| {
            let start = reader.span(reader.at).start;
            let condition = reader.level(0)?;
            if reader.shown(reader.at) != "?" {
                return Some(condition);
            }
            reader.at += 1;
            if let Some(known) = reader.decided(condition) {
                return reader.decided_choice(known);
            }
            if reader.does_something(reader.at) {
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
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let start = self.span(self.at).start;
        let mut left = self.level(level + 1)?;
        while operators.contains(&self.shown(self.at)) && self.is(self.at, Cut::Operator) {
            let (operator, place) = (self.shown(self.at), self.span(self.at));
            self.at += 1;
            if matches!(operator, "&&" | "||") && self.decided(left) == Some(operator == "||") {
                // What the first decides already, the second does not run for.
                self.pass_operand(operator);
                // What is asked for its size alone has C++'s type.
                let own = if self.dry { CType::Bool } else { CType::Int };
                left = self.tree.number(own, (operator == "||").into(), None, place);
                continue;
            }
            if matches!(operator, "&&" | "||") && self.does_something(self.at) {
                let span = place.clone();
                left = self.both(operator == "&&", left, span, |reader| reader.level(level + 1))?;
                continue;
            }
            let (kept, right) = self.beside(left, |reader| reader.level(level + 1));
            left = kept;
            let Some(right) = right else { break };
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
        self.tree.binary(operation, left, right, span).unwrap_or_else(|message| {
            self.error("operation", place, message);
            left
        })
    }

    fn compared(&mut self, relation: &'static str, left: Id, right: Id, span: Range<usize>) -> Id {
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
        if self.in_program && matches!(sign, "*" | "&") && (self.is(self.at + 1, Cut::Name) || self.shown(self.at + 1) == "(") {
            return self.pointer_sign(sign == "*");
        }
        if matches!(sign, "-" | "+" | "!" | "~") {
            return self.deeper(|reader| {
                reader.at += 1;
                let inputs = reader.inputs.len();
                let operand = reader.unary()?;
                let span = reader.since(start);
                match sign {
                    "+" => Some(reader.tree.converted(operand, reader.tree.own(operand).promoted())),
                    "!" => Some(reader.tree.node(Kind::Not(operand), CType::Int, span)),
                    "~" => {
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
        if let Some((own, end)) = self.cast() {
            return self.deeper(|reader| {
                (reader.at + 1..end).for_each(|at| reader.mark(at, TokenKind::Modifier));
                reader.at = end + 1;
                let operand = reader.unary()?;
                Some(reader.narrow_cast(operand, own, end))
            });
        }
        self.power()
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
        let named = matches!(self.shown(self.at), "static_cast" | "reinterpret_cast" | "const_cast") && self.shown(self.at + 1) == "<";
        let (own, end) = self.type_at(if named { self.at + 2 } else { self.at })?;
        // A pointer is cast by its name alone.
        let stars = (end..).take_while(|at| named && self.shown(*at) == "*").count();
        let (own, end) = ((0..stars).fold(own, |own, _| own.map(CType::pointer)), end + stars);
        let open = end + usize::from(named);
        // Two numbers in one are made of two.
        let made = !named && own.is_some_and(|own| own.lane().is_some() || own.layout().is_some());
        if made || self.shown(open) != "(" || (named && self.shown(end) != ">") {
            return None;
        }
        self.mark_type(self.at..end);
        self.at = open + 1;
        let inner = self.assignment();
        if self.shown(self.at) == ")" {
            self.at += 1;
        }
        Some(self.narrow_cast(inner?, own?, open))
    }

    /// A number, a variable, a call, or something in parentheses.
    pub(super) fn primary(&mut self) -> Option<Id> {
        if self.shown(self.at) == "std" && self.shown(self.at + 1) == "::" {
            self.at += 2;
        }
        if self.is(self.at, Cut::Name)
            && let Some(id) = self.cast_by_name()
        {
            return Some(id);
        }
        let (at, span) = (self.at, self.span(self.at));
        let word = self.shown(at);
        self.at += 1;
        match self.pieces.get(at).map(|piece| piece.kind) {
            Some(Cut::Number) => Some(self.number(word, span)),
            Some(Cut::Name) if let Some(id) = self.of_thread(word, at) => Some(id),
            Some(Cut::Name) if let Some(id) = self.made(word, at) => Some(self.member_of_value(id)),
            Some(Cut::Text) if self.in_program => {
                self.at = at;
                self.text_here()
            }
            Some(Cut::Name) if word == "sizeof" => self.size_of(),
            Some(Cut::Name) if word == "new" && self.on_host => self.new_array(),
            Some(Cut::Name)
                if self.on_host
                    && let Some(id) = self.of_vector(word) =>
            {
                Some(id)
            }
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
                let inner = self.assignment();
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
                inner.map(|value| self.member_of_value(value))
            }
            _ => {
                self.at = at;
                let before = self.shown(at.saturating_sub(1));
                let message = match before {
                    _ if word == "[" => "A lambda is not covered here: write a function.".to_owned(),
                    _ if at == self.begin && word.is_empty() => "There is no expression here.".to_owned(),
                    _ if at == self.begin => format!("`{word}` cannot begin an expression."),
                    _ => format!("An operand is missing after `{before}`."),
                };
                self.error("missing-operand", span, message);
                None
            }
        }
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

    fn variable(&mut self, word: &str, at: usize) -> Id {
        let span = self.span(at);
        if let Some(place) = self.find(word) {
            return self.held_or_address(place, span);
        }
        if let Some((_, own, bits)) = self.constants.iter().rev().find(|(name, ..)| name == word) {
            return self.tree.number(*own, *bits, None, span);
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
        let input = self.inputs.iter().find(|input| input.name.as_deref() == Some(word));
        let own = input.map_or(CType::Float, |input| input.own);
        if input.is_none() {
            self.diagnostics.extend(no_parenthesis(word, &span));
            self.inputs.push(Input { name: Some(word.to_owned()), own, bits: 0, span: span.clone() });
        }
        self.tree.node(Kind::Variable(word.to_owned()), own, span)
    }

    /// `*p`, or `&x`.
    fn pointer_sign(&mut self, reads: bool) -> Option<Id> {
        let at = self.at;
        if reads {
            let place = self.place_here()?;
            return Some(self.read(&place));
        }
        self.at += 1;
        match self.place_here()? {
            Place::Memory(address, 0, _) => Some(address),
            Place::Memory(address, offset, own) => {
                let index = self.tree.number(CType::Long, (offset / own.size() as i64) as u64, None, 0..0);
                self.tree.binary(Operation::Add, address, index, 0..0).ok()
            }
            Place::Variable(_) | Place::Lane(..) => {
                let span = self.since(self.span(at).start);
                self.error("pointer", span, "A pointer to this variable is not covered here; an array has addresses.");
                None
            }
        }
    }

    /// Ends the text: where control stands in it, everything becomes lines but what it is about.
    fn finish(&mut self) -> Vec<(String, CType)> {
        // What a variable holds in the end, whoever gave it that.
        if let Some(value) =
            self.known.iter().find(|known| Some(&known.register) == self.last.assigned.as_ref()).and_then(|known| known.value)
        {
            self.last.root = Some(value);
        }
        if self.flow.code.is_empty() && self.effects.is_empty() && self.flow.declarations.is_empty() {
            return Vec::new();
        }
        let Last { outputs, .. } = self.last.clone();
        self.flush(None);
        let own =
            |register: &str| self.known.iter().find(|known| known.register == *register).map(|known| (register.to_owned(), known.own));
        // What a call has written, which gives no value itself.
        let gives = self.whole.as_ref().is_none_or(|(function, _)| function.returns.is_some());
        if !gives {
            return outputs.iter().filter_map(|(register, _)| own(register)).collect();
        }
        let left: Vec<(String, CType)> = self.last.assigned.as_deref().and_then(own).into_iter().collect();
        if left.is_empty() && self.diagnostics.iter().all(|said| !said.is_error()) {
            let span = 0..self.since(0).end;
            self.error("no-result", span, "No value stays at the end: name a variable there.");
        }
        left
    }
}
