//! Random numbers from a seed: the same seed gives the same numbers everywhere and for ever, so that a link is a set of problems.

/// A generator (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// From a seed and the number of a problem, so that problem 7 does not depend on whether problem 6 was seen.
    pub fn new(seed: u64, number: u32) -> Random {
        let mut random = Random(seed ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.word();
        random
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below a bound that is not zero.
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
}
