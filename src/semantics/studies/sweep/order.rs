//! Operands in order of value: every pattern has a place on one line, from the negative NaNs to the positive ones.
//!
//! Floats, high words of doubles and range-reduction words all hold a sign and a magnitude, so one order serves them all; -0 stands just
//! below +0.

/// The line of all patterns of a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    width: u32,
}

impl Line {
    /// Patterns of 32 bits.
    pub const WORDS: Line = Line { width: 32 };
    /// Patterns of 16 bits.
    pub const HALVES: Line = Line { width: 16 };

    /// How many bits a pattern has.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// The places there are.
    #[must_use]
    pub const fn places(self) -> u64 {
        1 << self.width
    }

    /// The place of +0.
    #[must_use]
    pub const fn zero(self) -> u64 {
        1 << (self.width - 1)
    }

    /// The last pattern by its bits: every one of them is set.
    #[must_use]
    pub const fn last(self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// The place of an operand.
    #[inline(always)]
    #[must_use]
    pub const fn place(self, bits: u32) -> u64 {
        let sign = 1 << (self.width - 1);
        ((if bits & sign == 0 { bits | sign } else { !bits }) & self.last()) as u64
    }

    /// The operand at a place; the last one beyond them all.
    #[inline(always)]
    #[must_use]
    pub const fn operand(self, place: u64) -> u32 {
        let place = if place < self.places() { place as u32 } else { self.last() };
        let sign = 1 << (self.width - 1);
        if place & sign == 0 { !place & self.last() } else { place & !sign }
    }

    /// A pattern in as many hexadecimal digits as it has.
    #[must_use]
    pub fn hex(self, bits: u32) -> String {
        format!("{bits:0digits$x}", digits = self.width as usize / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_values() {
        let words = [0xffff_ffff, 0xff80_0000, 0xbf80_0000, 0x8000_0001, 0x8000_0000, 0, 1, 0x3f80_0000, 0x7f80_0000, 0x7fff_ffff];
        let halves = [0xffff, 0xfc00, 0xbc00, 0x8001, 0x8000, 0, 1, 0x3c00, 0x7c00, 0x7fff];
        for (line, operands) in [(Line::WORDS, words), (Line::HALVES, halves)] {
            for pair in operands.windows(2) {
                assert!(line.place(pair[0]) < line.place(pair[1]), "{pair:08x?}");
            }
            for bits in operands {
                assert_eq!(line.operand(line.place(bits)), bits);
            }
            let (first, last) = (line.place(operands[0]), line.place(operands[9]));
            assert_eq!((first, line.place(0), last), (0, line.zero(), line.places() - 1));
            assert_eq!(line.operand(line.places()), operands[9]);
        }
        assert_eq!((Line::WORDS.hex(0x3c00), Line::HALVES.hex(1)), ("00003c00".to_owned(), "0001".to_owned()));
    }
}
