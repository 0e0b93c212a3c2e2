//! Formats as rows of facts, and the zero-sized names that let the compiler specialise arithmetic for a row.
//!
//! The facts of F16, F32 and F64 are those of IEEE 754 binary16/32/64; E4M3 and E5M2 follow the OCP 8-bit specification, E2M3, E3M2,
//! E2M1 and UE8M0 that of its MX formats; UE4M3, UE5M3, S2F6 (PTX ISA 9.4, alternate and fixed-point formats) and the two words without
//! a full number in them (1.1.7.23 and 1.11.20) are NVIDIA's.

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
const fn finite(name: &'static str, long_name: &'static str, exponent_bits: u32, fraction_bits: u32) -> Format {
    let largest = (1 << (exponent_bits + fraction_bits)) - 1;
    Format { encoding: Encoding::Finite, taught: false, ..ieee(name, long_name, exponent_bits, fraction_bits, largest) }.with_key()
}

/// A row without signs and infinities, its NaN all ones.
const fn positive(name: &'static str, long_name: &'static str, exponent_bits: u32, fraction_bits: u32) -> Format {
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
            Encoding::OneNan | Encoding::LastTwo | Encoding::Finite => (self.largest() >> self.fraction_bits) as i32 - self.bias,
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
    /// The quiet bit of a NaN: the top of the fraction.
    pub const fn quiet_bit(&self) -> u64 {
        if self.fraction_bits == 0 { 0 } else { 1 << (self.fraction_bits - 1) }
    }
    /// Positive infinity, where the format has one.
    pub const fn infinity(&self) -> Option<u64> {
        match self.encoding {
            Encoding::Ieee => Some(self.exponent_mask()),
            Encoding::LastTwo | Encoding::Classic => Some(self.last_code() - 1),
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
            Encoding::OneNan => self.last_code() - 1,
            Encoding::LastTwo => self.last_code() - 2,
            Encoding::Finite | Encoding::SignedFixedPoint => self.last_code(),
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
        matches!(self.encoding, Encoding::Ieee | Encoding::OneNan | Encoding::LastTwo | Encoding::Classic | Encoding::Finite)
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
        self.sign_mask() != 0 && !self.is_evenly_spaced()
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
    /// The whole numbers of the format: its precision and exponents, and nothing below 2^0.
    pub fn whole_numbers(&self) -> &'static Format {
        let place = EVERY.iter().position(|row| *row == self);
        place.and_then(|place| WHOLE_NUMBERS.get(place)).unwrap_or_else(|| unreachable!("{} stands in the table", self.name))
    }
    /// The format of that name (`F32`, `f32`, `.f32`, `s64`), if a view can show it or it holds integers.
    pub fn named(name: &str) -> Option<&'static Format> {
        let name = name.trim_start_matches('.');
        shown().chain(integers()).find(|format| format.name.eq_ignore_ascii_case(name))
    }
}

/// A format to compute in. One that is known when the code is compiled is a type ([`F32`]), and arithmetic is specialised for it; every
/// other of at most 32 bits is a row that is looked at while it computes ([`Narrow`]), and so are singles where a recorder listens.
pub trait Float: Copy {
    /// An integer that holds a whole product in this format with room for the discarded tail.
    type Product: crate::exact::Word;
    /// The row of facts.
    fn row(self) -> &'static Format;
    /// That of the operands of a sum or a product, where results are rounded into a narrower one.
    #[inline(always)]
    fn operands(self) -> &'static Format {
        self.row()
    }
}

/// A format of at most 32 bits, by its row, and that of the operands.
#[derive(Clone, Copy, Debug)]
pub struct Narrow {
    to: &'static Format,
    from: &'static Format,
}

impl Narrow {
    /// A format whose operands and results are its own.
    pub const fn of(format: &'static Format) -> Narrow {
        Narrow { to: format, from: format }
    }
    /// A format into which what is computed in another one is rounded.
    pub const fn from(self, from: &'static Format) -> Narrow {
        Narrow { from, ..self }
    }
}

impl Float for Narrow {
    type Product = u64;
    #[inline(always)]
    fn row(self) -> &'static Format {
        self.to
    }
    #[inline(always)]
    fn operands(self) -> &'static Format {
        self.from
    }
}

impl Float for F32 {
    type Product = u64;
    #[inline(always)]
    fn row(self) -> &'static Format {
        F32::ROW
    }
}

impl Float for F64 {
    type Product = u128;
    #[inline(always)]
    fn row(self) -> &'static Format {
        F64::ROW
    }
}

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident, $row:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl $name {
            /// The row of facts.
            pub const FORMAT: Format = $row.with_key();
            /// The same row with a lasting address, for steps and views.
            pub const ROW: &'static Format = &Self::FORMAT;
        }
    )*};
}

#[rustfmt::skip]
formats! {
    /// Half precision, binary16.
    F16, ieee("F16", "half precision", 5, 10, 0x7fff);
    /// bfloat16: the upper half of a single.
    BF16, ieee("BF16", "bfloat16", 8, 7, 0x7fff);
    /// Single precision, binary32.
    F32, ieee("F32", "single precision", 8, 23, 0x7fff_ffff);
    /// Double precision, binary64.
    F64, ieee("F64", "double precision", 11, 52, 0xfff8_0000_0000_0000);
    /// The 8-bit format with four exponent bits and a single NaN.
    E4M3, Format { encoding: Encoding::OneNan, ..ieee("E4M3", "8-bit, finite only", 4, 3, 0x7f) };
    /// The 8-bit format with five exponent bits, IEEE in all but width.
    E5M2, ieee("E5M2", "8-bit, IEEE style", 5, 2, 0x7f);
    /// The 6-bit format with two exponent bits; a conversion of a NaN gives its largest number.
    E2M3, finite("E2M3", "6-bit, more precision", 2, 3);
    /// The 6-bit format with three exponent bits.
    E3M2, finite("E3M2", "6-bit, more range", 3, 2);
    /// The 4-bit format.
    E2M1, finite("E2M1", "4-bit", 2, 1);
    /// The power of two by which a block of numbers is scaled.
    UE8M0, Format { encoding: Encoding::Scale, signed: false, taught: false, ..ieee("UE8M0", "scale factor, a power of two", 8, 0, 0xff) };
    /// The scale factor of 16 numbers of 4 bits: E4M3 without its sign.
    UE4M3, positive("UE4M3", "7-bit scale factor", 4, 3);
    /// The scale factor with more range: five exponent bits, no sign.
    UE5M3, positive("UE5M3", "8-bit scale factor", 5, 3);
    /// Fixed point, steps of 1/64 from -2 to 127/64: `exponent_bits` counts the integer bits below the sign.
    S2F6, Format { bias: 0, encoding: Encoding::SignedFixedPoint, taught: false, ..ieee("S2F6", "8-bit fixed point", 1, 6, 0x7f) };
}

/// The 1.1.7.23 word that the range-reduction operator hands to the special function unit.
pub const RANGE_REDUCTION: Format = Format {
    name: "1.1.7.23",
    long_name: "range-reduction word",
    exponent_bits: 7,
    fraction_bits: 23,
    bias: 0,
    encoding: Encoding::FixedPoint,
    signed: true,
    subnormals: true,
    default_nan: 0x4000_0000,
    spare_bits: 0,
    spare_above: 0,
    shown: true,
    taught: false,
    key: 0,
}
.with_key();

/// The 1.11.20 word: the upper half of an F64, all that `rcp.approx.ftz.f64` reads.
pub const F64_HIGH: Format = Format { taught: false, ..ieee("1.11.20", "upper word of a double", 11, 20, 0x7fff_ffff) };

/// TensorFloat-32: the range of a single with the precision of a half; a register holds its 19 bits above 13 zeros.
pub const TF32: &Format = &Format { spare_bits: 13, shown: false, ..ieee("TF32", "TensorFloat-32", 8, 10, 0x3_ffff) };

/// E2M1 in the lower half of a byte, as `.e2m1p4x4` holds it.
pub const E2M1_IN_A_BYTE: &Format = &Format { spare_above: 4, shown: false, ..E2M1::FORMAT }.with_key();

/// A predicate as a number: 1 or 0.
pub const PREDICATE: Format = integer("pred", "predicate", Encoding::Unsigned, 1);

/// An integer of so many bits; `fraction_bits` are those below the sign.
const fn integer(name: &'static str, long_name: &'static str, encoding: Encoding, fraction_bits: u32) -> Format {
    Format {
        name,
        long_name,
        exponent_bits: 0,
        fraction_bits,
        bias: 0,
        encoding,
        signed: matches!(encoding, Encoding::Signed),
        subnormals: true,
        default_nan: 0,
        spare_bits: 0,
        spare_above: 0,
        shown: false,
        taught: false,
        key: 0,
    }
    .with_key()
}

/// Signed 8-bit integers.
pub const S8: &Format = &integer("S8", "8-bit signed integer", Encoding::Signed, 7);
/// Signed 16-bit integers.
pub const S16: &Format = &integer("S16", "16-bit signed integer", Encoding::Signed, 15);
/// Signed 32-bit integers.
pub const S32: &Format = &integer("S32", "32-bit signed integer", Encoding::Signed, 31);
/// Signed 64-bit integers.
pub const S64: &Format = &integer("S64", "64-bit signed integer", Encoding::Signed, 63);
/// Unsigned 8-bit integers.
pub const U8: &Format = &integer("U8", "8-bit unsigned integer", Encoding::Unsigned, 8);
/// Unsigned 16-bit integers.
pub const U16: &Format = &integer("U16", "16-bit unsigned integer", Encoding::Unsigned, 16);
/// Unsigned 32-bit integers.
pub const U32: &Format = &integer("U32", "32-bit unsigned integer", Encoding::Unsigned, 32);
/// Unsigned 64-bit integers.
pub const U64: &Format = &integer("U64", "64-bit unsigned integer", Encoding::Unsigned, 64);

/// Every format: those of numbers with a point first, of them the one of widest use.
#[rustfmt::skip]
pub const EVERY: &[&Format] = &[
    F32::ROW, F64::ROW, F16::ROW, BF16::ROW, TF32, E4M3::ROW, E5M2::ROW, E2M3::ROW, E3M2::ROW, E2M1::ROW, UE8M0::ROW, UE4M3::ROW, UE5M3::ROW,
    S2F6::ROW, &RANGE_REDUCTION, &F64_HIGH, E2M1_IN_A_BYTE,
    U8, U16, U32, U64, S8, S16, S32, S64, &PREDICATE,
];

/// The formats that the page of one number shows.
pub fn shown() -> impl Iterator<Item = &'static Format> {
    EVERY.iter().copied().filter(|format| format.shown)
}

/// The formats of the tables of encodings and extreme values.
pub fn taught() -> impl Iterator<Item = &'static Format> {
    EVERY.iter().copied().filter(|format| format.taught)
}

/// The formats of integers that instructions convert from and to.
pub fn integers() -> impl Iterator<Item = &'static Format> {
    EVERY.iter().copied().filter(|format| format.is_integer() && format.width() > 1)
}

/// The whole numbers of each format.
static WHOLE_NUMBERS: [Format; EVERY.len()] = {
    let mut rows = [F32::FORMAT; EVERY.len()];
    let mut at = 0;
    while at < EVERY.len() {
        // The smallest "normal" one has its last place at 2^0.
        let bias = 1 - EVERY[at].fraction_bits as i32;
        rows[at] = Format { name: "whole number", long_name: "whole number", bias, ..*EVERY[at] }.with_key();
        at += 1;
    }
    rows
};
