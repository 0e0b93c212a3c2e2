//! A text of several statements among the languages.

use super::statement::{Content, Program};
use crate::instruction::Context;
use crate::number::Pattern;
use crate::reading::Reading;
use crate::register_file::RegisterFile;
use crate::run::{Operand, Place, Run};
use crate::syntax::{Completion, Diagnostic, Token, TokenKind, lex, sort_by_key};
use std::borrow::Cow;

impl Reading for Program {
    fn text(&self) -> &str {
        &self.text
    }

    fn context(&self) -> Context {
        self.context
    }

    /// Those of the statements, and the comments around them.
    fn tokens(&self) -> Cow<'_, [Token]> {
        let mut tokens: Vec<Token> = self.statements.iter().flat_map(|statement| statement.tokens.iter().cloned()).collect();
        tokens.extend(lex(&self.text).into_iter().filter(|token| token.kind == TokenKind::Comment));
        sort_by_key(&mut tokens, |token| token.span.start as u64);
        tokens.dedup_by_key(|token| token.span.start);
        Cow::Owned(tokens)
    }

    fn diagnostics(&self) -> Cow<'_, [Diagnostic]> {
        self.said().cloned().collect()
    }

    fn is_complete(&self) -> bool {
        !self.statements.is_empty()
    }

    fn name(&self) -> String {
        String::new()
    }

    fn printed(&self) -> String {
        self.text.trim().to_owned()
    }

    fn summary(&self) -> String {
        "Instructions run from top to bottom over one set of registers.".to_owned()
    }

    fn syntax(&self) -> &'static str {
        ""
    }

    fn completions(&self) -> Vec<Completion> {
        Vec::new()
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        Some(Program::run(self, registers))
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        let inputs = run.inputs().into_iter().enumerate().flat_map(|(place, value)| Operand::of('r', Some(place), value));
        inputs.chain(run.results.iter().flat_map(|value| Operand::of('d', None, value))).collect()
    }

    fn with_number(&self, _place: &Place, _number: Pattern) -> Option<String> {
        None
    }

    /// What was declared comes first.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for statement in &self.statements {
            if let Content::Declaration(names) = &statement.content {
                notes.push(format!("Declares {}.", names.join(", ")));
            }
            notes.extend(statement.diagnostics.iter().filter(|said| !said.is_error()).map(|said| said.message.clone()));
        }
        notes
    }
}
