//! One sweep: operands in lanes where they are alike, one by one elsewhere.
//!
//! Neighbours mostly share all but their last bits: the binade of the true value, the row of the table, the column of a plot. [`Lanes`] takes
//! such operands through every step of a comparison together, in loops over arrays that a compiler turns into vectors. What is not plain,
//! a zero, no number, a change of binade, row or column, an error that a double cannot decide, goes one by one through
//! [`Kind::compare`](super::measure::Kind::compare), with the same figures to the last digit.
#![expect(clippy::float_arithmetic, reason = "error measures of sweeps; no instruction's result passes through here")]

use super::Subject;
use super::measure::{Error, Kind, Outcome, is_whole, power};
use super::stretch::Truths;
use super::subject::Gives;
use super::summary::{Edge, Far, Summary};
use super::truth::BOUND;

/// Operands that are taken together.
pub const LANES: usize = 64;

/// A number for each of them.
pub type Each<T> = [T; LANES];

/// Errors as large as this, in ulps, are looked at alone: sums of a few smaller ones stay in 64 bits.
const LARGE: f64 = (1 << 20) as f64;

/// Which of some bins a place belongs to, asked place after place.
pub struct Bins<F> {
    start: F,
    bin: usize,
    /// Where the next bin begins.
    next: u64,
}

impl<F: Fn(usize) -> Option<u64>> Bins<F> {
    /// `start` says where each bin begins, from the second, which is 1, on.
    pub fn new(start: F) -> Self {
        let next = start(1).unwrap_or(u64::MAX);
        Self { start, bin: 0, next }
    }

    #[inline(always)]
    fn of(&mut self, place: u64) -> usize {
        while place >= self.next {
            self.bin += 1;
            self.next = (self.start)(self.bin + 1).unwrap_or(u64::MAX);
        }
        self.bin
    }
}

/// Operands with their results and true values, and, where they are alike, their errors.
pub struct Lanes {
    pub operands: Each<u32>,
    results: Each<u32>,
    rows: Each<Option<u8>>,
    exact: Each<f64>,
    values: Each<f64>,
    /// An ulp is two to this power.
    pub exponent: i32,
    /// The row of the table.
    pub row: Option<u8>,
    /// The true values in ulps.
    pub truths: Each<f64>,
    /// The results less the true values, in ulps.
    pub ulps: Each<f64>,
    /// 1 where no number of the format is nearer.
    pub nearest: Each<u64>,
}

impl Lanes {
    const EMPTY: Self = Self {
        operands: [0; LANES],
        results: [0; LANES],
        rows: [None; LANES],
        exact: [0.0; LANES],
        values: [0.0; LANES],
        exponent: 0,
        row: None,
        truths: [0.0; LANES],
        ulps: [0.0; LANES],
        nearest: [0; LANES],
    };

    /// Evaluates so many operands.
    #[inline(always)]
    fn fill<C: Gives>(&mut self, subject: &Subject<C>, truths: &mut Truths, count: usize, operand_at: impl Fn(u64) -> u32) {
        for lane in 0..count {
            self.operands[lane] = operand_at(lane as u64);
        }
        subject.code.run_each(&self.operands[..count], |lane, result, row| (self.results[lane], self.rows[lane]) = (result, row));
        truths.fill(&self.operands[..count], &mut self.exact[..count]);
    }

    /// Compares all lanes; whether they are of one binade and one row, and doubles decide which are the nearest.
    #[inline(always)]
    fn are_alike(&mut self, kind: Kind) -> bool {
        let leading = |value: f64| value.to_bits() >> 52 & 0x7ff;
        let binade = leading(self.exact[0]);
        (self.exponent, self.row) = (kind.ulp(self.exact[0]), self.rows[0]);
        if binade == 0 || !(-1022..=1023).contains(&-self.exponent) {
            return false;
        }
        let ulp = power(-self.exponent);
        kind.values(&self.results, &mut self.values);
        let (mut apart, mut odd) = (0, 0);
        for lane in 0..LANES {
            let (value, truth) = (self.values[lane] * ulp, self.exact[lane] * ulp);
            let error = value - truth;
            let distance = error.abs() - 0.5;
            (self.truths[lane], self.ulps[lane]) = (truth, error);
            self.nearest[lane] = u64::from((distance < 0.0) & is_whole(value));
            apart |= leading(self.exact[lane]) ^ binade;
            // A NaN compares with nothing.
            let plain = (value != 0.0) & (distance.abs() > truth.abs() * BOUND) & (error.abs() < LARGE);
            odd |= u64::from(!plain);
        }
        apart | odd == 0 && self.rows.iter().all(|row| *row == self.row)
    }

    /// The error of a lane.
    #[inline(always)]
    pub fn error(&self, lane: usize) -> Error {
        Error { ulps: self.ulps[lane], truth: self.truths[lane], exponent: self.exponent, nearest: self.nearest[lane] != 0 }
    }

    #[inline(always)]
    fn edge(&self, lane: usize) -> Edge {
        Edge { operand: self.operands[lane], value: self.values[lane], truth: self.exact[lane] }
    }

    /// Whether the result of some lane moves against the true values.
    #[inline(always)]
    fn turn_back(&self) -> bool {
        let mut wrong = 0;
        for lane in 1..LANES {
            let (moved, truly) = (self.values[lane] - self.values[lane - 1], self.exact[lane] - self.exact[lane - 1]);
            wrong |= u64::from(moved * truly < 0.0);
        }
        wrong != 0
    }
}

/// The last operand measured, if it was the one before, and the first and last of all.
#[derive(Default)]
struct Ends {
    previous: Option<Edge>,
    all: Option<(Edge, Edge)>,
}

impl Ends {
    #[inline(always)]
    fn step(&mut self, edge: Edge, summary: &mut Summary) {
        if let Some(before) = self.previous {
            summary.step(before, edge);
        }
        self.reach(edge);
    }

    #[inline(always)]
    fn reach(&mut self, edge: Edge) {
        self.previous = Some(edge);
        self.all = Some((self.all.map_or(edge, |(first, _)| first), edge));
    }
}

/// Sweeps the operands at some places into a summary. `bins` says, place after place, which bin of the envelope one belongs to; `note`
/// is told the operand, that bin, the result and the error of each, or no error where result or truth is no number.
#[inline(always)]
pub fn walk<C: Gives>(
    subject: &Subject<C>,
    mut truths: Truths,
    places: std::ops::Range<u64>,
    operand_at: impl Fn(u64) -> u32,
    summary: &mut Summary,
    mut bins: Bins<impl Fn(usize) -> Option<u64>>,
    mut note: impl FnMut(u32, usize, u32, Option<&Error>),
) {
    let (mut lanes, mut ends, mut at) = (Lanes::EMPTY, Ends::default(), places.start);
    while at < places.end {
        let bin = bins.of(at);
        let count = (places.end.min(bins.next) - at).min(LANES as u64) as usize;
        lanes.fill(subject, &mut truths, count, |lane| operand_at(at + lane));
        at += count as u64;
        if count == LANES && lanes.are_alike(subject.kind) {
            for lane in 0..LANES {
                let (operand, result) = (lanes.operands[lane], lanes.results[lane]);
                if lanes.nearest[lane] == 0 {
                    count_off(subject, summary, operand, result, lanes.exact[lane]);
                }
                note(operand, bin, result, Some(&lanes.error(lane)));
            }
            summary.add_all(&lanes, bin, |operand| subject.exact_error(operand));
            if lanes.turn_back() {
                (0..LANES).for_each(|lane| ends.step(lanes.edge(lane), summary));
            } else {
                ends.step(lanes.edge(0), summary);
                ends.reach(lanes.edge(LANES - 1));
            }
            continue;
        }
        for lane in 0..count {
            let (operand, result, truth) = (lanes.operands[lane], lanes.results[lane], lanes.exact[lane]);
            let outcome = subject.kind.compare(result, truth, || subject.truth.precise(subject.reading.operand(operand)));
            if !outcome.is_right() {
                count_off(subject, summary, operand, result, truth);
            }
            match outcome {
                Outcome::Measured(error) => {
                    summary.add(operand, error, lanes.rows[lane], bin, |operand| subject.exact_error(operand));
                    note(operand, bin, result, Some(&error));
                    ends.step(Edge { operand, value: subject.kind.value(result), truth }, summary);
                    continue;
                }
                Outcome::Flushed => summary.flushed += 1,
                Outcome::Infinite(right) => summary.infinite[usize::from(!right)] += 1,
                Outcome::Nan(right) => summary.nan[usize::from(!right)] += 1,
            }
            note(operand, bin, result, None);
            ends.previous = None;
        }
    }
    summary.edges = ends.all;
    summary.finish(|operand| subject.exact_error(operand));
}

/// Counts a result that is not the correctly rounded one, where it is a number's of some format.
#[inline(always)]
fn count_off<C: Gives>(subject: &Subject<C>, summary: &mut Summary, operand: u32, result: u32, truth: f64) {
    let x = subject.reading.operand(operand);
    if x.is_finite()
        && let Some(format) = subject.kind.format()
    {
        let floats = subject.floats_off(format, result, x, truth);
        summary.off[0] += u64::from(floats > 0);
        summary.off[1] += u64::from(floats > 1);
        summary.farthest.merge(&Far { floats, operand });
    }
}
