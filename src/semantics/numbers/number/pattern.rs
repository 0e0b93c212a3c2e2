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
        let magnitude = (self.bits & !self.format.sign_mask()) as i64;
        (!self.is_nan()).then_some(if self.is_negative() { -magnitude } else { magnitude })
    }

    /// The pattern at a place on the number line, if there is one.
    pub fn at_ordinal(format: &'static Format, ordinal: i64) -> Option<Pattern> {
        let magnitude = ordinal.unsigned_abs();
        if format.is_evenly_spaced() {
            let below = if format.sign_mask() == 0 { 0 } else { format.largest() + 1 };
            let fits = magnitude <= if ordinal < 0 { below } else { format.largest() };
            return fits.then(|| Pattern::new(format, ordinal as u64));
        }
        let last = if format.encoding == Encoding::Ieee { format.exponent_mask() } else { format.largest() };
        (magnitude <= last).then(|| Pattern { format, bits: magnitude | if ordinal < 0 { format.sign_mask() } else { 0 } })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{E4M3, F16, F32, F64, RANGE_REDUCTION, S8, S32, S64, U8, U64};

    #[test]
    fn integers_have_no_class_of_numbers() {
        assert_eq!(Pattern::new(S32, 1).class_name(), "integer");
        assert_eq!(Pattern::new(S32, 0).class_name(), "integer");
        assert_eq!(Pattern::new(F32::ROW, 1).class_name(), "subnormal");
    }

    #[test]
    fn classes() {
        let check = |format, bits, class| assert_eq!(Pattern::new(format, bits).class(), class, "{bits:x}");
        check(F32::ROW, 0x8000_0000, Class::Zero);
        check(F32::ROW, 0x007f_ffff, Class::Subnormal);
        check(F32::ROW, 0x0080_0000, Class::Normal);
        check(F32::ROW, 0xff80_0000, Class::Infinity);
        check(F32::ROW, 0x7f80_0001, Class::SignalingNan);
        check(F64::ROW, 0x7ff8_0000_0000_0000, Class::QuietNan);
        check(E4M3::ROW, 0x7f, Class::QuietNan);
        check(E4M3::ROW, 0x7e, Class::Normal);
        check(&RANGE_REDUCTION, 0x4080_0000, Class::Infinity);
    }

    #[test]
    fn integers_are_counted_in_twos_complement() {
        let ordinal = |format, bits| Pattern::new(format, bits).ordinal();
        assert_eq!(
            (ordinal(S8, 0x80), ordinal(S8, 0xff), ordinal(U8, 0xff), ordinal(S64, 1 << 63)),
            (Some(-128), Some(-1), Some(255), Some(i64::MIN))
        );
        assert_eq!(ordinal(U64, u64::MAX), None);
        let up = |format, bits| Pattern::new(format, bits).next_up().map(|next| next.bits);
        assert_eq!((up(S8, 0xff), up(S8, 0x7f), up(U8, 0xfe), up(U8, 0xff)), (Some(0), None, Some(0xff), None));
        assert_eq!(Pattern::new(S8, 0).next_down().map(|next| next.bits), Some(0xff));
        assert_eq!(Pattern::new(U8, 0).next_down(), None);
        let shown = |format, bits| Pattern::new(format, bits).shortest_decimal();
        assert_eq!(
            (shown(S32, 0x8000_0000), shown(U64, u64::MAX), shown(S8, 0)),
            ("-2147483648".into(), "18446744073709551615".into(), "0".into())
        );
    }

    #[test]
    fn neighbours_walk_the_whole_line() {
        let mut at = Pattern::new(F16::ROW, 0xfc00);
        let mut steps = 0;
        while let Some(next) = at.next_up() {
            assert_eq!(next.next_down(), Some(at).map(|p| if p.bits == 0x8000 { Pattern { bits: 0, ..p } } else { p }));
            at = next;
            steps += 1;
        }
        assert_eq!((at.bits, steps), (0x7c00, 2 * 0x7c00));
    }
}
