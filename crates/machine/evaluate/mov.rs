//! Moves of bits (`mov`, PTX ISA 9.7.9): several registers become one, one becomes several.

/// Registers of so many bits side by side, the first lowest.
#[inline(always)]
pub fn packed(parts: impl DoubleEndedIterator<Item = u64>, width: u32) -> u64 {
    parts.rev().fold(0u64, |all, bits| all.checked_shl(width).unwrap_or(0) | bits & mask(width))
}

/// One of the parts of so many bits, the lowest being number 0.
#[inline(always)]
pub fn part(bits: u64, width: u32, place: usize) -> u64 {
    bits.checked_shr(place as u32 * width).unwrap_or(0) & mask(width)
}

#[inline(always)]
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}
