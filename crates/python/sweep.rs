//! The errors of a function of Python's, whose results come in slices, against true values as in a sweep of the core.

use crate::arrays::{Words, refused};
use core::num::NonZero;
use pyo3::prelude::*;
use semantics::sweep::Summary;
use semantics::sweep::slices::{Slices, parts};
use semantics::sweep::summary::{BINS, bin_start};
use std::thread;

/// The least and the greatest bits of the numbers of an interval: of its negative ones, and of the others.
#[pyfunction]
pub fn interval(own: &str, over: Option<[String; 2]>) -> PyResult<Vec<[u32; 2]>> {
    parts(own, over.as_ref().map(|ends| ends.each_ref().map(String::as_str))).map_err(refused)
}

/// What was found so far.
#[pyclass(module = "ulpscope._core")]
pub struct Sweep {
    slices: Slices,
    found: Summary,
}

#[pymethods]
impl Sweep {
    /// The name of the true function, and the formats of operands and results.
    #[new]
    fn new(against: &str, own: &str, result: &str) -> PyResult<Sweep> {
        Ok(Sweep { slices: Slices::new(against, own, result).map_err(refused)?, found: Summary::new(0) })
    }

    /// Takes in the results of operands from one on, whose bits are `every` apart.
    fn take(&mut self, py: Python<'_>, first: u32, every: NonZero<u32>, results: Words<'_>) -> PyResult<()> {
        let results: Vec<u32> = results.bits()?.to_vec().into_iter().map(|bits| bits as u32).collect();
        let plan = self.slices.plan(first, every, &results).map_err(refused)?;
        let workers = thread::available_parallelism().map_or(1, NonZero::get) as u64;
        let parts: Vec<_> = py.detach(|| {
            thread::scope(|scope| {
                let all: Vec<_> = (0..workers).map(|worker| scope.spawn(move || plan.run(plan.share(worker, workers)))).collect();
                all.into_iter().map(thread::ScopedJoinHandle::join).collect()
            })
        });
        for part in parts {
            self.found.merge(&part.map_err(|_| refused("A thread broke off.".to_owned()))?);
        }
        Ok(())
    }

    /// How many have an error; how many of these are the correctly rounded ones; the mean error, None where one
    /// is too large for the sum; the largest, and the operand of it.
    #[getter]
    fn errors(&self) -> (u64, u64, Option<f64>, f64, u32) {
        let found = &self.found;
        (found.measured.count, found.nearest, found.measured.mean(), found.ulps.error, found.ulps.operand)
    }

    /// How many have none: zeros in place of subnormal numbers; infinities that are right and wrong; NaNs that are right and wrong.
    #[getter]
    fn others(&self) -> (u64, [u64; 2], [u64; 2]) {
        (self.found.flushed, self.found.infinite, self.found.nan)
    }

    /// Counts of errors by size, and where each begins; the last one's end too.
    #[getter]
    fn histogram(&self) -> (Vec<u64>, Vec<f64>) {
        (self.found.histogram.clone(), (0..=BINS).map(bin_start).collect())
    }
}
