//! A barrier of a block: who has come to it, whether they may meet there, and what each then gets.

use super::machine::Reason;
use super::meet::Barrier;
use super::meeting::{Released, UNDEFINED, number, two};
use super::module::Module;
use super::special::WARP;

/// The barriers of a block.
pub(super) const BARRIERS: usize = 16;

/// A thread that is counted at a barrier.
#[derive(Clone, Debug)]
pub(super) struct Arrived {
    pub thread: u32,
    /// The function and its line.
    pub at: (usize, usize),
    /// The threads that it counts on; None for all.
    pub count: Option<u64>,
    pub kind: Barrier,
    /// Its predicate.
    pub holds: bool,
    /// Whether all threads of its warp must be at the same line.
    pub aligned: bool,
}

/// Those that are counted at a barrier.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathering {
    arrived: Vec<Arrived>,
    /// Of each warp the lanes that are here, and the line to which all of them came; None of several lines.
    warps: Vec<(u32, Option<(usize, usize)>)>,
}

/// Whether a thread brings a predicate that is combined.
fn joins(kind: Barrier) -> bool {
    matches!(kind, Barrier::Popc | Barrier::And | Barrier::Or)
}

impl Gathering {
    /// Counts a thread. The error is why the run ends.
    pub fn arrive(&mut self, module: &Module, barrier: u64, own: Arrived) -> Result<(), Reason> {
        if let Some(count) = own.count.filter(|count| *count == 0 || count % u64::from(WARP) != 0) {
            return Err(("barrier", format!("A barrier counts whole warps of {WARP} threads, and {count} is not a multiple of {WARP}.")));
        }
        let (warp, lane) = ((own.thread / WARP) as usize, 1 << (own.thread % WARP));
        if self.warps.len() <= warp {
            self.warps.resize(warp + 1, (0, None));
        }
        let (lanes, line) = &mut self.warps[warp];
        // Those that came before agree with the first of them, so it alone is asked where a warp came to one line.
        let is_new = *lanes & lane == 0 && (*lanes == 0 || *line == Some(own.at));
        let asked = if is_new { &self.arrived[..self.arrived.len().min(1)] } else { &self.arrived[..] };
        for other in asked {
            let there = || number(module, other.at);
            if other.count != own.count {
                return Err((
                    "barrier",
                    format!("Barrier {barrier} expects another number of threads here than at line {}, {UNDEFINED}.", there()),
                ));
            }
            if joins(other.kind) != joins(own.kind) || (joins(own.kind) && other.kind != own.kind) {
                return Err((
                    "barrier",
                    format!("Barrier {barrier} combines predicates in another way here than at line {}, {UNDEFINED}.", there()),
                ));
            }
            if other.thread == own.thread {
                return Err((
                    "barrier",
                    format!("Thread {} comes to barrier {barrier} again before the others come, {UNDEFINED}.", own.thread),
                ));
            }
            if (own.aligned || other.aligned) && other.thread / WARP == own.thread / WARP && other.at != own.at {
                let (one, two) = (other.thread, own.thread);
                let message = format!(
                    "Threads {one} and {two} are of one warp, but thread {one} waits at barrier {barrier} at another line, line {}, {UNDEFINED}.",
                    there()
                );
                return Err(("divergent-barrier", message));
            }
        }
        *line = Some(own.at).filter(|_| is_new);
        *lanes |= lane;
        self.arrived.push(own);
        Ok(())
    }

    /// Whether those have come that it waits for; `lanes` gives those of a warp that have not ended.
    pub fn is_full(&self, live: usize, lanes: impl Fn(u32) -> u32) -> bool {
        let Some(first) = self.arrived.first() else { return false };
        let Some(count) = first.count else {
            // Threads that have ended are not waited for.
            return self.arrived.len() >= live;
        };
        // A warp counts as a whole once all of it is there.
        let is_whole = |(warp, (here, _)): &(u32, &(u32, _))| *here != 0 && lanes(*warp) & !*here == 0;
        (0..).zip(&self.warps).filter(is_whole).count() as u64 * u64::from(WARP) >= count
    }

    /// Lets those go on that wait, with what each gets; the next ones come to an empty barrier.
    pub fn release(&mut self) -> Vec<Released> {
        let arrived = core::mem::take(self).arrived;
        let holding = arrived.iter().filter(|one| one.holds).count();
        let (all, one) = (holding == arrived.len(), holding > 0);
        let value = |kind| match kind {
            Barrier::Popc => holding as u64,
            Barrier::And => all.into(),
            Barrier::Or => one.into(),
            Barrier::Sync | Barrier::Arrive => 0,
        };
        let waiting = arrived.into_iter().filter(|one| one.kind != Barrier::Arrive);
        waiting.map(|Arrived { thread, kind, .. }| Released { thread, source: thread, values: two(value(kind), 0) }).collect()
    }
}
