//! The true values of a stretch of consecutive operands by a polynomial of degree five, many times quicker than a function of a library.
//!
//! Consecutive operands of a block of 2^13 are evenly spaced, so that with t from -1 to 1 over the block f is taken at six places t to a
//! hundred bits and interpolated. The error is at most |f⁽⁶⁾|/6! · half⁶ · |∏(t - tₖ)|, the last factor below 1/16 for these places. By
//! Cauchy's estimate |f⁽⁶⁾|/6! is at most most/radius⁶, where f keeps below `most` on every disc of that radius around an operand of the
//! block, in the complex plane. A block is taken only where this stays below 2^-54 of f and all but the constant term together below a
//! sixteenth of it, so that f varies little: then the five roundings that count (three make the constant term, one adds the rest, the rest
//! has less than one) and the interpolation stay below 7 · 2^-53, where [`BOUND`](super::functions::BOUND) allows 8. Any other block asks the library.
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::bigfloat::BigFloat;
use super::double::scaled;
use super::functions::ReferenceFunction;
use super::reading::Reading;

/// Operands of a block, as a power of two.
pub const LENGTH: u32 = 13;
/// Operands of a block.
pub const COUNT: u32 = 1 << LENGTH;
/// Where f is taken, either side of the middle, and the squares of these.
const PLACES: [f64; 3] = [8.0 / 32.0, 23.0 / 32.0, 31.0 / 32.0];
const SQUARES: [f64; 3] = [64.0 / 1024.0, 529.0 / 1024.0, 961.0 / 1024.0];

/// A block's polynomial: coefficients of t⁰, t², t⁴, and of t, t³, t⁵.
#[derive(Clone, Copy, Debug)]
pub struct PiecewisePolynomial {
    even: [f64; 3],
    odd: [f64; 3],
}

/// The parabola in u = t² through three values at [`SQUARES`], given as the first and how far the others lie from it.
fn parabola(first: f64, beyond: [f64; 2]) -> [f64; 3] {
    let [u0, u1, u2] = SQUARES;
    let (one, two) = (beyond[0] / (u1 - u0), beyond[1] / (u2 - u0));
    let square = (two - one) / (u2 - u1);
    [first - u0 * one + u0 * u1 * square, one - (u0 + u1) * square, square]
}

impl PiecewisePolynomial {
    /// The polynomial of a block; None where it is not known to be good enough.
    pub fn new(truth: ReferenceFunction, reading: Reading, block: u32) -> Option<Self> {
        let [first, last] = [block << LENGTH, (block << LENGTH) + (COUNT - 1)].map(|bits| reading.operand(bits));
        let half = (last - first) / f64::from(COUNT - 1) * f64::from(COUNT / 2);
        let middle = first + half;
        let (radius, most) = truth.disc(middle)?;
        let taken = |t: f64| Some([truth.precise(middle + t * half)?, truth.precise(middle - t * half)?]);
        let [Some(a), Some(b), Some(c)] = PLACES.map(taken) else { return None };
        // As integers in one unit, so that differences lose nothing.
        let unit = [a, b, c].as_flattened().iter().map(|real| real.exponent).max()? + 4;
        let whole = |real: BigFloat| {
            let magnitude = real.magnitude.checked_shr((unit - real.exponent) as u32).unwrap_or(0) as i128;
            if real.negative { -magnitude } else { magnitude }
        };
        let back = |whole: i128| scaled(whole as f64, unit);
        let (sums, gaps) =
            ([a, b, c].map(|[right, left]| whole(right) + whole(left)), [a, b, c].map(|[right, left]| whole(right) - whole(left)));
        let even = parabola(back(sums[0]) / 2.0, [1, 2].map(|at| back(sums[at] - sums[0]) / 2.0));
        let slopes = [0, 1, 2].map(|at| back(gaps[at]) / 2.0 / PLACES[at]);
        let odd = parabola(slopes[0], [slopes[1] - slopes[0], slopes[2] - slopes[0]]);
        let rest: f64 = odd.iter().chain(&even[1..]).map(|one| one.abs()).sum();
        let ratio = half.abs() / radius;
        let error = most * (ratio * ratio * ratio) * (ratio * ratio * ratio) / 16.0;
        let good = rest <= even[0].abs() / 16.0 && error <= even[0].abs() * (1.0 / (1_u64 << 54) as f64) && even[0].abs() >= 1e-290;
        good.then_some(Self { even, odd })
    }

    /// The value at an operand of the block.
    #[must_use]
    #[inline(always)]
    pub fn at(&self, bits: u32) -> f64 {
        let t = f64::from(bits % COUNT) * (2.0 / f64::from(COUNT)) - 1.0;
        let (u, even, odd) = (t * t, &self.even, &self.odd);
        even[0] + (t * (odd[0] + u * (odd[1] + u * odd[2])) + u * (even[1] + u * even[2]))
    }
}

/// The true values of operands that are asked for one after the other.
pub struct Truths {
    truth: ReferenceFunction,
    reading: Reading,
    dense: bool,
    block: u32,
    stretch: Option<PiecewisePolynomial>,
}

impl Truths {
    /// Nothing asked yet; operands will be so many places apart. Where a block has few of them, a polynomial costs more than it spares.
    pub fn new(truth: ReferenceFunction, reading: Reading, every: u32) -> Self {
        // No block has that number.
        Self { truth, reading, dense: every < COUNT / 512, block: u32::MAX, stretch: None }
    }

    /// An estimate of the value at an operand, which is x, within [`BOUND`](super::functions::BOUND), as [`ReferenceFunction::estimate`]. It does not depend on
    /// what was asked before.
    #[inline(always)]
    pub fn at(&mut self, bits: u32, x: f64) -> f64 {
        if bits >> LENGTH != self.block {
            self.enter(bits >> LENGTH);
        }
        match &self.stretch {
            Some(stretch) => stretch.at(bits),
            None => self.truth.estimate(x),
        }
    }

    /// The values at neighbouring operands, each as [`Truths::at`].
    #[inline(always)]
    pub fn fill(&mut self, operands: &[u32], values: &mut [f64]) {
        let reading = self.reading;
        let (Some(first), Some(last)) = (operands.first(), operands.last()) else { return };
        let block = first >> LENGTH;
        if block != last >> LENGTH {
            for (value, &bits) in values.iter_mut().zip(operands) {
                *value = self.at(bits, reading.operand(bits));
            }
            return;
        }
        if block != self.block {
            self.enter(block);
        }
        let truth = self.truth;
        match &self.stretch {
            Some(stretch) => values.iter_mut().zip(operands).for_each(|(value, &bits)| *value = stretch.at(bits)),
            None => truth.estimates(reading, operands, values),
        }
    }

    #[cold]
    fn enter(&mut self, block: u32) {
        self.block = block;
        self.stretch = if self.dense { PiecewisePolynomial::new(self.truth, self.reading, block) } else { None };
    }
}
