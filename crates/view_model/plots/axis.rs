//! One axis: a range of numbers and the ticks that whoever made the plot wants, each with its label.

use core::ops::Range;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// An axis of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The number at its start.
    pub from: f64,
    /// The number at its end.
    pub to: f64,
    /// Where lines are drawn and what stands there.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis from one number to another with round ticks, about `count` of them.
    pub fn round(low: f64, high: f64, count: u32) -> Axis {
        let step = step((high - low) / f64::from(count.max(1)) * 0.8);
        let (first, last) = ((low / step).ceil(), (high / step).floor());
        // Many digits find no room beside an axis: there the power of ten stands behind an e.
        let large = low.abs().max(high.abs()).log10().floor();
        let power = if (-4.0..5.0).contains(&step.log10().floor()) || !large.is_finite() { 0 } else { large as i32 };
        let decimals = (f64::from(power) - step.log10().floor()).clamp(0.0, 12.0) as usize;
        let tick = |at: i32| {
            let value = (first + f64::from(at)) * step;
            let digits = minus(&format!("{:.decimals$}", value / 10f64.powi(power)));
            let label = match power {
                0 => digits,
                _ if value == 0.0 => "0".to_owned(),
                _ => format!("{digits}e{power}"),
            };
            (value, label)
        };
        // Forty steps at most, so that no range makes a long list.
        Axis { from: low, to: high, ticks: (0..=((last - first) as i32).clamp(0, 40)).map(tick).collect() }
    }
}

/// The round number (1, 2 or 5 times a power of ten) from `least` on.
pub fn step(least: f64) -> f64 {
    if !(least.is_finite() && least > 0.0) {
        return 1.0;
    }
    let power = 10f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= least * 0.999_999).unwrap_or(10.0 * power)
}

/// A number's text with a true minus sign, and none before a zero.
pub fn minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().any(|byte| matches!(byte, b'1'..=b'9')) => ["−", rest].concat(),
        Some(rest) => rest.to_owned(),
        None => text.to_owned(),
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let width = self.to - self.from;
        let part = if width == 0.0 { 0.5 } else { (value - self.from) / width };
        start + (f64::from(end - start) * part.clamp(-0.5, 1.5)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.iter().map(|tick| tick.0).collect()
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks.iter().find(|tick| tick.0 == *value).map_or(String::new(), |tick| tick.1.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let labels = |low, high| Axis::round(low, high, 6).ticks.into_iter().map(|tick| tick.1).collect::<Vec<_>>();
        assert_eq!(labels(-1.52, 1.52), ["−1.5", "−1.0", "−0.5", "0.0", "0.5", "1.0", "1.5"].map(String::from));
        assert_eq!(labels(0.0, 60.0).last().map(String::as_str), Some("60"));
        assert_eq!(labels(0.0, 1.4e7), ["0", "0.2e7", "0.4e7", "0.6e7", "0.8e7", "1.0e7", "1.2e7", "1.4e7"].map(String::from));
        assert_eq!(labels(-3e-7, 3e-7)[..2], ["−3e-7", "−2e-7"].map(String::from));
        assert!(labels(f64::NAN, 1.0).len() < 50 && labels(1.0, 1.0).len() < 50);
    }
}
