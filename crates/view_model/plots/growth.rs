//! How an error grows with the count of what is added: both axes in powers of ten, with n and √n to hold it against.

use super::axis::Axis;
use super::curve::{Done, LETTERS, MARGINS, chart, line, room, say, stroke};
use super::sheet::{Ink, Mark, Sheet, lettering};
use plotters::drawing::IntoDrawingArea;
use plotters::element::Circle;
use plotters::style::ShapeStyle;
use plotters::style::text_anchor::{HPos, VPos};

/// The plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// For each order the errors in ulps, without their signs, at counts; None where there is none.
    pub lines: Vec<Vec<(f64, Option<f64>)>>,
    /// The line that is drawn strongly, and its name.
    pub chosen: (usize, String),
}

/// The smallest error that has a place of its own, as a power of ten; below it everything lies on the lower border.
const FLOOR: f64 = -2.0;

/// Draws it on a sheet of `size` device pixels, `scale` of them to a CSS pixel.
pub fn draw(plot: &Growth, size: (u32, u32), scale: f64) -> Vec<Mark> {
    let mut marks = Vec::new();
    let _ = drawn(plot, size, scale, &mut marks);
    marks
}

/// An axis from one power of ten to another.
fn powers(from: f64, to: f64) -> Axis {
    let every = if to - from > 8.0 { 2 } else { 1 };
    let label = |power: i32| match power {
        -2 => "0.01".to_owned(),
        -1 => "0.1".to_owned(),
        0..=3 => 10_u32.pow(power as u32).to_string(),
        _ => format!("1e{power}"),
    };
    let ticks = (from.ceil() as i32..=to.floor() as i32).filter(|power| power % every == 0);
    Axis { from, to, ticks: ticks.map(|power| (f64::from(power), label(power))).collect() }
}

fn drawn(plot: &Growth, size: (u32, u32), scale: f64, marks: &mut Vec<Mark>) -> Done {
    let points = || plot.lines.iter().flatten();
    let most = points().fold(1.0, |most: f64, point| most.max(point.0)).log10().max(0.5);
    let height = points().filter_map(|point| point.1).fold(1.0, f64::max).log10().min(40.0);
    let area = Sheet::new(size, marks).into_drawing_area();
    let (x, y) = (powers(0.0, most), powers(FLOOR, (height + 0.3).max(2.0)));
    let mut chart = chart(&area, &x, &y, room(&y), scale)?;
    // The lines that an error of a whole ulp an addition, and one of chance, would take.
    for (slope, name) in [(1.0, "n"), (0.5, "√n")] {
        let end = most.min(y.to / slope);
        line(&mut chart, vec![(0.0, 0.0), (end, end * slope)], stroke(Ink::Documented, 1.0, scale))?;
        say(&area, &chart, (end, end * slope), (-4.0, 8.0), name, (HPos::Right, VPos::Top), Ink::Documented, scale)?;
    }
    let others = plot.lines.iter().enumerate().filter(|(place, _)| *place != plot.chosen.0).map(|(_, line)| (line, false));
    let chosen = plot.lines.get(plot.chosen.0).map(|line| (line, true));
    for (points, strong) in others.chain(chosen) {
        let place = |(count, error): &(f64, Option<f64>)| Some((count.log10(), error.as_ref()?.log10().clamp(FLOOR, y.to)));
        let places: Vec<_> = points.iter().map(place).collect();
        let style = if strong { stroke(Ink::Accent, 2.0, scale) } else { stroke(Ink::Strong, 1.0, scale) };
        for stretch in places.split(Option::is_none) {
            line(&mut chart, stretch.iter().copied().flatten().collect(), style)?;
        }
        if strong {
            let dot = ShapeStyle { filled: true, ..style };
            chart.draw_series(places.iter().flatten().map(|at| Circle::new(*at, (3.0 * scale).max(1.0) as u32, dot)))?;
        }
    }
    let letters = |ink, across, down| lettering(LETTERS * scale, ink, across, down);
    let right = size.0 as i32 - (MARGINS[1] * scale) as i32;
    let above = (4.0 * scale) as i32;
    area.draw_text("error, ulp", &letters(Ink::Quiet, HPos::Left, VPos::Top), ((8.0 * scale) as i32, above))?;
    area.draw_text(&plot.chosen.1, &letters(Ink::Accent, HPos::Right, VPos::Top), (right, above))?;
    let below = size.1 as i32 - (2.0 * scale) as i32;
    area.draw_text("numbers", &letters(Ink::Quiet, HPos::Right, VPos::Bottom), (right, below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_a_line_and_a_gap_parts_it() {
        let grows = |gap: bool| (0..8).map(|power| (f64::from(1 << power), (power != 4 || !gap).then_some(f64::from(power)))).collect();
        let plot = Growth { lines: vec![grows(false), grows(true)], chosen: (1, "pairwise".into()) };
        let marks = draw(&plot, (600, 300), 1.0);
        let lines = |ink: Ink| {
            marks.iter().filter(|mark| matches!(mark, Mark::Path { ink: other, points, .. } if *other == ink && points.len() > 2)).count()
        };
        assert_eq!((lines(Ink::Strong), lines(Ink::Accent)), (1, 2));
        let dots = marks.iter().filter(|mark| matches!(mark, Mark::Circle { .. })).count();
        assert_eq!(dots, 7);
        for text in ["n", "√n", "pairwise", "100"] {
            assert!(marks.iter().any(|mark| matches!(mark, Mark::Text { text: said, .. } if said == text)), "{text}");
        }
    }

    #[test]
    fn nothing_yet_and_all_infinite_draw_axes() {
        for lines in [vec![], vec![vec![(1.0, None)]], vec![vec![(1e6, Some(f64::INFINITY))]], vec![vec![(1.0, Some(0.0))]]] {
            assert!(!draw(&Growth { lines, chosen: (0, "loop".into()) }, (300, 200), 1.0).is_empty());
        }
    }
}
