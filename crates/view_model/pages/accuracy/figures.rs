//! What a sweep found, in words and tables.

use super::model::{Model, promise, stretches};
use super::picture;
use super::picture::{named, worst, written};
use super::query::Measure;
use super::words::{mean_ulps, result, scientific, short, signed};
use crate::components::html::count;
use crate::components::html::push_text;
use crate::components::sweep::{Sweep, pace};
use semantics::instruction::Evidence;
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::column_statistics::{Column, Found};
use semantics::sweep::measure::Outcome;
use semantics::sweep::summary::{Summary, bin_start};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// A figure and what it is of.
fn row(html: &mut String, name: &str, value: &str) {
    put(html, &["<dt>", name, "</dt><dd>", value, "</dd>"]);
}

/// The panel beside the curve.
pub fn figures(model: &Model, sweeps: &[&Sweep]) -> String {
    let mut html = String::with_capacity(3000);
    for (index, sweep) in sweeps.iter().enumerate() {
        if sweeps.len() > 1 {
            let ink = if index == 0 { "first" } else { "second" };
            put(
                &mut html,
                &["<h2 class=\"", ink, "\">", sweep.task.subject.name, " <small>sm_", &sweep.task.target.to_string(), "</small></h2>"],
            );
        }
        one(&mut html, model, sweep, sweeps.len() == 1);
    }
    html
}

fn one(html: &mut String, model: &Model, sweep: &Sweep, alone: bool) {
    let (subject, summary) = (&sweep.task.subject, &sweep.found.summary);
    let measure = model.query.measure;
    let worst = worst(summary, measure);
    html.push_str("<dl>");
    if worst.error > 0.0 {
        let bits = subject.reading.line().hex(worst.operand);
        let links = links(model, sweep, worst.operand);
        let value = [&short_named(subject, worst.operand), "<span class=\"links\">", &links, "</span>"].concat();
        let error = written(measure, worst.error);
        put(
            html,
            &[
                "<dt class=\"first\">worst input</dt><dd class=\"worst wide\" data-worst=\"",
                &bits,
                "\"><b>",
                &error,
                "</b>",
                &value,
                "</dd>",
            ],
        );
    } else if summary.measured.count > 0 {
        row(html, "worst input", "<b>no error at all</b>");
    }
    if alone {
        promises(html, model, sweep);
    }
    if summary.measured.count > 0 {
        let share = format!("<b id=\"share\">{} %</b>", short(summary.share_nearest() * 100.0, 3));
        row(html, "correctly rounded", &share);
        let bits = summary.good_bits().map_or("all".to_owned(), |bits| short(bits, 3));
        row(html, "good bits", &bits);
        row(html, "mean error", &mean_ulps(summary.measured.mean(), signed));
        row(html, "mean magnitude", &mean_ulps(summary.mean_magnitude(), short));
        let breaks = match summary.first_break {
            None => "none".to_owned(),
            Some(first) => format!("{}, first at <code>{}</code>", count(summary.breaks), subject.reading.line().hex(first)),
        };
        row(html, "steps the wrong way", &breaks);
    }
    specials(html, summary);
    let (word, why) = evidence(sweep);
    // Why stands in the caption.
    row(html, "how we know", &["<span class=\"badge ", word, "\" title=\"", why, "\">", word, "</span>"].concat());
    html.push_str("</dl>");
}

/// A short form of bits and value.
fn short_named(subject: &FunctionUnderTest, bits: u32) -> String {
    let text = named(subject, bits);
    let (bits, value) = text.split_once(' ').unwrap_or((&text, ""));
    ["<code>", bits, "</code> <span>", value, "</span>"].concat()
}

/// Coming closer to an operand, and opening it.
fn links(model: &Model, sweep: &Sweep, bits: u32) -> String {
    let mut html = format!("<button type=\"button\" data-near=\"{bits:x}\">zoom to it</button>");
    if let Some(link) = model.open(&sweep.task.subject, sweep.task.target, bits) {
        html.push_str("<a id=\"open-worst\" href=\"");
        push_text(&mut html, &link);
        html.push_str("\">open it</a>");
    }
    html
}

/// What is documented for the operands in view, and whether it holds there.
fn promises(html: &mut String, model: &Model, sweep: &Sweep) {
    let view = &model.view;
    let mut said = Vec::new();
    for bound in model.subject.bounds() {
        let stretches = stretches(bound);
        // The figures are of the whole view, so a promise for a part of it is only a line in the plot.
        let covers = stretches.iter().any(|(from, end)| *from <= view.from && view.end <= *end)
            || (stretches.first().is_some_and(|first| first.0 <= view.from)
                && stretches.last().is_some_and(|last| view.end <= last.1)
                && stretches.windows(2).all(|pair| pair[0].1 >= pair[1].0));
        if covers {
            said.push((bound, bound.measure.of(&sweep.found.summary).0));
        }
    }
    if said.is_empty() {
        if model.subject.bounds().next().is_some() {
            row(html, "documented", "for another range; see the ranges above");
        }
        return;
    }
    html.push_str("<dt class=\"wide\">documented, and found here</dt><dd class=\"promises wide\">");
    for (bound, found) in said {
        let within = if bound.measure.counts_bits() { found >= bound.documented } else { found <= bound.documented };
        let (class, mark) = if within { ("within", "✓ within") } else { ("beyond", "≠ beyond") };
        put(html, &["<p class=\"", class, "\"><b>", &promise(bound), "</b> <span>", &short(found, 4), "</span> <em>", mark]);
        put(html, &["</em> <small>", bound.source.name(), "</small></p>"]);
    }
    html.push_str("</dd>");
}

fn specials(html: &mut String, summary: &Summary) {
    for (name, number) in summary.specials().into_iter().filter(|row| row.1 > 0) {
        row(html, name, &count(number));
    }
}

/// The badge's word and one line that says why.
pub fn evidence(sweep: &Sweep) -> (&'static str, &'static str) {
    match sweep.task.subject.known().map(|known| Evidence::of_unit(known, sweep.task.target)) {
        Some(evidence @ (Evidence::Inferred(why) | Evidence::Modelled(why) | Evidence::Validated { by: why, .. })) => {
            (evidence.word(), why)
        }
        _ => ("documented", "the exact result, rounded once"),
    }
}

/// One line on how far the sweeps are when the clock says `now`.
pub fn state(sweeps: &[&Sweep], (replaced, none_left): (u32, bool), now: f64) -> String {
    let all: u64 = sweeps.iter().map(|sweep| sweep.task.span.end - sweep.task.span.from).sum();
    let swept: u64 = sweeps.iter().map(|sweep| sweep.swept()).sum();
    let mut text = if sweeps.iter().all(|sweep| sweep.is_done()) {
        let took = sweeps.iter().filter_map(|sweep| sweep.took).fold(0.0, f64::max);
        let inputs = if all == 1 { " input" } else { " inputs, every one looked at" };
        let took = if took > 0.0 { format!(" in {} s", short((took / 1000.0).max(0.001), 3)) } else { String::new() };
        format!("<b id=\"inputs\" data-done=\"{all}\">{}</b>{inputs}{took}.", count(all))
    } else if sweeps.iter().any(|sweep| sweep.stopped) {
        format!("Stopped after {} of {} inputs; the pale part is only sampled.", count(swept), count(all))
    } else {
        let elapsed = sweeps.iter().map(|sweep| now - sweep.began).fold(0.0, f64::max);
        format!("{} of {} inputs, {}", count(swept), count(all), pace(swept, all, elapsed))
    };
    if none_left {
        text.push_str(" <em>The workers of this page stop at once; “stop” and “go on” try again.</em>");
    } else if replaced > 0 {
        let workers = if replaced == 1 { "A worker stopped and was replaced" } else { "Workers stopped and were replaced" };
        text.push_str(&format!(" <em id=\"replaced\">{workers} ({replaced}); nothing is lost.</em>"));
    }
    text
}

/// What the line under the plot says while nothing is pointed at.
pub fn hint() -> &'static str {
    "Point at the curve to read an input; wheel, drag, pinch or click to come closer; close up, a click opens the input. With keys: <kbd>+</kbd> <kbd>−</kbd> <kbd>←</kbd> <kbd>→</kbd> <kbd>Home</kbd>."
}

/// One operand: bits, value, result, true value, error.
pub fn reading(model: &Model, at: u64) -> String {
    let line = model.view.line();
    let bits = line.operand(at);
    let mut html = String::with_capacity(400);
    let all: Vec<_> = [(model.subject, model.target)].into_iter().chain(model.against).collect();
    put(&mut html, &["<code>", "0x", &line.hex(bits), "</code> "]);
    push_text(&mut html, &crate::plots::axis::minus(&super::words::pattern(&model.subject, bits).equation()));
    for (subject, target) in &all {
        let judgement = subject.judge(bits);
        let pattern = result(subject, judgement.result);
        let value = crate::plots::axis::minus(&pattern.equation());
        let name = if all.len() > 1 { format!(" · {} sm_{target}", subject.name) } else { String::new() };
        put(&mut html, &[&name, " → <code>0x", &bits_of(subject, judgement.result), "</code> ", &value]);
        if let Some(truth) = judgement.truth {
            put(&mut html, &[", truly ", &scientific(truth.to_f64(), 12)]);
        }
        match judgement.outcome {
            Outcome::Measured(error) => {
                let nearest = if error.nearest { " (nearest)" } else { "" };
                put(&mut html, &[", off by <b>", &signed(error.ulps, 4), " ulp</b>", nearest]);
            }
            Outcome::Flushed => html.push_str(", flushed to zero"),
            Outcome::Infinite(right) => html.push_str(if right { ", rightly infinite" } else { ", wrongly infinite" }),
            Outcome::Nan(right) => html.push_str(if right { ", no number either way" } else { ", a NaN where there is a value" }),
        }
    }
    html
}

/// A result's bits in as many digits as it has.
fn bits_of(subject: &FunctionUnderTest, bits: u32) -> String {
    let digits = if result(subject, bits).format.width() == 16 { 4 } else { 8 };
    format!("{bits:0digits$x}")
}

/// The rows of the curve's table: how many columns are taken together.
const ROWS: usize = 32;

/// The numbers of all three plots.
pub fn tables(model: &Model, sweeps: &[&Sweep]) -> String {
    let mut html = String::with_capacity(16_000);
    let unit = match model.scale() {
        semantics::sweep::column_statistics::Scale::Ulps => "ulp",
        semantics::sweep::column_statistics::Scale::Absolute => "absolute",
        semantics::sweep::column_statistics::Scale::Relative => "relative",
    };
    for sweep in sweeps {
        let name = format!("{} on sm_{}", sweep.task.subject.name, sweep.task.target);
        head(
            &mut html,
            &["Error of ", &name, " by input, ", unit].concat(),
            &["first input", "last input", "measured", "least", "mean", "greatest"],
        );
        for (from, end, column) in rows_of(&sweep.task.span.starts, sweep.task.span.from, sweep.task.span.end, &sweep.found, ROWS) {
            let [first, last] = [from, end - 1].map(|at| named(&sweep.task.subject, sweep.task.subject.reading.line().operand(at)));
            let figure = |value: f64| if column.count == 0 { "–".to_owned() } else { scientific(value, 6) };
            let mean = column.mean().map_or("–".to_owned(), |mean| scientific(mean, 6));
            cells(&mut html, &[first, last, count(column.count), figure(column.low), mean, figure(column.high)]);
        }
        html.push_str("</tbody></table></div>");
        head(&mut html, &["Histogram of ", &name].concat(), &["error from, ulp", "to, ulp", "inputs"]);
        for (bin, number) in sweep.found.summary.histogram.iter().enumerate().filter(|(_, number)| **number > 0) {
            cells(&mut html, &[signed(bin_start(bin), 4), signed(bin_start(bin + 1), 4), count(*number)]);
        }
        html.push_str("</tbody></table></div>");
    }
    head(&mut html, "Function and approximation", &["input", "result", "true value", "error, ulp"]);
    for part in 0..=16 {
        let bits = model.view.line().operand(model.view.place(f64::from(part) / 16.0));
        let judgement = model.subject.judge(bits);
        let value = crate::plots::axis::minus(&result(&model.subject, judgement.result).value_text());
        let truth = judgement.truth.map_or("–".to_owned(), |truth| scientific(truth.to_f64(), 12));
        let error = if let Outcome::Measured(error) = judgement.outcome { signed(error.ulps, 4) } else { "–".to_owned() };
        cells(&mut html, &[named(&model.subject, bits), value, truth, error]);
    }
    html.push_str("</tbody></table></div>");
    html
}

/// Columns taken together to about `rows` stretches, each with its first place and the one after its last.
pub fn rows_of(starts: &[u64], from: u64, end: u64, found: &Found, rows: usize) -> Vec<(u64, u64, Column)> {
    let firsts: Vec<u64> = core::iter::once(from).chain(starts.iter().copied()).collect();
    let size = firsts.len().div_ceil(rows.max(1));
    let mut all = Vec::with_capacity(rows.min(firsts.len()));
    for (index, group) in found.columns.chunks(size.max(1)).enumerate() {
        let mut whole = Column::default();
        group.iter().for_each(|column| whole.merge(column));
        let last = firsts.get((index + 1) * size).copied().unwrap_or(end);
        all.push((firsts.get(index * size).copied().unwrap_or(end), last, whole));
    }
    all
}

/// The title of a table, and its head.
fn head(html: &mut String, title: &str, names: &[&str]) {
    put(html, &["<h2>", title, "</h2><div class=\"scroll\" role=\"region\" aria-label=\"", title, "\" tabindex=\"0\"><table><thead><tr>"]);
    names.iter().for_each(|name| put(html, &["<th scope=\"col\">", name, "</th>"]));
    html.push_str("</tr></thead><tbody>");
}

fn cells(html: &mut String, cells: &[String]) {
    html.push_str("<tr>");
    cells.iter().for_each(|cell| put(html, &["<td>", cell, "</td>"]));
    html.push_str("</tr>");
}

/// What the picture shows, for its caption.
pub fn caption(model: &Model, sweeps: &[&Sweep]) -> Vec<String> {
    let (from, to) = model.view.range();
    let mut lines = Vec::new();
    for sweep in sweeps {
        let subject = &sweep.task.subject;
        let inputs =
            if sweep.is_done() { ["every one of ", &count(model.view.operands())].concat() } else { "not all looked at".to_owned() };
        lines.push(format!(
            "Error of {} on sm_{}; inputs {} to {}, {inputs}; {}.",
            subject.name,
            sweep.task.target,
            named(subject, from),
            named(subject, to),
            picture::named_worst(sweep, model.query.measure)
        ));
        let (word, why) = evidence(sweep);
        let promises: Vec<_> = subject
            .bounds()
            .filter(|bound| (model.query.measure == Measure::Ulps) != bound.measure.counts_bits())
            .map(|bound| format!("{} on {} ({})", promise(bound), bound.on, bound.source.name()))
            .collect();
        let promised = if promises.is_empty() { String::new() } else { [" Documented: ", &promises.join("; "), "."].concat() };
        lines.push(format!("Evidence: {word}, {why}.{promised}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_every_column_once() {
        let mut found = Found::new(10);
        found.columns.iter_mut().for_each(|column| column.add(0.25, 0.25));
        let starts: Vec<u64> = (1..10).map(|at| 100 + at * 10).collect();
        for rows in [0, 1, 3, 10, usize::MAX] {
            let all = rows_of(&starts, 100, 205, &found, rows);
            assert_eq!(all.iter().map(|row| row.2.count).sum::<u64>(), 10, "{rows}");
            assert_eq!((all[0].0, all.last().map(|row| row.1)), (100, Some(205)), "{rows}");
            assert!(all.windows(2).all(|pair| pair[0].1 == pair[1].0), "{rows}");
        }
    }
}
