//! The body of a function: scopes, declarations, labels and instructions, in the order of the text.

use super::memory::Space;
use super::module::{Code, Line};
use super::read::{Declared, Reader};
use super::statement::{Instruction, Wrong};
use crate::syntax::{TokenKind, declare};

impl Reader<'_> {
    /// The statements of a function, behind its opening brace.
    pub(super) fn body(&mut self) {
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
