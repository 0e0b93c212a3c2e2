//! The worst that a sweep found: the largest errors, and the result that is farthest off.
#![expect(clippy::float_arithmetic, reason = "error statistics of sweeps; no instruction's result passes through here")]

use super::double::scaled;
use super::measure::Error;

/// The largest error of a kind, and the operand that has it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Worst {
    /// The error's magnitude.
    pub error: f64,
    /// The first operand that attains it.
    pub operand: u32,
}

impl Worst {
    /// Keeps the larger; of equals, the one that came first. Two errors closer than their `doubt` are both looked up in `exact`. What lies
    /// below the floor is passed over.
    #[inline(always)]
    pub(super) fn take(&mut self, error: f64, (doubt, floor): (f64, f64), operand: u32, exact: impl Fn(u32) -> f64) {
        if error <= self.error.max(floor) - doubt || error == self.error {
            return;
        }
        // Before the first error there is no operand to look up.
        let most = || if self.error == 0.0 { 0.0 } else { exact(self.operand) };
        if error > self.error + doubt || exact(operand) > most() {
            *self = Self { error, operand };
        }
    }

    /// Joins the worst of the operands that follow; both are exact.
    pub(super) fn merge(&mut self, next: &Self) {
        if next.error > self.error {
            *self = *next;
        }
    }
}

/// The result that is farthest from the correctly rounded one, counted in floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Far {
    /// The floats from one to the other; the greatest number there is where one of the two is a NaN.
    pub floats: u64,
    /// The first operand that has it.
    pub operand: u32,
}

impl Far {
    /// Keeps the farther; of equals, the one that came first.
    #[inline(always)]
    pub fn merge(&mut self, next: &Self) {
        if next.floats > self.floats {
            *self = *next;
        }
    }
}

/// The three measures of an error: absolute, in ulps, and relative to the true value (zero where that is zero).
#[inline(always)]
#[must_use]
pub fn measures(error: &Error) -> [f64; 3] {
    let magnitude = error.ulps.abs();
    let relative = if error.truth == 0.0 { 0.0 } else { magnitude / error.truth.abs() };
    [scaled(magnitude, error.exponent), magnitude, relative]
}
