//! A kernel's launch: its threads run in turns, each up to where it ends or waits for others, on the memory that the ones before leave.
//! Where nobody waits they run one after the other.

use super::argument::{Argument, Buffer, give};
use super::host::Host;
use super::machine::{End, Machine, Observer, Reason, Stop};
use super::meeting::Block;
use super::module::{Bounds, Function, Module};
use super::order::Order;
use super::record::RunRecorder;
use super::special::{Launch, number, place};
use crate::operation::window::BLOCKS;

/// How a kernel is launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launched {
    /// The function, by its number in the module.
    pub entry: usize,
    /// What it takes, in its order.
    pub arguments: Vec<Argument>,
    /// Threads of a block, along x, y and z.
    pub threads: [u32; 3],
    /// Blocks, along x, y and z.
    pub blocks: [u32; 3],
    /// The lines that a thread may run.
    pub limit: u64,
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Who comes first.
    pub order: Order,
}

impl Default for Launched {
    /// One thread of the first function.
    fn default() -> Launched {
        Launched { entry: 0, arguments: Vec::new(), threads: [1; 3], blocks: [1; 3], limit: 10_000_000, shared: 0, order: Order::Number }
    }
}

/// How many there are along three ways.
fn product(all: [u32; 3]) -> u32 {
    all.into_iter().fold(1, u32::saturating_mul)
}

/// A launch that runs.
#[derive(Clone, Debug)]
pub struct Threads<'m> {
    pub(super) launched: &'m Launched,
    /// The thread that runs, on the memory of all.
    pub machine: Machine<'m>,
    /// The buffers of the arguments.
    pub buffers: Vec<Buffer>,
    /// Its number, counted through all blocks.
    pub thread: u32,
    /// In which order they come.
    pub(super) order: Order,
    /// The threads of a block and the blocks in their order, cluster by cluster, and the places of the thread and its block there.
    turns: [Vec<u32>; 2],
    at: [usize; 2],
    /// The lines that other threads ran.
    before: u64,
    /// The blocks of its cluster in their order, once a thread has waited.
    cluster: Vec<Block>,
    /// What the program of the host has, where this is its thread.
    pub host: Host,
}

/// How far a launch has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Who watches paused it.
    Paused,
    /// The thread ended or waits; another one is next.
    Turn,
    /// All threads have ended.
    Finished,
    /// It cannot go on.
    Stopped(Stop),
}

impl Launched {
    /// How many threads there are.
    pub fn count(&self) -> u32 {
        product(self.threads).saturating_mul(product(self.blocks))
    }

    /// Stands before the first line of the thread that comes first, as [`Launched::at`] does.
    pub fn begin<'m>(&'m self, module: &'m Module) -> Result<Threads<'m>, String> {
        self.begin_in(module, self.order)
    }

    /// The same in another order than the launch's own.
    pub fn begin_in<'m>(&'m self, module: &'m Module, order: Order) -> Result<Threads<'m>, String> {
        self.fits(module)?;
        self.before(module, self.first(module, order), order)
    }

    /// The thread that comes first in an order.
    pub(super) fn first(&self, module: &Module, order: Order) -> u32 {
        let first = |all: Vec<u32>| all.first().copied().unwrap_or(0);
        first(self.blocks_in(module, order)) * self.per_block() + first(order.of(self.per_block(), 0))
    }

    /// The blocks of a cluster, where the kernel asks for clusters.
    fn cluster(&self, module: &Module) -> Option<[u32; 3]> {
        module.functions.get(self.entry)?.bounds.cluster
    }

    /// How many blocks run together.
    pub(super) fn per_cluster(&self, module: &Module) -> u32 {
        self.cluster(module).map_or(1, product)
    }

    /// The blocks in an order, cluster by cluster.
    fn blocks_in(&self, module: &Module, order: Order) -> Vec<u32> {
        let Some(cluster) = self.cluster(module).filter(|cluster| product(*cluster) > 1) else { return order.of(product(self.blocks), 1) };
        let clusters = core::array::from_fn(|axis| self.blocks[axis] / cluster[axis]);
        let ranks = order.of(product(cluster), 2);
        let block = |of: u32, rank: u32| {
            let (of, rank) = (place(of, clusters), place(rank, cluster));
            number(core::array::from_fn(|axis| of[axis] * cluster[axis] + rank[axis]), self.blocks)
        };
        order.of(product(clusters), 1).into_iter().flat_map(|of| ranks.iter().map(move |rank| block(of, *rank))).collect()
    }

    /// How many threads a block has.
    pub fn per_block(&self) -> u32 {
        product(self.threads).max(1)
    }

    /// Stands before the first line of a thread, with memory as it is before the launch. The error is a sentence.
    pub fn at<'m>(&'m self, module: &'m Module, thread: u32) -> Result<Threads<'m>, String> {
        self.before(module, thread, self.order)
    }

    /// Whether the kernel's directives let it be launched so. The error is a sentence.
    pub(super) fn fits(&self, module: &Module) -> Result<(), String> {
        let Some(Function { name, bounds: Bounds { most, threads, cluster }, .. }) = module.functions.get(self.entry) else {
            return Ok(());
        };
        let count = product(self.threads);
        if let Some(most) = most.filter(|most| u64::from(count) > *most) {
            return Err(format!("`{name}` is for at most {most} threads a block, and {count} are launched."));
        }
        if let Some([x, y, z]) = threads.filter(|threads| *threads != self.threads) {
            return Err(format!("`{name}` is for blocks of {x},{y},{z} threads alone."));
        }
        let Some([x, y, z]) = *cluster else { return Ok(()) };
        if product([x, y, z]) > BLOCKS {
            return Err(format!("`{name}` wants clusters of {x},{y},{z} blocks; a cluster has {BLOCKS} at most."));
        }
        if let [true, ..] | [_, true, _] | [.., true] = [0, 1, 2].map(|axis| !self.blocks[axis].is_multiple_of([x, y, z][axis])) {
            let [of_x, of_y, of_z] = self.blocks;
            return Err(format!("`{name}` wants clusters of {x},{y},{z} blocks, and {of_x},{of_y},{of_z} blocks are no multiple of that."));
        }
        Ok(())
    }

    fn before<'m>(&'m self, module: &'m Module, thread: u32, order: Order) -> Result<Threads<'m>, String> {
        order.fits(self.per_block())?;
        self.fits(module)?;
        let mut machine = Machine::new(module, self.entry, self.launch(module, thread), self.limit);
        machine.share(self.shared)?;
        machine.memory.clustered(self.per_cluster(module))?;
        machine.memory.turn_to(machine.launch.rank());
        let buffers = give(&mut machine, module, &self.arguments)?;
        Ok(self.on(machine, buffers, thread, order))
    }

    /// Stands before the first line of a thread, on a machine that has what it takes.
    pub(super) fn on<'m>(&'m self, machine: Machine<'m>, buffers: Vec<Buffer>, thread: u32, order: Order) -> Threads<'m> {
        let turns = [order.of(self.per_block(), 0), self.blocks_in(machine.module, order)];
        let own = [thread % self.per_block(), thread / self.per_block()];
        let at = [0, 1].map(|which| turns[which].iter().position(|number| *number == own[which]).unwrap_or(0));
        Threads { launched: self, machine, buffers, thread, order, turns, at, before: 0, cluster: Vec::new(), host: Host::default() }
    }

    pub(super) fn launch(&self, module: &Module, thread: u32) -> Launch {
        let launch = Launch::of(thread % self.per_block(), thread / self.per_block(), self.threads, self.blocks, self.shared);
        Launch { cluster: self.cluster(module), ..launch }
    }
}

impl Threads<'_> {
    /// Runs all threads from this one on; why one stops.
    pub fn run(&mut self, watch: &mut impl Observer) -> Option<Stop> {
        loop {
            match self.step(watch) {
                Step::Stopped(stop) => return Some(stop),
                Step::Finished => return None,
                Step::Paused | Step::Turn => {}
            }
        }
    }

    /// The same, recorded. It is not generic, so it is compiled with this crate, however its caller is compiled.
    pub fn run_recorded(&mut self, keeper: &mut RunRecorder<'_>) -> Option<Stop> {
        self.run(keeper)
    }

    /// Runs this thread until it pauses, ends or waits, and makes the next one the one that runs.
    pub fn step(&mut self, watch: &mut impl Observer) -> Step {
        match self.machine.run(watch) {
            End::Paused => Step::Paused,
            End::Stopped(stop) => self.asked(stop, watch),
            End::Finished if self.cluster.is_empty() => self.follow(watch),
            End::Finished => {
                let (own, [_, at]) = (self.own(), self.in_cluster());
                self.leave();
                self.cluster[at].end(own);
                self.release(own, watch)
            }
            End::Waits => {
                let (own, module) = (self.own(), self.machine.module);
                let [count, at] = self.in_cluster();
                if self.cluster.is_empty() {
                    self.cluster = vec![Block::default(); count];
                    for (place, block) in self.cluster.iter_mut().enumerate() {
                        // Those before have ended, and those behind have not begun.
                        let done = [0, self.at[0], self.turns[0].len()][1 + usize::from(place < at) - usize::from(place > at)];
                        block.begin(&self.turns[0], done);
                    }
                }
                let state = self.machine.take();
                self.leave();
                let line = state.line();
                match self.cluster[at].wait(module, own, state, &mut self.machine.memory) {
                    Ok(()) => self.release(own, watch),
                    Err(reason) => self.stop(line, reason),
                }
            }
        }
    }

    /// The number of the thread that runs, in its block.
    fn own(&self) -> u32 {
        self.thread % self.launched.per_block()
    }

    /// How many blocks its cluster has, and the place of its block among them.
    fn in_cluster(&self) -> [usize; 2] {
        let count = self.launched.per_cluster(self.machine.module) as usize;
        [count, self.at[1] % count]
    }

    /// The lines of the thread that ran become those of others.
    fn leave(&mut self) {
        self.before = self.lines();
        self.machine.left = self.launched.limit;
    }

    /// The next thread where all before it have ended.
    fn follow(&mut self, watch: &mut impl Observer) -> Step {
        let [place, block] = &mut self.at;
        *place += 1;
        if *place >= self.turns[0].len() {
            (*place, *block) = (0, *block + 1);
        }
        let (Some(own), Some(block)) = (self.turns[0].get(*place), self.turns[1].get(*block)) else { return Step::Finished };
        let thread = block * self.launched.per_block() + own;
        self.leave();
        self.begin(thread, watch);
        Step::Turn
    }

    /// Begins a thread on the memory as it is.
    fn begin(&mut self, thread: u32, watch: &mut impl Observer) {
        self.thread = thread;
        let launch = self.launched.launch(self.machine.module, thread);
        self.machine.next(self.launched.entry, launch);
        watch.turn(thread, &launch);
    }

    /// Lets those go on that have met, and makes the next one the one that runs.
    fn release(&mut self, own: u32, watch: &mut impl Observer) -> Step {
        let (module, [count, at], per_block) = (self.machine.module, self.in_cluster(), self.launched.per_block());
        let base = self.at[1] - at;
        let firsts: Vec<u32> = self.turns[1][base..base + count].iter().map(|block| block * per_block).collect();
        if let Err((line, reason)) = self.cluster[at].release((module, &mut self.machine.memory), own, firsts[at], watch) {
            return self.stop(line, reason);
        }
        let arrived: Vec<(bool, bool)> = self.cluster.iter().map(Block::is_at_cluster).collect();
        if arrived.iter().all(|(all, _)| *all) && arrived.iter().any(|(_, any)| *any) {
            self.cluster.iter_mut().zip(&firsts).for_each(|(block, first)| block.open(module, *first, watch));
        }
        // The next of the own block, or else the first of another one.
        let mut others = (at + 1..count).chain(0..at).map(|other| (other, self.turns[0].len()));
        let next = |(block, behind): (usize, usize)| Some((block, self.cluster[block].next(&self.turns[0], behind)?));
        let Some((block, place)) = next((at, self.at[0])).or_else(|| others.find_map(next)) else {
            let of = if count > 1 { "the cluster" } else { "the block" };
            let mut blocks = self.cluster.iter().zip(&firsts);
            return match blocks.find_map(|(block, first)| Some((first, block.deadlock(module, of)?))) {
                Some((first, (thread, line, sentence))) => {
                    self.thread = first + thread;
                    self.stop(line, ("deadlock", sentence))
                }
                None => {
                    self.cluster.clear();
                    self.at = [self.turns[0].len() - 1, base + count - 1];
                    self.follow(watch)
                }
            };
        };
        self.at = [place, base + block];
        let next = self.turns[0][place];
        match self.cluster[block].thread_state(next) {
            Some(state) => {
                self.before -= self.launched.limit - state.left;
                self.thread = firsts[block] + next;
                watch.turn(self.thread, &state.launch);
                self.machine.put_on(state);
            }
            None => {
                // A thread begins with the state of another of the launch, less what that one did.
                if let (0, Some(state)) = (self.machine.depth(), self.cluster.iter().find_map(Block::any)) {
                    self.machine.put_on(state);
                    self.machine.left = self.launched.limit;
                }
                self.begin(firsts[block] + next, watch);
            }
        }
        Step::Turn
    }

    fn stop(&self, (function, line): (usize, usize), (code, message): Reason) -> Step {
        Step::Stopped(Stop { code, message, function, line })
    }

    /// The lines that ran so far.
    pub fn lines(&self) -> u64 {
        self.before + self.launched.limit - self.machine.left
    }
}
