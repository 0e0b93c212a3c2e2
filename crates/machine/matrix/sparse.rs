//! What a sparse A leaves out: `mma.sp` has half of it, and in a register of some lanes the indices of what is kept.

use super::fragment::Fragment;
use super::head::Head;
use crate::tensor_core::Grain;

/// What a sparse A leaves out.
#[derive(Clone, Copy, Debug)]
pub struct Sparse {
    /// How much of a chunk is kept.
    pub grain: Grain,
    /// Whether the indices of a chunk stand in increasing order.
    pub ordered: bool,
    /// The lane of four that has the first indices.
    lane: u32,
}

impl Sparse {
    /// How many chunks a row of A has, whose elements take so many bits of a register.
    pub fn chunks(head: &Head, bits: u32) -> usize {
        head.shape.map_or(0, |shape| shape.k as usize) / Grain::of_bits(bits).chunk()
    }

    /// What a head and the last operand say, which chooses lanes; None of anything that is no number. The error is a sentence.
    pub fn of(head: &Head, bits: u32, selector: Option<u64>) -> Result<Sparse, String> {
        // Eight chunks fill a register, and of each group of lanes there are two rows.
        let lanes = (Sparse::chunks(head, bits) / 4).clamp(1, 4) as u32;
        match selector.filter(|selector| *selector < u64::from(4 / lanes)) {
            Some(selector) => Ok(Sparse { grain: Grain::of_bits(bits), ordered: head.ordered, lane: selector as u32 * lanes }),
            None if lanes == 4 => Err("The last operand of this mma.sp is 0.".to_owned()),
            None => Err(format!("The last operand of this mma.sp is a number from 0 to {}.", 4 / lanes - 1)),
        }
    }

    /// The lane that has the indices of a chunk of a row, and their lowest bit there.
    pub fn indices(self, a: Fragment, row: u32, chunk: usize) -> (u32, u32) {
        let (lane, shift) = a.indices(row, chunk as u32);
        (row % 8 * 4 + self.lane + lane, shift)
    }
}
