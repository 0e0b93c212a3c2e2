//! The values or errors of the chosen line over its executions.

use super::Kernel;
use super::asked::{Asked, Measure};
use super::done::Done;
use super::step::Step;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use crate::components::html::count;
use crate::components::section_scheduler::measured;
use crate::plots::axis::Axis;
use crate::plots::canvas;
use crate::plots::curve::{Bar, Curve, Series, draw};
use crate::plots::sheet::Ink;
use crate::state::history::Change;
use leptos::html::Canvas;
use leptos::prelude::*;
use semantics::sweep::error_report::Deviation;
use view_model::pages::program::kernel::cells::plain;

/// From more executions than this on a column of the plot stands for several.
const COLUMNS: usize = 600;

/// A plot of these, if there are at least two.
fn points(done: &Done, line: usize, measure: Measure) -> Vec<Option<f64>> {
    let ulps = |error: Deviation| error.thousandths().map(|thousandths| thousandths as f64 / 1000.0);
    let value = |step: Step| plain(step.wrote().first()?);
    let point = |at: &u32| {
        let step = done.step(*at as usize)?;
        match measure {
            Measure::Value => value(step),
            Measure::Own => ulps(step.beside()?.own),
            Measure::Whole => ulps(step.beside()?.whole),
        }
    };
    done.executions(line).iter().map(point).collect()
}

/// The plot as data; None where there is nothing to see.
fn curve(done: &Done, line: usize, measure: Measure, step: usize) -> Option<Curve> {
    let points = points(done, line, measure);
    let known = || points.iter().flatten().copied();
    let (low, high) = known().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), point| (low.min(point), high.max(point)));
    if known().count() < 2 || !(high - low).is_finite() {
        return None;
    }
    let margin = ((high - low) * 0.08).max(high.abs().max(low.abs()) * 1e-3).max(f64::MIN_POSITIVE);
    let y = Axis::round(low - margin, high + margin, 4);
    let executions = points.len();
    let place = |at: usize| (at as f64 + 0.5) / executions as f64;
    let each = executions.div_ceil(COLUMNS);
    let bar = |(column, points): (usize, &[Option<f64>])| {
        let known = || points.iter().flatten().copied();
        let (low, high) = (known().reduce(f64::min)?, known().reduce(f64::max)?);
        let (left, right) = (column * each, (column * each + points.len()) as f64 / executions as f64);
        Some(Bar { left: left as f64 / executions as f64, right, low, high, mean: Some(known().sum::<f64>() / known().count() as f64) })
    };
    let bars: Vec<Bar> = points.chunks(each).enumerate().filter_map(bar).collect();
    let worst = done.latest(line, step).and_then(|at| Some((place(at), (*points.get(at)?)?, (at + 1).to_string())));
    let name = |at: f64| count((at * executions as f64).round() as u64);
    // There is no half an execution.
    let whole = |tick: &(f64, String)| tick.0.fract() == 0.0;
    let ticks = Axis::round(0.0, executions as f64, 5).ticks.into_iter().filter(whole).map(|(at, _)| at / executions as f64);
    Some(Curve {
        x: Axis { from: 0.0, to: 1.0, ticks: ticks.map(|at| (at, name(at))).collect() },
        x_title: "execution".into(),
        y,
        y_title: if measure == Measure::Value { "value".into() } else { "ulp".into() },
        series: vec![Series { name: String::new(), ink: Ink::First, bars, sampled_from: 2.0, dots: each == 1 }],
        limits: Vec::new(),
        borders: Vec::new(),
        worst,
    })
}

/// The section.
pub fn plot(kernel: Kernel) -> AnyView {
    let canvas = NodeRef::<Canvas>::new();
    let measure = move || kernel.asked.with(|asked| asked.measure);
    let made = Memo::new(move |_| kernel.with(|done| curve(done, kernel.chosen.get()?, measure(), kernel.step.get())));
    let resized = RwSignal::new(());
    let listener = window_event_listener(leptos::ev::resize, move |_| resized.set(()));
    on_cleanup(move || listener.remove());
    Effect::new(move |_| {
        resized.track();
        let (Some(canvas), Some(curve)) = (canvas.get(), made.get()) else { return };
        // The canvas has its size when the page has been laid out.
        measured(move || {
            let (size, scale) = canvas::size(&canvas);
            canvas::paint(&canvas, size, &draw(&curve, size, scale));
        });
    });
    let executed = Memo::new(move |_| kernel.with(|done| kernel.chosen.get().map_or(0, |line| done.executions(line).len())));
    let empty = Memo::new(move |_| made.with(Option::is_none));
    let choose = on_event(move |event: web_sys::Event| {
        let value = event_target_value(&event);
        let measure = Measure::ALL.iter().find(|row| row.1 == value).map_or(Measure::Value, |row| row.0);
        kernel.ask(Change::View, |asked| Asked { measure, ..asked });
    });
    let options = Measure::ALL.map(|(_, name, words)| view! { <option value=name>{words}</option> }.into_any());
    let value = text(move || Measure::ALL.iter().find(|row| row.0 == measure()).map_or("", |row| row.1).to_owned());
    let label = text(move || {
        kernel.with(|done| {
            let Some(line) = kernel.chosen.get() else { return String::new() };
            format!("The {} of line {} over its {} executions", measure().name(), done.read.number(line), done.executions(line).len())
        })
    });
    view! {
        <section class="plot" hidden=flag(move || executed.get() < 2)>
            <label>"plotted: "<select id="measure" prop:value=value on:change=choose>{options.collect_view()}</select></label>
            <p class="none" hidden=flag(move || !empty.get())>"This line has nothing of the kind to plot."</p>
            <canvas node_ref=canvas role="img" aria-label=label hidden=flag(move || empty.get())></canvas>
        </section>
    }
    .into_any()
}
