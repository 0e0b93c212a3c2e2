//! From text to tree: C's grammar of expressions, with `^` as a power.

use super::function::no_parenthesis;
use super::number::{self, number};
use super::option::{self, Options, Written};
use super::token::{self, Kind as Cut, Piece, pieces};
use super::tree::{Id, Kind, Operation, Tree};
use super::types::{CType, is_type_word};
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
    pub root: Option<Id>,
    /// The variable that is assigned.
    pub assigned: Option<String>,
    /// The variables that the last statement writes through pointers.
    pub outputs: Vec<(String, Id)>,
    pub calls: Vec<Called>,
    /// What is read, in the order of the text: each variable once, each number.
    pub inputs: Vec<Input>,
    pub options: Options,
    pub written: Vec<Written>,
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// The call of numbers and variables that the text is about, if it is one: its place, function, rounding and arguments.
    pub fn called(&self) -> Option<(&Called, &'static Function, Option<Mode>, &[Id])> {
        let Kind::Call(function, mode, arguments) = &self.tree.nodes[self.root?].kind else { return None };
        let called = self.calls.iter().find(|called| Some(called.call) == self.root)?;
        let plain = |id: &Id| matches!(self.tree.nodes[*id].kind, Kind::Constant(..) | Kind::Variable(_));
        arguments.iter().all(plain).then_some((called, *function, *mode, arguments))
    }
}

/// Deeper nesting than anybody writes; it keeps the stack safe.
const DEPTH: u32 = 64;
/// Longer texts than anybody reads.
const PIECES: usize = 1000;

/// Reads a text.
pub(super) fn parse(text: &str) -> Parsed {
    let all = pieces(text);
    let mut tokens: Vec<Token> = all.iter().map(token::token).collect();
    let mut diagnostics = Vec::new();
    let (options, written) = option::read(text, &all, &mut diagnostics);
    let pieces: Vec<Piece> = all.into_iter().filter(|piece| piece.kind != Cut::Comment).collect();
    let mut reader = Reader {
        text,
        pieces,
        at: 0,
        depth: 0,
        first: 0,
        assigns: false,
        options,
        tree: Tree::default(),
        inputs: Vec::new(),
        known: Vec::new(),
        outputs: Vec::new(),
        calls: Vec::new(),
        marks: Vec::new(),
        diagnostics,
    };
    reader.letters();
    let (assigned, root, outputs) = reader.statements();
    for (start, kind) in &reader.marks {
        tokens.iter_mut().filter(|token| token.span.start == *start).for_each(|token| token.kind = *kind);
    }
    let Reader { tree, inputs, calls, mut diagnostics, .. } = reader;
    sort_by_key(&mut diagnostics, Diagnostic::order);
    Parsed { tree, root, assigned, outputs, calls, inputs, options, written, tokens, diagnostics }
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) pieces: Vec<Piece>,
    pub(super) at: usize,
    depth: u32,
    /// Where what the statement computes begins, and whether it gives a variable its value.
    pub(super) first: usize,
    pub(super) assigns: bool,
    pub(super) options: Options,
    pub(super) tree: Tree,
    pub(super) inputs: Vec<Input>,
    /// Variables that a statement declared, and what they hold: nothing yet, where it said only their type.
    pub(super) known: Vec<(String, CType, Option<Id>)>,
    /// What the statement has written through pointers.
    pub(super) outputs: Vec<(String, Id)>,
    pub(super) calls: Vec<Called>,
    pub(super) marks: Vec<(usize, TokenKind)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The operators between two operands, loosest first.
const LEVELS: [&[&str]; 6] = [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

impl<'a> Reader<'a> {
    pub(super) fn shown(&self, at: usize) -> &'a str {
        self.pieces.get(at).map_or("", |piece| &self.text[piece.span.clone()])
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
            let said = self.error("not-ascii", piece.span.clone(), format!("`{letter}` is no letter of C's expressions."));
            said.fixes.push(match meant {
                Some((_, ascii)) => Fix::replace(format!("write {ascii}"), piece.span, *ascii),
                None => Fix::replace("remove it", piece.span, ""),
            });
        }
        self.pieces.retain(|piece| piece.kind != Cut::Unknown);
        if let Some(first) = self.pieces.get(PIECES) {
            let span = first.span.start..self.text.len();
            self.pieces.truncate(PIECES);
            self.error("too-long", span, "An expression this long is not read to its end.");
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
            let left = reader.choice();
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
            match (left, reader.choice()) {
                (Some(left), Some(right)) => {
                    let span = reader.since(start);
                    Some(reader.tree.chosen(condition, left, right, span))
                }
                (left, right) => left.or(right),
            }
        })
    }

    fn level(&mut self, level: usize) -> Option<Id> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let start = self.span(self.at).start;
        let mut left = self.level(level + 1)?;
        while operators.contains(&self.shown(self.at)) && self.is(self.at, Cut::Operator) {
            let (operator, place) = (self.shown(self.at), self.span(self.at));
            self.at += 1;
            let Some(right) = self.level(level + 1) else { break };
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
            _ => Operation::Remainder,
        };
        self.advise(operation, left, right, &span);
        self.tree.binary(operation, left, right, span).unwrap_or_else(|message| {
            self.error("operation", place, message);
            left
        })
    }

    fn compared(&mut self, relation: &'static str, left: Id, right: Id, span: Range<usize>) -> Id {
        self.widening(left, right);
        self.tree.compared(Relation::of(relation), left, right, span)
    }

    /// Signs, `!`, casts, and what they stand before.
    pub(super) fn unary(&mut self) -> Option<Id> {
        let start = self.span(self.at).start;
        let sign = self.shown(self.at);
        self.counts(sign);
        if matches!(sign, "-" | "+" | "!") {
            return self.deeper(|reader| {
                reader.at += 1;
                let inputs = reader.inputs.len();
                let operand = reader.unary()?;
                let span = reader.since(start);
                match sign {
                    "+" => Some(operand),
                    "!" => Some(reader.tree.node(Kind::Not(operand), CType::Int, span)),
                    _ => {
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
                Some(reader.tree.converted(operand, own))
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
            let message = format!("`{sign}{sign}` counts a variable: write `x {sign}= 1`; a number's sign stands apart or in parentheses.");
            if self.diagnostics.iter().all(|known| known.span != span) {
                self.error("increment", span, message);
            }
        }
    }

    /// The type of a cast that stands here, and the place of its closing parenthesis.
    fn cast(&self) -> Option<(CType, usize)> {
        let end = (self.at + 1..self.pieces.len().min(self.at + 6)).find(|at| self.shown(*at) == ")")?;
        let words: Vec<&str> = (self.at + 1..end).map(|at| self.shown(at)).collect();
        let all = self.shown(self.at) == "(" && !words.is_empty() && words.iter().all(|word| is_type_word(word));
        Some((CType::named(&words).filter(|_| all)??, end))
    }

    /// A number, a variable, a call, or something in parentheses.
    pub(super) fn primary(&mut self) -> Option<Id> {
        let (at, span) = (self.at, self.span(self.at));
        let word = self.shown(at);
        self.at += 1;
        match self.pieces.get(at).map(|piece| piece.kind) {
            Some(Cut::Number) => Some(self.number(word, span)),
            Some(Cut::Name) if self.shown(self.at) == "(" => self.call(word, at),
            Some(Cut::Name) => Some(self.variable(word, at)),
            _ if word == "(" => {
                let inner = self.choice();
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
                inner
            }
            _ => {
                self.at = at;
                let before = self.shown(at.saturating_sub(1));
                let message = match before {
                    _ if at == 0 && word.is_empty() => "There is no expression here.".to_owned(),
                    _ if at == 0 => format!("`{word}` cannot begin an expression."),
                    _ => format!("An operand is missing behind `{before}`."),
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
        self.inputs.push(Input { name: None, own: read.own, bits: read.bits, span: span.clone() });
        self.tree.number(read.own, read.bits, read.written, span)
    }

    fn variable(&mut self, word: &str, at: usize) -> Id {
        let span = self.span(at);
        let known = self.known.iter().find(|(name, ..)| name == word);
        if let Some((.., Some(id))) = known {
            return *id;
        }
        let declared = known.map(|(_, own, _)| *own);
        if let Some((own, bits)) = number::named(word).filter(|_| declared.is_none()) {
            self.mark(at, TokenKind::Literal);
            self.inputs.push(Input { name: None, own, bits, span: span.clone() });
            return self.tree.number(own, bits, None, span);
        }
        if is_type_word(word) {
            self.error("type", span.clone(), format!("`{word}` is a type: a cast stands in parentheses, as in ({word})x."));
        }
        let input = self.inputs.iter().find(|input| input.name.as_deref() == Some(word));
        let own = declared.or(input.map(|input| input.own)).unwrap_or(CType::Float);
        if input.is_none() {
            if declared.is_none() {
                self.diagnostics.extend(no_parenthesis(word, &span));
            }
            self.inputs.push(Input { name: Some(word.to_owned()), own, bits: 0, span: span.clone() });
        }
        self.tree.node(Kind::Variable(word.to_owned()), own, span)
    }
}
