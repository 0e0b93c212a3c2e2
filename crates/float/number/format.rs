//! Formats as rows of facts: what a row says, and what follows from it.

/// How the exponent field's extreme patterns are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// IEEE 754: an exponent of all ones is an infinity (fraction zero) or a NaN.
    Ieee,
    /// The OCP 8-bit format E4M3: no infinity, and only exponent and fraction of all ones is a NaN.
    OneNan,
    /// As [`Encoding::OneNan`], and the last code but one is an infinity.
    LastTwo,
    /// An exponent of all ones is no number: the last code but one is an infinity, the others are NaNs. So `cfloat` of the library Universal
    /// has it.
    Classic,
    /// No infinity and no NaN: every pattern is a number.
    Finite,
    /// The NaN is in the place of -0, and there is no infinity: what other libraries call `fnuz`, finite with NaN and unsigned zero.
    UnsignedZero,
    /// As [`Encoding::UnsignedZero`], and the last code is an infinity: the signed formats of IEEE's working group P3109.
    UnsignedZeroInfinity,
    /// A power of two, and one NaN of all ones: no sign, no fraction, no zero.
    Scale,
    /// The range-reduction word that RRO hands to MUFU: a fixed-point number. Bit 30 flags a special value, which bit 23 tells apart
    /// (set: infinity, clear: NaN); below it stand a 7-bit integer and a 23-bit fraction.
    FixedPoint,
    /// A fixed-point number in two's complement: the integer field, the sign its highest bit, and the fraction.
    SignedFixedPoint,
    /// An integer in two's complement.
    Signed,
    /// An integer without a sign.
    Unsigned,
}

impl Encoding {
    /// Whether the code of -0 is a NaN.
    pub const fn has_unsigned_zero(self) -> bool {
        matches!(self, Encoding::UnsignedZero | Encoding::UnsignedZeroInfinity)
    }
}

/// The facts that distinguish one format from another.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Format {
    /// The name NVIDIA's manuals use.
    pub name: &'static str,
    /// The name in plain words, for a reader who does not know the first.
    pub long_name: &'static str,
    /// Bits of the exponent field (of the integer field, in a fixed-point word).
    pub exponent_bits: u32,
    /// Bits of the stored fraction, without the implicit bit.
    pub fraction_bits: u32,
    /// What is subtracted from the exponent field.
    pub bias: i32,
    /// How the extreme exponents are used.
    pub encoding: Encoding,
    /// Whether there is a sign: its bit is the highest.
    pub signed: bool,
    /// Whether an exponent field of 0 holds numbers below the smallest normal one; otherwise each of its codes is a zero.
    pub subnormals: bool,
    /// The NaN that arithmetic creates in this format when no operand's payload is kept.
    ///
    /// F32 and F16: measured through NVIDIA's constant folding (7fffffff, 7fff). F64: the pattern of CUDA's own `CUDART_NAN`.
    pub default_nan: u64,
    /// Bits below the number in a register that holds it; they are zero.
    pub spare_bits: u32,
    /// Bits above it that its own width does not ask for: a number of 4 bits in a byte.
    pub spare_above: u32,
    /// Whether the page of one number has a row for it.
    pub shown: bool,
    /// Whether the tables of encodings and extreme values have a column for it, and numbers can be rounded into it there.
    pub taught: bool,
    /// What decides the value of a pattern, in one word: the whole program asks which format it has.
    pub(super) key: u64,
}

/// Formats are equal that give every pattern in a lane the same value, whatever they are called.
impl PartialEq for Format {
    #[inline(always)]
    fn eq(&self, other: &Format) -> bool {
        self.key == other.key
    }
}

/// Which part of a number a field is; views colour by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldRole {
    /// The sign bit.
    Sign,
    /// The flag of a special value in a range-reduction word.
    Special,
    /// The biased exponent.
    Exponent,
    /// The integer part of a fixed-point word.
    Integer,
    /// The stored fraction.
    Fraction,
}

/// One field of a format: bits `high` down to `low`, counted from the least significant bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// What the field holds.
    pub role: FieldRole,
    /// The most significant bit.
    pub high: u32,
    /// The least significant bit.
    pub low: u32,
}

/// An IEEE-style row: bias 2^(e-1)-1 and the exponent of all ones reserved.
pub const fn ieee(name: &'static str, long_name: &'static str, exponent_bits: u32, fraction_bits: u32, default_nan: u64) -> Format {
    Format {
        name,
        long_name,
        exponent_bits,
        fraction_bits,
        bias: (1 << (exponent_bits - 1)) - 1,
        encoding: Encoding::Ieee,
        signed: true,
        subnormals: true,
        default_nan,
        spare_bits: 0,
        spare_above: 0,
        shown: true,
        taught: true,
        key: 0,
    }
    .with_key()
}

/// A row without infinities and NaNs; what conversions make of a NaN is the largest number.
pub(super) const fn finite(name: &'static str, long_name: &'static str, exponent_bits: u32, fraction_bits: u32) -> Format {
    let largest = (1 << (exponent_bits + fraction_bits)) - 1;
    Format { encoding: Encoding::Finite, taught: false, ..ieee(name, long_name, exponent_bits, fraction_bits, largest) }.with_key()
}

/// A row without signs and infinities, its NaN all ones.
pub(super) const fn positive(name: &'static str, long_name: &'static str, exponent_bits: u32, fraction_bits: u32) -> Format {
    let nan = (1 << (exponent_bits + fraction_bits)) - 1;
    let encoding = Encoding::OneNan;
    Format { encoding, signed: false, taught: false, ..ieee(name, long_name, exponent_bits, fraction_bits, nan) }.with_key()
}

impl Format {
    /// Whether there are numbers between zero and the smallest normal one.
    pub const fn has_subnormals(&self) -> bool {
        self.subnormals && self.fraction_bits > 0
    }

    /// The row with its facts in one word. Whoever changes a fact of a row calls this last.
    pub(super) const fn with_key(self) -> Format {
        let widths = self.exponent_bits as u64 | (self.fraction_bits as u64) << 8 | (self.spare_above as u64) << 16;
        let kinds = (self.encoding as u64) << 20 | (self.signed as u64) << 24 | (self.subnormals as u64) << 25;
        Format { key: widths | kinds | (self.bias as u32 as u64) << 32, ..self }
    }
    /// The row with another bias.
    pub const fn biased(self, bias: i32) -> Format {
        Format { bias, ..self }.with_key()
    }
    /// The row of a register that holds so many zeros below the number; no page has a row or a column for it.
    pub const fn above_zeros(self, spare_bits: u32) -> Format {
        Format { spare_bits, shown: false, taught: false, ..self }
    }
    /// Bits from the sign down to the last place.
    pub const fn width(&self) -> u32 {
        let special = matches!(self.encoding, Encoding::FixedPoint);
        self.signed as u32 + special as u32 + self.exponent_bits + self.fraction_bits
    }
    /// Bytes of a number in memory.
    pub const fn bytes(&self) -> usize {
        self.width().div_ceil(8) as usize
    }
    /// Significant bits of a normal number, the implicit one included.
    pub const fn precision(&self) -> u32 {
        self.fraction_bits + 1
    }
    /// The exponent of the largest finite number's leading bit.
    pub const fn emax(&self) -> i32 {
        match self.encoding {
            Encoding::Ieee | Encoding::Classic | Encoding::Scale => (1 << self.exponent_bits) - 2 - self.bias,
            Encoding::OneNan | Encoding::LastTwo | Encoding::Finite | Encoding::UnsignedZero | Encoding::UnsignedZeroInfinity => {
                (self.largest() >> self.fraction_bits) as i32 - self.bias
            }
            Encoding::FixedPoint | Encoding::SignedFixedPoint => self.exponent_bits as i32 - 1,
            Encoding::Signed | Encoding::Unsigned => self.fraction_bits as i32 - 1,
        }
    }
    /// The exponent of the smallest normal number's leading bit.
    pub const fn emin(&self) -> i32 {
        if matches!(self.encoding, Encoding::Scale) { -self.bias } else { 1 - self.bias }
    }
    /// The exponent of the last place of the smallest numbers: every value is a multiple of 2 to this power.
    pub const fn quantum(&self) -> i32 {
        match self.encoding {
            Encoding::FixedPoint | Encoding::SignedFixedPoint => -(self.fraction_bits as i32),
            Encoding::Signed | Encoding::Unsigned => 0,
            _ => self.emin() - self.fraction_bits as i32,
        }
    }
    /// The exponent of the last place that is kept of a number whose leading bit counts 2 to this power.
    pub const fn last_place(&self, leading: i32) -> i32 {
        match leading < self.emin() {
            false => leading - self.fraction_bits as i32,
            true if self.subnormals => self.quantum(),
            // Between zero and the smallest normal number there is nothing.
            true => self.emin(),
        }
    }
    /// The sign bit; nothing in a format without one.
    pub const fn sign_mask(&self) -> u64 {
        if self.signed { 1 << (self.width() - 1) } else { 0 }
    }
    /// Every bit of the format.
    pub const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width())
    }
    /// The stored fraction.
    pub const fn fraction_mask(&self) -> u64 {
        if self.fraction_bits == 0 { 0 } else { u64::MAX >> (64 - self.fraction_bits) }
    }
    /// The exponent field, in place.
    pub const fn exponent_mask(&self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }
    /// The last code of a positive sign: exponent and fraction of all ones.
    pub const fn last_code(&self) -> u64 {
        self.exponent_mask() | self.fraction_mask()
    }
    /// The quiet bit of a NaN: the top of the fraction. None in the one NaN of a format that has it in the place of -0.
    pub const fn quiet_bit(&self) -> u64 {
        if self.fraction_bits == 0 || self.encoding.has_unsigned_zero() { 0 } else { 1 << (self.fraction_bits - 1) }
    }
    /// Positive infinity, where the format has one.
    pub const fn infinity(&self) -> Option<u64> {
        match self.encoding {
            Encoding::Ieee => Some(self.exponent_mask()),
            Encoding::LastTwo | Encoding::Classic => Some(self.last_code() - 1),
            Encoding::UnsignedZeroInfinity => Some(self.last_code()),
            Encoding::FixedPoint => Some(0x4080_0000),
            _ => None,
        }
    }
    /// The NaN that arithmetic creates, where the format has one.
    pub const fn nan(&self) -> Option<u64> {
        match self.encoding {
            Encoding::Finite | Encoding::SignedFixedPoint | Encoding::Signed | Encoding::Unsigned => None,
            _ => Some(self.default_nan),
        }
    }
    /// The largest finite number's bits.
    pub const fn largest(&self) -> u64 {
        match self.encoding {
            Encoding::Ieee | Encoding::Classic | Encoding::Scale => self.exponent_mask() - 1,
            Encoding::OneNan | Encoding::UnsignedZeroInfinity => self.last_code() - 1,
            Encoding::LastTwo => self.last_code() - 2,
            Encoding::Finite | Encoding::UnsignedZero | Encoding::SignedFixedPoint => self.last_code(),
            Encoding::FixedPoint => 0x3fff_ffff,
            Encoding::Signed | Encoding::Unsigned => self.fraction_mask(),
        }
    }
    /// The smallest positive normal number's bits.
    pub const fn smallest_normal(&self) -> u64 {
        match self.encoding {
            Encoding::Scale => 0,
            Encoding::SignedFixedPoint | Encoding::Signed | Encoding::Unsigned => 1,
            _ => 1 << self.fraction_bits,
        }
    }
    /// The bits of 1.
    pub const fn one(&self) -> u64 {
        match self.encoding {
            Encoding::FixedPoint | Encoding::SignedFixedPoint => 1 << self.fraction_bits,
            Encoding::Signed | Encoding::Unsigned => 1,
            _ => (self.bias as u64) << self.fraction_bits,
        }
    }
    /// The code of a power of two in a format of scale factors; beyond the range the end of it.
    pub fn power(&self, exponent: i32) -> u64 {
        (exponent.clamp(self.emin(), self.emax()) + self.bias) as u64
    }
    /// Whether results can be rounded into this format (a range-reduction word is only read, what is in two's complement is clamped, a
    /// scale keeps no digits).
    pub const fn is_floating(&self) -> bool {
        !matches!(self.encoding, Encoding::Scale | Encoding::FixedPoint) && !self.is_evenly_spaced()
    }
    /// The code of the next larger magnitude: of the smallest number after zero, of infinity after the largest number. None where nothing
    /// is larger.
    pub const fn above(&self, magnitude: u64) -> Option<u64> {
        match magnitude {
            0 if !self.subnormals => Some(self.smallest_normal()),
            _ if magnitude < self.largest() => Some(magnitude + 1),
            _ if magnitude == self.largest() && self.is_floating() => self.infinity(),
            _ => None,
        }
    }
    /// Codes of a positive sign between zero and the smallest number, all of them zeros.
    pub const fn subnormal_zero_codes(&self) -> u64 {
        if self.subnormals { 0 } else { self.fraction_mask() }
    }
    /// Whether every number of another format is one of this format, too.
    pub const fn holds(&self, other: &Format) -> bool {
        self.precision() >= other.precision()
            && (if self.subnormals { self.quantum() } else { self.emin() }) <= other.quantum()
            && self.emax() >= other.emax()
            && (self.sign_mask() != 0 || other.sign_mask() == 0)
    }
    /// Whether the format holds integers.
    pub const fn is_integer(&self) -> bool {
        matches!(self.encoding, Encoding::Signed | Encoding::Unsigned)
    }
    /// Whether the format counts in equal steps, negative numbers in two's complement.
    pub const fn is_evenly_spaced(&self) -> bool {
        matches!(self.encoding, Encoding::SignedFixedPoint | Encoding::Signed | Encoding::Unsigned)
    }
    /// Whether a zero with its sign set is another pattern than zero.
    pub const fn has_negative_zero(&self) -> bool {
        self.sign_mask() != 0 && !self.is_evenly_spaced() && !self.encoding.has_unsigned_zero()
    }
    /// The bits of a magnitude with a sign. Where there is no negative zero, a zero has none.
    #[inline(always)]
    pub const fn with_sign(&self, negative: bool, magnitude: u64) -> u64 {
        if negative && (magnitude != 0 || self.has_negative_zero()) { magnitude | self.sign_mask() } else { magnitude }
    }
    /// The smallest number's bits in a format in two's complement.
    pub const fn lowest_integer(&self) -> u64 {
        self.sign_mask()
    }
    /// The fields from the most significant down.
    pub fn fields(&self) -> Vec<Field> {
        let top = self.width() - 1;
        let fraction = Field { role: FieldRole::Fraction, high: self.fraction_bits.max(1) - 1, low: 0 };
        let whole = |role| Field { role, high: self.fraction_bits + self.exponent_bits - 1, low: self.fraction_bits };
        let sign = Field { role: FieldRole::Sign, high: top, low: top };
        match self.encoding {
            Encoding::Signed => vec![sign, Field { role: FieldRole::Integer, high: top - 1, low: 0 }],
            Encoding::Scale => vec![whole(FieldRole::Exponent)],
            Encoding::SignedFixedPoint => vec![sign, whole(FieldRole::Integer), fraction],
            Encoding::Unsigned => vec![Field { role: FieldRole::Integer, high: top, low: 0 }],
            Encoding::FixedPoint => {
                vec![sign, Field { role: FieldRole::Special, high: top - 1, low: top - 1 }, whole(FieldRole::Integer), fraction]
            }
            _ => {
                let mut fields = vec![sign, whole(FieldRole::Exponent), fraction];
                fields.truncate(if self.fraction_bits == 0 { 2 } else { 3 });
                fields.drain(..usize::from(!self.signed));
                fields
            }
        }
    }
}
