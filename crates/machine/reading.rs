//! What a text that was read can be asked, in every language.

use crate::instruction::{Context, Evidence};
use crate::number::{OperandType, Pattern};
use crate::register_file::RegisterFile;
use crate::rounding::{Mode, read};
use crate::run::{Operand, Place, Run};
use crate::syntax::{Assignment, Completion, Diagnostic, Group, Token};
use core::any::Any;
use core::fmt;
use std::borrow::Cow;

/// Something known of a text that ran, beside its result.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// How something is known, under a title.
    Known(&'static str, Evidence),
    /// A sentence under a title.
    Said(&'static str, String),
}

/// A text as its language reads it. What only one language has is asked of its own type, by way of [`Any`].
pub trait ParsedSource: Any + Send + Sync {
    /// The text.
    fn text(&self) -> &str;

    /// The language that it is read as: `PTX`, `C, double`.
    fn language(&self) -> String;

    /// Target and PTX version.
    fn context(&self) -> Context;

    /// The pieces of the text, for colouring.
    fn tokens(&self) -> Cow<'_, [Token]>;

    /// What is to be said about the text.
    fn diagnostics(&self) -> Cow<'_, [Diagnostic]>;

    /// Whether there is something to run.
    fn is_complete(&self) -> bool;

    /// The instruction's name with its modifiers: `fma.rn.f32`.
    fn name(&self) -> String;

    /// The text as its language prints it.
    fn printed(&self) -> String;

    /// What it does, in a sentence or two.
    fn summary(&self) -> String;

    /// The line of the manual that it follows.
    fn syntax(&self) -> &'static str;

    /// What could be typed next at its end.
    fn completions(&self) -> Vec<Completion>;

    /// Runs what the text says, or what it comes nearest to.
    fn run(&self, registers: &RegisterFile) -> Option<Run>;

    /// The numbers of the operand table: what is read, then what is written, lane by lane.
    fn operands(&self, run: &Run) -> Vec<Operand>;

    /// The text with other bits in a number that stands in it.
    fn with_number(&self, place: &Place, number: Pattern) -> Option<String>;

    /// Whether it is to be looked at and does not run: a listing, an instruction that is taken apart alone.
    fn is_only_shown(&self) -> bool {
        false
    }

    /// Whether the text runs as it stands.
    fn is_accepted(&self) -> bool {
        self.is_complete() && !self.diagnostics().iter().any(Diagnostic::is_error)
    }

    /// Why the assembler refuses the text: the first error, or what is passed over for the sake of people who type.
    fn refusal(&self) -> Option<Diagnostic> {
        self.diagnostics().iter().find(|diagnostic| diagnostic.is_refusal()).cloned()
    }

    /// What is to be said of a text in which nothing is wrong.
    fn notes(&self) -> Vec<String> {
        self.notes_on(&RegisterFile::default())
    }

    /// The same where registers are given: of a constant among them nothing.
    fn notes_on(&self, given: &RegisterFile) -> Vec<String> {
        let is_given = |said: &Diagnostic| {
            let of_constant = matches!(said.code, "missing-constant" | "module-constant");
            of_constant && said.message.split(' ').next().is_some_and(|name| given.get(name).is_some())
        };
        let diagnostics = self.diagnostics();
        let notes = diagnostics.iter().filter(|said| !said.is_error() && !is_given(said));
        notes.map(|said| said.message.clone()).collect()
    }

    /// How many lanes it computes.
    fn lanes(&self) -> u32 {
        1
    }

    /// The predicate that decides whether it runs, and whether it must be false.
    fn guard(&self) -> Option<(String, bool)> {
        None
    }

    /// The modifiers that it takes, and those that it cannot with the reason.
    fn choices(&self) -> Vec<Group> {
        Vec::new()
    }

    /// The rounding mode, where it could have another.
    fn rounding(&self) -> Option<Mode> {
        None
    }

    /// Runs it with another rounding mode.
    fn run_in(&self, _mode: Mode, _registers: &RegisterFile) -> Option<Run> {
        None
    }

    /// Gives a register what a line assigns to it. The error is a sentence.
    fn give(&self, registers: &mut RegisterFile, assignment: &Assignment) -> Result<(), String> {
        registers.set(assignment.name, assignment.bits);
        Ok(())
    }

    /// Example values for what it reads and nobody set; what has none reads as zero.
    fn examples(&self, _registers: &RegisterFile) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// The PTX that a compiler makes of it, or that computes what machine code does, a line an instruction; none where that has branches, None
    /// where there is no such PTX.
    fn compiled(&self) -> Option<Vec<String>> {
        None
    }

    /// What is known of it besides.
    fn facts(&self, _run: &Run) -> Vec<Fact> {
        Vec::new()
    }
}

/// Example bits for what is read, by its place among others: what is computed with them is neither trivial nor exact.
pub fn example(own: OperandType, place: usize) -> u64 {
    const DECIMALS: [&str; 5] = ["0.1", "3", "-0.3", "0.7", "1.5"];
    const WHOLE: [u64; 5] = [7, 3, 10, 2, 5];
    if own.is_predicate() || own.format.is_integer() {
        return if own.is_predicate() { 0 } else { WHOLE[place % WHOLE.len()] };
    }
    let number = |place: usize| read(DECIMALS[place % DECIMALS.len()]).map_or(0, |number| number.to_bits(own.format, Mode::Rn).0);
    (0..own.lanes).fold(0, |word, lane| own.with_lane(word, lane, number(place + lane as usize)))
}

/// The getters of a reading that keeps its text, its context, and, in the fields named, its tokens and diagnostics.
#[macro_export]
macro_rules! kept {
    ($($tokens:ident).+, $($diagnostics:ident).+) => {
        fn text(&self) -> &str {
            &self.text
        }

        fn context(&self) -> $crate::instruction::Context {
            self.context
        }

        fn tokens(&self) -> std::borrow::Cow<'_, [$crate::syntax::Token]> {
            std::borrow::Cow::Borrowed(&self.$($tokens).+)
        }

        fn diagnostics(&self) -> std::borrow::Cow<'_, [$crate::syntax::Diagnostic]> {
            std::borrow::Cow::Borrowed(&self.$($diagnostics).+)
        }
    };
}
pub use kept;

impl fmt::Debug for dyn ParsedSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", self.text())
    }
}
