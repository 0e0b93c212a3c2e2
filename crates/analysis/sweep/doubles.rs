//! Functions of doubles. There are too many doubles to run them all: operands are made from seeds, and each result is held against a hundred
//! bits.

use super::bigfloat::{BigFloat, real};
use super::error_report::{Deviation, deviation};
use super::functions::ReferenceFunction;
use super::measure::rounded;
use super::pairs::seeded;
use crate::comparison;
use crate::kernel::Curve;
use crate::number::{F64, Format, Pattern};

/// The seeds whose operands are in memory at once.
const PIECE: usize = 1 << 14;

/// The bits of a seed's operands: of an even one any finite doubles, of an odd one between 2^-16 and 2^16, where most functions do most.
#[must_use]
pub fn operands(seed: u32) -> [u64; 2] {
    [0, 1].map(|which| seeded(F64::ROW, seed, which))
}

/// A result that is off, and the seed of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Off<T> {
    /// How far.
    pub by: T,
    /// The seed: of several that are as far off, the first.
    pub seed: u32,
}

impl<T: Copy> Off<T> {
    fn or(&mut self, other: Off<T>, size: impl Fn(T) -> u64) {
        let [own, others] = [self.by, other.by].map(size);
        if others > own || (others == own && other.seed < self.seed) {
            *self = other;
        }
    }
}

/// What was found of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubles {
    /// How many operands were run, or pairs.
    pub run: u64,
    /// The largest error beside the true value.
    pub largest: Off<Deviation>,
    /// The doubles that the farthest result lies from the correctly rounded one; `u64::MAX` where one of them is a NaN and the other none.
    pub farthest: Off<u64>,
    /// Results that are not the correctly rounded ones.
    pub off: u64,
    /// Those two doubles from it or more.
    pub off_by_two: u64,
}

impl Default for Doubles {
    fn default() -> Doubles {
        let none = Deviation::Ulps { negative: false, thousandths: 0 };
        let seed = u32::MAX;
        Doubles { run: 0, largest: Off { by: none, seed }, farthest: Off { by: 0, seed }, off: 0, off_by_two: 0 }
    }
}

impl Doubles {
    /// Runs a kernel for some seeds, until it stops.
    #[must_use]
    pub fn of(curve: &Curve<u64>, truth: ReferenceFunction, mut seeds: impl Iterator<Item = u32>) -> Doubles {
        let mut found = Doubles::default();
        loop {
            let piece: Vec<u32> = seeds.by_ref().take(PIECE).collect();
            if piece.is_empty() || curve.stopped().is_some() {
                return found;
            }
            let taken: Vec<u64> = piece.iter().flat_map(|seed| operands(*seed).into_iter().take(curve.operands())).collect();
            curve.evaluate_each(&taken, |number, result| {
                if let Some(seed) = piece.get(number) {
                    found.take(truth, *seed, result);
                }
            });
        }
    }

    /// Adds what was found of other operands.
    pub fn merge(&mut self, other: &Doubles) {
        self.run += other.run;
        self.off += other.off;
        self.off_by_two += other.off_by_two;
        self.largest.or(other.largest, Deviation::size);
        self.farthest.or(other.farthest, |by| by);
    }

    fn take(&mut self, truth: ReferenceFunction, seed: u32, result: u64) {
        let (nearest, precise) = nearest(truth, operands(seed).map(f64::from_bits), F64::ROW);
        let result = Pattern::new(F64::ROW, result);
        let by = distance(result, nearest);
        let error = precise.filter(|_| result.is_finite()).map(|precise| deviation(result, precise));
        self.run += 1;
        self.off += u64::from(by > 0);
        self.off_by_two += u64::from(by > 1);
        self.farthest.or(Off { by, seed }, |by| by);
        if let Some(by) = error {
            self.largest.or(Off { by, seed }, Deviation::size);
        }
    }
}

/// The correctly rounded result in a format, and the true value to a hundred bits; None where it is zero, infinite, or there is none.
pub fn nearest(truth: ReferenceFunction, [x, y]: [f64; 2], format: &'static Format) -> (Pattern, Option<BigFloat>) {
    let (estimate, precise) = (truth.estimate_at(x, y), truth.precise_at(x, y));
    // What has no hundred bits is a zero, an infinity, a NaN, or the limit at an infinity, and the estimate is exactly that.
    let sign = if estimate.is_sign_negative() { format.sign_mask() } else { 0 };
    let bits = match precise.or_else(|| real(estimate)) {
        Some(value) => return (rounded(format, value), precise),
        None if estimate.is_nan() => format.default_nan,
        None if estimate == 0.0 => sign,
        None => sign | format.exponent_mask(),
    };
    (Pattern::new(format, bits), precise)
}

/// How many numbers lie between two of one format, the second one included; `u64::MAX` where only one of them is a NaN.
pub fn distance(a: Pattern, b: Pattern) -> u64 {
    comparison::distance(a, b).unwrap_or(if a.is_nan() && b.is_nan() { 0 } else { u64::MAX })
}
