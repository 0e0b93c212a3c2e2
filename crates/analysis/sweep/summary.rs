//! What a sweep found, in a form whose parts add up: summaries of neighbouring ranges merge into the summary of both.
//!
//! Sums are integers, so that the figures do not depend on how a range was cut among workers. Errors are summed in 2^-32 ulps.
#![expect(clippy::float_arithmetic, reason = "error statistics of sweeps; no instruction's result passes through here")]

use super::double::power;
use super::functions::BOUND;
use super::lanes::{Each, LANES, Lanes};
use super::measure::Error;
use super::order::Line;
pub use super::worst::{Far, Worst, measures};
use std::ops::AddAssign;

/// Histogram bins per ulp.
pub const BINS_PER_ULP: i32 = 16;
/// Histogram bins either side of zero; the two outermost bins also hold everything beyond.
pub const HALF_BINS: i32 = 64;
/// Histogram bins in all.
pub const BINS: usize = 2 * HALF_BINS as usize;

/// Where a bin of a histogram begins, in ulps; the last one ends where the next would begin.
#[must_use]
pub fn bin_start(bin: usize) -> f64 {
    f64::from(bin as i32 - HALF_BINS) / f64::from(BINS_PER_ULP)
}

/// The errors of some operands: how many there are, their sum, the least and the greatest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors<Sum> {
    /// The operands measured.
    pub count: u64,
    /// Their least error; infinite of nothing.
    pub low: f64,
    /// Their greatest error; minus infinite of nothing.
    pub high: f64,
    /// The sum of their errors.
    pub sum: Sum,
}

/// Errors in ulps, summed in 2^-32 ulps; those from 2^31 ulps on do not fit, and the sum is unknown.
pub type Group = Errors<i128>;

impl<Sum: Default> Default for Errors<Sum> {
    fn default() -> Self {
        Self { count: 0, low: f64::INFINITY, high: f64::NEG_INFINITY, sum: Sum::default() }
    }
}

impl<Sum: Copy + AddAssign> Errors<Sum> {
    /// Takes in an error, which is also given as a part of the sum.
    #[inline(always)]
    pub fn add(&mut self, error: f64, part: Sum) {
        self.count += 1;
        self.sum += part;
        // Comparisons, because `f64::min` has NaNs to think of.
        self.low = if error < self.low { error } else { self.low };
        self.high = if error > self.high { error } else { self.high };
    }

    /// Joins the errors of the operands that follow.
    pub fn merge(&mut self, next: &Self) {
        self.count += next.count;
        self.sum += next.sum;
        self.low = self.low.min(next.low);
        self.high = self.high.max(next.high);
    }

    /// The least and the greatest error; None of nothing.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        (self.count > 0).then_some((self.low, self.high))
    }
}

impl Errors<f64> {
    /// Takes in many errors, as [`Errors::add`] would one by one.
    #[inline(always)]
    pub(super) fn add_all(&mut self, errors: &Each<f64>) {
        let (low, high) = range(errors);
        self.merge(&Self { count: LANES as u64, low, high, sum: 0.0 });
        // One after the other, since every sum is rounded.
        errors.iter().for_each(|error| self.sum += error);
    }
}

impl Group {
    /// The mean error in ulps; zero of nothing, None where an error is too large for the sum.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.of_each(self.sum)
    }

    /// A sum over these operands, for each of them.
    fn of_each(&self, sum: i128) -> Option<f64> {
        let fits = self.high.max(-self.low) < power(31);
        fits.then(|| if self.count == 0 { 0.0 } else { sum as f64 / self.count as f64 / 4_294_967_296.0 })
    }
}

/// The least and the greatest of some numbers, four abreast: a chain of comparisons would wait for itself.
#[inline(always)]
fn range(numbers: &Each<f64>) -> (f64, f64) {
    let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
    for four in numbers.as_chunks::<4>().0 {
        for at in 0..4 {
            low[at] = if four[at] < low[at] { four[at] } else { low[at] };
            high[at] = if four[at] > high[at] { four[at] } else { high[at] };
        }
    }
    (low.into_iter().fold(f64::INFINITY, f64::min), high.into_iter().fold(f64::NEG_INFINITY, f64::max))
}

/// One measured operand at the edge of a range, kept to look for a monotonicity break where two ranges meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The operand.
    pub operand: u32,
    /// The result's value.
    pub value: f64,
    /// The true value.
    pub truth: f64,
}

/// What a sweep found.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The operands whose result and true value are both numbers.
    pub measured: Group,
    /// The sum of the errors' magnitudes, in 2^-32 ulps.
    pub magnitude_sum: i128,
    /// How many of them are correctly rounded to nearest.
    pub nearest: u64,
    /// Finite operands whose result is a single but not the correctly rounded one, and those where it is two floats or more from it.
    pub off: [u64; 2],
    /// Of these, the farthest from it.
    pub farthest: Far,
    /// The largest absolute error.
    pub absolute: Worst,
    /// The largest error in ulps.
    pub ulps: Worst,
    /// The largest error relative to the true value, where that is not zero.
    pub relative: Worst,
    /// Nonzero true values below the normal numbers whose result is zero.
    pub flushed: u64,
    /// Infinite results: right, and wrong.
    pub infinite: [u64; 2],
    /// NaN results or no true value: right, and wrong.
    pub nan: [u64; 2],
    /// Errors in ulps by sixteenths, from -4 to 4; the outermost bins hold what lies beyond.
    pub histogram: Vec<u64>,
    /// Neighbouring operands whose results go the other way than the true values.
    pub breaks: u64,
    /// The first operand whose result goes the wrong way from its predecessor's.
    pub first_break: Option<u32>,
    /// Errors by row of the table.
    pub segments: Vec<Group>,
    /// Errors by bin of the plan's range: the envelope of a plot.
    pub envelope: Vec<Group>,
    /// The first and the last measured operand.
    pub edges: Option<(Edge, Edge)>,
    /// Errors, in the three measures, below which the worst of the whole is known not to be: those of a part need not be told apart.
    pub floor: [f64; 3],
}

impl Summary {
    /// The counts of operands that were not measured.
    #[must_use]
    pub fn specials(&self) -> [(&'static str, u64); 5] {
        [
            ("flushed to zero", self.flushed),
            ("infinite", self.infinite[0]),
            ("infinite, wrongly", self.infinite[1]),
            ("NaN", self.nan[0]),
            ("NaN, wrongly", self.nan[1]),
        ]
    }

    /// Nothing found yet, with an envelope of some bins.
    #[must_use]
    pub fn new(bins: usize) -> Self {
        Self {
            measured: Group::default(),
            magnitude_sum: 0,
            nearest: 0,
            off: [0; 2],
            farthest: Far::default(),
            absolute: Worst::default(),
            ulps: Worst::default(),
            relative: Worst::default(),
            flushed: 0,
            infinite: [0; 2],
            nan: [0; 2],
            histogram: vec![0; BINS],
            breaks: 0,
            first_break: None,
            segments: Vec::new(),
            envelope: vec![Group::default(); bins],
            edges: None,
            floor: [0.0; 3],
        }
    }

    /// Takes in one measured operand; the whole holds it only after [`Summary::finish`]. `exact` gives the error of any operand from a hundred bits.
    #[inline(always)]
    pub fn add(&mut self, operand: u32, error: Error, segment: Option<u8>, bin: usize, exact: impl Fn(u32) -> Error) {
        let fixed = (error.ulps * 4_294_967_296.0) as i64;
        self.magnitude_sum += i128::from(fixed.unsigned_abs());
        self.nearest += u64::from(error.nearest);
        self.look_for_worst(operand, &error, exact);
        self.place(fixed);
        self.group(segment).add(error.ulps, i128::from(fixed));
        if let Some(group) = self.envelope.get_mut(bin) {
            group.add(error.ulps, i128::from(fixed));
        }
    }

    /// Takes in operands that are alike, as [`Summary::add`] would one by one.
    #[inline(always)]
    pub fn add_all(&mut self, lanes: &Lanes, bin: usize, exact: impl Fn(u32) -> Error) {
        let (low, high) = range(&lanes.ulps);
        // The worst of them at most and the doubt at most, in the three measures. True values of one binade differ by less than a factor of two.
        let error = high.max(-low);
        let [least, most] = [range(&lanes.truths.map(f64::abs)).0, 2.0 * lanes.truths[0].abs()];
        let worst = [error * power(lanes.exponent), error, error / least];
        let doubts = [2.0 * BOUND * most * power(lanes.exponent), 2.0 * BOUND * most, 2.0 * BOUND];
        let floor = self.floor;
        if (0..3).any(|at| worst[at] > self.worst_mut()[at].error.max(floor[at]) - doubts[at]) {
            for (lane, &operand) in lanes.operands.iter().enumerate() {
                self.look_for_worst(operand, &lanes.error(lane), &exact);
            }
        }
        self.nearest += lanes.nearest.iter().sum::<u64>();
        let fixed = lanes.ulps.map(|ulps| (ulps * 4_294_967_296.0) as i64);
        self.magnitude_sum += i128::from(fixed.iter().map(|fixed| fixed.unsigned_abs()).sum::<u64>());
        for &fixed in &fixed {
            self.place(fixed);
        }
        let group = Group { count: LANES as u64, low, high, sum: fixed.iter().sum::<i64>().into() };
        self.group(lanes.row).merge(&group);
        if let Some(bin) = self.envelope.get_mut(bin) {
            bin.merge(&group);
        }
    }

    /// Keeps the larger of an operand's error and the worst so far.
    #[inline(always)]
    fn look_for_worst(&mut self, operand: u32, error: &Error, exact: impl Fn(u32) -> Error) {
        let measured = measures(error);
        // The double is in doubt by a share of the true value, and so is the error.
        let doubt = 2.0 * BOUND * error.truth.abs();
        let (doubts, floor) = ([doubt * power(error.exponent), doubt, 2.0 * BOUND], self.floor);
        for (at, worst) in self.worst_mut().into_iter().enumerate() {
            worst.take(measured[at], (doubts[at], floor[at]), operand, |operand| measures(&exact(operand))[at]);
        }
    }

    /// Counts an error, given in 2^-32 ulps, in the histogram.
    #[inline(always)]
    fn place(&mut self, fixed: i64) {
        // A shift rounds down, and an error of any size finds its place.
        let place = (fixed >> (32 - BINS_PER_ULP.ilog2())).clamp(-i64::from(HALF_BINS), i64::from(HALF_BINS) - 1);
        if let Some(count) = self.histogram.get_mut((place + i64::from(HALF_BINS)) as usize) {
            *count += 1;
        }
    }

    /// The operands of a row of the table.
    #[inline(always)]
    fn group(&mut self, row: Option<u8>) -> &mut Group {
        // Those of all rows join those without one in `finish`, so that each is counted in one place.
        let Some(row) = row else { return &mut self.measured };
        let row = usize::from(row);
        if row >= self.segments.len() {
            self.segments.resize(row + 1, Group::default());
        }
        &mut self.segments[row]
    }

    fn worst_mut(&mut self) -> [&mut Worst; 3] {
        [&mut self.absolute, &mut self.ulps, &mut self.relative]
    }

    /// Ends a range, once: adds its segments up, and replaces the errors of the worst operands, which came from doubles, by those from a
    /// hundred bits.
    pub fn finish(&mut self, exact: impl Fn(u32) -> Error) {
        for segment in &self.segments {
            self.measured.merge(segment);
        }
        for (at, worst) in self.worst_mut().into_iter().enumerate() {
            if worst.error > 0.0 {
                worst.error = measures(&exact(worst.operand))[at];
            }
        }
    }

    /// Notes a break between two operands, if they are neighbours.
    #[inline(always)]
    pub fn step(&mut self, before: Edge, after: Edge) {
        // Neighbours in order of bits are neighbours in order of value, of 16 bits too; only their zeros are none on this line.
        if goes_wrong(before, after) && Line::WORDS.place(before.operand).abs_diff(Line::WORDS.place(after.operand)) == 1 {
            self.breaks += 1;
            self.first_break.get_or_insert(after.operand);
        }
    }

    /// Joins the summary of the operands that follow.
    pub fn merge(&mut self, next: &Self) {
        self.measured.merge(&next.measured);
        self.magnitude_sum += next.magnitude_sum;
        self.nearest += next.nearest;
        self.farthest.merge(&next.farthest);
        self.absolute.merge(&next.absolute);
        self.ulps.merge(&next.ulps);
        self.relative.merge(&next.relative);
        self.flushed += next.flushed;
        for at in 0..2 {
            self.infinite[at] += next.infinite[at];
            self.nan[at] += next.nan[at];
            self.off[at] += next.off[at];
        }
        for (count, more) in self.histogram.iter_mut().zip(&next.histogram) {
            *count += more;
        }
        self.edges = match (self.edges, next.edges) {
            (Some((first, last)), Some((next_first, next_last))) => {
                self.step(last, next_first);
                Some((first, next_last))
            }
            (one, two) => one.or(two),
        };
        self.breaks += next.breaks;
        self.first_break = self.first_break.or(next.first_break);
        let length = self.segments.len().max(next.segments.len());
        self.segments.resize(length, Group::default());
        for (group, more) in self.segments.iter_mut().zip(&next.segments) {
            group.merge(more);
        }
        for (group, more) in self.envelope.iter_mut().zip(&next.envelope) {
            group.merge(more);
        }
    }

    /// The share of measured results that are correctly rounded.
    #[must_use]
    pub fn share_nearest(&self) -> f64 {
        if self.measured.count == 0 { 0.0 } else { self.nearest as f64 / self.measured.count as f64 }
    }

    /// The mean magnitude of the error in ulps; None where one is too large for the sum.
    #[must_use]
    pub fn mean_magnitude(&self) -> Option<f64> {
        self.measured.of_each(self.magnitude_sum)
    }

    /// Good bits: minus the logarithm of the largest absolute error, as in the table of the CUDA handbook. None without an error.
    #[must_use]
    pub fn good_bits(&self) -> Option<f64> {
        (self.absolute.error > 0.0).then(|| -libm::log2(self.absolute.error))
    }
}

/// Whether results move against the true values.
#[inline(always)]
pub(super) fn goes_wrong(before: Edge, after: Edge) -> bool {
    let (moved, truly) = (after.value - before.value, after.truth - before.truth);
    moved * truly < 0.0
}
