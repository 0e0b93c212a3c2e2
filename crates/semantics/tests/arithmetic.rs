//! Add, subtract, multiply and fused multiply-add against judges, on every format and in every mode.

use crate::judge::apfloat::{Judged, judge as apfloat};
use crate::judge::operands::{edges, one};
use crate::judge::{Operation, exhaustive, same, testfloat};
use semantics::number::Random;
use semantics::number::{BF16, Class, E2M1, E2M3, E3M2, E4M3, E5M2, Encoding, F16, F32, F64, Format, Pattern};
use semantics::operation::{Answer, Incoming, convert, round_to_whole};
use semantics::oracle::oracle;
use semantics::rounding::{Flags, Mode, Range, Rules};
use semantics::trace::Silent;

/// Bits and flags (but underflow, see the judge) equal apfloat's.
fn check<F: Judged>(operation: Operation, operands: [u64; 3], mode: Mode) {
    let format = F::ROW;
    let ours = operation.run(format, operands, &Rules::ieee(mode));
    let (bits, flags) = apfloat::<F>(operation, operands, mode);
    if known_slip(format, ours, bits, mode) {
        return;
    }
    const UNDERFLOW: u8 = 2;
    const OVERFLOW: u8 = 4;
    const INVALID: u8 = 16;
    let signaling = operands.iter().any(|&bits| Pattern::new(format, bits).class() == Class::SignalingNan);
    let at_the_largest = ours.bits & !format.sign_mask() == format.largest();
    let left_open = UNDERFLOW | if signaling { INVALID } else { 0 } | if at_the_largest { OVERFLOW } else { 0 };
    assert!(
        same(format, ours.bits, bits) && (ours.flags.testfloat() ^ flags) & !left_open == 0,
        "{operation:?}.{} {} {operands:x?}: ours {:x} {:02x}, apfloat {bits:x} {flags:02x}",
        mode.name(),
        format.name,
        ours.bits,
        ours.flags.testfloat()
    );
}

/// An allowed difference: beyond the range of E4M3 in a directed mode, apfloat keeps -448 for -459 rounded down and gives NaN for a
/// large negative number rounded up, each on the wrong side. Ours overflows by IEEE's rule, the format's NaN standing for its infinity.
fn known_slip(format: &'static Format, ours: Answer, theirs: u64, mode: Mode) -> bool {
    let largest = |bits: u64| bits & !format.sign_mask() == format.largest();
    let nan = |bits| Pattern::new(format, bits).is_nan();
    format.encoding == Encoding::OneNan
        && matches!(mode, Mode::Rm | Mode::Rp)
        && ours.flags.contains(Flags::OVERFLOW)
        && (nan(ours.bits) && largest(theirs) || largest(ours.bits) && nan(theirs))
}

#[test]
fn the_slips_of_the_judge_are_still_there() {
    for (operation, operands, mode) in [(Operation::Subtract, [0xd3, 0x7e, 0], Mode::Rm), (Operation::Multiply, [0x62, 0xd4, 0], Mode::Rp)]
    {
        let ours = operation.run(E4M3::ROW, operands, &Rules::ieee(mode));
        assert!(known_slip(E4M3::ROW, ours, apfloat::<E4M3>(operation, operands, mode).0, mode));
    }
}

fn random_operands<F: Judged>(seed: u64) {
    let format = F::ROW;
    let edges = edges(format);
    let mut random = Random::new(seed);
    // The first 15,000 of an exhaustive run's 20 million; special values crossed with each other are a test of their own.
    for _ in 0..if exhaustive() { 20_000_000 } else { 15_000 } {
        let operands = [0; 3].map(|_| one(format, &edges, &mut random));
        for operation in Operation::ALL {
            for mode in Mode::ALL {
                check::<F>(operation, operands, mode);
            }
        }
    }
}

fn edge_operands<F: Judged>() {
    let format = F::ROW;
    let edges = edges(format);
    for &a in &edges {
        for &b in &edges {
            for mode in Mode::ALL {
                for operation in [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide] {
                    check::<F>(operation, [a, b, 0], mode);
                }
                for &c in &edges {
                    check::<F>(Operation::Fused, [a, b, c], mode);
                }
            }
        }
    }
}

#[test]
fn random_operands_agree_with_apfloat() {
    random_operands::<F16>(1);
    random_operands::<BF16>(2);
    random_operands::<F32>(3);
    random_operands::<F64>(4);
    random_operands::<E4M3>(5);
    random_operands::<E5M2>(6);
}

#[test]
fn edge_operands_agree_with_apfloat() {
    edge_operands::<F16>();
    edge_operands::<BF16>();
    edge_operands::<F32>();
    edge_operands::<F64>();
}

fn every_pair<F: Judged>() {
    for a in 0..256 {
        for b in 0..256 {
            for mode in Mode::ALL {
                for operation in [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide] {
                    check::<F>(operation, [a, b, 0], mode);
                }
                for c in (0..256).step_by(if exhaustive() { 1 } else { 17 }) {
                    check::<F>(Operation::Fused, [a, b, c], mode);
                }
            }
        }
    }
}

#[test]
fn every_pair_of_an_8_bit_format_agrees_with_apfloat() {
    every_pair::<E4M3>();
    every_pair::<E5M2>();
}

/// Bits and all five flags equal TestFloat's, for a function of some operands with a result of a format. Counts the lines.
fn vectors(format: &'static Format, function: &str, modes: &[Mode], run: impl Fn([u64; 3], &Rules) -> Answer) -> u64 {
    let mut count = 0;
    for &mode in modes {
        for line in testfloat::vectors(function, mode) {
            let (operands, [bits, flags]) = line.split_at(line.len() - 2) else { panic!("{line:x?}") };
            let mut three = [0; 3];
            three[..operands.len()].copy_from_slice(operands);
            let ours = run(three, &Rules::ieee(mode));
            assert!(
                same(format, ours.bits, *bits) && u64::from(ours.flags.testfloat()) == *flags,
                "{function} {} {operands:x?}: ours {:x} {:02x}, TestFloat {bits:x} {flags:02x}",
                mode.name(),
                ours.bits,
                ours.flags.testfloat()
            );
            count += 1;
        }
    }
    count
}

fn arithmetic(format: &'static Format, name: &str, operation: Operation) -> u64 {
    let function = format!("{}_{name}", format.name.to_lowercase());
    vectors(format, &function, &Mode::ALL, |operands, rules| operation.run(format, operands, rules))
}

fn whole_numbers(format: &'static Format) -> u64 {
    let function = format!("{}_roundToInt", format.name.to_lowercase());
    vectors(format, &function, &Mode::ALL, |[a, ..], rules| round_to_whole(Incoming::plain(format, a), rules, &mut Silent))
}

/// A conversion to a wider format is exact, and its vectors are of one mode.
fn conversion(from: &'static Format, to: &'static Format) -> u64 {
    let function = format!("{}_to_{}", from.name.to_lowercase(), to.name.to_lowercase());
    let modes = if to.width() > from.width() { &[Mode::Rn][..] } else { &Mode::ALL };
    vectors(to, &function, modes, |[a, ..], rules| convert(Incoming::plain(from, a), to, rules, &mut Silent))
}

/// Compares every vector and counts them.
fn every_vector() -> u64 {
    let mut count = 0;
    for (name, operation) in [
        ("add", Operation::Add),
        ("sub", Operation::Subtract),
        ("mul", Operation::Multiply),
        ("mulAdd", Operation::Fused),
        ("div", Operation::Divide),
        ("sqrt", Operation::SquareRoot),
    ] {
        count += arithmetic(F16::ROW, name, operation) + arithmetic(F32::ROW, name, operation) + arithmetic(F64::ROW, name, operation);
    }
    count += whole_numbers(F16::ROW) + whole_numbers(F32::ROW) + whole_numbers(F64::ROW);
    count += conversion(F16::ROW, F32::ROW) + conversion(F16::ROW, F64::ROW) + conversion(F32::ROW, F64::ROW);
    count += conversion(F32::ROW, F16::ROW) + conversion(F64::ROW, F32::ROW) + conversion(F64::ROW, F16::ROW);
    count
}

#[test]
fn testfloat_vectors_agree_with_all_flags() {
    // The oracle's count is that of every line of every file, so no file is left out.
    assert_eq!(every_vector(), oracle("testfloat").answers);
}

/// Rounding is monotonic across modes: rm <= {rn, rz} <= rp, and rm and rp are the same or neighbours.
fn modes_bracket(format: &'static Format, seed: u64) {
    let edges = edges(format);
    let mut random = Random::new(seed);
    for _ in 0..100_000 {
        let operands = [0; 3].map(|_| one(format, &edges, &mut random));
        for operation in Operation::ALL {
            let place = |mode| Pattern::new(format, operation.run(format, operands, &Rules::ieee(mode)).bits).ordinal();
            if let [Some(rn), Some(rz), Some(rm), Some(rp)] = Mode::ALL.map(place) {
                let story = || format!("{operation:?} {operands:x?}: rn {rn} rz {rz} rm {rm} rp {rp}");
                assert!(rm <= rn && rn <= rp && rm <= rz && rz <= rp && rp - rm <= 1, "{}", story());
                assert!(rn == rm || rn == rp, "{}", story());
                assert_eq!(rz, if rm >= 0 { rm } else { rp }, "{}", story());
            }
        }
    }
}

#[test]
fn the_directed_modes_bracket_the_exact_value() {
    modes_bracket(F16::ROW, 7);
    modes_bracket(F32::ROW, 8);
    modes_bracket(F64::ROW, 9);
    modes_bracket(BF16::ROW, 10);
}

/// The host's square root is IEEE's in nearest-even; the other modes are judged by squaring.
#[test]
fn square_roots_agree_with_the_host() {
    let edges = edges(F32::ROW);
    let mut random = Random::new(11);
    for _ in 0..300_000 {
        let a = one(F32::ROW, &edges, &mut random);
        let host = f32::from_bits(a as u32).sqrt().to_bits();
        let ours = Operation::SquareRoot.run(F32::ROW, [a, 0, 0], &Rules::ieee(Mode::Rn)).bits;
        assert!(same(F32::ROW, ours, host.into()), "sqrt.rn.f32 {a:08x}: {ours:08x} {host:08x}");
        let a = random.word();
        let host = f64::from_bits(a).sqrt().to_bits();
        let ours = Operation::SquareRoot.run(F64::ROW, [a, 0, 0], &Rules::ieee(Mode::Rn)).bits;
        assert!(same(F64::ROW, ours, host), "sqrt.rn.f64 {a:016x}: {ours:016x} {host:016x}");
    }
}

/// For every F16: the root rounded down squares to at most the number, and the next one up to more.
#[test]
fn every_half_precision_root_is_bracketed() {
    for a in 1..0x7c00u64 {
        let root = |mode| Operation::SquareRoot.run(F16::ROW, [a, 0, 0], &Rules::ieee(mode)).bits;
        let (down, up) = (root(Mode::Rm), root(Mode::Rp));
        assert_eq!((down, up - down <= 1), (root(Mode::Rz), true), "{a:04x}");
        let squared = |root, mode| Operation::Multiply.run(F32::ROW, [widened(root), widened(root), 0], &Rules::ieee(mode)).bits;
        // A square of 11 bits has at most 22, so F32 holds it exactly.
        assert!(squared(down, Mode::Rz) <= widened(a) && widened(a) <= squared(up, Mode::Rz), "{a:04x}");
        assert_eq!(down == up, squared(down, Mode::Rz) == widened(a), "{a:04x}");
    }
}

fn widened(half: u64) -> u64 {
    half::f16::from_bits(half as u16).to_f32().to_bits().into()
}

/// Sums, differences and products of every pair of numbers of at most 8 bits: the nearest number, found among all of them by exact
/// arithmetic (every such sum and product is a double).
#[test]
fn every_pair_of_small_numbers_gives_the_nearest_number() {
    for format in [E4M3::ROW, E5M2::ROW, E2M3::ROW, E3M2::ROW, E2M1::ROW] {
        let decoded = |bits: u64| {
            Pattern::new(format, bits).exact().map(|exact| {
                let magnitude = exact.magnitude as f64 * f64::exp2(f64::from(exact.exponent));
                if exact.negative { -magnitude } else { magnitude }
            })
        };
        let positive: Vec<(f64, u64)> = (0..=format.largest()).filter_map(|code| Some((decoded(code)?, code))).collect();
        let largest = positive.last().expect("numbers").0;
        let step = largest - positive[positive.len() - 2].0;
        let nearest = |value: f64| {
            let above = positive.partition_point(|(number, _)| *number < value.abs()).min(positive.len() - 1);
            let (high, low) = (positive[above], positive[above.saturating_sub(1)]);
            let (up, down) = ((high.0 - value.abs()).abs(), (value.abs() - low.0).abs());
            if up < down || (up == down && high.1 & 1 == 0) { high.0 } else { low.0 }
        };
        let mut pairs = 0;
        for (a, b) in (0..=format.mask()).flat_map(|a| (0..=format.mask()).map(move |b| (a, b))) {
            let (Some(x), Some(y)) = (decoded(a), decoded(b)) else { continue };
            for (operation, exact) in [(Operation::Add, x + y), (Operation::Subtract, x - y), (Operation::Multiply, x * y)] {
                let ours = decoded(operation.run(format, [a, b, 0], &Rules::ieee(Mode::Rn)).bits);
                let clamped = Rules { range: Range::Finite, ..Rules::ieee(Mode::Rn) };
                let finite = decoded(operation.run(format, [a, b, 0], &clamped).bits).expect("a number");
                assert_eq!(finite.abs(), nearest(exact), "{} {operation:?} {a:x} {b:x}", format.name);
                assert!(finite == 0.0 || (finite < 0.0) == (exact < 0.0), "{} {operation:?} {a:x} {b:x}", format.name);
                // Half a step beyond the largest number nothing finite stands for it, where the format has something else.
                let tie = largest + step / 2.0;
                let over = exact.abs() > tie || (exact.abs() == tie && format.largest() & 1 == 1);
                let beyond = over && format.nan().is_some();
                assert_eq!(ours, (!beyond).then_some(finite), "{} {operation:?} {a:x} {b:x}", format.name);
            }
            pairs += 1;
        }
        assert!(pairs >= 256, "{}: {pairs}", format.name);
    }
}
