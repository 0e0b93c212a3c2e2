//! The hash of results that does not depend on their order, so that a GPU sums it in any: each operand with its result is mixed into a word, and
//! words are added. The shader in [`super::wgsl`] does the same.

/// The hash of some operands and their results. Hashes of disjoint operands add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hash(pub [u32; 2]);

/// What keeps the second sum apart from the first.
pub const SECOND: u32 = 0x9e37_79b9;

/// Spreads every bit over the word; one to one (the finalizer of C. Wellons, 2018).
#[inline(always)]
#[must_use]
pub const fn mix(word: u32) -> u32 {
    let word = word ^ word >> 16;
    let word = word.wrapping_mul(0x7feb_352d);
    let word = word ^ word >> 15;
    let word = word.wrapping_mul(0x846c_a68b);
    word ^ word >> 16
}

impl Hash {
    /// The hash of what both are of.
    #[must_use]
    pub const fn and(self, other: Hash) -> Hash {
        Hash([self.0[0].wrapping_add(other.0[0]), self.0[1].wrapping_add(other.0[1])])
    }

    /// Adds an operand and its result, whose NaN is already the one that stands for all.
    #[inline(always)]
    pub const fn add(&mut self, operand: u32, result: u32) {
        let word = mix(result ^ mix(operand));
        self.0[0] = self.0[0].wrapping_add(word);
        self.0[1] = self.0[1].wrapping_add(mix(word.wrapping_add(SECOND)));
    }
}
