//! What the explorer shows of a text that ran, whatever its language: a run with the operand table and what its result is worth.

use super::language::{Read, later};
use super::registers::Registers;
use semantics::number::Pattern;
use semantics::rounding::{Flags, Mode};
use semantics::run::{Operand, Place, Run, Value};
use semantics::sweep::error_report::{ErrorReport, GoodBits};
use semantics::syntax::{Choice, ChoiceState, sort_by_key};
use semantics::trace::text::story;

/// Something that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The text as read.
    pub reading: Read,
    /// What became of it; an approximation is compared with the truth in a last step.
    pub run: Run,
    /// The rows of the operand table: the sources, then the destination, lane by lane.
    pub operands: Vec<Operand>,
    /// What an approximation is worth, once the code that knows is here.
    pub verdict: Option<ErrorReport>,
}

/// The result in one rounding mode.
#[derive(Clone, Debug, PartialEq)]
pub struct InMode {
    /// The mode.
    pub mode: Mode,
    /// The results, lane by lane.
    pub results: Vec<Pattern>,
    /// Whether the instruction asks for it.
    pub current: bool,
}

impl Evaluated {
    /// Runs what a text says, or what it comes nearest to.
    pub fn new(reading: &Read, registers: &Registers) -> Option<Evaluated> {
        let mut run = reading.run(&with_examples(reading, registers).file)?;
        let operands = reading.operands(&run);
        let several = run.blocks.len() > 1;
        let verdict = later().filter(|_| several || run.is_approximate()).and_then(|later| (later.judge)(&**reading, &mut run));
        Some(Evaluated { reading: reading.clone(), run, operands, verdict })
    }

    /// The instruction's name with its modifiers: `fma.rn.f32`.
    pub fn name(&self) -> String {
        self.reading.name()
    }

    /// The words that stand in the text and what each does, in the order of the text.
    pub fn words(&self) -> Vec<Choice> {
        // What goes without saying stands in no text.
        let stands = |choice: &Choice| self.reading.text().to_ascii_lowercase().contains(&choice.text.to_ascii_lowercase());
        let chosen = |choice: &Choice| choice.state == ChoiceState::Chosen && !choice.words.is_empty() && stands(choice);
        let mut words: Vec<Choice> = self.reading.choices().into_iter().flat_map(|group| group.choices).filter(chosen).collect();
        let name = self.reading.name();
        let place = |text: &str| {
            let ends = |at: &usize| name[at + text.len()..].chars().next().is_none_or(|next| next == '.');
            name.match_indices(text).map(|(at, _)| at).find(ends)
        };
        sort_by_key(&mut words, |choice| place(&choice.text).map_or(0, |at| at as u64));
        words
    }

    /// How many lanes it computes.
    pub fn lanes(&self) -> u32 {
        self.reading.lanes()
    }

    /// The rows of the operand table without their bits.
    pub fn rows(&self) -> Vec<Place> {
        self.operands.iter().map(|operand| operand.place.clone()).collect()
    }

    /// The bits at a place.
    pub fn at(&self, place: &Place) -> Option<Pattern> {
        self.operands.iter().find(|operand| operand.place == *place).map(|operand| operand.number)
    }

    /// The results, lanes from the low one up.
    pub fn results(&self) -> impl Iterator<Item = Pattern> {
        results(&self.operands)
    }

    /// The predicates that it writes, where it writes no number.
    pub fn predicates(&self) -> impl Iterator<Item = &Value> {
        let alone = self.results().next().is_none();
        self.run.results.iter().filter(move |value| alone && value.own.is_predicate())
    }

    /// The same operands in all modes, if it takes one.
    pub fn modes(&self) -> Vec<InMode> {
        let Some(own) = self.reading.rounding() else { return Vec::new() };
        let one = |mode| {
            let run = self.reading.run_in(mode, &self.run.before)?;
            Some(InMode { mode, results: results(&self.reading.operands(&run)).collect(), current: mode == own })
        };
        Mode::ALL.into_iter().filter_map(one).collect()
    }

    /// The one sentence of a lane.
    pub fn why(&self, lane: u32) -> String {
        match later() {
            Some(later) => (later.why)(&*self.reading, &self.run, self.verdict.as_ref(), lane),
            None => self.run.why(lane),
        }
    }

    /// The result as people say it: decimal values, lanes from the low one up.
    pub fn result_decimal(&self) -> String {
        let predicates = self.predicates().map(|value| value.own.decimal(value.bits));
        let lanes: Vec<String> = self.results().map(|result| result.value_text()).chain(predicates).collect();
        lanes.join(", ")
    }

    /// Whether its error is what there is to look at, rather than a rounding.
    pub fn is_measured(&self) -> bool {
        self.verdict.is_some() || self.run.is_approximate() && self.run.only().is_some_and(|block| block.word.is_none())
    }

    /// The flags, as one phrase.
    pub fn flag_words(&self) -> String {
        let (approximate, flags) = (self.run.is_approximate(), self.run.flags());
        match self.verdict.as_ref().map(|verdict| verdict.good_bits) {
            Some(GoodBits::All) => "exact".into(),
            Some(_) if !approximate && flags == Flags::NONE => "not exact, no flag".into(),
            _ => self.words_of(approximate, flags),
        }
    }

    /// The flags of one result: where there are several, those of what it comes from.
    pub fn flags_of(&self, place: &Place) -> String {
        if self.run.results.len() < 2 {
            return self.flag_words();
        }
        let behind = self.run.behind(&place.names);
        let flags = behind.iter().fold(Flags::NONE, |flags, block| flags | block.flags);
        self.words_of(behind.iter().any(|block| block.approximate), flags)
    }

    fn words_of(&self, approximate: bool, flags: Flags) -> String {
        if approximate {
            return "approximate".into();
        }
        let names: Vec<&str> = flags.names().collect();
        match names[..] {
            [] if self.run.is_of_integers() => "no rounding".into(),
            [] => "exact".into(),
            _ => names.join(", "),
        }
    }

    /// The whole explanation as plain text.
    pub fn explanation(&self, link: &str) -> String {
        let context = self.reading.context();
        let mut text = format!("{}\n{} PTX {}\n", self.reading.printed(), context.target.name(), context.ptx);
        text.push_str(&self.bits_text());
        text.push_str(&format!("IEEE flags: {} (the hardware raises none)\n\n", self.flag_words()));
        text.push_str(&story(&self.run.trace));
        text.push_str(&format!("\n{link}\n"));
        text
    }

    /// Operands and result, one a line: name, fields in binary, hex, decimal.
    pub fn bits_text(&self) -> String {
        let mut text = String::new();
        for Operand { place, number } in &self.operands {
            text.push_str(&format!("{} = {}  0x{}  {}\n", place.name(), number.binary(), number.hex(), number.value_text()));
        }
        text
    }
}

fn results(operands: &[Operand]) -> impl Iterator<Item = Pattern> {
    operands.iter().filter(|operand| operand.place.source.is_none()).map(|operand| operand.number)
}

/// The registers with the example values that stand in for those that nobody set.
pub fn with_examples(reading: &Read, registers: &Registers) -> Registers {
    let mut registers = registers.clone();
    let examples = reading.examples(&registers.file);
    examples.into_iter().for_each(|(name, bits)| registers.set(&name, bits));
    registers
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::Context;

    fn evaluated(text: &str) -> Evaluated {
        let reading = Read::of(text, &Context::default()).unwrap();
        Evaluated::new(&reading, &Registers::default()).unwrap()
    }

    /// A function of the library is many instructions: what the last of them did is no reason, and its flag is not the result's.
    #[test]
    fn a_function_of_the_library_is_measured() {
        for text in ["sinf(1e5f)", "logf(2.0f)", "exp(1.0)", "expf(1.0f)", "powf(2.0f, 0.5f)", "float x = 0.5f; expf(x)"] {
            let own = evaluated(text);
            assert!(own.is_measured(), "{text}");
            assert!(own.why(0).starts_with("Several instructions make the result"), "{text}: {}", own.why(0));
            let near = own.verdict.as_ref().and_then(|verdict| verdict.error.thousandths()).is_some_and(|error| error.abs() < 3000);
            assert!(near, "{text}: {}", own.why(0));
            assert_ne!(own.flag_words(), "exact", "{text}");
        }
        // One instruction is measured by itself, and one that rounds once is not.
        assert!(evaluated("0.1f / 3.0f // -use_fast_math").why(0).starts_with("A fast approximation"));
        assert!(!evaluated("sqrtf(2.0f)").is_measured());
        assert!(!evaluated("0.1f * 3.0f").is_measured());
    }

    /// A result whose last instruction loses nothing is not called exact where an earlier one rounded.
    #[test]
    fn an_earlier_rounding_is_not_forgotten() {
        let own = evaluated("0.1f * 3.0f * 2.0f");
        assert_eq!(own.flag_words(), "inexact");
        assert_eq!(own.why(0), "The last instruction loses nothing; an earlier one rounded.");
    }

    /// Of several results each has the flags of what it comes from.
    #[test]
    fn each_result_has_its_own_flags() {
        let flags = |text: &str| {
            let own = evaluated(text);
            let results = own.operands.iter().filter(|operand| operand.place.source.is_none());
            results.map(|operand| own.flags_of(&operand.place)).collect::<Vec<_>>()
        };
        assert_eq!(flags("FFMA R0, R1, R2, R3;\nMUFU.RCP R4, R0;"), ["inexact", "approximate"]);
        // What was written before counts no more.
        assert_eq!(flags("MUFU.RCP R0, R1;\nFADD R2, R0, R0;\nFFMA R0, R3, R4, R5;"), ["approximate", "inexact"]);
        assert_eq!(flags("MUFU.RCP R4, R0;\nFFMA R5, R4, R2, R3;"), ["approximate", "approximate"]);
        assert_eq!(flags("FFMA R0, R1, R2, R3;\nFADD R5, R1, R1;"), ["inexact", "exact"]);
    }

    /// Registers that nobody set have example values, whatever their names are.
    #[test]
    fn what_is_read_has_example_values() {
        let own = evaluated("fma.rn.f32 d, a, b, c;");
        assert_ne!(own.result_decimal(), "0.0");
        assert!(own.run.notes().is_empty(), "{:?}", own.run.notes());
        assert_ne!(evaluated("cvt.rna.tf32.f32 d, a;").results().next().map(|own| own.bits), Some(0));
    }
}
