//! Functions of doubles. There are too many doubles to run them all: operands are made from seeds, and each result is held against a hundred
//! bits.

use super::bigfloat::BigFloat;
use super::error_report::{Deviation, deviation};
use super::functions::ReferenceFunction;
use super::measure::rounded;
use crate::kernel::Curve;
use crate::number::{F64, Pattern, Random};

/// The seeds whose operands are in memory at once.
const PIECE: usize = 1 << 14;

/// The bits of a seed's operands: of an even one any finite doubles, of an odd one between 2^-16 and 2^16, where most functions do most.
#[must_use]
pub fn operands(seed: u32) -> [u64; 2] {
    [0x9e37_79b9_7f4a_7c15_u64, 0xd1b5_4a32_d192_ed03].map(|salt| {
        // Every seed goes to another number.
        let bits = Random::mixed(u64::from(seed).wrapping_add(1).wrapping_mul(salt));
        let exponent = bits >> 52 & 0x7ff;
        let exponent = match seed & 1 {
            1 => 1007 + exponent % 32,
            // What would be infinite or a NaN is the largest binade.
            _ => exponent.min(0x7fe),
        };
        bits & 0x800f_ffff_ffff_ffff | exponent << 52
    })
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
        let (nearest, precise) = nearest(truth, operands(seed));
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

/// The correctly rounded result, and the true value to a hundred bits; None where it is zero, infinite, or there is none.
fn nearest(truth: ReferenceFunction, at: [u64; 2]) -> (Pattern, Option<BigFloat>) {
    let [x, y] = at.map(f64::from_bits);
    let (estimate, precise) = (truth.estimate_at(x, y), truth.precise_at(x, y));
    // Of what has no hundred bits the estimate is a zero, an infinity or a NaN.
    (precise.map_or(Pattern::new(F64::ROW, estimate.to_bits()), |precise| rounded(F64::ROW, precise)), precise)
}

/// How many doubles lie between two, the second one included; both zeros are one.
pub fn distance(a: Pattern, b: Pattern) -> u64 {
    if a.is_nan() || b.is_nan() {
        return if a.is_nan() && b.is_nan() { 0 } else { u64::MAX };
    }
    let place = |one: Pattern| {
        let magnitude = (one.bits & !F64::ROW.sign_mask()) as i64;
        if one.is_negative() { -magnitude } else { magnitude }
    };
    place(a).abs_diff(place(b))
}
