//! What a study is asked and what it reports, as words, for the worker that adds.

use super::{Asked, CORES, Core, Exact, KINDS, Kind, Off, Outcome, Report, SORTS, Shuffled, Sort};
use crate::wire::{listed, record};

record! { Asked { kind, count, seed, sort, format, within, every, split, core, shuffles } }
record! { Exact { decimal, nearest, condition } }
record! { Off { negative, magnitude, exponent } }
record! { Outcome { bits, off, growth } }
record! { Shuffled { bits, count, off } }
record! { Report { refused, count, progress, done, exact, outcomes, shuffles, shuffled } }

listed! {
    Core = CORES;
    Kind = KINDS.map(|kind| kind.0);
    Sort = SORTS.map(|sort| sort.0);
}
