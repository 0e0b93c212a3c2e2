//! One sweep: operands in lanes where they are alike, one by one elsewhere.
//!
//! Neighbours mostly share all but their last bits: the binade of the true value, the row of the table, the column of a plot. [`Lanes`] takes
//! such operands through every step of a comparison together, in loops over arrays that a compiler turns into vectors. What is not plain,
//! a zero, no number, a change of binade, row or column, an error that a double cannot decide, goes one by one through
//! [`Kind::compare`](super::measure::Kind::compare), with the same figures to the last digit.

use super::FunctionUnderTest;
use super::function_under_test::Gives;
use super::lanes::{LANES, Lanes};
use super::measure::{Error, Outcome};
use super::piecewise_polynomial::Truths;
use super::summary::{Edge, Far, Summary, goes_wrong};

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

/// What else is kept of each operand, beside the summary.
pub trait Notes {
    /// Takes in an operand, with the bin that it is in, its result and its error; none where result or truth is no number.
    fn one(&mut self, operand: u32, bin: usize, result: u32, error: Option<&Error>);

    /// Takes in operands of a bin that are alike, as [`Notes::one`] would one by one.
    fn all(&mut self, lanes: &Lanes, bin: usize);
}

/// Nothing else is kept.
impl Notes for () {
    fn one(&mut self, _operand: u32, _bin: usize, _result: u32, _error: Option<&Error>) {}

    fn all(&mut self, _lanes: &Lanes, _bin: usize) {}
}

/// Sweeps the operands at some places into a summary and into notes. `bins` says, place after place, which bin of the envelope one
/// belongs to.
#[inline(always)]
pub fn walk<C: Gives>(
    subject: &FunctionUnderTest<C>,
    mut truths: Truths,
    places: std::ops::Range<u64>,
    operand_at: impl Fn(u64) -> u32,
    summary: &mut Summary,
    mut bins: Bins<impl Fn(usize) -> Option<u64>>,
    mut notes: impl Notes,
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
                    count_off(subject, summary, operand, result, lanes.estimates[lane]);
                }
            }
            notes.all(&lanes, bin);
            summary.add_all(&lanes, bin, |operand| subject.exact_error(operand));
            let edge = |lane: usize| Edge { operand: lanes.operands[lane], value: lanes.values[lane], truth: lanes.estimates[lane] };
            // No early end, so that the comparisons go through vectors.
            if (1..LANES).fold(false, |wrong, lane| wrong | goes_wrong(edge(lane - 1), edge(lane))) {
                (0..LANES).for_each(|lane| ends.step(edge(lane), summary));
            } else {
                ends.step(edge(0), summary);
                ends.reach(edge(LANES - 1));
            }
            continue;
        }
        for lane in 0..count {
            let (operand, result, truth) = (lanes.operands[lane], lanes.results[lane], lanes.estimates[lane]);
            let outcome = subject.kind.compare(result, truth, || subject.truth.precise(subject.reading.operand(operand)));
            if !outcome.is_right() {
                count_off(subject, summary, operand, result, truth);
            }
            match outcome {
                Outcome::Measured(error) => {
                    summary.add(operand, error, lanes.rows[lane], bin, |operand| subject.exact_error(operand));
                    notes.one(operand, bin, result, Some(&error));
                    ends.step(Edge { operand, value: subject.kind.value(result), truth }, summary);
                    continue;
                }
                Outcome::Flushed => summary.flushed += 1,
                Outcome::Infinite(right) => summary.infinite[usize::from(!right)] += 1,
                Outcome::Nan(right) => summary.nan[usize::from(!right)] += 1,
            }
            notes.one(operand, bin, result, None);
            ends.previous = None;
        }
    }
    summary.edges = ends.all;
    summary.finish(|operand| subject.exact_error(operand));
}

/// Counts a result that is not the correctly rounded one, where it is a number's of some format.
#[inline(always)]
fn count_off<C: Gives>(subject: &FunctionUnderTest<C>, summary: &mut Summary, operand: u32, result: u32, truth: f64) {
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
