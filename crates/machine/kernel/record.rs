//! What a run did, line by line: which line, whether its guard let it run, what it read and what it wrote.

use super::machine::{Go, Observer};
use super::matrices::Copies;
use super::memory::{Memory, Space};
use super::module::{Callee, Code, Formal, Function, Line, Module, Place, Slot};
use super::special::{Launch, place};
use crate::evaluate::{Outcome, Request, evaluate};
use crate::instruction::{Operands, SOURCES};
use crate::trace::Recorder;
use core::ops::Range;
use std::collections::{HashMap, VecDeque};

impl Code {
    /// The slots that it reads, in the order of the text.
    pub fn reads(&self) -> Vec<Slot> {
        match self {
            Code::Row { from, count, carry, .. } => from[..(*count as usize).min(SOURCES)].iter().copied().chain(*carry).collect(),
            Code::Copy { from, .. } | Code::Unpack { from, .. } | Code::Within { from, .. } => vec![*from],
            Code::Pack { from, .. } | Code::Whole { from, .. } | Code::Parts { from, .. } => from.to_vec(),
            Code::Composed { from, count, .. } => from[..(*count as usize).min(4)].to_vec(),
            Code::Load { place, .. } => vec![place.base],
            Code::Store { from, place } => core::iter::once(place.base).chain(from.iter().copied()).collect(),
            Code::Switch { index, .. } => vec![*index],
            Code::Atomic(atomic) => core::iter::once(atomic.place.base).chain(atomic.from.iter().copied()).chain(atomic.new).collect(),
            Code::Meet(meet) => meet.from.iter().copied().chain(meet.who).collect(),
            Code::Apart(apart) => apart.reads.to_vec(),
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
            Code::Row { to, second, .. } | Code::Composed { to, second, .. } => core::iter::once(*to).chain(*second).collect(),
            Code::Copy { to, .. } | Code::Pack { to, .. } | Code::Within { to, .. } => vec![*to],
            Code::Unpack { to, .. } | Code::Load { to, .. } | Code::Whole { to, .. } | Code::Parts { to, .. } => to.to_vec(),
            Code::Call(call) => call.results.iter().filter_map(slot_of).collect(),
            Code::Atomic(atomic) => atomic.to.to_vec(),
            Code::Meet(meet) => meet.to.to_vec(),
            Code::Apart(apart) => apart.writes.to_vec(),
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
    /// The thread, counted through all blocks.
    pub thread: u32,
    /// Its block.
    pub block: u32,
    /// Whether it ran.
    pub ran: bool,
    /// The meeting of threads that it was, counted from 1; those that met stand together.
    pub meeting: u32,
    /// The thread whose value it got there; otherwise its own.
    pub source: u32,
    /// How many lines were kept when it began. One that meets others ends behind them.
    pub since: u32,
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
    /// How the threads were launched, as one of them knows it.
    launch: Launch,
}

/// What watches a run and keeps it.
#[derive(Debug)]
pub struct RunRecorder<'m> {
    module: &'m Module,
    /// The slots that each line reads and writes.
    slots: Vec<Vec<[Box<[Slot]>; 2]>>,
    /// What is kept.
    pub recording: Recording,
    /// The thread that runs, and its block.
    thread: u32,
    block: u32,
    /// Its lines that have begun and not ended, calls around the last.
    begun: Vec<Begun>,
    /// Lines of all threads that wait and are kept once they met.
    to_meet: usize,
    /// Those of threads that wait.
    waiting: HashMap<u32, Vec<Begun>>,
    /// How many meetings there were, and whose values those get that go on from the last.
    meeting: u32,
    sources: VecDeque<u32>,
}

/// A line that has begun.
#[derive(Clone, Debug)]
enum Begun {
    /// It is not kept.
    Passed,
    /// It has a record.
    Kept(usize),
    /// It is a meeting, and gets its record when the others are there.
    Meets(Record),
}

impl<'m> RunRecorder<'m> {
    /// Keeps so many lines.
    pub fn new(module: &'m Module, most: usize) -> RunRecorder<'m> {
        let recording = Recording { most, ..Recording::default() };
        let (begun, waiting, sources) = (Vec::new(), HashMap::new(), VecDeque::new());
        let of_line = |line: &Line| [line.code.reads().into(), line.code.writes().into()];
        let slots = module.functions.iter().map(|function| function.lines.iter().map(of_line).collect()).collect();
        RunRecorder { module, slots, recording, thread: 0, block: 0, begun, to_meet: 0, waiting, meeting: 0, sources }
    }

    /// From here on the records of one thread alone are kept.
    pub fn only(&mut self, thread: u32) {
        let all = self.recording.records.iter().enumerate();
        let places: Vec<usize> = all.filter(|(_, record)| record.thread == thread).map(|(at, _)| at).collect();
        self.recording = self.recording.of(thread);
        for begun in self.begun.iter_mut().chain(self.waiting.values_mut().flatten()) {
            if let Begun::Kept(at) = *begun {
                *begun = places.binary_search(&at).map_or(Begun::Passed, Begun::Kept);
            }
        }
    }

    /// The lines at which threads wait that nobody has let go on.
    pub fn waiting(&self) -> impl Iterator<Item = &Record> {
        let all = self.waiting.values().flatten().chain(&self.begun);
        all.filter_map(|begun| if let Begun::Meets(record) = begun { Some(record) } else { None })
    }
}

impl Observer for RunRecorder<'_> {
    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        let recording = &mut self.recording;
        // A call has run once its function has begun, whether that comes to an end or not.
        if let Some(Begun::Kept(call)) = self.begun.last() {
            recording.records[*call].ran = true;
        }
        if recording.records.len() + self.to_meet >= recording.most {
            self.begun.push(Begun::Passed);
            return Go::On;
        }
        let code = &self.module.functions[function].lines[line].code;
        let start = recording.values.len() as u32;
        recording.values.extend(held(&self.slots[function][line][0], registers));
        let end = recording.values.len() as u32;
        let (function, line, thread, block) = (function as u32, line as u32, self.thread, self.block);
        let (read, written) = (start..end, end..end);
        let since = recording.records.len() as u32;
        let record = Record { function, line, thread, block, ran: false, meeting: 0, source: thread, since, read, written };
        self.begun.push(match code {
            Code::Meet(_) => {
                self.to_meet += 1;
                Begun::Meets(record)
            }
            _ => {
                recording.records.push(record);
                Begun::Kept(recording.records.len() - 1)
            }
        });
        Go::On
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        let recording = &mut self.recording;
        let at = match self.begun.pop() {
            Some(Begun::Kept(at)) => at,
            Some(Begun::Meets(record)) => {
                self.to_meet -= 1;
                let (meeting, source) =
                    if ran { (self.meeting, self.sources.pop_front().unwrap_or(self.thread)) } else { (0, self.thread) };
                recording.records.push(Record { meeting, source, ..record });
                recording.records.len() - 1
            }
            Some(Begun::Passed) | None => {
                self.sources.pop_front();
                return;
            }
        };
        if !ran {
            return;
        }
        let start = recording.values.len() as u32;
        recording.values.extend(held(&self.slots[function][line][1], registers));
        let end = recording.values.len() as u32;
        if let Some(record) = recording.records.get_mut(at) {
            (record.ran, record.written) = (ran, start..end);
        }
    }

    fn turn(&mut self, thread: u32, launch: &Launch) {
        let begun = core::mem::replace(&mut self.begun, self.waiting.remove(&thread).unwrap_or_default());
        if !begun.is_empty() {
            self.waiting.insert(self.thread, begun);
        }
        (self.thread, self.block) = (thread, launch.block_number());
        self.recording.launch = *launch;
    }

    fn met(&mut self, sources: &[u32]) {
        self.meeting += 1;
        self.sources = sources.iter().copied().collect();
    }
}

/// The bits of a number of so many bytes.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - 8 * width.clamp(1, 8))
}

/// What slots hold.
fn held(slots: &[Slot], registers: &[u64]) -> impl Iterator<Item = u64> {
    slots.iter().map(|slot| registers.get(*slot as usize).copied().unwrap_or(0))
}

/// Bytes that a line put into memory, up to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The address.
    pub address: u64,
    /// How many bytes.
    pub width: u32,
    /// What they are, the lowest address in the lowest bits.
    pub bits: u64,
    /// The slot that held them; none where they come from memory.
    pub slot: Option<Slot>,
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
    /// How a block of that number was launched.
    pub fn in_block(&self, block: u32) -> Launch {
        Launch { block: place(block, self.launch.blocks), ..self.launch }
    }

    /// The records of one thread alone. What others brought to a meeting is not among them.
    pub fn of(&self, thread: u32) -> Recording {
        let mut own = Recording { most: self.most, launch: self.launch, ..Recording::default() };
        for record in self.records.iter().filter(|record| record.thread == thread) {
            let [read, written] = [&record.read, &record.written].map(|values| {
                let start = own.values.len() as u32;
                own.values.extend(self.values.get(values.start as usize..values.end as usize).unwrap_or_default());
                start..own.values.len() as u32
            });
            own.records.push(Record { read, written, ..record.clone() });
        }
        own
    }

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

    /// What a line put into memory, on memory as it was before. Of a function without a body nothing is known here.
    pub fn stored(&self, module: &Module, record: &Record, memory: &mut Memory) -> Vec<Stored> {
        let Some((function, line)) = self.line(module, record).filter(|_| record.ran) else { return Vec::new() };
        let (sources, results) = (self.sources(record), self.results(record));
        let base = sources.first().copied().unwrap_or(0);
        let at = |place: &Place, number: usize| base.wrapping_add(place.offset).wrapping_add(number as u64 * u64::from(place.width));
        match &line.code {
            Code::Store { from, place } => {
                let one = |(number, (slot, bits)): (usize, (&Slot, &u64))| Stored {
                    address: at(place, number),
                    width: place.width,
                    bits: bits & mask(place.width),
                    slot: Some(*slot),
                };
                from.iter().zip(sources.get(1..).unwrap_or_default()).enumerate().map(one).collect()
            }
            Code::Atomic(atomic) => {
                let place = &atomic.place;
                let new = atomic.new.and_then(|_| sources.last()).copied().unwrap_or(0);
                let mask = mask(place.width);
                let one = |(number, ((operand, held), slot)): (usize, ((&u64, &u64), &Slot))| {
                    let space = place.space.or_else(|| Space::of(at(place, number)))?;
                    let bits = atomic.written(function, space, operand & mask, *held, new & mask);
                    Some(Stored { address: at(place, number), width: place.width, bits, slot: Some(*slot) })
                };
                sources.get(1..).unwrap_or_default().iter().zip(results).zip(&atomic.from).enumerate().filter_map(one).collect()
            }
            // The row that a lane stored, and its address.
            Code::Meet(meet) if meet.stores(function) => {
                let [low, high, address] = results[..] else { return Vec::new() };
                let halves = [(0, low), (8, high)].into_iter().filter(|_| address != 0);
                halves.map(|(offset, bits)| Stored { address: address.wrapping_add(offset), width: 8, bits, slot: None }).collect()
            }
            Code::Apart(apart) => {
                let places: Vec<(u64, u32, Option<Slot>)> = match (&apart.what, sources) {
                    (Copies::Tile(tile), [base, stride, lane, ..]) if tile.stores => {
                        let elements = tile.elements(*base, *stride, *lane);
                        elements.map(|(address, register, _)| (address, tile.place.width, tile.registers.get(register).copied())).collect()
                    }
                    (Copies::Transfer(transfer), _) => (0..transfer.bytes / 4)
                        .map(|word| (at(&transfer.places[0], 0).wrapping_add(4 * u64::from(word)), 4, None))
                        .collect(),
                    _ => Vec::new(),
                };
                if (apart.run)(apart, memory, sources, (0, 1)).is_err() {
                    return Vec::new();
                }
                let held = |(address, width, slot)| Some(Stored { address, width, bits: memory.read(None, address, width, 0).ok()?, slot });
                places.into_iter().filter_map(held).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The instruction of PTX's table that a line ran, with its operands, and what it gives once more, with every step for who listens.
    pub fn again(&self, module: &Module, record: &Record, recorder: &mut impl Recorder) -> Option<(Request, Outcome)> {
        let (function, line) = self.line(module, record).filter(|_| record.ran)?;
        let request = match &line.code {
            Code::Row { request, .. } => {
                Request { operands: self.operands(record, &line.code), ..*function.requests.get(*request as usize)? }
            }
            Code::Atomic(atomic) => {
                let (sources, held) = (self.sources(record), *self.results(record).first()?);
                let space = atomic.place.space.or_else(|| Space::of(sources.first()?.wrapping_add(atomic.place.offset)))?;
                atomic.request(function, space, *sources.get(1)?, held)?
            }
            _ => return None,
        };
        let outcome = evaluate(&request, recorder);
        if let Code::Atomic(atomic) = &line.code {
            // A NaN of .global stays as it is: then the instruction of that name does not say what was written.
            let (sources, held) = (self.sources(record), *self.results(record).first()?);
            let space = atomic.place.space.or_else(|| Space::of(sources.first()?.wrapping_add(atomic.place.offset)))?;
            if atomic.written(function, space, *sources.get(1)?, held, 0) != outcome.bits {
                return None;
            }
        }
        Some((request, outcome))
    }
}
