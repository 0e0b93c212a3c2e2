//! A run in slices.

use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Go, Launch, Observer};

/// A pause after so many lines, with or without a record of them.
pub struct Slice<'a, 'm> {
    pub keeper: Option<&'a mut RunRecorder<'m>>,
    pub left: usize,
    /// The thread that runs.
    pub now: u32,
    /// The only thread whose lines are counted and kept; None for all.
    pub only: Option<u32>,
    /// The function and the registers behind the last line that was counted.
    pub seen: Option<(usize, Vec<u64>)>,
}

impl<'a, 'm> Slice<'a, 'm> {
    /// Before a thread, with a pause after so many lines of one, or of all.
    pub fn new(keeper: Option<&'a mut RunRecorder<'m>>, left: usize, now: u32, only: Option<u32>) -> Slice<'a, 'm> {
        Slice { keeper, left, now, only, seen: None }
    }

    fn counts(&self) -> bool {
        self.only.is_none_or(|only| only == self.now)
    }
}

impl Observer for Slice<'_, '_> {
    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        let counts = self.counts();
        // A run pauses whoever's lines they are.
        if counts || self.keeper.is_some() {
            if self.left == 0 {
                return Go::Pause;
            }
            self.left -= 1;
        }
        if !counts {
            return Go::On;
        }
        self.keeper.as_mut().map_or(Go::On, |keeper| keeper.before(function, line, registers))
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        if !self.counts() {
            return;
        }
        if self.left == 0 {
            self.seen = Some((function, registers.to_vec()));
        }
        if let Some(keeper) = &mut self.keeper {
            keeper.after(function, line, ran, registers);
        }
    }

    fn turn(&mut self, thread: u32, launch: &Launch) {
        self.now = thread;
        if let Some(keeper) = &mut self.keeper {
            keeper.turn(thread, launch);
        }
    }

    fn met(&mut self, sources: &[u32]) {
        if let Some(keeper) = &mut self.keeper {
            keeper.met(sources);
        }
    }
}
