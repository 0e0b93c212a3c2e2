//! One side of a comparison: a text of any language, run with every step kept.

use crate::instruction::{Context, Target};
use crate::kernel::Module;
use crate::language::{ParsedSource, is_ptx, read};
use crate::line::{self, behind_registers};
use crate::number::{Format, OperandType};
use crate::register_file::RegisterFile;
use crate::run::{Block, Run, StoppedBy, Value};
use crate::syntax::Registers;
use crate::trace::Step;

/// A text that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// What became of it.
    pub run: Run,
    /// Why the text does not run, or the part of it that does not.
    pub problem: Option<String>,
}

impl Side {
    /// Reads and runs a text. It may give registers in front of a bar, as in a line of `ulp`.
    pub fn run(text: &str, context: &Context, registers: &RegisterFile) -> Side {
        let (target, behind) = with_target(text, context.target);
        let start = behind_registers(behind);
        let (given, code) = (&behind[..start.saturating_sub(1)], &behind[start..]);
        let reading: Box<dyn ParsedSource> = if !is_ptx(code) {
            read(&code.replace('\n', " "), &Context { target, ..*context })
        } else {
            Box::new(Module::implicit(text, context, Registers::default()))
        };
        let (file, wrong) = match line::registers(given, &*reading, registers.clone()) {
            Ok(file) => (file, None),
            Err(wrong) => (registers.clone(), Some(wrong.message)),
        };
        let problem = reading.refusal().map(|refusal| refusal.message).or(wrong);
        let run = reading.run(&file).unwrap_or_default();
        let is_gap = |block: &&Block| !matches!(block.stopped_by, None | Some(StoppedBy::Guard(_)));
        let passed = || run.blocks.iter().find(is_gap).and_then(|block| block.notes().next());
        let nothing = || run.blocks.is_empty().then(|| "There is no instruction here.".to_owned());
        Side { problem: problem.or_else(passed).or_else(nothing), run }
    }

    /// What the last instruction wrote.
    pub fn result(&self) -> Option<&Value> {
        self.run.blocks.iter().rev().find_map(|block| block.written.first())
    }

    /// The format of the result; None for a predicate, and where nothing was written.
    pub fn format(&self) -> Option<&'static Format> {
        self.result().map(|value| value.own).filter(|own| !own.is_predicate()).map(OperandType::as_word)
    }

    /// Every step of all instructions.
    pub fn steps(&self) -> &[Step] {
        &self.run.trace.steps
    }

    /// The instruction that a step belongs to.
    pub fn block_of(&self, step: usize) -> Option<&Block> {
        self.run.blocks.iter().find(|block| block.steps.contains(&step))
    }
}

/// The target that a first line names, and what stands behind it.
pub fn with_target(text: &str, usual: Target) -> (Target, &str) {
    let named = || {
        let (line, behind) = text.trim_start().strip_prefix(".target")?.split_once('\n')?;
        Some((Target::named(line.trim())?, behind))
    };
    named().unwrap_or((usual, text))
}
