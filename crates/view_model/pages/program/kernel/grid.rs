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
        Collective::Barrier(Barrier::Arrive) => None,
        Collective::Barrier(_) => Some((barriers + 1, 0)),
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
mod tests {
    use super::*;
    use crate::pages::program::kernel::asked::Picture;
    use crate::pages::program::kernel::done::tests::{keeping, ran};
    use crate::pages::program::kernel::examples::EXAMPLES;
    use std::sync::Arc;

    fn example(title: &str, thread: u32) -> Done {
        let listing = EXAMPLES.iter().find(|one| one.title == title).unwrap().listing();
        Done::new(ran(&listing.text, &listing.kernel), thread)
    }

    /// The row of an instruction, the only one with these words.
    fn row(done: &Done, words: &str) -> usize {
        (0..done.read.places.count()).find(|row| done.read.line(*row).contains(words)).unwrap()
    }

    #[test]
    fn each_round_of_a_block_has_half_of_the_threads() {
        let done = example("CUDA C++: the sum of a block", 0);
        let add = row(&done, "add.f32");
        let executions = done.executions(add).to_vec();
        assert_eq!(executions.len(), 4);
        for (round, at) in executions.iter().enumerate() {
            let grid = done.grid(add, *at as usize + 1, "").unwrap();
            let ran = grid.cells.iter().filter(|cell| cell.part.is_some()).count();
            assert_eq!(ran, 8 >> round, "{}", grid.said());
            // All are in the same round: what thread k adds there is the sum of the numbers that lie below it in the tree.
            assert_eq!(
                grid.said(),
                format!(
                    "Line 9 after barrier {}: {} ran it, {} threads did not reach it.",
                    round + 1,
                    if ran == 1 { "1 thread".to_owned() } else { format!("{ran} threads") },
                    16 - ran
                )
            );
            // Behind the first thread's line nobody waits.
            assert_eq!(grid.cells[0].state, State::Ready);
            assert!(grid.cells[1..].iter().all(|cell| cell.state == State::Ready), "{}", grid.states());
        }
        // Behind a thread's last line of a round, those before it wait.
        let last = Done::new(Arc::clone(&done.ran), 7);
        let at = *last.executions(add).first().unwrap() as usize;
        let grid = last.grid(add, at + 1, "").unwrap();
        let waiting = |cell: &Cell| matches!(cell.state, State::Waits(row) if done.read.number(row) == 10);
        assert!(grid.cells[..7].iter().all(waiting) && grid.cells[7..].iter().all(|cell| cell.state == State::Ready), "{}", grid.states());
        assert_eq!(grid.states(), format!("At step {} of thread 7: 7 wait at line 10, 9 can go on.", at + 1));
        // In the end all have ended, and the last round is shown: the first thread alone adds.
        let grid = done.grid(add, done.steps(), "").unwrap();
        assert_eq!(grid.states(), "After the run: 16 have ended.");
        assert_eq!(grid.cells.iter().filter(|cell| cell.part.is_some()).count(), 1);
    }

    #[test]
    fn the_sums_of_a_round_are_those_that_the_host_adds() {
        let done = example("CUDA C++: the sum of a block", 0);
        let add = row(&done, "add.f32");
        let mut all: Vec<f32> = vec![1000.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.11, 0.22, 0.33, 0.44, 0.55, 0.66];
        for at in done.executions(add) {
            let half = all.len() / 2;
            all = (0..half).map(|thread| all[thread] + all[thread + half]).collect();
            let grid = done.grid(add, *at as usize + 1, "").unwrap();
            let told: Vec<u64> = grid.cells.iter().filter_map(|cell| cell.value.as_ref()).map(|value| value.bits).collect();
            assert_eq!(told, all.iter().map(|sum| sum.to_bits().into()).collect::<Vec<u64>>());
            assert!(grid.cells[..half].iter().all(|cell| cell.error.is_some()));
            // The same by the name of the register, which the others have, too, if they ran the line.
            let name = grid.cells[0].value.as_ref().unwrap().name.clone();
            let named = done.grid(add, *at as usize + 1, &name).unwrap();
            assert_eq!(
                named.cells.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>(),
                grid.cells.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>()
            );
            for (picture, words) in [(Picture::Who, "ran it"), (Picture::Value, "no number"), (Picture::Error, "no error is known")] {
                let [cells, legend] = grid.drawn(picture);
                assert_eq!(cells.matches("role=\"option\"").count(), 16);
                assert_eq!(cells.matches("aria-selected=\"true\"").count(), 1);
                assert!(legend.contains(words), "{legend}");
            }
        }
    }

    #[test]
    fn going_to_a_thread_keeps_the_round() {
        let done = example("CUDA C++: the sum of a block", 0);
        let add = row(&done, "add.f32");
        for (round, at) in done.executions(add).iter().enumerate() {
            let (step, shown) = (*at as usize + 1, done.grid(add, *at as usize + 1, "").unwrap().said());
            for thread in 0..16 {
                let to = done.step_of(thread, add, step).unwrap();
                let other = Done::new(Arc::clone(&done.ran), thread);
                assert_eq!(other.grid(add, to, "").unwrap().said(), shown, "round {round}, thread {thread}");
            }
        }
    }

    #[test]
    fn a_barrier_is_shown_as_the_step_passes_it() {
        let done = example("CUDA C++: the sum of a block", 3);
        for (round, at) in done.executions(row(&done, "bar.sync")).iter().enumerate() {
            let record = done.record(*at as usize).unwrap().1;
            let grid = done.grid(done.read.places.of(record), *at as usize + 1, "").unwrap();
            let after = if round > 0 { format!(" after barrier {round}") } else { String::new() };
            assert!(grid.said().ends_with(&format!("{after}: 16 threads ran it.")), "{}", grid.said());
            // All have met, and nobody waits any more.
            assert!(grid.cells.iter().all(|cell| cell.state == State::Ready), "{}", grid.states());
        }
    }

    const APART: &str = "\
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 r<4>; .reg .pred q<3>; .reg .b64 a; .reg .f32 f<3>;
mov.u32 r1, %tid.x;
setp.lt.u32 q1, r1, 2;
cvt.rn.f32.u32 f1, r1;
@q1 add.f32 f1, f1, 0f3DCCCCCD;
setp.eq.u32 q2, r1, 3;
@q2 exit;
@!q1 bra end;
barrier.sync 1, 64;
end:
ret;
}";

    #[test]
    fn guards_ends_and_threads_that_wait_for_ever_are_told() {
        let done = Done::new(ran(APART, "threads=4"), 0);
        assert!(done.stop.as_ref().is_some_and(|(stop, _)| stop.code == "deadlock"));
        let grid = done.grid(row(&done, "@q1 add.f32"), done.steps(), "").unwrap();
        assert_eq!(grid.said(), "Line 10: 2 threads ran it, its guard skipped it in 2 threads.");
        assert_eq!(grid.states(), "After the run: 2 wait at line 14, 2 have ended.");
        assert_eq!(grid.of(&grid.cells[1]), "thread 1: ran the line, f1 = ≈ 1.1, off by +0.188 ulp; waits at line 14");
        assert_eq!(grid.of(&grid.cells[3]), "thread 3: its guard skipped the line; has ended");
        // By its name, the register has a value where the guard kept the line.
        let grid = done.grid(row(&done, "@q1 add.f32"), done.steps(), "f1").unwrap();
        assert_eq!(grid.of(&grid.cells[3]), "thread 3: its guard skipped the line, f1 = 3.0, off by +0.000 ulp; has ended");
        // Before the first line, nobody has begun; behind it, the others have not.
        assert_eq!(done.grid(row(&done, "@q1 add.f32"), 0, "").unwrap().states(), "At step 0 of thread 0: 4 have not begun.");
        assert_eq!(done.grid(row(&done, "@q1 add.f32"), 1, "").unwrap().states(), "At step 1 of thread 0: 1 can go on, 3 have not begun.");
    }

    #[test]
    fn a_thread_that_stops_the_run_does_not_wait() {
        let text = "\
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 r<4>;
mov.u32 r1, %tid.x;
shfl.sync.idx.b32 r2, r1, LANE, 31, MASK;
ret;
}";
        // The first thread is not in its mask; the last reads a lane that is not there.
        for (lane, mask, stop, states) in
            [("0", "2", ("mask", 0), [State::Stopped, State::New]), ("5", "3", ("inactive-lane", 1), [State::Waits(8), State::Stopped])]
        {
            let done = Done::new(ran(&text.replace("LANE", lane).replace("MASK", mask), "threads=2"), 0);
            assert_eq!(done.stop.as_ref().map(|(stop, thread)| (stop.code, *thread)), Some(stop));
            let grid = done.grid(row(&done, "mov.u32"), done.steps(), "").unwrap();
            let told = grid.cells.iter().map(|cell| match &cell.state {
                State::Waits(line) => State::Waits(done.read.number(*line)),
                other => other.clone(),
            });
            assert_eq!(told.collect::<Vec<_>>(), states);
            assert!(grid.drawn(Picture::Who)[1].contains("stopped the run"));
        }
        // One that waits for ever does, also where no line of another one came behind.
        let done = Done::new(ran(APART, "threads=1"), 0);
        let grid = done.grid(row(&done, "@q1 add.f32"), done.steps(), "").unwrap();
        assert_eq!(grid.states(), "After the run: 1 waits at line 14.");
    }

    #[test]
    fn what_is_not_kept_is_not_told_as_what_did_not_happen() {
        let listing = EXAMPLES.iter().find(|one| one.title == "CUDA C++: the sum of a block").unwrap().listing();
        let done = Done::new(keeping(&listing.text, &listing.kernel, 100), 0);
        assert!(done.cut && done.is_whole());
        let grid = done.grid(done.read.places.of(done.record(0).unwrap().1), done.steps(), "").unwrap();
        assert!(grid.said().ends_with(" did not reach it in the lines that are kept."), "{}", grid.said());
        assert!(grid.states().starts_with("After the last line that is kept: "), "{}", grid.states());
        let absent = grid.cells.iter().find(|cell| cell.part.is_none()).unwrap();
        assert!(grid.of(absent).contains(": did not reach the line in the lines that are kept; did more than is kept"));
        assert!(grid.drawn(Picture::Who)[1].contains("did not reach it in the lines that are kept"));
        assert!(done.shared_title(&done.variables[0], done.steps()).ends_with(", after the last line that is kept"));
    }

    #[test]
    fn an_error_stands_beside_its_own_number_alone() {
        // Of an atomic that is what it leaves in memory, and not what its register gets.
        let text = "\
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 r; .reg .b64 a; .reg .f32 f<3>;
ld.param.u64 a, [p];
mov.u32 r, %tid.x;
cvt.rn.f32.u32 f1, r;
add.f32 f1, f1, 0f3DCCCCCD;
atom.global.add.f32 f2, [a], f1;
ret;
}";
        let done = Done::new(ran(text, "0=f32[1]\nthreads=3"), 2);
        let atom = row(&done, "atom.global");
        let told = |register: &str| {
            let grid = done.grid(atom, done.steps(), register).unwrap();
            grid.cells.into_iter().map(|cell| (cell.value.unwrap(), cell.error)).collect::<Vec<_>>()
        };
        let sums = [0.1f32, 0.1 + 1.1, 0.1 + 1.1 + 2.1].map(|sum| u64::from(sum.to_bits()));
        let (new, old) = (told(""), told("f2"));
        assert_eq!(new.iter().map(|(value, _)| value.bits).collect::<Vec<_>>(), sums);
        assert!(new.iter().all(|(value, error)| value.name == "p[0]" && value.own.format.name == "F32" && error.is_some()), "{new:?}");
        assert_eq!(old.iter().map(|(value, _)| value.bits).collect::<Vec<_>>(), [0, sums[0], sums[1]]);
        assert!(old.iter().all(|(value, error)| value.name == "f2" && error.is_none()), "{old:?}");
        let step = done.step(done.executions(atom)[0] as usize).unwrap();
        assert_eq!(step.wrote().iter().map(|value| value.bits).collect::<Vec<_>>(), [sums[2], sums[1]]);
        // Of a matrix that is the first element.
        let text = "\
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b32 a<4>, b<2>; .reg .f32 c<4>, d<4>;
mov.b32 a0, 0x2e662e66;
mov.f32 c0, 0f3F800000;
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {a0, a0, a0, a0}, {a0, a0}, {c0, c0, c0, c0};
ret;
}";
        let done = Done::new(ran(text, "threads=32"), 0);
        let known = |register: &str| {
            let grid = done.grid(row(&done, "mma.sync"), done.steps(), register).unwrap();
            grid.cells.iter().map(|cell| (cell.value.is_some(), cell.error.is_some())).collect::<Vec<_>>()
        };
        assert_eq!((known("d0"), known("d1")), (vec![(true, true); 32], vec![(true, false); 32]));
    }
}
