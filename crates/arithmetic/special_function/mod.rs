//! The special function unit behind MUFU and RRO, bit for bit.
//!
//! The unit evaluates one quadratic per table segment with short coefficients, a truncating squarer, one added constant and a shift; the
//! rest is fields and special cases. RCP, RSQ, LG2, EX2, SIN, COS and RRO follow an emulation that its author, M. Kościelnicka, checked
//! against G80 silicon (the hardware tests of envytools), reimplemented here from the description of the data path and compared on whole
//! ranges by hash; models that B. Carleton compared with chips of sm_5x to sm_75 (ptx-math) have the same results. The tables are computed
//! (see [`generate`]) but for those of SQRT and TANH, which were fitted to chips. How well each is known: see [`Op::known`].
//!
//! A reading order: [`reciprocal`], the simplest function; [`interpolation`], the shared quadratic; [`range_reduction`] and [`sine`].

mod explain;
pub mod exponential;
pub mod float;
pub mod generate;
pub mod interpolation;
pub mod logarithm;
pub mod machine;
pub mod range_reduction;
pub mod reciprocal;
pub mod root_table;
pub mod row;
pub mod sequence;
pub mod sequence_table;
pub mod sine;
pub mod square_root;
pub mod stage;
#[rustfmt::skip]
pub mod table;
pub mod tangent;
pub mod tangent_table;

use crate::trace::Recorder;
pub use crate::trace::Silent;
pub use explain::assembly;
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
    /// √x, fitted to chips.
    SquareRoot,
    /// tanh x, fitted to a chip.
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

impl Op {
    /// The function that it approximates, by itself or of the high words of doubles.
    #[must_use]
    pub const fn elementary(self) -> Elementary {
        match self {
            Self::Cos => Elementary::Cosine,
            Self::Sin => Elementary::Sine,
            Self::Ex2 => Elementary::Exp2,
            Self::Lg2 => Elementary::Log2,
            Self::Rcp | Self::Rcp64h => Elementary::Reciprocal,
            Self::Rsq | Self::Rsq64h => Elementary::ReciprocalRoot,
            Self::Sqrt => Elementary::Root,
            Self::Tanh => Elementary::Tanh,
        }
    }
}

/// A row is a function and its mnemonic in PTX.
macro_rules! elementary {
    ($($name:ident $mnemonic:literal;)*) => {
        /// A function that PTX has approximate instructions for: the unit computes it, with the instructions around it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names say what they are")]
        pub enum Elementary {
            $($name,)*
        }

        impl Elementary {
            /// Every one.
            pub const ALL: &[Elementary] = &[$(Self::$name,)*];

            /// The mnemonic in PTX.
            #[must_use]
            pub const fn mnemonic(self) -> &'static str {
                match self {
                    $(Self::$name => $mnemonic,)*
                }
            }
        }
    };
}

elementary! {
    Reciprocal "rcp";
    ReciprocalRoot "rsqrt";
    Root "sqrt";
    Log2 "lg2";
    Exp2 "ex2";
    Sine "sin";
    Cosine "cos";
    Tanh "tanh";
    Quotient "div";
}

impl Elementary {
    /// The function of a form of PTX, by its mnemonic.
    #[must_use]
    pub fn of_form(form: &str) -> Option<Elementary> {
        let mnemonic = form.split('.').next()?;
        Self::ALL.iter().copied().find(|function| function.mnemonic() == mnemonic)
    }
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

/// How well a function's bits are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// How well, where nothing was validated.
    pub evidence: Evidence,
    /// Why, for sm_50 and later.
    pub why: &'static str,
    /// On which chips somebody compared a model that has the same results with the chip's, over every operand.
    pub validated: &'static [Family],
}

/// Chips of one kind whose results somebody compared with a model, over all operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// What whoever compared them calls them.
    pub name: &'static str,
    /// The compute capabilities.
    pub targets: (u32, u32),
    /// Who compared what.
    pub by: &'static str,
}

const fn family(name: &'static str, first: u32, last: u32) -> Family {
    const PTX_MATH: &str =
        "B. Carleton's models (ptx-math, 2020), which he compared with these chips over all 2^32 operands, have the same results";
    Family { name, targets: (first, last), by: PTX_MATH }
}

/// What `cargo xtask measure` compared.
const HOPPER: Family = Family {
    name: "H100 (sm_90)",
    targets: (90, 90),
    by: "this project asked one for all operands (driver 580.159.04, CUDA 13.0, 26 November 2026): every result is this one",
};

/// The chips with which ptx-math compared its models (its root is another one on sm_5x), and ours.
const FAMILIES: &[Family] = &[family("sm_5x", 50, 59), family("sm_6x", 60, 69), family("sm_70", 70, 70), family("sm_75", 75, 75), HOPPER];

impl Known {
    /// The same for chips later than the one that was tested.
    #[must_use]
    pub fn on_later_chips(self) -> Known {
        Known { evidence: self.evidence.max(Evidence::Inferred), ..self }
    }

    /// The chips that were compared, if those of a target are among them.
    #[must_use]
    pub fn validated_on(self, target: u32) -> Option<&'static Family> {
        self.validated.iter().find(|family| (family.targets.0..=family.targets.1).contains(&target))
    }

    /// What is known of a result that takes both.
    #[must_use]
    pub fn and(self, other: Known) -> Known {
        let weaker = if other.evidence > self.evidence { other } else { self };
        let fewer = if other.validated.len() < self.validated.len() { other } else { self };
        Known { validated: fewer.validated, ..weaker }
    }
}

/// The chips whose unit takes words of range reduction, and those whose unit takes floats.
const WITH_WORDS: &[Family] = FAMILIES.split_at(2).0;
const WITH_FLOATS: &[Family] = FAMILIES.split_at(2).1;

/// What is known of a function whose emulation was checked on a G80, and what speaks for later chips.
macro_rules! tested {
    ($evidence:ident, $later:literal) => {
        tested!($evidence, FAMILIES, $later)
    };
    ($evidence:ident, $validated:expr, $later:literal) => {
        Known {
            evidence: Evidence::$evidence,
            why: concat!("an emulation checked on a G80 (envytools, M. Kościelnicka) has these bits; for later chips, ", $later),
            validated: $validated,
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
const SIN: Known =
    tested!(SiliconTested, WITH_WORDS, "the tables are taken to be the same, as the greatest errors published of an RTX 3090 suggest");
const EX2: Known = tested!(SiliconTested, WITH_WORDS, "the tables are taken to be the same, as samples of a GB200 suggest");
const TURNS: Known = tested!(
    Inferred,
    WITH_FLOATS,
    "that the unit takes turns so is known of sm_70 and sm_75; the greatest errors published of an RTX 3090 come out to the last digit"
);
const EX2_FLOAT: Known = tested!(
    Inferred,
    WITH_FLOATS,
    "that the unit takes floats so is known of sm_70 and sm_75; the greatest error published of an RTX 3090 and ten samples of a GB200 come out"
);
const SQRT: Known = Known {
    evidence: Evidence::Inferred,
    why: "the table was fitted to chips of sm_6x, sm_70 and sm_75 (B. Carleton, ptx-math); we assume that others have the same results",
    validated: FAMILIES.split_at(1).1,
};
/// What is known of RRO.
pub const RANGE_REDUCTION: Known = tested!(SiliconTested, &[], "it is taken to be the same");
/// What only this project asked a chip for.
const ASKED: &[Family] = &[HOPPER];
const RCP64H: Known = Known {
    evidence: Evidence::Inferred,
    why: "an H100 gives these bits for every high word (this project, 26 November 2026); we assume that other chips do the same",
    validated: ASKED,
};
const TANH: Known = Known {
    evidence: Evidence::Inferred,
    why: "the table was fitted to an H100 over all operands (this project, 26 November 2026). The greatest error published of an sm_75 comes out; we assume that other chips do the same",
    validated: ASKED,
};
/// What is known of the functions of 16 bits.
pub const HALVES: Known = Known {
    evidence: Evidence::Inferred,
    why: "an H100 gives these bits for every operand: the function of singles, cut to 16 bits (this project, 26 November 2026); we assume that other chips do the same",
    validated: ASKED,
};

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
            (Self::Sqrt, _) => SQRT,
            (Self::Rcp64h | Self::Rsq64h, _) => RCP64H,
            (Self::Tanh, _) => TANH,
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
pub fn mufu<R: Recorder>(op: Op, operands: Operands, bits: u32, recorder: &mut R) -> u32 {
    if R::LISTENS { heard(op, operands, bits, recorder) } else { function(op, operands, bits, recorder) }
}

/// MUFU for each of some operands. It is not generic, so it is compiled with this crate, however its caller is compiled.
pub fn mufu_each(op: Op, operands: Operands, bits: &[u32], results: &mut [u64]) {
    bits.iter().zip(results).for_each(|(bits, result)| *result = function(op, operands, *bits, &mut Silent).into());
}

/// The same for a recorder that listens: one copy of code, wherever it is asked for.
#[inline(never)]
fn heard(op: Op, operands: Operands, bits: u32, recorder: &mut impl Recorder) -> u32 {
    function(op, operands, bits, recorder)
}

#[inline(always)]
fn function(op: Op, operands: Operands, bits: u32, recorder: &mut impl Recorder) -> u32 {
    match (op, operands) {
        (Op::Cos, Operands::Words) => sine::cos_word(bits, recorder),
        (Op::Cos, Operands::Floats) => sine::cos_turns(bits, recorder),
        (Op::Sin, Operands::Words) => sine::sin_word(bits, recorder),
        (Op::Sin, Operands::Floats) => sine::sin_turns(bits, recorder),
        (Op::Ex2, Operands::Words) => exponential::ex2_word(bits, recorder),
        (Op::Ex2, Operands::Floats) => exponential::ex2_float(bits, recorder),
        (Op::Lg2, _) => logarithm::lg2(bits, recorder),
        (Op::Rcp, _) => reciprocal::rcp(bits, recorder),
        (Op::Rsq, _) => square_root::rsq(bits, recorder),
        (Op::Rcp64h, _) => reciprocal::rcp64h(bits, recorder),
        (Op::Rsq64h, _) => square_root::rsq64h(bits, recorder),
        (Op::Sqrt, _) => square_root::sqrt(bits, recorder),
        (Op::Tanh, _) => tangent::tanh(bits, recorder),
    }
}
