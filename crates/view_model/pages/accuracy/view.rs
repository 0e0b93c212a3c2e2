//! What part of the line of operands is in view: places from 0 to 1 on the axis, columns of pixels, zooming and moving.
//!
//! Operands are counted by their place in order of value (see `semantics::sweep::order`), so a view is two whole numbers; the axis by
//! value is only another way to spread them.

use super::query::{Axis, Query};
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::order::Line;

/// The fewest operands in view.
const FEWEST: u64 = 8;

/// A stretch of operands and how they are spread.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The first place.
    pub from: u64,
    /// The place after the last.
    pub end: u64,
    /// How they are spread.
    pub axis: Axis,
    /// The function, which says how operands are read.
    pub subject: FunctionUnderTest,
}

impl View {
    /// The view that a query asks for.
    pub fn of(query: &Query, subject: FunctionUnderTest) -> View {
        let (from, to) = query.range;
        let [from, to] = [from, to].map(|bits| subject.reading.line().place(bits));
        let mut view = View { from: from.min(to), end: from.max(to) + 1, axis: query.axis, subject };
        if !(view.value(view.from).is_finite() && view.value(view.end - 1).is_finite()) {
            // Infinities and NaNs have no place by value.
            view.axis = Axis::Ordinal;
        }
        view
    }

    /// The line that it is a stretch of.
    pub fn line(&self) -> Line {
        self.subject.reading.line()
    }

    /// The first and the last operand.
    pub fn range(&self) -> (u32, u32) {
        (self.line().operand(self.from), self.line().operand(self.end - 1))
    }

    /// The number of operands.
    pub fn operands(&self) -> u64 {
        self.end - self.from
    }

    /// The value of the operand at a place.
    pub fn value(&self, at: u64) -> f64 {
        self.subject.reading.operand(self.line().operand(at))
    }

    /// Where an operand begins on the axis, from 0 to 1 if it is in view.
    pub fn x(&self, at: u64) -> f64 {
        match self.axis {
            Axis::Ordinal => (at as f64 - self.from as f64) / self.operands() as f64,
            Axis::Value => {
                let (low, width) = self.values();
                (self.value(at) - low) / width
            }
        }
    }

    /// The first value and by how much the last one is greater.
    fn values(&self) -> (f64, f64) {
        let low = self.value(self.from);
        let width = self.value(self.end - 1) - low;
        (low, if width > 0.0 { width } else { 1.0 })
    }

    /// The operand's place at a part of the axis.
    pub fn place(&self, x: f64) -> u64 {
        match self.axis {
            Axis::Ordinal => self.from + (x.clamp(0.0, 1.0) * self.operands() as f64) as u64,
            Axis::Value => {
                let (low, width) = self.values();
                self.first_from(low + width * x.clamp(0.0, 1.0))
            }
        }
        .min(self.end - 1)
    }

    /// The first place in view whose value is not below a number.
    fn first_from(&self, value: f64) -> u64 {
        let (mut low, mut high) = (self.from, self.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.value(middle) >= value { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// The places at which the second and all further columns begin, for a number of columns; fewer where operands are few.
    pub fn starts(&self, columns: u32) -> Vec<u64> {
        let columns = u64::from(columns.max(1));
        if self.operands() <= columns {
            return (self.from + 1..self.end).collect();
        }
        let mut starts: Vec<u64> = match self.axis {
            Axis::Ordinal => (1..columns)
                .map(|at| self.from + (u128::from(at) * u128::from(self.operands())).div_ceil(u128::from(columns)) as u64)
                .collect(),
            Axis::Value => {
                let (low, width) = self.values();
                (1..columns).map(|at| self.first_from(low + width * at as f64 / columns as f64)).collect()
            }
        };
        starts.dedup();
        starts.retain(|start| (self.from + 1..self.end).contains(start));
        starts
    }

    /// The same as a query's range.
    pub fn queried(&self, query: &Query) -> Query {
        Query { range: self.range(), ..query.clone() }
    }

    /// Everything nearer by a factor (or further, below 1), with what is at `x` staying where it is.
    pub fn zoomed(&self, x: f64, factor: f64) -> View {
        if self.axis == Axis::Value && self.operands() > 4 * FEWEST {
            let (low, width) = self.values();
            let (centre, width) = (low + width * x, width / factor);
            let view = self.between(centre - width * x, centre + width * (1.0 - x));
            if view.operands() > 2 * FEWEST && (factor < 1.0 || view.operands() < self.operands()) {
                return view;
            }
        }
        let operands = ((self.operands() as f64 / factor).round() as u64).clamp(FEWEST, self.line().places());
        let before = (x * operands as f64) as u64;
        let centre = if self.axis == Axis::Value { self.place(x) } else { self.from + (x * self.operands() as f64) as u64 };
        let from = centre.saturating_sub(before).min(self.line().places() - operands);
        View { from, end: from + operands, ..*self }
    }

    /// Moved by a part of its width.
    pub fn moved(&self, part: f64) -> View {
        if self.axis == Axis::Value {
            let (low, width) = self.values();
            return self.between(low + width * part, low + width * (1.0 + part));
        }
        let by = (part * self.operands() as f64).round() as i64;
        let from = (self.from as i64 + by).clamp(0, (self.line().places() - self.operands()) as i64) as u64;
        View { from, end: from + self.operands(), ..*self }
    }

    /// The operands between two values, on the same axis.
    fn between(&self, low: f64, high: f64) -> View {
        // Magnitudes that have a value: from zero on, all up to the greatest.
        let (zero, mut finite) = (self.line().zero(), 0..self.line().zero());
        while !finite.is_empty() {
            let middle = finite.start + (finite.end - finite.start) / 2;
            finite = if self.value(zero + middle).is_finite() { middle + 1..finite.end } else { finite.start..middle };
        }
        let whole = View { from: zero - finite.start, end: zero + finite.start, ..*self };
        let (from, end) = (whole.first_from(low), whole.first_from(high));
        let end = end.max(from + FEWEST).min(whole.end);
        View { from: from.min(end - FEWEST), end, ..*self }
    }

    /// Centred on an operand, so close that each float is a dot.
    pub fn around(&self, bits: u32, operands: u64) -> View {
        let from = self.line().place(bits).saturating_sub(operands / 2).min(self.line().places() - operands);
        View { from, end: from + operands, ..*self }
    }

    /// Ticks of the axis: round operands, or round values.
    pub fn ticks(&self, count: u32) -> Vec<(f64, String)> {
        if self.axis == Axis::Value {
            let (low, width) = self.values();
            let axis = crate::plots::axis::Axis::round(low, low + width, count);
            return axis
                .ticks
                .into_iter()
                .map(|(value, label)| ((value - low) / width, label))
                .filter(|(x, _)| (-1e-9..=1.000_000_1).contains(x))
                .collect();
        }
        // A power of two of operands apart, so that labels are short: at least whole binades over many of them.
        let mut step = (self.operands() / u64::from(count.max(1))).max(1).next_power_of_two();
        let binade = 1 << super::words::pattern(&self.subject, 0).format.fraction_bits.min(23);
        if step > binade / 2 {
            let binades = step.div_ceil(binade);
            step = [1, 2, 4, 8, 16, 32, 64].into_iter().find(|more| *more >= binades).unwrap_or(64) * binade;
        }
        let zero = self.line().zero();
        let mut ticks = Vec::new();
        // Magnitudes grow away from zero on both sides.
        let reach = |far: u64, near: u64| (near.div_ceil(step)..=far / step).map(move |at| at * step);
        if self.from < zero {
            let (far, near) = (zero - 1 - self.from, zero.saturating_sub(self.end));
            ticks.extend(reach(far, near).map(|magnitude| zero - 1 - magnitude));
            ticks.reverse();
        }
        if self.end > zero {
            let (near, far) = (self.from.saturating_sub(zero), self.end - zero);
            ticks.extend(reach(far, near).map(|magnitude| zero + magnitude));
            // Both zeros would stand on each other.
            if self.from < zero {
                ticks.retain(|at| *at != zero - 1);
            }
        }
        let last = self.end;
        let ticks = ticks
            .into_iter()
            .filter(|at| *at <= last)
            .map(|at| (self.x(at), super::words::operand(&self.subject, self.line().operand(at))));
        // A long label in the corner would be cut off.
        ticks.filter(|(x, label)| label.len() < 7 || (0.03..0.97).contains(x)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(query: &str) -> View {
        let query = Query::read(query, 90).0;
        View::of(&query, FunctionUnderTest::find(&query.function, 90).unwrap())
    }

    #[test]
    fn columns_hold_every_operand_once() {
        for query in
            ["r=3f800000..407fffff", "r=ffffffff..7fffffff", "r=3f800000..3f800005", "f=sin.approx.f32&r=c0490fdb..40490fdb&x=value"]
        {
            let view = view(query);
            let starts = view.starts(997);
            assert!(starts.windows(2).all(|pair| pair[0] < pair[1]), "{query}");
            assert!(starts.iter().all(|start| (view.from + 1..view.end).contains(start)), "{query}");
            assert_eq!(starts.len() as u64, view.operands().min(997) - 1, "{query}");
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        for query in ["r=3f800000..407fffff", "r=3f800000..407fffff&x=value", "r=ffffffff..7fffffff"] {
            let before = view(query);
            for x in [0.0, 0.3, 0.9] {
                let at = before.place(x);
                let mut near = before;
                for _ in 0..8 {
                    near = near.zoomed(near.x(at), 2.0);
                }
                assert!(near.operands() < before.operands() / 100, "{query} {x}");
                assert!((near.x(at) - x).abs() < 0.02, "{query} {x} {}", near.x(at));
            }
        }
    }

    #[test]
    fn no_gesture_leaves_the_line() {
        let mut view = view("r=3f800000..407fffff");
        for (x, factor) in [(0.5, 1e9), (0.0, 1e-12), (1.0, 1e-3), (0.2, 1e30), (0.1, 0.5)] {
            view = view.zoomed(x, factor);
            assert!(view.end <= view.line().places() && view.operands() >= FEWEST, "{view:?}");
            view = view.moved(-3.0).moved(1e4).moved(0.1);
            assert!(view.end <= view.line().places() && view.operands() >= FEWEST, "{view:?}");
        }
    }

    #[test]
    fn ticks_are_short() {
        let labels = |query: &str| view(query).ticks(6).into_iter().map(|tick| tick.1).collect::<Vec<_>>();
        assert_eq!(labels("r=3f800000..3fffffff"), ["1", "1.25", "1.5", "1.75", "2"]);
        assert_eq!(labels("r=00000000..7f800000").len(), 4);
        assert!(labels("r=ffffffff..7fffffff").len() > 3);
        assert_eq!(labels("r=3f800000..3fffffff&x=value"), ["1.0", "1.2", "1.4", "1.6", "1.8"]);
    }
}
