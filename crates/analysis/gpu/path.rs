//! Whether bits come through unharmed, which is asked before anything counts: some inputs of every window go to the GPU and come back, and of one
//! function the hash made there is held against the results that it gives.

use super::hash::mix;
use super::{Function, Hash, WINDOW_BITS};

/// Inputs that are tried at once.
pub const TRIED: u32 = 1 << 12;
/// Where the hash of [`FUNCTION`] is held against the bits behind it.
pub const BESIDE: u32 = 0x3f80_0000;
/// The function that is tried.
pub const FUNCTION: Function = Function::ReciprocalRoot;

/// The first of the inputs in a window: somewhere else in each.
#[must_use]
pub const fn first(window: u32) -> u32 {
    window << WINDOW_BITS | mix(window) & 0x00ff_f000
}

/// The hash of a window's inputs as they are.
#[must_use]
pub fn itself(window: u32) -> Hash {
    of(first(window), |input| input)
}

/// The hash of results that were read back.
#[must_use]
pub fn of_bits(bits: &[u32]) -> Hash {
    of(BESIDE, |input| bits.get((input - BESIDE) as usize).copied().unwrap_or(0))
}

fn of(first: u32, result: impl Fn(u32) -> u32) -> Hash {
    let mut hash = Hash::default();
    (first..=first + (TRIED - 1)).for_each(|input| hash.add(input, FUNCTION.canonical(result(input))));
    hash
}
