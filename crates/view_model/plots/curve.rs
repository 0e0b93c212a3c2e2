//! The error curve: for each column of pixels the least, the greatest and the mean error of every operand in it.
//!
//! The horizontal axis runs from 0 to 1; whoever makes the plot knows which operand stands where. The figures' area is set by fixed
//! margins, so that the page can turn a pointer's place into an operand.

use super::axis::Axis;
use super::sheet::{Ink, Mark, Sheet, lettering};
use core::convert::Infallible;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon};
use plotters::style::ShapeStyle;
use plotters::style::text_anchor::{HPos, VPos};

/// The room around the figures in CSS pixels: left, right (half of the last label below), above, below.
pub const MARGINS: [f64; 4] = [54.0, 27.0, 30.0, 42.0];
/// The height of letters in CSS pixels.
pub const LETTERS: f64 = 13.0;

/// One column of a series: a part of the axis and the errors there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Where it begins, from 0 to 1.
    pub left: f64,
    /// Where it ends.
    pub right: f64,
    /// The least error.
    pub low: f64,
    /// The greatest error.
    pub high: f64,
    /// The mean error; None where it has no meaning.
    pub mean: Option<f64>,
}

/// The errors of one function.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name, written beside it where there are two.
    pub name: String,
    /// Its ink.
    pub ink: Ink,
    /// Its columns, in order; those without an error are left out.
    pub bars: Vec<Bar>,
    /// Columns from here on are only sampled, and drawn paler.
    pub sampled_from: f64,
    /// Whether each column is one operand, drawn as a dot.
    pub dots: bool,
}

/// A documented bound over a part of the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Where its operands begin and end, from 0 to 1.
    pub over: (f64, f64),
    /// The bound, above and below zero unless `one_sided`.
    pub value: f64,
    /// Whether it counts from zero only.
    pub one_sided: bool,
    /// What is written beside it.
    pub label: String,
}

/// The whole plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Operands.
    pub x: Axis,
    /// What operands are, written below.
    pub x_title: String,
    /// Errors.
    pub y: Axis,
    /// What the errors are, written above.
    pub y_title: String,
    /// One function or two.
    pub series: Vec<Series>,
    /// What is documented.
    pub limits: Vec<Limit>,
    /// Where the rows of the table begin, with a number where there is room.
    pub borders: Vec<(f64, String)>,
    /// The worst operand: where, its error, what is written beside it.
    pub worst: Option<(f64, f64, String)>,
}

/// A chart on a sheet.
pub type Chart<'a, 'b> = ChartContext<'a, Sheet<'b>, Cartesian2d<Axis, Axis>>;
/// Its whole sheet.
pub type Area<'b> = DrawingArea<Sheet<'b>, Shift>;
/// What drawing a part returns.
pub type Done<T = ()> = Result<T, DrawingAreaErrorKind<Infallible>>;

/// Draws a plot on a sheet of `size` device pixels, `scale` of them to a CSS pixel.
pub fn draw(curve: &Curve, size: (u32, u32), scale: f64) -> Vec<Mark> {
    let mut marks = Vec::new();
    // Plotters can fail only where a sheet is too small to hold the margins; then there is nothing to see.
    let _ = drawn(curve, size, scale, &mut marks);
    marks
}

fn drawn(curve: &Curve, size: (u32, u32), scale: f64, marks: &mut Vec<Mark>) -> Done {
    let area = Sheet::new(size, marks).into_drawing_area();
    let mut chart = chart(&area, &curve.x, &curve.y, MARGINS[0], scale)?;
    borders(curve, &area, &mut chart, scale)?;
    if curve.y.from < 0.0 && curve.y.to > 0.0 {
        line(&mut chart, vec![(0.0, 0.0), (1.0, 0.0)], stroke(Ink::Strong, 1.0, scale))?;
    }
    for series in &curve.series {
        envelope(series, &mut chart, scale)?;
    }
    let mut above = f64::INFINITY;
    for limit in &curve.limits {
        let over = [limit.over.0.max(0.0), limit.over.1.min(1.0)];
        let signs: &[f64] = if limit.one_sided { &[1.0] } else { &[1.0, -1.0] };
        for sign in signs.iter().filter(|sign| (curve.y.from..=curve.y.to).contains(&(*sign * limit.value))) {
            line(&mut chart, over.map(|x| (x, sign * limit.value)).to_vec(), stroke(Ink::Documented, 1.5, scale))?;
        }
        // Labels of bounds that lie close together would lie on each other.
        let y = f64::from(chart.backend_coord(&(0.0, limit.value)).1);
        if (y - above).abs() > LETTERS * scale && (curve.y.from..=curve.y.to).contains(&limit.value) {
            // From the right end of the line leftwards, in so many words as there is room for.
            let room = f64::from(chart.backend_coord(&(over[1], 0.0)).0) / scale - MARGINS[0];
            let fits = |text: &str| wide(text) < room;
            let label = if fits(&limit.label) { &limit.label } else { limit.label.split(',').next().unwrap_or_default() };
            let (at, across, shift) = if fits(label) { (over[1], HPos::Right, -4.0) } else { (over[0], HPos::Left, 4.0) };
            say(&area, &chart, (at, limit.value), (shift, -3.0), label, (across, VPos::Bottom), Ink::Documented, scale)?;
            above = y;
        }
    }
    if let Some((x, y, label)) = &curve.worst {
        chart.draw_series([Circle::new((*x, *y), (5.0 * scale) as u32, stroke(Ink::Accent, 2.0, scale))])?;
        let (across, shift) = if *x > 0.7 { (HPos::Right, -10.0) } else { (HPos::Left, 10.0) };
        // Towards the middle, where no bound is written.
        let (down, lower) = if *y > 0.0 { (VPos::Top, 6.0) } else { (VPos::Bottom, -6.0) };
        say(&area, &chart, (*x, *y), (shift, lower), label, (across, down), Ink::Accent, scale)?;
    }
    titles(curve, &area, size, scale)
}

/// About how wide a text is, in CSS pixels.
pub fn wide(text: &str) -> f64 {
    text.chars().count() as f64 * LETTERS * 0.58
}

/// The room that the labels of an upright axis take.
pub fn room(y: &Axis) -> f64 {
    y.ticks.iter().map(|tick| wide(&tick.1) + 14.0).fold(MARGINS[0], f64::max)
}

/// The empty chart: thin lines across, ticks with labels, and no frame. `left` is the room for the labels of y in CSS pixels.
pub fn chart<'a, 'b>(area: &'a Area<'b>, x: &Axis, y: &Axis, left: f64, scale: f64) -> Done<Chart<'a, 'b>> {
    let [left, right, above, below] = [left, MARGINS[1], MARGINS[2], MARGINS[3]].map(|margin| (margin * scale).round() as u32);
    let mut builder = ChartBuilder::on(area);
    builder.margin_top(above).margin_right(right).x_label_area_size(below).y_label_area_size(left);
    let mut chart = builder.build_cartesian_2d(x.clone(), y.clone())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(Ink::Rule.color(0.0))
        .bold_line_style(Ink::Rule.color(1.0))
        .axis_style(Ink::Strong.color(1.0))
        .label_style(lettering(LETTERS * scale, Ink::Quiet, HPos::Center, VPos::Top))
        .x_labels(x.ticks.len().max(1))
        .y_labels(y.ticks.len().max(1))
        .set_all_tick_mark_size((4.0 * scale) as u32)
        .x_label_formatter(&|value| x.format_ext(value))
        .y_label_formatter(&|value| y.format_ext(value))
        .draw()?;
    Ok(chart)
}

/// A line's style; the width is in CSS pixels.
pub fn stroke(ink: Ink, width: f64, scale: f64) -> ShapeStyle {
    ShapeStyle { color: ink.color(1.0), filled: false, stroke_width: (width * scale).round().max(1.0) as u32 }
}

/// A line through points of the chart.
pub fn line(chart: &mut Chart<'_, '_>, points: Vec<(f64, f64)>, style: ShapeStyle) -> Done {
    chart.draw_series([PathElement::new(points, style)])?;
    Ok(())
}

/// An area of the chart.
pub fn fill(chart: &mut Chart<'_, '_>, points: Vec<(f64, f64)>, ink: Ink, alpha: f64) -> Done {
    chart.draw_series([Polygon::new(points, ink.color(alpha))])?;
    Ok(())
}

/// A text beside a place of the chart, moved by CSS pixels.
#[allow(clippy::too_many_arguments, reason = "each is a word of what is said: where, beside, what, how")]
pub fn say(
    area: &Area<'_>,
    chart: &Chart<'_, '_>,
    at: (f64, f64),
    beside: (f64, f64),
    text: &str,
    (across, down): (HPos, VPos),
    ink: Ink,
    scale: f64,
) -> Done {
    let (x, y) = chart.backend_coord(&at);
    let place = (x + (beside.0 * scale) as i32, y + (beside.1 * scale) as i32);
    area.draw_text(text, &lettering(LETTERS * scale, ink, across, down), place)
}

/// Short strokes at the bottom where the table's rows begin, and their numbers where there is room.
fn borders(curve: &Curve, area: &Area<'_>, chart: &mut Chart<'_, '_>, scale: f64) -> Done {
    let height = (curve.y.to - curve.y.from) * if curve.borders.len() > 40 { 0.02 } else { 1.0 };
    for (x, label) in &curve.borders {
        let style = ShapeStyle { color: Ink::Cut.color(0.35), ..stroke(Ink::Cut, 1.0, scale) };
        line(chart, vec![(*x, curve.y.from), (*x, curve.y.from + height)], style)?;
        if !label.is_empty() {
            say(area, chart, (*x, curve.y.from), (4.0, -3.0), label, (HPos::Left, VPos::Bottom), Ink::Cut, scale)?;
        }
    }
    Ok(())
}

/// The area between least and greatest error, paler where it is only sampled, and the mean; or one dot an operand.
fn envelope(series: &Series, chart: &mut Chart<'_, '_>, scale: f64) -> Done {
    if series.dots {
        let radius = if series.bars.len() > 200 { 1.5 } else { 3.0 };
        let style = ShapeStyle { filled: true, ..stroke(series.ink, 1.0, scale) };
        let dot = |bar: &Bar| Circle::new(((bar.left + bar.right) / 2.0, bar.high), (radius * scale).max(1.0) as u32, style);
        chart.draw_series(series.bars.iter().map(dot))?;
        return Ok(());
    }
    // One area for each stretch without gaps.
    let mut rest = series.bars.as_slice();
    while let Some(first) = rest.first() {
        let exact = first.left < series.sampled_from;
        let joined = |pair: &[Bar]| pair[1].left - pair[0].right < 1e-9 && (pair[1].left < series.sampled_from) == exact;
        let length = 1 + rest.windows(2).take_while(|pair| joined(pair)).count();
        let (run, others) = rest.split_at(length);
        rest = others;
        let top = run.iter().flat_map(|bar| [(bar.left, bar.high), (bar.right, bar.high)]);
        let bottom = run.iter().rev().flat_map(|bar| [(bar.right, bar.low), (bar.left, bar.low)]);
        fill(chart, top.chain(bottom).collect(), series.ink, if exact { 0.42 } else { 0.18 })?;
        let means: Vec<_> = run.iter().filter_map(|bar| Some(((bar.left + bar.right) / 2.0, bar.mean?))).collect();
        line(chart, means, stroke(series.ink, if exact { 1.5 } else { 1.0 }, scale))?;
    }
    Ok(())
}

/// What the axes measure, and the names of two functions in their inks.
fn titles(curve: &Curve, area: &Area<'_>, (width, height): (u32, u32), scale: f64) -> Done {
    let letters = LETTERS * scale;
    let put =
        |text: &str, x: f64, y: f64, across, down, ink| area.draw_text(text, &lettering(letters, ink, across, down), (x as i32, y as i32));
    put(&curve.y_title, 8.0 * scale, 4.0 * scale, HPos::Left, VPos::Top, Ink::Quiet)?;
    let right = f64::from(width) - MARGINS[1] * scale;
    put(&curve.x_title, right, f64::from(height) - 2.0 * scale, HPos::Right, VPos::Bottom, Ink::Quiet)?;
    if curve.series.len() > 1 {
        let mut x = right;
        for series in curve.series.iter().rev() {
            put(&series.name, x, 4.0 * scale, HPos::Right, VPos::Top, series.ink)?;
            x -= (wide(&series.name) + 24.0) * scale;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stretch_is_one_area_and_a_gap_makes_two() {
        let bar = |left: f64, right: f64| Bar { left, right, low: -0.5, high: 0.5, mean: Some(0.0) };
        let series = |bars| Series { name: "f".into(), ink: Ink::First, bars, sampled_from: 2.0, dots: false };
        let curve = |bars| Curve {
            x: Axis { from: 0.0, to: 1.0, ticks: Vec::new() },
            x_title: String::new(),
            y: Axis::round(-1.0, 1.0, 4),
            y_title: String::new(),
            series: vec![series(bars)],
            limits: Vec::new(),
            borders: Vec::new(),
            worst: None,
        };
        let areas = |bars| {
            let marks = draw(&curve(bars), (800, 400), 1.0);
            marks.iter().filter(|mark| matches!(mark, Mark::Path { ink: Ink::First, width: None, .. })).count()
        };
        assert_eq!(areas(vec![bar(0.0, 0.5), bar(0.5, 1.0)]), 1);
        assert_eq!(areas(vec![bar(0.0, 0.25), bar(0.5, 1.0)]), 2);
        assert_eq!(areas(Vec::new()), 0);
    }
}
