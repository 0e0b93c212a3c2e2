//! A kernel's launch: its threads run one after the other, each on the memory that the one before leaves.

use super::argument::{Argument, Buffer, give};
use super::machine::{End, Machine, Stop, Watch};
use super::module::Module;
use super::special::Launch;

/// How a kernel is launched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launched {
    /// The function, by its number in the module.
    pub entry: usize,
    /// What it takes, in its order.
    pub arguments: Vec<Argument>,
    /// Threads of a block, along x.
    pub threads: u32,
    /// Blocks, along x.
    pub blocks: u32,
    /// The lines that a thread may run.
    pub limit: u64,
}

/// A launch that runs.
#[derive(Clone, Debug)]
pub struct Threads<'m> {
    launched: &'m Launched,
    /// The thread that runs, on the memory of all.
    pub machine: Machine<'m>,
    /// The buffers of the arguments.
    pub buffers: Vec<Buffer>,
    /// Its number, counted through all blocks.
    pub thread: u32,
    /// The lines that other threads ran.
    before: u64,
}

impl Launched {
    /// How many threads there are.
    pub fn count(&self) -> u32 {
        self.threads * self.blocks
    }

    /// Stands before the first line of a thread, with memory as it is before the launch. The error is a sentence.
    pub fn at<'m>(&'m self, module: &'m Module, thread: u32) -> Result<Threads<'m>, String> {
        let mut machine = Machine::new(module, self.entry, self.launch(thread), self.limit);
        let buffers = give(&mut machine, module, &self.arguments)?;
        Ok(Threads { launched: self, machine, buffers, thread, before: 0 })
    }

    fn launch(&self, thread: u32) -> Launch {
        Launch::along(thread, self.threads, self.blocks)
    }
}

impl Threads<'_> {
    /// Goes to the next thread; false where there is none.
    pub fn advance(&mut self) -> bool {
        let is_more = self.thread + 1 < self.launched.count();
        if is_more {
            self.before = self.lines();
            self.thread += 1;
            self.machine.next(self.launched.entry, self.launched.launch(self.thread));
            self.machine.left = self.launched.limit;
        }
        is_more
    }

    /// Runs this thread and those behind it; why one stops.
    pub fn run(&mut self, watch: &mut impl Watch) -> Option<Stop> {
        loop {
            match self.machine.run(watch) {
                End::Stopped(stop) => return Some(stop),
                End::Finished if !self.advance() => return None,
                End::Finished | End::Paused => {}
            }
        }
    }

    /// The lines that ran so far.
    pub fn lines(&self) -> u64 {
        self.before + self.launched.limit - self.machine.left
    }
}
