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

    /// A shift to the right by any amount, in which the lowest bit of the result also stands for everything shifted out.
    #[inline(always)]
    fn shift_right_sticky(self, by: u32) -> Self {
        if by == 0 {
            self
        } else if by >= Self::BITS {
            if self == Self::ZERO { Self::ZERO } else { Self::ONE }
        } else {
            let lost = self << (Self::BITS - by) != Self::ZERO;
            (self >> by) | if lost { Self::ONE } else { Self::ZERO }
        }
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                <$type>::leading_zeros(self)
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

word!(u64);
word!(u128);

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
