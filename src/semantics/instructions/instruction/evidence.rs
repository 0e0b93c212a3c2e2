//! How we know that a row is right.

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
    /// Tested elsewhere; the reason why we believe it here.
    Inferred(&'static str),
    /// Ours, inside what is published; the reason why it may be so.
    Modelled(&'static str),
}

impl From<Known> for Evidence {
    /// What is known of the special function unit, for the chips of the tables, of which none was tested.
    fn from(known: Known) -> Evidence {
        match known.on_later_chips().evidence {
            special_function::Evidence::Modelled => Evidence::Modelled(known.why),
            _ => Evidence::Inferred(known.why),
        }
    }
}

impl Evidence {
    /// How far it lies from a chip's own answer, for telling the weakest of several.
    pub fn weakness(self) -> u8 {
        match self {
            Evidence::Measured { .. } => 0,
            Evidence::Documented(_) => 1,
            Evidence::Inferred(_) => 2,
            Evidence::Modelled(_) => 3,
        }
    }

    /// The badge's word.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Documented(_) => "documented",
            Evidence::Measured { .. } => "measured",
            Evidence::Inferred(_) => "inferred",
            Evidence::Modelled(_) => "modelled",
        }
    }
}
