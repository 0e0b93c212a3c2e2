//! The body of a function: scopes, declarations, labels and instructions, in the order of the text.

use super::memory::Space;
use super::module::{Code, Content, Line, Slot, Statement};
use super::read::{Declared, Reader};
use super::statement::{Instruction, Wrong};
use crate::instruction::{Work, forms_of};
use crate::syntax::{TokenKind, declare};

/// What heads a function, and may head lines that were cut out of one.
const HEADS: [&str; 16] = [
    ".visible",
    ".entry",
    ".func",
    ".weak",
    ".extern",
    ".common",
    ".param",
    ".maxntid",
    ".minnctapersm",
    ".reqntid",
    ".maxnreg",
    ".noreturn",
    ".alias",
    ".align",
    ".branchtargets",
    ".callprototype",
];

impl Reader<'_> {
    /// The statements of a function, behind its opening brace.
    pub(super) fn body(&mut self) {
        let mut open = Vec::new();
        while !self.ended() {
            let before = self.at;
            let is_brace = matches!(self.shown(0), "{" | "}" | ";");
            let statements = self.module.statements.len();
            match self.shown(0) {
                "{" => {
                    open.push(self.span());
                    self.builder.open();
                    self.at += 1;
                }
                "}" if self.builder.implicit && open.is_empty() => {
                    let span = self.span();
                    self.error("unbalanced-brace", span, "This brace closes nothing.");
                    self.at += 1;
                }
                "}" => {
                    self.at += 1;
                    open.pop();
                    self.close();
                    if self.builder.scopes.is_empty() {
                        break;
                    }
                }
                ";" => self.at += 1,
                ".pragma" => {
                    self.until(&[";"]);
                }
                ".reg" => self.registers(),
                word if self.directive(word) => {}
                // What a front end makes of a text has whole functions before its lines.
                ".func" if self.builder.implicit && self.module.built_in.is_some() => {
                    let own = core::mem::take(&mut self.builder);
                    self.function();
                    self.builder = own;
                }
                word if self.builder.implicit && HEADS.contains(&word) => {
                    while !self.ended() && !matches!(self.shown(0), "{" | ";") {
                        self.at += 1;
                    }
                }
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
            if self.builder.implicit && !is_brace && self.module.statements.len() == statements && !self.is_label(before) {
                let span = self.bytes_of(&(before..self.at));
                self.module.statements.push(Statement { span, content: Content::Directive });
            }
        }
        let bodies = usize::from(self.builder.implicit);
        while self.builder.scopes.len() > bodies {
            let span = open.pop().unwrap_or(self.text.len()..self.text.len());
            self.error("unbalanced-brace", span, "This brace is open and not closed.");
            self.close();
        }
        if self.builder.implicit {
            self.module.registers = core::mem::take(&mut self.builder.scope().all);
            self.close();
        }
        self.policies();
        let end = self.text.len() as u32;
        self.builder.function.lines.push(Line { code: Code::Return, guard: None, span: end..end });
    }

    /// No document says what bits a cache policy has: a line that reads them as a number does not run.
    fn policies(&mut self) {
        let policies = core::mem::take(&mut self.builder.policies);
        if policies.is_empty() {
            return;
        }
        let reason = self.builder.reason("not-modelled", "This reads the bits of a cache policy, which no document says.".to_owned());
        for line in &mut self.builder.function.lines {
            if line.code.reads().iter().any(|slot| policies.contains(slot)) {
                line.code = Code::Stop { reason, writes: line.code.writes().into(), jumps: false };
            }
        }
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
                        let span = span.start as usize..span.end as usize;
                        let message = format!("There is no label `{name}` here.");
                        // Lines that were cut out of a function may jump out of them.
                        match self.builder.implicit {
                            true => self.note("label", span, message.clone()),
                            false => self.error("label", span, message.clone()),
                        }
                        let reason = self.builder.reason("label", message);
                        self.builder.function.lines[line].code = Code::Stop { reason, writes: Box::default(), jumps: true };
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

    /// A declaration of registers.
    fn registers(&mut self) {
        let tokens = self.until(&[";"]);
        let whole = tokens.start..self.at;
        let (piece, span) = (self.piece(&whole), self.bytes_of(&whole));
        let Some(declaration) = self.builder.declare(|registers| declare(&piece, registers)) else { return };
        for mut said in declaration.diagnostics {
            said.spans_mut().for_each(|place| *place = place.start + span.start..place.end + span.start);
            self.module.diagnostics.push(said);
        }
        if self.builder.implicit {
            let read = declaration.tokens.into_iter().filter(|token| token.kind != TokenKind::Comment);
            for (token, read) in self.tokens[whole].iter_mut().zip(read) {
                token.kind = read.kind;
            }
            self.module.statements.push(Statement { span, content: Content::Declaration(declaration.names) });
        }
    }

    /// Whether a label begins at a token.
    fn is_label(&self, at: usize) -> bool {
        let colon = self.tokens.get(at + 1).is_some_and(|token| &self.text[token.span.clone()] == ":");
        colon && self.tokens[at].kind == TokenKind::Label
    }

    /// A label, a list of labels, or an instruction.
    fn statement(&mut self) {
        if self.shown(1) == ":" && self.tokens[self.at].kind == TokenKind::Word {
            let name = self.shown(0).to_owned();
            self.tokens[self.at..self.at + 2].iter_mut().for_each(|token| token.kind = TokenKind::Label);
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
                    self.builder.scope().lists.insert(name, Vec::new());
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
        self.take(";");
        let span = self.bytes_of(&(first..self.at));
        let tokens = self.tokens[first..self.at].to_vec();
        let instruction = Instruction::cut(self.text, &tokens);
        self.first = first;
        let (code, guard) = match self.decode(&instruction) {
            Ok(decoded) => decoded,
            Err(Wrong { mut said, whole, known }) => {
                if whole {
                    said.span = span.clone();
                }
                let reason = self.builder.reason(said.code, said.message.clone());
                // Where lines without a function run, what is not modelled is told when it is reached.
                if !known && (said.is_error() || !self.builder.implicit) {
                    self.module.diagnostics.push(said);
                }
                // A guard of its own still decides whether the line is reached.
                let guard = self.guard(&instruction).ok().flatten();
                let name = instruction.words.first().copied().unwrap_or("");
                let jumps = forms_of(name).first().and_then(|form| form.meaning.work()).is_some_and(Work::jumps);
                (Code::Stop { reason, writes: self.would_write(&instruction, jumps), jumps }, guard)
            }
        };
        if self.builder.implicit {
            self.colour(&instruction);
            let number = self.builder.function.lines.len() as u32;
            let content = Content::Line(number, self.parsed.take().map(Box::new));
            self.module.statements.push(Statement { span: span.clone(), content });
        }
        self.builder.function.lines.push(Line { code, guard, span: span.start as u32..span.end as u32 });
    }

    /// The registers that a line would write which does not run, in lines without a function: those of its first operand.
    fn would_write(&mut self, it: &Instruction, jumps: bool) -> Box<[Slot]> {
        let first = it.operands.first().copied().unwrap_or_default();
        if !self.builder.implicit || jumps || first.first().is_some_and(|token| it.shown(token) == "[") {
            return Box::default();
        }
        let names = first.iter().filter(|token| token.kind == TokenKind::Word && it.shown(token) != "_");
        names.filter_map(|token| self.register(it.shown(token), token.span.clone()).ok()).collect()
    }

    /// What the words of a line are that is no row of PTX's table, for colouring.
    fn colour(&mut self, it: &Instruction) {
        let guard = self.first..self.first + it.guard.len();
        let name = it.name().start;
        let operand = if it.words.first() == Some(&"bra") { TokenKind::Label } else { TokenKind::Register };
        for (at, token) in self.tokens.iter_mut().enumerate().skip(self.first).take(it.whole.len()) {
            token.kind = match token.kind {
                TokenKind::Word if guard.contains(&at) => TokenKind::GuardRegister,
                TokenKind::Word if token.span.start == name => TokenKind::Mnemonic,
                TokenKind::Word => operand,
                kind => kind,
            };
        }
    }

    /// Lets a line wait for a label.
    pub(super) fn wait_for(&mut self, label: &str) {
        let line = self.builder.function.lines.len();
        self.builder.scope().waiting.push((line, label.to_owned()));
    }
}
