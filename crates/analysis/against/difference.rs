//! What was found where A and B ran: how many results differ, by how much, the first and the worst, and figures for a plot.
//!
//! Differences are in thousandths of an ulp, A less B. Between two results an ulp is a step from one number of the format to the next, so
//! these are whole ulps, and both zeros are one place. Beside the true value an ulp is that of the true value, and differences are cut off;
//! where the true value is zero or the result infinite, steps count there too. Everything is an integer, so the figures do not depend on how
//! a span was cut.

use crate::number::{OperandType, Pattern};
use crate::wire::record;
use core::cmp::Ordering;

/// How many differing operands are kept from the beginning.
pub const KEPT: usize = 8;

/// The bins of a histogram: below half an ulp, below one, below two, and so on.
pub const BINS: usize = 120;

/// Half an ulp.
pub const HALF: u128 = 500;

/// The size of a difference of 2^117 ulps or more.
pub const BEYOND: u128 = i128::MAX as u128;

/// Two results of one operand that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The operand's place, or the seed.
    pub at: u64,
    /// The results of A and of B. Where B is true it is the correctly rounded one.
    pub results: [u64; 2],
    /// The first less the second in thousandths of an ulp; None where only one of them is a NaN.
    pub by: Option<i128>,
}

/// A part of the span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Column {
    /// How many operands ran.
    pub run: u64,
    /// How many results differ.
    pub differ: u64,
    /// The least and the greatest difference, in thousandths of an ulp; zero counts.
    pub range: Option<(i128, i128)>,
    /// The largest difference; of several the first.
    pub worst: Option<Apart>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Differences {
    /// How many operands ran.
    pub run: u64,
    /// How many results differ. A NaN against a NaN counts as equal.
    pub differ: u64,
    /// Of these, how many are zeros of the other sign.
    pub signs: u64,
    /// Of these, how many are a NaN on one side only.
    pub one_nan: u64,
    /// How many results are NaNs on both sides, with other bits; not among those that differ.
    pub payloads: u64,
    /// How many operands have no true value here, where B is true.
    pub unknown: u64,
    /// The first that differ.
    pub first: Vec<Apart>,
    /// The first with a NaN on one side only.
    pub first_nan: Option<Apart>,
    /// The largest difference; of several the first.
    pub worst: Option<Apart>,
    /// How many differences there are of each size, where A is less and where it is more. What is exactly alike stands in neither.
    pub below: Vec<u64>,
    /// Where it is more.
    pub above: Vec<u64>,
    /// The columns.
    pub columns: Vec<Column>,
}

record! { Apart { at, results, by } }
record! { Column { run, differ, range, worst } }
record! { Differences { run, differ, signs, one_nan, payloads, unknown, first, first_nan, worst, below, above, columns } }

impl Apart {
    fn size(&self) -> u128 {
        self.by.map_or(0, i128::unsigned_abs)
    }
}

/// Takes the worse of two; of two alike the first.
fn worse(mine: &mut Option<Apart>, other: Option<Apart>) {
    let Some(other) = other.filter(|other| other.by.is_some()) else { return };
    if mine.is_none_or(|own| other.size() > own.size() || (other.size() == own.size() && other.at < own.at)) {
        *mine = Some(other);
    }
}

/// The steps from a result to another one, in thousandths of an ulp; None where one of them is a NaN.
pub(super) fn apart(one: Pattern, other: Pattern) -> Option<i128> {
    Some((i128::from(one.ordinal()?) - i128::from(other.ordinal()?)) * 2 * HALF as i128)
}

/// A difference as it is told: `+3 ulp`, `−0.512 ulp`.
pub fn told(by: i128) -> String {
    let sign = if by < 0 { "−" } else { "+" };
    if by.unsigned_abs() == BEYOND {
        return format!("{sign}2^117 ulp or more");
    }
    let (whole, part) = (by.unsigned_abs() / 1000, by.unsigned_abs() % 1000);
    let part = if part == 0 { String::new() } else { format!(".{part:03}") };
    format!("{sign}{whole}{part} ulp")
}

/// The bin of a difference.
pub fn bin(by: i128) -> usize {
    let halves = by.unsigned_abs() / HALF;
    ((u128::BITS - halves.leading_zeros()) as usize).min(BINS - 1)
}

/// Where a bin begins, in thousandths of an ulp.
pub fn bin_start(bin: usize) -> u128 {
    match bin {
        0 => 0,
        bin => HALF << (bin - 1),
    }
}

/// The differences of a bin in words, in ulps: `4 to 7` between results, which are whole ulps apart, `0.5 to 1` beside the true value.
pub fn sizes(bin: usize, is_true: bool) -> String {
    if bin == BINS - 1 {
        return "2^117 or more".to_owned();
    }
    let [from, end] = [bin, bin + 1].map(bin_start);
    let halves = |by: u128| if by.is_multiple_of(2 * HALF) { (by / 1000).to_string() } else { format!("{}.5", by / 1000) };
    match is_true {
        true => format!("{} to {}", halves(from), halves(end)),
        false if end - from <= 2 * HALF => halves(from),
        false => format!("{} to {}", halves(from), halves(end - 2 * HALF)),
    }
}

impl Column {
    fn merge(&mut self, next: &Column) {
        self.run += next.run;
        self.differ += next.differ;
        self.range = match (self.range, next.range) {
            (Some(own), Some(other)) => Some((own.0.min(other.0), own.1.max(other.1))),
            (own, other) => own.or(other),
        };
        worse(&mut self.worst, next.worst);
    }
}

impl Differences {
    /// Nothing found in some columns.
    pub fn new(columns: usize) -> Differences {
        Differences { below: vec![0; BINS], above: vec![0; BINS], columns: vec![Column::default(); columns], ..Differences::default() }
    }

    /// Joins what was found in the operands that follow, whose first column is the one at `column` here.
    pub fn merge(&mut self, next: &Differences, column: usize) {
        self.run += next.run;
        self.differ += next.differ;
        self.signs += next.signs;
        self.one_nan += next.one_nan;
        self.payloads += next.payloads;
        self.unknown += next.unknown;
        let room = KEPT.saturating_sub(self.first.len());
        self.first.extend(next.first.iter().take(room));
        self.first_nan = self.first_nan.or(next.first_nan);
        worse(&mut self.worst, next.worst);
        let add = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        add(&mut self.below, &next.below);
        add(&mut self.above, &next.above);
        self.columns.iter_mut().skip(column).zip(&next.columns).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

/// What is found while results come in.
pub(super) struct Taking {
    output: OperandType,
    pub found: Differences,
}

impl Taking {
    pub fn new(output: OperandType, columns: usize) -> Taking {
        Taking { output, found: Differences::new(columns) }
    }

    /// Takes in results of operands of one column, from a place on.
    pub fn all(&mut self, column: usize, at: u64, every: u64, a: &[u64], b: &[u64]) {
        self.found.run += a.len() as u64;
        let mut alike = 0;
        for (lane, (one, other)) in a.iter().zip(b).enumerate() {
            if one == other {
                alike += 1;
            } else {
                alike += u64::from(!self.differ(column, at + lane as u64 * every, [*one, *other]));
            }
        }
        let Some(column) = self.found.columns.get_mut(column) else { return };
        column.run += a.len() as u64;
        if alike > 0 {
            column.range = Some(column.range.map_or((0, 0), |(low, high)| (low.min(0), high.max(0))));
        }
    }

    /// Takes in results with other bits; whether they differ.
    fn differ(&mut self, column: usize, at: u64, results: [u64; 2]) -> bool {
        let [one, other] = results.map(|bits| self.output.pattern(bits, 0));
        if one.is_nan() && other.is_nan() {
            self.found.payloads += 1;
            return false;
        }
        let by = apart(one, other);
        self.found.signs += u64::from(by == Some(0));
        self.take(column, Apart { at, results, by });
        self.spread(column, by.map(|by| (by, by.cmp(&0))));
        true
    }

    /// Takes in a result and the true one: the correctly rounded one, and the difference with its side, which a difference of 0 may have too.
    /// None where there is none.
    pub fn beside(&mut self, column: usize, at: u64, result: Pattern, truth: Option<(Pattern, Option<(i128, Ordering)>)>) {
        self.found.run += 1;
        let kept = self.found.columns.get_mut(column);
        if let Some(column) = kept {
            column.run += 1;
        }
        let Some((near, by)) = truth else {
            self.found.unknown += 1;
            return;
        };
        if result.is_nan() && near.is_nan() {
            self.found.payloads += u64::from(result != near);
            return;
        }
        // Of a true zero either sign is right.
        let zeros = result.ordinal() == Some(0) && near.ordinal() == Some(0);
        if result != near && !zeros {
            let results = [result, near].map(|one| self.output.with_lane(0, 0, one.bits));
            self.take(column, Apart { at, results, by: by.map(|(by, _)| by) });
        }
        self.spread(column, by);
    }

    /// Counts the size of a difference.
    fn spread(&mut self, column: usize, by: Option<(i128, Ordering)>) {
        let Some((by, side)) = by else { return };
        match side {
            Ordering::Less => self.found.below[bin(by)] += 1,
            Ordering::Equal => {}
            Ordering::Greater => self.found.above[bin(by)] += 1,
        }
        if let Some(column) = self.found.columns.get_mut(column) {
            column.range = Some(column.range.map_or((by, by), |(low, high)| (low.min(by), high.max(by))));
        }
    }

    fn take(&mut self, column: usize, apart: Apart) {
        let nan = |bits: u64| self.output.pattern(bits, 0).is_nan();
        let one_nan = apart.results.map(nan);
        let found = &mut self.found;
        found.differ += 1;
        if one_nan[0] != one_nan[1] {
            found.one_nan += 1;
            found.first_nan.get_or_insert(apart);
        }
        if found.first.len() < KEPT {
            found.first.push(apart);
        }
        worse(&mut found.worst, Some(apart));
        if let Some(column) = found.columns.get_mut(column) {
            column.differ += 1;
            worse(&mut column.worst, Some(apart));
        }
    }
}
