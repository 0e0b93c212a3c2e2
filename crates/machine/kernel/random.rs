//! `rand` of the host, as glibc has it: each number is the sum of two earlier ones, 3 and 31 before it (Roberts, "glibc's random number
//! generator", 2007).

/// The numbers that `rand` gives from a seed on.
#[derive(Clone, Debug)]
pub(super) struct Random {
    /// The last 31 sums.
    sums: [u32; 31],
    /// The oldest of them.
    oldest: usize,
}

impl Default for Random {
    fn default() -> Random {
        Random::seeded(1)
    }
}

impl Random {
    /// What `srand` makes of a seed.
    pub fn seeded(seed: u32) -> Random {
        let mut last = i64::from(seed.max(1) as i32);
        let mut sums = [0; 31];
        for sum in &mut sums {
            *sum = last as u32;
            last = 16807 * last % 0x7fff_ffff;
            last += if last < 0 { 0x7fff_ffff } else { 0 };
        }
        let mut random = Random { sums, oldest: 3 };
        for _ in 0..310 {
            random.drawn();
        }
        random
    }

    /// The next number, of 31 bits.
    pub fn drawn(&mut self) -> u32 {
        let sum = self.sums[self.oldest].wrapping_add(self.sums[(self.oldest + 28) % 31]);
        self.sums[self.oldest] = sum;
        self.oldest = (self.oldest + 1) % 31;
        sum >> 1
    }
}
