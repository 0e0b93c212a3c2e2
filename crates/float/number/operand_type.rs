//! The type of an operand: a format, and how many numbers of it stand side by side in the register.
//!
//! Lane 0 holds the lowest bits. A lane is a power of two wide, so a number of 6 bits has two zero bits above it; only TF32 has its
//! spare bits below, so that the register can be read as a single.

use super::{F16, F32, F64, Format, PREDICATE, Pattern, U8, U16, U32};

/// A format and a number of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandType {
    /// The format of every lane.
    pub format: &'static Format,
    /// How many numbers there are, at least one.
    pub lanes: u32,
}

impl OperandType {
    /// True or false.
    pub const PREDICATE: OperandType = OperandType::one(&PREDICATE);

    /// One number of a format.
    pub const fn one(format: &'static Format) -> OperandType {
        OperandType { format, lanes: 1 }
    }

    /// What a register may hold of which only the width is known: 64 bits are two singles.
    pub const fn guessed(width: u32) -> OperandType {
        match width {
            1 => OperandType::PREDICATE,
            8 => OperandType::one(U8),
            16 => OperandType::one(F16::ROW),
            64 => OperandType { format: F32::ROW, lanes: 2 },
            _ => OperandType::one(F32::ROW),
        }
    }

    /// Whether it is true or false.
    #[inline(always)]
    pub const fn is_predicate(self) -> bool {
        self.format.width() == 1
    }

    /// Bits from one lane to the next.
    #[inline(always)]
    pub const fn stride(self) -> u32 {
        (self.format.width() + self.format.spare_bits + self.format.spare_above).next_power_of_two()
    }

    /// Zeros of every lane that belong to no number: above it, and below it.
    pub const fn padding(self) -> [u32; 2] {
        [self.stride() - self.format.width() - self.format.spare_bits, self.format.spare_bits]
    }

    /// Bits of the register.
    #[inline(always)]
    pub const fn width(self) -> u32 {
        self.lanes * self.stride()
    }

    /// The bits of a lane, right-aligned.
    #[inline(always)]
    pub const fn lane(self, word: u64, lane: u32) -> u64 {
        word >> (lane * self.stride() + self.format.spare_bits) & self.format.mask()
    }

    /// The number in a lane.
    pub fn pattern(self, word: u64, lane: u32) -> Pattern {
        Pattern::new(self.format, self.lane(word, lane))
    }

    /// The numbers in a register, lane 0 first.
    pub fn patterns(self, word: u64) -> impl DoubleEndedIterator<Item = Pattern> + Clone {
        (0..self.lanes).map(move |lane| self.pattern(word, lane))
    }

    /// The register with other bits in a lane.
    #[inline(always)]
    pub const fn with_lane(self, word: u64, lane: u32, bits: u64) -> u64 {
        let place = lane * self.stride() + self.format.spare_bits;
        word & !(self.format.mask() << place) | (bits & self.format.mask()) << place
    }

    /// The register whose every lane holds the bits.
    pub fn in_every_lane(self, bits: u64) -> u64 {
        (0..self.lanes).fold(0, |word, lane| self.with_lane(word, lane, bits))
    }

    /// The format in which the register is one number; None where it is a predicate or several.
    pub fn number(self) -> Option<&'static Format> {
        (self.lanes == 1 && !self.is_predicate()).then_some(self.format)
    }

    /// A format of the register's width, for a view that knows no lanes: its own, where it is one number and fills the register.
    pub fn as_word(self) -> &'static Format {
        match self.width() {
            width if self.lanes == 1 && width == self.format.width() => self.format,
            64 => F64::ROW,
            32 if self.lanes == 1 => F32::ROW,
            32 => U32,
            16 => U16,
            _ => U8,
        }
    }

    /// The value as people say it: `true`, or its numbers from the high lane down.
    pub fn decimal(self, bits: u64) -> String {
        if self.is_predicate() {
            return if bits & 1 == 1 { "true" } else { "false" }.to_owned();
        }
        let numbers: Vec<String> = self.patterns(bits).rev().map(|number| number.value_text()).collect();
        numbers.join(", ")
    }

    /// The bits as the command line prints them: all hex digits, or `1` and `0` for a predicate.
    pub fn hex(self, bits: u64) -> String {
        format!("{bits:0digits$x}", digits = self.width().div_ceil(4) as usize)
    }
}
