//! The lines that the error of a result comes from: the run once more for each line, with the rounding of this line alone taken away.

use super::matrices::product_of;
use super::{Removed, ShadowObserver, off};
use crate::instruction::Meaning;
use crate::kernel::Module;
use crate::kernel::atomic::AtomicOperation;
use crate::kernel::memory::Space;
use crate::kernel::module::{Code, Function};
use crate::kernel::record::Recording;
use crate::number::Pattern;
use crate::sweep::error_report::Deviation;
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
    let shares = candidates(module, recording)?.into_iter().filter_map(|line| {
        let mut pass = Pass::without(module, line);
        pass.go_on(recording, usize::MAX);
        pass.share()
    });
    Some(ranked(shares.collect()))
}

/// The lines of functions that compute; None where there are too many to run once more for each.
pub fn candidates(module: &Module, recording: &Recording) -> Option<BTreeSet<(u32, u32)>> {
    let computes = |function: &Function, code: &Code| {
        let request = match code {
            Code::Row { request, .. } => function.requests.get(*request as usize),
            Code::Atomic(atomic) => match atomic.what {
                AtomicOperation::Row([row, _]) => function.requests.get(row as usize),
                _ => None,
            },
            Code::Meet(meet) => return product_of(function, meet).is_some_and(|product| product.row.is_some()),
            _ => None,
        };
        request.is_some_and(|request| request.destination_type().format.is_floating() && request.form.meaning != Meaning::Choose)
    };
    let ran = recording.records.iter().filter(|record| record.ran);
    let lines: BTreeSet<(u32, u32)> = ran
        .filter(|record| recording.line(module, record).is_some_and(|(function, line)| computes(function, &line.code)))
        .map(|record| (record.function, record.line))
        .collect();
    (lines.len().saturating_mul(recording.records.len()) <= MOST).then_some(lines)
}

/// Shares in order, the largest first.
pub fn ranked(mut shares: Vec<Share>) -> Vec<Share> {
    shares.sort_by_key(|share| core::cmp::Reverse(error_size(share.error)));
    shares
}

/// The run once more, without the rounding of one line.
pub struct Pass<'m> {
    line: (u32, u32),
    companion: ShadowObserver<'m>,
    /// The record of the last store to each address.
    stores: BTreeMap<u64, usize>,
    at: usize,
}

impl<'m> Pass<'m> {
    /// Before the first record; the line is given by its function and its place there.
    pub fn without(module: &'m Module, line: (u32, u32)) -> Pass<'m> {
        let companion = ShadowObserver { removed: Removed::Only(line.0, line.1), ..ShadowObserver::new(module) };
        Pass { line, companion, stores: BTreeMap::new(), at: 0 }
    }

    /// Goes through so many records more. Whether there are others.
    pub fn go_on(&mut self, recording: &Recording, most: usize) -> bool {
        let end = self.at.saturating_add(most).min(recording.records.len());
        for at in self.at..end {
            let record = &recording.records[at];
            self.companion.line(recording, at);
            let code = recording.line(self.companion.module, record).filter(|_| record.ran).map(|(_, line)| &line.code);
            let Some(base) = recording.sources(record).first() else { continue };
            let (from, place) = match code {
                Some(Code::Store { from, place }) => (from, place),
                Some(Code::Atomic(atomic)) => (&atomic.from, &atomic.place),
                _ => continue,
            };
            let all = super::accesses(place, *base, from, recording.sources(record).get(1..).unwrap_or_default());
            self.stores.extend(all.map(|(address, ..)| (address, at)));
        }
        self.at = end;
        end < recording.records.len()
    }

    /// What the line's rounding does to the result in `.global` that it changes most; None where it changes none.
    pub fn share(&self) -> Option<Share> {
        let stored = self.stores.iter().filter(|(address, _)| Space::of(**address) == Some(Space::Global));
        let errors = stored.filter_map(|(address, at)| {
            let kept = self.companion.memory.get(&(None, *address)).filter(|kept| kept.part.is_none())?;
            Some((*at, off(Pattern::new(kept.format, kept.bits), kept.number)))
        });
        let (stored, error) = errors.max_by_key(|(stored, error)| (error_size(*error), core::cmp::Reverse(*stored)))?;
        let (function, line) = self.line;
        (error_size(error) > 0).then_some(Share { function, line, stored, error })
    }
}

/// Errors by their size: one that ulps do not measure is larger than all that they do.
pub fn error_size(error: Deviation) -> u64 {
    if error == Deviation::Unmeasured { u64::MAX } else { error.size() }
}
