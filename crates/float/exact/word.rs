//! The fixed-width integers that hold a magnitude.

use super::root::{root, root_to, wide_root, wide_root_to};
use core::hint::select_unpredictable;
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
    /// Significant bits of a dividend: of 128 so many that the quotient by a double's significand fits into 64, which one instruction of a
    /// processor gives.
    const DIVIDEND_BITS: u32;
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// Zero bits above the leading one.
    fn leading_zeros(self) -> u32;
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
    /// The integer square root and what is left of the number, which has one of its top two bits set.
    fn square_root(self) -> (Self, Self);
    /// The root's digits of a number with this upper word and nothing below, and whether there is a remainder, as far as a rounding asks that
    /// takes the last `spare` of them away: where these decide nothing, they may be a little off.
    fn rooted(upper: u64, spare: u32) -> (u64, bool);
    /// The 64 bits from the leading one down, the lowest of which also stands for every bit below, and how many zeros stand above them.
    /// The number is not zero.
    fn normalised(self) -> (u64, u32);

    /// A number in two's complement shifted to the right by any amount; the lowest bit of the result also stands for everything shifted
    /// out.
    fn shifted_down(self, by: u32) -> Self;
    /// Whether a number in two's complement is below zero.
    fn is_negative(self) -> bool;
}

macro_rules! word {
    ($type:ty, $signed:ty, $dividend_bits:expr, $root:path, $root_to:path, $normalised:expr) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const DIVIDEND_BITS: u32 = $dividend_bits;
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
                (select_unpredictable(swap, other, self), select_unpredictable(swap, self, other))
            }
            #[inline(always)]
            fn shifted_down(self, by: u32) -> Self {
                // A shift by the whole width or more leaves the sign and perhaps the sticky bit, and so does one by the width less one.
                let by = by.min(Self::BITS - 1);
                let lost = self.trailing_zeros() < by;
                (self as $signed >> by) as $type | <$type>::from(lost)
            }
            #[inline(always)]
            fn is_negative(self) -> bool {
                (self as $signed) < 0
            }
            #[inline(always)]
            fn divided(self, divisor: Self) -> (Self, Self) {
                (self / divisor, self % divisor)
            }
            #[inline(always)]
            fn square_root(self) -> (Self, Self) {
                let root = <$type>::from($root(self));
                (root, self - root * root)
            }
            #[inline(always)]
            fn rooted(upper: u64, spare: u32) -> (u64, bool) {
                #[cold]
                fn in_full(upper: u64) -> (u64, bool) {
                    let (root, rest) = (<$type>::from(upper) << (<$type>::BITS - u64::BITS)).square_root();
                    (root as u64, rest != 0)
                }
                match $root_to(upper, spare) {
                    Some(root) => (root, true),
                    None => in_full(upper),
                }
            }
            #[inline(always)]
            fn normalised(self) -> (u64, u32) {
                let normalised: fn($type) -> (u64, u32) = $normalised;
                normalised(self)
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

word!(u64, i64, 63, root, root_to, |word: u64| (word << word.leading_zeros(), word.leading_zeros()));
word!(u128, i128, 116, wide_root, wide_root_to, |word: u128| {
    let (high, low) = ((word >> 64) as u64, word as u64);
    if high == 0 {
        let (top, zeros) = low.normalised();
        return (top, u64::BITS + zeros);
    }
    let zeros = high.leading_zeros();
    let top = high << zeros | low >> 1 >> (u64::BITS - 1 - zeros);
    (top | u64::from(low << zeros != 0), zeros)
});
