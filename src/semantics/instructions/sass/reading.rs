//! Machine code among the languages.

use super::bar::choices;
use super::complete;
use super::document::Document;
use super::run::{examples, give, guard, lanes_of, operands, rounding, run, with_number, with_rounding};
use super::spelled;
use super::statement::Statement;
use crate::number::Pattern;
use crate::reading::{Reading, kept};
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Operand, Place, Run, name_of};
use crate::syntax::{Assignment, Completion, Group};

impl Document {
    fn each(&self, of: impl Fn(&Statement) -> String, between: &str) -> String {
        self.statements.iter().map(of).collect::<Vec<_>>().join(between)
    }
}

impl Reading for Document {
    kept!(tokens, diagnostics);

    fn is_complete(&self) -> bool {
        !self.statements.is_empty()
    }

    fn name(&self) -> String {
        self.each(|statement| name_of(&spelled(&statement.instruction, self.target)).to_owned(), "; ")
    }

    fn printed(&self) -> String {
        self.each(|statement| spelled(&statement.instruction, self.target), " ")
    }

    /// What the instructions do, each once.
    fn summary(&self) -> String {
        let mut said: Vec<&str> = Vec::new();
        for statement in &self.statements {
            let summary = statement.instruction.form.mnemonic.summary();
            if !said.contains(&summary) {
                said.push(summary);
            }
        }
        said.join(" ")
    }

    fn syntax(&self) -> &'static str {
        self.statements.last().map_or("", |statement| statement.instruction.form.syntax)
    }

    fn completions(&self) -> Vec<Completion> {
        if self.word.is_some() { Vec::new() } else { complete(&self.text, self.context.target) }
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        run(self, &self.statements, registers)
    }

    fn operands(&self, ran: &Run) -> Vec<Operand> {
        operands(&self.statements, ran)
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        with_number(self, place, number)
    }

    fn lanes(&self) -> u32 {
        lanes_of(&self.statements)
    }

    fn guard(&self) -> Option<(String, bool)> {
        guard(&self.statements)
    }

    fn choices(&self) -> Vec<Group> {
        choices(self)
    }

    fn rounding(&self) -> Option<Mode> {
        rounding(&self.statements)
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        let [statement] = &self.statements[..] else { return None };
        run(self, &[with_rounding(statement, mode)], registers)
    }

    fn give(&self, registers: &mut RegisterFile, assignment: &Assignment) -> Result<(), String> {
        give(registers, assignment)
    }

    fn examples(&self, registers: &RegisterFile) -> Vec<(String, u64)> {
        examples(&self.statements, registers)
    }
}
