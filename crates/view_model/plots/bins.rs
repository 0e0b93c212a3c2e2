//! The codes of a format on a line: a tick for each, and a band for the reals that are rounded to it.

use super::axis::Axis;
use super::curve::{Area, Done, LETTERS, stroke, wide};
use super::sheet::{Ink, Mark, Sheet, lettering};
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, PathElement, Polygon};
use plotters::style::ShapeStyle;
use plotters::style::text_anchor::{HPos, VPos};

/// What a code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Zero of either sign.
    Zero,
    /// Below the smallest normal number.
    Subnormal,
    /// A normal number.
    Normal,
    /// What numbers beyond the largest become.
    Beyond,
}

/// A code.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its place on the axis; None for a NaN.
    pub at: Option<f64>,
    /// Where its band begins and ends; None where no real becomes it.
    pub low: Option<f64>,
    /// Where its band ends.
    pub high: Option<f64>,
    /// Whether the band's ends belong to it.
    pub closed: (bool, bool),
    /// What it is.
    pub kind: Kind,
    /// How long its tick is, from 0 to 1: a power of two has the longest.
    pub rank: f64,
    /// Its bits.
    pub bits: u64,
}

/// The plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// The line.
    pub axis: Axis,
    /// The codes on it, in order.
    pub steps: Vec<Step>,
    /// The one that is looked at.
    pub chosen: Option<usize>,
    /// Its reals, written above.
    pub caption: String,
}

/// The room beside the line in CSS pixels.
pub const SIDE: f64 = 16.0;
/// Heights in CSS pixels: the band's upper and lower edge, and the line.
const BAND: (f64, f64) = (44.0, 92.0);
const LINE: f64 = 132.0;

/// The code at a place of the drawing, given in CSS pixels from its left, of a drawing so wide.
pub fn code_at(plot: &Bins, x: f64, width: f64) -> Option<u64> {
    let part = (x - SIDE) / (width - 2.0 * SIDE);
    let place = plot.axis.from + part * (plot.axis.to - plot.axis.from);
    let holds = |step: &&Step| step.low.zip(step.high).is_some_and(|(low, high)| (low..=high).contains(&place));
    plot.steps.iter().find(holds).map(|step| step.bits)
}

/// Draws it on a sheet of `size` device pixels, `scale` of them to a CSS pixel.
pub fn draw(plot: &Bins, size: (u32, u32), scale: f64) -> Vec<Mark> {
    let mut marks = Vec::new();
    let _ = drawn(plot, size, scale, &mut marks);
    marks
}

fn drawn(plot: &Bins, size: (u32, u32), scale: f64, marks: &mut Vec<Mark>) -> Done {
    let area = Sheet::new(size, marks).into_drawing_area();
    let (left, right) = (SIDE * scale, f64::from(size.0) - SIDE * scale);
    let length = plot.axis.to - plot.axis.from;
    let x = |place: f64| (left + (right - left) * ((place - plot.axis.from) / length).clamp(0.0, 1.0)).round() as i32;
    let y = |pixels: f64| (pixels * scale).round() as i32;
    let seen = |place: f64| (plot.axis.from..=plot.axis.to).contains(&place);
    for (index, step) in plot.steps.iter().enumerate() {
        let is_chosen = plot.chosen == Some(index);
        let ink = match step.kind {
            _ if is_chosen => Ink::Accent,
            Kind::Zero => Ink::Text,
            Kind::Subnormal => Ink::Second,
            Kind::Normal => Ink::First,
            Kind::Beyond => Ink::Cut,
        };
        if let Some((low, high)) = step.low.zip(step.high) {
            let alpha = if is_chosen {
                0.75
            } else if index % 2 == 0 {
                0.22
            } else {
                0.42
            };
            band(&area, (x(low), y(BAND.0)), (x(high), y(BAND.1)), ink, alpha)?;
        }
        if let Some(at) = step.at.filter(|at| seen(*at) && step.kind != Kind::Beyond) {
            let top = LINE - 8.0 - step.rank * 24.0;
            let style = stroke(ink, if is_chosen { 3.0 } else { 1.0 }, scale);
            area.draw(&PathElement::new(vec![(x(at), y(if is_chosen { BAND.1 } else { top })), (x(at), y(LINE))], style))?;
        }
    }
    area.draw(&PathElement::new(vec![(x(plot.axis.from), y(LINE)), (x(plot.axis.to), y(LINE))], stroke(Ink::Strong, 1.0, scale)))?;
    let letters = |ink, across, down| lettering(LETTERS * scale, ink, across, down);
    let mut behind = f64::NEG_INFINITY;
    let mut ticks = plot.axis.ticks.clone();
    ticks.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (place, label) in ticks.iter().filter(|tick| seen(tick.0)) {
        area.draw(&PathElement::new(vec![(x(*place), y(LINE)), (x(*place), y(LINE + 5.0))], stroke(Ink::Strong, 1.0, scale)))?;
        // Labels that would lie on each other are left out, and none is cut off at the sheet's edge.
        let (at, half) = (f64::from(x(*place)) / scale, wide(label) / 2.0);
        if at - half > behind + 6.0 && at - half >= 0.0 && at + half <= f64::from(size.0) / scale {
            area.draw_text(label, &letters(Ink::Quiet, HPos::Center, VPos::Top), (x(*place), y(LINE + 8.0)))?;
            behind = at + half;
        }
    }
    if let Some(step) = plot.chosen.and_then(|chosen| plot.steps.get(chosen)) {
        ends(step, &area, (&x, &y), scale)?;
        let middle = step.at.or(step.low).map_or(0, x);
        let half = wide(&plot.caption).min(f64::from(size.0) / scale) / 2.0;
        let place =
            (f64::from(middle) / scale).clamp(half.min(f64::from(size.0) / scale / 2.0), (f64::from(size.0) / scale - half).max(0.0));
        area.draw_text(&plot.caption, &letters(Ink::Accent, HPos::Center, VPos::Top), ((place * scale) as i32, y(4.0)))?;
    }
    Ok(())
}

fn band(area: &Area<'_>, (left, top): (i32, i32), (right, bottom): (i32, i32), ink: Ink, alpha: f64) -> Done {
    // A band narrower than a pixel still has one.
    let right = right.max(left + 1);
    area.draw(&Polygon::new(vec![(left, top), (right, top), (right, bottom), (left, bottom)], ink.color(alpha)))
}

/// The ends of the chosen band: a disc where the point belongs to it, a ring where it does not.
fn ends(step: &Step, area: &Area<'_>, (x, y): (&impl Fn(f64) -> i32, &impl Fn(f64) -> i32), scale: f64) -> Done {
    let Some((low, high)) = step.low.zip(step.high) else { return Ok(()) };
    area.draw(&PathElement::new(vec![(x(low), y(32.0)), (x(high), y(32.0))], stroke(Ink::Accent, 1.0, scale)))?;
    for (at, closed) in [(low, step.closed.0), (high, step.closed.1)] {
        let style = ShapeStyle { filled: closed, ..stroke(Ink::Accent, 1.5, scale) };
        area.draw(&Circle::new((x(at), y(32.0)), (4.0 * scale) as u32, style))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(bits: u64, at: f64) -> Step {
        let (low, high) = (Some(at - 0.5), Some(at + 0.5));
        Step { at: Some(at), low, high, closed: (true, false), kind: Kind::Normal, rank: 0.0, bits }
    }

    #[test]
    fn each_code_has_a_band_and_a_tick_and_is_found_by_its_place() {
        let axis = Axis::round(0.0, 4.0, 4);
        let plot =
            Bins { axis, steps: (0..4).map(|bits| step(bits, bits as f64 + 0.5)).collect(), chosen: Some(2), caption: "[2, 3)".into() };
        let marks = draw(&plot, (432, 170), 1.0);
        let count = |is: &dyn Fn(&Mark) -> bool| marks.iter().filter(|mark| is(mark)).count();
        assert_eq!(count(&|mark| matches!(mark, Mark::Path { width: None, .. })), 4);
        assert_eq!(count(&|mark| matches!(mark, Mark::Circle { width: None, .. })), 1);
        assert_eq!(count(&|mark| matches!(mark, Mark::Circle { width: Some(_), .. })), 1);
        assert!(marks.iter().any(|mark| matches!(mark, Mark::Text { text, .. } if text == "[2, 3)")));
        assert_eq!([20.0, 216.0 - 50.0, 410.0].map(|x| code_at(&plot, x, 432.0)), [Some(0), Some(1), Some(3)]);
        assert_eq!(code_at(&plot, 2.0, 432.0), None);
    }
}
