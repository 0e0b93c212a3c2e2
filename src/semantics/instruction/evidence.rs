//! How we know that a row is right.

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
    /// Inferred; the reason why we believe it.
    Modelled(&'static str),
}

impl Evidence {
    /// The badge's word.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Documented(_) => "documented",
            Evidence::Measured { .. } => "measured",
            Evidence::Modelled(_) => "modelled",
        }
    }
}
