//! What an instruction's modifiers say about rounding, as data.

use core::cmp::Ordering;
use core::hint::cold_path;

/// A rounding mode, named by its PTX modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// To nearest, ties to even.
    #[default]
    Rn,
    /// Towards zero.
    Rz,
    /// Towards negative infinity.
    Rm,
    /// Towards positive infinity.
    Rp,
    /// To nearest, ties away from zero.
    Rna,
    /// Stochastic: random bits were added before, and what is left is dropped.
    Rs,
}

impl Mode {
    /// The modes of arithmetic, in the manual's order; `.rna` and `.rs` belong to conversions alone.
    pub const ALL: [Mode; 4] = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp];

    /// The modifier without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Rn => "rn",
            Mode::Rz => "rz",
            Mode::Rm => "rm",
            Mode::Rp => "rp",
            Mode::Rna => "rna",
            Mode::Rs => "rs",
        }
    }

    /// The mode in words: "to nearest, ties to even".
    pub fn words(self) -> &'static str {
        match self {
            Mode::Rn => "to nearest, ties to even",
            Mode::Rz => "towards zero",
            Mode::Rm => "towards negative infinity",
            Mode::Rp => "towards positive infinity",
            Mode::Rna => "to nearest, ties away from zero",
            Mode::Rs => "by random bits",
        }
    }

    /// Whether a magnitude is incremented: the one decision of rounding.
    #[inline(always)]
    pub fn away(self, negative: bool, odd: bool, tail: Tail) -> bool {
        // The commonest mode first: one test is shorter than a jump by a table.
        if self == Mode::Rn {
            // Above half, or half and odd.
            return tail.0 | u64::from(odd) > Tail::HALF.0;
        }
        cold_path();
        match self {
            Mode::Rn | Mode::Rz | Mode::Rs => false,
            Mode::Rm => negative & (tail != Tail::NOTHING),
            Mode::Rp => !negative & (tail != Tail::NOTHING),
            Mode::Rna => tail >= Tail::HALF,
        }
    }
}

/// The part cut off, as a fraction of a unit in the last place in units of 2^-64; its lowest bit also stands for everything below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tail(u64);

impl Tail {
    /// Nothing was cut off.
    pub const NOTHING: Tail = Tail(0);
    /// Something far below half.
    pub const A_LITTLE: Tail = Tail(1);
    /// Exactly half.
    pub const HALF: Tail = Tail(1 << 63);

    /// Cut-off bits that stand at the top of a word.
    #[inline(always)]
    pub fn top_of(word: u64) -> Tail {
        Tail(word)
    }

    /// The four cases that explanations tell apart.
    pub fn lost(self) -> Lost {
        match self.cmp(&Tail::HALF) {
            _ if self == Tail::NOTHING => Lost::Nothing,
            Ordering::Less => Lost::BelowHalf,
            Ordering::Equal => Lost::Half,
            Ordering::Greater => Lost::AboveHalf,
        }
    }
}

/// The part that does not fit, compared with half a unit in the last place. Four values are all that any mode asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// The result is exact.
    Nothing,
    /// More than nothing and less than half.
    BelowHalf,
    /// Exactly half.
    Half,
    /// More than half.
    AboveHalf,
}

/// What happens to subnormal operands and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Subnormals {
    /// They are ordinary numbers.
    #[default]
    Keep,
    /// `.ftz`: they become zero of the same sign.
    Flush,
}

/// The range a result may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Range {
    /// Whatever the format holds.
    #[default]
    Full,
    /// `.sat`: [0, 1], with NaN as +0.
    ZeroToOne,
    /// `.satfinite`: the largest numbers of the format, in place of anything beyond them; a NaN stays.
    Finite,
    /// `.relu`: a negative number and -0 become +0; a NaN stays.
    NotNegative,
    /// `.relu.satfinite`: both.
    FiniteNotNegative,
    /// `.pzo`: -0 becomes +0.
    PositiveZero,
    /// `.pzo.satfinite`: the largest numbers of the format in place of anything beyond them, and +0 in place of -0.
    FinitePositiveZero,
}

impl Range {
    /// Whether the largest numbers stand for anything beyond them.
    pub const fn is_finite(self) -> bool {
        matches!(self, Range::Finite | Range::FiniteNotNegative | Range::FinitePositiveZero)
    }
}

/// Which NaN comes out when one went in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum NanRule {
    /// The format's own NaN, whatever went in.
    #[default]
    Canonical,
    /// The NaN operand, made quiet; of several the second, else the third, else the first, as an H100 has it.
    Payload,
    /// The NaN operand as it is: sign and upper bits of the payload. One whose payload is cut off becomes an infinity.
    Unchanged,
}

/// Everything that an instruction says about how its result is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// The rounding mode.
    pub mode: Mode,
    /// Subnormal operands and results.
    pub subnormals: Subnormals,
    /// The range of the result.
    pub range: Range,
    /// The NaN that comes out.
    pub nan: NanRule,
}

impl Rules {
    /// IEEE arithmetic in a mode: subnormals kept, full range, canonical NaN.
    pub const fn ieee(mode: Mode) -> Rules {
        Rules { mode, subnormals: Subnormals::Keep, range: Range::Full, nan: NanRule::Canonical }
    }
}
