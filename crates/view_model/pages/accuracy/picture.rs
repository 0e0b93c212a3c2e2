//! The three plots from what the sweeps found.

use super::model::{Model, promise, stretches};
use super::query::Measure;
use super::view::View;
use super::words::{pattern, short};
use crate::components::html::raised;
use crate::components::sweep::Sweep;
use crate::plots::axis::Axis;
use crate::plots::curve::{Bar, Curve, Limit, Series};
use crate::plots::histogram::Histogram;
use crate::plots::shape::Shape;
use crate::plots::sheet::Ink;
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::bounds::{self, Bound};
use semantics::sweep::column_statistics::Column;
use semantics::sweep::double::power;
use semantics::sweep::summary::{BINS_PER_ULP, Summary, Worst, bin_start};

const INKS: [Ink; 2] = [Ink::First, Ink::Second];

/// How the numbers of an axis are made from errors.
#[derive(Clone, Debug)]
pub struct Unit {
    measure: Measure,
    /// What errors are multiplied by.
    pub factor: f64,
    /// What the axis measures.
    pub title: String,
}

impl Unit {
    fn new(measure: Measure, most: f64) -> Unit {
        let exponent = if most > 0.0 && most.is_finite() { most.log2().floor() as i32 } else { 0 };
        let scaled = |what: &str| (power((-exponent).clamp(-1000, 1000)), [what, " error, in units of 2", &raised(exponent)].concat());
        let (factor, title) = match measure {
            Measure::Ulps => (1.0, "error, ulp".to_owned()),
            Measure::Absolute => scaled("absolute"),
            Measure::Relative => scaled("relative"),
            Measure::GoodBits => (1.0, "good bits of the worst input".to_owned()),
        };
        Unit { measure, factor, title }
    }

    /// A promise in this unit, if it is of this measure.
    fn of(&self, bound: &Bound) -> Option<f64> {
        match (self.measure, bound.measure) {
            (Measure::Ulps, bounds::Measure::Ulps) => Some(bound.documented),
            // The nearest result is itself up to half an ulp off.
            (Measure::Ulps, bounds::Measure::UlpsFromNearest) => Some(bound.documented + 0.5),
            (Measure::Absolute, bounds::Measure::AbsoluteBits) | (Measure::Relative, bounds::Measure::RelativeBits) => {
                Some((-bound.documented).exp2() * self.factor)
            }
            (Measure::GoodBits, bounds::Measure::AbsoluteBits) => Some(bound.documented),
            _ => None,
        }
    }
}

/// The worst operand by the measure of the plot.
pub fn worst(summary: &Summary, measure: Measure) -> Worst {
    match measure {
        Measure::Ulps => summary.ulps,
        Measure::Relative => summary.relative,
        Measure::Absolute | Measure::GoodBits => summary.absolute,
    }
}

/// An error as the plot writes it: `1.5145 ulp`.
pub fn written(measure: Measure, error: f64) -> String {
    match measure {
        Measure::Ulps => [&short(error, 4), " ulp"].concat(),
        Measure::Absolute => super::words::scientific(error, 4),
        Measure::Relative => [&super::words::scientific(error, 4), " relative"].concat(),
        Measure::GoodBits => [&short(-error.log2(), 3), " good bits"].concat(),
    }
}

/// The curve of one sweep or two, on a plot `width` CSS pixels wide; `borders` are those of the table's rows.
pub fn curve(model: &Model, sweeps: &[&Sweep], borders: Vec<(f64, String)>, width: f64) -> Curve {
    let measure = model.query.measure;
    let most = sweeps
        .iter()
        .flat_map(|sweep| columns(sweep))
        .filter(|column| column.count > 0)
        .fold(0.0, |most: f64, column| most.max(-column.low).max(column.high));
    let unit = Unit::new(measure, most);
    let series: Vec<_> = sweeps.iter().zip(INKS).map(|(sweep, ink)| series(model, sweep, ink, &unit)).collect();
    let bars = || series.iter().flat_map(|series| &series.bars);
    let limits = limits(model, &unit);
    let (mut low, mut high) = bars().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), bar| (low.min(bar.low), high.max(bar.high)));
    if low > high {
        (low, high) = (-1.0, 1.0);
    }
    let y = if measure == Measure::GoodBits {
        // The best columns have no error at all; what matters is how low it goes.
        let low = limits.iter().map(|limit| limit.value).fold(low, f64::min);
        Axis::round(low - 0.5, low + 6.0, 6)
    } else {
        // A bound far beyond what happens would make the curve flat; it is then written without a line.
        let reach = low.abs().max(high.abs());
        let near = limits.iter().map(|limit| limit.value).filter(|value| *value < 2.5 * reach).fold(0.0, f64::max);
        let one_sided = low >= 0.0 && near == 0.0;
        Axis::round(if one_sided { 0.0 } else { (-near).min(low * 1.04) }, near.max(high * 1.04), 7)
    };
    let mut limits: Vec<_> = limits.into_iter().filter(|limit| limit.value <= y.to).collect();
    limits.sort_by(|one, two| two.value.total_cmp(&one.value));
    let first = sweeps.first().map(|sweep| worst(&sweep.found.summary, measure));
    let line = model.view.line();
    let mark =
        first.filter(|worst| worst.error > 0.0 && (model.view.from..model.view.end).contains(&line.place(worst.operand))).map(|worst| {
            let at = line.place(worst.operand);
            let x = model.view.x(at) + half(&model.view, at);
            let error = model.scale().of(&model.subject.exact_error(worst.operand)) * unit.factor;
            let y = if measure == Measure::GoodBits { -worst.error.log2() } else { error };
            (x, y, format!("{} at {}", written(measure, worst.error), line.hex(worst.operand)))
        });
    Curve {
        x: Axis { from: 0.0, to: 1.0, ticks: model.view.ticks((width / 110.0) as u32) },
        x_title: "input".to_owned(),
        y,
        y_title: unit.title.clone(),
        series,
        limits,
        borders,
        worst: mark,
    }
}

/// Half the width of an operand on the axis: dots stand in its middle where every float takes as much room as any other.
fn half(view: &View, at: u64) -> f64 {
    if view.axis == super::query::Axis::Ordinal { (view.x(at + 1) - view.x(at)) / 2.0 } else { 0.0 }
}

/// What is found of each column, or a first impression of it.
fn columns(sweep: &Sweep) -> impl Iterator<Item = &Column> {
    let done = sweep.task.span.starts.partition_point(|start| *start <= sweep.place);
    let done = if sweep.is_done() || sweep.sampled.is_empty() { sweep.found.columns.len() } else { done };
    sweep.found.columns.iter().take(done).chain(sweep.sampled.iter().skip(done))
}

fn series(model: &Model, sweep: &Sweep, ink: Ink, unit: &Unit) -> Series {
    let (view, span) = (&model.view, &sweep.task.span);
    let starts = core::iter::once(span.from).chain(span.starts.iter().copied());
    let ends = span.starts.iter().copied().chain([span.end]);
    let dots = span.end - span.from == span.starts.len() as u64 + 1;
    let mut bars = Vec::with_capacity(span.starts.len() + 1);
    for ((from, end), column) in starts.zip(ends).zip(columns(sweep)) {
        if column.count == 0 {
            continue;
        }
        let (mut left, mut right) = (view.x(from), view.x(end));
        if dots && view.axis == super::query::Axis::Value {
            right = left;
        }
        (left, right) = (left.clamp(0.0, 1.0), right.clamp(0.0, 1.0));
        let (low, high) = (column.low * unit.factor, column.high * unit.factor);
        bars.push(if unit.measure == Measure::GoodBits {
            let bits = -column.high.max(-column.low).log2();
            let bits = if bits.is_finite() { bits } else { 200.0 };
            Bar { left, right, low: bits, high: if dots { bits } else { 200.0 }, mean: Some(bits) }
        } else {
            Bar { left, right, low, high, mean: column.mean().map(|mean| mean * unit.factor) }
        });
    }
    let sampled_from = if sweep.is_done() { 2.0 } else { view.x(sweep.place) };
    let many = model.against.is_some_and(|(subject, _)| subject.name == model.subject.name);
    let name = if many { format!("{} sm_{}", sweep.task.subject.name, sweep.task.target) } else { sweep.task.subject.name.to_owned() };
    Series { name, ink, bars, sampled_from, dots }
}

fn limits(model: &Model, unit: &Unit) -> Vec<Limit> {
    let mut limits = Vec::new();
    for bound in model.subject.bounds() {
        let Some(value) = unit.of(bound) else { continue };
        for (from, end) in stretches(bound) {
            // A promise that only begins at the view's last operand is none about what is seen.
            if from + 1 < model.view.end && end > model.view.from + 1 {
                let over = (model.view.x(from.max(model.view.from)), model.view.x(end.min(model.view.end)));
                let label = format!("documented: {}, {}", promise(bound), bound.source.name());
                limits.push(Limit { over, value, one_sided: unit.measure == Measure::GoodBits, label });
            }
        }
    }
    limits
}

/// Where the table's rows begin, found by halving between points at which they differ.
pub fn borders(view: &View, width: f64) -> Vec<(f64, String)> {
    let subject = &view.subject;
    let row = |at: u64| subject.evaluate_with_segment(view.line().operand(at)).1;
    let points = (width / 2.0).clamp(16.0, 700.0) as u32;
    let mut borders = Vec::new();
    let mut last = (view.from, row(view.from));
    for at in (1..=points).map(|point| view.place(f64::from(point) / f64::from(points))) {
        let here = (at, row(at));
        if here.1 != last.1 && here.0 > last.0 {
            let (mut low, mut high) = (last.0, here.0);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if row(middle) == last.1 { low = middle } else { high = middle }
            }
            borders.push((view.x(high), here.1));
        }
        last = here;
    }
    if borders.len() > (width / 5.0) as usize {
        // More than can be told apart: the grid of rows would be a grey field.
        return Vec::new();
    }
    let room = width / (borders.len() + 1) as f64;
    let label = |row: Option<u8>| row.filter(|_| room > 54.0).map_or(String::new(), |row| format!("row {row}"));
    borders.into_iter().map(|(x, row)| (x, label(row))).collect()
}

/// The histogram of one sweep or two.
pub fn histogram(sweeps: &[&Sweep]) -> Histogram {
    let counts = sweeps.iter().zip(INKS).map(|(sweep, ink)| (sweep.found.summary.histogram.clone(), ink)).collect();
    Histogram { counts, bins: (bin_start(0), 1.0 / f64::from(BINS_PER_ULP)), title: "share of inputs", axis: "error, ulp", ticks: None }
}

/// The function and its approximation, with the error large enough to be seen.
pub fn shape(model: &Model, width: f64) -> Shape {
    let points = (width / 2.0).clamp(50.0, 500.0) as u32;
    let subject = &model.subject;
    let mut truth = Vec::with_capacity(points as usize + 1);
    let mut error = Vec::with_capacity(points as usize + 1);
    for point in 0..=points {
        let x = f64::from(point) / f64::from(points);
        let bits = model.view.line().operand(model.view.place(x));
        let (value, exact) = values(subject, bits);
        truth.push((x, exact.is_finite().then_some(exact)));
        error.push(if value.is_finite() && exact.is_finite() { value - exact } else { 0.0 });
    }
    // A few values beyond all others (next to a pole) would leave nothing to see of the rest.
    let mut sorted: Vec<f64> = truth.iter().filter_map(|(_, value)| *value).collect();
    sorted.sort_by(f64::total_cmp);
    let at = |part: f64| sorted.get((part * sorted.len().saturating_sub(1) as f64) as usize).copied().unwrap_or(0.0);
    let (low, high) = (at(0.04), at(0.96));
    let room = (high - low) * 0.3;
    truth.iter_mut().for_each(|(_, value)| *value = value.filter(|value| (low - room..=high + room).contains(value)));
    let largest =
        error.iter().zip(&truth).filter(|(_, (_, value))| value.is_some()).fold(0.0, |most: f64, (error, _)| most.max(error.abs()));
    let exponent = if largest > 0.0 && high > low { ((high - low) * 0.12 / largest).log2().floor() as i32 } else { 0 };
    let note = match exponent {
        0 => "result".to_owned(),
        exponent => ["result, its error times 2", &raised(exponent)].concat(),
    };
    let x = Axis { from: 0.0, to: 1.0, ticks: model.view.ticks((width / 110.0) as u32) };
    Shape { x, truth, error, factor: power(exponent.clamp(-1000, 1000)), note }
}

/// The result and the true value of an operand, as doubles for drawing.
fn values(subject: &FunctionUnderTest, bits: u32) -> (f64, f64) {
    (subject.kind.value(subject.evaluate(bits)), subject.truth.estimate(subject.reading.operand(bits)))
}

/// An operand in words: `0x3f820399 ≈ 1.0157348`.
pub fn named(subject: &FunctionUnderTest, bits: u32) -> String {
    let pattern = pattern(subject, bits);
    ["0x", &subject.reading.line().hex(bits), " ", &crate::plots::axis::minus(&pattern.equation())].concat()
}

/// The worst operand in words.
pub fn named_worst(sweep: &Sweep, measure: Measure) -> String {
    let worst = worst(&sweep.found.summary, measure);
    let bits = sweep.task.subject.reading.line().hex(worst.operand);
    if worst.error > 0.0 { format!("worst {} at 0x{bits}", written(measure, worst.error)) } else { "no error".to_owned() }
}
