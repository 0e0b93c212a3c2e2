//! Random numbers from a seed: the same seed gives the same numbers everywhere and for ever, so that a link is a set of problems and a
//! failure can be repeated.

/// 2^64 divided by the golden ratio, odd: SplitMix64 moves on by it.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The generator of one of a seed's many streams, so that problem 7 does not depend on whether problem 6 was seen.
    pub fn stream(seed: u64, number: u32) -> Random {
        let mut random = Random(seed ^ u64::from(number).wrapping_mul(STEP));
        random.word();
        random
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        Random::mixed(self.0)
    }

    /// Every bit spread over the word, one to one: the steps that end SplitMix64.
    pub const fn mixed(word: u64) -> u64 {
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below a bound; zero where the bound is.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.word() % bound.max(1)
    }

    /// One of several.
    pub fn one<T: Copy>(&mut self, of: &[T], otherwise: T) -> T {
        of.get(self.below(of.len() as u64) as usize).copied().unwrap_or(otherwise)
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// True or false.
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }
}
