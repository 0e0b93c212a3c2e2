//! The differences over the operands, as a plot.

use super::show::{operand, short};
use crate::plots::axis::Axis;
use crate::plots::curve::{Bar, Curve, Series};
use crate::plots::sheet::Ink;
use semantics::against::study::Report;

/// From more ulps than these on the axis counts powers of two.
const FAR: f64 = 40.0;

/// Thousandths of an ulp as a number of the axis.
fn ulps(by: i128) -> f64 {
    by as f64 / 1000.0
}

/// A place on an axis of powers of two: one ulp is at 1, two at 2, four at 3.
fn folded(ulps: f64) -> f64 {
    (ulps.abs() + 1.0).log2().copysign(ulps)
}

/// The plot: for each column the least and the greatest difference.
pub fn curve(report: &Report, width: f64) -> Curve {
    let span = &report.span;
    let room = (span.end - span.from).max(1) as f64;
    let x = |place: u64| (place - span.from) as f64 / room;
    let firsts = [span.from].into_iter().chain(span.starts.iter().copied());
    let ends = span.starts.iter().copied().chain([span.end]);
    let found = firsts.zip(ends).zip(&report.found.columns).filter_map(|((from, end), column)| Some((from, end, column.range?)));
    let found: Vec<(u64, u64, (i128, i128))> = found.collect();
    let reach = found.iter().map(|(_, _, (low, high))| ulps(*low).abs().max(ulps(*high).abs())).fold(0.0, f64::max);
    let is_far = reach > FAR;
    let height = |by: i128| if is_far { folded(ulps(by)) } else { ulps(by) };
    let bars: Vec<Bar> = found
        .iter()
        .map(|(from, end, (low, high))| Bar { left: x(*from), right: x(*end), low: height(*low), high: height(*high), mean: None })
        .collect();
    let (low, high) = bars.iter().fold((-0.6_f64, 0.6_f64), |(low, high), bar| (low.min(bar.low), high.max(bar.high)));
    let mut y = Axis::round(low * 1.08, high * 1.08, 7);
    if is_far {
        y.ticks.retain(|(at, _)| at.fract() == 0.0);
        for (at, label) in &mut y.ticks {
            let size = at.abs().exp2() - 1.0;
            let sign = if *at < 0.0 { "−" } else { "" };
            *label = if size < 1e5 { format!("{sign}{size}") } else { format!("{sign}2^{}", at.abs()) };
        }
    }
    let count = (width / 150.0).clamp(2.0, 8.0) as u64;
    let tick = |part: u64| {
        let place = span.from + ((span.end - 1 - span.from) as u128 * u128::from(part) / u128::from(count)) as u64;
        (x(place), if report.seeds { place.to_string() } else { short(report, place) })
    };
    let worst = report.found.worst.and_then(|worst| {
        let middle = x(worst.at);
        Some((middle, height(worst.by?), operand(report, worst.at)))
    });
    Curve {
        x: Axis { from: 0.0, to: 1.0, ticks: if span.end > span.from { (0..=count).map(tick).collect() } else { Vec::new() } },
        x_title: if report.seeds { "seed" } else { "operand, every number alike" }.into(),
        y,
        y_title: if report.is_true { "A less the true value, ulp" } else { "A less B, ulp" }.into(),
        series: vec![Series { name: String::new(), ink: Ink::First, bars, sampled_from: 2.0, dots: false }],
        limits: Vec::new(),
        borders: Vec::new(),
        worst,
    }
}
