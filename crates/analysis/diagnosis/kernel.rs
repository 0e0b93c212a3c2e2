//! Why a kernel leaves a number with other bits than expected. Each change of one line, or of all lines alike, is written into the kernel's
//! text, and the text is read and run again.
//!
//! The changes are those of straight-line code.

mod change;
pub mod witness;

use super::mutation::{Mutation, sentence};
use super::reinterpretation::{Look, Reinterpretation};
use super::{Kind, cause, value};
use crate::instruction::Context;
use crate::kernel::argument::{Buffer, short};
use crate::kernel::memory::{Memory, Space};
use crate::kernel::record::{Recording, RunRecorder};
use crate::kernel::whole::Externals;
use crate::kernel::{End, Launched, Module, NoObserver, Step, Threads};
use crate::number::{Format, Pattern};
use change::{Change, Unit, changes, edited, two_at_once, units};
use std::collections::HashSet;

/// A number that a kernel leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which buffer.
    pub buffer: usize,
    /// Which element of it.
    pub at: usize,
}

impl Place {
    /// Reads `out[3]=1.5`: a buffer by its name, an element, and what was seen there. The error is a sentence.
    fn read(text: &str, kernel: &str, buffers: &[Buffer]) -> Result<(Place, u64), String> {
        let shown: String = text.chars().take(40).collect();
        let wanted = || format!("`{shown}` names no element and its bits: out[3]=0x3f800001.");
        let (place, seen) = text.split_once('=').ok_or_else(wanted)?;
        let (name, at) = place.trim().strip_suffix(']').and_then(|place| place.split_once('[')).ok_or_else(wanted)?;
        let at = at.trim().parse().map_err(|_| wanted())?;
        let named = |own: &Buffer| own.name == name.trim() || short(&own.name, kernel) == name.trim();
        let names = || buffers.iter().map(|own| short(&own.name, kernel)).collect::<Vec<_>>().join(", ");
        let buffer = buffers.iter().position(named);
        let buffer = buffer.ok_or_else(|| format!("There is no buffer `{}`; these are here: {}.", name.trim(), names()))?;
        Ok((Place { buffer, at }, value::seen(seen, Some(buffers[buffer].own))?))
    }
}

/// Something that gives exactly the bits that were seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What was computed otherwise: one thing, or two.
    pub departures: Vec<Mutation>,
    /// The lines that change, by their numbers in the text, from 1 on; none where the right bits were read as something else.
    pub lines: Vec<usize>,
    /// Whether every line changes that can.
    pub everywhere: bool,
    /// The kernel with the change.
    pub text: String,
}

impl Explanation {
    /// What it is about.
    pub fn kind(&self) -> Kind {
        self.departures.iter().map(Mutation::kind).max().unwrap_or(Kind::Unwritten)
    }

    /// What happened, in a sentence, with its lines.
    pub fn sentence(&self) -> String {
        let said = sentence(&self.departures);
        let numbers = || self.lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        match (&self.lines[..], self.everywhere) {
            ([], _) => said,
            ([line], _) => format!("Line {line}: {}", lowered(&said)),
            (lines, true) => {
                format!("Every line that can ({}): {}", if lines.len() > 6 { lines.len().to_string() } else { numbers() }, lowered(&said))
            }
            (_, false) => format!("Lines {}: {}", numbers(), lowered(&said)),
        }
    }

    /// What of a compiler or of somebody's habits brings it about, in a sentence each, where it is known.
    pub fn causes(&self) -> Vec<&'static str> {
        self.departures.iter().filter_map(cause::cause).collect()
    }
}

fn lowered(said: &str) -> String {
    let mut letters = said.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    [&first, letters.as_str()].concat()
}

/// A kernel that is asked about, its changes tried one after the other.
#[derive(Clone, Debug)]
pub struct Inquiry {
    text: String,
    context: Context,
    externals: Externals,
    launched: Launched,
    place: Place,
    /// The format of the number.
    pub format: &'static Format,
    /// The bits that were to be expected.
    pub expected: u64,
    /// The bits that were seen.
    pub seen: u64,
    /// The thread that alone decides on the number; None where several do.
    thread: Option<u32>,
    changes: Vec<Change>,
    tried: usize,
    /// Whether two things at once are among the changes.
    twice: bool,
    found: Vec<Explanation>,
}

/// The bits that a launch leaves in a place, by all threads or by one alone; None where it stops.
fn bits(launched: &Launched, module: &Module, place: Place, only: Option<u32>) -> Option<u64> {
    let mut threads = only.map_or_else(|| launched.begin(module), |only| launched.at(module, only)).ok()?;
    match only {
        Some(_) => (threads.machine.run(&mut NoObserver) == End::Finished).then_some(())?,
        None => threads.run(&mut NoObserver).is_none().then_some(())?,
    }
    element(&threads.buffers, &threads.machine.memory, place)
}

/// The bits of an element.
fn element(buffers: &[Buffer], memory: &Memory, place: Place) -> Option<u64> {
    let buffer = buffers.get(place.buffer)?;
    let each = buffer.own.bytes();
    let bytes = memory.segments(Space::Global).get(buffer.segment)?.bytes.get(place.at * each..(place.at + 1) * each)?;
    Some(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
}

const UNENDING: &str = "The kernel does not come to its end with these arguments, so nothing can be said of what it leaves.";
/// The most rows that are varied.
const MOST_ROWS: usize = 400;

impl Inquiry {
    /// Asks about a text: `out[3]=1.5` is an element, and what was seen there. The error is a sentence.
    pub fn read(module: &Module, launched: Launched, asked: &str) -> Result<Inquiry, String> {
        let name = module.functions.get(launched.entry).map_or("", |function| &function.name);
        let (place, seen) = Place::read(asked, name, &launched.begin(module)?.buffers)?;
        Inquiry::new(module, launched, place, seen)
    }

    /// Asks why a kernel left other bits than it should. The error is a sentence.
    pub fn new(module: &Module, launched: Launched, place: Place, seen: u64) -> Result<Inquiry, String> {
        let mut threads = launched.begin(module)?;
        let format = threads.buffers.get(place.buffer).map(|buffer| buffer.own).ok_or("There is no such buffer.")?;
        let held = |threads: &Threads| element(&threads.buffers, &threads.machine.memory, place).ok_or("There is no such element.");
        // The last thread that changes the number decides on it, if it leaves the same when it runs alone.
        let (mut expected, mut thread) = (held(&threads)?, None);
        loop {
            let own = threads.thread;
            let step = threads.step(&mut NoObserver);
            if matches!(step, Step::Stopped(_)) {
                return Err(UNENDING.into());
            }
            let now = held(&threads)?;
            if now != expected {
                (expected, thread) = (now, Some(own));
            }
            if step == Step::Finished {
                break;
            }
        }
        let thread = thread.filter(|thread| bits(&launched, module, place, Some(*thread)) == Some(expected));
        let (ran, lines) = ran(module, &launched, thread);
        let units = few(units(module, &ran))?;
        let mut inquiry = Inquiry {
            text: module.text.clone(),
            context: module.context,
            externals: module.externals,
            // A changed kernel may run some more lines.
            launched: Launched { limit: launched.limit.min(lines.saturating_mul(4) + 1000), ..launched },
            place,
            format,
            expected,
            seen,
            thread,
            changes: Vec::new(),
            tried: 0,
            twice: false,
            found: Vec::new(),
        };
        inquiry.changes = changes(module, &units);
        if inquiry.expected != seen {
            inquiry.readings();
        } else {
            inquiry.changes.clear();
            inquiry.twice = true;
        }
        Ok(inquiry)
    }

    /// What the right bits may have been read as.
    fn readings(&mut self) {
        if !self.format.is_floating() {
            return;
        }
        let look = Look::new(Pattern::new(self.format, self.expected), &[], self.seen);
        for reading in Reinterpretation::all(self.format, false, 0).into_iter().filter(|reading| reading.gives(&look)) {
            let (departures, text) = (vec![Mutation::Reinterpretation(reading)], self.text.clone());
            self.found.push(Explanation { departures, lines: Vec::new(), everywhere: false, text });
        }
    }

    /// Tries one more change; false where none is left. Two things at once are tried where one explains nothing.
    pub fn go_on(&mut self) -> bool {
        if self.tried == self.changes.len() {
            if self.twice || !self.found.is_empty() {
                return false;
            }
            self.twice = true;
            let module = Module::with(&self.text, &self.context, self.externals);
            let (ran, _) = ran(&module, &self.launched, self.thread);
            self.changes.extend(two_at_once(&module, &units(&module, &ran)));
        }
        let Some(change) = self.changes.get(self.tried) else { return false };
        self.tried += 1;
        let text = edited(&self.text, &change.edits);
        let known = self.found.iter().any(|found| found.text == text && !found.lines.is_empty());
        let left = || bits(&self.launched, &Module::with(&text, &self.context, self.externals), self.place, self.thread);
        if !known && left() == Some(self.seen) {
            let Change { departures, lines, everywhere, .. } = change.clone();
            self.found.push(Explanation { departures, lines, everywhere, text });
        }
        true
    }

    /// How many changes were tried, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.tried, self.changes.len())
    }

    /// What gives the bits that were seen, the likeliest first.
    pub fn found(&self) -> Vec<&Explanation> {
        let mut found: Vec<&Explanation> = self.found.iter().collect();
        found.sort_by_key(|one| (one.departures.len(), one.kind(), !one.everywhere, one.lines.len(), one.lines.first().copied()));
        found
    }
}

/// The lines that a thread runs alone, or all of them, and how many they run in all.
fn ran(module: &Module, launched: &Launched, only: Option<u32>) -> (HashSet<(u32, u32)>, u64) {
    let mut keeper = RunRecorder::new(module, 1_000_000);
    let Ok(mut threads) = only.map_or_else(|| launched.begin(module), |only| launched.at(module, only)) else { return Default::default() };
    match only {
        Some(_) => drop(threads.machine.run(&mut keeper)),
        None => drop(threads.run(&mut keeper)),
    }
    (executed(&keeper.recording), threads.lines())
}

/// Refuses too many.
fn few(units: Vec<Unit>) -> Result<Vec<Unit>, String> {
    let many = || format!("{} instructions ran that could be varied; {MOST_ROWS} are the most.", units.len());
    if units.len() > MOST_ROWS { Err(many()) } else { Ok(units) }
}

/// The lines that ran.
fn executed(recording: &Recording) -> HashSet<(u32, u32)> {
    recording.records.iter().filter(|record| record.ran).map(|record| (record.function, record.line)).collect()
}
