//! Integer square roots of full words, by multiplications alone.
//!
//! The standard library's `isqrt` divides for every doubling of the digits and branches where random radicands make it guess wrong. Here
//! a table with slopes gives 1/√x to 14 bits, one step of Newton makes them 29, and a product the root's 32 but for its last digits. Where
//! those decide nothing, they are all that a rounding needs; where they may, and for who wants the remainder, the last place is made right.
//! Comments give the power of two that an integer counts.

/// 1/√x - 1 at the lower end of each 256th of [1/4, 1), and what it falls by up to the next: in 2^-16. Both ends lie lower than the curve, by
/// half of what the line between them lies above it in the middle.
const STARTS: [[u16; 2]; 256] = {
    let mut starts = [[0; 2]; 256];
    let mut at = 64u64;
    while at < 256 {
        // In 2^-24.
        let (lower, upper) = (((1u64 << 56) / at).isqrt(), ((1u64 << 56) / (at + 1)).isqrt());
        let middle = ((1u64 << 57) / (2 * at + 1)).isqrt();
        let above = (lower + upper) / 2 - middle;
        starts[at as usize] = [((lower - above / 2 - (1 << 24)) >> 8) as u16, ((lower - upper) >> 8) as u16];
        at += 1;
    }
    starts
};

/// 1/√x of a radicand in 2^-64 that has one of its top two bits set, in 2^-31; more than 29 bits of it are right.
#[inline(always)]
fn reciprocal(radicand: u64) -> u64 {
    let [start, slope] = STARTS[(radicand >> 56) as usize].map(u64::from);
    // In 2^-16.
    let start = (1 << 16) + start - ((slope * (radicand >> 40 & 0xffff)) >> 16);
    // 1 - x·start², in 2^-64: the one falls out of the word. 1/√(1 - e) = 1 + e/2 + ...
    let error = 0u64.wrapping_sub((radicand >> 32).wrapping_mul(start * start)) as i64;
    ((start << 15) as i64 + ((start as i64 * (error >> 32)) >> 18)) as u64
}

/// The root in 2^-32, at most [`OFF`] off, and 1/√x. Alone the product is too small, by 7 units at most: the four stand it in the middle.
#[inline(always)]
fn near(radicand: u64) -> (u64, u64) {
    let reciprocal = reciprocal(radicand);
    ((((radicand >> 32) * reciprocal) >> 31) + 4, reciprocal)
}

/// How many units of its last place [`near`] is off at most; a million radicands find 4.
const OFF: u64 = 5;
/// How many units of its last place a root of 64 digits is off at most, which one more step on [`near`] gives; a million radicands find 18.
const WIDE_OFF: u64 = 24;

/// The root, rounded down, of a radicand that has one of its top two bits set.
#[inline(always)]
pub(super) fn root(radicand: u64) -> u64 {
    let (near, reciprocal) = near(radicand);
    // What its square lacks over twice itself.
    let lacking = radicand.wrapping_sub(near.wrapping_mul(near)) as i64;
    let root = (near as i64 + (((lacking >> 16) * reciprocal as i64) >> 48)) as u64;
    let rest = radicand.wrapping_sub(root.wrapping_mul(root)) as i64;
    root - u64::from(rest < 0) + u64::from(rest > 2 * root as i64)
}

/// As [`root`], for a word twice as wide: the root of its upper half, and as many digits more by one division, at most one too large.
#[inline(always)]
pub(super) fn wide_root(radicand: u128) -> u64 {
    let (high, low) = ((radicand >> 64) as u64, radicand as u64);
    let upper = root(high);
    let lower = ((high - upper * upper) << 31 | low >> 33) / upper;
    let root = (upper << 32).saturating_add(lower);
    root - u64::from(u128::from(root) * u128::from(root) > radicand)
}

/// Digits of a root that are as good as all of them where the last `spare` are rounded away, so that half of a unit decides; None where
/// the last places have to be right for that. Then the root is no whole number.
#[inline(always)]
pub(super) fn root_to(radicand: u64, spare: u32) -> Option<u64> {
    let (near, _) = near(radicand);
    decided(near, OFF, spare)
}

/// As [`root_to`], for a word twice as wide whose lower half is zero.
#[inline(always)]
pub(super) fn wide_root_to(upper: u64, spare: u32) -> Option<u64> {
    let (near, reciprocal) = near(upper);
    let lacking = upper.wrapping_sub(near.wrapping_mul(near)) as i64;
    // The step alone is too small, by what its own square is worth.
    let lower = ((i128::from(lacking) * i128::from(reciprocal)) >> 32) as u64;
    decided((near << 32).wrapping_add(lower).wrapping_add(12), WIDE_OFF, spare)
}

/// A root, where no multiple of half of the unit that it is rounded to lies as near as it may be off.
#[inline(always)]
fn decided(near: u64, off: u64, spare: u32) -> Option<u64> {
    let half = (1u64 << (spare - 1)) - 1;
    ((near.wrapping_add(off)) & half >= 2 * off).then_some(near)
}
