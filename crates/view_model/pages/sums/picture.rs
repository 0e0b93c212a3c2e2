//! The two plots from what the worker found: how errors grow, and how far shuffled sums lie apart.

use super::query::Query;
use crate::plots::growth::Growth;
use crate::plots::histogram::Histogram;
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

/// The shuffled sums.
pub fn histogram(report: &Report) -> Histogram {
    let all: Vec<(f64, u64)> = report.shuffled.iter().filter_map(|one| Some((ulps(one.off.as_ref()?), one.count.into()))).collect();
    Histogram::of(&all, "share of shuffles", "error, ulp")
}
