//! Bits taken apart for arithmetic: a kind, and for finite numbers an exact value.
//!
//! Subnormal numbers are not normalised here: their magnitude simply has fewer bits, and whoever adds or multiplies does not care.

use super::{Encoding, Format};
use crate::exact::Exact;

/// Which rules of arithmetic apply to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Zero, subnormal or normal.
    Finite,
    /// An infinity.
    Infinity,
    /// Not a number.
    Nan,
}

/// A value ready for arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// The bits it was read from.
    pub bits: u64,
    /// Which rules apply.
    pub kind: Kind,
    /// The value of a finite number; for the others only its sign has a meaning.
    pub exact: Exact<u64>,
}

impl Unpacked {
    /// Whether the value is a zero of either sign.
    #[inline(always)]
    pub fn is_zero(&self) -> bool {
        self.kind == Kind::Finite && self.exact.is_zero()
    }
    /// Whether the value is a NaN.
    #[inline(always)]
    pub fn is_nan(&self) -> bool {
        self.kind == Kind::Nan
    }
    /// Whether the value is an infinity.
    #[inline(always)]
    pub fn is_infinite(&self) -> bool {
        self.kind == Kind::Infinity
    }
    /// The same value with the other sign.
    #[inline(always)]
    pub fn negated(mut self) -> Unpacked {
        self.exact.negative = !self.exact.negative;
        self
    }
}

/// Which rules of arithmetic apply to bits of a format; bits above its width are ignored.
#[inline(always)]
pub fn kind(format: &Format, bits: u64) -> Kind {
    if format.is_evenly_spaced() {
        return Kind::Finite;
    }
    let all = format.exponent_mask();
    let (field, fraction) = (bits & all, bits & format.fraction_mask());
    match format.encoding {
        Encoding::Ieee if field != all => Kind::Finite,
        Encoding::Ieee if fraction == 0 => Kind::Infinity,
        Encoding::Ieee => Kind::Nan,
        Encoding::Scale if field == all => Kind::Nan,
        Encoding::OneNan | Encoding::LastTwo if field | fraction == format.last_code() => Kind::Nan,
        Encoding::Classic if field != all => Kind::Finite,
        Encoding::LastTwo | Encoding::Classic if Some(field | fraction) == format.infinity() => Kind::Infinity,
        Encoding::Classic => Kind::Nan,
        Encoding::UnsignedZero | Encoding::UnsignedZeroInfinity if bits & format.mask() == format.sign_mask() => Kind::Nan,
        Encoding::UnsignedZeroInfinity if field | fraction == format.last_code() => Kind::Infinity,
        Encoding::FixedPoint if bits & 0x4000_0000 == 0 => Kind::Finite,
        Encoding::FixedPoint if bits & 0x0080_0000 != 0 => Kind::Infinity,
        Encoding::FixedPoint => Kind::Nan,
        _ => Kind::Finite,
    }
}

/// Reads bits in a format; bits above the format's width are ignored.
#[inline(always)]
pub fn unpack(format: &Format, bits: u64) -> Unpacked {
    let (bits, kind) = (bits & format.mask(), kind(format, bits));
    let negative = bits & format.sign_mask() != 0;
    if format.is_evenly_spaced() {
        let magnitude = if negative { bits.wrapping_neg() & format.mask() } else { bits };
        return Unpacked { bits, kind, exact: Exact { negative, magnitude, exponent: format.quantum() } };
    }
    let unsigned = bits & !format.sign_mask();
    let field = unsigned >> format.fraction_bits;
    let (magnitude, places) = match format.encoding {
        Encoding::FixedPoint => (bits & (format.exponent_mask() | format.fraction_mask()), 0),
        Encoding::Scale => (1, field),
        // Each code below the smallest normal number is a zero, whose unit is that number's power of two.
        _ if !format.subnormals && field == 0 => (0, u64::from(format.fraction_bits)),
        // What packing adds up: the significand, whose implicit bit counts as one, and the places by which it stands above the smallest.
        _ => {
            let places = field.saturating_sub(1);
            (unsigned - (places << format.fraction_bits), places)
        }
    };
    Unpacked { bits, kind, exact: Exact { negative, magnitude, exponent: format.quantum() + places as i32 } }
}
