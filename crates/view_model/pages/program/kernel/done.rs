//! A run as one of its threads sees it: what stands beside each line of that thread, and any moment of it once more.

use super::ran::Ran;
use super::slice::Slice;
use semantics::anomalies::{Anomaly, findings};
use semantics::kernel::Step;
use semantics::kernel::memory::Memory;
use semantics::kernel::module::{Function, Slot};
use semantics::kernel::record::Record;
use semantics::run::Value;
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

/// A thread of a run that has ended.
pub struct Done {
    pub ran: Arc<Ran>,
    /// The thread that is shown, counted through all blocks.
    pub thread: u32,
    /// What is remarkable, by the place of the record among those of the thread.
    pub found: HashMap<u32, Vec<Anomaly>>,
    /// The records of each line of the text, likewise.
    executions: Vec<Vec<u32>>,
    /// The step that first wrote each slot of each function.
    written: HashMap<(u32, Slot), u32>,
    /// Whether all of its lines are those of the kernel itself.
    is_flat: bool,
}

impl core::ops::Deref for Done {
    type Target = Ran;

    fn deref(&self) -> &Ran {
        &self.ran
    }
}

impl Done {
    /// A thread of a run; the one that is kept, where it is the only one.
    pub fn new(ran: Arc<Ran>, thread: u32) -> Done {
        let (thread, module) = (ran.only.unwrap_or(thread), &ran.read.module);
        let (mut executions, mut found) = (vec![Vec::new(); ran.read.places.count()], HashMap::new());
        let (mut written, mut is_flat) = (HashMap::new(), true);
        for (at, number) in (0..).zip(ran.own(thread)) {
            let record = &ran.recording.records[*number as usize];
            let all = findings(module, &ran.recording, record, ran.beside(*number));
            if !all.is_empty() {
                found.insert(at, all);
            }
            executions[ran.read.places.of(record)].push(at);
            is_flat &= record.function as usize == ran.launched.entry;
            if let Some((_, line)) = ran.recording.line(module, record).filter(|_| record.ran) {
                for slot in line.code.writes() {
                    written.entry((record.function, slot)).or_insert(at);
                }
            }
        }
        Done { thread, found, executions, written, is_flat, ran }
    }

    /// How many lines the shown thread ran.
    pub fn steps(&self) -> usize {
        self.own(self.thread).len()
    }

    /// The moment behind all of them, in words.
    pub fn end_said(&self) -> &'static str {
        if self.cut { "after the last line that is kept" } else { "after the run" }
    }

    /// A record of the shown thread, and its number among those of all.
    pub fn record(&self, at: usize) -> Option<(u32, &Record)> {
        let number = *self.own(self.thread).get(at)?;
        Some((number, self.recording.records.get(number as usize)?))
    }

    /// The records of a line of the text, in order.
    pub fn executions(&self, line: usize) -> &[u32] {
        self.executions.get(line).map_or(&[], Vec::as_slice)
    }

    /// The execution of a line that was the last when so many lines had run, counted from 0.
    pub fn latest(&self, line: usize, step: usize) -> Option<usize> {
        self.executions(line).partition_point(|at| (*at as usize) < step).checked_sub(1)
    }

    /// The step after which the error of the result is largest. What catches an error on purpose is nothing else.
    pub fn worst(&self) -> Option<usize> {
        let sizes = self.own(self.thread).iter().enumerate().filter_map(|(at, record)| Some((at, self.beside(*record)?)));
        let sizes = sizes.filter(|one| !one.1.is_residual).map(|(at, beside)| (at, beside.whole.size()));
        let sizes: Vec<(usize, u64)> = sizes.filter(|(_, size)| *size > 0).collect();
        // The first of equals: that is where the error came to be.
        sizes.into_iter().rev().max_by_key(|(_, size)| *size).map(|(at, _)| at)
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

    /// The registers of the innermost function that were written, and memory of `.global`, when so many lines had run. They follow from the
    /// records, or the run is done once more up to there.
    pub fn moment(&self, step: usize) -> (Vec<Value>, Memory) {
        if !(self.is_flat && self.replays) {
            return self.again(step);
        }
        let function = &self.read.module.functions[self.launched.entry];
        let writes: Vec<Vec<Slot>> = function.lines.iter().map(|line| line.code.writes()).collect();
        let mut registers = vec![0; function.initial.len()];
        for record in self.own(self.thread).iter().take(step).map(|number| &self.recording.records[*number as usize]) {
            for (slot, bits) in writes[record.line as usize].iter().zip(self.recording.results(record)) {
                registers[*slot as usize] = *bits;
            }
        }
        let registers = self.named(self.launched.entry, function, &registers, step);
        if step >= self.steps() {
            return (registers, self.end.clone());
        }
        let Ok(begun) = self.launched.begin(&self.read.module) else { return Default::default() };
        let mut memory = begun.machine.memory;
        let own = self.own(self.thread);
        let behind = step.checked_sub(1).map_or(own.first().copied(), |last| own.get(last).map(|last| last + 1)).unwrap_or(0);
        for (_, stored) in self.global.iter().take_while(|(record, _)| *record < behind) {
            // What the run wrote can be written again.
            let _ = memory.write(None, stored.address, stored.width, stored.bits, (0, 1));
        }
        (registers, memory)
    }

    /// The same from a run that is done once more.
    fn again(&self, step: usize) -> (Vec<Value>, Memory) {
        let module = &self.read.module;
        let begun = if self.start.is_some() { self.launched.at(module, self.thread) } else { self.launched.begin(module) };
        let Ok(mut threads) = begun else { return Default::default() };
        let first = threads.thread;
        let mut slice = Slice::new(None, step, first, Some(self.thread));
        if let Some(start) = &self.start {
            threads.machine.memory.clone_from(start);
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
        let registers = self.named(number, &module.functions[number], &registers, step);
        let memory = if step >= self.steps() { self.end.clone() } else { machine.memory };
        (registers, memory)
    }

    /// The registers that were written when so many lines had run.
    fn named(&self, number: usize, function: &Function, registers: &[u64], step: usize) -> Vec<Value> {
        let named = |(slot, bits): (usize, &u64)| {
            self.written.get(&(number as u32, slot as Slot)).filter(|at| (**at as usize) < step)?;
            let (name, _) = function.registers.get(slot)?.as_ref()?;
            Some(Value { name: name.clone(), own: self.types[number][slot], bits: *bits })
        };
        registers.iter().enumerate().filter_map(named).collect()
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::pages::program::kernel::asked::Asked;
    use crate::pages::program::kernel::examples::EXAMPLES;
    use crate::pages::program::kernel::read::{Read, chosen};
    use crate::pages::program::kernel::running::{KEPT, Running, launched};
    use crate::pages::program::kernel::types::parameters;
    use semantics::instruction::Context;
    use semantics::kernel::memory::Space;

    /// A text as the page runs it.
    pub fn ran(text: &str, asked: &str) -> Arc<Ran> {
        keeping(text, asked, KEPT)
    }

    /// The same with so many lines of all threads.
    pub fn keeping(text: &str, asked: &str, kept: usize) -> Arc<Ran> {
        let read = Arc::new(Read::new(text, &Context::default()));
        let plan = Asked::read(asked, |kernel| read.shape(kernel)).plan;
        let entry = chosen(&read.module, &plan.entry).expect("a kernel");
        let all = read.proposed(parameters(&read.module, &read.module.functions[entry]));
        let typed = |place: usize| plan.arguments.get(place).cloned().flatten();
        let arguments: Vec<String> = all.iter().enumerate().map(|(place, one)| typed(place).unwrap_or(one.proposed.clone())).collect();
        let launched = launched(&read, &plan, &arguments).unwrap();
        let mut running = Running::begin(&read, &launched, plan.thread, kept).unwrap();
        while running.go_on() {}
        Arc::new(running.ran(&read, plan, arguments).expect("it has ended"))
    }

    /// What follows from the records is what the run gives that is done once more, at every sampled step of every thread.
    #[test]
    fn a_moment_is_the_same_from_records_and_from_the_run() {
        let mut from_records = 0;
        for example in &EXAMPLES {
            let listing = example.listing();
            let ran = ran(&listing.text, &listing.kernel);
            for thread in (0..ran.launched.count()).step_by(5) {
                let done = Done::new(Arc::clone(&ran), thread);
                from_records += usize::from(done.is_flat && done.replays);
                let steps = done.steps();
                for step in [0, 1, steps / 3, steps / 2, steps.saturating_sub(1), steps] {
                    let ((told, memory), (registers, other)) = (done.moment(step), done.again(step));
                    assert_eq!(told, registers, "{}, thread {thread}, step {step}", example.title);
                    for (one, other) in memory.segments(Space::Global).iter().zip(other.segments(Space::Global)) {
                        assert_eq!(one.bytes, other.bytes, "{}, thread {thread}, step {step}", example.title);
                    }
                }
            }
        }
        assert!(from_records > 20, "{from_records}");
    }
}
