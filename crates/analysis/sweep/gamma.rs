//! The gamma function and its logarithm to a hundred bits: Stirling's series at 32 and beyond, and from there down by Γ(x + 1) = x·Γ(x).
//!
//! Near the zeros of the logarithm its parts cancel; they are each within 2^-118, so that what is left of a value of 2^-27 is within 2^-90.

use super::bigfloat::BigFloat;
use super::elementary::{ONE, PI};

/// Where the series is taken: sixteen terms of it leave less than 2^-126 there.
const FAR: i32 = 5;

/// B₂ₖ / (2k·(2k - 1)) as numerator and denominator, k from 1; the signs alternate.
const STIRLING: [(u64, u32); 16] = [
    (1, 12),
    (1, 360),
    (1, 1260),
    (1, 1680),
    (1, 1188),
    (691, 360_360),
    (1, 156),
    (3617, 122_400),
    (43_867, 244_188),
    (174_611, 125_400),
    (77_683, 5796),
    (236_364_091, 1_506_960),
    (657_931, 300),
    (3_392_780_147, 93_960),
    (1_723_168_255_201, 2_492_028),
    (7_709_321_041_217, 505_920),
];

impl BigFloat {
    /// ln Γ(x) for an x of [`FAR`] and beyond: (x - 1/2)·ln x - x + ln(2π)/2 + 1/(12·x) - …
    fn stirling(self) -> Option<BigFloat> {
        // Of the logarithm of a number in [1, 2) every bit counts.
        let whole = self.leading();
        let near = self.shifted(-whole).log();
        let far = BigFloat::small(whole.unsigned_abs()).times(BigFloat::LN_2);
        let log = near.map_or(Some(far), |near| near.plus(far))?;
        let mut sum = self.plus(BigFloat::small(1).shifted(-1).negated())?.times(log).plus(self.negated())?;
        sum = sum.plus(PI.shifted(1).log()?.shifted(-1))?;
        let (mut power, square) = (self.reciprocal()?, self.times(self).reciprocal()?);
        for (k, (above, below)) in STIRLING.into_iter().enumerate() {
            let term = BigFloat::new(k % 2 == 1, above.into(), 0)?.over(BigFloat::small(below))?.times(power);
            sum = sum.plus(term)?;
            power = power.times(square);
        }
        Some(sum)
    }

    /// x·(x + 1)·(x + 2)… up to what the series takes, and that; None at a pole.
    fn raised(self) -> Option<(BigFloat, BigFloat)> {
        let (mut product, mut x) = (ONE, self);
        while x.negative || x.leading() < FAR {
            product = product.times(x);
            // Zero is none, and a pole.
            x = x.plus(ONE)?;
        }
        Some((product, x))
    }

    /// Γ(x); None at its poles and beyond any format.
    #[must_use]
    pub fn gamma(self) -> Option<BigFloat> {
        if self.leading() > 7 {
            return None;
        }
        let (product, far) = self.raised()?;
        far.stirling()?.exp()?.over(product)
    }

    /// ln |Γ(x)|; None at its poles, at 1 and at 2.
    #[must_use]
    pub fn log_gamma(self) -> Option<BigFloat> {
        if self.negative && self.leading() > FAR {
            // |Γ(x)| = π / (|sin πx| · Γ(1 - x)), where nothing cancels.
            let sine = self.shifted(1).sine_of_quadrants(0)?;
            let rest = ONE.minus(self)?.log_gamma()?;
            return PI.over(BigFloat { negative: false, ..sine })?.log()?.minus(rest);
        }
        if !self.negative && self.leading() >= FAR {
            return self.stirling();
        }
        let (product, far) = self.raised()?;
        match (BigFloat { negative: false, ..product }).log() {
            Some(log) => far.stirling()?.minus(log),
            None => far.stirling(),
        }
    }
}
