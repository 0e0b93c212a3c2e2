//! Lines without a function around them among the languages: they are the body of one that takes nothing and has no name.
//!
//! Registers that nobody declared are known by their first use, and a whole block may be pasted: its directives set the target and the
//! version, and the heads of its functions are skipped.

use super::module::{Content, Module, Statement};
use crate::instruction::Context;
use crate::number::Pattern;
use crate::reading::ParsedSource;
use crate::register_file::RegisterFile;
use crate::run::{Operand, Place, Run};
use crate::syntax::{Choice, ChoiceState, Completion, Diagnostic, Group, Switch, Toggle, Token, switch_in, with_option, without_option};
use std::borrow::Cow;

impl Module {
    /// A statement's own text.
    pub fn code(&self, statement: &Statement) -> &str {
        self.text.get(statement.span.clone()).unwrap_or("").trim()
    }

    /// What is to be said of a statement, the worst first. One that no longer ends as it should is about its end.
    pub fn said(&self, statement: usize) -> impl Iterator<Item = &Diagnostic> {
        let begins = |at: usize| self.statements.get(at).map_or(usize::MAX, |statement| statement.span.start);
        let own = if statement == 0 { 0 } else { begins(statement) }..begins(statement + 1);
        self.diagnostics.iter().filter(move |said| own.contains(&said.span.start))
    }
}

impl ParsedSource for Module {
    fn text(&self) -> &str {
        &self.text
    }

    fn language(&self) -> String {
        "PTX".into()
    }

    fn context(&self) -> Context {
        self.context
    }

    fn tokens(&self) -> Cow<'_, [Token]> {
        Cow::Borrowed(&self.tokens)
    }

    fn diagnostics(&self) -> Cow<'_, [Diagnostic]> {
        Cow::Borrowed(&self.diagnostics)
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

    /// Where ptxas joins a product and a sum: whether it may.
    fn choices(&self) -> Vec<Group> {
        let (places, on) = switch_in(&self.text, &self.tokens, Switch::Fmad);
        let apart = on == Some(false);
        if !apart && self.diagnostics.iter().all(|said| said.code != "joined") {
            return Vec::new();
        }
        let without = without_option(&self.text, places.into_iter());
        let (state, edit) = match apart {
            true => (ChoiceState::Chosen, without),
            false => (ChoiceState::Available, with_option(&without, Switch::Fmad)),
        };
        let choice = Choice {
            toggle: Toggle::Compiler(Switch::Fmad),
            text: Switch::Fmad.text().to_owned(),
            words: Switch::Fmad.words().to_owned(),
            state,
            edit: Some(edit),
        };
        vec![Group { title: "ptxas", choices: vec![choice] }]
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        Some(Module::run(self, registers))
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        let inputs = run.inputs().into_iter().enumerate().flat_map(|(place, value)| Operand::of('r', Some(place), value));
        inputs.chain(run.results.iter().flat_map(|value| Operand::of('d', None, value))).collect()
    }

    fn with_number(&self, _place: &Place, _number: Pattern) -> Option<String> {
        None
    }

    /// What was declared comes first.
    fn notes_on(&self, _given: &RegisterFile) -> Vec<String> {
        let declared = self.statements.iter().filter_map(|statement| match &statement.content {
            Content::Declaration(names) => Some(format!("Declares {}.", names.join(", "))),
            Content::Directive | Content::Line(..) => None,
        });
        declared.chain(self.diagnostics.iter().filter(|said| !said.is_error()).map(|said| said.message.clone())).collect()
    }
}
