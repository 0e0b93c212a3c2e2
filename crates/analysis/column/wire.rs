//! What a study is asked and what it reports, as words, for the worker that does it.

use super::{Asked, Found, Picture, Report, SOURCES, Sizes, Source, Worst};
use crate::microscaling::ScaleRule;
use crate::wire::{listed, record};

record! { Asked { source, seed, chosen, rule, tensor, own, drawn } }
record! { Sizes { from, counts, zeros } }
record! { Worst { first, numbers, mse, outlier } }
record! { Found { tensor, blocks, bits, mse, sqnr, largest, at, flushed, saturated, lost, outliers, sizes, worst } }
record! { Picture { ends, before, after, difference } }
record! { Report { refused, count, row, channels, special, progress, done, sizes, found, picture } }

listed! {
    Source = SOURCES.map(|source| source.0);
    ScaleRule = ScaleRule::ALL;
}
