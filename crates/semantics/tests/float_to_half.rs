//! The case study's conversion by integers against F2F.F16.F32 and against the crate `half`.

use crate::judge;
use semantics::number::{F16, F32};
use semantics::operation::float_to_half::{Branch, Conversion, Line, PRESETS, SOURCE, float_to_half, landmarks};
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

#[test]
fn the_text_prints_a_neighbour_of_the_largest_that_rounds_to_zero() {
    let [to_zero, not_zero, normal, infinite] = landmarks();
    assert_eq!((to_zero.bits, not_zero.bits, normal.bits, infinite.bits), (0x3300_0000, 0x3300_0001, 0x387f_e000, 0x477f_f000));
    assert!(to_zero.is_misprint() && !infinite.is_misprint());
    assert_eq!([0x32ff_ffff, 0x3300_0000].map(float_to_half), [0, 0]);
}

#[test]
fn every_line_runs_for_some_preset_and_names_itself() {
    let lines: Vec<Line> = PRESETS.iter().flat_map(|(_, bits)| Conversion::of(*bits).moments).map(|moment| moment.line).collect();
    for (number, text) in SOURCE.iter().enumerate().filter(|(_, text)| text.contains(';') || text.contains("if ")) {
        assert!(lines.iter().any(|line| *line as usize == number), "{text}");
    }
    assert!(lines.iter().all(|line| SOURCE[*line as usize].contains([';', '('])));
}

#[test]
fn moments_lead_to_the_result() {
    for (name, bits) in PRESETS {
        let conversion = Conversion::of(bits);
        assert_eq!(conversion.result, float_to_half(bits), "{name}");
        assert_eq!(conversion.moments.last().and_then(|moment| moment.variables.returned), Some(conversion.result), "{name}");
        assert!(conversion.moments.iter().all(|moment| moment.sentence().ends_with('.')), "{name}");
    }
    let branch = |bits| Conversion::of(bits).branch;
    assert_eq!(branch(0x3300_0000), Branch::Subnormal);
    assert_eq!(branch(0x477f_f000), Branch::Normal);
    assert_eq!(branch(0x7f80_0001), Branch::Nan);
    assert_eq!(branch(0x7f80_0000), Branch::Infinity);
}
