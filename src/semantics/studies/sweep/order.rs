//! Operands in order of value: every pattern of 32 bits has a place on one line, from the negative NaNs to the positive ones.
//!
//! Floats, high words of doubles and range-reduction words all hold a sign and a magnitude, so one order serves them all; -0 stands just
//! below +0.

/// The places there are.
pub const PLACES: u64 = 1 << 32;
/// The place of +0.
pub const ZERO: u64 = 1 << 31;

/// The place of an operand.
#[inline(always)]
#[must_use]
pub const fn place(bits: u32) -> u64 {
    (if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }) as u64
}

/// The operand at a place; the last one beyond them all.
#[inline(always)]
#[must_use]
pub const fn operand(place: u64) -> u32 {
    let place = if place < PLACES { place as u32 } else { u32::MAX };
    if place >> 31 == 0 { !place } else { place & 0x7fff_ffff }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_values() {
        let operands = [0xffff_ffff, 0xff80_0000, 0xbf80_0000, 0x8000_0001, 0x8000_0000, 0, 1, 0x3f80_0000, 0x7f80_0000, 0x7fff_ffff];
        for pair in operands.windows(2) {
            assert!(place(pair[0]) < place(pair[1]), "{pair:08x?}");
        }
        for bits in operands {
            assert_eq!(operand(place(bits)), bits);
        }
        assert_eq!((place(0xffff_ffff), place(0), place(0x7fff_ffff)), (0, ZERO, PLACES - 1));
        assert_eq!(operand(PLACES), 0x7fff_ffff);
    }
}
