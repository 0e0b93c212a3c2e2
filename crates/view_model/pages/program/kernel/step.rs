//! One line that the shown thread ran: what it read and wrote, and what stands beside it.

use super::done::Done;
use super::ran::Ran;
use semantics::anomalies::Anomaly;
use semantics::evaluate::Request;
use semantics::instruction::Type;
use semantics::kernel::Stop;
use semantics::kernel::atomic::AtomicOperation;
use semantics::kernel::memory::Memory;
use semantics::kernel::module::{Code, Function, Line};
use semantics::kernel::record::Record;
use semantics::number::OperandType;
use semantics::run::Value;
use semantics::shadow::Beside;

/// What a line that ran did.
pub struct Step<'d> {
    pub(super) done: &'d Done,
    /// Its place among the records.
    pub at: usize,
    /// Its number among those of all threads.
    pub number: u32,
    record: &'d Record,
    line: &'d Line,
}

impl Done {
    /// What a record says.
    pub fn step(&self, at: usize) -> Option<Step<'_>> {
        let (number, record) = self.record(at)?;
        let (_, line) = self.recording.line(&self.read.module, record)?;
        Some(Step { done: self, at, number, record, line })
    }
}

impl Ran {
    fn named(&self, record: &Record, function: &Function, line: &Line, slots: &[u32], bits: &[u64]) -> Vec<Value> {
        let types = &self.types[record.function as usize];
        let mut all: Vec<Value> = Vec::new();
        for (slot, bits) in slots.iter().zip(bits) {
            let own = own(function, line, *slot).unwrap_or(types[*slot as usize]);
            let name = function.name_of(*slot).unwrap_or("").to_owned();
            if all.iter().all(|known| known.name.is_empty() || known.name != name) {
                all.push(Value { name, own, bits: *bits });
            }
        }
        all
    }

    /// What a record read; a constant has no name.
    fn read_by(&self, record: &Record) -> Vec<Value> {
        let Some((function, line)) = self.recording.line(&self.read.module, record) else { return Vec::new() };
        self.named(record, function, line, &line.code.reads(), self.recording.sources(record))
    }

    /// What a record wrote: registers, or places in memory.
    pub(super) fn wrote(&self, record: &Record) -> Vec<Value> {
        let Some((function, line)) = self.recording.line(&self.read.module, record).filter(|_| record.ran) else { return Vec::new() };
        if let Code::Store { from, place } = &line.code {
            let sources = self.recording.sources(record);
            let base = sources.first().copied().unwrap_or(0).wrapping_add(place.offset);
            let types = &self.types[record.function as usize];
            let one = |(at, (slot, bits)): (usize, (&u32, &u64))| Value {
                name: self.place(base.wrapping_add(at as u64 * u64::from(place.width))),
                own: types[*slot as usize],
                bits: *bits,
            };
            return from.iter().zip(sources.get(1..).unwrap_or_default()).enumerate().map(one).collect();
        }
        let (slots, results) = (line.code.writes(), self.recording.results(record));
        if let Code::Atomic(atomic) = &line.code {
            // What lies in memory afterwards, of which the errors are told, and then what lay there before.
            let own = |slot: u32| match atomic.what {
                AtomicOperation::Row([row, _]) => function.requests.get(row as usize).map(Request::destination_type),
                _ => self.types[record.function as usize].get(slot as usize).copied(),
            };
            let stored = self.recording.stored(&self.read.module, record, &mut Memory::default()).into_iter();
            let stored = stored.filter_map(|one| Some(Value { name: self.place(one.address), own: own(one.slot?)?, bits: one.bits }));
            let before = self.named(record, function, line, &slots, results).into_iter().filter(|one| !one.name.is_empty());
            return stored.chain(before).collect();
        }
        if matches!(&line.code, Code::Meet(meet) if meet.stores(function)) {
            let stored = self.recording.stored(&self.read.module, record, &mut Memory::default()).into_iter();
            return stored.map(|one| Value { name: self.place(one.address), own: Type::B64.operand(), bits: one.bits }).collect();
        }
        if let Code::Row { request, to, second: None, .. } = &line.code
            && let Some(request) = function.requests.get(*request as usize)
            && let Some(own) = request.form.destination_type(request.modifiers).filter(|own| !own.is_untyped())
            && let Some(bits) = results.first()
        {
            // Where source and destination are one register, the destination's type is meant.
            let name = function.name_of(*to).unwrap_or("").to_owned();
            return vec![Value { name, own: own.operand(), bits: *bits }];
        }
        self.named(record, function, line, &slots, results)
    }
}

/// What an instruction of the table says of its own operands; nothing where it takes bits, whatever they stand for.
fn own(function: &Function, line: &Line, slot: u32) -> Option<OperandType> {
    let Code::Row { request, to, from, count, .. } = &line.code else { return None };
    let request = function.requests.get(*request as usize)?;
    let (form, modifiers) = (request.form, request.modifiers);
    let source = from[..*count as usize].iter().position(|from| *from == slot).map(|at| form.source_type(modifiers, at));
    let own = source.or_else(|| (*to == slot).then(|| form.destination_type(modifiers).unwrap_or(Type::Pred)))?;
    (!own.is_untyped()).then(|| own.operand())
}

impl Step<'_> {
    /// Whether its guard let it run.
    pub fn ran(&self) -> bool {
        self.record.ran
    }

    /// Whether it wrote a number: no address and no predicate.
    pub fn wrote_a_number(&self) -> bool {
        self.ran() && self.wrote().iter().any(|one| !one.own.is_predicate() && one.own.number().is_some_and(|number| number.is_floating()))
    }

    /// The line of the text.
    pub fn line(&self) -> usize {
        self.done.read.places.of(self.record)
    }

    /// Its text with single blanks.
    pub fn text(&self) -> String {
        self.done.ran.text(self.record)
    }

    /// What it read; a constant has no name.
    pub fn read(&self) -> Vec<Value> {
        self.done.read_by(self.record)
    }

    /// What it wrote: registers, or places in memory.
    pub fn wrote(&self) -> Vec<Value> {
        self.done.wrote(self.record)
    }

    /// What stands beside it.
    pub fn beside(&self) -> Option<&Beside> {
        self.done.ran.beside(self.number)
    }

    /// What is remarkable about it.
    pub fn found(&self) -> &[Anomaly] {
        self.done.found.get(&(self.at as u32)).map_or(&[], Vec::as_slice)
    }

    /// Whether the run stopped at it.
    pub fn stopped(&self) -> Option<&Stop> {
        let (stop, thread) = self.done.stop.as_ref()?;
        let here =
            self.at + 1 == self.done.steps() && (stop.function, stop.line) == (self.record.function as usize, self.record.line as usize);
        (*thread == self.done.thread && here).then_some(stop)
    }

    /// The instruction without its guard, and the registers that it read, for the explorer; None where that shows nothing of it.
    pub fn alone(&self) -> Option<(String, Vec<Value>)> {
        if !matches!(self.line.code, Code::Row { .. }) || !self.record.ran {
            return None;
        }
        let text = self.text();
        let code = if text.starts_with('@') { text.split_once(' ').map_or("", |(_, code)| code) } else { &text };
        Some((code.to_owned(), self.read().into_iter().filter(|one| !one.name.is_empty()).collect()))
    }
}
