//! What became of a text that ran, whatever language it is in: instructions in order, what each read and wrote, every step.
//!
//! A language makes a [`Run`]; whoever shows, prints, compares or searches one asks nothing else. What `ulp` computes silently has the same
//! [`Request`](crate::evaluate::Request) and no steps.

mod block;
mod operand;

pub use block::{Block, StoppedBy, Value, mnemonic_of, name_of};
pub use operand::{Operand, Place, by_lane, lane_name};

use crate::instruction::Evidence;
use crate::kernel::printing::Printed;
use crate::register_file::RegisterFile;
use crate::rounding::{Flags, Lost};
use crate::trace::microscope::{Microscope, of_step};
use crate::trace::sentence::why;
use crate::trace::{Recorder, Remark, Step, Trace};
use std::sync::Arc;

/// What ran before the first instruction that a run tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    /// How many lines.
    pub lines: u64,
    /// What IEEE 754 says of them.
    pub flags: Flags,
}

impl Earlier {
    /// What is to be said of it.
    pub fn note(&self) -> Option<String> {
        (self.lines > 0).then(|| format!("{} lines ran before those that are shown here.", self.lines))
    }
}

/// A text that ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The instructions, in order.
    pub blocks: Vec<Block>,
    /// The steps of all of them.
    pub trace: Trace,
    /// The registers before.
    pub before: RegisterFile,
    /// The registers in the end.
    pub registers: RegisterFile,
    /// What the text leaves, each once, in order.
    pub results: Vec<Value>,
    /// What of a long run is not told.
    pub earlier: Earlier,
    /// The instruction that made the first result, where it is not the last one.
    pub about: Option<usize>,
    /// What it printed.
    pub printed: Vec<Printed>,
    /// What IEEE 754 says of it, where its instructions say other things on their way.
    pub stated: Option<Flags>,
}

impl Run {
    /// Of nothing yet, on registers.
    pub fn on(registers: &RegisterFile) -> Run {
        Run { before: registers.clone(), registers: registers.clone(), ..Run::default() }
    }

    /// What IEEE 754 says of it all.
    pub fn flags(&self) -> Flags {
        self.stated.unwrap_or_else(|| self.blocks.iter().fold(self.earlier.flags, |flags, block| flags | block.flags))
    }

    /// How we know what comes out: as its least known instruction.
    pub fn evidence(&self) -> Option<Evidence> {
        let computed = self.blocks.iter().filter(|block| !matches!(block.stopped_by, Some(StoppedBy::Absent(_))));
        computed.map(|block| block.evidence).max_by_key(|evidence| evidence.weakness())
    }

    /// Whether the special function unit takes part.
    pub fn is_approximate(&self) -> bool {
        self.blocks.iter().any(|block| block.approximate)
    }

    /// Why a result is missing or the end was not reached: a code, and a sentence. What is not modelled is passed over where anything else ran.
    pub fn broken_off(&self) -> Option<(&'static str, String)> {
        let alone = self.blocks.iter().all(|block| matches!(block.stopped_by, Some(StoppedBy::Absent(_))));
        self.blocks.iter().find_map(|block| {
            let code = match &block.stopped_by {
                Some(StoppedBy::Absent(_)) if alone => "not-modelled",
                None | Some(StoppedBy::Guard(_) | StoppedBy::Absent(_)) => return None,
                Some(StoppedBy::Missing(..)) => "not-run",
                Some(StoppedBy::End(code, _)) => code,
            };
            Some((code, block.notes().next().unwrap_or_default()))
        })
    }

    /// The instructions that registers' last values come from; all of them where memory or lines that are not told may have a part in it.
    pub fn behind(&self, names: &[String]) -> Vec<&Block> {
        let apart = self.earlier.lines == 0 && !self.blocks.iter().any(|block| block.name().starts_with("st"));
        let mut wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut all = Vec::new();
        for block in self.blocks.iter().rev() {
            if !apart || block.written.iter().any(|value| wanted.contains(&&*value.name)) {
                // What it wrote, nobody before it did.
                if block.ran() {
                    wanted.retain(|name| block.written.iter().all(|value| value.name != *name));
                }
                wanted.extend(block.read.iter().map(|value| &*value.name));
                all.push(block);
            }
        }
        all
    }

    /// Whether all that ran works on integers or bits, which are not rounded and raise no flags.
    pub fn is_of_integers(&self) -> bool {
        // Bits that are moved are what the result is taken for.
        let integers = !self.results.is_empty() && self.results.iter().all(|value| value.own.format.is_integer());
        let moves = |block: &Block| integers && block.name().starts_with("mov.b");
        let of_integers = |block: &Block| block.computed.as_ref().is_some_and(|(request, _)| request.form.is_of_integers());
        !self.blocks.is_empty() && self.blocks.iter().all(|block| of_integers(block) || moves(block))
    }

    /// Whether an instruction of it ran.
    pub fn ran(&self) -> bool {
        self.blocks.iter().any(Block::ran)
    }

    /// The instruction, where there is one alone.
    pub fn only(&self) -> Option<&Block> {
        if let [block] = &self.blocks[..] { Some(block) } else { None }
    }

    /// The steps of an instruction.
    pub fn steps(&self, block: &Block) -> &[Step] {
        self.trace.steps.get(block.steps.clone()).unwrap_or_default()
    }

    /// What is to be said of how it ran, in sentences.
    pub fn notes(&self) -> Vec<String> {
        // What a load finds, `R4@3`: one that finds what another found before it has no name of its own.
        let is_read = |name: &str| self.blocks.iter().any(|block| block.read.iter().any(|value| value.name == name));
        let unread = self.before.iter().filter(|(name, _)| name.contains('@') && !is_read(name));
        let unread = unread.map(|(name, _)| format!("{name} is given, and nothing that ran reads it."));
        let mut notes: Vec<String> = self.earlier.note().into_iter().collect();
        // What was said to be missing is not said again.
        let mut said: Vec<&String> = Vec::new();
        for block in &self.blocks {
            notes.extend(block.notes_beside(&said));
            said.extend(&block.unset);
        }
        notes.extend(unread);
        notes
    }

    /// What is read before anything has written it, each once, in order.
    pub fn inputs(&self) -> Vec<&Value> {
        let (mut inputs, mut written): (Vec<&Value>, Vec<&str>) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            for value in &block.read {
                if !written.contains(&&*value.name) && inputs.iter().all(|known| known.name != value.name) {
                    inputs.push(value);
                }
            }
            written.extend(block.written.iter().map(|value| &*value.name));
        }
        inputs
    }

    /// Predicates that no one set, and so let their instructions run.
    pub fn assumed(&self) -> impl Iterator<Item = &(String, u64)> {
        self.blocks.iter().filter_map(|block| block.assumed.as_ref())
    }

    /// Registers that were read and never set, each once.
    pub fn unset(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for name in self.blocks.iter().flat_map(|block| &block.unset) {
            if !all.contains(&&**name) {
                all.push(name);
            }
        }
        all
    }

    /// Takes in an instruction that ran on the registers as they are: they take what it wrote.
    pub fn push(&mut self, mut block: Block, trace: Trace) {
        let start = self.trace.steps.len();
        self.trace.steps.extend(trace.steps);
        block.steps = start..self.trace.steps.len();
        if let Some((predicate, bits)) = &block.assumed {
            self.registers.set(predicate, *bits);
        }
        for written in block.written.iter().filter(|_| block.ran()) {
            self.registers.set(&written.name, written.bits);
        }
        for written in &block.written {
            match self.results.iter_mut().find(|known| known.name == written.name) {
                Some(known) => *known = written.clone(),
                None => self.results.push(written.clone()),
            }
        }
        self.blocks.push(block);
    }

    /// Takes in the instructions of another run, each under a heading where there is a sentence for it.
    pub fn append<'w>(&mut self, done: &Run, why: impl Fn(&Block) -> Option<&'w str>) {
        for block in &done.blocks {
            let mut trace = Trace::default();
            if let Some(why) = why(block) {
                heading(&block.text, why.to_owned(), &mut trace);
            }
            trace.steps.extend(done.steps(block).iter().cloned());
            self.push(Block { statement: self.blocks.len(), unset: Vec::new(), ..block.clone() }, trace);
        }
    }

    /// Shows the first result as a step, where nothing but moves led to it.
    pub fn show_moved(&mut self) {
        if self.trace.steps.is_empty()
            && let (Some(value), Some(last)) = (self.results.first(), self.blocks.last_mut())
        {
            self.trace.step(|| Step::Encode { result: value.pattern() });
            last.steps = 0..1;
        }
    }

    /// The instruction that made the first result.
    fn maker(&self) -> Option<&Block> {
        self.about.and_then(|about| self.blocks.get(about)).or(self.blocks.last())
    }

    /// The steps of a lane, counted among those that are computed; of several instructions those of the one that made the result.
    pub fn steps_of(&self, lane: u32) -> &[Step] {
        let steps = self.maker().map(|block| self.steps(block)).unwrap_or_default();
        let begins =
            |wanted: u32| steps.iter().enumerate().filter(|(_, step)| step.lane().is_some()).nth(wanted as usize).map(|(at, _)| at);
        let start = begins(lane).unwrap_or(0);
        let end = begins(lane + 1).unwrap_or(steps.len());
        steps.get(start..end.max(start)).unwrap_or_default()
    }

    /// The rounding of a lane under magnification, if there was one.
    pub fn microscope(&self, lane: u32) -> Option<Microscope> {
        self.steps_of(lane).iter().find_map(of_step)
    }

    /// The last instruction before the result's own that rounded, with its rounding under magnification.
    pub fn rounded_before(&self) -> Option<(&Block, Microscope)> {
        let before = self.blocks.iter().rev().skip_while(|block| !self.maker().is_some_and(|maker| core::ptr::eq(*block, maker))).skip(1);
        before.filter(|block| block.ran()).find_map(|block| Some((block, self.steps(block).iter().rev().find_map(of_step)?)))
    }

    /// The instruction whose predicate chose the result, where it was chosen from two.
    pub fn chooser(&self) -> Option<&Block> {
        let maker = self.maker().filter(|maker| maker.name().starts_with("selp"))?;
        let wrote = |block: &&Block| block.written.iter().any(|written| maker.read.iter().any(|read| read.name == written.name));
        self.blocks
            .iter()
            .rev()
            .filter(|block| block.ran() && !core::ptr::eq(*block, maker))
            .find(|block| block.written.iter().any(|written| written.own.is_predicate()) && wrote(block))
    }

    /// Whether the result is the answer of a comparison, 1 or 0, and which.
    pub fn truth(&self) -> Option<bool> {
        self.chooser()?;
        let [only] = &self.results[..] else { return None };
        let answers = self.maker()?.text.contains(", 1, 0, %");
        (answers && only.own.format.is_integer() && only.bits < 2).then_some(only.bits == 1)
    }

    /// Why a lane's result is what it is, in a sentence.
    pub fn why(&self, lane: u32) -> String {
        if let Some((chooser, result)) = self.chooser().zip(self.results.first()) {
            let asked = why(self.steps(chooser));
            return format!("{} So the result is {}.", asked, result.pattern().value_text());
        }
        let steps = self.steps_of(lane);
        // What a machine instruction does with a lane's result after it was rounded counts only where it decides something.
        let rounded = steps.iter().position(|step| matches!(step, Step::Encode { .. })).map_or(steps.len(), |at| at + 1);
        let (head, tail) = steps.split_at(rounded);
        let decides = tail.iter().any(|step| matches!(step, Step::Told(stage) if stage.decides()));
        let machine = self.maker().is_some_and(|block| block.word.is_some());
        let in_lane = machine && steps.first().is_some_and(|step| step.lane().is_some());
        let sentence = why(if in_lane && !decides { head } else { steps });
        let loses_nothing = |step: &Step| matches!(step, Step::Round { rounded, .. } if rounded.lost == Lost::Nothing);
        let earlier = self.maker().is_some_and(|maker| !maker.flags.contains(Flags::INEXACT) && self.flags().contains(Flags::INEXACT));
        match self.broken_off() {
            Some((_, why)) if steps.is_empty() || self.results.is_empty() => why,
            _ if earlier && (sentence.is_empty() || steps.iter().any(loses_nothing)) => {
                "The last instruction loses nothing; an earlier one rounded.".into()
            }
            _ if sentence.is_empty() && self.is_of_integers() => "Integers have no rounding.".into(),
            _ if sentence.is_empty() => "The result follows exactly; nothing had to be rounded.".into(),
            _ => sentence,
        }
    }
}

/// What the heading of a compiler's instruction says where there is nothing particular.
pub const NEXT: &str = "The compiler's next instruction; its steps follow.";

/// The heading of an instruction's steps, where there are several instructions.
pub fn heading(title: &str, sentence: String, recorder: &mut impl Recorder) {
    recorder.step(|| Step::Told(Arc::new(Remark { title: title.to_owned(), sentence, heading: true })));
}
