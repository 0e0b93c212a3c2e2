//! Sweeps: the reference values against mpmath, the doubles against the reference values, the exhaustive figures, and merging.

use crate::judge::exhaustive;
use semantics::oracle::oracle;
use semantics::special_function::Elementary;
use semantics::sweep::bigfloat::BigFloat;
use semantics::sweep::bounds::BOUNDS;
use semantics::sweep::column_statistics::{Check, Found, Scale};
use semantics::sweep::function_under_test::{ROUNDED, UNIT};
use semantics::sweep::functions::{BOUND, ReferenceFunction};
use semantics::sweep::measure::Outcome;
use semantics::sweep::{ColumnStatistics, FunctionUnderTest, LANES, Plan, Summary};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Every function, by its name in the table and, where PTX approximates it, by its mnemonic.
fn functions() -> impl Iterator<Item = (&'static str, ReferenceFunction)> {
    let of_ptx = Elementary::ALL.iter().map(|function| (function.mnemonic(), ReferenceFunction::of(*function)));
    let all = ReferenceFunction::of_c().chain(ReferenceFunction::OF_THE_UNIT.iter().copied());
    all.map(|function| (function.name(), function)).chain(of_ptx)
}

/// The binary logarithm of the relative difference of two numbers of one sign; below -128 for none.
fn difference(one: BigFloat, other: BigFloat) -> i32 {
    if one.negative != other.negative {
        return 0;
    }
    let distance = match one.exponent - other.exponent {
        0 => one.magnitude.abs_diff(other.magnitude),
        // Neighbouring binades: the larger number in the smaller one's places wraps around by 2^128.
        1 => (one.magnitude << 1).wrapping_sub(other.magnitude),
        -1 => (other.magnitude << 1).wrapping_sub(one.magnitude),
        _ => u128::MAX,
    };
    -(distance.leading_zeros() as i32)
}

#[test]
fn reference_values_agree_with_mpmath() {
    let lines = include_str!("data/reference_values.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.clone().count() as u64, oracle("reference_values.txt").answers);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, operand, significand, exponent] = words[..] else { panic!("{line}") };
        let known = functions().find(|(known, _)| *known == name);
        let (_, truth) = known.unwrap_or_else(|| panic!("{line}"));
        let magnitude = u128::from_str_radix(significand.trim_start_matches('-'), 16).unwrap();
        let expected = BigFloat { negative: significand.starts_with('-'), magnitude, exponent: exponent.parse().unwrap() };
        let bits = |digits: &str| u64::from_str_radix(digits, 16).unwrap();
        let actual = match operand.split_once(',') {
            Some((x, y)) => truth.precise_at(f64::from_bits(bits(x)), f64::from_bits(bits(y))),
            _ if operand.len() == 16 => truth.precise(f64::from_bits(bits(operand))),
            _ => truth.precise(truth.reading().operand(bits(operand) as u32)),
        };
        let actual = actual.unwrap_or_else(|| panic!("{line}: none"));
        let difference = difference(actual, expected);
        assert!(difference < -90, "{line}: got {actual:x?}, off by 2^{difference}");
    }
}

/// At 40,000 operands from a sequence in an exhaustive run, at the first 4,000 of them in an ordinary one.
#[test]
fn doubles_are_within_their_bound() {
    let mut beyond = BTreeMap::new();
    for (name, truth) in functions() {
        for step in 0..if exhaustive() { 40_000_u32 } else { 4_000 } {
            let bits = step.wrapping_mul(0x9e37_79b1);
            // Half of the operands of ordinary size, half of any.
            let bits = if step % 2 == 0 { bits } else { bits & 0x83ff_ffff | 0x3e00_0000 };
            let x = truth.reading().operand(bits);
            let estimate = truth.estimate(x);
            let Some(precise) = truth.precise(x) else { continue };
            if !estimate.is_finite() || estimate.abs() < f64::MIN_POSITIVE {
                continue;
            }
            let rough = precise.to_f64();
            let (share, worst) = ((estimate - rough).abs() / rough.abs() / BOUND, beyond.entry(name).or_insert((0.5, String::new())));
            if share > worst.0 {
                *worst = (share, format!("{bits:08x}: {estimate:e} {rough:e}"));
            }
        }
    }
    beyond.retain(|_, (share, _)| *share > 0.5);
    assert!(beyond.is_empty(), "{beyond:#?}");
}

#[test]
fn what_has_no_value_has_no_double() {
    for (name, operands) in
        [("acosh", &[0.5, -1.0, -2.0, -6553.5][..]), ("tgamma", &[-1.0, -40.0]), ("erfinv", &[-1.5, 2.0]), ("erfcinv", &[-0.5, 2.5])]
    {
        let truth = ReferenceFunction::named(name).unwrap();
        for x in operands {
            assert!(truth.estimate(*x).is_nan() && truth.precise(*x).is_none(), "{name}({x})");
        }
    }
}

/// Sweeps the functions of the unit that several tests need, once each.
fn sweep(name: &'static str, from: u32, to: u32) -> Summary {
    static DONE: Mutex<BTreeMap<(&str, u32, u32), Summary>> = Mutex::new(BTreeMap::new());
    let subject = FunctionUnderTest::find(name, 90).unwrap_or_else(|| panic!("no {name}"));
    let mut done = DONE.lock().unwrap();
    done.entry((name, from, to)).or_insert_with(|| Plan { subject, from, to, every: 1, bins: 0 }.run_all()).clone()
}

#[test]
fn exhaustive_figures() {
    // Function, range, good bits, ulps and their operand (none where ulps mean little), correctly rounded per cent, breaks.
    type Row = (&'static str, u32, u32, &'static str, Option<(&'static str, u32)>, &'static str, u64);
    #[rustfmt::skip]
    let rows: [Row; 8] = [
        ("RCP", 0x3f80_0000, 0x3fff_ffff, "24.037", Some(("0.9749", 0x3f81_cfff)), "86.785", 0),
        ("RSQ", 0x3f80_0000, 0x407f_ffff, "23.401", Some(("1.5145", 0x3f82_0399)), "78.339", 0),
        ("EX2", 0x0000_0000, 0x007f_ffff, "22.525", Some(("1.3903", 0x0042_fc00)), "61.105", 0),
        ("EX2", 0x8000_0000, 0x807f_ffff, "22.961", Some(("2.0550", 0x800a_0100)), "39.851", 0),
        ("LG2", 0x3f80_0000, 0x3fff_ffff, "22.577", None, "34.317", 0),
        ("LG2", 0x3f00_0000, 0x3f7f_ffff, "22.148", None, "4.888", 0),
        ("SIN", 0x0000_0000, 0x007f_ffff, "22.383", None, "28.487", 7555),
        ("COS", 0x0000_0000, 0x007f_ffff, "21.487", None, "9.627", 7555),
    ];
    for (name, from, to, bits, ulps, nearest, breaks) in rows {
        let summary = sweep(name, from, to);
        let at = format!("{name} from {from:08x}");
        assert_eq!(summary.measured.count, u64::from(to - from) + 1, "{at}");
        assert_eq!(format!("{:.3}", summary.good_bits().unwrap()), bits, "{at}");
        assert_eq!(format!("{:.3}", summary.share_nearest() * 100.0), nearest, "{at}");
        assert_eq!(summary.breaks, breaks, "{at}");
        if let Some((error, operand)) = ulps {
            assert_eq!((format!("{:.4}", summary.ulps.error), summary.ulps.operand), (error.into(), operand), "{at}");
        }
    }
}

#[test]
fn parts_merge_into_the_whole() {
    for name in ["RCP", "SIN", "RRO.SINCOS", "RRO.EX2", "TANH", "RCP64H", "ex2.approx.f32"] {
        let subject = FunctionUnderTest::find(name, 90).unwrap();
        // Across zero's exponent, so that flushed and special operands take part.
        let plan = Plan { subject, from: 0x007f_0000, to: 0x0081_0000, every: 1, bins: 7 };
        let whole = plan.run_all();
        for workers in [2, 3, 16] {
            let mut merged = Summary::new(7);
            for worker in 0..workers {
                merged.merge(&plan.run(plan.share(worker, workers)));
            }
            assert_eq!(merged, whole, "{name} in {workers} parts");
        }
        assert_eq!(whole.envelope.iter().map(|bin| bin.count).sum::<u64>(), whole.measured.count, "{name}");
    }
}

/// Parts too short to be compared in lanes join to what lanes give: around zeros, infinities, powers of two and rows of the table, and
/// where true values change sign, over 2^14 operands each.
#[test]
fn lanes_are_operands_one_by_one() {
    const COUNT: u32 = 1 << 14;
    let names = UNIT.iter().chain(&ROUNDED).map(|subject| subject.name);
    for name in names.chain(["ex2.approx.f32", "sin.approx.ftz.f32", "lg2.approx.f32", "tanh.approx.f16", "ex2.approx.ftz.bf16"]) {
        let subject = FunctionUnderTest::find(name, 90).unwrap();
        let last = subject.reading.line().last();
        let middles = [0x0080_0000, 0x3f00_0000, 0x3f80_0000, 0x4049_0fdb, 0x7f80_0000, 0x7ff0_0000, 0xbf80_0000];
        let edges = [0, 0x3c00, 0x7c00 - COUNT / 2, 0x8000, 0x8000_0000, u32::MAX - COUNT + 1];
        for from in edges.into_iter().chain(middles.map(|middle| middle - COUNT / 2)).filter(|from| *from <= last - COUNT + 1) {
            let plan = Plan { subject, from, to: from + (COUNT - 1), every: 1, bins: 3 };
            let mut joined = Summary::new(3);
            for first in (0..plan.operands()).step_by(LANES - 1) {
                joined.merge(&plan.run(first..first + LANES as u64 - 1));
            }
            assert_eq!(joined, plan.run_all(), "{name} from {from:08x}");
        }
    }
}

/// Sums of doubles are the same too: operands that come alone are added in the same order.
#[test]
fn columns_of_lanes_are_those_of_operands_one_by_one() {
    const COUNT: u64 = 1 << 9;
    let checks = [
        (Scale::Ulps, Check::Limit(Scale::Ulps, 0.4)),
        (Scale::Absolute, Check::Routine),
        (Scale::Relative, Check::Limit(Scale::Relative, 5e-8)),
    ];
    for subject in UNIT.iter().chain(&ROUNDED) {
        let line = subject.reading.line();
        for middle in [0, 1, 0x3c00, 0x0080_0000, 0x3f00_0000, 0x3f80_0000, 0x4049_0fdb, 0x7f80_0000, 0xbf80_0000]
            .into_iter()
            .filter(|bits| *bits <= line.last())
        {
            let from = line.place(middle).saturating_sub(COUNT / 3).min(line.places() - COUNT);
            for (scale, check) in checks {
                let span = ColumnStatistics { from, end: from + COUNT, scale, check: Some(check), starts: vec![from + 50, from + 300] };
                let mut joined = Found::new(3);
                for place in from..span.end {
                    let alone = ColumnStatistics { from: place, end: place + 1, starts: Vec::new(), ..span };
                    joined.merge(&alone.run(subject), span.starts.partition_point(|start| *start <= place));
                }
                assert_eq!(joined, span.run(subject), "{} from {:08x}, {scale:?}", subject.name, line.operand(from));
            }
        }
    }
}

#[test]
fn every_operand_is_counted_once() {
    for name in ["RCP", "RSQ", "LG2", "SIN", "EX2", "RRO.SINCOS", "RSQ64H", "tanh.approx.f32", "sqrt.approx.f32", "rsqrt.approx.ftz.f64"] {
        let subject = FunctionUnderTest::find(name, 90).unwrap();
        for from in [0, 0x7f7f_0000, 0x7fef_0000, 0x7fff_0000, 0xff7f_0000, 0xffff_0000] {
            let plan = Plan { subject, from, to: from + 0xffff, every: 1, bins: 1 };
            let found = plan.run_all();
            let counted = found.measured.count + found.flushed + found.infinite.iter().chain(&found.nan).sum::<u64>();
            assert_eq!(counted, 0x1_0000, "{name} from {from:08x}");
        }
    }
}

#[test]
fn a_judged_operand_has_its_error_to_a_hundred_bits() {
    let judgement = FunctionUnderTest::find("RCP", 90).unwrap().judge(0x4040_0000);
    // 1/3 lies between 3eaaaaaa and 3eaaaaab, a third of an ulp below the latter.
    assert_eq!(judgement.result, 0x3eaa_aaab);
    assert_eq!(judgement.truth.unwrap().magnitude >> 64, 0xaaaa_aaaa_aaaa_aaaa);
    let Outcome::Measured(error) = judgement.outcome else { panic!("{judgement:?}") };
    assert!(error.nearest && (error.ulps - 1.0 / 3.0).abs() < 1e-15, "{error:?}");
}

/// Measures every promise over ranges of some sizes again and compares with the committed figures.
fn bounds(sizes: std::ops::RangeInclusive<u64>) {
    let mut wrong = String::new();
    for bound in BOUNDS.iter().filter(|bound| sizes.contains(&bound.operands())) {
        let unit = bound.function.chars().all(|letter| !letter.is_lowercase());
        let subject = FunctionUnderTest::find(bound.function, bound.target).unwrap();
        let mut whole = Summary::new(0);
        for &(from, to) in bound.ranges {
            let part = if unit { sweep(bound.function, from, to) } else { Plan { subject, from, to, every: 1, bins: 0 }.run_all() };
            whole.merge(&part);
        }
        let (figure, operand) = bound.measure.of(&whole);
        if format!("{figure:.4}") != format!("{:.4}", bound.measured) || operand != bound.operand {
            wrong += &format!("{} {} {:?}: {figure:.4}, {operand:#010x}\n", bound.function, bound.on, bound.measure);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_promises_that_are_not_kept() {
    let missed: Vec<String> = BOUNDS
        .iter()
        .filter(|bound| !bound.met())
        .map(|bound| format!("{:?} {} sm_{} {}", bound.source, bound.function, bound.target, bound.on))
        .collect();
    let expected = [
        "Tesla SIN sm_50 quadrant 0",
        "Tesla COS sm_50 quadrant 0",
        "Mufu LG2 sm_50 mantissa [1, 2)",
        "Ptx sqrt.approx.f32 sm_50 positive and finite",
        "Ptx cos.approx.f32 sm_90 [-2π, 2π]",
        "Ptx tanh.approx.bf16 sm_90 full range",
    ];
    assert_eq!(missed, expected);
}

#[test]
fn promises_on_short_ranges_are_measured_right() {
    bounds(0..=1 << 25);
}

#[test]
#[ignore = "sweeps up to 2^32 operands a row; run with --ignored"]
fn promises_on_long_ranges_are_measured_right() {
    bounds((1 << 25) + 1..=1 << 32);
}

/// The model that was compared with chips is one for all of sm_5x to sm_75. It was compared with the code for sm_70; that for sm_50 goes
/// through RRO and must give the same.
#[test]
#[ignore = "goes through all 2^32 operands; run with --ignored"]
fn powers_by_word_are_the_powers_by_float() {
    let [old, new] = [50, 70].map(|target| FunctionUnderTest::find("ex2.approx.f32", target).unwrap());
    std::thread::scope(|scope| {
        for part in 0..4_u32 {
            scope.spawn(move || {
                for low in 0..1_u32 << 30 {
                    let bits = part << 30 | low;
                    assert_eq!(old.evaluate(bits), new.evaluate(bits), "{bits:08x}");
                }
            });
        }
    });
}

#[test]
fn odd_and_even_functions_are_so_bit_for_bit() {
    // The promises over both signs are swept over one.
    let rows = [("rcp.approx.f32", 90, true), ("tanh.approx.f32", 90, true), ("sin.approx.f32", 50, true), ("sin.approx.f32", 90, true)];
    for (name, target, odd) in rows.into_iter().chain([("cos.approx.f32", 50, false), ("cos.approx.f32", 90, false)]) {
        let subject = FunctionUnderTest::find(name, target).unwrap();
        for step in 0..100_000_u32 {
            let bits = step.wrapping_mul(0x9e37_79b1) >> 1;
            let (result, mirrored) = (subject.evaluate(bits), subject.evaluate(bits | 0x8000_0000));
            let sign = if odd && result & 0x7fff_ffff <= 0x7f80_0000 { 0x8000_0000 } else { 0 };
            assert_eq!(mirrored, result ^ sign, "{name} {bits:08x}");
        }
    }
}

/// Parts that know what the worst exceeds find the same worst.
#[test]
fn a_floor_changes_no_figure() {
    for (name, from, to) in [("TANH", 0x2f00_0000, 0x3f3f_ffff), ("EX2.FLOAT", 0x2800_0000, 0x3f80_0000), ("LG2", 0, 0x7f7f_ffff)] {
        let subject = FunctionUnderTest::find(name, 90).unwrap();
        let plan = Plan { subject, from, to, every: 211, bins: 0 };
        let floor = plan.floor();
        assert!(floor[1] > 0.1, "{name} {floor:?}");
        let (mut plain, mut above) = (Summary::new(0), Summary::new(0));
        for worker in 0..5 {
            plain.merge(&plan.run(plan.share(worker, 5)));
            above.merge(&plan.run_above(plan.share(worker, 5), floor));
        }
        assert_eq!(above, plain, "{name}");
    }
}
