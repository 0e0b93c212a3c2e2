//! Neighbouring operands that are compared together, in loops over arrays that a compiler turns into vectors.
#![expect(clippy::float_arithmetic, reason = "error measures of sweeps; no instruction's result passes through here")]

use super::FunctionUnderTest;
use super::double::{is_whole, power};
use super::function_under_test::Gives;
use super::functions::BOUND;
use super::measure::{Error, Kind};
use super::piecewise_polynomial::Truths;

/// Operands that are taken together.
pub const LANES: usize = 64;

/// A number for each of them.
pub type Each<T> = [T; LANES];

/// Errors as large as this, in ulps, are looked at alone: sums of a few smaller ones stay in 64 bits.
const LARGE: f64 = (1 << 20) as f64;

/// Operands with their results and true values, and, where they are alike, their errors.
pub struct Lanes {
    /// The operands.
    pub operands: Each<u32>,
    /// Their results.
    pub results: Each<u32>,
    /// The rows of the table that the results came from.
    pub rows: Each<Option<u8>>,
    /// Estimates of the true values, within [`BOUND`].
    pub estimates: Each<f64>,
    /// The results as doubles.
    pub values: Each<f64>,
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
    /// Nothing evaluated yet.
    pub const EMPTY: Self = Self {
        operands: [0; LANES],
        results: [0; LANES],
        rows: [None; LANES],
        estimates: [0.0; LANES],
        values: [0.0; LANES],
        exponent: 0,
        row: None,
        truths: [0.0; LANES],
        ulps: [0.0; LANES],
        nearest: [0; LANES],
    };

    /// Evaluates so many operands.
    #[inline(always)]
    pub fn fill<C: Gives>(&mut self, subject: &FunctionUnderTest<C>, truths: &mut Truths, count: usize, operand_at: impl Fn(u64) -> u32) {
        for lane in 0..count {
            self.operands[lane] = operand_at(lane as u64);
        }
        subject.code.run_each(&self.operands[..count], |lane, result, row| (self.results[lane], self.rows[lane]) = (result, row));
        truths.fill(&self.operands[..count], &mut self.estimates[..count]);
    }

    /// Compares all lanes; whether they are of one binade and one row, and doubles decide which are the nearest.
    #[inline(always)]
    pub fn are_alike(&mut self, kind: Kind) -> bool {
        let leading = |value: f64| value.to_bits() >> 52 & 0x7ff;
        let binade = leading(self.estimates[0]);
        (self.exponent, self.row) = (kind.ulp(self.estimates[0]), self.rows[0]);
        if binade == 0 || !(-1022..=1023).contains(&-self.exponent) {
            return false;
        }
        let ulp = power(-self.exponent);
        kind.values(&self.results, &mut self.values);
        let (mut apart, mut odd) = (0, 0);
        for lane in 0..LANES {
            let (value, truth) = (self.values[lane] * ulp, self.estimates[lane] * ulp);
            let error = value - truth;
            let distance = error.abs() - 0.5;
            (self.truths[lane], self.ulps[lane]) = (truth, error);
            self.nearest[lane] = u64::from((distance < 0.0) & is_whole(value));
            apart |= leading(self.estimates[lane]) ^ binade;
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
}
