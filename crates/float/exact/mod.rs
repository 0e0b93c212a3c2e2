//! Numbers before rounding: a sign, an integer magnitude and a power of two.
//!
//! The magnitude lives in a machine word chosen by the format. Where an alignment would push bits out of the word, they survive as
//! one sticky bit at its bottom, which is all that a rounding ever asks of them; [`Natural`] holds the digits when a view wants all.

mod natural;
mod root;
mod word;

pub use natural::Natural;
pub use word::Word;

/// The number `±magnitude · 2^exponent`.
///
/// The lowest bit of `magnitude` may be sticky (see [`Exact::plus`]); it then stands for a positive amount below its own weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact<W> {
    /// Whether the number is below zero (or is the negative zero).
    pub negative: bool,
    /// The integer magnitude.
    pub magnitude: W,
    /// The power of two that the magnitude counts.
    pub exponent: i32,
}

impl<W: Word> Exact<W> {
    /// Whether the magnitude is zero.
    #[inline(always)]
    pub fn is_zero(&self) -> bool {
        self.magnitude == W::ZERO
    }

    /// The exponent of the leading one. The magnitude is not zero.
    #[inline(always)]
    pub fn leading(&self) -> i32 {
        self.exponent + (W::BITS - 1 - self.magnitude.leading_zeros()) as i32
    }

    /// The same number in another word that is wide enough.
    #[inline(always)]
    pub fn widen<V: Word>(self) -> Exact<V> {
        Exact { negative: self.negative, magnitude: V::from_u128(self.magnitude.to_u128()), exponent: self.exponent }
    }

    /// The same number with its leading one just below the word's top two bits. The magnitude is not zero.
    #[inline(always)]
    pub fn raised(self) -> Exact<W> {
        self.lifted(self.magnitude.leading_zeros() - 2)
    }

    /// The same number with its magnitude moved up by some places that are free.
    #[inline(always)]
    pub fn lifted(self, by: u32) -> Exact<W> {
        Exact { magnitude: self.magnitude << by, exponent: self.exponent - by as i32, ..self }
    }

    /// The same number with its lowest bit standing for something more below it, if there is.
    #[inline(always)]
    pub fn sticky(self, more: bool) -> Exact<W> {
        Exact { magnitude: self.magnitude | if more { W::ONE } else { W::ZERO }, ..self }
    }

    /// The sum of two magnitudes that leave the word's top two bits free, for a carry and a sign; where their exponents differ, the
    /// leading one of the operand with the larger exponent stands just below these (both are [`raised`](Exact::raised), or numbers of
    /// one format are [`lifted`](Exact::lifted) by what makes a normal one so).
    ///
    /// The operand with the smaller exponent is shifted down to the other; bits that fall out are kept as a sticky lowest bit. The word
    /// must be at least two bits wider than either operand's significand: when bits fall out the exponents differ by two or more, the
    /// leading one of the sum moves by one place at most, and the sticky bit stays below any place a rounding looks at.
    ///
    /// Signs and orders are as good as random, so the choices below are written as selections rather than branches.
    #[inline(always)]
    pub fn plus(self, other: Exact<W>) -> Exact<W> {
        let distance = self.exponent - other.exponent;
        let signed = |term: Exact<W>| term.magnitude.negated_if(term.negative);
        let (large, small) = signed(self).swapped_if(distance < 0, signed(other));
        let sum = large.wrapping_add(small.shifted_down(distance.unsigned_abs()));
        let negative = sum.is_negative();
        Exact { negative, magnitude: sum.negated_if(negative), exponent: self.exponent.max(other.exponent) }
    }
}

impl Exact<u64> {
    /// The whole product, in a word of at least twice the width of the magnitudes.
    #[inline(always)]
    pub fn times<W: Word>(self, other: Exact<u64>) -> Exact<W> {
        Exact {
            negative: self.negative != other.negative,
            magnitude: W::product(self.magnitude, other.magnitude),
            exponent: self.exponent + other.exponent,
        }
    }
}

impl<W: Word> Exact<W> {
    /// The magnitude with every digit.
    pub fn natural(&self) -> Natural {
        Natural::from(self.magnitude.to_u128())
    }

    /// The sum with every digit: magnitude, sign and the exponent of its last place.
    pub fn sum_in_full(&self, other: &Exact<W>) -> (bool, Natural, i32) {
        let exponent = self.exponent.min(other.exponent);
        let a = self.natural().shifted_left((self.exponent - exponent) as u32);
        let b = other.natural().shifted_left((other.exponent - exponent) as u32);
        if self.negative == other.negative {
            (self.negative, a.plus(&b), exponent)
        } else if a >= b {
            (self.negative, a.minus(&b), exponent)
        } else {
            (other.negative, b.minus(&a), exponent)
        }
    }
}
