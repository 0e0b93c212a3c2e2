//! The threads of a block as a grid: who ran the line that is shown, who waits, who has ended, and what a register holds in each of them.
//!
//! Threads take turns, so what two of them do at one time on a chip lies far apart in the run. A line of one thread goes together with the
//! same line of another where both have passed as many barriers, and since then as many meetings of their warp, and run the line as often.

use super::done::Done;
use super::ran::Ran;
use semantics::kernel::meet::{Barrier, Collective};
use semantics::kernel::module::{Code, Module, Slot};
use semantics::kernel::record::{Record, Recording};
use semantics::run::Value;
use semantics::sweep::error_report::Deviation;

/// How many barriers a thread has passed, and how many meetings of its warp since then.
pub type Phase = (u32, u32);

/// A meeting of a thread, and the phase that begins with it.
pub type Met = (u32, Phase);

/// The phase that a record begins, if it is a meeting that others wait for.
pub fn begins(module: &Module, recording: &Recording, record: &Record, (barriers, since): Phase) -> Option<Phase> {
    let (_, line) = recording.line(module, record).filter(|_| record.ran)?;
    let Code::Meet(meet) = &line.code else { return None };
    match meet.what {
        Collective::Barrier(Barrier::Arrive) | Collective::Cluster(true) => None,
        Collective::Barrier(_) | Collective::Cluster(false) => Some((barriers + 1, 0)),
        _ => Some((barriers, since + 1)),
    }
}

/// Which time of a line is meant: in which phase, and which time in it, from 0.
type Time = (Phase, usize);

/// What a thread does at the moment that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It has run nothing.
    New,
    /// It can go on.
    Ready,
    /// It waits at a line of the text.
    Waits(usize),
    /// It has ended.
    Ended,
    /// The run stopped in it.
    Stopped,
    /// What it did next is not kept.
    Unknown,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Counted through all blocks.
    pub thread: u32,
    /// The record of the line, and whether its guard let it run; none where the thread did not come there.
    pub part: Option<(u32, bool)>,
    pub state: State,
    /// What the register holds behind the line, and how far off that is, where it is known.
    pub value: Option<Value>,
    pub error: Option<Deviation>,
}

/// The threads of a block.
pub struct Grid<'d> {
    pub(super) done: &'d Done,
    pub(super) line: usize,
    pub(super) time: Time,
    pub(super) step: usize,
    pub cells: Vec<Cell>,
}

impl Ran {
    /// The phase of a record, and the one behind it.
    fn phases(&self, thread: u32, record: u32) -> [Phase; 2] {
        let met = self.met.get(thread as usize).map_or(&[][..], Vec::as_slice);
        let place = met.partition_point(|(at, _)| *at < record);
        let before = place.checked_sub(1).map_or((0, 0), |last| met[last].1);
        [before, met.get(place).filter(|(at, _)| *at == record).map_or(before, |(_, phase)| *phase)]
    }

    /// The numbers of the records of a line over the threads of a block, each with its thread and its time.
    fn times(&self, line: usize, block: u32) -> impl Iterator<Item = (u32, u32, Time)> + '_ {
        let each = self.launched.per_block();
        let mut last: Vec<Option<Time>> = vec![None; each as usize];
        let records = self.row(line).iter().map(|number| (*number, &self.recording.records[*number as usize]));
        records.filter(move |(_, record)| record.thread / each == block).map(move |(number, record)| {
            let [phase, _] = self.phases(record.thread, number);
            let last = &mut last[(record.thread % each) as usize];
            let time = (phase, last.filter(|last| last.0 == phase).map_or(0, |last| last.1 + 1));
            *last = Some(time);
            (number, record.thread, time)
        })
    }

    /// How many records there are at the moment behind one: those that met in it belong together.
    fn behind(&self, last: u32) -> u32 {
        let records = &self.recording.records;
        let meeting = records[last as usize].meeting;
        let together = records[last as usize + 1..].iter().take_while(|record| meeting != 0 && record.meeting == meeting);
        last + 1 + together.count() as u32
    }

    /// What a thread does when there are so many records.
    fn state(&self, thread: u32, moment: u32) -> State {
        let own = self.own(thread);
        let place = own.partition_point(|record| *record < moment);
        // Behind the last record each of them has begun to wait.
        let waits = |record: &Record| record.since < moment || moment as usize == self.recording.records.len();
        if let Some(next) = own.get(place).map(|next| &self.recording.records[*next as usize]) {
            let meets = self.recording.line(&self.read.module, next).is_some_and(|(_, line)| matches!(line.code, Code::Meet(_)));
            return match place {
                _ if meets && next.ran && waits(next) => State::Waits(self.read.places.of(next)),
                0 => State::New,
                _ => State::Ready,
            };
        }
        // Of a deadlock no thread is the cause: each of them waits.
        if !self.cut && self.stop.as_ref().is_some_and(|(stop, stopped)| *stopped == thread && stop.code != "deadlock") {
            return State::Stopped;
        }
        if let Some(waiting) = self.waiting.iter().find(|record| record.thread == thread).filter(|record| waits(record)) {
            return State::Waits(self.read.places.of(waiting));
        }
        let last = own.last().map(|last| &self.recording.records[*last as usize]);
        let ended = |record: &Record| {
            let outermost = record.function as usize == self.launched.entry;
            self.recording.line(&self.read.module, record).filter(|_| record.ran).is_some_and(|(function, line)| match line.code {
                Code::Exit => true,
                Code::Return => outermost,
                _ => outermost && record.line as usize + 1 == function.lines.len(),
            })
        };
        match (&self.stop, last) {
            _ if self.cut => State::Unknown,
            (Some(_), None) => State::New,
            (Some(_), Some(last)) if !ended(last) => State::Ready,
            _ => State::Ended,
        }
    }

    /// What a register holds behind a record, and how far off that is.
    fn held(&self, record: u32, slot: Slot, writers: &[bool]) -> Option<(Value, Option<Deviation>)> {
        let function = self.recording.records[record as usize].function;
        let own = self.own(self.recording.records[record as usize].thread);
        let place = own.binary_search(&record).ok()?;
        let writes = |number: &&u32| {
            let record = &self.recording.records[**number as usize];
            record.ran && record.function == function && writers[record.line as usize]
        };
        let number = *own[..=place].iter().rev().find(writes)?;
        let record = &self.recording.records[number as usize];
        let (function, line) = self.recording.line(&self.read.module, record)?;
        let at = line.code.writes().iter().position(|own| *own == slot)?;
        let bits = *self.recording.results(record).get(at)?;
        let value = Value { name: function.name_of(slot)?.to_owned(), own: self.types[record.function as usize][slot as usize], bits };
        // What stands beside a line is of the first number that it wrote; that of an atomic is in memory.
        let is_meant = at == 0 && !matches!(line.code, Code::Atomic(_));
        Some((value, self.off(number).filter(|_| is_meant)))
    }

    /// How far off the first number is that a record wrote.
    fn off(&self, record: u32) -> Option<Deviation> {
        self.beside(record).filter(|beside| beside.exact().is_some()).map(|beside| beside.whole)
    }

    /// The registers of the function that a line of the text belongs to which lines write, by their names.
    pub fn registers(&self, line: usize) -> Vec<(String, Slot)> {
        let Some(record) = self.row(line).first() else { return Vec::new() };
        let function = &self.read.module.functions[self.recording.records[*record as usize].function as usize];
        let mut written: Vec<Slot> = function.lines.iter().flat_map(|line| line.code.writes()).collect();
        written.sort_unstable();
        written.dedup();
        written.into_iter().filter_map(|slot| Some((function.name_of(slot)?.to_owned(), slot))).collect()
    }
}

impl Done {
    /// Which time of a line is shown: the last one at the moment, or that of others where the thread does not come there.
    fn time(&self, line: usize, step: usize) -> Option<Time> {
        let block = self.thread / self.launched.per_block();
        let own: Vec<(u32, Time)> =
            self.times(line, block).filter(|(_, thread, _)| *thread == self.thread).map(|(number, _, time)| (number, time)).collect();
        let latest = self.latest(line, step).unwrap_or(0);
        let latest = own.get(latest).map(|(_, time)| *time);
        // Of a step that is the line itself nothing else is meant.
        let now = step.checked_sub(1).filter(|_| step < self.steps()).and_then(|at| self.record(at));
        let now = now.filter(|(_, record)| self.read.places.of(record) != line);
        let now = now.map(|(number, _)| self.phases(self.thread, number)[1]);
        let others = || self.times(line, block).map(|(_, _, time)| time);
        match (now, latest) {
            (Some(now), Some(latest)) if latest.0 == now => Some(latest),
            (Some(now), _) if others().any(|time| time.0 == now) => Some((now, 0)),
            (_, Some(latest)) => Some(latest),
            _ => others().next(),
        }
    }

    /// How many records of all threads there are at a moment.
    pub(super) fn moment_at(&self, step: usize) -> u32 {
        match step.checked_sub(1).map(|last| self.record(last)) {
            _ if step >= self.steps() => self.recording.records.len() as u32,
            Some(last) => last.map_or(0, |(number, _)| self.behind(number)),
            None => self.own(self.thread).first().copied().unwrap_or(0),
        }
    }

    /// The threads of the block of the one that is shown, at a line and at a moment; None where no thread of it ran the line, and where
    /// one alone is kept.
    pub fn grid(&self, line: usize, step: usize, register: &str) -> Option<Grid<'_>> {
        let time = self.time(line, step).filter(|_| self.is_whole())?;
        let each = self.launched.per_block();
        let block = self.thread / each;
        let mut parts = vec![None; each as usize];
        for (number, thread, own) in self.times(line, block) {
            if own == time {
                parts[(thread % each) as usize] = Some((number, self.recording.records[number as usize].ran));
            }
        }
        let moment = self.moment_at(step);
        let slot = self.registers(line).into_iter().find(|(name, _)| name == register).map(|(_, slot)| slot);
        let function = self.row(line).first().map(|first| self.recording.records[*first as usize].function)?;
        let lines = &self.read.module.functions[function as usize].lines;
        let writers: Vec<bool> = lines.iter().map(|line| slot.is_some_and(|slot| line.code.writes().contains(&slot))).collect();
        let cell = |(number, part): (u32, Option<(u32, bool)>)| {
            let thread = block * each + number;
            let held = part.and_then(|(record, ran)| match slot {
                Some(slot) => self.held(record, slot, &writers),
                None if ran => {
                    let wrote = self.wrote(&self.recording.records[record as usize]).into_iter().next()?;
                    Some((wrote, self.off(record)))
                }
                None => None,
            });
            let (value, error) = held.map_or((None, None), |(value, error)| (Some(value), error));
            Cell { thread, part, state: self.state(thread, moment), value, error }
        };
        let cells = (0..each).zip(parts).map(cell).collect();
        Some(Grid { done: self, line, time, step, cells })
    }

    /// The step of another thread that goes together with a line and a moment of this one.
    pub fn step_of(&self, thread: u32, line: usize, step: usize) -> Option<usize> {
        let (phase, number) = self.time(line, step)?;
        let own = self.own(thread);
        let block = thread / self.launched.per_block();
        let there = self.times(line, block).find(|(_, other, time)| (*other, *time) == (thread, (phase, number)));
        if let Some((record, ..)) = there {
            return own.binary_search(&record).ok().map(|at| at + 1);
        }
        // Where it does not come there: its last line of that phase.
        own.iter().rposition(|record| self.phases(thread, *record)[1] == phase).map(|at| at + 1)
    }
}

#[cfg(test)]
mod tests;
