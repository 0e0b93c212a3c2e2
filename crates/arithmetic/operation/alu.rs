//! Integer, logic, shift, bit-field and carry operations: one table, whose rows say name, sentence and function.
//!
//! A function takes its sources as bits and gives bits: what lies above a source's width does not count, and what lies above the
//! destination's is cut off by who calls it. The condition code's carry is handed to all of them, and those of extended precision read and
//! write it. After a subtraction it is 0 where there was a borrow: PTX ISA 9.7.2 says that it is the borrow, but an H100 has the carry of
//! `a + !b + 1` there (7,680 chains of two and three instructions), which shows where `addc` follows `sub.cc` or `subc` follows `add.cc`.

use crate::number::{Encoding, Format};

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Bits: 1, 8, 16, 32 or 64.
    pub width: u32,
    /// Whether it has a sign.
    pub signed: bool,
}

impl Kind {
    /// 32 bits without a sign.
    pub const U32: Kind = Kind { width: 32, signed: false };

    /// That of a format of integers; an untyped one counts as unsigned.
    pub const fn of(format: &Format) -> Kind {
        Kind { width: format.width(), signed: matches!(format.encoding, Encoding::Signed) }
    }

    /// The bits that it has.
    #[inline(always)]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// The integer that bits stand for.
    #[inline(always)]
    pub const fn value(self, bits: u64) -> i128 {
        if self.signed { self.extended(bits) as i64 as i128 } else { (bits & self.mask()) as i128 }
    }

    /// The bits in a register of 64: with the sign's bit in front, or zeros.
    #[inline(always)]
    pub const fn extended(self, bits: u64) -> u64 {
        let spare = 64 - self.width;
        if self.signed { ((bits << spare) as i64 >> spare) as u64 } else { bits & self.mask() }
    }

    /// The least and the greatest integer.
    const fn range(self) -> (i128, i128) {
        if self.signed { (-(1 << (self.width - 1)), (1 << (self.width - 1)) - 1) } else { (0, (1 << self.width) - 1) }
    }
}

/// What an operation computes, from the type, up to four sources and the carry.
pub type Function = fn(Kind, [u64; 4], &mut bool) -> u64;

macro_rules! operations {
    ($($name:ident $words:literal $function:expr;)*) => {
        /// An operation on integers or bits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Alu {
            $(#[doc = $words] $name,)*
        }

        impl Alu {
            /// Every operation.
            pub const ALL: &[Alu] = &[$(Alu::$name,)*];

            /// What comes out, in a sentence.
            pub const fn words(self) -> &'static str {
                match self { $(Alu::$name => $words,)* }
            }

            /// What computes it.
            pub const fn function(self) -> Function {
                match self { $(Alu::$name => $function,)* }
            }
        }
    };
}

#[rustfmt::skip]
operations! {
    Add "The sum of a and b; what does not fit above is cut off." |_, [a, b, ..], _| a.wrapping_add(b);
    AddAll "The sum of a, b, c and both words of e; what does not fit above is cut off." |_, [a, b, c, e], _| sum(a, b, c, e);
    AddAllCarries "The sum of a, b, c and both words of e; above the word stands whether it has a carry, and whether it has two." |t, [a, b, c, e], _| { let sum = sum(a, b, c, e); sum & t.mask() | u64::from(sum >> t.width >= 1) << t.width | u64::from(sum >> t.width >= 2) << (t.width + 1) };
    AddSaturating "The sum of a and b, clamped to the range of the type." |t, [a, b, ..], _| clamped(t, t.value(a) + t.value(b));
    AddPairs "The sums of the two halves of a and b." |t, [a, b, ..], _| paired(t, a, b, |a, b| a + b);
    AddSaturatingPairs "The sums of the two halves of a and b, each clamped to the range of the type." |t, [a, b, ..], _| { let half = Kind { width: 16, ..t }; halves(|place| clamped(half, half.value(a >> place) + half.value(b >> place))) };
    Subtract "The difference of a and b; what does not fit above is cut off." |_, [a, b, ..], _| a.wrapping_sub(b);
    SubtractSaturating "The difference of a and b, clamped to the range of the type." |t, [a, b, ..], _| clamped(t, t.value(a) - t.value(b));
    MultiplyLow "The lower half of the product of a and b." |_, [a, b, ..], _| a.wrapping_mul(b);
    MultiplyHigh "The upper half of the product of a and b." |t, [a, b, ..], _| high(t, a, b);
    MultiplyWide "The whole product of a and b, twice as wide as they are." |t, [a, b, ..], _| t.extended(a).wrapping_mul(t.extended(b));
    MadLow "The lower half of the product of a and b, plus c." |_, [a, b, c, _], _| a.wrapping_mul(b).wrapping_add(c);
    MadHigh "The upper half of the product of a and b, plus c." |t, [a, b, c, _], _| high(t, a, b).wrapping_add(c);
    MadHighSaturating "The upper half of the product of a and b, plus c, clamped to the range of the type." |t, [a, b, c, _], _| clamped(t, t.value(high(t, a, b)) + t.value(c));
    MadWide "The whole product of a and b, twice as wide as they are, plus c." |t, [a, b, c, _], _| t.extended(a).wrapping_mul(t.extended(b)).wrapping_add(c);
    MadLowAll "The lower half of the product of a and b, plus c and e." |_, [a, b, c, e], _| a.wrapping_mul(b).wrapping_add(c).wrapping_add(e);
    MadLowCarry "The lower half of the product of a and b, plus c; the carry of the sum stands above the word." |t, [a, b, c, _], _| (a.wrapping_mul(b) & t.mask()).wrapping_add(c & t.mask());
    MadWideAll "The whole product of a and b, twice as wide as they are, plus c and e." |t, [a, b, c, e], _| wide_sum(t, a, b, c, e) as u64;
    MadWideCarry "The carry of the product of a and b plus c and e, which is twice as wide as a and b." |t, [a, b, c, e], _| (wide_sum(t, a, b, c, e) >> (2 * t.width).min(127)) as u64;
    MadWideHigh "The upper half of the product of a and b plus c and e; its carry stands above the word." |t, [a, b, c, e], _| (wide_sum(t, a, b, c, e) >> t.width) as u64;
    MadHighAll "The upper half of the product of a and b, plus c and e." |t, [a, b, c, e], _| high(t, a, b).wrapping_add(c).wrapping_add(e);
    Mul24Low "The lower 32 of the 48 bits of the product of the low 24 bits of a and b." |t, [a, b, ..], _| product24(t, a, b);
    Mul24High "The upper 32 of the 48 bits of the product of the low 24 bits of a and b." |t, [a, b, ..], _| product24(t, a, b) >> 16;
    Mad24Low "The lower 32 of the 48 bits of the product of the low 24 bits of a and b, plus c." |t, [a, b, c, _], _| product24(t, a, b).wrapping_add(c);
    Mad24High "The upper 32 of the 48 bits of the product of the low 24 bits of a and b, plus c." |t, [a, b, c, _], _| (product24(t, a, b) >> 16).wrapping_add(c);
    Mad24HighSaturating "The upper 32 of the 48 bits of the product of the low 24 bits of a and b, plus c, clamped to the range of the type." |t, [a, b, c, _], _| clamped(t, t.value(product24(t, a, b) >> 16) + t.value(c));
    AbsoluteDifference "c plus the distance between a and b." |t, [a, b, c, _], _| t.value(a).abs_diff(t.value(b)).wrapping_add(c as u128) as u64;
    Distance "The distance between a and b." |t, [a, b, ..], _| t.value(a).abs_diff(t.value(b)) as u64;
    Divide "The quotient of a and b, rounded towards zero. The manual leaves a division by zero open; an H100 gives all ones." |t, [a, b, ..], _| t.value(a).checked_div(t.value(b)).unwrap_or(-1) as u64;
    Remainder "The remainder of a divided by b, with the sign of a. The manual leaves a division by zero open; an H100 gives all ones." |t, [a, b, ..], _| t.value(a).checked_rem(t.value(b)).unwrap_or(-1) as u64;
    AbsoluteValue "The magnitude of a; that of the least integer does not fit and is the least integer again." |t, [a, ..], _| t.value(a).unsigned_abs() as u64;
    Negate "a with the opposite sign." |_, [a, ..], _| a.wrapping_neg();
    Minimum "The smaller of a and b." |t, [a, b, ..], _| t.value(a).min(t.value(b)) as u64;
    MinimumRelu "The smaller of a and b, but not below zero." |t, [a, b, ..], _| t.value(a).min(t.value(b)).max(0) as u64;
    MinimumPairs "The smaller of each pair of halves of a and b." |t, [a, b, ..], _| paired(t, a, b, i128::min);
    MinimumReluPairs "The smaller of each pair of halves of a and b, but not below zero." |t, [a, b, ..], _| paired(t, a, b, |a, b| a.min(b).max(0));
    Maximum "The larger of a and b." |t, [a, b, ..], _| t.value(a).max(t.value(b)) as u64;
    MaximumRelu "The larger of a and b, but not below zero." |t, [a, b, ..], _| t.value(a).max(t.value(b)).max(0) as u64;
    MaximumPairs "The larger of each pair of halves of a and b." |t, [a, b, ..], _| paired(t, a, b, i128::max);
    MaximumReluPairs "The larger of each pair of halves of a and b, but not below zero." |t, [a, b, ..], _| paired(t, a, b, |a, b| a.max(b).max(0));
    PopulationCount "How many bits of a are 1." |t, [a, ..], _| (a & t.mask()).count_ones().into();
    LeadingZeros "The number of zeros above the highest 1 of a." |t, [a, ..], _| leading_zeros(t, a);
    FindHighest "The place of the highest bit of a that differs from the sign; all ones where there is none." |t, [a, ..], _| u64::from(t.width - 1).wrapping_sub(leading_zeros(t, magnitude(t, a)));
    FindShift "How far a must be shifted left to bring its highest bit that differs from the sign to the top; all ones where there is none." |t, [a, ..], _| Some(leading_zeros(t, magnitude(t, a))).filter(|found| *found < t.width.into()).unwrap_or(u64::MAX);
    FirstBits "The lowest two bits of a." |_, [a, ..], _| a & 3;
    Reverse "The bits of a in the reverse order." |t, [a, ..], _| a.reverse_bits() >> (64 - t.width);
    ExtractField "The field of c bits of a from place b on; a signed one repeats its top bit." |t, [a, b, c, _], _| extracted(t, a, place_of(t, b), place_of(t, c));
    InsertField "b with the lowest e bits of a from place c on." |t, [a, b, c, d], _| inserted(t, a, b, place_of(t, c), place_of(t, d));
    ExtendClamped "The lowest b bits of a, extended to the width by their top bit (signed) or by zeros; from 32 on, a." |t, [a, n, ..], _| if n & 0xffff_ffff > 31 { a } else { extracted(t, a, 0, n & 31) };
    ExtendWrapped "The lowest b bits of a, b taken modulo 32, extended to the width by their top bit (signed) or by zeros." |t, [a, n, ..], _| extracted(t, a, 0, n & 31);
    MaskClamped "b ones from place a on; a and b beyond 32 count as 32." |_, [a, b, ..], _| if a & 0xffff_ffff > 31 { 0 } else { ((1 << (b & 0xffff_ffff).min(32)) - 1) << (a & 31) };
    MaskWrapped "b ones from place a on; a and b are taken modulo 32." |_, [a, b, ..], _| ((1 << (b & 31)) - 1) << (a & 31);
    Dot4Unsigned "c plus the products of the four bytes of a, without signs, with those of b." |t, [a, b, c, _], _| dot(8, [0, 0], [false, t.signed], [a, b, c]);
    Dot4Signed "c plus the products of the four bytes of a, with signs, with those of b." |t, [a, b, c, _], _| dot(8, [0, 0], [true, t.signed], [a, b, c]);
    Dot2LowUnsigned "c plus the products of the two halves of a, without signs, with the two lower bytes of b." |t, [a, b, c, _], _| dot(16, [0, 0], [false, t.signed], [a, b, c]);
    Dot2LowSigned "c plus the products of the two halves of a, with signs, with the two lower bytes of b." |t, [a, b, c, _], _| dot(16, [0, 0], [true, t.signed], [a, b, c]);
    Dot2HighUnsigned "c plus the products of the two halves of a, without signs, with the two upper bytes of b." |t, [a, b, c, _], _| dot(16, [0, 16], [false, t.signed], [a, b, c]);
    Dot2HighSigned "c plus the products of the two halves of a, with signs, with the two upper bytes of b." |t, [a, b, c, _], _| dot(16, [0, 16], [true, t.signed], [a, b, c]);
    AddCarryOut "The sum of a and b; its carry goes to CC.CF." |t, [a, b, ..], carry| { *carry = false; with_carry(t, a, b, carry) };
    AddCarryIn "The sum of a, b and the carry in CC.CF." |t, [a, b, ..], carry| with_carry(t, a, b, &mut carry.clone());
    AddCarryInOut "The sum of a, b and the carry in CC.CF; its carry goes to CC.CF." |t, [a, b, ..], carry| with_carry(t, a, b, carry);
    SubtractBorrowOut "The difference of a and b; CC.CF becomes 0 where it borrows, else 1." |t, [a, b, ..], carry| { *carry = true; with_carry(t, a, !b, carry) };
    SubtractBorrowIn "The difference of a and b, less 1 where CC.CF is 0." |t, [a, b, ..], carry| with_carry(t, a, !b, &mut carry.clone());
    SubtractBorrowInOut "The difference of a and b, less 1 where CC.CF is 0; CC.CF becomes 0 where it borrows, else 1." |t, [a, b, ..], carry| with_carry(t, a, !b, carry);
    MadLowCarryOut "The lower half of the product of a and b, plus c; the carry of the sum goes to CC.CF." |t, [a, b, c, _], carry| { *carry = false; with_carry(t, a.wrapping_mul(b), c, carry) };
    MadHighCarryOut "The upper half of the product of a and b, plus c; the carry of the sum goes to CC.CF." |t, [a, b, c, _], carry| { *carry = false; with_carry(t, high(t, a, b), c, carry) };
    MadLowCarryIn "The lower half of the product of a and b, plus c and the carry in CC.CF." |t, [a, b, c, _], carry| with_carry(t, a.wrapping_mul(b), c, &mut carry.clone());
    MadLowCarryInOut "The lower half of the product of a and b, plus c and the carry in CC.CF; the carry of the sum goes to CC.CF." |t, [a, b, c, _], carry| with_carry(t, a.wrapping_mul(b), c, carry);
    MadHighCarryIn "The upper half of the product of a and b, plus c and the carry in CC.CF." |t, [a, b, c, _], carry| with_carry(t, high(t, a, b), c, &mut carry.clone());
    MadHighCarryInOut "The upper half of the product of a and b, plus c and the carry in CC.CF; the carry of the sum goes to CC.CF." |t, [a, b, c, _], carry| with_carry(t, high(t, a, b), c, carry);
    AddCarryInSaturating "The sum of a, b and the carry in CC.CF, clamped to the range of the type." |t, [a, b, ..], carry| clamped(t, t.value(a) + t.value(b) + i128::from(*carry));
    SubtractBorrowInSaturating "The difference of a and b, less 1 where CC.CF is 0, clamped to the range of the type." |t, [a, b, ..], carry| clamped(t, t.value(a) - t.value(b) - i128::from(!*carry));
    MadHighCarryInShort "The sign of the product of a and b (what lies above its 32 bits), plus c and the carry in CC.CF." |t, [a, b, c, _], carry| with_carry(t, (t.value(a).wrapping_mul(t.value(b)) >> 32) as u64, c, &mut carry.clone());
    And "Each bit is 1 where it is 1 in a and in b." |_, [a, b, ..], _| a & b;
    Or "Each bit is 1 where it is 1 in a or in b." |_, [a, b, ..], _| a | b;
    Xor "Each bit is 1 where a and b differ." |_, [a, b, ..], _| a ^ b;
    Not "Each bit of a, inverted." |_, [a, ..], _| !a;
    LogicalNot "1 where a is zero, else 0." |t, [a, ..], _| (a & t.mask() == 0).into();
    Lop3 "Each bit is looked up in the table of eight bits by the bits of a, b and c." |_, [a, b, c, table], _| looked_up([a, b, c], table);
    Lop3Tested "Each bit is looked up in the table of eight bits by the bits of a, b and c; above the word stands whether one of them is 1." |t, [a, b, c, table], _| { let word = looked_up([a, b, c], table) & t.mask(); word | u64::from(word != 0) << t.width };
    FunnelLeftClamped "The upper word of b and a, side by side, shifted left by c, at most 32." |_, [a, b, c, _], _| funnel(a, b) >> (32 - (c & 0xffff_ffff).min(32));
    FunnelLeftWrapped "The upper word of b and a, side by side, shifted left by c modulo 32." |_, [a, b, c, _], _| funnel(a, b) >> (32 - (c & 31));
    FunnelRightClamped "The lower word of b and a, side by side, shifted right by c, at most 32." |_, [a, b, c, _], _| funnel(a, b) >> (c & 0xffff_ffff).min(32);
    FunnelRightWrapped "The lower word of b and a, side by side, shifted right by c modulo 32." |_, [a, b, c, _], _| funnel(a, b) >> (c & 31);
    ShiftLeft "a shifted left by b; zeros come in below." |_, [a, b, ..], _| a.checked_shl(count(b)).unwrap_or(0);
    ShiftRight "a shifted right by b; zeros come in above." |t, [a, b, ..], _| (a & t.mask()).checked_shr(count(b)).unwrap_or(0);
    ShiftRightSigned "a shifted right by b; the sign comes in above." |t, [a, b, ..], _| ((t.extended(a) as i64) >> count(b).min(63)) as u64;
    Permute "Four bytes of b and a, chosen by the four low digits of c; a digit of 8 or more repeats the sign of its byte." |_, [a, b, c, _], _| permuted(a, b, c);
    PermuteForward "Four bytes of b and a in a row, from the byte on that c names." |_, [a, b, c, _], _| permuted(a, b, 0x3210 + 0x1111 * (c & 3));
    PermuteBackward "Four bytes of b and a in a row backwards, from the byte on that c names." |_, [a, b, c, _], _| permuted(a, b, [0x5670, 0x6701, 0x7012, 0x0123][(c & 3) as usize]);
    PermuteReplicate8 "The byte of a that c names, four times." |_, [a, b, c, _], _| permuted(a, b, 0x1111 * (c & 3));
    PermuteClampLeft "The bytes of a, those below the one that c names replaced by it." |_, [a, b, c, _], _| permuted(a, b, [0x3210, 0x3211, 0x3222, 0x3333][(c & 3) as usize]);
    PermuteClampRight "The bytes of a, those above the one that c names replaced by it." |_, [a, b, c, _], _| permuted(a, b, [0x0000, 0x1110, 0x2210, 0x3210][(c & 3) as usize]);
    PermuteReplicate16 "The half of a that c names, twice." |_, [a, b, c, _], _| permuted(a, b, [0x1010, 0x3232][(c & 1) as usize]);
}

impl Alu {
    /// Whether the last source must not be zero: the manual leaves the result open.
    pub const fn divides(self) -> bool {
        matches!(self, Alu::Divide | Alu::Remainder)
    }

    /// The letters of its sources in the manual.
    pub const fn letters(self) -> [&'static str; 4] {
        ["a", "b", "c", if matches!(self, Alu::Lop3 | Alu::Lop3Tested) { "immLut" } else { "e" }]
    }

    /// Which source has the type that the function is handed; of sums of products the second one, the first is said by the operation.
    pub const fn typed_by(self) -> usize {
        use Alu::*;
        matches!(self, Dot4Unsigned | Dot4Signed | Dot2LowUnsigned | Dot2LowSigned | Dot2HighUnsigned | Dot2HighSigned) as usize
    }

    /// Whether the carry of the condition code is read.
    pub const fn reads_carry(self) -> bool {
        use Alu::*;
        matches!(
            self,
            AddCarryIn
                | AddCarryInOut
                | SubtractBorrowIn
                | SubtractBorrowInOut
                | MadLowCarryIn
                | MadLowCarryInOut
                | MadHighCarryIn
                | MadHighCarryInOut
                | AddCarryInSaturating
                | SubtractBorrowInSaturating
                | MadHighCarryInShort
        )
    }

    /// Whether the carry of the condition code is written.
    pub const fn writes_carry(self) -> bool {
        use Alu::*;
        matches!(
            self,
            AddCarryOut
                | AddCarryInOut
                | SubtractBorrowOut
                | SubtractBorrowInOut
                | MadLowCarryOut
                | MadLowCarryInOut
                | MadHighCarryOut
                | MadHighCarryInOut
        )
    }
}

/// A shift's count; a larger one than any register has shifts everything out.
#[inline(always)]
fn count(bits: u64) -> u32 {
    (bits & 0xffff_ffff).min(64) as u32
}

/// Two numbers of 16 bits in each source.
fn paired(kind: Kind, a: u64, b: u64, of: fn(i128, i128) -> i128) -> u64 {
    let half = Kind { width: 16, ..kind };
    halves(|place| of(half.value(a >> place), half.value(b >> place)) as u64)
}

/// Two halves side by side, each made from its place.
fn halves(of: impl Fn(u32) -> u64) -> u64 {
    (of(0) & 0xffff) | (of(16) & 0xffff) << 16
}

/// The nearest integer of the type.
pub(super) fn clamped(kind: Kind, value: i128) -> u64 {
    let (least, greatest) = kind.range();
    value.clamp(least, greatest) as u64
}

/// The sum of three words and the two words of `e`.
fn sum(a: u64, b: u64, c: u64, e: u64) -> u64 {
    a.wrapping_add(b).wrapping_add(c).wrapping_add(e & 0xffff_ffff).wrapping_add(e >> 32)
}

/// A product, a number of twice the width and a carry, with what does not fit above.
fn wide_sum(kind: Kind, a: u64, b: u64, c: u64, e: u64) -> i128 {
    let wide = Kind { width: (2 * kind.width).min(64), ..kind };
    kind.value(a).wrapping_mul(kind.value(b)).wrapping_add(wide.value(c)).wrapping_add(i128::from(e))
}

/// The upper half of a product.
fn high(kind: Kind, a: u64, b: u64) -> u64 {
    (kind.value(a).wrapping_mul(kind.value(b)) as u128 >> kind.width) as u64
}

/// The 48 bits of the product of the low 24 bits of each source, with the sign in front.
fn product24(kind: Kind, a: u64, b: u64) -> u64 {
    let short = Kind { width: 24, ..kind };
    short.extended(a).wrapping_mul(short.extended(b))
}

/// The bits of a number, inverted where it is negative.
fn magnitude(kind: Kind, a: u64) -> u64 {
    if kind.value(a) < 0 { !a } else { a }
}

fn leading_zeros(kind: Kind, a: u64) -> u64 {
    u64::from((a & kind.mask()).leading_zeros() + kind.width - 64)
}

/// A field's place or length. The manual has 0 to 255; of more, the lowest byte counts in 32 bits and all of it in 64 (an H100).
fn place_of(kind: Kind, bits: u64) -> u64 {
    bits & if kind.width == 64 { 0xffff_ffff } else { 0xff }
}

/// `length` bits from place `from` on; what lies beyond the top is the sign of the field.
fn extracted(kind: Kind, a: u64, from: u64, length: u64) -> u64 {
    let a = kind.extended(a);
    let (from, length) = (from.min(64) as u32, length.min(64) as u32);
    if length == 0 {
        return 0;
    }
    // Above the top a signed source repeats its sign, an unsigned one has zeros; a field of all 64 bits is cut to the width at the end.
    let shifted = if kind.signed { ((a as i64) >> from.min(63)) as u64 } else { a.checked_shr(from).unwrap_or(0) };
    Kind { width: length, ..kind }.extended(shifted)
}

/// `b` with `length` bits of `a` from place `from` on.
fn inserted(kind: Kind, a: u64, b: u64, from: u64, length: u64) -> u64 {
    let (from, length) = (from as u32, length as u32);
    let field = if length == 0 { 0 } else { u64::MAX >> (64 - length.min(64)) };
    let place = |bits: u64| if from < kind.width { bits << from } else { 0 };
    b & !place(field) | place(a & field)
}

/// A sum of products of four bytes, or of two halves of `a` with two bytes of `b`; `width` is that of the parts of `a`.
fn dot(width: u32, [_, from]: [u32; 2], signed: [bool; 2], [a, b, c]: [u64; 3]) -> u64 {
    let part = |bits: u64, width, signed| Kind { width, signed }.extended(bits);
    (0..32 / width).fold(c, |sum, place| {
        let (a, b) = (part(a >> (place * width), width, signed[0]), part(b >> (from + place * 8), 8, signed[1]));
        sum.wrapping_add(a.wrapping_mul(b))
    })
}

/// `a + b` and the carry that came; the carry that goes.
fn with_carry(kind: Kind, a: u64, b: u64, carry: &mut bool) -> u64 {
    let sum = u128::from(a & kind.mask()) + u128::from(b & kind.mask()) + u128::from(*carry);
    *carry = sum >> kind.width != 0;
    sum as u64
}

/// Each bit looked up in a table of eight, by the bits of a, b, c from the high one down.
fn looked_up([a, b, c]: [u64; 3], table: u64) -> u64 {
    (0..8).filter(|row| table >> row & 1 == 1).fold(0, |all, row| {
        let as_asked = |bits: u64, place: u32| if row >> place & 1 == 1 { bits } else { !bits };
        all | as_asked(a, 2) & as_asked(b, 1) & as_asked(c, 0)
    })
}

/// Two registers side by side, `b` above.
fn funnel(a: u64, b: u64) -> u64 {
    a & 0xffff_ffff | b << 32
}

/// Four bytes chosen by the nibbles of `control`; the nibble's top bit repeats the byte's sign instead.
fn permuted(a: u64, b: u64, control: u64) -> u64 {
    (0..4).fold(0, |all, place| {
        let choice = control >> (4 * place);
        let byte = funnel(a, b) >> (8 * (choice & 7)) & 0xff;
        let byte = if choice & 8 == 0 { byte } else { 0xff * (byte >> 7) };
        all | byte << (8 * place)
    })
}
