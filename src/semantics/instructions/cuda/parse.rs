//! From text to call.

use super::argument;
use super::call::{Argument, Call, Output, Source};
use super::complaint;
use crate::instruction::Context;
use crate::instruction::cuda::{Function, Parameter, function_named, type_name};
use crate::kernel::Module;
use crate::number::F32;
use crate::reading::Reading;
use crate::syntax::{Diagnostic, Fix, Registers, Token, TokenKind, lex, sort_by_key};
use core::ops::Range;

/// Everything that reading a call gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The text.
    pub text: String,
    /// What it is compiled for.
    pub context: Context,
    /// The pieces of the text, for colouring.
    pub tokens: Vec<Token>,
    /// The call; None where an error stands in its way.
    pub call: Option<Call>,
    /// What is to be said, errors first, then by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// The call, if nothing is wrong with the text.
    pub fn accepted(&self) -> Option<&Call> {
        self.call.as_ref().filter(|_| self.is_accepted())
    }
}

/// Types that may stand before a variable that is assigned.
const TYPES: [&str; 9] = ["float", "double", "int", "unsigned", "long", "short", "half", "const", "auto"];

/// Whether a text is a call rather than an instruction: a name directly before a parenthesis that opens, or the name of a function.
pub fn is_call(text: &str) -> bool {
    let tokens: Vec<Token> = lex(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    let shown = |at: usize| tokens.get(at).map_or("", |token| &text[token.span.clone()]);
    let start = match (0..tokens.len().min(5)).find(|at| shown(*at) == "=") {
        Some(equals) if (0..equals).all(|at| tokens[at].kind == TokenKind::Word) => equals + 1,
        _ => 0,
    };
    let word = tokens.get(start).is_some_and(|token| token.kind == TokenKind::Word);
    let calls = shown(start + 1) == "(" || shown(start).starts_with("__") || (start > 0 && tokens.len() == start + 1);
    word && calls && !computes(text, &tokens[start..])
}

/// Whether more than a call stands in some tokens that begin with a name: an operator, a call or a cast inside it, a signed variable.
fn computes(text: &str, tokens: &[Token]) -> bool {
    let shown = |at: usize| tokens.get(at).map_or("", |token| &text[token.span.clone()]);
    let word = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word);
    let operand = |at: usize| shown(at) == ")" || word(at) || tokens.get(at).is_some_and(|token| token.kind == TokenKind::Literal);
    (1..tokens.len()).any(|at| match shown(at) {
        "*" | "/" | "^" | "?" | "<" | ">" => true,
        "+" | "-" => operand(at - 1) || (word(at + 1) && argument::named(shown(at + 1), F32::ROW).is_none()),
        "(" if at > 1 => word(at - 1) || (TYPES.contains(&shown(at + 1)) && shown(at + 2) == ")"),
        _ => false,
    })
}

/// Reads a call.
pub fn parse(text: &str, context: &Context) -> Parsed {
    let mut tokens = lex(text);
    let mut diagnostics = Vec::new();
    let call = Reader { text, tokens: &mut tokens, diagnostics: &mut diagnostics, context }.call();
    if let Some(call) = &call {
        availability(call, &mut diagnostics);
    }
    sort_by_key(&mut diagnostics, Diagnostic::order);
    Parsed { text: text.to_owned(), context: *context, tokens, call, diagnostics }
}

/// Why the PTX behind a call cannot be had in a context; notes of its instructions come along.
fn availability(call: &Call, diagnostics: &mut Vec<Diagnostic>) {
    let Some(lines) = call.ptx() else { return };
    let module = Module::implicit(&lines.join("\n"), &call.context, Registers::default());
    for diagnostic in module.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
        diagnostics.push(Diagnostic { span: call.name.clone(), ..diagnostic.clone() });
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a mut Vec<Token>,
    diagnostics: &'a mut Vec<Diagnostic>,
    context: &'a Context,
}

impl<'a> Reader<'a> {
    fn shown(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    fn span(&self, at: usize) -> Range<usize> {
        self.tokens.get(at).map_or(self.text.len()..self.text.len(), |token| token.span.clone())
    }

    fn error(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        let at = self.diagnostics.len();
        self.diagnostics.push(Diagnostic::error(code, span, message));
        &mut self.diagnostics[at]
    }

    fn call(&mut self) -> Option<Call> {
        let comments: Vec<Token> = self.tokens.extract_if(.., |token| token.kind == TokenKind::Comment).collect();
        let call = self.assigned_call();
        self.tokens.extend(comments);
        sort_by_key(self.tokens, |token| token.span.start as u64);
        call
    }

    fn assigned_call(&mut self) -> Option<Call> {
        let equals = (0..self.tokens.len()).find(|at| self.shown(*at) == "=");
        let open = (0..self.tokens.len()).find(|at| self.shown(*at) == "(");
        let equals = equals.filter(|equals| open.is_none_or(|open| *equals < open));
        let destination = equals.and_then(|equals| self.destination(equals));
        let at = equals.map_or(0, |equals| equals + 1);
        if self.tokens.get(at).is_none_or(|token| token.kind != TokenKind::Word) {
            let span = self.span(at);
            self.error("missing-function", span, "The name of a function is missing here.");
            return None;
        }
        let name = self.span(at);
        self.tokens[at].kind = TokenKind::Mnemonic;
        let found = function_named(self.shown(at));
        let Some((function, mode)) = found else {
            let diagnostic = complaint::unknown_function(self.shown(at), name);
            self.diagnostics.push(diagnostic);
            return None;
        };
        let of_doubles = complaint::of_doubles(self.shown(at), function).and_then(function_named);
        let function = of_doubles.filter(|_| self.is_double(at + 2)).map_or(function, |(function, _)| function);
        self.diagnostics.extend(complaint::other_spelling(self.shown(at), name.clone(), function, mode));
        let pieces = self.arguments(at + 1, name.clone(), function)?;
        self.count(&pieces, &name, function, mode)?;
        let mut call = Call { function, mode, name, arguments: Vec::new(), outputs: Vec::new(), context: *self.context };
        if let Some(format) = function.returns {
            call.outputs.push(Output { name: destination.unwrap_or("d").to_owned(), format, letter: "d" });
        } else if let (Some(_), Some(equals)) = (destination, equals) {
            let span = self.span(equals);
            self.error("no-value", span, format!("{} gives no value: it writes through its pointers.", function.stem));
        }
        for (parameter, piece) in function.parameters.iter().zip(pieces) {
            match parameter.written {
                true => self.output(parameter, piece, &mut call),
                false => self.argument(parameter, piece, &mut call),
            }
        }
        Some(call)
    }

    /// Whether an argument is a number of C's type double: any without a suffix. A variable counts as a float.
    fn is_double(&self, at: usize) -> bool {
        let at = at + usize::from(matches!(self.shown(at), "-" | "+"));
        let text = self.shown(at).to_ascii_lowercase();
        let float = if text.starts_with("0x") { text.len() == 10 } else { text.ends_with('f') || text.starts_with("0f") };
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Literal) && !float
    }

    /// The variable before `=`.
    fn destination(&mut self, equals: usize) -> Option<&'a str> {
        let Some(last) = equals.checked_sub(1).filter(|last| self.tokens[*last].kind == TokenKind::Word) else {
            let span = self.span(equals);
            self.error("destination", span, "A variable is missing before `=`.");
            return None;
        };
        if let Some(strange) = (0..last).find(|at| !TYPES.contains(&self.shown(*at))) {
            let span = self.span(strange);
            let message = format!("`{}` is no type of C.", self.shown(strange));
            self.error("destination", span, message);
        }
        self.tokens[last].kind = TokenKind::Register;
        Some(self.shown(last))
    }

    /// The tokens of each argument, behind the parenthesis that opens.
    fn arguments(&mut self, open: usize, name: Range<usize>, function: &Function) -> Option<Vec<Range<usize>>> {
        if self.shown(open) != "(" {
            let inputs: Vec<&str> = function.parameters.iter().map(|parameter| parameter.name).collect();
            let text = format!("({})", inputs.join(", "));
            let fix = Fix::replace(format!("write {}{text}", function.stem), name.end..name.end, text);
            let message = format!("The arguments follow in parentheses: {}.", function.row.prototype);
            let diagnostic = self.error("missing-parenthesis", name, message);
            diagnostic.fixes.push(fix);
            return None;
        }
        let (mut pieces, mut start, mut depth) = (Vec::new(), open + 1, 1);
        let mut at = open + 1;
        while at < self.tokens.len() && depth > 0 {
            match self.shown(at) {
                "(" => depth += 1,
                ")" => depth -= 1,
                "," if depth == 1 => {
                    pieces.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        let close = if depth == 0 { at - 1 } else { at };
        if start < close || !pieces.is_empty() {
            pieces.push(start..close);
        }
        if depth > 0 {
            let end = self.tokens.last().map_or(0, |token| token.span.end);
            let span = self.span(open);
            let diagnostic = self.error("missing-parenthesis", span, "This parenthesis is not closed.");
            diagnostic.fixes.push(Fix::replace("add )", end..end, ")"));
        }
        let behind = at + usize::from(self.shown(at) == ";");
        if behind < self.tokens.len() {
            let span = self.span(behind).start..self.span(self.tokens.len() - 1).end;
            let diagnostic = self.error("unexpected", span.clone(), "One call stands alone: nothing follows it.");
            diagnostic.fixes.push(Fix::replace("remove it", span, ""));
        }
        Some(pieces)
    }

    fn count(
        &mut self,
        pieces: &[Range<usize>],
        name: &Range<usize>,
        function: &Function,
        mode: Option<crate::rounding::Mode>,
    ) -> Option<()> {
        let wanted = function.parameters.len();
        if pieces.len() == wanted {
            return Some(());
        }
        let noun = if wanted == 1 { "argument" } else { "arguments" };
        let message =
            format!("{} takes {wanted} {noun}; here {} {}: {}.", function.stem, verb(pieces.len()), pieces.len(), function.prototype(mode));
        let mut fixes = Vec::new();
        if let (Some(first), Some(last)) = (pieces.get(wanted), pieces.last())
            && wanted > 0
        {
            let end = self.span(pieces[wanted - 1].end.saturating_sub(1)).end;
            let until = self.span(last.end.saturating_sub(1).max(first.start)).end;
            fixes.push(Fix::replace("remove the rest", end..until, ""));
        } else if pieces.len() < wanted {
            let close = pieces.last().map_or(name.end + 1, |last| self.span(last.end.saturating_sub(1)).end);
            let missing: Vec<&str> = function.parameters[pieces.len()..].iter().map(|parameter| parameter.name).collect();
            let before = if pieces.is_empty() { "" } else { ", " };
            let text = [before, &missing.join(", ")].concat();
            fixes.push(Fix::replace(format!("add {}", missing.join(", ")), close..close, text));
        }
        self.error("argument-count", name.clone(), message).fixes = fixes;
        None
    }

    fn piece_span(&self, piece: &Range<usize>) -> Range<usize> {
        match piece.is_empty() {
            true => self.span(piece.start).start..self.span(piece.start).start,
            false => self.span(piece.start).start..self.span(piece.end - 1).end,
        }
    }

    /// A variable that the function writes: `&s`, or a pointer's name.
    fn output(&mut self, parameter: &Parameter, piece: Range<usize>, call: &mut Call) {
        let span = self.piece_span(&piece);
        let at = piece.start + usize::from(self.shown(piece.start) == "&");
        if at + 1 != piece.end || self.tokens[at].kind != TokenKind::Word {
            self.error("argument", span, format!("`{}` is written: it takes a variable, as in &{}.", parameter.name, parameter.name));
            return;
        }
        self.tokens[at].kind = TokenKind::Register;
        let name = self.shown(at).to_owned();
        let read = call.arguments.iter().any(|argument| matches!(&argument.source, Source::Variable(variable) if *variable == name));
        if read || call.outputs.iter().any(|output| output.name == name) {
            self.error("argument", span, format!("`{name}` is read or written elsewhere in this call: give the result a name of its own."));
        }
        call.outputs.push(Output { name, format: parameter.format, letter: parameter.name });
    }

    fn argument(&mut self, parameter: &Parameter, piece: Range<usize>, call: &mut Call) {
        let span = self.piece_span(&piece);
        let mut at = piece.start;
        let mut negative = false;
        while at < piece.end && matches!(self.shown(at), "-" | "+") {
            negative ^= self.shown(at) == "-";
            at += 1;
        }
        let signed = at > piece.start;
        let single = at + 1 == piece.end;
        let word = self.shown(at);
        let source = match self.tokens.get(at).map(|token| token.kind) {
            Some(TokenKind::Word) if single => match argument::named(word, parameter.format) {
                Some(bits) => Some(Source::Number(if negative { bits ^ parameter.format.sign_mask() } else { bits })),
                None if !signed => {
                    self.tokens[at].kind = TokenKind::Register;
                    Some(Source::Variable(word.to_owned()))
                }
                None => {
                    self.error("argument", span.clone(), format!("A variable takes no sign here: assign -{word} to another one first."));
                    None
                }
            },
            Some(TokenKind::Literal) if single => match argument::number(word, negative, parameter.format) {
                Ok(number) => {
                    if let Some(note) = number.note {
                        self.diagnostics.push(Diagnostic::note("argument", span.clone(), note));
                    }
                    Some(Source::Number(number.bits))
                }
                Err(message) => {
                    self.error("argument", span.clone(), message);
                    None
                }
            },
            _ => {
                let nested = (at..piece.end).any(|at| self.shown(at) == "(");
                let message = match nested {
                    true => "One call at a time: give the inner one a line and a variable of its own.".to_owned(),
                    false => format!("`{}` takes a variable or a number of type {}.", parameter.name, type_name(parameter.format)),
                };
                self.error("argument", span.clone(), message);
                None
            }
        };
        // Where something is wrong with it the argument stands as the variable that the prototype names: the rest can still be judged.
        let source = source.unwrap_or_else(|| Source::Variable(parameter.name.to_owned()));
        call.arguments.push(Argument { parameter: *parameter, source, span });
    }
}

fn verb(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}
