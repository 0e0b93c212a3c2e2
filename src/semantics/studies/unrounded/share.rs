//! The lines that the error of a result comes from: the run once more for each line, with the rounding of this line alone taken away.

use super::{Companion, Kept, Removed, off};
use crate::kernel::Module;
use crate::kernel::memory::Space;
use crate::kernel::module::Code;
use crate::kernel::record::Recording;
use crate::number::Pattern;
use crate::sweep::verdict::Deviation;
use std::collections::{BTreeMap, BTreeSet};

/// Lines times records that are gone through at most: a few seconds.
const MOST: usize = 4_000_000;

/// What the rounding of a line does to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The function.
    pub function: u32,
    /// Its line; all times that it ran count together.
    pub line: u32,
    /// The record of the store of that result in `.global` which it changes most.
    pub stored: usize,
    /// The result less what it would be without the line's rounding, every other line erring as it did.
    pub error: Deviation,
}

/// The lines that change a result, the one that changes one most first. None where there are too many to go through.
pub fn shares(module: &Module, recording: &Recording) -> Option<Vec<Share>> {
    let computes = |code: &Code| matches!(code, Code::Float { .. });
    let ran = recording.records.iter().filter(|record| record.ran);
    let lines: BTreeSet<(u32, u32)> = ran
        .filter(|record| recording.line(module, record).is_some_and(|(_, line)| computes(&line.code)))
        .map(|record| (record.function, record.line))
        .collect();
    if lines.len().saturating_mul(recording.records.len()) > MOST {
        return None;
    }
    let share = |(function, line): (u32, u32)| {
        let results = results(module, recording, Removed::Only(function, line));
        let errors = results.values().map(|(stored, kept)| (*stored, off(Pattern::new(kept.format, kept.bits), kept.number)));
        let (stored, error) = errors.max_by_key(|(stored, error)| (size(*error), core::cmp::Reverse(*stored)))?;
        (size(error) > 0).then_some(Share { function, line, stored, error })
    };
    let mut shares: Vec<Share> = lines.into_iter().filter_map(share).collect();
    shares.sort_by_key(|share| core::cmp::Reverse(size(share.error)));
    Some(shares)
}

/// What lies in `.global` in the end, by address: the record of its store, and its companion.
fn results(module: &Module, recording: &Recording, removed: Removed) -> BTreeMap<u64, (usize, Kept)> {
    let mut companion = Companion { removed, ..Companion::new(module) };
    let mut stores = BTreeMap::new();
    for (at, record) in recording.records.iter().enumerate() {
        companion.line(recording, record);
        let code = recording.line(module, record).filter(|_| record.ran).map(|(_, line)| &line.code);
        if let (Some(Code::Store { from, place }), Some(base)) = (code, recording.sources(record).first()) {
            let all = super::accesses(place, *base, from, recording.sources(record).get(1..).unwrap_or_default());
            stores.extend(all.map(|(address, ..)| (address, at)));
        }
    }
    let kept = |(address, at): (u64, usize)| Some((address, (at, *companion.memory.get(&address)?)));
    stores.into_iter().filter(|(address, _)| Space::of(*address) == Some(Space::Global)).filter_map(kept).collect()
}

/// Errors by their size: one that ulps do not measure is larger than all that they do.
fn size(error: Deviation) -> u64 {
    if error == Deviation::Unmeasured { u64::MAX } else { error.size() }
}
