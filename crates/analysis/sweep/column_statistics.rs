//! A stretch of operands in order of value, with one column of figures for each part of a plot: what a worker is asked and answers.
//!
//! Columns begin at any places, because an axis by value gives every column its own number of floats. A column's figures are in the
//! measure of the plot; sums are of doubles, so a mean line depends (in its last digits) on how a range was cut, and whoever cuts it does
//! so in one way whatever the number of workers.
#![expect(clippy::float_arithmetic, reason = "error figures of plots; no instruction's result passes through here")]

use super::double::scaled;
use super::driver::{Bins, Notes, walk};
use super::function_under_test::Gives;
use super::lanes::{Each, LANES, Lanes};
use super::measure::{Error, Outcome};
use super::piecewise_polynomial::Truths;
use super::summary::Errors;
use super::{FunctionUnderTest, Summary};
use crate::operation::float_to_half::float_to_half;

/// What a column measures: a signed error, the result less the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// In units of the last place of the true value.
    Ulps,
    /// The difference itself.
    Absolute,
    /// As a share of the true value; of a true zero, nothing.
    Relative,
}

impl Scale {
    /// All of them, as they are numbered on the wire.
    pub const ALL: [Scale; 3] = [Scale::Ulps, Scale::Absolute, Scale::Relative];

    /// The signed error in this measure.
    #[inline(always)]
    #[must_use]
    pub fn of(self, error: &Error) -> f64 {
        match self {
            Scale::Ulps => error.ulps,
            Scale::Absolute => scaled(error.ulps, error.exponent),
            Scale::Relative if error.truth == 0.0 => 0.0,
            Scale::Relative => error.ulps / error.truth.abs(),
        }
    }

    /// The signed errors of operands that are alike.
    #[inline(always)]
    fn of_all(self, lanes: &Lanes) -> Each<f64> {
        // A loop for each measure, without a choice in it.
        match self {
            Scale::Ulps => lanes.ulps,
            Scale::Absolute => core::array::from_fn(|lane| Scale::Absolute.of(&lanes.error(lane))),
            Scale::Relative => core::array::from_fn(|lane| lanes.ulps[lane] / lanes.truths[lane].abs()),
        }
    }
}

/// What every operand is held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// The greatest magnitude of an error in some measure.
    Limit(Scale, f64),
    /// The integer routine of the CUDA text, bit for bit, and beside it the crate `half`: for conversions from single to half.
    Routine,
}

/// The operands, the measure and the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnStatistics {
    /// The first place (see [`super::order`]).
    pub from: u64,
    /// The place after the last.
    pub end: u64,
    /// What columns measure.
    pub scale: Scale,
    /// What operands are held against, if anything.
    pub check: Option<Check>,
    /// Where the second column begins, and every further one, in order; all in the stretch.
    pub starts: Vec<u64>,
}

/// The errors of a column's operands, in the measure of the plot.
pub type Column = Errors<f64>;

impl Column {
    /// The mean error; None of nothing.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// What a stretch holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The statistics, without an envelope.
    pub summary: Summary,
    /// The columns.
    pub columns: Vec<Column>,
    /// How many operands failed the check, and the first of them.
    pub beyond: u64,
    /// The first of them.
    pub first_beyond: Option<u32>,
    /// How many operands the crate `half` converts otherwise, where they were held against the routine.
    pub apart: u64,
    /// The first of them.
    pub first_apart: Option<u32>,
}

/// What the crate `half` makes of a single. The bits pass through a float untouched: nothing is computed with it on the way.
#[must_use]
pub fn crate_half(bits: u32) -> u16 {
    half::f16::from_f32_const(f32::from_bits(bits)).to_bits()
}

impl Found {
    /// Nothing found in some columns.
    #[must_use]
    pub fn new(columns: usize) -> Found {
        Found {
            summary: Summary::new(0),
            columns: vec![Column::default(); columns],
            beyond: 0,
            first_beyond: None,
            apart: 0,
            first_apart: None,
        }
    }

    /// Joins what was found in the operands that follow, whose first column is the one at `column` here.
    pub fn merge(&mut self, next: &Found, column: usize) {
        self.summary.merge(&next.summary);
        for (mine, theirs) in self.columns.iter_mut().skip(column).zip(&next.columns) {
            mine.merge(theirs);
        }
        self.beyond += next.beyond;
        self.first_beyond = self.first_beyond.or(next.first_beyond);
        self.apart += next.apart;
        self.first_apart = self.first_apart.or(next.first_apart);
    }
}

/// What is found beside the summary, while it is taken in.
struct Taking<'a> {
    span: &'a ColumnStatistics,
    found: &'a mut Found,
}

impl Taking<'_> {
    #[inline(always)]
    fn check(&mut self, operand: u32, result: u32, error: Option<&Error>) {
        let found = &mut *self.found;
        let failed = match self.span.check {
            None => false,
            Some(Check::Limit(scale, limit)) => error.is_some_and(|error| scale.of(error).abs() > limit),
            Some(Check::Routine) => {
                if result != u32::from(crate_half(operand)) {
                    found.apart += 1;
                    found.first_apart.get_or_insert(operand);
                }
                result != u32::from(float_to_half(operand))
            }
        };
        if failed {
            found.beyond += 1;
            found.first_beyond.get_or_insert(operand);
        }
    }
}

impl Notes for Taking<'_> {
    fn one(&mut self, operand: u32, column: usize, result: u32, error: Option<&Error>) {
        if let (Some(error), Some(column)) = (error, self.found.columns.get_mut(column)) {
            let error = self.span.scale.of(error);
            column.add(error, error);
        }
        self.check(operand, result, error);
    }

    #[inline(always)]
    fn all(&mut self, lanes: &Lanes, column: usize) {
        if let Some(column) = self.found.columns.get_mut(column) {
            column.add_all(&self.span.scale.of_all(lanes));
        }
        let fails = match self.span.check {
            None => false,
            // No early end, so that the comparisons go through vectors.
            Some(Check::Limit(scale, limit)) => scale.of_all(lanes).iter().fold(false, |fails, error| fails | (error.abs() > limit)),
            Some(Check::Routine) => true,
        };
        if fails {
            (0..LANES).for_each(|lane| self.check(lanes.operands[lane], lanes.results[lane], Some(&lanes.error(lane))));
        }
    }
}

impl ColumnStatistics {
    /// Sweeps every operand of the stretch.
    #[must_use]
    #[inline(always)]
    pub fn run<C: Gives>(&self, subject: &FunctionUnderTest<C>) -> Found {
        let (mut summary, mut found) = (Summary::new(0), Found::new(self.starts.len() + 1));
        let bins = Bins::new(|bin| self.starts.get(bin - 1).copied());
        let truths = Truths::new(subject.truth, subject.reading, 1);
        let line = subject.reading.line();
        let notes = Taking { span: self, found: &mut found };
        walk(subject, truths, self.from..self.end, |place| line.operand(place), &mut summary, bins, notes);
        Found { summary, ..found }
    }

    /// A first impression: the errors of a few operands of each column, evenly spread.
    #[must_use]
    pub fn sample(&self, subject: &FunctionUnderTest, operands: u64) -> Vec<Column> {
        let ends = self.starts.iter().copied().chain([self.end]);
        let mut start = self.from;
        let mut columns = Vec::with_capacity(self.starts.len() + 1);
        for end in ends {
            let mut column = Column::default();
            let room = end - start;
            for at in 0..operands.min(room) {
                // Neither the first nor the last: there the table's segments meet.
                let place = start + (u128::from(room) * u128::from(2 * at + 1) / u128::from(2 * operands.min(room))) as u64;
                let bits = subject.reading.line().operand(place);
                let (result, x) = (subject.evaluate(bits), subject.reading.operand(bits));
                if let Outcome::Measured(error) = subject.kind.compare(result, subject.truth.estimate(x), || subject.truth.precise(x)) {
                    let error = self.scale.of(&error);
                    column.add(error, error);
                }
            }
            columns.push(column);
            start = end;
        }
        columns
    }
}
