//! A run that has ended: what stands beside each line of the shown thread, and any moment of it once more.

use super::read::Read;
use super::slice::Slice;
use super::tree::Computed;
use semantics::anomalies::Anomaly;
use semantics::kernel::argument::Buffer;
use semantics::kernel::memory::{Memory, Space};
use semantics::kernel::module::Slot;
use semantics::kernel::record::Recording;
use semantics::kernel::{Launched, Step, Stop};
use semantics::number::OperandType;
use semantics::run::Value;
use semantics::shadow::Beside;
use semantics::sweep::error_report::Deviation;
use std::collections::HashMap;
use std::sync::Arc;

/// A value in words: a number, or an address in hexadecimal digits.
pub fn value_text(value: &Value) -> String {
    let address = value.own.width() == 64 && value.own.format.is_integer() && value.bits >> 28 != 0;
    match value.bits >> 60 {
        0 if address => format!("0x{:x}", value.bits),
        _ => value.own.decimal(value.bits),
    }
}

/// A run that has ended.
pub struct Done {
    pub read: Arc<Read>,
    pub launched: Launched,
    /// The thread that is shown, counted through all blocks.
    pub thread: u32,
    pub recording: Recording,
    /// What all threads did, where they meet.
    pub all: Option<Recording>,
    /// Whether that is more than is kept.
    pub cut: bool,
    pub beside: Vec<Option<Beside>>,
    /// What is remarkable, by the place of the record.
    pub found: HashMap<u32, Vec<Anomaly>>,
    /// The records of each line of the text, in order.
    pub executions: Vec<Vec<u32>>,
    /// The types of the slots of each function.
    pub types: Vec<Vec<OperandType>>,
    /// The step that first wrote each slot of each function.
    pub written: HashMap<(u32, Slot), u32>,
    /// Why the thread did not come to its end; whether it is another thread than the one that is shown.
    pub stop: Option<(Stop, bool)>,
    pub buffers: Vec<Buffer>,
    /// What lies in the buffers at the end, less what would lie there had nothing rounded.
    pub errors: Vec<Vec<Option<Deviation>>>,
    /// The records that computed what lies in the buffers at the end, and what lines of all threads computed.
    pub computed_by: Vec<Vec<Option<u32>>>,
    pub computed: Vec<Computed>,
    /// Memory before the first line of the thread, and after the last of all threads.
    pub start: Memory,
    pub end: Memory,
}

impl Done {
    /// How many lines the shown thread ran.
    pub fn steps(&self) -> usize {
        self.recording.records.len()
    }

    /// The records of a line of the text, in order.
    pub fn executions(&self, line: usize) -> &[u32] {
        self.executions.get(line).map_or(&[], Vec::as_slice)
    }

    /// The execution of a line that was the last when so many lines had run, counted from 0.
    pub fn latest(&self, line: usize, step: usize) -> Option<usize> {
        self.executions(line).partition_point(|at| (*at as usize) < step).checked_sub(1)
    }

    /// The name of the kernel.
    pub fn name(&self) -> &str {
        &self.read.module.functions[self.launched.entry].name
    }

    /// The step after which the error of the result is largest. What catches an error on purpose is nothing else.
    pub fn worst(&self) -> Option<usize> {
        let sizes = self.beside.iter().enumerate().filter_map(|(at, beside)| Some((at, beside.as_ref()?))).filter(|one| !one.1.is_residual);
        let sizes = sizes.map(|(at, beside)| (at, beside.whole.size()));
        // The first of equals: that is where the error came to be.
        sizes.filter(|(_, size)| *size > 0).rev().max_by_key(|(_, size)| *size).map(|(at, _)| at)
    }

    /// The number in the buffers that is farthest off at the end: which buffer, where in it, by how much.
    pub fn farthest(&self) -> Option<(usize, usize, Deviation)> {
        let all = self
            .errors
            .iter()
            .enumerate()
            .flat_map(|(buffer, errors)| errors.iter().enumerate().filter_map(move |(at, error)| Some((buffer, at, (*error)?))));
        all.reduce(|worst, one| if one.2.size() > worst.2.size() { one } else { worst })
    }

    /// How often a line is remarkable in some way, with the first time.
    pub fn remarkable(&self) -> Vec<(Anomaly, usize, usize)> {
        let mut all: Vec<(Anomaly, usize, usize)> = Vec::new();
        let mut places: Vec<&u32> = self.found.keys().collect();
        places.sort_unstable();
        for at in places {
            for finding in &self.found[at] {
                let same = |known: &Anomaly| core::mem::discriminant(known) == core::mem::discriminant(finding);
                match all.iter_mut().find(|(known, ..)| same(known)) {
                    Some((_, _, count)) => *count += 1,
                    None => all.push((*finding, *at as usize, 1)),
                }
            }
        }
        all
    }

    /// The registers of the innermost function that were written, and memory, when so many lines had run. The run is done once more up to there.
    pub fn moment(&self, step: usize) -> (Vec<Value>, Memory) {
        let module = &self.read.module;
        // Where threads meet, all of them run once more.
        let first = if module.meets() { 0 } else { self.thread };
        let Ok(mut threads) = self.launched.at(module, first) else { return Default::default() };
        let mut slice = Slice::new(None, step, first, Some(self.thread));
        if first == self.thread {
            threads.machine.memory.clone_from(&self.start);
        }
        let mut done = step == 0 && first == self.thread;
        while !done {
            done = !matches!(threads.step(&mut slice), Step::Turn) || slice.seen.is_some();
        }
        let machine = threads.machine;
        let (number, registers) = slice.seen.unwrap_or_else(|| {
            let function = machine.function();
            (module.functions.iter().position(|known| core::ptr::eq(known, function)).unwrap_or(0), machine.registers().to_vec())
        });
        let function = &module.functions[number];
        let named = |(slot, bits): (usize, &u64)| {
            self.written.get(&(number as u32, slot as Slot)).filter(|at| (**at as usize) < step)?;
            let (name, _) = function.registers.get(slot)?.as_ref()?;
            Some(Value { name: name.clone(), own: self.types[number][slot], bits: *bits })
        };
        let registers = registers.iter().enumerate().filter_map(named).collect();
        let memory = if step >= self.steps() { self.end.clone() } else { machine.memory };
        (registers, memory)
    }

    /// A place in memory in words: `out[3]`, or its address.
    pub(super) fn place(&self, address: u64) -> String {
        for buffer in &self.buffers {
            let Some(segment) = self.end.segments(Space::Global).get(buffer.segment) else { continue };
            let within = address.wrapping_sub(segment.base);
            if within < segment.bytes.len() as u64 {
                let name = super::short(&buffer.name, self.name());
                return format!("{name}[{}]", within / u64::from(buffer.own.width().div_ceil(8).max(1)));
            }
        }
        format!("[0x{address:x}]")
    }
}
