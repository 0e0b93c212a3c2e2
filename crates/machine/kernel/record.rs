//! What a run did, line by line: which line, whether its guard let it run, what it read and what it wrote.

use super::machine::{Go, Watch};
use super::module::{Callee, Code, Formal, Function, Line, Module, Slot};
use crate::evaluate::{Outcome, Request, evaluate};
use crate::instruction::{Operands, SOURCES};
use crate::trace::Recorder;
use core::ops::Range;

impl Code {
    /// The slots that it reads, in the order of the text.
    pub fn reads(&self) -> Vec<Slot> {
        match self {
            Code::Row { from, count, carry, .. } => from[..(*count as usize).min(SOURCES)].iter().copied().chain(*carry).collect(),
            Code::Copy { from, .. } | Code::Unpack { from, .. } | Code::Within { from, .. } => vec![*from],
            Code::Pack { from, .. } | Code::Whole { from, .. } => from.to_vec(),
            Code::Load { place, .. } => vec![place.base],
            Code::Store { from, place } => core::iter::once(place.base).chain(from.iter().copied()).collect(),
            Code::Switch { index, .. } => vec![*index],
            Code::Call(call) => {
                let address = match call.callee {
                    Callee::Function(_) => None,
                    Callee::At(slot) => Some(slot),
                };
                address.into_iter().chain(call.arguments.iter().filter_map(slot_of)).collect()
            }
            Code::Branch(_) | Code::Return | Code::Exit | Code::Nothing | Code::Stop { .. } => Vec::new(),
        }
    }

    /// The slots that it writes.
    pub fn writes(&self) -> Vec<Slot> {
        match self {
            Code::Row { to, second, .. } => core::iter::once(*to).chain(*second).collect(),
            Code::Copy { to, .. } | Code::Pack { to, .. } | Code::Within { to, .. } => vec![*to],
            Code::Unpack { to, .. } | Code::Load { to, .. } | Code::Whole { to, .. } => to.to_vec(),
            Code::Call(call) => call.results.iter().filter_map(slot_of).collect(),
            Code::Stop { writes, .. } => writes.to_vec(),
            Code::Store { .. } | Code::Branch(_) | Code::Switch { .. } | Code::Return | Code::Exit | Code::Nothing => Vec::new(),
        }
    }

    /// The sources of a row as its instruction takes them, by their place among [`Code::reads`]; those that it does not have are zero.
    #[inline(always)]
    pub fn operands(&self, held: impl Fn(usize, Slot) -> u64) -> Operands {
        let mut operands = [0; SOURCES];
        let Code::Row { from, count, carry, negated, turned, .. } = self else { return operands };
        let count = (*count as usize).min(SOURCES);
        for (place, slot) in from[..count].iter().enumerate() {
            operands[place] = held(place, *slot) ^ if negated >> place & 1 == 1 { *turned } else { 0 };
        }
        if let Some(slot) = carry {
            operands[SOURCES - 1] = held(count, *slot);
        }
        operands
    }
}

fn slot_of(formal: &Formal) -> Option<Slot> {
    match formal {
        Formal::Register(slot, _) => Some(*slot),
        Formal::Memory(_) => None,
    }
}

/// A line that ran, or that its guard kept from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The function.
    pub function: u32,
    /// Its line.
    pub line: u32,
    /// Whether it ran.
    pub ran: bool,
    /// What the slots of [`Code::reads`] held, among [`Recording::values`].
    read: Range<u32>,
    /// What the slots of [`Code::writes`] held afterwards; empty where it did not run.
    written: Range<u32>,
}

/// The lines of a run in order.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The lines.
    pub records: Vec<Record>,
    values: Vec<u64>,
    /// How many lines are kept; what runs beyond them is not.
    most: usize,
}

/// What watches a run and keeps it.
#[derive(Debug)]
pub struct Keeper<'m> {
    module: &'m Module,
    /// What is kept.
    pub recording: Recording,
    /// The lines that have begun and not ended, calls around the last: their records, where they are kept.
    begun: Vec<Option<usize>>,
}

impl<'m> Keeper<'m> {
    /// Keeps so many lines.
    pub fn new(module: &'m Module, most: usize) -> Keeper<'m> {
        Keeper { module, recording: Recording { most, ..Recording::default() }, begun: Vec::new() }
    }
}

impl Watch for Keeper<'_> {
    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        let recording = &mut self.recording;
        // A call has run once its function has begun, whether that comes to an end or not.
        if let Some(call) = self.begun.last().copied().flatten() {
            recording.records[call].ran = true;
        }
        let kept = recording.records.len() < recording.most;
        self.begun.push(kept.then_some(recording.records.len()));
        if kept {
            let start = recording.values.len() as u32;
            recording.values.extend(held(&self.module.functions[function].lines[line].code.reads(), registers));
            let end = recording.values.len() as u32;
            let (function, line, ran) = (function as u32, line as u32, false);
            recording.records.push(Record { function, line, ran, read: start..end, written: end..end });
        }
        Go::On
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        let Some(at) = self.begun.pop().flatten().filter(|_| ran) else { return };
        let recording = &mut self.recording;
        let start = recording.values.len() as u32;
        recording.values.extend(held(&self.module.functions[function].lines[line].code.writes(), registers));
        let end = recording.values.len() as u32;
        if let Some(record) = recording.records.get_mut(at) {
            (record.ran, record.written) = (ran, start..end);
        }
    }
}

/// What slots hold.
fn held(slots: &[Slot], registers: &[u64]) -> impl Iterator<Item = u64> {
    slots.iter().map(|slot| registers.get(*slot as usize).copied().unwrap_or(0))
}

/// A register with its bits and its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<'m> {
    /// Its name.
    pub name: &'m str,
    /// Its bits.
    pub bits: u64,
    /// How many there are.
    pub width: u32,
}

impl Recording {
    fn held<'m>(&self, function: &'m Function, slots: Vec<Slot>, values: &Range<u32>) -> Vec<Held<'m>> {
        let values = self.values.get(values.start as usize..values.end as usize).unwrap_or_default();
        let named = |slot: Slot| function.registers.get(slot as usize)?.as_ref();
        let held = |(slot, bits): (Slot, &u64)| named(slot).map(|(name, own)| Held { name, bits: *bits, width: own.width() });
        let mut all: Vec<Held> = slots.into_iter().zip(values).filter_map(held).collect();
        all.dedup();
        all
    }

    /// The line of a record.
    pub fn line<'m>(&self, module: &'m Module, record: &Record) -> Option<(&'m Function, &'m Line)> {
        let function = module.functions.get(record.function as usize)?;
        Some((function, function.lines.get(record.line as usize)?))
    }

    /// The registers that a line read, constants left out.
    pub fn read<'m>(&self, module: &'m Module, record: &Record) -> Vec<Held<'m>> {
        self.line(module, record).map_or(Vec::new(), |(function, line)| self.held(function, line.code.reads(), &record.read))
    }

    /// The registers that it wrote.
    pub fn written<'m>(&self, module: &'m Module, record: &Record) -> Vec<Held<'m>> {
        self.line(module, record).map_or(Vec::new(), |(function, line)| self.held(function, line.code.writes(), &record.written))
    }

    /// The sources of a line as an instruction of the table takes them; those that it does not have are zero.
    pub fn operands(&self, record: &Record, code: &Code) -> Operands {
        let sources = self.sources(record);
        code.operands(|place, _| sources.get(place).copied().unwrap_or(0))
    }

    /// The bits that the sources of a line held, constants among them.
    pub fn sources(&self, record: &Record) -> &[u64] {
        self.values.get(record.read.start as usize..record.read.end as usize).unwrap_or_default()
    }

    /// The bits that its destinations held afterwards.
    pub fn results(&self, record: &Record) -> &[u64] {
        self.values.get(record.written.start as usize..record.written.end as usize).unwrap_or_default()
    }

    /// The instruction of PTX's table that a line ran, with its operands, and what it gives once more, with every step for who listens.
    pub fn again(&self, module: &Module, record: &Record, recorder: &mut impl Recorder) -> Option<(Request, Outcome)> {
        let (function, line) = self.line(module, record).filter(|_| record.ran)?;
        let Code::Row { request, .. } = &line.code else { return None };
        let request = Request { operands: self.operands(record, &line.code), ..*function.requests.get(*request as usize)? };
        Some((request, evaluate(&request, recorder)))
    }
}
