//! What the worst of a plan exceeds, from a few of its operands.
//!
//! Many functions are nearly x or nearly constant for small x, which two operands of five are. There errors are so small that no double
//! tells them apart, and each would be looked up to a hundred bits, twice, to say which is the largest of a part that has not the worst.
#![expect(clippy::float_arithmetic, reason = "error figures; no instruction's result passes through here")]

use super::driver::Bins;
use super::function_under_test::Gives;
use super::{Plan, Summary};

/// From one to the next of the few operands: a prime, so that their bits differ in every place.
const FEW: u32 = 16_381;

/// An error, in ulps, that is far above what a double leaves in doubt: a doubt is less than 2^-24 of one.
const PLAIN: f64 = 1.0 / 1024.0;

impl<C: Gives> Plan<C> {
    /// Errors, in the three measures of a [`Summary`], that the worst of the whole plan exceed.
    #[must_use]
    pub fn floor(&self) -> [f64; 3] {
        let Some(every) = self.every.checked_mul(FEW) else { return [0.0; 3] };
        let few = Summary::new(0);
        let found = self.walk(0..self.operands().div_ceil(FEW.into()), every, Bins::new(|_| None), few);
        [found.absolute, found.ulps, found.relative].map(|worst| {
            let is_plain = worst.error > 0.0 && self.subject.exact_error(worst.operand).ulps.abs() > PLAIN;
            if is_plain { worst.error * (1.0 - PLAIN) } else { 0.0 }
        })
    }
}
