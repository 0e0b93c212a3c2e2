//! The shared data path of the unit: a row of a table, a truncating squarer, three products, one sum, one shift.

use super::Table;
use super::row::Row;
use super::stage::{Interpolation, Stage};
use crate::trace::Recorder;

/// How one function uses the data path.
///
/// The widths, shifts and added constants of RCP, RSQ, EX2, LG2, SIN and COS give the same results on all inputs as an emulation
/// that was checked against silicon (envytools' hardware tests, M. Kościelnicka).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The table.
    pub table: Table,
    /// The width of the position within a segment; the bits above it choose the row.
    pub low_bits: u32,
    /// The places by which the position moves left before it is squared.
    pub square_shift: u32,
    /// The places by which C0 moves left to its weight in the sum.
    pub c0_shift: u32,
    /// The places by which C2·sq moves left to its weight in the sum.
    pub c2_shift: u32,
    /// The constant added for rounding.
    pub added: i64,
    /// The last place of the sum is `2^-places` of the interpolated function.
    pub places: u32,
    /// The places of the sum that are cut off.
    pub shift: u32,
}

impl Path {
    /// The quadratic of the segment that `index` lies in, at the position of `index` within it.
    ///
    /// `index` has the bits to choose a row; where their number is a power of two, higher bits are ignored.
    #[inline(always)]
    pub fn interpolate<const ROWS: usize>(self, rows: &[Row; ROWS], index: u32, recorder: &mut impl Recorder) -> i64 {
        let segment = (index >> self.low_bits) as usize % ROWS;
        let row = rows[segment];
        let low = index & ((1 << self.low_bits) - 1);
        let square_input = low << self.square_shift;
        let square = truncated_square(square_input);
        let terms = [
            i64::from(row.c0) << self.c0_shift,
            i64::from(row.c1) * i64::from(low),
            (i64::from(row.c2) * i64::from(square)) << self.c2_shift,
        ];
        let sum = terms[0] + terms[1] + terms[2] + self.added;
        let result = sum >> self.shift;
        recorder.told(|| {
            Stage::Interpolation(Interpolation {
                table: self.table,
                segment: segment as u32,
                row,
                low,
                low_bits: self.low_bits,
                square_input,
                square,
                terms,
                c0_shift: self.c0_shift,
                c2_shift: self.c2_shift,
                added: self.added,
                sum,
                places: self.places,
                shift: self.shift,
                result,
            })
        });
        result
    }
}

/// The squarer: about `x² / 2^19` for a 17-bit `x`, never above it.
///
/// Each set bit i of x adds x·2^i/2^18, and each of those partial products loses its bits below one before they are added; the sum loses its
/// lowest bit. This is why the sine is not monotonic. Two different bits meet twice in that sum, once from each side, so half of it needs
/// each pair once, and one bit with itself half a time: seven partial products instead of seventeen. (A test goes through all operands.)
#[inline(always)]
#[must_use]
pub const fn truncated_square(x: u32) -> u32 {
    let mut sum = 0;
    let mut bit = 10;
    while bit < 17 {
        let below = x & ((1 << bit) - 1);
        // A mask instead of a branch, so that a compiler can take several inputs at a time.
        sum += ((below + (1 << (bit - 1))) >> (18 - bit)) & (x >> bit & 1).wrapping_neg();
        bit += 1;
    }
    sum
}
