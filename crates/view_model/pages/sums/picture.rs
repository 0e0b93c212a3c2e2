//! The two plots from what the worker found: how errors grow, and how far shuffled sums lie apart.

use super::query::Query;
use crate::plots::axis;
use crate::plots::growth::Growth;
use crate::plots::histogram::Histogram;
use crate::plots::sheet::Ink;
use semantics::sums::{ORDERS, Off, Report};
use semantics::sweep::double::scaled;

/// A distance as a place on an axis.
pub fn ulps(off: &Off) -> f64 {
    let magnitude = scaled(off.magnitude as f64, off.exponent.clamp(-2000, 2000) as i32);
    if off.negative { -magnitude } else { magnitude }
}

/// Every order's errors, the chosen one's strongly.
pub fn growth(report: &Report, query: &Query) -> Growth {
    let line = |growth: &[(usize, Option<Off>)]| {
        growth.iter().map(|(count, off)| (*count as f64, off.as_ref().map(|off| ulps(off).abs()))).collect()
    };
    Growth {
        lines: report.outcomes.iter().map(|outcome| line(&outcome.growth)).collect(),
        chosen: (ORDERS.iter().position(|row| row.key == query.row.key).unwrap_or(0), query.row.name.to_owned()),
    }
}

/// How many bars the shuffled sums are spread over, about.
const BARS: f64 = 48.0;
/// More of them would be thinner than a pixel.
const MOST_BARS: f64 = 4000.0;

/// The shuffled sums.
pub fn histogram(report: &Report) -> Histogram {
    let all: Vec<(f64, u32)> = report.shuffled.iter().filter_map(|one| Some((ulps(one.off.as_ref()?), one.count))).collect();
    let (low, high) = all.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (at, _)| (low.min(*at), high.max(*at)));
    // A bar is a round number of ulps wide, a whole one where sums lie further apart.
    let width = axis::step(((high - low) / BARS).max(0.125));
    let first = (low / width).floor() * width;
    let mut counts = Vec::new();
    for (at, count) in all {
        let bin = ((at - first) / width).clamp(0.0, MOST_BARS) as usize;
        if counts.len() <= bin {
            counts.resize(bin + 1, 0);
        }
        counts[bin] += u64::from(count);
    }
    Histogram { counts: vec![(counts, Ink::First)], bins: (first, width), title: "share of shuffles", sizes: None }
}
