//! What the words of a field mean, in a few words each: for lists of continuations, buttons and the reference.

use super::field::Role;
use super::maxwell::Mnemonic;

impl Mnemonic {
    /// What the instruction does, in one sentence.
    pub const fn summary(self) -> &'static str {
        match self {
            Mnemonic::Mufu => "Computes one function of the special function unit.",
            Mnemonic::Rro => "Prepares an operand for MUFU's sine, cosine or power of two.",
            Mnemonic::F2f => "Converts between floating-point formats, or rounds to a whole number.",
            Mnemonic::Hmul2 => "Multiplies two pairs of halves, each product rounded to nearest even.",
            Mnemonic::Hmul2Wide => "Multiplies a pair of halves by two 16-bit immediates.",
        }
    }
}

impl Role {
    /// What the choices of the field are about, as the title of a group.
    pub const fn title(self) -> &'static str {
        match self {
            Role::Function => "function",
            Role::Reduction => "for",
            Role::Flush => "flush",
            Role::To => "to",
            Role::From => "from",
            Role::Rounding => "rounding",
            Role::Half => "half",
            Role::Saturate => "range",
            Role::ConditionCode => "codes",
            Role::SwizzleA => "lanes of a",
            Role::SwizzleB => "lanes of b",
            Role::Output => "output",
            Role::Multiply => "zeros",
            Role::AbsoluteA | Role::NegateA => "a",
            Role::AbsoluteB | Role::NegateB => "b",
            Role::AbsoluteC | Role::NegateC => "c",
            _ => self.label(),
        }
    }

    /// The operand whose bars or sign it is.
    pub const fn operand(self) -> Option<Role> {
        match self {
            Role::AbsoluteA | Role::NegateA => Some(Role::A),
            Role::AbsoluteB | Role::NegateB => Some(Role::B),
            Role::AbsoluteC | Role::NegateC => Some(Role::C),
            _ => None,
        }
    }

    /// A mark of one or two letters to know its bits by; no two roles share one.
    pub const fn mark(self) -> &'static str {
        match self {
            Role::Destination => "d",
            Role::A => "a",
            Role::B => "b",
            Role::Bank => "bk",
            Role::Offset => "of",
            Role::Immediate => "i",
            Role::ImmediateH0 => "i0",
            Role::ImmediateH1 => "i1",
            Role::Guard => "p",
            Role::GuardNot => "!p",
            Role::Function => "f",
            Role::Reduction => "rr",
            Role::Flush => "z",
            Role::To => "t",
            Role::From => "s",
            Role::Rounding => "r",
            Role::Half => "h",
            Role::Saturate => "c",
            Role::ConditionCode => "cc",
            Role::AbsoluteA => "|a",
            Role::NegateA => "-a",
            Role::AbsoluteB => "|b",
            Role::NegateB => "-b",
            Role::SwizzleA => "wa",
            Role::SwizzleB => "wb",
            Role::Output => "o",
            Role::Multiply => "m",
            Role::OperandForm => "fm",
            Role::IsUniform => "u?",
            Role::Uniform => "u",
            Role::C => "c3",
            Role::AbsoluteC => "|c",
            Role::NegateC => "-c",
            Role::SwizzleC => "wc",
            Role::Part => "pt",
            Role::PredicateTo => "q",
            Role::PredicateAlso => "q2",
            Role::PredicateFrom => "ps",
            Role::PredicateNot => "!s",
            Role::UniformPredicate => "up",
            Role::UniformPredicateNot => "!u",
            Role::Compare => "cm",
            Role::Combine => "j",
            Role::BothLanes => "2",
            Role::Truth => "bf",
            Role::Relu => "re",
            Role::Nan => "n",
            Role::XorSign => "x",
            Role::Which => "w",
            Role::Scale => "sc",
            Role::Format => "fo",
            Role::FromB => "s2",
            Role::ScaleFormat => "sf",
            Role::ScaleCount => "4x",
            Role::Finite => "fi",
            Role::Random => "rs",
            Role::Pack => "k",
            Role::Signs => "pn",
            Role::NonDivergent => "nd",
            Role::NanToZero => "nz",
            Role::Apart => "np",
            Role::Shape => "sh",
            Role::Sparse => "sp",
            Role::Places => "pl",
            Role::PlacesPart => "p#",
            Role::Selector => "se",
            Role::ScaleA => "sa",
            Role::ScaleB => "sb",
            Role::OrderA => "oa",
            Role::OrderB => "ob",
            Role::Step => "st",
            Role::Stall => "&s",
            Role::Yields => "&y",
            Role::WriteBarrier => "&w",
            Role::ReadBarrier => "&b",
            Role::WaitMask => "&m",
            Role::Reuse => "&r",
        }
    }

    /// What a value of the field means; None where it is only a number.
    pub const fn meaning(self, value: u32) -> Option<&'static str> {
        Some(match (self, value) {
            (Role::Function, 0) => "cosine of a word that RRO made",
            (Role::Function, 1) => "sine of a word that RRO made",
            (Role::Function, 2) => "power of two of a word that RRO made",
            (Role::Function, 3) => "logarithm to base two",
            (Role::Function, 4) => "reciprocal",
            (Role::Function, 5) => "reciprocal square root",
            (Role::Function, 6) => "reciprocal of a double by its upper word",
            (Role::Function, 7) => "reciprocal square root of a double by its upper word",
            (Role::Function, 8) => "square root, from sm_52 on",
            (Role::Reduction, 0) => "reduces to quadrants for a sine or cosine",
            (Role::Reduction, _) => "splits into whole and fraction for a power of two",
            (Role::Flush, 1) => "subnormal singles become zeros of their sign",
            (Role::To, 1) => "writes a half, zeros above it",
            (Role::To, 2) => "writes a single",
            (Role::To, 3) => "writes a double to a pair of registers",
            (Role::From, 1) => "reads a half",
            (Role::From, 2) => "reads a single",
            (Role::From, 3) => "reads a double from a pair of registers",
            (Role::Rounding, 0) => "to nearest even",
            (Role::Rounding, 1) => "towards negative infinity; between equal formats .PASS, no rounding",
            (Role::Rounding, 2) => "towards positive infinity",
            (Role::Rounding, 3) => "towards zero",
            (Role::Rounding, 4) => "to the nearest whole number, ties to even",
            (Role::Rounding, 5) => "to the whole number below",
            (Role::Rounding, 6) => "to the whole number above",
            (Role::Rounding, 7) => "to the whole number towards zero",
            (Role::Half, 0) => "the low half of the source",
            (Role::Half, _) => "the high half of the source",
            (Role::Saturate, 1) => "clamps to [0, 1]; a NaN becomes +0",
            (Role::ConditionCode, 1) => "writes the condition codes",
            (Role::SwizzleA | Role::SwizzleB, 0) => "each half is a lane",
            (Role::SwizzleA | Role::SwizzleB, 1) => "a single, cut to a half, for both lanes",
            (Role::SwizzleA | Role::SwizzleB, 2) => "the low half for both lanes",
            (Role::SwizzleA | Role::SwizzleB, 3) => "the high half for both lanes",
            (Role::Output, 0) => "both products, packed",
            (Role::Output, 1) => "lane 0 as a single",
            (Role::Output, 2) => "lane 0 into the low half; the high half stays",
            (Role::Output, 3) => "lane 1 into the high half; the low half stays",
            (Role::Multiply, 0) => "subnormal halves are kept",
            (Role::Multiply, 1) => "subnormal halves become zeros of their sign",
            (Role::Multiply, 2) => "as .FTZ, and a zero operand makes the product +0",
            (Role::AbsoluteA | Role::AbsoluteB, 1) => "the sign is cleared",
            (Role::NegateA | Role::NegateB, 1) => "the sign is flipped, after the bars",
            _ => return None,
        })
    }
}
