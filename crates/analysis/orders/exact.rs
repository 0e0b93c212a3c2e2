//! What numbers would be had no line rounded: a run in one order, beside itself without rounding.

use crate::diagnosis::kernel::Place;
use crate::kernel::memory::{Space, number};
use crate::kernel::record::RunRecorder;
use crate::kernel::{Module, Step, Threads};
use crate::number::Format;
use crate::shadow::{ShadowObserver, ShadowValue};

/// The lines of the run that are kept.
const KEPT: usize = 1 << 19;
/// Records that are gone through at once.
const TOLD: usize = 256;

/// Why no exact result stands beside a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoExact {
    /// The number is an integer.
    Integer,
    /// The run by number or the reversed one does not come to its end.
    Stopped,
    /// One of them has too many lines.
    Long,
    /// A comparison would go another way without rounding, and then other lines may run.
    OtherWay,
    /// No line computed it, or its bits are put together.
    Unknown,
    /// The two runs differ without rounding, too.
    Differs,
}

impl NoExact {
    /// The reason in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            NoExact::Integer => "An integer is not rounded.",
            NoExact::Stopped => "The exact result is not known: the run by number or the reversed one stops.",
            NoExact::Long => "The exact result is not known: one run has too many lines.",
            NoExact::OtherWay => "The exact result is not known: without rounding a comparison would go the other way.",
            NoExact::Unknown => "The exact result is not known: no floating-point line left this number alone.",
            NoExact::Differs => "Without rounding, too, the orders leave different numbers.",
        }
    }
}

/// A run that is observed.
pub(super) struct Observed<'m> {
    threads: Threads<'m>,
    keeper: RunRecorder<'m>,
    shadow: ShadowObserver<'m>,
    /// Records that are gone through; None while threads run.
    told: Option<usize>,
    why_not: Option<NoExact>,
}

impl<'m> Observed<'m> {
    pub fn new(module: &'m Module, threads: Threads<'m>) -> Observed<'m> {
        let (keeper, shadow) = (RunRecorder::new(module, KEPT), ShadowObserver::new(module));
        Observed { threads, keeper, shadow, told: None, why_not: None }
    }

    /// Goes on by some lines; whether there are more.
    pub fn go_on(&mut self) -> bool {
        if self.why_not.is_some() {
            return false;
        }
        let records = &self.keeper.recording.records;
        let Some(told) = self.told else {
            match self.threads.step(&mut self.keeper) {
                Step::Finished => self.told = Some(0),
                Step::Stopped(_) => self.why_not = Some(NoExact::Stopped),
                Step::Paused | Step::Turn => {}
            }
            if self.keeper.recording.records.len() >= KEPT {
                self.why_not = Some(NoExact::Long);
            }
            return true;
        };
        let end = (told + TOLD).min(records.len());
        for at in told..end {
            if self.shadow.line(&self.keeper.recording, at).is_some_and(|beside| beside.other_way) {
                self.why_not = Some(NoExact::OtherWay);
            }
        }
        self.told = Some(end);
        end < records.len()
    }

    /// What is known of an element of a buffer at the end.
    fn known(&self, place: Place) -> Result<ShadowValue, NoExact> {
        if let Some(why) = self.why_not {
            return Err(why);
        }
        let memory = &self.threads.machine.memory;
        let known = || {
            let buffer = self.threads.buffers.get(place.buffer)?;
            let segment = memory.segments(Space::Global).get(buffer.segment)?;
            let each = buffer.own.width().div_ceil(8) as usize;
            let bytes = segment.bytes.get(place.at * each..(place.at + 1) * each)?;
            self.shadow.in_memory(segment.base + (place.at * each) as u64, number(bytes))
        };
        known().ok_or(NoExact::Unknown)
    }
}

/// The exact result of a number that two runs agree on, to a thousandth of an ulp.
pub(super) fn agreed(runs: [&Observed; 2], place: Place, format: &'static Format) -> Result<ShadowValue, NoExact> {
    let [one, other] = runs.map(|run| run.known(place));
    let (one, other) = (one?, other?);
    let near = one.nearest(format);
    let is_same = near == other.nearest(format) && one.error_of(near) == other.error_of(near);
    if is_same { Ok(one) } else { Err(NoExact::Differs) }
}
