//! The fixed-width integers that hold a magnitude.

use core::ops::{Add, BitAnd, BitOr, Shl, Shr, Sub};

/// An unsigned machine word: `u64` for sums and for products of formats up to 32 bits, `u128` for products of doubles.
pub trait Word:
    Copy
    + Eq
    + Ord
    + core::fmt::Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Width in bits.
    const BITS: u32;
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// Zero bits above the leading one.
    fn leading_zeros(self) -> u32;
    /// The low 64 bits.
    fn low_u64(self) -> u64;
    /// The same number in 128 bits.
    fn to_u128(self) -> u128;
    /// The low bits of a number.
    fn from_u128(value: u128) -> Self;
    /// The product, which the caller knows to fit.
    fn product(a: u64, b: u64) -> Self;

    /// The sum modulo 2^BITS.
    fn wrapping_add(self, other: Self) -> Self;
    /// The number itself, or its two's complement.
    fn negated_if(self, negate: bool) -> Self;
    /// The two numbers, exchanged or not.
    fn swapped_if(self, swap: bool, other: Self) -> (Self, Self);
    /// Quotient and remainder; the divisor is not zero.
    fn divided(self, divisor: Self) -> (Self, Self);
    /// The integer square root and what is left of the number.
    fn square_root(self) -> (Self, Self);
    /// The 64 bits from the top down, the lowest of which also stands for every bit below.
    fn top_sticky(self) -> u64;

    /// A shift to the right by any amount, in which the lowest bit of the result also stands for everything shifted out.
    #[inline(always)]
    fn shift_right_sticky(self, by: u32) -> Self {
        // A shift by the whole width or more leaves at most the sticky bit, and so does one by the width less one.
        let by = by.min(Self::BITS - 1);
        let lost = self & ((Self::ONE << by) - Self::ONE) != Self::ZERO;
        (self >> by) | if lost { Self::ONE } else { Self::ZERO }
    }
}

macro_rules! word {
    ($type:ty, $top_sticky:expr) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                <$type>::leading_zeros(self)
            }
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                <$type>::wrapping_add(self, other)
            }
            #[inline(always)]
            fn negated_if(self, negate: bool) -> Self {
                let mask = <$type>::from(negate).wrapping_neg();
                (self ^ mask).wrapping_sub(mask)
            }
            #[inline(always)]
            fn swapped_if(self, swap: bool, other: Self) -> (Self, Self) {
                let difference = (self ^ other) & <$type>::from(swap).wrapping_neg();
                (self ^ difference, other ^ difference)
            }
            #[inline(always)]
            fn divided(self, divisor: Self) -> (Self, Self) {
                (self / divisor, self % divisor)
            }
            #[inline(always)]
            fn square_root(self) -> (Self, Self) {
                let root = self.isqrt();
                (root, self - root * root)
            }
            #[inline(always)]
            fn top_sticky(self) -> u64 {
                $top_sticky(self)
            }
            #[inline(always)]
            fn low_u64(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn to_u128(self) -> u128 {
                u128::from(self)
            }
            #[inline(always)]
            fn from_u128(value: u128) -> Self {
                value as $type
            }
            #[inline(always)]
            fn product(a: u64, b: u64) -> Self {
                <$type>::from(a) * <$type>::from(b)
            }
        }
    };
}

word!(u64, |word| word);
word!(u128, |word: u128| (word >> 64) as u64 | u64::from(word as u64 != 0));

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn what_is_shifted_out_stays_as_a_sticky_bit() {
        for (value, by, expected) in [(0b1000_u64, 3, 0b1), (0b1001, 3, 0b1), (0b10_0001, 3, 0b101), (1, 64, 1), (0, 64, 0), (5, 0, 5)] {
            assert_eq!(value.shift_right_sticky(by), expected, "{value:b} >> {by}");
        }
    }
}
