//! One thing that happened, with every number a view needs to tell it.

use super::Explained;
use crate::exact::{Exact, Natural, Word};
use crate::number::{Class, Format, Pattern};
use crate::rounding::{Mode, NanRule, Range, Rounded, round_into};
use std::sync::Arc;

/// A source operand by its letter in the manual, or by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The first source.
    A,
    /// The second source.
    B,
    /// The third source.
    C,
    /// The third number of four in braces.
    E,
    /// The fourth.
    F,
    /// The first source of a machine instruction in a sequence, whose registers have names of their own.
    First,
    /// The second.
    Second,
    /// The third.
    Third,
}

impl Operand {
    /// The operands of arithmetic, in order.
    pub const ALL: [Operand; 3] = [Operand::A, Operand::B, Operand::C];
    /// What conversions read, in order.
    pub const CONVERTED: [Operand; 4] = [Operand::A, Operand::B, Operand::E, Operand::F];

    /// The same source where it belongs to a machine instruction of a sequence.
    #[must_use]
    pub fn in_sequence(self) -> Operand {
        match self {
            Operand::A => Operand::First,
            Operand::B => Operand::Second,
            Operand::C => Operand::Third,
            other => other,
        }
    }

    /// The letter, or the place.
    pub fn name(self) -> &'static str {
        match self {
            Operand::A => "a",
            Operand::B => "b",
            Operand::C => "c",
            Operand::E => "e",
            Operand::F => "f",
            Operand::First => "the first operand",
            Operand::Second => "the second operand",
            Operand::Third => "the third operand",
        }
    }

    /// The same in a word, for a picture.
    pub fn label(self) -> &'static str {
        match self {
            Operand::First => "first",
            Operand::Second => "second",
            Operand::Third => "third",
            letter => letter.name(),
        }
    }
}

/// An exact number of any length: `± magnitude · 2^exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scaled {
    /// The sign.
    pub negative: bool,
    /// The magnitude with all its bits.
    pub magnitude: Natural,
    /// The power of two of the magnitude's lowest bit.
    pub exponent: i32,
}

impl<W: Word> From<Exact<W>> for Scaled {
    fn from(exact: Exact<W>) -> Scaled {
        Scaled { negative: exact.negative, magnitude: exact.natural(), exponent: exact.exponent }
    }
}

impl Scaled {
    /// The exponent of the leading one; the exponent of the lowest place for zero.
    pub fn leading(&self) -> i32 {
        self.exponent + self.magnitude.bits().max(1) as i32 - 1
    }

    /// The sum of numbers with every digit.
    pub fn sum(terms: &[Scaled]) -> Scaled {
        let exponent = terms.iter().map(|term| term.exponent).min().unwrap_or(0);
        let of = |negative: bool| {
            let mine = terms.iter().filter(|term| term.negative == negative);
            mine.fold(Natural::default(), |sum, term| sum.plus(&term.magnitude.shifted_left((term.exponent - exponent) as u32)))
        };
        let (above, below) = (of(false), of(true));
        let negative = below > above;
        Scaled { negative, magnitude: if negative { below.minus(&above) } else { above.minus(&below) }, exponent }
    }

    /// The number of a format nearest to it, ties to even.
    pub fn nearest(&self, format: &'static Format) -> Pattern {
        let (magnitude, shift) = self.magnitude.leading_sticky(u128::BITS - 1);
        let value = Exact { negative: self.negative, magnitude, exponent: self.exponent + shift };
        Pattern::new(format, if value.is_zero() { 0 } else { round_into(format, value, Mode::Rn).0 })
    }

    /// The exact decimal value.
    pub fn decimal(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}", crate::number::decimal(&self.magnitude, self.exponent))
    }
}

/// What a minimum or maximum compares, and what it makes of the one that it chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compared {
    /// Numbers; the chosen one is the result.
    Numbers,
    /// Magnitudes; the chosen one is the result.
    Magnitudes,
    /// Magnitudes; the result has the exclusive or of the operands' signs.
    MagnitudesUnderSigns,
}

/// Why a result is what it is without any rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// An operand is a NaN.
    NanOperand,
    /// Infinities of opposite sign were added.
    InfinityMinusInfinity,
    /// Zero was multiplied by an infinity.
    ZeroTimesInfinity,
    /// An infinite operand decides the result.
    InfiniteOperand,
    /// A sum of zeros of one sign, or a product with a zero factor.
    Zero,
    /// Terms of opposite sign cancel completely.
    Cancellation,
    /// An infinity was divided by an infinity.
    InfinityOverInfinity,
    /// Zero was divided by zero.
    ZeroOverZero,
    /// A number that is not zero was divided by zero.
    DivideByZero,
    /// A finite number was divided by an infinity.
    OverInfinity,
    /// The square root of a negative number.
    NegativeRoot,
    /// The operand is the only one that is no NaN.
    OnlyNumber(Operand),
    /// The operand is the smallest.
    Smallest(Operand, Compared),
    /// The operand is the largest.
    Largest(Operand, Compared),
    /// Only the sign bit is touched.
    SignBit,
    /// The remainder of an infinite dividend.
    InfiniteDividend,
    /// The remainder of a division by zero.
    RemainderOfZero,
    /// The exponent of zero.
    ExponentOfZero,
    /// A format without a zero.
    NoZero,
}

/// One step of a computation. Bits are right-aligned in their format.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// What follows belongs to one lane of a packed operand (0 is the low half).
    Lane {
        /// The lane.
        lane: u8,
        /// Bits of a lane; None where operands have lanes of several widths.
        width: Option<u32>,
    },
    /// An operand is read.
    Decode {
        /// Which operand.
        operand: Operand,
        /// Its bits in its format.
        pattern: Pattern,
    },
    /// `.ftz` made a subnormal operand zero.
    FlushInput {
        /// Which operand.
        operand: Operand,
        /// Before.
        from: Pattern,
        /// After: zero of the same sign.
        to: Pattern,
    },
    /// The operand's sign was turned over (the second operand of a subtraction).
    Negate {
        /// Which operand.
        operand: Operand,
    },
    /// Two significands are multiplied; nothing is lost.
    Multiply {
        /// The first factor.
        left: Scaled,
        /// The second factor.
        right: Scaled,
        /// The whole product.
        product: Scaled,
    },
    /// sm_1x `mad.f32`: the product is cut to a significand of 24 bits, its exponent unbounded.
    Truncate {
        /// Before.
        from: Scaled,
        /// After.
        to: Scaled,
    },
    /// The term with the smaller exponent is moved under the other.
    Align {
        /// The term that stays: the one with the larger leading exponent.
        larger: Scaled,
        /// The term that moves.
        smaller: Scaled,
        /// What the two are: operand letters, or "product"; the larger first.
        names: [&'static str; 2],
        /// Places by which the leading ones are apart.
        distance: u32,
    },
    /// Two terms are added; nothing is lost.
    Add {
        /// The first term.
        left: Scaled,
        /// The second term.
        right: Scaled,
        /// What the two terms are: operand letters, or "product".
        names: [&'static str; 2],
        /// The whole sum.
        sum: Scaled,
    },
    /// A quotient is formed digit by digit.
    Divide {
        /// What is divided.
        dividend: Scaled,
        /// What divides it.
        divisor: Scaled,
        /// What the two are: operand letters, or "1".
        names: [&'static str; 2],
        /// The digits of the quotient that were formed.
        quotient: Scaled,
        /// What is left of the dividend; if it is not zero, a sticky bit stands for it.
        remainder: Scaled,
    },
    /// A square root is formed digit by digit.
    SquareRoot {
        /// The number.
        radicand: Scaled,
        /// The digits of the root that were formed.
        root: Scaled,
        /// What is left of the number; if it is not zero, a sticky bit stands for it.
        remainder: Scaled,
    },
    /// The class of the operand answers a `testp`.
    Test {
        /// The class.
        class: Class,
        /// The answer.
        holds: bool,
    },
    /// Something that tells of itself: a stage of the special function unit.
    Told(Arc<dyn Explained>),
    /// The leading one is found, and with it the exponent of the result.
    Normalise {
        /// The exact value.
        value: Scaled,
        /// The format of the result.
        format: &'static Format,
    },
    /// The one rounding.
    Round {
        /// The exact value.
        value: Scaled,
        /// The format of the result.
        format: &'static Format,
        /// The mode.
        mode: Mode,
        /// The decision and all that follows from it.
        rounded: Rounded,
    },
    /// The rounded value is too large for the format.
    Overflow {
        /// The mode, which decides between infinity and the largest number.
        mode: Mode,
        /// The result.
        to: Pattern,
    },
    /// `.ftz` made a tiny result zero.
    FlushOutput {
        /// Before.
        from: Pattern,
        /// After: zero of the same sign.
        to: Pattern,
    },
    /// The result follows from a rule, not from arithmetic.
    Special {
        /// The rule.
        reason: Reason,
        /// The mode (it signs a zero that comes from cancellation).
        mode: Mode,
        /// The rule for NaNs.
        nan: NanRule,
        /// The result.
        result: Pattern,
    },
    /// `.sat`, `.satfinite` or `.relu` clamped the result.
    Saturate {
        /// Before.
        from: Pattern,
        /// After.
        to: Pattern,
        /// The range that asks for it.
        range: Range,
    },
    /// The result stands in its register.
    Encode {
        /// The bits.
        result: Pattern,
    },
}

impl Step {
    /// The step with its operands called by their places: it belongs to a machine instruction whose registers have names of their own.
    #[must_use]
    pub fn in_sequence(mut self) -> Step {
        if let Step::Decode { operand, .. } | Step::FlushInput { operand, .. } | Step::Negate { operand } = &mut self {
            *operand = operand.in_sequence();
        }
        self
    }

    /// The lane that the steps after this one belong to, if it begins one.
    pub fn lane(&self) -> Option<u8> {
        match self {
            Step::Lane { lane, .. } => Some(*lane),
            Step::Told(stage) => stage.lane(),
            _ => None,
        }
    }
}
