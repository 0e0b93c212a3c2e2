//! Operands that are built digit by digit: ties, total cancellation, and results beside the middle between two numbers.

use super::candidates::Proposer;
use crate::instruction::Meaning;
use crate::number::{F64, Pattern};

impl Proposer<'_> {
    /// A whole number of exactly so many bits, its lowest one set.
    fn odd(&mut self, bits: u32) -> u64 {
        let top = 1u64 << (bits - 1);
        top | (self.random.word() & (top - 1)) | 1
    }

    /// A whole number times a power of two, with a random sign.
    fn placed(&mut self, whole: u64, exponent: i32) -> u64 {
        let length = 63 - whole.leading_zeros();
        let fraction = whole << (self.format.precision() - 1 - length) & self.format.fraction_mask();
        self.power(exponent + length as i32) | fraction | self.sign()
    }

    /// Factors of so many odd bits that their product has one more than a result, the last one set; None where they have not so many.
    fn product(&mut self) -> Option<[u64; 2]> {
        let p = self.to.precision();
        let [a, b, _] = self.from.map(|format| format.precision());
        let (least, most) = (2.max((p + 1).saturating_sub(b)), a.min(p - 1));
        let i = least + self.random.below(u64::from((most + 1).checked_sub(least).filter(|several| *several > 0)?)) as u32;
        let (a, b) = (self.odd(i), self.odd(p + 1 - i));
        let less = if self.clamps { 12 + p as i32 / 2 } else { 12 };
        let (x, y) = (self.random.below(12) as i32 - less, self.random.below(12) as i32 - less);
        Some([self.placed(a, x), self.placed(b, y)])
    }

    pub(super) fn tie(&mut self) -> [u64; 3] {
        let p = self.to.precision();
        let less = if self.clamps { p as i32 + 2 } else { 0 };
        match self.meaning {
            Meaning::Multiply => {
                let [a, b] = self.product().unwrap_or_else(|| [self.any(), self.any()]);
                [a, b, 0]
            }
            // A product that counts halves of c's last place.
            Meaning::Fused | Meaning::MultiplyAddTruncated => {
                let [x, y] = [0; 2].map(|_: i32| self.random.below(9) as i32 - 8 - less / 2);
                let [a, b] = [0, 1].map(|place| 1 + self.random.below(u64::from(self.from[place].precision().min(4))) as u32);
                let (a, b) = (self.odd(a), self.odd(b));
                let c = self.multiple(x + y + p as i32);
                [self.placed(a, x), self.placed(b, y), c]
            }
            // Subnormal quotients alone can lie half way: a divisor that is a power of two.
            Meaning::Divide => {
                let up = 1 + self.random.below(u64::from(p) - 2) as i32;
                let (a, sign) = (self.normal(self.to.emin(), self.to.emin() + 2), self.sign());
                [a, self.power(up) | sign, 0]
            }
            _ => {
                let (first, second) = self.places();
                let length = 1 + self.random.below(u64::from(self.from[first].precision().min(6))) as u32;
                let (odd, x) = (self.odd(length), self.random.below(12) as i32 - 11 - less);
                let mut operands = [0; 3];
                operands[first] = self.placed(odd, x);
                operands[second] = self.multiple(x + p as i32);
                operands
            }
        }
    }

    /// A number with that exponent and no more digits than a result.
    fn multiple(&mut self, exponent: i32) -> u64 {
        let bits = self.normal(exponent, exponent);
        let spare = self.spare();
        bits >> spare << spare
    }

    pub(super) fn cancelling(&mut self) -> [u64; 3] {
        let sign = self.format.sign_mask();
        match self.meaning {
            Meaning::Fused | Meaning::MultiplyAddTruncated => {
                // Factors of half the bits have an exact product.
                let half = self.format.precision() / 2 + 1;
                let mask = !((1u64 << half) - 1);
                let [a, b] = [0, 1].map(|place| self.drawn(place, -6, 6) & mask);
                [a, b, self.two(Meaning::Multiply, a, b) ^ sign]
            }
            meaning => {
                let a = self.any();
                let a = self.fit(0, self.fit(1, a));
                [a, if meaning == Meaning::Subtract { a } else { a ^ sign }, 0]
            }
        }
    }

    /// A product a hair beside half of c's last place, or half way between two numbers with a c far below it.
    pub(super) fn twice(&mut self) -> [u64; 3] {
        if self.random.flip()
            && let Some([a, b]) = self.product()
        {
            return [a, b, self.subnormal_of(self.from[2])];
        }
        let c = self.normal(-6, 6);
        let c = self.fit(2, c);
        let last = Pattern::new(self.to, self.own(2, c)).ulp_exponent().unwrap_or(0) - 1;
        let a = self.drawn(0, last / 2 - 3, last / 2 + 3);
        let half = self.power(last) | self.sign();
        [a, self.two(Meaning::Divide, half, a), c]
    }

    /// Results next to the middle between two numbers of the next narrower format.
    pub(super) fn midway(&mut self) -> [u64; 3] {
        let narrow = if self.format == F64::ROW { 23 } else { 10 };
        let spare = self.format.fraction_bits.saturating_sub(narrow).max(1);
        let high = if self.clamps { -1 } else { 14 };
        let random = self.normal(-8, high);
        let target = random >> spare << spare | 1 << (spare - 1);
        match self.meaning {
            // A number of the narrower format and a hair more or less than half of its last place.
            Meaning::Add | Meaning::Subtract if self.random.flip() => {
                let (first, second) = self.places();
                let a = self.drawn(first, -8, high) >> spare << spare;
                let exponent = Pattern::new(self.format, a).exact().filter(|exact| !exact.is_zero()).map_or(0, |exact| exact.leading());
                let half = self.power(exponent - narrow as i32 - 1) | self.sign();
                let steps = if self.random.flip() { 1 } else { -1 };
                let mut operands = [0; 3];
                operands[first] = a;
                operands[second] = self.moved(second, half, steps);
                operands
            }
            // A sum with something far below the last place.
            Meaning::Add | Meaning::Subtract => {
                let far = self.format.precision() as i32 + 2 + self.random.below(8) as i32;
                let exponent = Pattern::new(self.format, target).exact().map_or(0, |exact| exact.leading());
                let (first, second) = self.places();
                let mut operands = [0; 3];
                operands[first] = target;
                operands[second] = self.normal(exponent - far - 4, exponent - far);
                operands
            }
            _ => self.solved(target, 1),
        }
    }
}
