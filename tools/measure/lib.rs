//! What a real chip computed: which instructions are run on it, the files that hold its answers, and how they compare with the model.
//!
//! [`plan`] writes what a CUDA program (`capture.cu`) runs: every form that the table has for the chip, on operands that are written
//! out beside the answers, so that a file explains itself. Functions of one 32-bit operand run over all 2^32 of them; a binade is one hash,
//! the FNV-1a of its results in the order of the operands, as the tests of the special function unit take it. Functions that nobody has
//! published are kept whole, as differences from the model ([`outputs`]). Of tensor cores it asks what no data decides ([`matrix`]). Nothing here talks to a GPU.

pub mod compare;
pub mod file;
pub mod matrix;
pub mod outputs;
pub mod plan;
pub mod probe;

pub use file::Capture;
pub use probe::Probe;

/// FNV-1a over whole 32-bit results, in the order of the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(pub u64);

impl Hash {
    /// Of no result.
    pub const EMPTY: Hash = Hash(0xcbf2_9ce4_8422_2325);

    /// With one more result.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, result: u32) -> Hash {
        Hash((self.0 ^ result as u64).wrapping_mul(0x100_0000_01b3))
    }
}

impl FromIterator<u32> for Hash {
    fn from_iter<T: IntoIterator<Item = u32>>(results: T) -> Hash {
        results.into_iter().fold(Hash::EMPTY, Hash::with)
    }
}

/// The operands of one window hash: one exponent of singles.
pub const WINDOW: u32 = 1 << 23;
