//! Many inputs at once: error measures of an approximate function over a range of operands, or over all 2^32.
//!
//! A [`Plan`] says what to sweep; [`Plan::run`] sweeps a part of it, and parts merge ([`Summary::merge`]), so that workers can share a
//! range. Results come from the same code that the page explains, with a silent listener. True values are doubles with a stated bound,
//! of smooth functions by a polynomial for each block of operands, and a hundred bits where a double cannot decide: see [`functions`],
//! `stretch` and [`measure`]; operands are compared sixty-four at a time where they are alike (`lanes`). This is the one place in the core where host floats are calculated with; none of them becomes an
//! instruction's result.

mod bessel;
pub mod bigfloat;
pub mod bounds;
pub mod calls;
pub mod column_statistics;
pub mod double;
pub mod doubles;
mod driver;
pub mod elementary;
pub mod error_report;
mod estimates;
pub mod function_under_test;
pub mod functions;
pub mod gamma;
mod lanes;
pub mod library;
mod lower_bound;
pub mod measure;
pub mod order;
pub mod pairs;
pub mod piecewise_polynomial;
pub mod reading;
pub mod reference_check;
pub mod slices;
pub mod summary;
pub mod wire;
mod worst;

pub use column_statistics::ColumnStatistics;
pub use function_under_test::FunctionUnderTest;
pub use lanes::LANES;
pub use summary::Summary;

use driver::{Bins, walk};
use function_under_test::{Code, Gives};
use piecewise_polynomial::Truths;

/// A function, a range of operands and a resolution.
#[derive(Clone, Copy, Debug)]
pub struct Plan<C = Code> {
    /// What to sweep.
    pub subject: FunctionUnderTest<C>,
    /// The first operand's bits.
    pub from: u32,
    /// The last operand's bits, if they are met.
    pub to: u32,
    /// From one operand to the next: 1 for every one of them.
    pub every: u32,
    /// The bins of the envelope, each of as many operands as the others or one more.
    pub bins: u32,
}

impl<C> Plan<C> {
    /// The number of operands; none if the last comes before the first.
    #[must_use]
    pub const fn operands(&self) -> u64 {
        (self.to as u64 + 1).saturating_sub(self.from as u64).div_ceil(if self.every == 0 { 1 } else { self.every as u64 })
    }

    /// The first operand of a bin, counted from the first of all.
    #[must_use]
    pub fn bin_start(&self, bin: u64) -> u64 {
        (u128::from(bin) * u128::from(self.operands())).div_ceil(u128::from(self.bins.max(1))) as u64
    }

    /// A share of the plan for one of several workers, as offsets from the first operand.
    #[must_use]
    pub fn share(&self, worker: u64, workers: u64) -> std::ops::Range<u64> {
        let workers = workers.max(1);
        let at = |worker: u64| (u128::from(self.operands()) * u128::from(worker.min(workers)) / u128::from(workers)) as u64;
        at(worker)..at(worker + 1)
    }
}

impl<C: Gives> Plan<C> {
    /// Sweeps the operands at some offsets from the first.
    #[must_use]
    pub fn run(&self, offsets: std::ops::Range<u64>) -> Summary {
        self.run_above(offsets, [0.0; 3])
    }

    /// The same as a part of the whole plan, whose [`Plan::floor`] is known: a part without an error above it has no worst.
    #[must_use]
    pub fn run_above(&self, offsets: std::ops::Range<u64>, floor: [f64; 3]) -> Summary {
        let bins = Bins::new(|bin| (bin < self.bins as usize).then(|| self.bin_start(bin as u64)));
        let offsets = offsets.start..offsets.end.min(self.operands());
        self.walk(offsets, self.every, bins, Summary { floor, ..Summary::new(self.bins as usize) })
    }

    fn walk(&self, offsets: std::ops::Range<u64>, every: u32, bins: Bins<impl Fn(usize) -> Option<u64>>, mut summary: Summary) -> Summary {
        let truths = Truths::new(self.subject.truth, self.subject.reading, every);
        walk(&self.subject, truths, offsets, |offset| self.from + offset as u32 * every, &mut summary, bins, ());
        summary
    }

    /// The whole plan.
    #[must_use]
    pub fn run_all(&self) -> Summary {
        self.run(0..self.operands())
    }
}
