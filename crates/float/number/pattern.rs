//! Bits together with the format they are read in: everything a view asks about one number.

use super::unpacked::unpack;
use super::{Encoding, Format, Kind, Unpacked};
use crate::exact::Exact;

/// What sort of value a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Zero of either sign.
    Zero,
    /// Below the smallest normal number: no implicit bit.
    Subnormal,
    /// An ordinary number with an implicit leading one.
    Normal,
    /// An infinity.
    Infinity,
    /// Not a number, quiet bit set.
    QuietNan,
    /// Not a number, quiet bit clear.
    SignalingNan,
}

impl Class {
    /// The term used on the page.
    pub fn name(self) -> &'static str {
        match self {
            Class::Zero => "zero",
            Class::Subnormal => "subnormal",
            Class::Normal => "normal",
            Class::Infinity => "infinity",
            Class::QuietNan => "quiet NaN",
            Class::SignalingNan => "signaling NaN",
        }
    }
}

/// Bits read in a format. Bits above the format's width are always zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The format.
    pub format: &'static Format,
    /// The bits, right-aligned.
    pub bits: u64,
}

impl Pattern {
    /// Reads the low bits of a word in a format.
    pub fn new(format: &'static Format, bits: u64) -> Pattern {
        Pattern { format, bits: bits & format.mask() }
    }

    /// The value taken apart.
    pub fn unpacked(&self) -> Unpacked {
        unpack(self.format, self.bits)
    }

    /// The class.
    pub fn class(&self) -> Class {
        let unpacked = self.unpacked();
        match unpacked.kind {
            Kind::Infinity => Class::Infinity,
            Kind::Nan if self.format.encoding == Encoding::Ieee && self.bits & self.format.quiet_bit() == 0 => Class::SignalingNan,
            Kind::Nan => Class::QuietNan,
            Kind::Finite if unpacked.exact.is_zero() => Class::Zero,
            Kind::Finite if self.format.is_floating() && self.bits & self.format.exponent_mask() == 0 => Class::Subnormal,
            Kind::Finite => Class::Normal,
        }
    }

    /// The term for the class, as the page uses it. Integers are none of the kinds that floating-point numbers are.
    pub fn class_name(&self) -> &'static str {
        if self.format.is_integer() { "integer" } else { self.class().name() }
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        self.bits & self.format.sign_mask() != 0
    }

    /// Whether the pattern is a number with a value: neither infinite nor a NaN.
    pub fn is_finite(&self) -> bool {
        self.unpacked().kind == Kind::Finite
    }

    /// Whether the pattern is a NaN.
    pub fn is_nan(&self) -> bool {
        self.unpacked().is_nan()
    }

    /// The exact value of a finite number.
    pub fn exact(&self) -> Option<Exact<u64>> {
        self.is_finite().then(|| self.unpacked().exact)
    }

    /// The exponent field as stored.
    pub fn exponent_field(&self) -> u64 {
        (self.bits & self.format.exponent_mask()) >> self.format.fraction_bits
    }

    /// The fraction field as stored.
    pub fn fraction_field(&self) -> u64 {
        self.bits & self.format.fraction_mask()
    }

    /// The power of two of one unit in the last place of a finite number.
    pub fn ulp_exponent(&self) -> Option<i32> {
        self.exact().map(|exact| exact.exponent)
    }

    /// The place on the number line, counted in representable steps from zero; both zeros are 0. None for a NaN.
    pub fn ordinal(&self) -> Option<i64> {
        if self.format.is_evenly_spaced() {
            let exact = self.unpacked().exact;
            let magnitude = i128::from(exact.magnitude);
            return i64::try_from(if exact.negative { -magnitude } else { magnitude }).ok();
        }
        let code = match self.unpacked().kind {
            Kind::Nan => return None,
            Kind::Infinity if self.format.is_floating() => self.format.largest() + 1,
            _ => self.bits & !self.format.sign_mask(),
        };
        let magnitude = code.saturating_sub(self.format.subnormal_zero_codes()) as i64;
        Some(if self.is_negative() { -magnitude } else { magnitude })
    }

    /// The pattern at a place on the number line, if there is one.
    pub fn at_ordinal(format: &'static Format, ordinal: i64) -> Option<Pattern> {
        let magnitude = ordinal.unsigned_abs();
        if format.is_evenly_spaced() {
            let below = if format.sign_mask() == 0 { 0 } else { format.largest() + 1 };
            let fits = magnitude <= if ordinal < 0 { below } else { format.largest() };
            return fits.then(|| Pattern::new(format, ordinal as u64));
        }
        let code = if magnitude == 0 { 0 } else { magnitude.checked_add(format.subnormal_zero_codes())? };
        let bits = if code > format.largest() { format.above(code - 1)? } else { code };
        (ordinal >= 0 || format.signed).then(|| Pattern { format, bits: bits | if ordinal < 0 { format.sign_mask() } else { 0 } })
    }

    /// The next larger value, or None at the top of the line and for a NaN.
    pub fn next_up(&self) -> Option<Pattern> {
        Pattern::at_ordinal(self.format, self.ordinal()?.checked_add(1)?)
    }

    /// The next smaller value, or None at the bottom of the line and for a NaN. (Below +0 comes the smallest negative subnormal.)
    pub fn next_down(&self) -> Option<Pattern> {
        Pattern::at_ordinal(self.format, self.ordinal()?.checked_sub(1)?)
    }
}
