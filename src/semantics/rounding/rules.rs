//! What an instruction's modifiers say about rounding, as data.

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
}

impl Mode {
    /// All modes in the manual's order.
    pub const ALL: [Mode; 4] = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp];

    /// The modifier without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Rn => "rn",
            Mode::Rz => "rz",
            Mode::Rm => "rm",
            Mode::Rp => "rp",
        }
    }

    /// The mode in words: "to nearest, ties to even".
    pub fn words(self) -> &'static str {
        match self {
            Mode::Rn => "to nearest, ties to even",
            Mode::Rz => "towards zero",
            Mode::Rm => "towards negative infinity",
            Mode::Rp => "towards positive infinity",
        }
    }

    /// Whether a magnitude is incremented: the one decision of rounding.
    #[inline(always)]
    pub fn away(self, negative: bool, odd: bool, lost: Lost) -> bool {
        match self {
            Mode::Rn => lost == Lost::AboveHalf || (lost == Lost::Half && odd),
            Mode::Rz => false,
            Mode::Rm => negative && lost != Lost::Nothing,
            Mode::Rp => !negative && lost != Lost::Nothing,
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
}

/// Which NaN comes out when one went in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum NanRule {
    /// The format's own NaN, whatever went in.
    #[default]
    Canonical,
    /// The first NaN operand, made quiet.
    Payload,
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
