//! Which slots a function still reads when it runs on from a line: a backward pass over its blocks, each a row of bits.

use super::module::{Code, Function, Line, Slot};

/// A set of slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots(Vec<u64>);

impl Slots {
    fn none(count: usize) -> Slots {
        Slots(vec![0; count.div_ceil(64)])
    }

    /// Whether a slot is among them.
    pub fn has(&self, slot: Slot) -> bool {
        self.0.get(slot as usize / 64).is_some_and(|bits| bits >> (slot % 64) & 1 == 1)
    }

    fn set(&mut self, slot: Slot, is: bool) {
        if let Some(bits) = self.0.get_mut(slot as usize / 64) {
            *bits = *bits & !(1 << (slot % 64)) | u64::from(is) << (slot % 64);
        }
    }

    fn join(&mut self, other: &Slots) {
        self.0.iter_mut().zip(&other.0).for_each(|(all, more)| *all |= more);
    }

    /// Those before a line, from those behind it.
    fn pass(&mut self, line: &Line) {
        // A line that its guard may pass over writes nothing for sure.
        if line.guard.is_none() {
            line.code.writes().into_iter().for_each(|slot| self.set(slot, false));
        }
        line.code.reads().into_iter().chain(line.guard.map(|(slot, _)| slot)).for_each(|slot| self.set(slot, true));
    }
}

/// The slots that are read before they are written when a function runs on from a line.
pub(super) fn live(function: &Function, from: usize) -> Slots {
    let (lines, none) = (&function.lines, Slots::none(function.initial.len()));
    // A block begins at the line in question, where a jump goes, and behind a jump.
    let mut begins = vec![false; lines.len() + 1];
    for at in [0, from, lines.len()] {
        begins[at.min(lines.len())] = true;
    }
    for (at, line) in lines.iter().enumerate() {
        let (jumps, falls) = following(line);
        jumps.iter().for_each(|target| begins[(*target as usize).min(lines.len())] = true);
        begins[at + 1] |= !falls || !jumps.is_empty();
    }
    let starts: Vec<usize> = (0..begins.len()).filter(|at| begins[*at]).collect();
    // The last block is empty: what stands behind all lines.
    let mut before = vec![none.clone(); starts.len()];
    let block = |line: usize| starts.binary_search(&line.min(lines.len())).unwrap_or(starts.len() - 1);
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..starts.len() - 1).rev() {
            let own = &lines[starts[at]..starts[at + 1]];
            let mut now = none.clone();
            if let Some((jumps, falls)) = own.last().map(following) {
                jumps.iter().for_each(|target| now.join(&before[block(*target as usize)]));
                if falls {
                    now.join(&before[at + 1]);
                }
            }
            own.iter().rev().for_each(|line| now.pass(line));
            changed |= now != before[at];
            before[at] = now;
        }
    }
    before.swap_remove(block(from))
}

/// The lines that one may jump to, and whether the next one may follow it.
fn following(line: &Line) -> (&[u32], bool) {
    let goes = matches!(line.code, Code::Branch(_) | Code::Switch { .. } | Code::Return | Code::Exit | Code::Stop { .. });
    let jumps: &[u32] = match &line.code {
        Code::Branch(target) => core::slice::from_ref(target),
        Code::Switch { targets, .. } => targets,
        _ => &[],
    };
    (jumps, line.guard.is_some() || !goes)
}
