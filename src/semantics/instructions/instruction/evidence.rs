//! How we know that a row is right.

use super::Meaning;
use crate::number::Format;
use crate::special_function::{self, Known};

/// The ground under a row; the page shows it as a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The manual says so, in this section.
    Documented(&'static str),
    /// A tool or a chip did so on a date.
    Measured {
        /// The tool or chip.
        by: &'static str,
        /// When.
        date: &'static str,
    },
    /// Somebody compared a model that has the same results with real chips.
    Validated {
        /// The kind of chips, as whoever compared them calls it.
        chips: &'static str,
        /// Who compared what, over which operands.
        by: &'static str,
    },
    /// Tested elsewhere; the reason why we believe it here.
    Inferred(&'static str),
    /// Ours, inside what is published; the reason why it may be so.
    Modelled(&'static str),
}

/// Who compared the special function unit with chips.
const PTX_MATH: &str =
    "B. Carleton's models (ptx-math, 2020), which he compared with these chips over all 2^32 operands, have the same results";

/// The NaN of singles, and of conversions.
const FOLDED_NAN: Evidence = Evidence::Measured {
    by: "the constant folding of ptxas 12.9 gives this NaN; the PTX manual leaves it open, and no chip was asked",
    date: "2026-11-21",
};
/// The NaN of abs and neg.
const SIGNED_NAN: Evidence = Evidence::Measured {
    by: "the constant folding of ptxas 12.9 and 13.5 gives this NaN; the PTX manual leaves that of neg and abs.f32 open and has abs.f64 pass it through unchanged; no chip was asked",
    date: "2026-11-22",
};
/// The NaN of abs and neg in 16 bits.
const SIGNED_HALF_NAN: Evidence =
    Evidence::Modelled("the PTX manual leaves this NaN open, and here only its sign changes; no tool and no chip was asked");
/// The NaN of arithmetic in 16 bits, and of conversions to bfloat16.
const HALF_NAN: Evidence = Evidence::Inferred(
    "ptxas and NVIDIA's headers convert a NaN of a single to this one; the PTX manual leaves it open, and no chip was asked",
);
/// The NaN of arithmetic in 8 bits.
const NARROW_NAN: Evidence = Evidence::Modelled(
    "no document gives the bits of this NaN, nor its sign: here it is 7f, and an overflow keeps its sign, as NVIDIA's host functions convert; no tool and no chip was asked",
);
/// The NaN of arithmetic in doubles.
const DOUBLE_NAN: Evidence = Evidence::Modelled(
    "the PTX manual says that payloads are supported, not which of two comes out or how it is made quiet; no chip was asked",
);

impl Evidence {
    /// What is known of the special function unit on a target.
    pub fn of_unit(known: Known, target: u32) -> Evidence {
        match (known.validated_on(target), known.evidence) {
            (Some(chips), _) => Evidence::Validated { chips, by: PTX_MATH },
            (None, special_function::Evidence::Modelled) => Evidence::Modelled(known.why),
            (None, _) => Evidence::Inferred(known.why),
        }
    }

    /// What is known of a NaN that an instruction gives; `known` is what is known of its numbers.
    pub fn of_nan(known: Evidence, format: &Format, meaning: Meaning) -> Evidence {
        let of_sign = matches!(meaning, Meaning::AbsoluteValue | Meaning::Negate);
        match (of_sign, format.name) {
            (true, "F32" | "F64") => SIGNED_NAN,
            (true, "F16" | "BF16") => SIGNED_HALF_NAN,
            (false, "F64") if meaning != Meaning::Convert => DOUBLE_NAN,
            (false, "F32" | "F64") => FOLDED_NAN,
            (false, "F16") if meaning == Meaning::Convert => FOLDED_NAN,
            (false, "F16" | "BF16") => HALF_NAN,
            (false, "E4M3" | "E5M2") if meaning != Meaning::Convert => NARROW_NAN,
            _ => known,
        }
    }

    /// How far it lies from a chip's own answer, for telling the weakest of several.
    pub fn weakness(self) -> u8 {
        match self {
            Evidence::Measured { .. } => 0,
            Evidence::Documented(_) => 1,
            Evidence::Validated { .. } => 2,
            Evidence::Inferred(_) => 3,
            Evidence::Modelled(_) => 4,
        }
    }

    /// The badge's word.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Documented(_) => "documented",
            Evidence::Measured { .. } => "measured",
            Evidence::Validated { .. } => "validated",
            Evidence::Inferred(_) => "inferred",
            Evidence::Modelled(_) => "modelled",
        }
    }
}
