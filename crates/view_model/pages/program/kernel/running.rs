//! A kernel runs in slices, so that a page answers meanwhile: every thread up to its end, and then what stands beside each of its lines.

use super::asked::Plan;
use super::grid::{Met, begins};
use super::ran::{Put, Ran};
use super::read::{Read, Said, chosen};
use super::slice::Slice;
use super::types;
use semantics::kernel::argument::{Argument, Buffer};
use semantics::kernel::memory::{Memory, Segment, Space};
use semantics::kernel::module::{Callee, Code, Module};
use semantics::kernel::record::{Record, Recording, RunRecorder, Stored};
use semantics::kernel::{Launched, Step, Stop, Threads};
use semantics::shadow::{Beside, ShadowObserver, ShadowValue};
use std::sync::Arc;

/// Lines between two looks at the clock, and records between two.
const BETWEEN: usize = 2048;
const TOLD: usize = 64;
/// The lines that are kept of all threads together, on the page.
pub const KEPT: usize = 4_000_000;
/// Buffers with more elements than this have no errors beside them.
const COMPARED: usize = 1 << 16;

/// What a plan launches; the error is a sentence.
pub fn launched(read: &Read, plan: &Plan, arguments: &[String]) -> Result<Launched, String> {
    let Some(entry) = chosen(&read.module, &plan.entry) else {
        let wrong = read.said().into_iter().find(|said| said.what.is_error() && read.is_c());
        return Err(match wrong {
            Some(Said { number, what, .. }) => format!("Nothing runs. Line {number}: {}", what.message),
            None => "There is no kernel here: no .entry with a body.".into(),
        });
    };
    let given = arguments.iter().zip(1..).map(|(text, place)| Argument::read(text).map_err(|why| format!("Argument {place}: {why}")));
    let arguments = given.collect::<Result<Vec<_>, _>>()?;
    let Plan { threads, blocks, limit, shared, order, .. } = *plan;
    Ok(Launched { entry, arguments, threads, blocks, limit, shared, order })
}

/// A run that goes on.
pub struct Running<'m> {
    read: &'m Read,
    launched: &'m Launched,
    threads: Threads<'m>,
    keeper: RunRecorder<'m>,
    /// The lines that are kept of all threads together.
    kept: usize,
    /// The thread that is shown.
    thread: u32,
    /// The only one that is kept, and memory before its first line.
    only: Option<u32>,
    start: Option<Memory>,
    stop: Option<(Stop, u32)>,
    /// What is told of the records once all threads have ended.
    telling: Option<Telling<'m>>,
}

impl<'m> Running<'m> {
    /// Before the first line; the error is a sentence.
    pub fn begin(read: &'m Read, launched: &'m Launched, thread: u32, kept: usize) -> Result<Running<'m>, String> {
        let threads = launched.begin(&read.module)?;
        let keeper = RunRecorder::new(&read.module, kept);
        let start = (threads.thread == thread).then(|| threads.machine.memory.clone());
        Ok(Running { read, launched, threads, keeper, kept, thread, only: None, start, stop: None, telling: None })
    }

    /// How many lines have run, and of how many records everything is told.
    pub fn progress(&self) -> (u64, Option<usize>) {
        (self.threads.lines(), self.telling.as_ref().map(|telling| telling.at))
    }

    /// Runs a slice. Whether there is more to do.
    pub fn go_on(&mut self) -> bool {
        if let Some(telling) = &mut self.telling {
            return telling.go_on(&self.keeper.recording, TOLD);
        }
        // Threads that do not meet have nothing of each other: where all are too many, the one that is shown is enough.
        let module = &self.read.module;
        if self.only.is_none() && !module.meets() && self.keeper.recording.records.len() + BETWEEN >= self.kept {
            self.keeper.only(self.thread);
            self.only = Some(self.thread);
        }
        let mut slice = Slice::new(Some(&mut self.keeper), BETWEEN, self.threads.thread, self.only);
        match self.threads.step(&mut slice) {
            Step::Paused => return true,
            Step::Turn => {
                if self.threads.thread == self.thread && self.start.is_none() {
                    self.start = Some(self.threads.machine.memory.clone());
                }
                return true;
            }
            Step::Stopped(why) => {
                // A line beyond the limit did not run, and nothing is wrong with it.
                let records = &mut self.keeper.recording.records;
                if why.code == "limit" && records.last().is_some_and(|last| !last.ran && last.thread == self.threads.thread) {
                    records.pop();
                }
                self.stop = Some((why, self.threads.thread));
            }
            Step::Finished => {}
        }
        self.telling = Telling::new(module, self.read, self.launched);
        true
    }

    /// The run, which has ended. `plan` is what was asked.
    pub fn ran(self, read: &Arc<Read>, plan: Plan, arguments: Vec<String>) -> Option<Ran> {
        let Running { threads, keeper, kept, only, start, stop, telling, .. } = self;
        let Telling { shadow, beside, memory, own, rows, met, global, shared, known, .. } = telling?;
        let waiting: Vec<Record> = keeper.waiting().cloned().collect();
        let (launched, recording) = (self.launched.clone(), keeper.recording);
        let Threads { machine, buffers, .. } = threads;
        let (cut, end) = (only.is_none() && recording.records.len() + waiting.len() >= kept, machine.memory);
        let same = |(one, other): (&Segment, &Segment)| one.bytes == other.bytes;
        let agrees = memory.segments(Space::Global).iter().zip(end.segments(Space::Global)).all(same);
        let known_of = |buffer: &Buffer| -> Vec<Option<ShadowValue>> {
            let numbers = buffer.numbers(&end);
            let is_compared = numbers.len() <= COMPARED && buffer.own.is_floating();
            if is_compared { shadow.in_buffer(buffer, &end, &numbers) } else { Vec::new() }
        };
        let results = buffers.iter().map(known_of).collect();
        let mut ran = Ran {
            read: Arc::clone(read),
            of: (Plan { thread: 0, ..plan }, arguments),
            launched,
            recording,
            only,
            cut,
            waiting,
            beside,
            types: read.module.functions.iter().map(types::slots).collect(),
            stop,
            buffers,
            results,
            start: start.filter(|_| only.is_some()),
            end,
            own,
            rows,
            met,
            global,
            shared,
            variables: Vec::new(),
            replays: only.is_none() && known && (cut || agrees),
        };
        ran.variables = ran.shared_variables();
        Some(ran)
    }
}

/// What is told of records, as far as it has come.
struct Telling<'m> {
    module: &'m Module,
    read: &'m Read,
    shadow: ShadowObserver<'m>,
    beside: Vec<(u32, Beside)>,
    /// Memory as it was, and the block that has it.
    memory: Memory,
    start: Memory,
    block: u32,
    own: Vec<Vec<u32>>,
    rows: Vec<Vec<u32>>,
    met: Vec<Vec<Met>>,
    global: Vec<(u32, Stored)>,
    shared: Vec<Put>,
    /// Whether every line is known that changes memory.
    known: bool,
    at: usize,
}

impl<'m> Telling<'m> {
    fn new(module: &'m Module, read: &'m Read, launched: &'m Launched) -> Option<Telling<'m>> {
        let start = launched.begin(module).ok()?.machine.memory;
        Some(Telling {
            module,
            read,
            shadow: ShadowObserver::new(module),
            beside: Vec::new(),
            memory: start.clone(),
            start,
            block: 0,
            own: vec![Vec::new(); launched.count() as usize],
            rows: vec![Vec::new(); read.places.count()],
            met: vec![Vec::new(); launched.count() as usize],
            global: Vec::new(),
            shared: Vec::new(),
            known: true,
            at: 0,
        })
    }

    /// Goes through so many records more. Whether there are others.
    fn go_on(&mut self, recording: &Recording, most: usize) -> bool {
        let end = self.at.saturating_add(most).min(recording.records.len());
        for at in self.at..end {
            self.one(recording, &recording.records[at], at as u32);
        }
        self.at = end;
        end < recording.records.len()
    }

    fn one(&mut self, recording: &Recording, record: &Record, at: u32) {
        if record.block != self.block {
            let [before, now] = [self.block, record.block].map(|block| recording.in_block(block));
            self.block = record.block;
            if before.cluster_place() != now.cluster_place() {
                // A cluster finds its memory as the launch gives it, the same for each block.
                self.memory.turn_to(0);
                self.start.turn_to(0);
                for (own, new) in self.memory.segments_mut(Space::Shared).iter_mut().zip(self.start.segments(Space::Shared)) {
                    own.bytes.clone_from(&new.bytes);
                }
            }
            self.memory.turn_to(now.rank());
        }
        if let Some(beside) = self.shadow.line(recording, at as usize) {
            self.beside.push((at, beside));
        }
        if let Some(own) = self.own.get_mut(record.thread as usize) {
            own.push(at);
        }
        if let Some(met) = self.met.get_mut(record.thread as usize) {
            let phase = met.last().map_or((0, 0), |(_, phase)| *phase);
            met.extend(begins(self.module, recording, record, phase).map(|phase| (at, phase)));
        }
        if let Some(row) = self.rows.get_mut(self.read.places.of(record)) {
            row.push(at);
        }
        if let Some((_, line)) = recording.line(self.module, record)
            && let Code::Call(call) = &line.code
            && let Callee::Function(callee) = call.callee
        {
            let callee = &self.module.functions[callee as usize];
            self.known &= callee.defined || callee.name.ends_with("printf");
        }
        for stored in recording.stored(self.module, record, &mut self.memory) {
            // What the run wrote can be written again.
            let _ = self.memory.write(None, stored.address, stored.width, stored.bits, (0, 1));
            match Space::of(stored.address) {
                Some(Space::Global) => self.global.push((at, stored)),
                Some(Space::Shared) => {
                    let shadow_value = self.shadow.in_memory(stored.address, stored.bits);
                    self.shared.push(Put { record: at, stored, shadow_value });
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::program::kernel::done::Done;
    use crate::pages::program::kernel::done::tests::{keeping, ran};
    use semantics::shadow::candidates;
    use std::sync::Arc;

    /// A thread runs five lines and a thousand times four of a function.
    const CALLS: &str = "\
.version 8.0
.target sm_90
.address_size 64
.func (.reg .f32 d) sum(.reg .f32 a)
{
.reg .b32 n; .reg .pred q;
mov.f32 d, 0f00000000;
mov.u32 n, 0;
on:
add.f32 d, d, a;
add.u32 n, n, 1;
setp.lt.u32 q, n, 1000;
@q bra on;
ret;
}
.visible .entry k(.param .u64 p)
{
.reg .b32 r; .reg .f32 f<3>;
mov.u32 r, %tid.x;
cvt.rn.f32.u32 f1, r;
add.f32 f1, f1, 0f3DCCCCCD;
call (f2), sum, (f1);
ret;
}";

    #[test]
    fn where_all_threads_are_too_many_one_is_kept_whole() {
        let whole = ran(CALLS, "threads=3");
        for thread in 0..3 {
            // The second thread is inside of its call when that is found out.
            let one = keeping(CALLS, &format!("threads=3\nthread={thread}"), 7000);
            assert_eq!((one.only, one.cut), (Some(thread), false));
            let [kept, all] = [&one, &whole].map(|ran| Done::new(Arc::clone(ran), thread));
            let told = |done: &Done| {
                let steps = (0..done.steps()).filter_map(|at| done.step(at));
                steps.map(|step| (step.line(), step.ran(), step.wrote())).collect::<Vec<_>>()
            };
            assert!(kept.steps() > 4000 && told(&kept) == told(&all), "{thread}");
            for step in [0, 2000, kept.steps()] {
                assert_eq!(kept.moment(step).0, all.moment(step).0, "{thread}");
            }
            // Where the others are not there, nothing is said of them.
            let line = kept.step(0).unwrap().line();
            assert!(all.grid(line, 1, "").is_some() && kept.grid(line, 1, "").is_none());
            // What the lines of one thread add is told from its own records.
            let (module, own) = (&whole.read.module, whole.recording.of(thread));
            assert_eq!(own.records.len(), kept.steps());
            let values = |one: &semantics::kernel::record::Recording| -> Vec<(Vec<u64>, Vec<u64>)> {
                one.records.iter().map(|record| (one.sources(record).to_vec(), one.results(record).to_vec())).collect()
            };
            assert!(values(&own) == values(&one.recording));
            assert_eq!(candidates(module, &own), candidates(module, &whole.recording));
        }
    }
}
