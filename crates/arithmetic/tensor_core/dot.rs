//! What goes into one element of D: a row of A, a column of B, and c.

use super::row::Scale;
use crate::number::{Format, Pattern, Unpacked, unpack};
use crate::rounding::Mode;

/// A row of A or a column of B.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The format of its elements.
    pub format: &'static Format,
    /// Their codes in increasing k, each as it stands in a register of its own: right-aligned, but TF32 in the upper 19 of 32 bits.
    pub codes: &'a [u64],
    /// The codes of its blocks' scales; empty where there are none.
    pub scales: &'a [u64],
}

impl<'a> Side<'a> {
    /// One without scales.
    pub fn plain(format: &'static Format, codes: &'a [u64]) -> Side<'a> {
        Side { format, codes, scales: &[] }
    }

    /// The elements from one place on, at most so many, with their scales.
    pub(super) fn part(self, first: usize, count: usize, scale: Option<Scale>) -> Side<'a> {
        let within = |all: &'a [u64], from: usize, to: usize| all.get(from.min(all.len())..to.min(all.len())).unwrap_or_default();
        let block = scale.map_or(1, |scale| scale.block);
        let scales = within(self.scales, first / block, (first + count).div_ceil(block));
        Side { codes: within(self.codes, first, first + count), scales, ..self }
    }

    /// The number of a code.
    #[inline(always)]
    pub(super) fn read(self, code: u64) -> Unpacked {
        unpack(self.format, code >> self.format.spare_bits)
    }
}

/// What goes into one element of D. The two sides are as long as each other; what one has more is passed over.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a> {
    /// The row of A.
    pub a: Side<'a>,
    /// The column of B.
    pub b: Side<'a>,
    /// The element of C.
    pub c: Pattern,
    /// How doubles are rounded; the other paths have no choice.
    pub mode: Mode,
}

impl Dot<'_> {
    /// How many products there are.
    pub fn products(&self) -> usize {
        self.a.codes.len().min(self.b.codes.len())
    }
}
