//! The rows of all formats.
//!
//! The facts of F16, F32 and F64 are those of IEEE 754 binary16/32/64; E4M3 and E5M2 follow the OCP 8-bit specification, E2M3, E3M2,
//! E2M1 and UE8M0 that of its MX formats; UE4M3, UE5M3, S2F6 (PTX ISA 9.4, alternate and fixed-point formats) and the two words without
//! a full number in them (1.1.7.23 and 1.11.20) are NVIDIA's.

use super::format::{Encoding, Format, finite, ieee, positive};

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident, $row:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl $name {
            /// The row of facts.
            pub const FORMAT: Format = $row.with_key();
            /// The row as a static reference: steps and views keep it.
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

impl Format {
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
