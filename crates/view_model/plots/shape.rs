//! The function itself, and its approximation with the error made so large that it can be seen.

use super::axis::Axis;
use super::curve::{Done, LETTERS, MARGINS, chart, line, room, stroke};
use super::sheet::{Ink, Mark, Sheet, lettering};
use plotters::drawing::IntoDrawingArea;
use plotters::style::text_anchor::{HPos, VPos};

/// The plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Operands, from 0 to 1.
    pub x: Axis,
    /// True values in order; a gap where there is none.
    pub truth: Vec<(f64, Option<f64>)>,
    /// The errors at the same operands.
    pub error: Vec<f64>,
    /// By how much the error is made larger: a power of two.
    pub factor: f64,
    /// The same in words.
    pub note: String,
}

/// Draws it on a sheet of `size` device pixels, `scale` of them to a CSS pixel.
pub fn draw(plot: &Shape, size: (u32, u32), scale: f64) -> Vec<Mark> {
    let mut marks = Vec::new();
    let _ = drawn(plot, size, scale, &mut marks);
    marks
}

fn drawn(plot: &Shape, size: (u32, u32), scale: f64, marks: &mut Vec<Mark>) -> Done {
    let values = || plot.truth.iter().filter_map(|(_, value)| *value);
    let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return Ok(());
    }
    let margin = (high - low).max(high.abs() * 1e-12) * 0.08;
    let area = Sheet::new(size, marks).into_drawing_area();
    let y = Axis::round(low - margin, high + margin, 4);
    let mut chart = chart(&area, &plot.x, &y, room(&y), scale)?;
    let mut run = |ink: Ink, width: f64, shown: &dyn Fn(f64, f64) -> f64| -> Done {
        let points = plot.truth.iter().zip(&plot.error).map(|((x, value), error)| Some((*x, shown((*value)?, *error))));
        let points: Vec<_> = points.collect();
        for stretch in points.split(Option::is_none) {
            line(&mut chart, stretch.iter().copied().flatten().collect(), stroke(ink, width, scale))?;
        }
        Ok(())
    };
    run(Ink::First, 1.0, &|value, error| (value + error * plot.factor).clamp(y.from, y.to))?;
    run(Ink::Text, 1.5, &|value, _| value)?;
    let letters = |ink, across, down| lettering(LETTERS * scale, ink, across, down);
    let put =
        |text: &str, x: f64, ink| area.draw_text(text, &letters(ink, HPos::Left, VPos::Top), ((x * scale) as i32, (4.0 * scale) as i32));
    put("true value", 8.0, Ink::Text)?;
    put(&plot.note, 8.0 + 13.0 * LETTERS * 0.55, Ink::First)?;
    let place = (size.0 as i32 - (MARGINS[1] * scale) as i32, size.1 as i32 - (2.0 * scale) as i32);
    area.draw_text("input", &letters(Ink::Quiet, HPos::Right, VPos::Bottom), place)
}
