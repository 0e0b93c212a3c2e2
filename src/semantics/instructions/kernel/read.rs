//! Reading a module: directives, variables, functions and their bodies. This never fails: what cannot be understood is said with its place,
//! and a line that cannot run stops a run only when it is reached.

use super::builder::Builder;
use super::decode::{Instruction, Wrong, float};
use super::memory::{Space, behind};
use super::module::{Code, Formal, Function, Line, Module, Variable};
use crate::instruction::{Context, Target, Type, Version};
use crate::syntax::{Diagnostic, RegisterType, Token, TokenKind, constant, declare, lex};
use core::ops::Range;
use std::collections::HashMap;

/// More bytes than this in all variables are more than is kept here.
const MOST_BYTES: u64 = 1 << 28;

impl Module {
    /// Reads a text. Target and version are those of the context where the text names none.
    pub fn read(text: &str, context: &Context) -> Module {
        let module = Module {
            text: text.to_owned(),
            context: *context,
            address_bits: 64,
            functions: Vec::new(),
            variables: Vec::new(),
            diagnostics: Vec::new(),
        };
        let tokens = lex(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
        let mut reader = Reader {
            text,
            tokens,
            at: 0,
            module,
            symbols: HashMap::new(),
            functions: HashMap::new(),
            builder: Builder::default(),
            bytes: 0,
            ends: [0; 5],
        };
        reader.module();
        reader.module
    }
}

/// What reads a module.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    pub module: Module,
    /// The addresses of the module's variables.
    pub symbols: HashMap<String, u64>,
    /// The numbers of functions.
    pub functions: HashMap<String, u32>,
    /// The function that is being read.
    pub builder: Builder,
    bytes: u64,
    ends: [u64; 5],
}

/// A variable as it is declared.
struct Declared {
    name: String,
    own: String,
    align: u64,
    bytes: Vec<u8>,
}

impl<'a> Reader<'a> {
    fn shown(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| &self.text[token.span.clone()])
    }

    fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.text.len()..self.text.len(), |token| token.span.clone())
    }

    fn ended(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn take(&mut self, word: &str) -> bool {
        let taken = self.shown(0) == word;
        self.at += usize::from(taken);
        taken
    }

    /// The tokens before one that stands in no further brackets; the cursor goes behind it.
    fn until(&mut self, ends: &[&str]) -> Range<usize> {
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

    fn error(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        self.module.diagnostics.push(Diagnostic::error(code, span, message));
    }

    fn note(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
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
                word if self.directive(word) => {}
                word => {
                    if let Some(space) = Space::named(word) {
                        self.at += 1;
                        self.variables(space);
                    } else {
                        let message = format!("`{word}` does not begin anything that stands in a module.");
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
    fn directive(&mut self, word: &str) -> bool {
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
                match Target::named(name).or_else(|| Target::named(name.trim_end_matches(['a', 'f']))) {
                    Some(target) => self.module.context.target = target,
                    None => self.note(
                        "directive",
                        span,
                        format!("The target {name} is not known here; {} is taken instead.", self.module.context.target),
                    ),
                }
                self.rest_of_line();
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

    /// Variables that have one place for the whole run.
    fn variables(&mut self, space: Space) {
        for variable in self.declarations(&[";"]) {
            let end = &mut self.ends[space as usize];
            let start = space.start(self.module.address_bits);
            let address = behind((*end).max(start), variable.align);
            *end = address + variable.bytes.len() as u64;
            self.symbols.insert(variable.name.clone(), address);
            if !self.builder.scopes.is_empty() {
                self.builder.known(&variable.name, address);
            }
            let Declared { name, own, bytes, .. } = variable;
            self.module.variables.push(Variable { name, space, address, bytes, own });
        }
    }

    /// Declarations behind their space, up to one of some ends.
    fn declarations(&mut self, ends: &[&str]) -> Vec<Declared> {
        let (mut align, mut own, mut lanes) = (1, String::new(), 1);
        loop {
            match self.shown(0) {
                ".align" => {
                    align = self.shown(1).parse().unwrap_or(1);
                    self.at += 2;
                }
                ".attribute" => {
                    self.at += 1;
                    self.until(&[")"]);
                }
                ".v2" | ".v4" => {
                    lanes = if self.shown(0) == ".v2" { 2 } else { 4 };
                    self.at += 1;
                }
                word if word.starts_with('.') => {
                    if own.is_empty() && (width(&word[1..]).is_some() || is_opaque(&word[1..])) {
                        own = word[1..].to_owned();
                    }
                    self.at += 1;
                }
                _ => break,
            }
        }
        let size = width(&own).unwrap_or(64).div_ceil(8) as u64 * lanes;
        let mut all = Vec::new();
        while !self.ended() && !ends.contains(&self.shown(0)) {
            let (name, span) = (self.shown(0).to_owned(), self.span());
            self.at += 1;
            let (mut count, mut open) = (1u64, false);
            while self.take("[") {
                match self.shown(0) {
                    "]" => open = true,
                    number => {
                        count = count.saturating_mul(number.parse().unwrap_or(0));
                        self.at += 1;
                    }
                }
                self.take("]");
            }
            let values = if self.take("=") { self.values(size / lanes, &own, &span) } else { Vec::new() };
            let wanted = count.saturating_mul(size);
            let wanted = if open { values.len() as u64 } else { wanted };
            let mut bytes = values;
            if self.bytes.saturating_add(wanted) > MOST_BYTES {
                self.error("variable", span.clone(), format!("`{name}` and the variables before it take more than {MOST_BYTES} bytes."));
            } else {
                self.bytes += wanted;
                bytes.resize(wanted as usize, 0);
            }
            all.push(Declared { name, own: own.clone(), align: align.max(size.next_power_of_two().min(16)), bytes });
            if ends.contains(&",") || !self.take(",") {
                break;
            }
        }
        if !ends.contains(&self.shown(0)) {
            let span = self.span();
            self.error("variable", span, "This declaration does not end as one does: .global .align 4 .b8 name[16] = {1, 2};");
            self.until(ends);
        } else if ends == [";"] {
            self.at += 1;
        }
        all
    }

    /// The numbers behind `=`, each of so many bytes.
    fn values(&mut self, size: u64, own: &str, of: &Range<usize>) -> Vec<u8> {
        let tokens = self.until(&[",", ";"]);
        self.at -= usize::from(self.at > tokens.end);
        let mut bytes = Vec::new();
        let items: Vec<Range<usize>> = {
            let cut = |at: &usize| matches!(&self.text[self.tokens[*at].span.clone()], "{" | "}" | ",");
            let mut items = Vec::new();
            let mut first = tokens.start;
            for at in tokens.clone().filter(cut).chain([tokens.end]) {
                items.extend((at > first).then_some(first..at));
                first = at + 1;
            }
            items
        };
        for item in items {
            let tokens = self.tokens[item].to_vec();
            match self.initial(&tokens, size as u32 * 8, float(own)) {
                Some(bits) => bytes.extend_from_slice(&bits.to_le_bytes()[..(size as usize).min(8)]),
                None => {
                    self.error("initialiser", of.clone(), "An initialiser is a number, or the address of a variable.");
                    break;
                }
            }
        }
        bytes
    }

    /// A constant of so many bits, or an address.
    fn initial(&mut self, tokens: &[Token], width: u32, own: Option<Type>) -> Option<u64> {
        let words: Vec<&str> = tokens.iter().map(|token| &self.text[token.span.clone()]).collect();
        match words[..] {
            ["generic", "(", name, ")"] | [name] if self.symbols.contains_key(name) => self.symbols.get(name).copied(),
            ["generic", "(", name, ")", "+", offset] | [name, "+", offset] if self.symbols.contains_key(name) => {
                Some(self.symbols.get(name)?.wrapping_add(offset.parse().ok()?))
            }
            _ => constant(self.text, tokens, own, width).ok(),
        }
    }

    /// A function or a kernel, with its body where it has one.
    fn function(&mut self) {
        let start = self.span().start;
        let entry = self.shown(0) == ".entry";
        self.at += 1;
        self.builder = Builder::default();
        self.builder.scope();
        let results = if self.take("(") { self.formals() } else { Vec::new() };
        let name = self.shown(0).to_owned();
        self.at += 1;
        let parameters = if self.take("(") { self.formals() } else { Vec::new() };
        while !self.ended() && !matches!(self.shown(0), "{" | ";") {
            self.at += 1;
        }
        let defined = self.take("{");
        self.at += usize::from(!defined);
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
        let known = &mut self.module.functions[number as usize];
        if defined || !known.defined {
            *known = built;
        }
    }

    /// What stands in the parentheses of a function's head.
    fn formals(&mut self) -> Vec<Formal> {
        let mut all = Vec::new();
        while !self.ended() && !self.take(")") {
            match self.shown(0) {
                ".reg" => {
                    let tokens = self.until(&[",", ")"]);
                    self.at -= usize::from(self.at > tokens.end);
                    let piece = self.piece(&tokens);
                    if let Some(declaration) = self.builder.declare(|registers| declare(&(piece.clone() + ";"), registers)) {
                        for name in declaration.names {
                            if let super::builder::Named::Slot(slot) = self.builder.find(&name) {
                                let width = self.builder.type_of(slot).map_or(32, RegisterType::width);
                                all.push(Formal::Register(slot, width));
                            }
                        }
                    }
                }
                ".param" => {
                    self.at += 1;
                    for Declared { name, own, align, bytes, .. } in self.declarations(&[",", ")"]) {
                        let at = self.builder.variable(&name, Space::Param, align, bytes.len(), &own);
                        all.push(Formal::Memory(at));
                    }
                }
                _ => {
                    let span = self.span();
                    self.error("parameter", span, "A parameter begins with .param or .reg.");
                    self.until(&[")"]);
                    return all;
                }
            }
            self.take(",");
        }
        all
    }

    /// The text of some tokens, up to one's end.
    fn piece(&self, tokens: &Range<usize>) -> String {
        self.text.get(self.bytes_of(tokens)).unwrap_or("").to_owned()
    }

    fn bytes_of(&self, tokens: &Range<usize>) -> Range<usize> {
        match self.tokens.get(tokens.clone()) {
            Some([first, .., last]) => first.span.start..last.span.end,
            Some([only]) => only.span.clone(),
            _ => self.text.len()..self.text.len(),
        }
    }

    /// The statements of a function, behind its opening brace.
    fn body(&mut self) {
        while !self.ended() {
            let before = self.at;
            match self.shown(0) {
                "{" => {
                    self.builder.open();
                    self.at += 1;
                }
                "}" => {
                    self.at += 1;
                    self.close();
                    if self.builder.scopes.is_empty() {
                        break;
                    }
                }
                ";" => self.at += 1,
                ".pragma" => {
                    self.until(&[";"]);
                }
                ".reg" => {
                    let tokens = self.until(&[";"]);
                    let (piece, start) = (self.piece(&(tokens.start..self.at)), self.bytes_of(&tokens).start);
                    if let Some(declaration) = self.builder.declare(|registers| declare(&piece, registers)) {
                        for mut said in declaration.diagnostics {
                            said.span = said.span.start + start..said.span.end + start;
                            self.module.diagnostics.push(said);
                        }
                    }
                }
                word if self.directive(word) => {}
                word => match Space::named(word) {
                    Some(space @ (Space::Param | Space::Local)) => {
                        self.at += 1;
                        for Declared { name, own, align, bytes, .. } in self.declarations(&[";"]) {
                            self.builder.variable(&name, space, align, bytes.len(), &own);
                        }
                    }
                    Some(space) => {
                        self.at += 1;
                        self.variables(space);
                    }
                    None => self.statement(),
                },
            }
            self.at = self.at.max(before + 1);
        }
        while !self.builder.scopes.is_empty() {
            let span = self.text.len()..self.text.len();
            self.error("unbalanced-brace", span, "A brace is open and not closed.");
            self.close();
        }
        let end = self.text.len() as u32;
        self.builder.function.lines.push(Line { code: Code::Return, guard: None, span: end..end });
    }

    /// Closes a pair of braces: its lines find their labels, or wait for those around.
    fn close(&mut self) {
        let Some(scope) = self.builder.scopes.pop() else { return };
        for (line, name) in scope.waiting {
            let found: Option<Vec<u32>> = match scope.lists.get(&name) {
                Some(list) => list.iter().map(|label| scope.labels.get(label).copied()).collect(),
                None => scope.labels.get(&name).map(|line| vec![*line]),
            };
            let Some(targets) = found else {
                match self.builder.scopes.last_mut() {
                    Some(around) => around.waiting.push((line, name)),
                    None => {
                        let span = self.builder.function.lines[line].span.clone();
                        let message = format!("There is no label `{name}` here.");
                        self.error("label", span.start as usize..span.end as usize, message.clone());
                        let reason = self.builder.reason("label", message);
                        self.builder.function.lines[line].code = Code::Stop(reason);
                    }
                }
                continue;
            };
            match &mut self.builder.function.lines[line].code {
                Code::Branch(target) => *target = targets.first().copied().unwrap_or(0),
                Code::Switch { targets: known, .. } => *known = targets.into(),
                _ => {}
            }
        }
    }

    /// A label, a list of labels, or an instruction.
    fn statement(&mut self) {
        if self.shown(1) == ":" && self.tokens[self.at].kind == TokenKind::Word {
            let name = self.shown(0).to_owned();
            self.at += 2;
            match self.shown(0) {
                ".branchtargets" | ".calltargets" => {
                    self.at += 1;
                    let tokens = self.until(&[";"]);
                    let words = self.tokens[tokens].iter().map(|token| &self.text[token.span.clone()]).filter(|word| *word != ",");
                    let list = words.map(str::to_owned).collect();
                    self.builder.scope().lists.insert(name, list);
                }
                ".callprototype" => {
                    self.until(&[";"]);
                }
                _ => {
                    let line = self.builder.function.lines.len() as u32;
                    self.builder.scope().labels.insert(name, line);
                }
            }
            return;
        }
        let first = self.at;
        // A statement without its semicolon ends before a brace that closes.
        let mut depth = 0i32;
        while !self.ended() {
            match self.shown(0) {
                ";" => break,
                "}" if depth <= 0 => break,
                word => depth += i32::from(word == "{") - i32::from(word == "}"),
            }
            self.at += 1;
        }
        let tokens = self.tokens[first..self.at].to_vec();
        self.take(";");
        let span = self.bytes_of(&(first..self.at));
        let instruction = Instruction::cut(self.text, &tokens);
        let (code, guard) = match self.decode(&instruction) {
            Ok(decoded) => decoded,
            Err(Wrong { code, message, span: at, error }) => {
                let at = at.unwrap_or(span.clone());
                if error {
                    self.error(code, at, message.clone())
                } else {
                    self.note(code, at, message.clone())
                };
                // A guard of its own still decides whether the line is reached.
                let guard = self.guard(&instruction).ok().flatten();
                (Code::Stop(self.builder.reason(code, message)), guard)
            }
        };
        self.builder.function.lines.push(Line { code, guard, span: span.start as u32..span.end as u32 });
    }

    /// Lets a line wait for a label.
    pub(super) fn wait_for(&mut self, label: &str) {
        let line = self.builder.function.lines.len();
        self.builder.scope().waiting.push((line, label.to_owned()));
    }
}

/// Bits of a type, without its dot.
pub(super) fn width(name: &str) -> Option<u32> {
    RegisterType::named(&[".", name].concat()).map(RegisterType::width)
}

/// Types of which only the place is known.
fn is_opaque(name: &str) -> bool {
    matches!(name, "texref" | "samplerref" | "surfref")
}
