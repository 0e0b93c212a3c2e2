//! Elementary functions and the error function to a hundred bits, made of the sums, products and powers of [`BigFloat`].
//!
//! Each is arranged so that nothing cancels: what is small is computed as a series of its own, never as a difference of what is not. Every
//! step is within 2^-120 of its result, there are a few thousand of them where a series is long, and most of those are tiny; so
//! each function is within 2^-90, as those of [`BigFloat`] are.

use super::bigfloat::{BigFloat, quotient};

/// Below this power of two an argument takes the series.
const NEAR: i32 = -2;
/// Terms of a series, at most: those of modified Bessel functions have up to ten times as many.
const TERMS: u32 = 400;

pub(super) const ONE: BigFloat = BigFloat { negative: false, magnitude: 1 << 127, exponent: -127 };
/// π: QUARTER_PI in `bigfloat.rs` is π/4 as a fraction, and so the magnitude of every power of two of π.
pub(super) const PI: BigFloat = BigFloat { negative: false, magnitude: 0xc90f_daa2_2168_c234_c4c6_628b_80dc_1cd1, exponent: -126 };

impl BigFloat {
    /// An integer that is not zero.
    pub(super) fn small(number: u32) -> BigFloat {
        let room = u128::from(number.max(1)).leading_zeros();
        BigFloat { negative: false, magnitude: u128::from(number.max(1)) << room, exponent: -(room as i32) }
    }

    /// x · 2^by.
    pub(super) fn shifted(self, by: i32) -> BigFloat {
        BigFloat { exponent: self.exponent + by, ..self }
    }

    /// -x.
    #[must_use]
    pub fn negated(self) -> BigFloat {
        BigFloat { negative: !self.negative, ..self }
    }

    /// x + y, cut off at 2^-126 of the larger; None for zero.
    #[must_use]
    pub fn plus(self, other: BigFloat) -> Option<BigFloat> {
        let (large, small) = if self.leading() >= other.leading() { (self, other) } else { (other, self) };
        let distance = (large.exponent - small.exponent) as u32;
        let tail = if distance < 127 { small.magnitude >> (distance + 1) } else { 0 };
        let head = large.magnitude >> 1;
        if large.negative == small.negative {
            return BigFloat::new(large.negative, head + tail, large.exponent + 1);
        }
        // Where both have the same leading place the lowest bits count, and nothing is cut off.
        if distance == 0 {
            let (a, b) = (large.magnitude, small.magnitude);
            return BigFloat::new(large.negative != (a < b), a.abs_diff(b), large.exponent);
        }
        BigFloat::new(large.negative, head - tail, large.exponent + 1)
    }

    pub(super) fn minus(self, other: BigFloat) -> Option<BigFloat> {
        self.plus(other.negated())
    }

    /// x / y, cut off: a quotient of few bits is exact.
    #[must_use]
    pub fn over(self, other: BigFloat) -> Option<BigFloat> {
        // Half of x is below y, whose top bit is set.
        let digits = quotient(self.magnitude >> 1, other.magnitude);
        BigFloat::new(self.negative != other.negative, digits, self.exponent - other.exponent - 127)
    }

    /// The sum of terms, each made from the last by `next`, until they no longer count.
    fn series(first: BigFloat, next: impl Fn(BigFloat, u32) -> Option<BigFloat>) -> Option<BigFloat> {
        let (mut term, mut sum) = (first, first);
        for k in 1..10 * TERMS {
            term = next(term, k)?;
            if term.leading() < sum.leading() - 128 {
                break;
            }
            sum = sum.plus(term)?;
        }
        Some(sum)
    }

    /// The modified Bessel function I₀, or I₁: every term of its series is positive. None from 1024 on, beyond what a double holds.
    #[must_use]
    pub fn bessel(self, order: u32) -> Option<BigFloat> {
        if self.leading() >= 10 {
            return None;
        }
        let square = self.times(self).shifted(-2);
        let first = if order == 0 { ONE } else { self.shifted(-1) };
        BigFloat::series(first, |term, k| term.times(square).over(BigFloat::small(k * (k + order))))
    }

    /// e^x; None beyond any format.
    #[must_use]
    pub fn exp(self) -> Option<BigFloat> {
        self.times(BigFloat::LOG2_E).exp2()
    }

    /// 10^x; None beyond any format.
    #[must_use]
    pub fn exp10(self) -> Option<BigFloat> {
        self.times(BigFloat::LOG2_10).exp2()
    }

    /// e^x - 1; None beyond any format.
    #[must_use]
    pub fn expm1(self) -> Option<BigFloat> {
        if self.leading() < NEAR {
            return BigFloat::series(self, |term, k| term.times(self).over(BigFloat::small(k + 1)));
        }
        self.exp()?.minus(ONE)
    }

    /// ln x.
    #[must_use]
    pub fn log(self) -> Option<BigFloat> {
        // Near one the logarithm is that of 1 + (x - 1), where the difference is exact.
        if !self.negative && matches!(self.leading(), -1 | 0) {
            return self.minus(ONE)?.log1p();
        }
        Some(self.log2()?.times(BigFloat::LN_2))
    }

    /// log10 x.
    #[must_use]
    pub fn log10(self) -> Option<BigFloat> {
        Some(self.log()?.times(BigFloat::LOG2_E).times(BigFloat::LOG10_2))
    }

    /// ln (1 + x).
    #[must_use]
    pub fn log1p(self) -> Option<BigFloat> {
        // 2·atanh(x / (2 + x)); the quotient is below a third where x lies between -1/2 and 1.
        if self.leading() < -1 || (!self.negative && self.leading() < 0) {
            return Some(self.over(BigFloat::small(2).plus(self)?)?.atanh_near_zero()?.shifted(1));
        }
        self.plus(ONE)?.log2().map(|log| log.times(BigFloat::LN_2))
    }

    /// atanh x for small x.
    fn atanh_near_zero(self) -> Option<BigFloat> {
        self.odd_powers(self.times(self))
    }

    /// x + x·s/3 + x·s²/5 and so on.
    fn odd_powers(self, square: BigFloat) -> Option<BigFloat> {
        let (mut power, mut sum) = (self, self);
        for k in 1..TERMS {
            power = power.times(square);
            if power.leading() < sum.leading() - 128 {
                break;
            }
            sum = sum.plus(power.over(BigFloat::small(2 * k + 1))?)?;
        }
        Some(sum)
    }

    /// atanh x.
    #[must_use]
    pub fn atanh(self) -> Option<BigFloat> {
        if self.leading() < NEAR {
            return self.atanh_near_zero();
        }
        // ln ((1 + x) / (1 - x)) / 2
        Some(ONE.plus(self)?.over(ONE.minus(self)?)?.log()?.shifted(-1))
    }

    /// asinh x.
    #[must_use]
    pub fn asinh(self) -> Option<BigFloat> {
        let a = BigFloat { negative: false, ..self };
        // ln (1 + (a + a² / (1 + √(1 + a²))))
        let square = a.times(a);
        let more = square.over(ONE.plus(ONE.plus(square)?.root()?)?)?;
        Some(BigFloat { negative: self.negative, ..a.plus(more)?.log1p()? })
    }

    /// acosh x; None below one.
    #[must_use]
    pub fn acosh(self) -> Option<BigFloat> {
        // With t = x - 1: ln (1 + (t + √(t·(t + 2)))).
        let t = self.minus(ONE).filter(|t| !t.negative)?;
        t.plus(t.times(t.plus(BigFloat::small(2))?).root()?)?.log1p()
    }

    /// sinh x.
    #[must_use]
    pub fn sinh(self) -> Option<BigFloat> {
        // With m = e^x - 1: (m + m / (m + 1)) / 2; for large negative x the quotient decides.
        let m = BigFloat { negative: false, ..self }.expm1()?;
        let sinh = m.plus(m.over(m.plus(ONE)?)?)?.shifted(-1);
        Some(BigFloat { negative: self.negative, ..sinh })
    }

    /// cosh x.
    #[must_use]
    pub fn cosh(self) -> Option<BigFloat> {
        let e = BigFloat { negative: false, ..self }.exp()?;
        Some(e.plus(e.reciprocal()?)?.shifted(-1))
    }

    /// tan x, under the conditions of [`BigFloat::sine`].
    #[must_use]
    pub fn tan(self) -> Option<BigFloat> {
        self.sine(0)?.over(self.sine(1)?)
    }

    /// atan x.
    #[must_use]
    pub fn atan(self) -> Option<BigFloat> {
        let a = BigFloat { negative: false, ..self };
        let angle = if a.leading() >= 1 {
            match a.reciprocal()? {
                // The angle of 1/x for x beyond every sum's reach.
                small if small.leading() < -130 => PI.shifted(-1),
                small => PI.shifted(-1).minus(small.atan()?)?,
            }
        } else if a.leading() >= -4 {
            // Half the angle: x / (1 + √(1 + x²)).
            a.over(ONE.plus(ONE.plus(a.times(a))?.root()?)?)?.atan()?.shifted(1)
        } else {
            a.odd_powers(a.times(a).negated())?
        };
        Some(BigFloat { negative: self.negative, ..angle })
    }

    /// asin x; None beyond one.
    #[must_use]
    pub fn asin(self) -> Option<BigFloat> {
        match ONE.minus(BigFloat { negative: false, ..self }) {
            None => Some(BigFloat { negative: self.negative, ..PI.shifted(-1) }),
            Some(below) if below.negative => None,
            Some(below) => {
                let cosine = below.times(ONE.plus(BigFloat { negative: false, ..self })?).root()?;
                self.over(cosine)?.atan()
            }
        }
    }

    /// acos x; None beyond one, and for one.
    #[must_use]
    pub fn acos(self) -> Option<BigFloat> {
        let (below, above) = (ONE.minus(self), ONE.plus(self));
        match (below, above) {
            (_, None) => Some(PI),
            (Some(below), Some(above)) if !below.negative && !above.negative => {
                // 2·atan √((1 - x) / (1 + x)), from whose complement nothing cancels where x is negative.
                if self.negative {
                    PI.minus(above.over(below)?.root()?.atan()?.shifted(1))
                } else {
                    Some(below.over(above)?.root()?.atan()?.shifted(1))
                }
            }
            _ => None,
        }
    }

    /// The cube root: Newton's method, each step with thrice the accurate bits.
    #[must_use]
    pub fn cube_root(self) -> Option<BigFloat> {
        // x = f · 8^third with f in [1/8, 1); the root of f begins at three quarters.
        let third = (self.leading() + 3).div_euclid(3);
        let fraction = BigFloat { negative: false, ..self.shifted(-3 * third) };
        let mut root = BigFloat::small(3).shifted(-2);
        for _ in 0..9 {
            // r' = (2·r + f / r²) / 3
            root = root.shifted(1).plus(fraction.over(root.times(root))?)?.over(BigFloat::small(3))?;
        }
        Some(BigFloat { negative: self.negative, ..root.shifted(third) })
    }

    /// 2/√π · e^(-x²), which both of the following begin with.
    fn bell(self) -> Option<BigFloat> {
        let scale = PI.reciprocal_root()?.shifted(1);
        Some(scale.times(self.times(self).negated().exp()?))
    }

    /// erf x.
    #[must_use]
    pub fn erf(self) -> Option<BigFloat> {
        let a = BigFloat { negative: false, ..self };
        let erf = if a.leading() >= 1 {
            match a.erfc() {
                Some(rest) if rest.leading() > -128 => ONE.minus(rest)?,
                // Nothing that counts is missing from one.
                _ => BigFloat { magnitude: u128::MAX, exponent: -128, negative: false },
            }
        } else {
            // 2/√π · e^(-x²) · Σ 2^n·x^(2n+1) / (1·3·5·…·(2n+1)), all terms of one sign.
            let square = a.times(a).shifted(1);
            a.bell()?.times(BigFloat::series(a, |term, k| term.times(square).over(BigFloat::small(2 * k + 1)))?)
        };
        Some(BigFloat { negative: self.negative, ..erf })
    }

    /// erfc x; None where it is below any format.
    #[must_use]
    pub fn erfc(self) -> Option<BigFloat> {
        if self.negative {
            return ONE.plus(BigFloat { negative: false, ..self }.erf()?);
        }
        if self.leading() < 1 {
            return ONE.minus(self.erf()?);
        }
        if self.leading() > 5 {
            return None;
        }
        self.bell()?.shifted(-1).over(self.fraction_of_erfc()?)
    }

    /// e^(-x²)/√π over erfc x, from two on: x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))), from the inside out; at x = 2 two hundred levels give
    /// 2^-110.
    fn fraction_of_erfc(self) -> Option<BigFloat> {
        let mut below = self;
        for k in (1..=TERMS).rev() {
            below = self.plus(BigFloat::small(k).shifted(-1).over(below)?)?;
        }
        Some(below)
    }

    /// e^(x²) · erfc x; None beyond any format.
    #[must_use]
    pub fn erfcx(self) -> Option<BigFloat> {
        if self.negative || self.leading() < 1 {
            return Some(self.times(self).exp()?.times(self.erfc()?));
        }
        // Far out the fraction is x itself.
        let below = if self.leading() > 70 { self } else { self.fraction_of_erfc()? };
        PI.reciprocal_root()?.over(below)
    }

    /// The x whose erfc is `rest`, with `self` = 1 - rest, from a first value with half the digits: two steps of Newton's method, on whichever
    /// of erf and erfc loses nothing.
    fn inverse_error(self, rest: BigFloat, first: BigFloat) -> Option<BigFloat> {
        let mut x = first;
        for _ in 0..2 {
            let missing = if rest.leading() < -1 { x.erfc()?.minus(rest) } else { self.minus(x.erf()?) };
            let Some(missing) = missing else { break };
            x = x.plus(missing.over(x.bell()?)?)?;
        }
        Some(x)
    }

    /// The x with erf x = `self`, near `first`.
    #[must_use]
    pub fn erfinv(self, first: BigFloat) -> Option<BigFloat> {
        let a = BigFloat { negative: false, ..self };
        let x = a.inverse_error(ONE.minus(a)?, BigFloat { negative: false, ..first })?;
        Some(BigFloat { negative: self.negative, ..x })
    }

    /// The x with erfc x = `self`, near `first`.
    #[must_use]
    pub fn erfcinv(self, first: BigFloat) -> Option<BigFloat> {
        let y = ONE.minus(self)?;
        if y.negative {
            return y.erfinv(first);
        }
        y.inverse_error(self, first)
    }

    /// Half of erfc(-x/√2).
    #[must_use]
    pub fn normcdf(self) -> Option<BigFloat> {
        Some(self.times(BigFloat::small(2).reciprocal_root()?).negated().erfc()?.shifted(-1))
    }

    /// The x with normcdf x = `self`, near `first`: -√2 · erfcinv(2·self).
    #[must_use]
    pub fn normcdfinv(self, first: BigFloat) -> Option<BigFloat> {
        let root = BigFloat::small(2).reciprocal_root()?;
        Some(self.shifted(1).erfcinv(first.times(root).negated())?.over(root)?.negated())
    }
}
