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

/// Why the exact result of a number is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoExact {
    /// The number is an integer.
    Integer,
    /// The orders of its least and its greatest result were not repeated.
    Unrepeated,
    /// A run that is repeated has too many lines.
    Long,
    /// A comparison would go another way without rounding, and then other lines may run.
    OtherWay,
    /// No line computed it, or its bits are put together.
    Unknown,
    /// The orders that are repeated do not agree.
    Differs,
}

impl NoExact {
    /// The reason in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            NoExact::Integer => "An integer is not rounded.",
            NoExact::Unrepeated => "The exact result is not known: its orders were not repeated without rounding.",
            NoExact::Long => "The exact result is not known: one order has too many lines to be repeated.",
            NoExact::OtherWay => "The exact result is not known: without rounding a comparison would go the other way.",
            NoExact::Unknown => {
                "The exact result is not known: it was infinite or no number on the way, or no floating-point line computed it as a whole."
            }
            NoExact::Differs => "There is no one exact result: even with a hundred bits the orders leave different numbers.",
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
        let Some(told) = self.told else {
            let goes_on = matches!(self.threads.step(&mut self.keeper), Step::Paused | Step::Turn);
            if self.keeper.recording.records.len() >= KEPT {
                self.why_not = Some(NoExact::Long);
                return false;
            }
            self.told = (!goes_on).then_some(0);
            return true;
        };
        let records = self.keeper.recording.records.len();
        let end = (told + TOLD).min(records);
        for at in told..end {
            if self.shadow.line(&self.keeper.recording, at).is_some_and(|beside| beside.other_way) {
                self.why_not = Some(NoExact::OtherWay);
                return false;
            }
        }
        self.told = Some(end);
        end < records
    }

    /// What is known of an element of a buffer at the end.
    pub fn known(&self, place: Place) -> Result<ShadowValue, NoExact> {
        if let Some(why) = self.why_not {
            return Err(why);
        }
        let memory = &self.threads.machine.memory;
        let known = || {
            let buffer = self.threads.buffers.get(place.buffer)?;
            let segment = memory.segments(Space::Global).get(buffer.segment)?;
            let each = buffer.own.bytes();
            let bytes = segment.bytes.get(place.at * each..(place.at + 1) * each)?;
            self.shadow.in_memory(segment.base + (place.at * each) as u64, number(bytes))
        };
        known().ok_or(NoExact::Unknown)
    }
}

/// What two runs agree on for a number of a format, to a thousandth of an ulp.
pub(super) fn agreed(
    one: Result<ShadowValue, NoExact>,
    other: Result<ShadowValue, NoExact>,
    format: &'static Format,
) -> Result<ShadowValue, NoExact> {
    let (one, other) = (one?, other?);
    let near = one.nearest(format);
    let is_same = near == other.nearest(format) && one.error_of(near) == other.error_of(near);
    if is_same { Ok(one) } else { Err(NoExact::Differs) }
}
