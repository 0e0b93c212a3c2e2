//! What a span and what was found in it are made of, for the workers that sweep.

use super::ColumnStatistics;
use super::column_statistics::{Check, Found, Scale};
use super::summary::{Edge, Errors, Far, Summary, Worst};
use crate::wire::{listed, record, variants};

record! { ColumnStatistics { from, end, scale, check, starts } }
record! { Found { summary, columns, beyond, first_beyond, apart, first_apart } }
record! { Worst { error, operand } }
record! { Far { floats, operand } }
record! { Edge { operand, value, truth } }
record! { Errors<i128> { count, low, high, sum } }
record! { Errors<f64> { count, low, high, sum } }
record! { Summary {
    measured, magnitude_sum, nearest, off, farthest, absolute, ulps, relative, flushed, infinite, nan, histogram, breaks, first_break, segments, envelope, edges, floor,
} }

variants! { Check { 0 Limit(scale, limit), 1 Routine } }

listed! { Scale = Scale::ALL; }
