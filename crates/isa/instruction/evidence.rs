//! How we know that a row is right.

use super::Meaning;
use crate::number::Format;
use crate::special_function::{self, Known};
use crate::tensor_core;

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

/// Who asked chips with tensor cores.
const PUBLISHED: &str =
    "answers for random operands that F. Khattak and M. Mikaitis published (arXiv 2512.07004) come out, every one that was compared";

const OURS: &str = "this project asked one for ordinary, special and telling operands (driver 580.159.04, CUDA 13.0, 26 November 2026), and every element comes out";

impl From<tensor_core::Evidence> for Evidence {
    fn from(evidence: tensor_core::Evidence) -> Evidence {
        match evidence {
            tensor_core::Evidence::Chips { names, .. } => Evidence::Validated { chips: names, by: PUBLISHED },
            tensor_core::Evidence::Asked { name, .. } => Evidence::Validated { chips: name, by: OURS },
            tensor_core::Evidence::Assembler(tool) => Evidence::Measured { by: tool, date: "2026-11-22" },
            tensor_core::Evidence::Documented(section) => Evidence::Documented(section),
            tensor_core::Evidence::OneModel(_) => Evidence::Modelled("MMA-Sim (arXiv 2511.10909) says so; nobody published answers"),
            tensor_core::Evidence::Inferred(why) => Evidence::Inferred(why),
        }
    }
}

/// A NaN that `cargo xtask measure` asked a chip for.
const CHIPS_NAN: Evidence =
    Evidence::Measured { by: "an H100 gives this NaN (driver 580.159.04, CUDA 13.0); the PTX manual leaves it open", date: "2026-11-26" };
/// A NaN on a chip that nobody asked, taken from the H100.
const LIKE_AN_H100: Evidence = Evidence::Inferred(
    "an H100 gives this NaN (driver 580.159.04, CUDA 13.0, 2026-11-26); the PTX manual leaves it open, and no other chip was asked",
);
/// The NaN of arithmetic in 8 bits.
const NARROW_NAN: Evidence = Evidence::Modelled(
    "no document gives the bits of this NaN or its sign. Here it is 7f, and an overflow keeps its sign, as in NVIDIA's host functions. No tool and no chip was asked",
);

impl Evidence {
    /// What is known of the special function unit on a target.
    pub fn of_unit(known: Known, target: u32) -> Evidence {
        match (known.validated_on(target), known.evidence) {
            (Some(family), _) => Evidence::Validated { chips: family.name, by: family.by },
            (None, special_function::Evidence::Modelled) => Evidence::Modelled(known.why),
            (None, _) => Evidence::Inferred(known.why),
        }
    }

    /// What is known of a NaN that an instruction gives on a target; `known` is what is known of its numbers.
    pub fn of_nan(known: Evidence, format: &Format, meaning: Meaning, target: u32) -> Evidence {
        match format.name {
            "F32" | "F64" | "F16" | "BF16" | "TF32" if target == 90 => CHIPS_NAN,
            "F32" | "F64" | "F16" | "BF16" | "TF32" => LIKE_AN_H100,
            "E4M3" | "E5M2" if meaning != Meaning::Convert => NARROW_NAN,
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
