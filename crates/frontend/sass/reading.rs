//! Machine code among the languages.

use super::complete;
use super::document::Document;
use super::lift::summary;
use super::modifier_choices::choices_at;
use super::operands::lane_count;
use super::run::give;
use super::statement::{Statement, What};
use super::text::{spelled, text};
use crate::number::Pattern;
use crate::reading::{ParsedSource, kept};
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Operand, Place, Run, name_of};
use crate::syntax::{Assignment, Completion, Diagnostic, Group};

impl ParsedSource for Document {
    kept!(tokens, diagnostics);

    fn language(&self) -> String {
        let word = if self.is_word { ", a word" } else { "" };
        ["machine code of ", self.context.target.name(), word].concat()
    }

    fn is_complete(&self) -> bool {
        if self.is_short() { !self.statements.is_empty() } else { self.runs() }
    }

    fn is_only_shown(&self) -> bool {
        let is_right = !self.statements.is_empty() && !self.diagnostics.iter().any(Diagnostic::is_error);
        !self.is_short() && !self.runs() && (self.is_listing || is_right)
    }

    fn name(&self) -> String {
        let names = self.statements.iter().map(|statement| match &statement.what {
            What::Instruction(instruction) => name_of(&text(instruction)).to_owned(),
            What::Other(name) | What::Unread(name) => name.clone(),
        });
        names.take(if self.is_short() { usize::MAX } else { 4 }).collect::<Vec<_>>().join("; ")
    }

    /// Words of 128 bits one line an instruction.
    fn printed(&self) -> String {
        let line = |statement: &Statement| match &statement.what {
            What::Instruction(instruction) if self.is_short() => spelled(instruction),
            What::Instruction(instruction) => text(instruction),
            What::Other(name) | What::Unread(name) if statement.span.is_empty() => format!("{name} ;"),
            What::Other(_) | What::Unread(_) => self.text[statement.span.clone()].to_owned(),
        };
        self.statements.iter().map(line).collect::<Vec<_>>().join(if self.is_short() { " " } else { "\n" })
    }

    /// What the instructions do, each once; of several words of 128 bits, how many there are.
    fn summary(&self) -> String {
        let count = self.instructions().count();
        if !self.is_short() && (self.statements.len(), count) != (1, 1) {
            return format!("{} machine instructions of 128 bits, {count} of them of floating point.", self.statements.len());
        }
        let mut said: Vec<&str> = Vec::new();
        for (_, instruction) in self.instructions() {
            let summary = instruction.row.mnemonic().map(|mnemonic| mnemonic.summary()).or_else(|| summary(&instruction));
            said.extend(summary.filter(|summary| !said.contains(summary)));
        }
        if !self.is_short() {
            said.push("A machine instruction of 128 bits.");
        }
        said.join(" ")
    }

    fn syntax(&self) -> &'static str {
        let row = self.instructions().next_back().map(|(_, instruction)| instruction.row);
        row.map_or("", |row| if row.syntax.is_empty() { row.name } else { row.syntax })
    }

    fn completions(&self) -> Vec<Completion> {
        if self.is_listing || self.is_word { Vec::new() } else { complete(&self.text, self.context.target) }
    }

    fn choices(&self) -> Vec<Group> {
        self.instructions().next_back().map_or(Vec::new(), |(at, _)| choices_at(self, at))
    }

    fn compiled(&self) -> Option<Vec<String>> {
        super::ptx::ptx(self)
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        self.run_all(registers)
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        self.table(run)
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        self.with_immediate(place, number)
    }

    fn rounding(&self) -> Option<Mode> {
        self.rounding_of_one()
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        self.run_rounded(mode, registers)
    }

    fn lanes(&self) -> u32 {
        let [statement] = &self.statements[..] else { return 1 };
        statement.instruction().map_or(1, |instruction| lane_count(&instruction))
    }

    fn guard(&self) -> Option<(String, bool)> {
        self.last_guard()
    }

    fn give(&self, registers: &mut RegisterFile, assignment: &Assignment) -> Result<(), String> {
        give(registers, assignment)
    }

    fn examples(&self, registers: &RegisterFile) -> Vec<(String, u64)> {
        self.example_values(registers)
    }
}
