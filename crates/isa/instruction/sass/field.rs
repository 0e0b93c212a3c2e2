//! The fields of a machine word: where their bits stand, what they are called, and the words that stand for their values.

/// What a field says. One role means the same in every form that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The register that is written.
    Destination,
    /// The first source register.
    A,
    /// The second source register (the only one of RRO and F2F).
    B,
    /// The constant bank.
    Bank,
    /// The offset in the constant bank, in words of 32 bits.
    Offset,
    /// A 20-bit immediate: the top bits of an F32 or F64, or an F16 in both halves.
    Immediate,
    /// The immediate of lane 0: the top 10 bits of an F16, or all 16.
    ImmediateH0,
    /// The immediate of lane 1.
    ImmediateH1,
    /// The predicate that decides whether the instruction runs; 7 is PT, always true.
    Guard,
    /// Whether the predicate must be false.
    GuardNot,
    /// What MUFU computes.
    Function,
    /// What RRO prepares for.
    Reduction,
    /// `.FTZ` of F2F.
    Flush,
    /// The format that F2F writes.
    To,
    /// The format that F2F reads.
    From,
    /// The rounding of F2F: bit 2 chooses the integer roundings, which count only between equal formats.
    Rounding,
    /// Which half of the source holds an F16.
    Half,
    /// `.SAT`.
    Saturate,
    /// `.CC`.
    ConditionCode,
    /// The absolute value of the first source.
    AbsoluteA,
    /// The sign of the first source.
    NegateA,
    /// The absolute value of the second source.
    AbsoluteB,
    /// The sign of the second source; of the whole product in HMUL2.
    NegateB,
    /// How the two lanes are taken from the first source.
    SwizzleA,
    /// How the two lanes are taken from the second source.
    SwizzleB,
    /// What HMUL2 writes.
    Output,
    /// How HMUL2 treats subnormal numbers and zeros.
    Multiply,
    /// Where the source comes from that may be no register.
    OperandForm,
    /// Whether that source is a uniform register, or a constant behind one.
    IsUniform,
    /// The uniform register.
    Uniform,
    /// The third source register.
    C,
    /// The absolute value of the third source.
    AbsoluteC,
    /// The sign of the third source.
    NegateC,
    /// How the two lanes are taken from the third source.
    SwizzleC,
    /// The part of a source register that is read, where it is narrower.
    Part,
    /// The predicate that is written.
    PredicateTo,
    /// The second predicate that is written.
    PredicateAlso,
    /// The predicate that is read.
    PredicateFrom,
    /// Whether that predicate is negated.
    PredicateNot,
    /// The uniform predicate that is read.
    UniformPredicate,
    /// Whether that predicate is negated.
    UniformPredicateNot,
    /// How two numbers are compared.
    Compare,
    /// How a comparison is joined with a predicate.
    Combine,
    /// Whether both lanes must hold.
    BothLanes,
    /// Whether a comparison gives 1.0 or all ones.
    Truth,
    /// `.RELU`.
    Relu,
    /// `.NAN`.
    Nan,
    /// `.XORSIGN`.
    XorSign,
    /// Whether a predicate says that the first source won.
    Which,
    /// The power of two that a product is scaled by.
    Scale,
    /// The format of both sides.
    Format,
    /// The format of the second source.
    FromB,
    /// The format of the scales.
    ScaleFormat,
    /// How many scales stand in a register.
    ScaleCount,
    /// `.SATFINITE`, or `.SAT` where it means the same.
    Finite,
    /// `.RS`: rounding by random bits.
    Random,
    /// What is packed with what.
    Pack,
    /// The signs of eight additions.
    Signs,
    /// `.NDV`.
    NonDivergent,
    /// `.NTZ`: a NaN becomes zero.
    NanToZero,
    /// `.NP`.
    Apart,
    /// The size of a matrix operation.
    Shape,
    /// Whether the first matrix is sparse.
    Sparse,
    /// The register of the sparse matrix's places.
    Places,
    /// Which of them.
    PlacesPart,
    /// Which of a quad's threads hold a scale, or give the places.
    Selector,
    /// The register of the first matrix's scales.
    ScaleA,
    /// The register of the second matrix's scales.
    ScaleB,
    /// How the first matrix lies in its registers.
    OrderA,
    /// How the second matrix lies in its registers.
    OrderB,
    /// Which step of four.
    Step,
    /// Cycles until the next instruction is issued.
    Stall,
    /// The yield bit.
    Yields,
    /// The barrier that is set until the result is written.
    WriteBarrier,
    /// The barrier that is set until the operands are read.
    ReadBarrier,
    /// The barriers that are waited for.
    WaitMask,
    /// The operands that stay in the reuse cache.
    Reuse,
}

/// The words of a family and the values they stand for; where a value has two words the first is printed.
type Words = &'static [(&'static str, u32)];

#[rustfmt::skip]
const FUNCTIONS: Words = &[
    ("COS", 0), ("SIN", 1), ("EX2", 2), ("LG2", 3), ("RCP", 4), ("RSQ", 5), ("RCP64H", 6), ("RSQ64H", 7), ("SQRT", 8),
    ("INVALIDMUFUOPCODE8", 8), ("INVALIDMUFUOPCODE9", 9), ("INVALIDMUFUOPCODEA", 10), ("INVALIDMUFUOPCODEB", 11),
    ("INVALIDMUFUOPCODEC", 12), ("INVALIDMUFUOPCODED", 13), ("INVALIDMUFUOPCODEE", 14), ("INVALIDMUFUOPCODEF", 15),
];
#[rustfmt::skip]
const ROUNDINGS: Words = &[
    ("RN", 0), ("RM", 1), ("RP", 2), ("RZ", 3), ("ROUND", 4), ("FLOOR", 5), ("CEIL", 6), ("TRUNC", 7), ("PASS", 1),
];

impl Role {
    /// The words that stand for values, without their dots; empty where values are numbers.
    pub const fn words(self) -> Words {
        match self {
            Role::Function => FUNCTIONS,
            Role::Reduction => &[("SINCOS", 0), ("EX2", 1)],
            Role::Flush => &[("FTZ", 1)],
            Role::To => &[("INVALIDFPDEST0", 0), ("F16", 1), ("F32", 2), ("F64", 3), ("INVALID", 0)],
            Role::From => &[("INVALIDFPSRC0", 0), ("F16", 1), ("F32", 2), ("F64", 3), ("INVALID", 0)],
            Role::Rounding => ROUNDINGS,
            Role::Half => &[("H0", 0), ("H1", 1)],
            Role::Saturate => &[("SAT", 1)],
            Role::ConditionCode => &[("CC", 1)],
            Role::SwizzleA | Role::SwizzleB => &[("H1_H0", 0), ("F32", 1), ("H0_H0", 2), ("H1_H1", 3)],
            Role::Output => &[("F16_V2", 0), ("F32", 1), ("MRG_H0", 2), ("MRG_H1", 3)],
            Role::Multiply => &[("FTZ", 1), ("FMZ", 2), ("INVALID", 3)],
            _ => &[],
        }
    }

    /// The first word of a value.
    pub fn word(self, value: u32) -> Option<&'static str> {
        self.words().iter().find(|(_, of)| *of == value).map(|(word, _)| *word)
    }

    /// The value of a word.
    pub fn value(self, word: &str) -> Option<u32> {
        self.words().iter().find(|(of, _)| *of == word).map(|(_, value)| *value)
    }

    /// What the field is called beside its bits.
    pub const fn label(self) -> &'static str {
        match self {
            Role::Destination => "destination register",
            Role::A => "source register a",
            Role::B => "source register b",
            Role::Bank => "constant bank",
            Role::Offset => "constant offset / 4",
            Role::Immediate => "immediate",
            Role::ImmediateH0 => "immediate of lane 0",
            Role::ImmediateH1 => "immediate of lane 1",
            Role::Guard => "predicate",
            Role::GuardNot => "predicate negated",
            Role::Function => "function",
            Role::Reduction => "range reduction",
            Role::Flush => "flush to zero",
            Role::To => "destination format",
            Role::From => "source format",
            Role::Rounding => "rounding",
            Role::Half => "half of the source",
            Role::Saturate => "saturate",
            Role::ConditionCode => "write condition codes",
            Role::AbsoluteA => "absolute value of a",
            Role::NegateA => "sign of a",
            Role::AbsoluteB => "absolute value of b",
            Role::NegateB => "sign of b",
            Role::SwizzleA => "lanes of a",
            Role::SwizzleB => "lanes of b",
            Role::Output => "output format",
            Role::Multiply => "zeros and subnormals",
            Role::OperandForm => "form of the operands",
            Role::IsUniform => "uniform operand",
            Role::Uniform => "uniform register",
            Role::C => "source register c",
            Role::AbsoluteC => "absolute value of c",
            Role::NegateC => "sign of c",
            Role::SwizzleC => "lanes of c",
            Role::Part => "part of the source",
            Role::PredicateTo => "predicate written",
            Role::PredicateAlso => "second predicate written",
            Role::PredicateFrom => "predicate read",
            Role::PredicateNot => "predicate read negated",
            Role::UniformPredicate => "uniform predicate",
            Role::UniformPredicateNot => "uniform predicate negated",
            Role::Compare => "comparison",
            Role::Combine => "joined with the predicate by",
            Role::BothLanes => "both lanes",
            Role::Truth => "what true is",
            Role::Relu => "negative to zero",
            Role::Nan => "NaN wins",
            Role::XorSign => "sign of the product",
            Role::Which => "which source won",
            Role::Scale => "scale",
            Role::Format => "format",
            Role::FromB => "format of b",
            Role::ScaleFormat => "format of the scales",
            Role::ScaleCount => "scales",
            Role::Finite => "largest finite number at most",
            Role::Random => "random bits",
            Role::Pack => "packing",
            Role::Signs => "signs of the quad",
            Role::NonDivergent => "not divergent",
            Role::NanToZero => "NaN to zero",
            Role::Apart => "lanes apart",
            Role::Shape => "shape",
            Role::Sparse => "sparse",
            Role::Places => "register of places",
            Role::PlacesPart => "which places",
            Role::Selector => "selector",
            Role::ScaleA => "scales of a",
            Role::ScaleB => "scales of b",
            Role::OrderA => "order of a",
            Role::OrderB => "order of b",
            Role::Step => "step",
            Role::Stall => "stall",
            Role::Yields => "yield bit",
            Role::WriteBarrier => "write barrier",
            Role::ReadBarrier => "read barrier",
            Role::WaitMask => "wait mask",
            Role::Reuse => "reuse cache",
        }
    }
}

/// A field: its role and its pieces of the word, the most significant first, each from its high to its low bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it says.
    pub role: Role,
    /// Its pieces, (high, low).
    pub pieces: &'static [(u32, u32)],
}

impl Field {
    /// The number of its bits.
    pub fn width(&self) -> u32 {
        self.pieces.iter().map(|(high, low)| high - low + 1).sum()
    }

    /// The bits of the word that it takes.
    pub const fn mask(&self) -> u128 {
        let (mut mask, mut at) = (0, 0);
        while at < self.pieces.len() {
            let (high, low) = self.pieces[at];
            mask |= ones(high - low + 1) << low;
            at += 1;
        }
        mask
    }

    /// Its value in a word.
    pub fn read(&self, word: impl Into<u128>) -> u32 {
        let word = word.into();
        let value = self.pieces.iter().fold(0u64, |value, (high, low)| {
            let width = high - low + 1;
            value << width | (word >> low & ones(width)) as u64
        });
        value as u32
    }

    /// The word with its value put in; bits of the value beyond its width are dropped.
    pub fn write(&self, word: impl Into<u128>, value: u32) -> u128 {
        let mut rest = u128::from(value);
        self.pieces.iter().rev().fold(word.into(), |word, (high, low)| {
            let mask = ones(high - low + 1);
            let part = rest & mask;
            rest >>= high - low + 1;
            word & !(mask << low) | part << low
        })
    }
}

/// A number of ones at the bottom; fields are far narrower than a word.
const fn ones(width: u32) -> u128 {
    (1 << width) - 1
}
