//! A call among the languages.

use super::bar::choices;
use super::call::{Call, Source, number_text};
use super::complete;
use super::parse::Parsed;
use super::run::{arguments, run};
use crate::instruction::cuda::MODES;
use crate::number::{OperandType, Pattern};
use crate::reading::{Fact, Reading, kept};
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Operand, Place, Run, Value};
use crate::syntax::{Completion, Group};

impl Parsed {
    fn called(&self, letter: &str) -> char {
        letter.chars().next().unwrap_or('x')
    }
}

impl Reading for Parsed {
    kept!(tokens, diagnostics);

    fn is_complete(&self) -> bool {
        self.call.is_some()
    }

    fn name(&self) -> String {
        self.call.as_ref().map(Call::function_name).unwrap_or_default()
    }

    fn printed(&self) -> String {
        self.call.as_ref().map(Call::printed).unwrap_or_default()
    }

    /// What it does, with the PTX that it is where that is one instruction.
    fn summary(&self) -> String {
        let Some(call) = &self.call else { return String::new() };
        let summary = call.function.row.summary;
        match call.ptx().as_deref() {
            None => [summary, " The compiler makes several instructions of it; here it runs whole."].concat(),
            Some([line]) => [summary, " In PTX: `", line, "`"].concat(),
            Some(_) => summary.to_owned(),
        }
    }

    fn syntax(&self) -> &'static str {
        self.call.as_ref().map_or("", |call| call.function.row.prototype)
    }

    fn completions(&self) -> Vec<Completion> {
        complete(&self.text, self.text.len())
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        Some(run(self.call.as_ref()?, registers))
    }

    fn operands(&self, ran: &Run) -> Vec<Operand> {
        let Some(call) = &self.call else { return Vec::new() };
        let mut all = Vec::new();
        for (index, (argument, pattern)) in call.arguments.iter().zip(arguments(call, &ran.before)).enumerate() {
            let name = match &argument.source {
                Source::Variable(name) => name.clone(),
                Source::Number(_) => String::new(),
            };
            let value = Value { name, own: OperandType::one(pattern.format), bits: pattern.bits };
            all.extend(Operand::of(self.called(argument.parameter.name), Some(index), &value));
        }
        for (output, value) in call.outputs.iter().zip(&ran.results) {
            all.extend(Operand::of(self.called(output.letter), None, value));
        }
        all
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        let argument = self.call.as_ref()?.arguments.get(place.source?)?;
        Some([self.text.get(..argument.span.start)?, &number_text(number), self.text.get(argument.span.end..)?].concat())
    }

    fn choices(&self) -> Vec<Group> {
        self.call.as_ref().map(|call| choices(&self.text, call)).unwrap_or_default()
    }

    fn rounding(&self) -> Option<Mode> {
        let call = self.call.as_ref()?;
        call.mode.filter(|_| call.function.modes.len() == MODES.len())
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        Some(run(&Call { mode: Some(mode), ..self.call.clone()? }, registers))
    }

    fn compiled(&self) -> Option<Vec<String>> {
        Some(self.call.as_ref().and_then(|call| call.ptx()).unwrap_or_default())
    }

    /// How the PTX behind it is known, and its documented error.
    fn facts(&self, ran: &Run) -> Vec<Fact> {
        let Some(call) = &self.call else { return Vec::new() };
        let row = call.function.row;
        let ptx = ran.blocks.iter().any(|block| block.computed.is_some()).then_some(Fact::Known("Its PTX", row.evidence));
        let error = match row.accuracy {
            "" => None,
            "0" => Some("0: rounded once"),
            accuracy => Some(accuracy),
        };
        ptx.into_iter().chain(error.map(|error| Fact::Said("Documented error", error.to_owned()))).collect()
    }
}
