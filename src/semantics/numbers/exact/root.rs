//! Integer square roots of full words, by multiplications alone.
//!
//! The standard library's `isqrt` divides for every doubling of the digits and branches where random radicands make it guess wrong. Here
//! a table gives 1/√x to 8 bits, one step of third order makes them 22, and a step on the root itself more than its 32; the remainder
//! says whether the last place is one off. Comments give the power of two that an integer counts.

/// 1/√x in the middle of each 256th of [1/4, 1). In 2^-15.
const STARTS: [u16; 256] = {
    let mut starts = [0; 256];
    let mut at = 64;
    while at < 256 {
        starts[at] = ((1u64 << 39) / (2 * at as u64 + 1)).isqrt() as u16;
        at += 1;
    }
    starts
};

/// The root, rounded down, of a radicand that has one of its top two bits set.
#[inline(always)]
pub(super) fn root(radicand: u64) -> u64 {
    let start = u64::from(STARTS[(radicand >> 56) as usize]);
    // 1 - x·start², in 2^-32, and what it says of start: 1/√(1 - e) = 1 + e/2 + 3e²/8 + ...
    let error = ((1 << 62) - ((radicand >> 32) * (start * start)) as i64) >> 30;
    let step = (error >> 1) + ((3 * ((error * error) >> 32)) >> 3);
    // In 2^-31.
    let reciprocal = (start << 16) as i64 + ((start as i64 * step) >> 16);
    // In 2^-32, for a radicand in 2^-64: x·(1/√x), and what its square lacks over twice itself.
    let near = ((radicand >> 32) * reciprocal as u64) >> 31;
    let lacking = radicand.wrapping_sub(near.wrapping_mul(near)) as i64;
    let root = (near as i64 + (((lacking >> 16) * reciprocal) >> 48)) as u64;
    let rest = radicand.wrapping_sub(root.wrapping_mul(root)) as i64;
    root - u64::from(rest < 0) + u64::from(rest > 2 * root as i64)
}

/// The same of a word twice as wide: the root of its upper half, and as many digits more by one division, at most one too large.
#[inline(always)]
pub(super) fn wide_root(radicand: u128) -> u64 {
    let (high, low) = ((radicand >> 64) as u64, radicand as u64);
    let upper = root(high);
    let lower = ((high - upper * upper) << 31 | low >> 33) / upper;
    let root = (upper << 32).saturating_add(lower);
    root - u64::from(u128::from(root) * u128::from(root) > radicand)
}
