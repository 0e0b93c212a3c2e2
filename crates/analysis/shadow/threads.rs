//! Companions that go from thread to thread: through a warp's exchanges, and through atomics.

use super::exact::{self, Number, apply, number};
use super::{Beside, Brought, Kept, Removed, ShadowObserver, accesses};
use crate::evaluate::evaluate;
use crate::kernel::atomic::{Atomic, AtomicOperation};
use crate::kernel::meet::{Collective, Meet};
use crate::kernel::memory::Space;
use crate::kernel::module::Function;
use crate::kernel::record::{Record, Recording};
use crate::trace::Silent;

impl ShadowObserver<'_> {
    /// What each of those brought that met, from the first of their records on.
    pub(super) fn brought(&self, recording: &Recording, first: usize) -> Brought {
        let meeting = recording.records[first].meeting;
        let together = recording.records[first..].iter().take_while(|record| record.meeting == meeting);
        let one = |record: &Record| {
            let (_, line) = recording.line(self.module, record)?;
            let (slot, bits) = (*line.code.reads().first()?, *recording.sources(record).first()?);
            let frames = if record.thread == self.thread { Some(&self.frames) } else { self.others.get(&record.thread) };
            let kept = frames.and_then(|frames| frames.last()?.slots.get(&slot)).filter(|kept| kept.bits == bits);
            Some((record.thread, bits, kept.copied()))
        };
        together.filter_map(one).collect()
    }

    /// The companion of what a thread gets of others.
    pub(super) fn of_others(&self, function: &Function, meet: &Meet, record: &Record, results: &[u64]) -> Option<Kept> {
        let result = *results.first()?;
        match meet.what {
            Collective::Shuffle(_) => self.met.1.iter().find(|(thread, bits, _)| *thread == record.source && *bits == result)?.2,
            Collective::Reduce(request, magnitude) => {
                let mut request = *function.requests.get(request as usize)?;
                let format = request.destination_type().number().filter(|format| format.is_floating())?;
                let mut joined: Option<(u64, Number)> = None;
                for (_, bits, kept) in &self.met.1 {
                    let own = magnitude.map_or(*bits, |mask| bits & mask);
                    let Some(exact) = kept.filter(|kept| kept.part.is_none()).map(|kept| kept.number).or_else(|| number(format, *bits))
                    else {
                        continue;
                    };
                    let exact = if magnitude.is_some() { exact::magnitude(exact) } else { exact };
                    joined = Some(match joined {
                        None => (own, exact),
                        Some((other, number)) => {
                            request.operands[..2].copy_from_slice(&[other, own]);
                            (evaluate(&request, &mut Silent).bits, apply(&request, &[number, exact])?)
                        }
                    });
                }
                let (bits, number) = joined.filter(|(bits, _)| *bits == result)?;
                Some(Kept { bits, format, number, part: None, by: self.now })
            }
            _ => None,
        }
    }

    /// An atomic of numbers: what lay there goes to its registers, and what comes of it takes its place. Of a vector, the errors of the first element are given.
    pub(super) fn atomic(
        &mut self,
        function: &Function,
        atomic: &Atomic,
        sources: &[u64],
        results: &[u64],
        at: (u32, u32),
    ) -> Option<Beside> {
        let exactly = matches!(self.removed, Removed::Every) || self.removed == Removed::Only(at.0, at.1);
        let mut said = None;
        let places: Vec<_> = accesses(&atomic.place, *sources.first()?, &atomic.to, results).collect();
        for (number, (address, to, held)) in places.into_iter().enumerate() {
            let (slot, operand) = (*atomic.from.get(number)?, *sources.get(number + 1)?);
            let own = self.memory.get(&self.place(address)).filter(|kept| kept.bits == held).copied();
            let given = self.of(slot, operand);
            let space = atomic.place.space.or_else(|| Space::of(address))?;
            let (stored, beside) = match atomic.request(function, space, operand, held) {
                Some(request) => {
                    let result = evaluate(&request, &mut Silent).bits;
                    let kept = |at: usize| [given, own].get(at).copied().flatten().filter(|kept| kept.part.is_none());
                    self.beside(&request, &kept, result, exactly)
                }
                None => {
                    let swaps = match atomic.what {
                        AtomicOperation::Exchange => true,
                        AtomicOperation::CompareAndSwap => operand == held,
                        _ => false,
                    };
                    let new = match atomic.new {
                        Some(slot) => self.of(slot, *sources.last()?),
                        None => given,
                    };
                    (if swaps { new } else { own.filter(|_| atomic.what == AtomicOperation::CompareAndSwap) }, None)
                }
            };
            self.store(address, atomic.place.width, stored);
            self.keep(to, own);
            said = said.or(beside);
        }
        said
    }
}
