//! What the formats of operands and result allow of a sum, a product or both: how many digits an exact result has, and where they stand.

use crate::evaluate::Request;
use crate::instruction::{Meaning, Modifier, ModifierSet};
use crate::number::{Encoding, F32, F64, Format, Pattern};
use crate::rounding::Mode;

/// Formats of arithmetic.
pub(super) struct Facts {
    meaning: Meaning,
    to: &'static Format,
    from: [&'static Format; 3],
    /// Whether a result that is too large becomes a NaN.
    loses: bool,
}

/// How many digits a product of numbers of two formats has at most.
fn digits(a: &Format, b: &Format) -> u32 {
    let (a, b) = (a.precision(), b.precision());
    // A power of two adds none.
    if a.min(b) == 1 { a.max(b) } else { a + b }
}

impl Facts {
    pub(super) fn of(request: &Request) -> Facts {
        let (to, finite) = (super::matrix::result_format(request), request.modifiers.has(Modifier::Satfinite));
        Facts {
            meaning: request.form.meaning,
            to,
            from: core::array::from_fn(|place| request.source_type(place).format),
            loses: to.infinity().is_none() && to.nan().is_some() && !finite,
        }
    }

    fn product(&self) -> u32 {
        digits(self.from[0], self.from[1])
    }

    /// The power of two of which every exact result is a multiple.
    fn lowest(&self) -> i32 {
        let [a, b, c] = self.from.map(|format| format.quantum());
        match self.meaning {
            Meaning::Add | Meaning::Subtract => a.min(b),
            Meaning::Fused => (a + b).min(c),
            _ => a + b,
        }
    }

    /// The power of two of the greatest product.
    fn top(&self) -> i32 {
        let largest = |format: &'static Format| {
            Pattern::new(format, format.largest()).exact().map_or((0, 0), |exact| (exact.magnitude, exact.exponent))
        };
        let ((a, x), (b, y)) = (largest(self.from[0]), largest(self.from[1]));
        127 - (u128::from(a) * u128::from(b)).leading_zeros() as i32 + x + y
    }

    /// Why a product alone is never rounded.
    pub(super) fn product_fits(&self) -> Option<String> {
        let fits = self.meaning == Meaning::Multiply && self.product() <= self.to.precision() && self.lowest() >= self.to.quantum();
        fits.then(|| {
            let [a, b, _] = self.from;
            format!(
                "A product of {} and {} has at most {} digits, none of them below those of {}: it is not rounded.",
                a.name,
                b.name,
                self.product(),
                self.to.name
            )
        })
    }

    /// Why a product of normal numbers loses no digit.
    pub(super) fn product_is_short(&self) -> Option<String> {
        let short = self.meaning == Meaning::Multiply && self.product() <= self.to.precision();
        short.then(|| {
            let [a, b, _] = self.from;
            format!(
                "A product of {} and {} has no more digits than {}: none is cut off but below the normal numbers.",
                a.name, b.name, self.to.name
            )
        })
    }

    /// Why nothing is rounded that is close to zero.
    pub(super) fn exact_near_zero(&self) -> bool {
        matches!(self.meaning, Meaning::Add | Meaning::Subtract | Meaning::Fused) && self.lowest() >= self.to.quantum()
    }

    /// Why the product of a fused operation may be rounded first.
    pub(super) fn product_is_a_number(&self) -> Option<String> {
        let [a, b, _] = self.from;
        let fits = self.product() <= self.to.precision() && a.quantum() + b.quantum() >= self.to.quantum() && self.top() <= self.to.emax();
        fits.then(|| {
            format!("The product of {} and {} is a number of {}: nothing is rounded before the addition.", a.name, b.name, self.to.name)
        })
    }

    /// Why a product that is rounded only far from 1 may be rounded first.
    pub(super) fn product_has_its_digits(&self, mode: Mode, modifiers: ModifierSet) -> Option<String> {
        let digits = self.product() <= self.to.precision() && matches!(mode, Mode::Rm | Mode::Rp) && modifiers.has(Modifier::Sat);
        digits.then(|| {
            "Only products far from 1 are rounded: tiny ones may be, towards the same side, and of huge ones .sat leaves 0 or 1.".to_owned()
        })
    }

    /// Why a sum to nearest does not pass the largest number: what is added to a number of the format is less than half of its last step.
    pub(super) fn adds_too_little(&self) -> Option<String> {
        let [a, b, _] = self.from;
        let half = self.to.emax() - self.to.precision() as i32;
        let (top, what) = match self.meaning {
            Meaning::Add | Meaning::Subtract if b == self.to => (a.emax(), a.name.to_owned()),
            Meaning::Fused => (self.top(), format!("product of {} and {}", a.name, b.name)),
            _ => return None,
        };
        (top < half).then(|| format!("No {what} is half a step of the largest {}.", self.to.name))
    }

    /// The format that a result is rounded to first where the question is what a second rounding changes.
    pub(super) fn wider(&self) -> &'static Format {
        if self.to == F32::ROW { F64::ROW } else { F32::ROW }
    }

    /// Why a first rounding to the wider format changes nothing.
    pub(super) fn never_twice(&self) -> Option<String> {
        let (wide, [a, b, c]) = (self.wider(), self.from);
        let (w, p) = (wide.precision(), self.to.precision());
        match self.meaning {
            Meaning::Fused => {
                let product = self.product();
                // A product half way between two numbers, and what is added far below it.
                let beside = product > p && self.top().min(self.to.emax() + 1) - c.quantum() >= w as i32;
                (product + p + 2 <= w && !beside).then(|| {
                    format!(
                        "Where {} would lose a digit of such a sum, it is far from half way between two numbers of {}.",
                        wide.name, self.to.name
                    )
                })
            }
            _ if a.precision().max(b.precision()) <= p && w >= 2 * p + 2 => Some(format!(
                "Rounding to {w} bits first never changes the {p} that follow: {w} is at least 2 · {p} + 2 (Figueroa). Only fma has such operands."
            )),
            Meaning::Multiply if self.product() <= w => {
                Some(format!("A product of {} and {} has at most {} digits: {} holds them all.", a.name, b.name, self.product(), wide.name))
            }
            _ => None,
        }
    }

    /// Why numbers never make a NaN.
    pub(super) fn never_invalid(&self) -> Option<String> {
        let infinite = self.from.map(|format| format.infinity().is_some());
        let zero = self.from.map(|format| format.encoding != Encoding::Scale);
        let times = (infinite[0] && zero[1]) || (infinite[1] && zero[0]);
        let possible = match self.meaning {
            Meaning::Add | Meaning::Subtract => infinite[0] && infinite[1],
            Meaning::Multiply => times,
            Meaning::Fused => times || ((infinite[0] || infinite[1]) && infinite[2]),
            _ => true,
        };
        (!possible && !self.loses)
            .then(|| "What is too large becomes no NaN here, and these formats have no infinities that meet as ∞ - ∞ or ∞ · 0.".to_owned())
    }
}
