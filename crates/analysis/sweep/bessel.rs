//! The Bessel functions J and Y to a hundred bits below the largest value nearby: beside a zero as many fewer bits of the value as it is small.
//!
//! Below [`FAR`] Jₙ comes from the recurrence Jₙ₋₁ = 2n/x·Jₙ - Jₙ₊₁ run down from an order where J is nothing (J. C. P. Miller), scaled by
//! J₀ + 2·J₂ + 2·J₄ + … = 1, and Y₀ and Y₁ from Neumann's series in these; beyond it both from Hankel's expansion. Higher orders of
//! Y, and of J below its argument, follow by the recurrence upward, which is stable there (Abramowitz and Stegun, 9.1.27, 9.1.46, 9.1.88, 9.2.5).

use super::bigfloat::BigFloat;
use super::elementary::{ONE, PI};

/// From this power of two on, Hankel's expansion has a hundred bits after a few terms.
const FAR: i32 = 8;
/// Euler's constant, as a fraction.
const EULER: BigFloat = BigFloat { negative: false, magnitude: 0x93c4_67e3_7db0_c7a4_d1be_3f81_0152_cb56, exponent: -128 };

/// A sum or a product in which a number may be zero.
fn sum(a: Option<BigFloat>, b: Option<BigFloat>) -> Option<BigFloat> {
    match (a, b) {
        (Some(a), Some(b)) => a.plus(b),
        (a, b) => a.or(b),
    }
}

fn times(a: Option<BigFloat>, b: BigFloat) -> Option<BigFloat> {
    a.map(|a| a.times(b))
}

fn less(a: Option<BigFloat>, b: Option<BigFloat>) -> Option<BigFloat> {
    sum(a, b.map(BigFloat::negated))
}

/// J of every order from 0 up to `order` at least, of a positive x below 2^[`FAR`].
fn downward(x: BigFloat, order: u32) -> Vec<Option<BigFloat>> {
    let whole = if x.leading() < 0 { 0 } else { (x.magnitude >> (127 - x.leading())) as u32 };
    // J of order 3n/2 + 70 is below 2^-130 of the largest J at n.
    let top = (whole.max(order) * 3 / 2 + 70) & !1;
    let mut values = vec![None; top as usize + 2];
    values[top as usize] = Some(ONE);
    let Some(twice) = x.reciprocal().map(|x| x.shifted(1)) else { return values };
    for n in (1..=top).rev() {
        let at = n as usize;
        values[at - 1] = less(times(values[at], twice.times(BigFloat::small(n))), values[at + 1]);
    }
    let even = values.iter().skip(2).step_by(2).fold(None, |all, one| sum(all, *one));
    let scale = sum(values[0], even.map(|even| even.shifted(1))).and_then(BigFloat::reciprocal);
    values.into_iter().map(|value| times(value, scale?)).collect()
}

/// Y₀ and Y₁ by the values of J at the same place.
fn neumann(x: BigFloat, j: &[Option<BigFloat>]) -> [Option<BigFloat>; 2] {
    let over_pi = PI.reciprocal().map(|one| one.shifted(1));
    let log = sum(x.shifted(-1).log(), Some(EULER));
    let at = |n: usize| j.get(n).copied().flatten();
    let (mut zero, mut one) = (None, None);
    for k in (1..j.len() / 2).rev() {
        let part = |value: Option<BigFloat>| value.and_then(|value| value.over(BigFloat::small(k as u32)));
        // (-1)^k
        let signed = |value: Option<BigFloat>| if k % 2 == 1 { value.map(BigFloat::negated) } else { value };
        zero = sum(zero, signed(part(at(2 * k))));
        one = sum(one, signed(part(less(at(2 * k - 1), at(2 * k + 1)))));
    }
    let by_log = |value: Option<BigFloat>| times(value, log?);
    let over_x = times(at(0), x.reciprocal().unwrap_or(ONE));
    let y = [less(by_log(at(0)), zero.map(|zero| zero.shifted(1))), sum(less(by_log(at(1)), over_x), one)];
    y.map(|y| times(y, over_pi?))
}

/// J and Y of order 0 or 1, of an x from 2^[`FAR`] on.
fn hankel(x: BigFloat, order: u32) -> Option<[Option<BigFloat>; 2]> {
    let eighth = x.shifted(3).reciprocal()?;
    // P and Q: every other term, with signs that change every other time.
    let (mut parts, mut term) = ([Some(ONE), None], Some(ONE));
    for k in 1..60_u32 {
        let odd = (2 * k - 1) * (2 * k - 1);
        let square = 4 * order;
        let factor = BigFloat { negative: odd > square, ..BigFloat::small(odd.abs_diff(square)) };
        term = times(term, factor.over(BigFloat::small(k))?.times(eighth));
        if term.is_none_or(|term| term.leading() < -130) {
            break;
        }
        let signed = if k % 4 >= 2 { term.map(BigFloat::negated) } else { term };
        parts[k as usize % 2] = sum(parts[k as usize % 2], signed);
    }
    let [p, q] = parts;
    let (sine, cosine) = (x.sine(0), x.sine(1));
    // The cosine and the sine of x - π/4, times √2; a quarter turn later for order 1.
    let (along, across) = (sum(cosine, sine), less(sine, cosine));
    let (cosine, sine) = if order == 0 { (along, across) } else { (across, along.map(BigFloat::negated)) };
    let scale = PI.times(x).reciprocal_root()?;
    let product = |a: Option<BigFloat>, b: Option<BigFloat>| times(a, b?);
    let j = less(product(p, cosine), product(q, sine));
    let y = sum(product(p, sine), product(q, cosine));
    Some([j, y].map(|value| times(value, scale)))
}

/// The value of an order from those of 0 and 1.
fn upward(x: BigFloat, first: [Option<BigFloat>; 2], order: u32) -> Option<BigFloat> {
    let twice = x.reciprocal()?.shifted(1);
    let [mut below, mut value] = first;
    if order == 0 {
        return below;
    }
    for n in 1..order {
        (below, value) = (value, less(times(value, twice.times(BigFloat::small(n))), below));
    }
    value
}

impl BigFloat {
    /// Jₙ(x) for n below 128; None for zero.
    #[must_use]
    pub fn bessel_j(self, order: u32) -> Option<BigFloat> {
        let x = BigFloat { negative: false, ..self };
        let value = if x.leading() < FAR {
            downward(x, order).get(order as usize).copied().flatten()
        } else {
            let [zero, one] = [0, 1].map(|order| hankel(x, order).and_then(|[j, _]| j));
            upward(x, [zero, one], order)
        };
        if self.negative && order % 2 == 1 { value.map(BigFloat::negated) } else { value }
    }

    /// Yₙ(x); None for a negative x, and beyond any format.
    #[must_use]
    pub fn bessel_y(self, order: u32) -> Option<BigFloat> {
        if self.negative {
            return None;
        }
        let first = if self.leading() < FAR {
            neumann(self, &downward(self, 1))
        } else {
            [0, 1].map(|order| hankel(self, order).and_then(|[_, y]| y))
        };
        upward(self, first, order).filter(|value| value.leading() <= 1023)
    }
}
