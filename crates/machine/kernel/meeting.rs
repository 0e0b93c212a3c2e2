//! The threads of a block that meet: who waits where, when they go on, and what each then has in its registers.

use super::barriers::{Arrived, BARRIERS, Gathering};
use super::lanes::all;
use super::machine::{Frame, Machine, Observer, Reason};
use super::matrices::{MOST, Together};
use super::meet::{Barrier, Collective, Meet, Vote};
use super::memory::{Memory, Segment, Space};
use super::module::{Code, Module};
use super::special::{Launch, WARP};
use crate::instruction::{SOURCES, Target};
use core::fmt::Write;

/// The lines that a sentence names at which threads wait.
const PLACES: usize = 4;
pub(super) const UNDEFINED: &str = "and what happens then is not defined";

/// What a thread has for itself while others run.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub launch: Launch,
    frames: Vec<Frame<1>>,
    own: [Vec<Segment>; 2],
    pub left: u64,
}

impl State {
    /// The function and the line that it has come to.
    pub fn line(&self) -> (usize, usize) {
        self.frames.last().map_or((0, 0), |frame| (frame.function, frame.before()))
    }
}

impl Machine<'_> {
    /// Takes what the thread that runs has for itself.
    pub(super) fn take(&mut self) -> State {
        let own = [Space::Param, Space::Local].map(|space| self.memory.exchange(space, Vec::new()));
        State { launch: self.launch, frames: core::mem::take(&mut self.frames), own, left: self.left }
    }

    /// Lets a thread run on.
    pub(super) fn put_on(&mut self, state: State) {
        let State { launch, frames, own, left } = state;
        (self.launch, self.frames, self.left) = (launch, frames, left);
        for (space, own) in [Space::Param, Space::Local].into_iter().zip(own) {
            self.memory.exchange(space, own);
        }
        self.memory.turn_to(launch.rank());
        self.lanes = all::<1>();
    }
}

/// Whether a thread of the block runs, waits or has ended.
#[derive(Clone, Debug)]
pub(super) enum ThreadState {
    /// It has not begun.
    New,
    /// It is the one that runs.
    Runs,
    /// It can go on.
    PreparedOp(State),
    /// It waits for others.
    Waits(State, Wait),
    /// It has ended.
    Done,
}

/// Where a thread waits, and what it brings.
#[derive(Clone, Debug)]
pub(super) struct Wait {
    /// The function and its line.
    at: (usize, usize),
    from: Vec<u64>,
    who: Option<u64>,
}

/// The threads of a block of which one has waited.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub threads: Vec<ThreadState>,
    /// Those that have not ended.
    live: u32,
    /// Those that are counted at each barrier.
    barriers: Vec<Gathering>,
    /// How often the barrier of the cluster has opened, the times at which threads have arrived there and not waited since, and how many of
    /// those that have not ended arrived this time.
    opened: u32,
    arrivals: Vec<Option<u32>>,
    arrived: u32,
}

/// Where a run ends and why: the function and the line, and the reason.
type Ended = ((usize, usize), Reason);

/// What comes of a meeting for one thread.
pub(super) struct Released {
    pub thread: u32,
    /// The thread whose value it gets.
    pub source: u32,
    pub values: [u64; MOST],
}

/// The values of a meeting that gives two at most.
pub(super) fn two(one: u64, other: u64) -> [u64; MOST] {
    core::array::from_fn(|place| [one, other].get(place).copied().unwrap_or(0))
}

/// The meeting at a line of a function.
fn meet(module: &Module, (function, line): (usize, usize)) -> Option<&Meet> {
    match &module.functions.get(function)?.lines.get(line)?.code {
        Code::Meet(meet) => Some(meet),
        _ => None,
    }
}

/// The number of a line in the text.
pub(super) fn number(module: &Module, (function, line): (usize, usize)) -> usize {
    module.line_number(module.functions[function].lines[line].span.start as usize)
}

/// Threads in words: `threads 0 to 15 and 20`.
fn named(threads: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for thread in threads {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *thread => *last = *thread,
            _ => runs.push((*thread, *thread)),
        }
    }
    let mut text = if threads.len() == 1 { "thread" } else { "threads" }.to_owned();
    for (at, (first, last)) in runs.iter().enumerate().take(4) {
        let between = if at == 0 { " " } else { ", " };
        let _ = if first == last { write!(text, "{between}{first}") } else { write!(text, "{between}{first} to {last}") };
    }
    if runs.len() > 4 {
        text.push_str(" and others");
    }
    text
}

impl Block {
    /// A block of threads in their order, of which those before a place are done.
    pub fn begin(&mut self, turns: &[u32], at: usize) {
        self.threads = vec![ThreadState::New; turns.len()];
        turns[..at].iter().for_each(|thread| self.threads[*thread as usize] = ThreadState::Done);
        self.barriers = vec![Gathering::default(); BARRIERS];
        self.live = (turns.len() - at) as u32;
        (self.opened, self.arrived, self.arrivals) = (0, 0, vec![None; turns.len()]);
    }

    /// A thread has ended.
    pub fn end(&mut self, thread: u32) {
        self.threads[thread as usize] = ThreadState::Done;
        self.live -= 1;
        self.arrived -= u32::from(self.arrivals[thread as usize] == Some(self.opened));
    }

    /// Whether all of its threads that have not ended arrived at the barrier of the cluster, and whether any is there.
    pub fn is_at_cluster(&self) -> (bool, bool) {
        (self.arrived == self.live, self.arrived > 0)
    }

    /// Lets those go on that wait at the barrier of the cluster, which opens.
    pub fn open(&mut self, module: &Module, first: u32, watch: &mut impl Observer) {
        (self.opened, self.arrived) = (self.opened + 1, 0);
        let waits = |thread: &u32| match &self.threads[*thread as usize] {
            ThreadState::Waits(_, wait) => meet(module, wait.at).is_some_and(|meet| meet.what == Collective::Cluster(false)),
            _ => false,
        };
        let waiting: Vec<u32> = (0..self.threads.len() as u32).filter(waits).collect();
        waiting.iter().for_each(|thread| self.arrivals[*thread as usize] = None);
        if !waiting.is_empty() {
            let released = waiting.into_iter().map(|thread| Released { thread, source: thread, values: [0; MOST] });
            self.let_on(module, released.collect(), first, watch);
        }
    }

    /// What a thread that can run has for itself; None of one that has not begun. It is now the one that runs.
    pub fn thread_state(&mut self, thread: u32) -> Option<State> {
        match core::mem::replace(&mut self.threads[thread as usize], ThreadState::Runs) {
            ThreadState::PreparedOp(state) => Some(state),
            _ => None,
        }
    }

    /// What some thread has for itself that does not run.
    pub fn any(&self) -> Option<State> {
        self.threads.iter().find_map(|thread_state| match thread_state {
            ThreadState::PreparedOp(state) | ThreadState::Waits(state, _) => Some(state.clone()),
            ThreadState::New | ThreadState::Runs | ThreadState::Done => None,
        })
    }

    /// Lets a thread wait at the line that it has come to, with what it has for itself. The error is why the run ends.
    pub fn wait(&mut self, module: &Module, thread: u32, state: State, memory: &mut Memory) -> Result<(), Reason> {
        let at = state.line();
        let (Some(meet), Some(frame)) = (meet(module, at), state.frames.last()) else { return Ok(()) };
        let held = |slot: u32| frame.registers.get(slot as usize).map_or(0, |bits| bits[0]);
        let mut from: Vec<u64> = meet.from.iter().map(|slot| held(*slot)).collect();
        if let Some(last) = from.last_mut().filter(|_| meet.negated) {
            *last ^= 1;
        }
        let who = meet.who.map(held);
        match meet.what {
            Collective::Barrier(kind) => {
                let holds = from.get(1) == Some(&1);
                let barrier = from[0];
                let Some(gathering) = self.barriers.get_mut(barrier as usize) else {
                    return Err(("barrier", format!("There is no barrier {barrier}: barriers have the numbers 0 to {}.", BARRIERS - 1)));
                };
                gathering.arrive(module, barrier, Arrived { thread, at, count: who, kind, holds, aligned: meet.aligned })?;
            }
            Collective::Cluster(arrives) => {
                let own = &mut self.arrivals[thread as usize];
                match (arrives, *own) {
                    (true, None) => (*own, self.arrived) = (Some(self.opened), self.arrived + 1),
                    (true, Some(_)) => {
                        let message =
                            format!("Thread {thread} arrives at the barrier of the cluster twice without a wait between, {UNDEFINED}.");
                        return Err(("barrier", message));
                    }
                    (false, None) => {
                        let message =
                            format!("Thread {thread} waits at the barrier of the cluster, where it has not arrived, {UNDEFINED}.");
                        return Err(("barrier", message));
                    }
                    (false, Some(_)) => {}
                }
            }
            Collective::Matrices(number) => {
                let row = module.functions[at.0].matrices[number as usize].what.brought(thread % WARP, from[0], memory);
                from.extend(row.map_err(|fault| ("wild-address", fault.to_string()))?);
            }
            _ if who.is_some_and(|mask| mask >> (thread % WARP) & 1 == 0) => {
                let mask = who.unwrap_or(0) as u32;
                return Err(("mask", format!("Thread {thread} is not in the mask 0x{mask:08x} of those that take part, {UNDEFINED}.")));
            }
            _ => {}
        }
        self.threads[thread as usize] = ThreadState::Waits(state, Wait { at, from, who });
        Ok(())
    }

    /// Lets those go on that have met, since a thread waits or has ended. The error is why the run ends, and where.
    pub fn release(
        &mut self,
        (module, memory): (&Module, &mut Memory),
        since: u32,
        first: u32,
        watch: &mut impl Observer,
    ) -> Result<(), Ended> {
        if let ThreadState::Waits(_, wait) = &self.threads[since as usize]
            && let Some(meet) = meet(module, wait.at)
            && let opened = self.arrivals[since as usize].is_some_and(|arrived| arrived < self.opened)
            && (matches!(meet.what, Collective::Barrier(Barrier::Arrive) | Collective::Cluster(true))
                || opened && meet.what == Collective::Cluster(false))
        {
            if meet.what == Collective::Cluster(false) {
                self.arrivals[since as usize] = None;
            }
            self.let_on(module, vec![Released { thread: since, source: since, values: [0; MOST] }], first, watch);
        }
        for barrier in 0..BARRIERS {
            if self.is_full(&self.barriers[barrier]) {
                let released = self.barriers[barrier].release();
                self.let_on(module, released, first, watch);
            }
        }
        if self.waits_for_one_that_runs(module, since) {
            return Ok(());
        }
        while let Some(released) = self.warp(module, memory, since / WARP)? {
            self.let_on(module, released, first, watch);
        }
        Ok(())
    }

    /// The numbers of a warp's threads.
    fn lanes(&self, warp: u32) -> core::ops::Range<u32> {
        warp * WARP..(warp * WARP + WARP).min(self.threads.len() as u32)
    }

    fn is_done(&self, thread: u32) -> bool {
        matches!(self.threads[thread as usize], ThreadState::Done)
    }

    /// Whether those have come that a barrier waits for.
    fn is_full(&self, gathering: &Gathering) -> bool {
        let lanes = |warp: u32| self.lanes(warp).fold(0, |lanes, thread| lanes | u32::from(!self.is_done(thread)) << (thread % WARP));
        gathering.is_full(self.live as usize, lanes)
    }

    /// Whether a thread waits for others of its warp of which one can still run: then its wait lets nobody of the warp go on.
    fn waits_for_one_that_runs(&self, module: &Module, thread: u32) -> bool {
        let ThreadState::Waits(_, wait) = &self.threads[thread as usize] else { return false };
        // Of a barrier it is a number of threads.
        let mask = wait.who.filter(|_| meet(module, wait.at).is_some_and(|meet| meet.what.is_of_warp()));
        let mut others = self.lanes(thread / WARP).filter(|other| mask.is_none_or(|mask| mask >> (other % WARP) & 1 == 1));
        others.any(|other| !matches!(self.threads[other as usize], ThreadState::Waits(..) | ThreadState::Done))
    }

    /// Those of a warp that go on together; None where nobody does.
    fn warp(&self, module: &Module, memory: &mut Memory, warp: u32) -> Result<Option<Vec<Released>>, Ended> {
        let waiting: Vec<There> = self
            .lanes(warp)
            .filter_map(|thread| match &self.threads[thread as usize] {
                ThreadState::Waits(_, wait) => {
                    meet(module, wait.at).filter(|meet| meet.what.is_of_warp()).map(|meet| There { thread, wait, meet })
                }
                _ => None,
            })
            .collect();
        // With a mask: all of it that have not ended, at the same instruction; before sm_70 at the same line.
        let converges = !module.context.target.is_at_least(Target::SM_70);
        for (at, own) in waiting.iter().enumerate() {
            let Some(mask) = own.wait.who else { continue };
            let meets = |other: &There| {
                is_same(module, own, other) && other.wait.who == own.wait.who && (!converges || other.wait.at == own.wait.at)
            };
            if waiting[..at].iter().any(meets) {
                continue;
            }
            let together: Vec<There> = waiting.iter().filter(|other| meets(other)).copied().collect();
            let is_there = |thread: u32| self.is_done(thread) || together.iter().any(|other| other.thread == thread);
            if self.lanes(warp).filter(|thread| mask >> (thread % WARP) & 1 == 1).all(is_there) {
                return released(module, memory, &together).map(Some);
            }
        }
        // Without a mask: those that wait at the first line, once no other thread of the warp can run.
        if self
            .lanes(warp)
            .any(|thread| matches!(self.threads[thread as usize], ThreadState::New | ThreadState::Runs | ThreadState::PreparedOp(_)))
        {
            return Ok(None);
        }
        let loose = || waiting.iter().filter(|own| own.wait.who.is_none());
        let Some(first) = loose().map(|own| own.wait.at).min() else { return Ok(None) };
        let together: Vec<There> = loose().filter(|own| own.wait.at == first).copied().collect();
        released(module, memory, &together).map(Some)
    }

    /// Gives threads what the meeting gives them, and tells who watches.
    fn let_on(&mut self, module: &Module, released: Vec<Released>, first: u32, watch: &mut impl Observer) {
        watch.met(&released.iter().map(|one| first + one.source).collect::<Vec<_>>());
        for Released { thread, values, .. } in released {
            let thread_state = &mut self.threads[thread as usize];
            let ThreadState::Waits(mut state, wait) = core::mem::replace(thread_state, ThreadState::Done) else { continue };
            if let (Some(meet), Some(frame)) = (meet(module, wait.at), state.frames.last_mut()) {
                for (slot, bits) in meet.to.iter().zip(values) {
                    frame.registers[*slot as usize] = [bits];
                }
                watch.turn(first + thread, &state.launch);
                watch.after(wait.at.0, wait.at.1, true, frame.registers.as_flattened());
            }
            *thread_state = ThreadState::PreparedOp(state);
        }
    }

    /// The place of the next that can run behind another, in turns. None where nobody can.
    pub fn next(&self, turns: &[u32], behind: usize) -> Option<usize> {
        let can = |place: &usize| matches!(self.threads[turns[*place] as usize], ThreadState::New | ThreadState::PreparedOp(_));
        (behind + 1..turns.len()).chain(0..turns.len().min(behind + 1)).find(can)
    }

    /// The first thread that waits where nobody of the block or the cluster can go on, its line, and who waits where in a sentence. None where
    /// all have ended.
    pub fn deadlock(&self, module: &Module, of: &str) -> Option<(u32, (usize, usize), String)> {
        let mut places: Vec<((usize, usize), Vec<u32>)> = Vec::new();
        let mut ended = Vec::new();
        for (thread, thread_state) in (0..).zip(&self.threads) {
            match thread_state {
                ThreadState::Waits(_, wait) => match places.iter_mut().find(|(at, _)| *at == wait.at) {
                    Some((_, threads)) => threads.push(thread),
                    None => places.push((wait.at, vec![thread])),
                },
                _ => ended.push(thread),
            }
        }
        let first = places.first().map(|(at, threads)| (threads[0], *at))?;
        let said = |(at, threads): &((usize, usize), Vec<u32>)| {
            let span = &module.functions[at.0].lines[at.1].span;
            let text = module.text.get(span.start as usize..span.end as usize).unwrap_or("");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let wait = if threads.len() == 1 { "waits" } else { "wait" };
            format!("{} {wait} at line {} ({})", named(threads), number(module, *at), text.trim_end_matches(';'))
        };
        let mut parts: Vec<String> = places.iter().take(PLACES).map(said).collect();
        if places.len() > PLACES {
            parts.push(format!("others wait at {} other lines", places.len() - PLACES));
        }
        if !ended.is_empty() {
            parts.push(format!("{} ended", named(&ended)));
        }
        Some((first.0, first.1, format!("No thread of {of} can go on: {}.", parts.join("; "))))
    }
}

/// A thread that waits with others of its warp.
#[derive(Clone, Copy)]
struct There<'a> {
    thread: u32,
    wait: &'a Wait,
    meet: &'a Meet,
}

/// Whether two threads wait at the same instruction, in whatever functions.
fn is_same(module: &Module, one: &There, other: &There) -> bool {
    let row = |own: &There, number: u32| module.functions[own.wait.at.0].requests.get(number as usize);
    match (one.meet.what, other.meet.what) {
        (Collective::Reduce(a, mask), Collective::Reduce(b, other_mask)) => row(one, a) == row(other, b) && mask == other_mask,
        (Collective::Matrices(_), _) => one.wait.at == other.wait.at,
        (a, b) => a == b,
    }
}

/// What each of some threads of a warp gets that meet. The error is why the run ends, and where.
fn released(module: &Module, memory: &mut Memory, together: &[There]) -> Result<Vec<Released>, Ended> {
    if let Some(There { wait, meet: Meet { what: Collective::Matrices(number), .. }, .. }) = together.first() {
        return matrices(&module.functions[wait.at.0].matrices[*number as usize], memory, wait.at, together);
    }
    let brought = |own: &There| own.wait.from.first().copied().unwrap_or(0);
    let lane = |own: &There| own.thread % WARP;
    let mask = |is: &dyn Fn(&There) -> bool| together.iter().filter(|own| is(own)).fold(0u64, |mask, own| mask | 1 << lane(own));
    let (members, holding) = (mask(&|_| true), mask(&|own| brought(own) & 1 == 1));
    let joined = together.first().map_or(0, |first| joined(module, first, &together.iter().map(brought).collect::<Vec<_>>()));
    let one = |own: &There| {
        let (mut source, bits) = (own.thread, brought(own));
        let values = match own.meet.what {
            Collective::Barrier(_) | Collective::Cluster(_) | Collective::Warp | Collective::Matrices(_) => two(0, 0),
            Collective::Shuffle(way) => {
                let (from, is_in) = way.source(lane(own), own.wait.from[1], own.wait.from[2]);
                let Some(other) = together.iter().find(|other| lane(other) == from) else {
                    let message = format!("Thread {} reads lane {from}, which does not take part, {UNDEFINED}.", own.thread);
                    return Err((own.wait.at, ("inactive-lane", message)));
                };
                source = other.thread;
                two(brought(other), is_in.into())
            }
            Collective::Vote(Vote::All) => two(u64::from(holding == members), 0),
            Collective::Vote(Vote::Any) => two(u64::from(holding != 0), 0),
            Collective::Vote(Vote::Uni) => two(u64::from(holding == members || holding == 0), 0),
            Collective::Vote(Vote::Ballot) => two(holding, 0),
            Collective::Match(all, _) => {
                let same = mask(&|other| brought(other) == bits);
                two(if all && same != members { 0 } else { same }, u64::from(same == members))
            }
            Collective::Reduce(..) => two(joined, 0),
            Collective::Active => two(members, 0),
            Collective::Elect => two(members.trailing_zeros().into(), u64::from(lane(own) == members.trailing_zeros())),
        };
        Ok(Released { thread: own.thread, source, values })
    };
    together.iter().map(one).collect()
}

/// What each lane gets of what a warp does with matrices, which takes all of its threads. Rows that are stored go to memory.
fn matrices(
    Together { what, run }: &Together,
    memory: &mut Memory,
    at: (usize, usize),
    together: &[There],
) -> Result<Vec<Released>, Ended> {
    if together.len() < WARP as usize {
        let message = format!("It takes all {WARP} threads of a warp, and {} come to it, {UNDEFINED}.", together.len());
        return Err((at, ("inactive-lane", message)));
    }
    let mut lanes: Vec<&There> = together.iter().collect();
    lanes.sort_unstable_by_key(|own| own.thread);
    let brought: Vec<&[u64]> = lanes.iter().map(|own| &own.wait.from[..]).collect();
    let results = run(what, &brought).map_err(|why| (at, ("not-sparse", why)))?;
    if what.stores() {
        for [low, high, address, ..] in results.iter().filter(|[_, _, address, ..]| *address != 0) {
            for (offset, bits) in [(0, *low), (8, *high)] {
                let written = memory.write(Some(Space::Shared), address.wrapping_add(offset), 8, bits, (0, 1));
                written.map_err(|fault| (at, ("wild-address", fault.to_string())))?;
            }
        }
    }
    let results = lanes.iter().zip(results);
    Ok(results.map(|(own, values)| Released { thread: own.thread, source: own.thread, values }).collect())
}

/// What several numbers give that a warp joins, from the lowest lane on.
fn joined(module: &Module, first: &There, numbers: &[u64]) -> u64 {
    let Collective::Reduce(request, magnitude) = first.meet.what else { return 0 };
    let function = &module.functions[first.wait.at.0];
    let (Some(ready), Some(row)) = (function.ready.get(request as usize), function.requests.get(request as usize)) else { return 0 };
    let join = |one: u64, other: u64| {
        let mut operands = [0; SOURCES];
        operands[..2].copy_from_slice(&[one, other]);
        ready.bits(operands)
    };
    let mut own = numbers.iter().map(|bits| magnitude.map_or(*bits, |mask| bits & mask));
    let first = own.next().unwrap_or(0);
    // A NaN becomes the canonical one, also where only one thread takes part.
    let first = if row.destination_type().format.is_floating() { join(first, first) } else { first };
    own.fold(first, join)
}
