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

    /// What a word of the field does, as it stands without its dot; None where the word is only a number or a place.
    pub fn meaning(self, word: &str) -> Option<String> {
        let said = match (self, word) {
            (Role::To, _) => return Some(["writes ", format_named(word)?].concat()),
            (Role::From | Role::FromB, _) => return Some(["reads ", format_named(word)?].concat()),
            (Role::Function, "COS") => "cosine of an angle that was reduced before",
            (Role::Function, "SIN") => "sine of an angle that was reduced before",
            (Role::Function, "EX2") => "two to a power",
            (Role::Function, "LG2") => "logarithm to base two",
            (Role::Function, "RCP") => "reciprocal",
            (Role::Function, "RSQ") => "reciprocal square root",
            (Role::Function, "RCP64H") => "reciprocal of a double by its upper word",
            (Role::Function, "RSQ64H") => "reciprocal square root of a double by its upper word",
            (Role::Function, "SQRT") => "square root, from sm_52 on",
            (Role::Function, "TANH") => "hyperbolic tangent, from sm_75 on",
            (Role::Reduction, "SINCOS") => "reduces to quadrants for a sine or cosine",
            (Role::Reduction, _) => "splits into whole and fraction for a power of two",
            (Role::Flush, "FTZ") => "subnormal singles become zeros of their sign",
            (Role::Rounding, "RM") => "round towards negative infinity",
            (Role::Rounding, "RP") => "round towards positive infinity",
            (Role::Rounding, "RZ") => "round towards zero",
            (Role::Rounding, "ROUND") => "round to the nearest whole number, ties to even",
            (Role::Rounding, "FLOOR") => "round to the whole number below",
            (Role::Rounding, "CEIL") => "round to the whole number above",
            (Role::Rounding, "TRUNC") => "round to the whole number towards zero",
            (Role::Rounding, "PASS") => "between equal formats: no rounding",
            (Role::Rounding, _) => "round to nearest, ties to even",
            (Role::Half | Role::Part, "H0") => "the low half of the source",
            (Role::Half | Role::Part, "H1") => "the high half of the source",
            (Role::Part, _) => "that byte of the source",
            (Role::Saturate, "SAT") => "clamps to [0, 1]; a NaN becomes +0",
            (Role::ConditionCode, "CC") => "writes the condition codes",
            (Role::SwizzleA | Role::SwizzleB, "H1_H0") => "each half is a lane",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "F32") => "a single, cut to a half, for both lanes",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "H0_H0") => "the low half for both lanes",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "H1_H1") => "the high half for both lanes",
            (Role::SwizzleB, "H0_NH1") => "each half is a lane, the high one negated",
            (Role::SwizzleA | Role::SwizzleB, "H1") => "the high half",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "F32x2.HI_LO") => "two singles, each to its lane",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "F32x2.LO_HI") => "two singles, their lanes exchanged",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "B3210") => "four bytes, each to its lane",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "N3210") => "four numbers of 4 bits, each to its lane",
            (Role::SwizzleA | Role::SwizzleB | Role::SwizzleC, "B0" | "B1" | "B2" | "B3") => "that byte for all lanes",
            (Role::Output, "F16_V2") => "both products, packed",
            (Role::Output, "F32") => "lane 0 as a single",
            (Role::Output, "MRG_H0") => "lane 0 into the low half; the high half stays",
            (Role::Output, "MRG_H1") => "lane 1 into the high half; the low half stays",
            (Role::Output | Role::Format, "BF16_V2" | "BF16x2") => "two bfloat16 numbers",
            (Role::Format, "BF16") => "bfloat16",
            (Role::Format | Role::Pack, "F16x2") => "two halves",
            (Role::Format, "F16") => "a half",
            (Role::Format | Role::Pack, "F32") => "a single",
            (Role::Format, "F64") => "a double",
            (Role::Multiply, "FTZ") => "subnormal numbers become zeros of their sign",
            (Role::Multiply, "FMZ") => "as .FTZ, and a zero operand makes the product +0",
            (Role::Multiply, "OOB") => "an operand out of bounds makes the result +0",
            (Role::Compare, "F") => "never",
            (Role::Compare, "T") => "always",
            (Role::Compare, "LT") => "less",
            (Role::Compare, "EQ") => "equal",
            (Role::Compare, "LE") => "less or equal",
            (Role::Compare, "GT") => "greater",
            (Role::Compare, "NE") => "not equal, and neither is a NaN",
            (Role::Compare, "GE") => "greater or equal",
            (Role::Compare, "NUM") => "neither is a NaN",
            (Role::Compare, "NAN") => "one is a NaN",
            (Role::Compare, "LTU") => "less, or one is a NaN",
            (Role::Compare, "EQU") => "equal, or one is a NaN",
            (Role::Compare, "LEU") => "less or equal, or one is a NaN",
            (Role::Compare, "GTU") => "greater, or one is a NaN",
            (Role::Compare, "NEU") => "not equal, or one is a NaN",
            (Role::Compare, "GEU") => "greater or equal, or one is a NaN",
            (Role::Compare, "MIN") => "the smaller",
            (Role::Compare, "MAX") => "the larger",
            (Role::Combine, "AND") => "and the last predicate holds",
            (Role::Combine, "OR") => "or the last predicate holds",
            (Role::Combine, "XOR") => "or the last predicate holds, not both",
            (Role::BothLanes, "H_AND") => "both lanes must hold",
            (Role::Truth, "BF") => "1.0 where it holds, in place of all ones",
            (Role::Relu, "RELU") => "a negative result becomes +0",
            (Role::Nan, "NAN") => "a NaN operand makes the result a NaN",
            (Role::XorSign, "XORSIGN") => "the result takes the exclusive or of the signs",
            (Role::Which, "IS_A") => "predicates say which operand won",
            (Role::Scale, "D2") => "the product divided by 2",
            (Role::Scale, "D4") => "the product divided by 4",
            (Role::Scale, "D8") => "the product divided by 8",
            (Role::Scale, "M2") => "the product times 2",
            (Role::Scale, "M4") => "the product times 4",
            (Role::Scale, "M8") => "the product times 8",
            (Role::Finite, "SATFINITE") => "clamps to the largest number",
            (Role::Random, "RS") => "round by random bits",
            (Role::NanToZero, "NTZ") => "a NaN becomes 0",
            (Role::NonDivergent, "NDV") => "the lanes of the four do not diverge",
            (Role::Sparse, "SP") => "half of the numbers of a are zeros and not stored",
            (Role::OrderA | Role::OrderB, "ROW") => "the matrix stands row by row",
            (Role::OrderA | Role::OrderB, "COL") => "the matrix stands column by column",
            (Role::ScaleFormat, "E8") => "scale factors are powers of two (UE8M0)",
            (Role::ScaleFormat, "UE4M3") => "scale factors are UE4M3 numbers",
            (Role::ScaleCount, "4X") => "four scale factors a row",
            (Role::Pack, "MERGE_C") => "the other half comes from c",
            (Role::Pack, "PACK_AB") => "a above b in one register",
            (Role::Pack, "PACK_AB_MERGE_C") => "a above b, beside what c holds",
            (Role::Pack, "PACK_B") => "packs the numbers of b",
            (Role::Pack, "UNPACK_B") => "takes the numbers of b apart",
            (Role::Pack, "UNPACK_B_MERGE_C") => "takes the numbers of b apart, beside what c holds",
            (Role::AbsoluteA | Role::AbsoluteB | Role::AbsoluteC, _) => "the sign is cleared",
            (Role::NegateA | Role::NegateB | Role::NegateC, _) => "the sign is flipped, after the bars",
            _ => return None,
        };
        Some(said.to_owned())
    }
}

/// A format of a conversion, as an object: `a half`.
fn format_named(word: &str) -> Option<&'static str> {
    Some(match word {
        "F16" => "a half",
        "F32" => "a single",
        "F64" => "a double",
        "BF16" => "a bfloat16 number",
        "TF32" => "a TF32 number",
        "E4M3" => "E4M3 numbers",
        "E5M2" => "E5M2 numbers",
        "E2M3" => "E2M3 numbers",
        "E3M2" => "E3M2 numbers",
        "E2M1" => "E2M1 numbers",
        "E4M3x4" => "four E4M3 numbers",
        "E5M2x4" => "four E5M2 numbers",
        "E2M3x4" => "four E2M3 numbers",
        "E3M2x4" => "four E3M2 numbers",
        "E2M1x4" => "four E2M1 numbers",
        "E8" => "powers of two (UE8M0)",
        "E8x4" => "four powers of two (UE8M0)",
        "S2_6" => "fixed-point numbers in steps of 1/64",
        "U8" => "8 bits without a sign",
        "U16" => "16 bits without a sign",
        "U32" => "32 bits without a sign",
        "U64" => "64 bits without a sign",
        "S8" => "8 bits with a sign",
        "S16" => "16 bits with a sign",
        "S32" => "32 bits with a sign",
        "S64" => "64 bits with a sign",
        "U4x2" => "two integers of 4 bits without a sign",
        "S4x2" => "two integers of 4 bits with a sign",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{maxwell, volta};
    use super::*;

    /// Words that are a number alone (which part of a sequence, the shape of a matrix), and those of which no document says more.
    const NUMBERS: [Role; 5] = [Role::Step, Role::Reuse, Role::Shape, Role::Pack, Role::Apart];

    #[test]
    fn every_word_has_a_meaning() {
        for row in maxwell::ROWS.iter().chain(volta::ROWS) {
            let parts = row.operands.iter().flat_map(|operand| operand.part).chain(row.signs.iter().flat_map(|signs| signs.part));
            for choice in row.head.iter().chain(parts) {
                let role = choice.field.role;
                for word in choice.words.iter().filter(|word| !matches!(**word, "" | "-" | "!") && !word.contains("INVALID")) {
                    assert!(role.meaning(word).is_some() || NUMBERS.contains(&role) || *word == "DXY", "{} {role:?} .{word}", row.name);
                }
            }
        }
    }
}
