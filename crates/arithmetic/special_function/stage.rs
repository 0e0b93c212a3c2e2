//! What happened inside the special function unit, as integers: one [`Stage`] after another from the operand to the result.
//!
//! Stages hold numbers and no words or drawings. Every shift and width is given, so that a picture can place each bit at its weight.

use super::Table;
use super::machine::{Instruction, Register};
use super::row::Row;

/// One thing that the unit did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The operand is a zero, a subnormal, an infinity, a NaN or out of the domain, and a rule gives the result.
    Special(Special),
    /// The operand was taken apart.
    Operand(Operand),
    /// A float became a range-reduction word.
    Reduction(Reduction),
    /// A range-reduction word was taken apart.
    Word(Word),
    /// A quadratic was evaluated.
    Interpolation(Interpolation),
    /// The logarithm's integer part joined its fraction.
    IntegerPart(IntegerPart),
    /// A fixed-point number's leading one was found and what lies below the significand cut off.
    Normalisation(Normalisation),
    /// Sign, exponent and significand became a result.
    Packing(Packing),
    /// A machine instruction of a sequence begins; what follows happens in it.
    Instruction {
        /// The instruction.
        instruction: Instruction,
        /// The bits of its sources.
        operands: [u64; 3],
    },
    /// A machine instruction of a sequence ended.
    InstructionResult {
        /// Where its result went.
        to: Register,
        /// The result's bits.
        result: u64,
        /// Whether they are a word of range reduction and no number.
        is_word: bool,
    },
    /// `.SAT` was applied.
    Saturation {
        /// The result before.
        before: u32,
        /// The result after.
        after: u32,
    },
}

/// What kind of operand a special rule met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialCase {
    /// A NaN.
    Nan,
    /// Plus or minus infinity.
    Infinity,
    /// Plus or minus zero.
    Zero,
    /// A subnormal number, which counts as the zero of its sign.
    Subnormal,
    /// A negative number where only positive ones have a result.
    Negative,
    /// An operand whose result is exact and is not taken from the table: 1.0 for the logarithm, powers of 4 for the square roots.
    Exact,
    /// An operand beyond which the result no longer changes (the hyperbolic tangent).
    Saturated,
    /// An operand so small that the function passes it through (the hyperbolic tangent).
    PassedThrough,
}

/// A result given by a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Special {
    /// The operand's bits.
    pub operand: u32,
    /// The rule's reason.
    pub case: SpecialCase,
    /// 23, or 20 for the high word of a double.
    pub fraction_bits: u32,
    /// The result's bits.
    pub result: u32,
}

/// The fields of a floating-point operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The sign bit.
    pub negative: bool,
    /// The exponent field, biased.
    pub exponent: i32,
    /// The exponent field's bias: 127, or 1023 for the high word of a double.
    pub bias: i32,
    /// The fraction as the table's 23-bit index takes it; 24 bits where the exponent's low bit has joined it at the top.
    pub index: u32,
    /// The number of bits of `index`.
    pub index_bits: u32,
}

/// How a float became a range-reduction word: `significand · constant · 2^shift`, cut to the word's fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The operand's bits.
    pub operand: u32,
    /// The 24-bit significand, leading one included.
    pub significand: u32,
    /// The unbiased exponent of the operand.
    pub exponent: i32,
    /// 2/π as a 24-bit fraction for the sine and cosine of a float in radians; 1 where nothing is multiplied.
    pub constant: u32,
    /// `significand · constant`.
    pub product: u64,
    /// The low bits of the product that were cut off.
    pub dropped: u32,
    /// Then the places by which it moved left (negative: right, cutting off).
    pub shift: i32,
    /// The bits of the moved product that the word keeps: 25 for the quadrant and its fraction, 30 for the exponential.
    pub kept: u32,
    /// The word.
    pub word: u32,
}

/// A range-reduction word (sign, special flag, 7-bit integer, 23-bit fraction) and how the function read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub word: u32,
    /// Bits 29 to 23 as they stand.
    pub integer: u32,
    /// Bits 22 to 0 as they stand.
    pub fraction: u32,
    /// Whether the ones' complement of the fraction is what the table sees.
    pub complemented: bool,
    /// The fraction that the table sees.
    pub index: u32,
    /// The integer that counts: the quadrant, a quarter turn on for the cosine; or the exponent of the power of two.
    pub whole: i32,
    /// The sign of the result.
    pub negative: bool,
}

/// One evaluation of `C0 + C1·x + C2·sq(x)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interpolation {
    /// The table.
    pub table: Table,
    /// The row of the table.
    pub segment: u32,
    /// Its coefficients.
    pub row: Row,
    /// The position in the segment.
    pub low: u32,
    /// The number of bits of `low`.
    pub low_bits: u32,
    /// What the squarer was given (the position, doubled where it has 16 bits).
    pub square_input: u32,
    /// What the squarer gave: about `square_input² / 2^19`, never above it.
    pub square: u32,
    /// C0, C1·x and C2·sq at their weights in the sum.
    pub terms: [i64; 3],
    /// The places by which C0 was moved left to its weight.
    pub c0_shift: u32,
    /// The places by which C2·sq was moved left to its weight.
    pub c2_shift: u32,
    /// The constant added for rounding.
    pub added: i64,
    /// The sum of all four.
    pub sum: i64,
    /// The last place of the sum is `2^-places` of the interpolated function.
    pub places: u32,
    /// The places cut off at the right.
    pub shift: u32,
    /// What remains.
    pub result: i64,
}

/// `log2(significand) + exponent` in fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerPart {
    /// The fraction, from the table.
    pub fraction: i64,
    /// The unbiased exponent, the integer part.
    pub integer: i32,
    /// The number of fraction bits.
    pub places: u32,
    /// `fraction + integer · 2^places`.
    pub sum: i64,
    /// The magnitude of the sum: its ones' complement where it is negative, so one last place less than the true magnitude.
    pub magnitude: u64,
}

/// A fixed-point magnitude as exponent and 24-bit significand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Normalisation {
    /// The magnitude.
    pub magnitude: u64,
    /// The number of its fraction bits.
    pub places: u32,
    /// The position of its leading one, counted from the right.
    pub top: u32,
    /// The biased exponent.
    pub exponent: i32,
    /// The significand, its leading one at bit 23; what lay below was cut off.
    pub significand: u32,
}

/// Sign, biased exponent and significand, and the bits they became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The sign of the result.
    pub negative: bool,
    /// The biased exponent, before a carry and not yet held to its range.
    pub exponent: i32,
    /// The significand with its leading one at `fraction_bits`; a significand of twice that carries into the exponent.
    pub significand: u32,
    /// 23, or 20 for the high word of a double.
    pub fraction_bits: u32,
    /// What happened to the exponent.
    pub range: Range,
    /// The result's bits.
    pub result: u32,
}

/// Whether an exponent fitted its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// It did.
    Normal,
    /// It was too small, and the result is the zero of its sign.
    Flushed,
    /// It was too large, and the result is the infinity of its sign.
    Overflowed,
}
