//! The errors of a function of Python's, whose results come in slices, against true values as in a sweep of the core.

use crate::arrays::{Words, refused};
use core::num::NonZero;
use pyo3::prelude::*;
use semantics::sweep::function_under_test::Gives;
use semantics::sweep::functions::ReferenceFunction;
use semantics::sweep::measure::Kind;
use semantics::sweep::reading::Reading;
use semantics::sweep::summary::{BINS_PER_ULP, HALF_BINS};
use semantics::sweep::{FunctionUnderTest, Plan, Summary};
use semantics::trace::Recorder;
use std::thread;

/// What was found so far.
#[pyclass(module = "ulpscope._core")]
pub struct Sweep {
    truth: ReferenceFunction,
    reading: Reading,
    kind: Kind,
    found: Summary,
}

/// Results that are there already, for operands whose bits follow each other.
#[derive(Clone, Copy)]
struct Computed<'a> {
    from: u32,
    every: u32,
    results: &'a [u32],
}

impl Gives for Computed<'_> {
    #[inline(always)]
    fn run<R: Recorder>(&self, bits: u32, _recorder: &mut R) -> u32 {
        self.results[((bits - self.from) / self.every) as usize]
    }
}

#[pymethods]
impl Sweep {
    /// The name of the true function, and the formats of operands and results.
    #[new]
    fn new(against: &str, own: &str, result: &str) -> PyResult<Sweep> {
        let of_one = || ReferenceFunction::of_c().chain(ReferenceFunction::OF_THE_UNIT.iter().copied()).filter(|one| !one.takes_two());
        let truth = of_one().find(|function| function.name() == against);
        let truth = truth.ok_or_else(|| {
            let names: Vec<_> = of_one().map(ReferenceFunction::name).collect();
            refused(format!("There is no true function `{against}`; these are known: {}", names.join(" ")))
        })?;
        let wanted = |name: &str| refused(format!("A sweep is of f16, bf16 and f32, not of {name}."));
        let rows = [("f32", Reading::Float, Kind::Float), ("f16", Reading::Half, Kind::Half), ("bf16", Reading::Brain, Kind::Brain)];
        let row = |name: &str| rows.iter().find(|row| row.0 == name).ok_or_else(|| wanted(name));
        Ok(Sweep { truth, reading: row(own)?.1, kind: row(result)?.2, found: Summary::new(0) })
    }

    /// Takes in the results of operands from one on, whose bits are `every` apart.
    fn take(&mut self, py: Python<'_>, first: u32, every: NonZero<u32>, results: Words<'_>) -> PyResult<()> {
        let results: Vec<u32> = results.bits()?.to_vec().into_iter().map(|bits| bits as u32).collect();
        let every = every.get();
        let last = u64::from(first) + (results.len() as u64).saturating_sub(1) * u64::from(every);
        let to = u32::try_from(last).map_err(|_| refused("The operands have more than 32 bits.".to_owned()))?;
        if results.is_empty() {
            return Ok(());
        }
        let code = Computed { from: first, every, results: &results };
        let subject = FunctionUnderTest { name: "", code, truth: self.truth, reading: self.reading, kind: self.kind };
        let plan = Plan { subject, from: first, to, every, bins: 0 };
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

    /// Counts of errors, the least error of the first count, and how many counts there are for each ulp.
    #[getter]
    fn histogram(&self) -> (Vec<u64>, i32, i32) {
        (self.found.histogram.clone(), -HALF_BINS / BINS_PER_ULP, BINS_PER_ULP)
    }
}
