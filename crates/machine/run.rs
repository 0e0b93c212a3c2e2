//! What became of a text that ran, whatever language it is in: instructions in order, what each read and wrote, every step.
//!
//! A language makes a [`Run`]; whoever shows, prints, compares or searches one asks nothing else. What `ulp` computes silently has the same
//! [`Request`] and no steps.

use crate::evaluate::{Outcome, Request};
use crate::instruction::{Context, Evidence};
use crate::kernel::printing::Printed;
use crate::number::{OperandType, Pattern};
use crate::register_file::{RegisterFile, assumption};
use crate::rounding::{Flags, Lost};
use crate::special_function::{Op, Operands};
use crate::syntax::{not_given, sort_by_key};
use crate::trace::microscope::{Microscope, of_step};
use crate::trace::sentence::why;
use crate::trace::{Recorder, Remark, Step, Trace};
use core::ops::Range;
use std::sync::Arc;

/// A register, a predicate, a variable or a constant with its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The name as written.
    pub name: String,
    /// What it holds.
    pub own: OperandType,
    /// The bits, right-aligned.
    pub bits: u64,
}

impl Value {
    /// The bits with all their hex digits; a predicate's is `1` or `0`.
    pub fn hex(&self) -> String {
        self.own.hex(self.bits)
    }

    /// The number of lane 0.
    pub fn pattern(&self) -> Pattern {
        self.own.pattern(self.bits, 0)
    }
}

/// What keeps an instruction from running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The predicate of its guard.
    Guard(String),
    /// It is not modelled, or its address has no value: a sentence. What it would write has no value from here on.
    Absent(String),
    /// A register that such an instruction would have written: the register, the instruction.
    Missing(String, String),
    /// The run ends here: a name for programs, and a sentence.
    End(&'static str, String),
}

/// An instruction that ran, or that its guard kept from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The place of its statement in the text.
    pub statement: usize,
    /// The instruction as it is printed.
    pub text: String,
    /// Target and PTX version.
    pub context: Context,
    /// The registers that it reads, its guard's predicate first; what nobody set is zero, or lets it run.
    pub read: Vec<Value>,
    /// What it wrote; where it did not run, with the bits that stay.
    pub written: Vec<Value>,
    /// The request and its outcome, where it is a row of PTX's table that ran.
    pub computed: Option<(Request, Outcome)>,
    /// The function of the special function unit that it is, where it is a machine instruction, and the operand that this takes.
    pub unit: Option<(Op, Operands, u32)>,
    /// The word, where it is a machine instruction.
    pub word: Option<u128>,
    /// What kept it from running.
    pub stopped_by: Option<StoppedBy>,
    /// The predicate of its guard, where that had no value and so let it run; with these bits from here on.
    pub assumed: Option<(String, u64)>,
    /// Registers that were read and had no value; they read as zero.
    pub unset: Vec<String>,
    /// What IEEE 754 says of it.
    pub flags: Flags,
    /// Whether the special function unit takes part: then IEEE 754 says nothing of the result.
    pub approximate: bool,
    /// How we know what it computes.
    pub evidence: Evidence,
    /// Its steps, counted in the run's.
    pub steps: Range<usize>,
}

impl Block {
    /// An instruction of which no more is known than its text.
    pub fn of(text: String, context: Context, evidence: Evidence) -> Block {
        Block {
            statement: 0,
            text,
            context,
            read: Vec::new(),
            written: Vec::new(),
            computed: None,
            unit: None,
            word: None,
            stopped_by: None,
            assumed: None,
            unset: Vec::new(),
            flags: Flags::NONE,
            approximate: false,
            evidence,
            steps: 0..0,
        }
    }

    /// Whether its guard let it run.
    pub fn ran(&self) -> bool {
        self.stopped_by.is_none()
    }

    /// The instruction without guard and operands: `fma.rn.f32`.
    pub fn name(&self) -> &str {
        name_of(&self.text)
    }

    /// What is to be said of how it ran, in sentences.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let kept: Vec<&str> = self.written.iter().map(|written| &*written.name).collect();
        let verb = if kept.len() == 1 { "keeps its bits" } else { "keep their bits" };
        let value = |guard: &String| self.read.iter().find(|read| read.name == *guard).map_or(0, |read| read.bits & 1);
        let stopped = self.stopped_by.as_ref().map(|by| match by {
            StoppedBy::Guard(guard) if kept.is_empty() => format!("The guard {guard} is {}: {} does not run.", value(guard), self.name()),
            StoppedBy::Guard(guard) => format!("The guard {guard} is {}: {} {verb}.", value(guard), kept.join(", ")),
            StoppedBy::Absent(sentence) | StoppedBy::End(_, sentence) => sentence.clone(),
            StoppedBy::Missing(register, by) => {
                format!("{} does not run: {register} comes from {by}, which does not run here. Give {register} a value.", self.name())
            }
        });
        let assumed = self.assumed.as_ref().map(|(predicate, _)| assumption(predicate));
        [stopped, assumed, not_given(&self.unset)].into_iter().flatten()
    }
}

/// The first word of an instruction behind its guard.
pub fn name_of(text: &str) -> &str {
    text.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or("").trim_end_matches(';')
}

/// The mnemonic of an instruction: its first word up to a dot.
pub fn mnemonic_of(text: &str) -> &str {
    name_of(text).split('.').next().unwrap_or("")
}

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
        self.earlier.note().into_iter().chain(self.blocks.iter().flat_map(Block::notes)).collect()
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

/// What a lane of two or four is called.
pub fn lane_name(lane: u32, lanes: u32) -> &'static str {
    let names: &[&str] = if lanes == 2 { &["low", "high"] } else { &["lowest", "second", "third", "highest"] };
    names.get(lane as usize).copied().unwrap_or("next")
}

/// What the heading of a compiler's instruction says where there is nothing particular.
pub const NEXT: &str = "The compiler's next instruction; its steps follow.";

/// The heading of an instruction's steps, where there are several instructions.
pub fn heading(title: &str, sentence: String, recorder: &mut impl Recorder) {
    recorder.step(|| Step::Told(Arc::new(Remark { title: title.to_owned(), sentence, heading: true })));
}

/// A number that a text reads or writes, by where it stands: equal places are the same row of a table, whatever their bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The letter in the manual.
    pub letter: char,
    /// Which source, or None for a result.
    pub source: Option<usize>,
    /// The lane of the computation that takes it; None where there is one, or where all do.
    pub lane: Option<u32>,
    /// Which number of its register it is, lowest first; None where the register is one.
    pub part: Option<u32>,
    /// What its register holds.
    pub own: OperandType,
    /// The registers and constants that hold it, low word first; none for a number in the text.
    pub names: Vec<String>,
    /// The bit of them at which it begins.
    pub low: u32,
}

impl Place {
    /// The registers as one name: `R2:R3`; empty for a number in the text.
    pub fn register(&self) -> String {
        self.names.join(":")
    }

    /// Which lane it is, in a word; None where the register is one number.
    pub fn part_name(&self) -> Option<&'static str> {
        self.part.map(|part| lane_name(part, self.own.lanes))
    }

    /// What the row is called: "a %f1".
    pub fn name(&self) -> String {
        let register = if self.names.is_empty() { "literal".to_owned() } else { self.register() };
        let part = self.part_name().map(|part| [" ", part, " lane"].concat()).unwrap_or_default();
        format!("{} {register}{part}", self.letter)
    }

    /// The registers where it takes a number and nothing else in them counts: the first part takes all of them.
    pub fn anew(&self, number: Pattern, registers: &RegisterFile) -> Vec<(String, u64)> {
        if self.part.unwrap_or(0) == 0 { self.with(number, &RegisterFile::default()) } else { self.with(number, registers) }
    }

    /// The registers that change where it takes other bits, with all of theirs. Of several, each holds 32 bits.
    pub fn with(&self, number: Pattern, registers: &RegisterFile) -> Vec<(String, u64)> {
        let width = if self.names.len() > 1 { 32 } else { 64 };
        let part = u64::MAX >> (64 - width);
        let bits = |(at, name): (usize, &String)| (registers.get(name).unwrap_or(0) & part) << (width * at as u32);
        let word = self.names.iter().enumerate().fold(0, |word, name| word | bits(name));
        let changed = word & !(number.format.mask() << self.low) | number.bits << self.low;
        let all = self.names.iter().enumerate().filter(|(_, name)| *name != "RZ");
        all.map(|(at, name)| (name.clone(), changed >> (width * at as u32) & part)).collect()
    }
}

/// A number of the operand table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Where it stands.
    pub place: Place,
    /// Its bits.
    pub number: Pattern,
}

impl Operand {
    /// The numbers of an operand whose lanes are the computation's.
    pub fn of(letter: char, source: Option<usize>, value: &Value) -> impl Iterator<Item = Operand> {
        let own = value.own;
        (0..own.lanes).map(move |lane| {
            let names = if value.name.is_empty() { Vec::new() } else { vec![value.name.clone()] };
            let low = lane * own.stride() + own.format.spare_bits;
            let part = (own.lanes > 1).then_some(lane);
            let place = Place { letter, source, lane: part, part, own, names, low };
            Operand { place, number: own.pattern(value.bits, lane) }
        })
    }
}

/// Puts the numbers of one instruction lane by lane: what all lanes take, then each lane's own with its result.
pub fn by_lane(operands: &mut Vec<Operand>) {
    sort_by_key(operands, |Operand { place, .. }| match (place.lane, place.source) {
        (None, Some(_)) => 0,
        (lane, source) => 1 + 2 * u64::from(lane.or(place.part).unwrap_or(0)) + u64::from(source.is_none()),
    });
}
