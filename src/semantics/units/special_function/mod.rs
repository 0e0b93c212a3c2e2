//! The special function unit behind MUFU and RRO, bit for bit.
//!
//! The unit evaluates one quadratic per table segment with short coefficients, a truncating squarer, one added constant and a shift; the
//! rest is fields and special cases. RCP, RSQ, LG2, EX2, SIN, COS and RRO follow an emulation that its author, M. Kościelnicka, checked
//! against G80 silicon (the hardware tests of envytools), reimplemented here from the description of the data path and compared on whole
//! ranges by hash. The tables are computed (see [`generate`]). What nobody has published is modelled and says so: see [`Op::known`].
//!
//! A reading order: [`reciprocal`], the simplest function; [`interpolation`], the shared quadratic; [`range_reduction`] and [`sine`].

mod explain;
pub mod exponential;
pub mod float;
pub mod generate;
pub mod interpolation;
pub mod listener;
pub mod logarithm;
pub mod range_reduction;
pub mod reciprocal;
pub mod row;
pub mod sequence;
pub mod sequence_table;
pub mod sine;
pub mod square_root;
pub mod stage;
#[rustfmt::skip]
pub mod table;
pub mod tangent;

pub use crate::trace::Silent;
pub use explain::assembly;
pub use listener::Listener;
pub use stage::Stage;

/// A table of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// 1/x.
    Reciprocal,
    /// 1/√x.
    ReciprocalSquareRoot,
    /// sin x.
    Sine,
    /// 2^x.
    Exponential,
    /// log2 x.
    Logarithm,
    /// √x, modelled.
    SquareRoot,
    /// tanh x, modelled.
    HyperbolicTangent,
}

/// What MUFU computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Cosine.
    Cos,
    /// Sine.
    Sin,
    /// Two to the power.
    Ex2,
    /// Logarithm to base two.
    Lg2,
    /// Reciprocal.
    Rcp,
    /// Reciprocal square root.
    Rsq,
    /// Reciprocal of the high word of a double.
    Rcp64h,
    /// Reciprocal square root of the high word of a double.
    Rsq64h,
    /// Square root.
    Sqrt,
    /// Hyperbolic tangent.
    Tanh,
}

/// What SIN, COS and EX2 take as operand; the other functions do not differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// A word that RRO made: sm_50 to sm_62.
    Words,
    /// A float, which counts turns for SIN and COS: sm_70 and later.
    Floats,
}

/// How well bits are known, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// The same bits on all 2^32 operands as an emulation checked against the silicon of a G80.
    SiliconTested,
    /// Tested on a G80 in whole or in parts; that other chips do the same follows from published samples and bounds.
    Inferred,
    /// A model inside the published bounds; the bits of a chip may differ.
    Modelled,
}

/// How well a function's bits are known, and why they are believed of the chips that nobody has tested: all but the G80.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// How well.
    pub evidence: Evidence,
    /// Why, for sm_50 and later.
    pub why: &'static str,
}

impl Known {
    /// The same for chips later than the one that was tested.
    #[must_use]
    pub fn on_later_chips(self) -> Known {
        Known { evidence: self.evidence.max(Evidence::Inferred), ..self }
    }
}

/// What is known of a function whose emulation was checked on a G80, and what speaks for later chips.
macro_rules! tested {
    ($evidence:ident, $later:literal) => {
        Known {
            evidence: Evidence::$evidence,
            why: concat!("an emulation checked on a G80 (envytools, M. Kościelnicka) has these bits; for later chips, ", $later),
        }
    };
}

const RCP: Known =
    tested!(SiliconTested, "NVIDIA's code for rcp.rn and div.rn, which starts from this function, comes out right with them");
const RSQ: Known = tested!(
    SiliconTested,
    "NVIDIA's code for sqrt.rn, which starts from this function, comes out right with them, and NVIDIA states their greatest error"
);
const LG2: Known = tested!(SiliconTested, "the greatest errors published of an RTX 3090 come out to the last digit");
const SIN: Known = tested!(SiliconTested, "the tables are taken to be the same, as the greatest errors published of an RTX 3090 suggest");
const EX2: Known = tested!(SiliconTested, "the tables are taken to be the same, as samples of a GB200 suggest");
const TURNS: Known =
    tested!(Inferred, "that the unit takes turns so is inferred; the greatest errors published of an RTX 3090 come out to the last digit");
const EX2_FLOAT: Known = tested!(
    Inferred,
    "that the unit takes floats so is inferred; the greatest error published of an RTX 3090 and ten samples of a GB200 come out"
);
/// What is known of RRO.
pub const RANGE_REDUCTION: Known = tested!(SiliconTested, "it is taken to be the same");
const GUESS: Known = Known { evidence: Evidence::Modelled, why: "inside the published bounds; the bits of a chip may differ" };

impl Op {
    /// All functions, in the order of the MUFU text, then TANH.
    pub const ALL: [Self; 10] =
        [Self::Cos, Self::Ex2, Self::Lg2, Self::Rcp, Self::Rsq, Self::Sin, Self::Rcp64h, Self::Rsq64h, Self::Sqrt, Self::Tanh];

    /// The name in assembly, without `MUFU.`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cos => "COS",
            Self::Sin => "SIN",
            Self::Ex2 => "EX2",
            Self::Lg2 => "LG2",
            Self::Rcp => "RCP",
            Self::Rsq => "RSQ",
            Self::Rcp64h => "RCP64H",
            Self::Rsq64h => "RSQ64H",
            Self::Sqrt => "SQRT",
            Self::Tanh => "TANH",
        }
    }

    /// How well the function's bits are known, and why.
    #[must_use]
    pub const fn known(self, operands: Operands) -> Known {
        match (self, operands) {
            (Self::Rcp, _) => RCP,
            (Self::Rsq, _) => RSQ,
            (Self::Lg2, _) => LG2,
            (Self::Cos | Self::Sin, Operands::Words) => SIN,
            (Self::Cos | Self::Sin, Operands::Floats) => TURNS,
            (Self::Ex2, Operands::Words) => EX2,
            (Self::Ex2, Operands::Floats) => EX2_FLOAT,
            (Self::Rcp64h | Self::Rsq64h | Self::Sqrt | Self::Tanh, _) => GUESS,
        }
    }

    /// Whether `.SAT` acts; the MUFU text: "Ignored for .RCP64H and RSQ64H".
    #[must_use]
    pub const fn saturates(self) -> bool {
        !matches!(self, Self::Rcp64h | Self::Rsq64h)
    }
}

/// MUFU: the function of 32 operand bits, after any absolute value and negation ([`float::absolute`], [`float::negated`]) and
/// before any `.SAT` ([`float::saturate`]).
#[inline(always)]
pub fn mufu(op: Op, operands: Operands, bits: u32, listener: &mut impl Listener) -> u32 {
    match (op, operands) {
        (Op::Cos, Operands::Words) => sine::cos_word(bits, listener),
        (Op::Cos, Operands::Floats) => sine::cos_turns(bits, listener),
        (Op::Sin, Operands::Words) => sine::sin_word(bits, listener),
        (Op::Sin, Operands::Floats) => sine::sin_turns(bits, listener),
        (Op::Ex2, Operands::Words) => exponential::ex2_word(bits, listener),
        (Op::Ex2, Operands::Floats) => exponential::ex2_float(bits, listener),
        (Op::Lg2, _) => logarithm::lg2(bits, listener),
        (Op::Rcp, _) => reciprocal::rcp(bits, listener),
        (Op::Rsq, _) => square_root::rsq(bits, listener),
        (Op::Rcp64h, _) => reciprocal::rcp64h(bits, listener),
        (Op::Rsq64h, _) => square_root::rsq64h(bits, listener),
        (Op::Sqrt, _) => square_root::sqrt(bits, listener),
        (Op::Tanh, _) => tangent::tanh(bits, listener),
    }
}
