//! The errors of a function of JavaScript's, whose results come in slices, against true values as in a sweep of the core.

use crate::arrays::Numbers;
use core::num::NonZero;
use js_sys::Uint8Array;
use semantics::sweep::Summary;
use semantics::sweep::slices::{Slices, parts};
use semantics::sweep::summary::{BINS, bin_start};
use wasm_bindgen::prelude::wasm_bindgen;

/// The least and the greatest bits of the numbers of an interval: of its negative ones, and of the others.
#[wasm_bindgen]
pub fn interval(own: &str, over: Option<Vec<String>>) -> Result<Vec<u32>, String> {
    let ends = match over.as_deref() {
        None => None,
        Some([low, high]) => Some([low.as_str(), high.as_str()]),
        Some(_) => return Err("`over` is the least and the greatest number.".to_owned()),
    };
    Ok(parts(own, ends)?.into_iter().flatten().collect())
}

/// What was found so far.
#[wasm_bindgen]
pub struct Sweep {
    slices: Slices,
    bits: u32,
    found: Summary,
}

#[wasm_bindgen]
impl Sweep {
    /// The name of the true function, and the formats of operands and results.
    #[wasm_bindgen(constructor)]
    pub fn new(against: &str, own: &str, result: &str) -> Result<Sweep, String> {
        let bits = if result == "f32" { 32 } else { 16 };
        Ok(Sweep { slices: Slices::new(against, own, result)?, bits, found: Summary::new(0) })
    }

    /// Takes in the results of operands from one on, whose bits are `every` apart.
    pub fn take(&mut self, first: u32, every: u32, results: &Uint8Array) -> Result<(), String> {
        let results: Vec<u32> = Numbers::of(results, self.bits).all().map(|bits| bits as u32).collect();
        let every = NonZero::new(every).ok_or("`every` is 1 or more.")?;
        self.found.merge(&self.slices.plan(first, every, &results)?.run_all());
        Ok(())
    }

    /// How many have an error; how many of these are the correctly rounded ones; the mean error, NaN where one is too large for the sum; the
    /// largest, and the operand of it; zeros in place of subnormal numbers; infinities and NaNs that are wrong.
    #[wasm_bindgen(getter)]
    pub fn figures(&self) -> Vec<f64> {
        let Summary { measured, nearest, ulps, flushed, infinite, nan, .. } = &self.found;
        let mean = measured.mean().unwrap_or(f64::NAN);
        let [count, nearest, flushed, wrong] = [measured.count, *nearest, *flushed, infinite[1] + nan[1]].map(|count| count as f64);
        vec![count, nearest, mean, ulps.error, ulps.operand.into(), flushed, wrong]
    }

    /// Counts of errors by size.
    #[wasm_bindgen(getter)]
    pub fn counts(&self) -> Vec<f64> {
        self.found.histogram.iter().map(|count| *count as f64).collect()
    }

    /// Where each count begins, and where the last one ends.
    #[wasm_bindgen(getter)]
    pub fn edges(&self) -> Vec<f64> {
        (0..=BINS).map(bin_start).collect()
    }
}
