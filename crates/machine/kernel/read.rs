//! Reading a module: directives, variables, functions and their bodies. This never fails: what cannot be understood is said with its place,
//! and a line that cannot run stops a run only when it is reached.

use super::builder::Builder;
use super::matrices::{Matching, matching};
use super::memory::Space;
use super::module::{Content, Function, Line, Module, Statement};
use super::printing::{BuiltIn, built_in};
use super::special::WARP;
use super::whole::Externals;
use crate::instruction::{Context, Target, Version};
use crate::syntax::{
    Diagnostic, Instruction, RegisterType, Registers, Switch, Token, TokenKind, complain, constant, declare, lex_apart, plain, sort_by_key,
    switch_in, widen,
};
use core::ops::Range;
use std::borrow::Cow;
use std::collections::HashMap;

impl Module {
    /// Reads a text of functions. Target and version are those of the context where the text names none.
    pub fn read(text: &str, context: &Context) -> Module {
        Module::with(text, context, |_| None)
    }

    /// The same of functions that may call others that run whole.
    pub fn with(text: &str, context: &Context, externals: Externals) -> Module {
        let (tokens, comments) = lex_apart(text);
        let mut reader = Reader::new(text, tokens, context);
        reader.module.externals = externals;
        reader.module.built_in = Some(built_in);
        reader.matrices = Some(matching);
        reader.apart = switch_in(text, &comments, Switch::Fmad).1 == Some(false);
        reader.module();
        reader.module
    }

    /// Reads lines without a function around them, as the body of one. Declarations of earlier texts may be handed in.
    pub fn implicit(text: &str, context: &Context, registers: Registers) -> Module {
        Module::lines(text, context, registers, |_| None, None)
    }

    /// The same of lines that may call functions that run whole.
    pub fn calling(text: &str, context: &Context, registers: Registers, externals: Externals) -> Module {
        Module::lines(text, context, registers, externals, Some(built_in))
    }

    fn lines(text: &str, context: &Context, registers: Registers, externals: Externals, built_in: Option<BuiltIn>) -> Module {
        let plain = plain(text);
        let (tokens, comments) = lex_apart(&plain);
        let mut reader = Reader::new(&plain, tokens, context);
        reader.module.externals = externals;
        reader.module.built_in = built_in;
        reader.apart = switch_in(&plain, &comments, Switch::Fmad).1 == Some(false);
        reader.implicit(registers);
        let Reader { mut module, mut tokens, .. } = reader;
        complain(text, &comments, &mut module.diagnostics);
        tokens.extend(comments);
        sort_by_key(&mut tokens, |token| token.span.start as u64);
        if matches!(plain, Cow::Owned(_)) {
            let widen = |span: &mut Range<usize>| widen(text, span);
            tokens.iter_mut().for_each(|token| widen(&mut token.span));
            module.diagnostics.iter_mut().flat_map(Diagnostic::spans_mut).for_each(widen);
            module.statements.iter_mut().for_each(|statement| widen(&mut statement.span));
            module.text = text.to_owned();
        }
        module.tokens = tokens;
        module
    }

    /// One instruction that was read, as lines of its own.
    pub fn of(instruction: &Instruction, text: &str) -> Module {
        let mut reader = Reader::new(text, Vec::new(), &instruction.context);
        reader.only(instruction);
        reader.module
    }
}

/// What reads a module.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
    pub at: usize,
    /// The first token of the statement that is read.
    pub first: usize,
    /// The row of PTX's table that it is.
    pub parsed: Option<Instruction>,
    pub module: Module,
    /// The registers that the module declares.
    registers: Registers,
    /// The addresses of the module's variables.
    pub symbols: HashMap<String, Symbol>,
    /// The numbers of functions.
    pub functions: HashMap<String, u32>,
    /// The function that is being read.
    pub builder: Builder,
    pub bytes: u64,
    pub ends: [u64; 5],
    /// Whether products and sums stay as they are written.
    pub apart: bool,
    /// What reads instructions of matrices; None in lines without a function.
    pub matrices: Option<Matching>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, tokens: Vec<Token>, context: &Context) -> Reader<'a> {
        let module = Module {
            text: text.to_owned(),
            context: *context,
            address_bits: 64,
            functions: Vec::new(),
            variables: Vec::new(),
            diagnostics: Vec::new(),
            statements: Vec::new(),
            tokens: Vec::new(),
            registers: Registers::default(),
            externals: |_| None,
            built_in: None,
            ends: text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect(),
        };
        Reader {
            text,
            tokens,
            at: 0,
            first: 0,
            parsed: None,
            module,
            registers: Registers::default(),
            symbols: HashMap::new(),
            functions: HashMap::new(),
            builder: Builder::default(),
            bytes: 0,
            ends: [0; 5],
            apart: false,
            matrices: None,
        }
    }

    /// All of the text as the body of a function without a name.
    fn implicit(&mut self, registers: Registers) {
        self.builder.implicit = true;
        // Its own place is before those of the functions that it calls.
        self.module.functions.push(Function::default());
        self.builder.begin(registers);
        self.body();
        let mut function = core::mem::take(&mut self.builder).function;
        self.join(&mut function);
        self.nameless(function);
    }

    /// One instruction as the body of such a function.
    fn only(&mut self, instruction: &Instruction) {
        self.builder.implicit = true;
        self.builder.begin(Registers::default());
        let span = 0..self.text.len();
        let Ok(code) = self.lower(instruction) else { return };
        let guard = instruction.guard.as_ref().map(|guard| (self.builder.undeclared(&guard.register.name), guard.negated));
        self.builder.function.lines.push(Line { code, guard, span: 0..span.end as u32 });
        self.module.statements.push(Statement { span, content: Content::Line(0, None) });
        // Nothing stands beside it that it could be joined with.
        let function = core::mem::take(&mut self.builder).function;
        self.nameless(function);
    }

    fn nameless(&mut self, function: Function) {
        let own = Function { entry: true, defined: true, span: 0..self.text.len(), ..function };
        self.module.functions.splice(..self.module.functions.len().min(1), [own]);
    }

    pub(super) fn shown(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| &self.text[token.span.clone()])
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.text.len()..self.text.len(), |token| token.span.clone())
    }

    pub(super) fn ended(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn take(&mut self, word: &str) -> bool {
        let taken = self.shown(0) == word;
        self.at += usize::from(taken);
        taken
    }

    /// The tokens before one that stands in no further brackets; the cursor goes behind it.
    pub(super) fn until(&mut self, ends: &[&str]) -> Range<usize> {
        let (first, mut depth) = (self.at, 0i32);
        while !self.ended() {
            let word = self.shown(0);
            if depth <= 0 && ends.contains(&word) {
                self.at += 1;
                return first..self.at - 1;
            }
            depth += i32::from(matches!(word, "{" | "[" | "(")) - i32::from(matches!(word, "}" | "]" | ")"));
            self.at += 1;
        }
        first..self.at
    }

    fn rest_of_line(&mut self) {
        let line = |at: usize, tokens: &[Token]| (at > 0).then(|| tokens[at - 1].span.end..tokens[at].span.start);
        self.at += 1;
        while !self.ended() && !line(self.at, &self.tokens).is_some_and(|gap| self.text[gap].contains('\n')) {
            self.at += 1;
        }
    }

    pub(super) fn error(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        self.module.diagnostics.push(Diagnostic::error(code, span, message));
    }

    pub(super) fn note(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        self.module.diagnostics.push(Diagnostic::note(code, span, message));
    }

    fn module(&mut self) {
        while !self.ended() {
            let before = self.at;
            match self.shown(0) {
                ".visible" | ".extern" | ".weak" | ".common" | ";" => self.at += 1,
                ".entry" | ".func" => self.function(),
                ".pragma" | ".alias" => {
                    self.until(&[";"]);
                }
                ".reg" => {
                    let tokens = self.until(&[";"]);
                    let text = self.piece(&(tokens.start..self.at));
                    let said = declare(&text, &mut self.registers).map(|read| read.diagnostics).unwrap_or_default();
                    let start = self.bytes_of(&tokens).start;
                    for mut said in said {
                        said.spans_mut().for_each(|place| *place = place.start + start..place.end + start);
                        self.module.diagnostics.push(said);
                    }
                }
                // The name of a texture holds a handle.
                ".tex" => {
                    self.at += 1;
                    self.variables(Space::Global);
                }
                word if self.directive(word) => {}
                word => {
                    if let Some(space) = Space::named(word) {
                        self.at += 1;
                        self.variables(space);
                    } else {
                        let message = format!("`{word}` begins nothing that a module can have.");
                        let span = self.span();
                        self.error("module", span, message);
                        // One thing that is not understood is said once: what follows it up to the next directive goes with it.
                        self.at += 1;
                        while !self.ended() && self.tokens[self.at].kind != TokenKind::Modifier {
                            self.at += 1;
                        }
                    }
                }
            }
            self.at = self.at.max(before + 1);
        }
    }

    /// A directive that may stand anywhere.
    pub(super) fn directive(&mut self, word: &str) -> bool {
        match word {
            ".version" => {
                let (name, span) = (self.shown(1).to_owned(), self.span());
                match Version::named(&name) {
                    Some(version) => self.module.context.ptx = version,
                    None => self.note(
                        "directive",
                        span,
                        format!("PTX version {name} is not known here; {} is read instead.", self.module.context.ptx),
                    ),
                }
                self.at += 2;
            }
            ".target" => {
                let (name, span) = (self.shown(1), self.span());
                // What only one architecture or family has is marked by a letter behind the number.
                let known = Target::named(name).or_else(|| Target::named(name.trim_end_matches(['a', 'f'])));
                match (known, below(name)) {
                    (Some(target), _) => self.module.context.target = target,
                    (None, Some(target)) => {
                        self.module.context.target = target;
                        self.note(
                            "directive",
                            span,
                            format!("The target {name} is not known here; the next lower one, {target}, is taken instead."),
                        );
                    }
                    (None, None) => self.note(
                        "directive",
                        span,
                        format!("The target {name} is not known here; {} is taken instead.", self.module.context.target),
                    ),
                }
                self.at += 2;
                while self.take(",") {
                    if self.shown(0) == "map_f64_to_f32" {
                        self.mapped_doubles();
                    }
                    self.at += 1;
                }
            }
            ".address_size" => {
                self.module.address_bits = if self.shown(1) == "32" { 32 } else { 64 };
                self.at += 2;
            }
            ".file" | ".loc" => self.rest_of_line(),
            ".section" => {
                self.until(&["{"]);
                self.at -= usize::from(!self.ended());
                self.braces();
            }
            _ => return false,
        }
        true
    }

    /// Chips before sm_13 had no doubles: this option made their instructions those of singles. The manual forbids it from sm_13 on, and ptxas
    /// 13.5 refuses it there; for older targets ptxas 13.5 accepts it and computes in doubles all the same.
    fn mapped_doubles(&mut self) {
        let (target, span) = (self.module.context.target, self.span());
        if target.is_at_least(Target::SM_13) {
            let message = format!("map_f64_to_f32 is for targets before sm_13, which have no doubles; the target is {target}.");
            self.error("directive", span, message);
        } else {
            let message = "map_f64_to_f32 made each double a single, in one half of its 64 bits. ptxas 13.5 ignores it and computes in doubles. \
                           Here a line with .f64 does not run on this target.";
            self.note("directive", span, message);
        }
    }

    /// Passes over braces and what is in them.
    fn braces(&mut self) {
        let mut depth = 0;
        while !self.ended() {
            depth += i32::from(self.shown(0) == "{") - i32::from(self.shown(0) == "}");
            self.at += 1;
            if depth <= 0 {
                break;
            }
        }
    }

    /// A function or a kernel, with its body where it has one.
    pub(super) fn function(&mut self) {
        let start = self.span().start;
        let entry = self.shown(0) == ".entry";
        self.at += 1;
        self.builder = Builder::default();
        (self.builder.outer, self.builder.is_called) = (self.registers.clone(), !entry);
        self.builder.scope();
        let results = if self.take("(") { self.formals() } else { Vec::new() };
        let name = self.shown(0).to_owned();
        self.at += 1;
        let parameters = if self.take("(") { self.formals() } else { Vec::new() };
        // A prototype may lack its semicolon, as older compilers wrote it: it ends where something else begins.
        while !self.ended() && !matches!(self.shown(0), "{" | ";") && !BEGINS.contains(&self.shown(0)) {
            self.bound();
        }
        let defined = self.take("{");
        if !defined {
            self.take(";");
        }
        let number = *self.functions.entry(name.clone()).or_insert_with(|| {
            self.module.functions.push(Function { name: name.clone(), entry, ..Function::default() });
            self.module.functions.len() as u32 - 1
        });
        if defined {
            self.body();
        }
        let mut built = core::mem::take(&mut self.builder).function;
        let end = self.tokens.get(self.at.wrapping_sub(1)).map_or(start, |token| token.span.end);
        built = Function { name, entry, defined, parameters, results, span: start..end, ..built };
        self.join(&mut built);
        let known = &mut self.module.functions[number as usize];
        if defined || !known.defined {
            *known = built;
        }
    }

    /// What a directive behind a kernel's parameters says of its launch. Its numbers are single ones: ptxas 13.5 takes no expression there.
    fn bound(&mut self) {
        let (name, span) = (self.shown(0), self.span());
        self.at += 1;
        let most = match name {
            ".maxntid" | ".reqntid" | ".reqnctapercluster" => 3,
            ".maxnreg" | ".minnctapersm" | ".maxnctapersm" | ".maxclusterrank" => 1,
            _ => return,
        };
        let mut sizes = [1u32; 3];
        for (axis, size) in sizes.iter_mut().enumerate().take(most) {
            let number = match self.tokens.get(self.at..self.at + 1) {
                Some([token]) if self.text[token.span.clone()] == *"WARP_SZ" => Some(u64::from(WARP)),
                Some(one) => constant(self.text, one, None, 32).ok(),
                None => None,
            };
            let is_last = axis + 1 == most || self.shown(1) != ",";
            let ends = !is_last
                || self
                    .tokens
                    .get(self.at + 1)
                    .is_none_or(|next| next.kind == TokenKind::Modifier || self.shown(1) == "{" || self.shown(1) == ";");
            match number.filter(|number| *number > 0 && ends) {
                Some(number) => *size = number as u32,
                None => {
                    let message = format!(
                        "`{name}` takes {}, each above zero and no expression.",
                        if most == 1 { "a number" } else { "up to three numbers" }
                    );
                    return self.error("directive", span, message);
                }
            }
            self.at += 1;
            if is_last {
                break;
            }
            self.at += 1;
        }
        let count = sizes.iter().map(|size| u64::from(*size)).fold(1, u64::saturating_mul);
        let bounds = &mut self.builder.function.bounds;
        match name {
            ".maxntid" => bounds.most = Some(count),
            ".reqntid" => bounds.threads = Some(sizes),
            ".reqnctapercluster" => bounds.cluster = Some(sizes),
            _ => {}
        }
    }

    /// The text of some tokens, up to one's end.
    pub(super) fn piece(&self, tokens: &Range<usize>) -> String {
        self.text.get(self.bytes_of(tokens)).unwrap_or("").to_owned()
    }

    pub(super) fn bytes_of(&self, tokens: &Range<usize>) -> Range<usize> {
        match self.tokens.get(tokens.clone()) {
            Some([first, .., last]) => first.span.start..last.span.end,
            Some([only]) => only.span.clone(),
            _ => self.text.len()..self.text.len(),
        }
    }
}

/// What begins something in a module.
const BEGINS: [&str; 19] = [
    ".global",
    ".const",
    ".shared",
    ".local",
    ".tex",
    ".reg",
    ".extern",
    ".visible",
    ".weak",
    ".common",
    ".func",
    ".entry",
    ".file",
    ".loc",
    ".section",
    ".target",
    ".version",
    ".address_size",
    ".alias",
];

/// The last target below a number that is none: sm_20 for sm_21.
fn below(name: &str) -> Option<Target> {
    let number: u32 = name.strip_prefix("sm_")?.trim_end_matches(['a', 'f']).parse().ok()?;
    let plain = |target: &&Target| target.name().ends_with(|letter: char| letter.is_ascii_digit());
    Target::ALL.iter().filter(plain).rfind(|target| target.number() < number).copied()
}

/// A variable of the module.
#[derive(Clone, Copy)]
pub(super) struct Symbol {
    pub address: u64,
    /// Bytes of an element.
    pub size: u64,
}

/// A variable as it is declared.
pub(super) struct Declared {
    pub name: String,
    pub own: String,
    pub align: u64,
    pub bytes: Vec<u8>,
}

/// Bits of a type, without its dot.
pub(super) fn width(name: &str) -> Option<u32> {
    RegisterType::named(&[".", name].concat()).map(RegisterType::width)
}
