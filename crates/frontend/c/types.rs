//! C's types, as far as an expression knows them, and what becomes of two of them.

use crate::number::{F16, F32, F64, Format, S32, S64, U32, U64};
use crate::rounding::Mode;

/// A type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CType {
    /// `int`
    Int,
    /// `unsigned int`
    Unsigned,
    /// `long long`, and `long` as on Linux
    Long,
    /// `unsigned long long`
    UnsignedLong,
    /// `__half`
    Half,
    /// `float`
    Float,
    /// `double`
    Double,
}

use CType::{Double, Float as Single, Half, Int, Long, Unsigned, UnsignedLong};

/// Words that types are made of.
const WORDS: [&str; 12] = ["float", "double", "int", "unsigned", "signed", "long", "short", "const", "__half", "half", "auto", "volatile"];

/// Whether a word is part of a type's name.
pub(super) fn is_type_word(word: &str) -> bool {
    WORDS.contains(&word)
}

impl CType {
    /// The type that some words name; None where they name none. `auto` leaves it open.
    pub(super) fn named(words: &[&str]) -> Option<Option<CType>> {
        let words: Vec<&str> = words.iter().copied().filter(|word| !matches!(*word, "const" | "volatile")).collect();
        Some(Some(match words[..] {
            ["auto"] => return Some(None),
            ["float"] => Single,
            ["double"] => Double,
            ["__half" | "half"] => Half,
            ["int" | "signed"] | ["signed", "int"] => Int,
            ["unsigned"] | ["unsigned", "int"] => Unsigned,
            ["long"] | ["long", "long"] | ["long", "int"] | ["long", "long", "int"] => Long,
            ["unsigned", "long"] | ["unsigned", "long", "long"] => UnsignedLong,
            _ => return None,
        }))
    }

    /// The type whose numbers have a format.
    pub(super) fn of(format: &Format) -> CType {
        match format.name {
            "F64" => Double,
            "F16" => Half,
            "S32" => Int,
            "U32" => Unsigned,
            "S64" => Long,
            "U64" => UnsignedLong,
            _ => Single,
        }
    }

    /// The format of its numbers.
    pub fn format(self) -> &'static Format {
        match self {
            Int => S32,
            Unsigned => U32,
            Long => S64,
            UnsignedLong => U64,
            Half => F16::ROW,
            Single => F32::ROW,
            Double => F64::ROW,
        }
    }

    /// Its name in C.
    pub fn name(self) -> &'static str {
        match self {
            Half => "__half",
            _ => crate::instruction::cuda::type_name(self.format()),
        }
    }

    /// Its name in PTX.
    pub(super) fn ptx(self) -> String {
        [".", &self.format().name.to_ascii_lowercase()].concat()
    }

    /// Whether it holds integers.
    pub(super) fn is_integer(self) -> bool {
        self.format().is_integer()
    }

    /// Whether PTX computes in it here.
    pub(super) fn computes(self) -> bool {
        matches!(self, Half | Single | Double)
    }

    /// How registers of it begin in nvcc's PTX.
    pub(super) fn stem(self) -> &'static str {
        match self {
            Int | Unsigned => "r",
            Long | UnsignedLong => "rd",
            Half => "h",
            Single => "f",
            Double => "fd",
        }
    }

    /// The type in which C computes with two: a double if one is, else a float if one is, else the wider integer. A half beside something
    /// else counts as a float; nvcc refuses that as ambiguous.
    pub(super) fn common(self, other: CType) -> CType {
        match self.max(other) {
            Half if self != other => Single,
            larger => larger,
        }
    }

    /// Example bits for a variable, by its place among others.
    pub(super) fn example(self, place: usize) -> u64 {
        const DECIMALS: [&str; 5] = ["0.1", "3", "-0.3", "0.7", "1.5"];
        const WHOLE: [u64; 5] = [7, 3, 10, 2, 5];
        if self.is_integer() {
            return WHOLE[place % WHOLE.len()];
        }
        crate::rounding::read(DECIMALS[place % DECIMALS.len()]).map_or(0, |number| number.to_bits(self.format(), Mode::Rn).0)
    }
}
