//! Natural numbers of any length: every digit of an exact sum, every digit of a decimal.
//!
//! Only views and literals use it, a few thousand bits at a time, so it is kept short rather than fast.

use core::cmp::Ordering;

/// A natural number as 32-bit limbs, least significant first, without leading zero limbs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural {
    limbs: Vec<u32>,
}

impl From<u128> for Natural {
    fn from(value: u128) -> Self {
        Natural { limbs: (0..4).map(|i| (value >> (32 * i)) as u32).collect() }.trimmed()
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        self.limbs.len().cmp(&other.limbs.len()).then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl Natural {
    fn trimmed(mut self) -> Self {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
        self
    }

    /// Whether the number is zero.
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Binary digits from the leading one down; 0 for zero.
    pub fn bits(&self) -> u32 {
        self.limbs.last().map_or(0, |top| self.limbs.len() as u32 * 32 - top.leading_zeros())
    }

    /// Zero bits below the lowest one; 0 for zero.
    pub fn trailing_zeros(&self) -> u32 {
        self.limbs.iter().position(|&limb| limb != 0).map_or(0, |i| i as u32 * 32 + self.limbs[i].trailing_zeros())
    }

    /// The digit of weight 2^index.
    pub fn bit(&self, index: u32) -> bool {
        self.limbs.get((index / 32) as usize).is_some_and(|limb| limb >> (index % 32) & 1 == 1)
    }

    /// The sum.
    pub fn plus(&self, other: &Natural) -> Natural {
        let mut carry = 0u64;
        let mut limbs = Vec::with_capacity(self.limbs.len().max(other.limbs.len()) + 1);
        for i in 0..self.limbs.len().max(other.limbs.len()) {
            carry += u64::from(self.limbs.get(i).copied().unwrap_or(0)) + u64::from(other.limbs.get(i).copied().unwrap_or(0));
            limbs.push(carry as u32);
            carry >>= 32;
        }
        limbs.push(carry as u32);
        Natural { limbs }.trimmed()
    }

    /// The difference; zero where `other` is larger.
    pub fn minus(&self, other: &Natural) -> Natural {
        if *self <= *other {
            return Natural::default();
        }
        let mut borrow = 0i64;
        let mut limbs = Vec::with_capacity(self.limbs.len());
        for (i, &limb) in self.limbs.iter().enumerate() {
            let difference = i64::from(limb) - i64::from(other.limbs.get(i).copied().unwrap_or(0)) + borrow;
            limbs.push(difference as u32);
            borrow = difference >> 32;
        }
        Natural { limbs }.trimmed()
    }

    /// The product with a small factor, plus a small term.
    pub fn times_small_plus(&self, factor: u32, term: u32) -> Natural {
        let mut carry = u64::from(term);
        let mut limbs = Vec::with_capacity(self.limbs.len() + 1);
        for &limb in &self.limbs {
            carry += u64::from(limb) * u64::from(factor);
            limbs.push(carry as u32);
            carry >>= 32;
        }
        limbs.push(carry as u32);
        Natural { limbs }.trimmed()
    }

    /// The product.
    pub fn times(&self, other: &Natural) -> Natural {
        let mut limbs = vec![0; self.limbs.len() + other.limbs.len()];
        for (i, &a) in self.limbs.iter().enumerate() {
            let mut carry = 0u64;
            for (j, &b) in other.limbs.iter().enumerate() {
                carry += u64::from(a) * u64::from(b) + u64::from(limbs[i + j]);
                limbs[i + j] = carry as u32;
                carry >>= 32;
            }
            limbs[i + other.limbs.len()] = carry as u32;
        }
        Natural { limbs }.trimmed()
    }

    /// The product with 10^power.
    pub fn times_power_of_ten(self, power: u32) -> Natural {
        let by_nines = (0..power / 9).fold(self, |n, _| n.times_small_plus(1_000_000_000, 0));
        by_nines.times_small_plus(10u32.pow(power % 9), 0)
    }

    /// The product with 2^by.
    pub fn shifted_left(&self, by: u32) -> Natural {
        let mut limbs = vec![0; (by / 32) as usize];
        let mut carry = 0u64;
        for &limb in &self.limbs {
            carry |= u64::from(limb) << (by % 32);
            limbs.push(carry as u32);
            carry >>= 32;
        }
        limbs.push(carry as u32);
        Natural { limbs }.trimmed()
    }

    /// The quotient by 2^by, rounded down.
    pub fn shifted_right(&self, by: u32) -> Natural {
        let skip = (by / 32) as usize;
        let wide = |i: usize| u64::from(self.limbs.get(i).copied().unwrap_or(0));
        let limbs = (skip..self.limbs.len()).map(|i| ((wide(i) | wide(i + 1) << 32) >> (by % 32)) as u32).collect();
        Natural { limbs }.trimmed()
    }

    /// Quotient and remainder by a small divisor, which is not zero.
    fn divided_by_small(&self, divisor: u32) -> (Natural, u32) {
        let mut remainder = 0u64;
        let mut limbs = vec![0; self.limbs.len()];
        for (i, &limb) in self.limbs.iter().enumerate().rev() {
            let dividend = remainder << 32 | u64::from(limb);
            limbs[i] = (dividend / u64::from(divisor)) as u32;
            remainder = dividend % u64::from(divisor);
        }
        (Natural { limbs }.trimmed(), remainder as u32)
    }

    /// The number's leading bits as a word of at most `width` bits, the lowest of which also stands for every bit cut off, and the
    /// power of two that the word counts.
    pub fn leading_sticky(&self, width: u32) -> (u128, i32) {
        let shift = self.bits().saturating_sub(width);
        let top = self.shifted_right(shift);
        let word = top.limbs.iter().rev().fold(0u128, |word, &limb| word << 32 | u128::from(limb));
        (word | u128::from(self.trailing_zeros() < shift && !self.is_zero()), shift as i32)
    }

    /// The leading bits (at least 100, the lowest sticky) of the quotient `self / divisor`, and the power of two they count.
    /// The divisor is not zero.
    pub fn divided_sticky(&self, divisor: &Natural) -> (u128, i32) {
        let raise = (divisor.bits() + 101).saturating_sub(self.bits());
        let mut remainder = self.shifted_left(raise);
        let mut quotient = 0u128;
        let places = remainder.bits() - divisor.bits();
        let drop = places.saturating_sub(110);
        for place in (drop..=places).rev() {
            let scaled = divisor.shifted_left(place);
            quotient <<= 1;
            if remainder >= scaled {
                remainder = remainder.minus(&scaled);
                quotient |= 1;
            }
        }
        (quotient << 1 | u128::from(!remainder.is_zero()), drop as i32 - raise as i32 - 1)
    }

    /// The decimal digits, most significant first; "0" for zero.
    pub fn decimal(&self) -> String {
        let mut groups = Vec::new();
        let mut rest = self.clone();
        while !rest.is_zero() {
            let (quotient, group) = rest.divided_by_small(1_000_000_000);
            groups.push(group);
            rest = quotient;
        }
        let mut text = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            text.push_str(&format!("{group:09}"));
        }
        text
    }

    /// The number that decimal digits spell. The text holds nothing but ASCII digits.
    pub fn from_decimal(digits: &str) -> Natural {
        let value = |chunk: &[u8]| chunk.iter().fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
        digits.as_bytes().chunks(9).fold(Natural::default(), |n, chunk| n.times_small_plus(10u32.pow(chunk.len() as u32), value(chunk)))
    }
}
