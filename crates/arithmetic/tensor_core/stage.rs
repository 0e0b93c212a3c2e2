//! What happened in a tensor core, as numbers; `explain.rs` words and draws them.

use crate::number::Pattern;
use crate::trace::{Reason, Scaled};

/// Which k the products of an instruction are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The k of the first.
    pub first: usize,
    /// Whether they come in pairs with two left out after each, as the bytes of half a register.
    pub pairs: bool,
    /// How many products went before.
    pub skipped: usize,
    /// Where A is sparse, the columns from the first on that are kept, a bit each; else nothing.
    pub kept: u128,
}

impl Places {
    /// Every k from one on.
    pub const fn from(first: usize) -> Places {
        Places::kept(first, 0)
    }

    /// The columns from one on that a sparse A keeps, a bit each.
    pub const fn kept(first: usize, kept: u128) -> Places {
        Places { first, pairs: false, skipped: 0, kept }
    }

    /// Those in pairs, with two left out after each: from the first product on, or from the third.
    pub const fn in_pairs(self, half: usize) -> Places {
        let first = if self.kept == 0 { self.first + half } else { self.first };
        Places { first, pairs: true, kept: without(self.kept, half), ..self }
    }

    /// The k of a product.
    pub const fn k(self, place: usize) -> usize {
        let place = self.skipped + place;
        let place = if self.pairs { place / 2 * 4 + place % 2 } else { place };
        self.first + if self.kept == 0 { place } else { without(self.kept, place).trailing_zeros() as usize }
    }
}

/// A mask without so many of its lowest bits.
const fn without(mut mask: u128, mut bits: usize) -> u128 {
    while bits > 0 {
        mask &= mask.wrapping_sub(1);
        bits -= 1;
    }
    mask
}

/// What a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The product of this k.
    Product(usize),
    /// The sum of the products from one k to another.
    Products(usize, usize),
    /// The accumulator.
    C,
}

/// A term of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Summand {
    /// What it is.
    pub named: Named,
    /// Its value.
    pub value: Scaled,
    /// The exponent that it counts with.
    pub counts: i32,
}

/// One thing that the unit did.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// A group of products begins.
    Group {
        /// Which they are.
        places: Places,
        /// How many.
        count: usize,
        /// Bits kept below the largest exponent.
        fraction: u32,
        /// Whether c is the result of the group before.
        carried: bool,
    },
    /// The products were formed; nothing is lost.
    Multiply {
        /// The factors.
        pairs: Vec<[Pattern; 2]>,
        /// The terms, c last.
        terms: Vec<Summand>,
    },
    /// The window was placed under the largest exponent.
    Align {
        /// The terms, whole.
        terms: Vec<Summand>,
        /// The largest exponent.
        largest: i32,
        /// The exponent that a zero counts with.
        zero: i32,
        /// The last place of the window: a power of two.
        last: i32,
    },
    /// What is left of the terms was added; nothing more is lost.
    Add {
        /// The terms as cut.
        terms: Vec<Summand>,
        /// Their sum.
        sum: Scaled,
        /// The last place of the window.
        last: i32,
    },
    /// Bits that the window cut off are missing in the result.
    Missed {
        /// The sum of all terms, whole.
        exact: Scaled,
        /// The result.
        result: Pattern,
    },
    /// The result is beyond the format and becomes an infinity.
    Overflow {
        /// The infinity.
        to: Pattern,
    },
    /// A rule gives the result.
    Rule {
        /// Which.
        reason: Reason,
        /// The result.
        result: Pattern,
    },
}
