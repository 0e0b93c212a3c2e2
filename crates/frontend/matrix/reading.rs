//! A matrix instruction among the languages.

use super::complete::completions;
use super::parse::{Line, Source};
use super::run::INDICES;
use crate::number::{F64, Pattern};
use crate::reading::{Fact, ParsedSource, kept};
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Operand, Place, Run, Value};
use crate::syntax::Completion;

/// The letters of the operands in their order; those of the scales are ours, and so is that of the indices of a sparse A.
const LETTERS: [char; 7] = ['d', 'a', 'b', 'c', 'e', 'f', 'i'];

impl ParsedSource for Line {
    kept!(tokens, diagnostics);

    fn language(&self) -> String {
        "PTX, matrices".into()
    }

    fn is_complete(&self) -> bool {
        self.plan.is_some()
    }

    fn name(&self) -> String {
        crate::run::name_of(&self.text).to_owned()
    }

    fn printed(&self) -> String {
        self.text.trim().to_owned()
    }

    fn summary(&self) -> String {
        let Some(plan) = &self.plan else { return String::new() };
        let becomes = if plan.becomes.is_empty() {
            String::new()
        } else {
            format!(" On {} it becomes {}.", self.context.target.name(), plan.becomes)
        };
        let what =
            if plan.element { "Computes one element of D = A·B + C: a row of A times a column of B, and c." } else { plan.form.summary };
        [what, &becomes].concat()
    }

    fn syntax(&self) -> &'static str {
        "mma.sync.aligned.shape.alayout.blayout.dtype.atype.btype.ctype  d, a, b, c;"
    }

    fn completions(&self) -> Vec<Completion> {
        completions(&self.text, &self.context)
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        Some(self.plan.as_ref()?.run(&self.text, self.context, registers))
    }

    fn operands(&self, ran: &Run) -> Vec<Operand> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let mut all = Vec::new();
        for (source, (place, item)) in plan.sources().enumerate() {
            let name = if let Source::Register(name) = &item.source { name.clone() } else { String::new() };
            let value = Value { name, own: plan.own(place), bits: plan.bits(item, place, &ran.before) };
            all.extend(Operand::of(LETTERS[place.min(INDICES)], Some(source), &value));
        }
        all.extend(ran.results.iter().flat_map(|value| Operand::of('d', None, value)));
        all
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        let plan = self.plan.as_ref()?;
        let (_, item) = plan.sources().nth(place.source?)?;
        let text = if number.format.width() >= 32 { number.ptx() } else { ["0x", &number.hex()].concat() };
        Some([self.text.get(..item.span.start)?, &text, self.text.get(item.span.end..)?].concat())
    }

    fn rounding(&self) -> Option<Mode> {
        let plan = self.plan.as_ref()?;
        (*plan.row.accumulator == F64::FORMAT).then(|| plan.head.mode.unwrap_or_default())
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        let mut plan = self.plan.clone()?;
        plan.head.mode = Some(mode);
        Some(plan.run(&self.text, self.context, registers))
    }

    /// How the head is known, what no data decides, and what that would change.
    fn facts(&self, run: &Run) -> Vec<Fact> {
        let known = self.plan.iter().map(|plan| Fact::Known("The head", plan.form.evidence));
        let doubts = self.plan.iter().flat_map(|plan| plan.row.doubts).map(|doubt| doubt.sentence().to_owned());
        let others = self.plan.iter().flat_map(|plan| plan.otherwise(&run.before));
        let others = others.map(|(products, d)| format!("D would be {} if {products} products were one sum.", d.value_text()));
        known.chain(doubts.chain(others).map(|said| Fact::Said("A doubt", said))).collect()
    }
}
