//! The case study's conversion by integers against F2F.F16.F32 and against the crate `half`.

use crate::judge;
use semantics::number::{F16, F32};
use semantics::operation::float_to_half::{float_to_half, landmarks};
use semantics::operation::{Incoming, convert};
use semantics::rounding::{Mode, Rules};
use semantics::trace::Silent;

/// What the three say of one single: the same bits, but that the crate keeps a NaN's sign and the top of its payload.
fn check(bits: u32) -> Result<(), String> {
    let ours = float_to_half(bits);
    let instruction = convert(Incoming::plain(F32::ROW, bits.into()), F16::ROW, &Rules::ieee(Mode::Rn), &mut Silent).bits;
    let theirs = half::f16::from_f32_const(f32::from_bits(bits)).to_bits();
    let nan = bits & 0x7fff_ffff > 0x7f80_0000;
    let kept = (bits >> 16 & 0x8000) as u16 | 0x7e00 | (bits >> 13 & 0x03ff) as u16;
    let expected = if nan { kept } else { ours };
    if u64::from(ours) == instruction && (!nan || ours == 0x7fff) && theirs == expected {
        Ok(())
    } else {
        Err(format!("{bits:08x}: {ours:04x}, F2F {instruction:04x}, half {theirs:04x}"))
    }
}

/// Every 251st single, and all around each boundary of both formats.
#[test]
fn a_dense_sample_agrees_with_the_instruction_and_the_crate() {
    let edges = judge::operands::edges(F32::ROW);
    let landmarks = landmarks().map(|landmark| u64::from(landmark.bits));
    let near = edges.into_iter().chain(landmarks).flat_map(|bits| (-3000i64..=3000).map(move |d| (bits as i64 + d) as u32));
    for bits in (0..=u32::MAX).step_by(251).chain(near) {
        check(bits).unwrap();
    }
}

/// A NaN is where the three differ: one NaN here and in the instruction, sign and payload in the crate.
#[test]
fn nans_differ_in_the_crate_alone() {
    let differs = |bits: u32| float_to_half(bits) != half::f16::from_f32_const(f32::from_bits(bits)).to_bits();
    assert!(differs(0x7f80_0001) && differs(0xffc0_0000) && differs(0xffff_ffff));
    // One payload happens to be that of the one NaN.
    assert!(!differs(0x7fff_ffff) && !differs(0x7fff_e000));
}

/// All 2^32 singles, on every core.
#[test]
#[ignore = "a minute on many cores; cargo xtask test --exhaustive runs it"]
fn every_single_agrees_with_the_instruction_and_the_crate() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || {
                let mut bits = first;
                while bits <= u64::from(u32::MAX) {
                    check(bits as u32).unwrap();
                    bits += threads;
                }
            });
        }
    });
}
