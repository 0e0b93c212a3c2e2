//! One line that the shown thread ran: what it read and wrote, and what stands beside it.

use super::done::Done;
use semantics::anomalies::Anomaly;
use semantics::instruction::Type;
use semantics::kernel::Stop;
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
    pub(super) record: &'d Record,
    pub(super) function: &'d Function,
    pub(super) line: &'d Line,
}

impl Done {
    /// What a record says.
    pub fn step(&self, at: usize) -> Option<Step<'_>> {
        let record = self.recording.records.get(at)?;
        let (function, line) = self.recording.line(&self.read.module, record)?;
        Some(Step { done: self, at, record, function, line })
    }
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
        let span = self.line.span.start as usize..self.line.span.end as usize;
        self.done.read.module.text.get(span).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn named(&self, slots: &[u32], bits: &[u64]) -> Vec<Value> {
        let types = &self.done.types[self.record.function as usize];
        let mut all: Vec<Value> = Vec::new();
        for (slot, bits) in slots.iter().zip(bits) {
            let own = self.own(*slot).unwrap_or(types[*slot as usize]);
            let name = self.function.name_of(*slot).unwrap_or("").to_owned();
            if all.iter().all(|known| known.name.is_empty() || known.name != name) {
                all.push(Value { name, own, bits: *bits });
            }
        }
        all
    }

    /// What an instruction of the table says of its own operands; nothing where it takes bits, whatever they stand for.
    fn own(&self, slot: u32) -> Option<OperandType> {
        let Code::Row { request, to, from, count, .. } = &self.line.code else { return None };
        let request = self.function.requests.get(*request as usize)?;
        let (form, modifiers) = (request.form, request.modifiers);
        let source = from[..*count as usize].iter().position(|from| *from == slot).map(|at| form.source_type(modifiers, at));
        let own = source.or_else(|| (*to == slot).then(|| form.destination_type(modifiers).unwrap_or(Type::Pred)))?;
        (!own.is_untyped()).then(|| own.operand())
    }

    /// What it read; a constant has no name.
    pub fn read(&self) -> Vec<Value> {
        self.named(&self.line.code.reads(), self.done.recording.sources(self.record))
    }

    /// What it wrote: registers, or places in memory.
    pub fn wrote(&self) -> Vec<Value> {
        if !self.record.ran {
            return Vec::new();
        }
        if let Code::Store { from, place } = &self.line.code {
            let sources = self.done.recording.sources(self.record);
            let base = sources.first().copied().unwrap_or(0).wrapping_add(place.offset);
            let types = &self.done.types[self.record.function as usize];
            let one = |(at, (slot, bits)): (usize, (&u32, &u64))| Value {
                name: self.done.place(base.wrapping_add(at as u64 * u64::from(place.width))),
                own: types[*slot as usize],
                bits: *bits,
            };
            return from.iter().zip(sources.get(1..).unwrap_or_default()).enumerate().map(one).collect();
        }
        let (slots, results) = (self.line.code.writes(), self.done.recording.results(self.record));
        if let Code::Row { request, to, second: None, .. } = &self.line.code
            && let Some(request) = self.function.requests.get(*request as usize)
            && let Some(own) = request.form.destination_type(request.modifiers).filter(|own| !own.is_untyped())
            && let Some(bits) = results.first()
        {
            // Where source and destination are one register, the destination's type is meant.
            let name = self.function.name_of(*to).unwrap_or("").to_owned();
            return vec![Value { name, own: own.operand(), bits: *bits }];
        }
        self.named(&slots, results)
    }

    /// What stands beside it.
    pub fn beside(&self) -> Option<&Beside> {
        self.done.beside.get(self.at)?.as_ref()
    }

    /// What is remarkable about it.
    pub fn found(&self) -> &[Anomaly] {
        self.done.found.get(&(self.at as u32)).map_or(&[], Vec::as_slice)
    }

    /// Whether the run stopped at it.
    pub fn stopped(&self) -> Option<&Stop> {
        let (stop, other) = self.done.stop.as_ref()?;
        let here =
            self.at + 1 == self.done.steps() && (stop.function, stop.line) == (self.record.function as usize, self.record.line as usize);
        (!other && here).then_some(stop)
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
