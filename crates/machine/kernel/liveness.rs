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

    /// Those before a line, from those behind it. What nobody reads is not computed, where that is asked for.
    fn pass(&mut self, line: &Line, needed: bool) {
        if needed && line.code.only_writes() && !line.code.writes().into_iter().any(|slot| self.has(slot)) {
            return;
        }
        // A line that its guard may pass over writes nothing for sure.
        if line.guard.is_none() {
            line.code.writes().into_iter().for_each(|slot| self.set(slot, false));
        }
        line.code.reads().into_iter().chain(line.guard.map(|(slot, _)| slot)).for_each(|slot| self.set(slot, true));
    }
}

impl Code {
    /// Sends its jumps elsewhere.
    pub(super) fn retarget(&mut self, place: impl Fn(u32) -> u32) {
        match self {
            Code::Branch(target) => *target = place(*target),
            Code::Switch { targets, .. } => targets.iter_mut().for_each(|target| *target = place(*target)),
            _ => {}
        }
    }

    /// Whether nothing is left of it where nobody reads what it writes.
    pub(super) fn only_writes(&self) -> bool {
        matches!(
            self,
            Code::Row { .. } | Code::Copy { .. } | Code::Pack { .. } | Code::Unpack { .. } | Code::Parts { .. } | Code::Within { .. }
        )
    }
}

/// The lines at which blocks begin: the first, that behind the last, where a jump goes, and behind a jump.
pub(super) fn begins(lines: &[Line]) -> Vec<bool> {
    let mut begins = vec![false; lines.len() + 1];
    (begins[0], begins[lines.len()]) = (true, true);
    for (at, line) in lines.iter().enumerate() {
        let (jumps, falls) = following(line);
        jumps.iter().for_each(|target| begins[(*target as usize).min(lines.len())] = true);
        begins[at + 1] |= !falls || !jumps.is_empty();
    }
    begins
}

/// The slots that are read before they are written when a function runs on from a line.
pub(super) fn live(function: &Function, from: usize) -> Slots {
    let mut begins = begins(&function.lines);
    begins[from.min(function.lines.len())] = true;
    let read = Read::of(function, &begins, &[], false);
    read.before(from).clone()
}

impl Function {
    /// The registers that its lines may read before they write them, by name.
    pub fn reads_first(&self) -> Vec<&str> {
        let live = live(self, 0);
        let own = |slot: Slot| live.has(slot) && self.specials.iter().all(|(special, _)| *special != slot);
        let registers = (0..).zip(&self.registers).filter(|(slot, _)| own(*slot));
        registers.filter_map(|(_, register)| register.as_ref().map(|(name, _)| name.as_str())).collect()
    }
}

/// What is read from the beginning of each block on.
#[derive(Debug)]
pub(super) struct Read {
    starts: Vec<usize>,
    before: Vec<Slots>,
}

impl Read {
    /// Of a function whose blocks begin at some lines, and which leaves some slots to who reads them. What nobody reads may count as not
    /// computed.
    pub fn of(function: &Function, begins: &[bool], left: &[Slot], needed: bool) -> Read {
        let (lines, none) = (&function.lines, Slots::none(function.initial.len()));
        let mut end = none.clone();
        left.iter().for_each(|slot| end.set(*slot, true));
        let starts: Vec<usize> = (0..begins.len()).filter(|at| begins[*at]).collect();
        // The last block is empty: what stands behind all lines.
        let blocks = starts.len().saturating_sub(1);
        let mut read = Read { before: vec![none; blocks], starts };
        read.before.push(end);
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..blocks).rev() {
                let own = read.starts[at]..read.starts[at + 1];
                let mut now = read.behind(lines, own.end - 1);
                lines[own].iter().rev().for_each(|line| now.pass(line, needed));
                changed |= now != read.before[at];
                read.before[at] = now;
            }
        }
        read
    }

    fn before(&self, line: usize) -> &Slots {
        &self.before[self.starts.partition_point(|start| *start <= line).saturating_sub(1)]
    }

    /// What is read behind the last line of a block.
    pub fn behind(&self, lines: &[Line], last: usize) -> Slots {
        let (jumps, falls) = following(&lines[last]);
        let returns = matches!(lines[last].code, Code::Return | Code::Exit);
        let all =
            jumps.iter().map(|target| *target as usize).chain((falls || returns).then_some(if returns { lines.len() } else { last + 1 }));
        all.fold(Slots(vec![0; self.before[0].0.len()]), |mut now, line| {
            now.join(self.before(line));
            now
        })
    }
}

/// The lines that one may jump to, and whether the next one may follow it.
pub(super) fn following(line: &Line) -> (&[u32], bool) {
    let goes = matches!(line.code, Code::Branch(_) | Code::Switch { .. } | Code::Return | Code::Exit | Code::Stop { .. });
    let jumps: &[u32] = match &line.code {
        Code::Branch(target) => core::slice::from_ref(target),
        Code::Switch { targets, .. } => targets,
        _ => &[],
    };
    (jumps, line.guard.is_some() || !goes)
}
