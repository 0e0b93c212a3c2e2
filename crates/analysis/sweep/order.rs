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

    /// Patterns of so many bits, at most 32.
    #[must_use]
    pub const fn of(width: u32) -> Line {
        Line { width }
    }

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
