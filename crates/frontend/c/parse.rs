//! A text that is being read: where the reader stands, what it knows, and what reading gives.

use super::define::Defined;
use super::enter::Entered;
use super::flow::Flow;
use super::lambda::{Asked, Lambda};
use super::lower::Line;
use super::option::{Options, Written};
use super::place::Seen;
use super::python::{Owner, State, tells_apart};
use super::recursive::Separate;
use super::source::Source;
use super::statement::Last;
use super::stream::Stream;
use super::structure::Structure;
use super::template::Bound;
use super::token::{Kind as Cut, Piece};
use super::tree::{Id, Kind, Tree};
use super::types::CType;
use super::variables::Variable;
use crate::instruction::Context;
use crate::instruction::cuda::Function;
use crate::rounding::Mode;
use crate::syntax::{Diagnostic, Fix, Token, TokenKind, sort_by_key};
use core::ops::Range;
use std::collections::HashSet;

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
    /// Functions of PTX that are called.
    pub separate: Vec<Separate>,
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
    /// Whether it is a program of the host.
    pub on_host: bool,
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
pub(super) const DEPTH: u32 = 64;
/// Longer texts than anybody reads.
const PIECES: usize = 20_000;

/// Reads a text.
pub(super) fn parse(text: &str, context: &Context) -> Parsed {
    let mut source = Source::new(text, context);
    let mut tokens = core::mem::take(&mut source.tokens);
    let written = core::mem::take(&mut source.written);
    let mut reader = Reader::new(&source, context);
    if reader.is_of_host_alone() {
        reader.goes_to_host();
    }
    reader.statements();
    if reader.python.on {
        reader.python_end();
    } else if !reader.acts && !reader.declares_last {
        reader.enter_last();
    }
    reader.says_mixed();
    let left = reader.finish();
    if reader.on_host {
        reader.declares_all();
    }
    reader.without_library(source.length);
    reader.painted(&mut tokens);
    let python = reader.python.on.then(|| reader.python.last.unwrap_or_default());
    let defines = reader.functions.len() > reader.learned;
    let undeclared = reader.known.iter().filter(|one| one.undeclared).map(|one| (one.name.clone(), one.own)).collect();
    let Reader { tree, inputs, calls, mut diagnostics, flow, effects, last, options, on_host, whole, separate, .. } = reader;
    sort_by_key(&mut diagnostics, Diagnostic::order);
    let Last { assigned, root, outputs, .. } = last;
    let Flow { code, declarations, outside, counts, registers, .. } = flow;
    Parsed {
        tree,
        code,
        declarations,
        outside,
        separate,
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
        on_host,
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
    pub(super) depth: u32,
    /// What was read last, where that is what a place holds and no value of its own.
    pub(super) seen: Option<Seen>,
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
    /// Names of functions that reach themselves, all names that they write down, and the functions of PTX that were made of them.
    pub(super) recursive: HashSet<String>,
    pub(super) seen_by_recursive: HashSet<String>,
    pub(super) separate: Vec<Separate>,
    /// Whether the next function is inlined whatever it is, and how many calls may be made while it is found out whether one can be.
    pub(super) inlines_next: bool,
    pub(super) tried: Option<u32>,
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
    pub(super) structures: Vec<Structure>,
    /// Lambdas that were read.
    pub(super) lambdas: Vec<Lambda>,
    /// Functions whose result's type is being found, and that type.
    pub(super) deducing: Vec<(usize, Option<CType>)>,
    /// The types that were found so, by the function and the types of its arguments.
    pub(super) deduced: Vec<(Asked, Option<CType>)>,
    /// How the streams of the host write numbers.
    pub(super) stream: Stream,
    /// The lists that arguments of launches tell for templates of kernels, by their names.
    pub(super) told: Vec<(String, Vec<Bound>)>,
    pub(super) entries: Vec<Entered>,
    /// Variables that the text declared or gave a value.
    pub(super) known: Vec<Variable>,
    /// What the statement has written through pointers.
    pub(super) outputs: Vec<(String, Id)>,
    pub(super) calls: Vec<Called>,
    pub(super) marks: Vec<(usize, TokenKind)>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

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
            recursive: HashSet::new(),
            seen_by_recursive: HashSet::new(),
            separate: Vec::new(),
            inlines_next: false,
            tried: None,
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
            structures: Vec::new(),
            lambdas: Vec::new(),
            deducing: Vec::new(),
            deduced: Vec::new(),
            stream: Stream::default(),
            told: Vec::new(),
            entries: Vec::new(),
            pieces,
            at: 0,
            depth: 0,
            seen: None,
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
        if !reader.python.on {
            reader.finds_recursive();
        }
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

    /// Ends the text: where control stands in it, everything becomes lines but what it is about.
    fn finish(&mut self) -> Vec<(String, CType)> {
        // What a variable holds in the end, whoever gave it that.
        if let Some(value) =
            self.known.iter().find(|known| Some(&known.register) == self.last.assigned.as_ref()).and_then(|known| known.value)
        {
            self.last.root = Some(value);
        }
        if let Some((span, message)) = self.last.refused.take() {
            self.error("no-result", span, message);
        }
        if self.flow.code.is_empty() && self.effects.is_empty() && self.flow.declarations.is_empty() {
            return Vec::new();
        }
        self.flush(None);
        // A structure is no value that can be stored as a number.
        let holds = |known: &&Variable| known.own.layout().is_none();
        let named = |register: &str| self.known.iter().find(|known| known.register == *register);
        let own = |register: &str| named(register).filter(holds).map(|known| (register.to_owned(), known.own));
        // What a call has written, which gives no value itself.
        let gives = self.whole.as_ref().is_none_or(|(function, _)| function.returns.is_some());
        let assigned = self.last.assigned.as_deref().filter(|_| gives);
        let all = assigned.into_iter().chain(self.last.others.iter().map(|name| name.as_str()));
        let left: Vec<(String, CType)> = all.filter_map(own).collect();
        if !gives {
            return left;
        }
        if left.is_empty() && self.last.assigned.is_none() && self.diagnostics.iter().all(|said| !said.is_error()) {
            let span = 0..self.since(0).end;
            // A name that nothing declares is one of the block in which it stands.
            match self.inputs.iter().find_map(|input| input.name.clone()) {
                Some(name) => {
                    let before = ["float ", &name, " = 0; "].concat();
                    let said = format!("No value stays at the end: declare `{name}` before, as in `float {name} = 0;`.");
                    self.error("no-result", span, said).fixes.push(Fix::replace(
                        ["add ", &before].concat().trim_end(),
                        0..0,
                        before.clone(),
                    ));
                }
                None => drop(self.error("no-result", span, "No value stays at the end: name a variable there.")),
            }
        }
        left
    }
}
