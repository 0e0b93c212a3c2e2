//! How often results are off by how much: one bar for each stretch of so many ulps.

use super::axis::{self, Axis};
use super::curve::{Done, LETTERS, MARGINS, chart, fill, line, room, stroke};
use super::sheet::{Ink, Mark, Sheet, lettering};
use plotters::drawing::IntoDrawingArea;
use plotters::style::text_anchor::{HPos, VPos};

/// The plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The counts of one function or two, bin by bin, with their inks.
    pub counts: Vec<(Vec<u64>, Ink)>,
    /// Where the first bin begins, in ulps, and how wide each is.
    pub bins: (f64, f64),
    /// What the bars are shares of.
    pub title: &'static str,
    /// What the axis shows.
    pub axis: &'static str,
    /// Where labels stand, and what they say, where bins are no distances in ulps.
    pub ticks: Option<Vec<(f64, String)>>,
}

/// How many bars single places are spread over, about.
const BARS: f64 = 48.0;
/// More of them would be thinner than a pixel.
const MOST_BARS: f64 = 4000.0;

impl Histogram {
    /// Bars over places, each with its count.
    pub fn of(places: &[(f64, u64)], title: &'static str, axis: &'static str) -> Histogram {
        let (low, high) = places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (at, _)| (low.min(*at), high.max(*at)));
        // A bar is a round number of ulps wide, a whole one where places lie further apart.
        let width = axis::step(((high - low) / BARS).max(0.125));
        let first = (low / width).floor() * width;
        let mut counts = Vec::new();
        for (at, count) in places {
            let bin = ((at - first) / width).clamp(0.0, MOST_BARS) as usize;
            if counts.len() <= bin {
                counts.resize(bin + 1, 0);
            }
            counts[bin] += count;
        }
        Histogram { counts: vec![(counts, Ink::First)], bins: (first, width), title, axis, ticks: None }
    }

    /// The bins that hold anything, from the first to the last.
    pub fn occupied(&self) -> Option<(usize, usize)> {
        let places = self.counts.iter().flat_map(|(counts, _)| counts.iter().enumerate()).filter(|(_, count)| **count > 0);
        let places = places.map(|(place, _)| place);
        Some((places.clone().min()?, places.max()?))
    }

    /// Where a bin begins, in ulps.
    pub fn start(&self, bin: usize) -> f64 {
        self.bins.0 + bin as f64 * self.bins.1
    }
}

/// Draws it on a sheet of `size` device pixels, `scale` of them to a CSS pixel.
pub fn draw(plot: &Histogram, size: (u32, u32), scale: f64) -> Vec<Mark> {
    let mut marks = Vec::new();
    let _ = drawn(plot, size, scale, &mut marks);
    marks
}

fn drawn(plot: &Histogram, size: (u32, u32), scale: f64, marks: &mut Vec<Mark>) -> Done {
    let Some((first, last)) = plot.occupied() else { return Ok(()) };
    let share = |counts: &[u64]| {
        let all = counts.iter().sum::<u64>().max(1) as f64;
        counts.iter().map(|count| *count as f64 * 100.0 / all).collect::<Vec<_>>()
    };
    let shares: Vec<_> = plot.counts.iter().map(|(counts, ink)| (share(counts), *ink)).collect();
    let most = shares.iter().flat_map(|(shares, _)| shares).fold(0.0, |most: f64, share| most.max(*share));
    let start = |bin| plot.start(bin);
    let area = Sheet::new(size, marks).into_drawing_area();
    // What is correctly rounded stands in the plot unless every bin lies far from it.
    let near =
        plot.ticks.is_none() && start(0) <= 0.5 && start(plot.counts.iter().map(|(counts, _)| counts.len()).max().unwrap_or(0)) >= -0.5;
    let (low, high) = (start(first), start(last + 1));
    let (low, high) = if near { (low.min(-0.5625), high.max(0.5625)) } else { (low, high) };
    let ticks = (f64::from(size.0) / scale / 90.0).clamp(2.0, 6.0) as u32;
    let x = match &plot.ticks {
        Some(ticks) => Axis { from: low, to: high, ticks: ticks.clone() },
        None => Axis { from: low, to: high, ..Axis::round(low, high, ticks) },
    };
    let mut y = Axis::round(0.0, most * 1.06, 4);
    y.ticks.iter_mut().for_each(|(_, label)| label.push_str(" %"));
    let mut chart = chart(&area, &x, &y, room(&y), scale)?;
    for (shares, ink) in &shares {
        for (bin, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let (left, right) = (start(bin), start(bin + 1));
            fill(
                &mut chart,
                vec![(left, 0.0), (left, *share), (right, *share), (right, 0.0)],
                *ink,
                if plot.counts.len() > 1 { 0.35 } else { 0.6 },
            )?;
        }
    }
    // Between these two a result is correctly rounded (or may be, in the binade below a power of two).
    for half in [-0.5, 0.5].into_iter().filter(|_| near) {
        line(&mut chart, vec![(half, y.from), (half, y.to)], stroke(Ink::Strong, 1.0, scale))?;
    }
    let style = lettering(LETTERS * scale, Ink::Quiet, HPos::Left, VPos::Top);
    area.draw_text(plot.title, &style, ((8.0 * scale) as i32, (4.0 * scale) as i32))?;
    let place = (size.0 as i32 - (MARGINS[1] * scale) as i32, size.1 as i32 - (2.0 * scale) as i32);
    area.draw_text(plot.axis, &lettering(LETTERS * scale, Ink::Quiet, HPos::Right, VPos::Bottom), place)
}
