//! Sums in every order against a second reading of each: additions by the judge `rustc_apfloat`, trees by recursion, exact sums in 128 bits.

use crate::judge::Operation;
use crate::judge::apfloat::{Judged, judge};
use semantics::number::{BF16, E4M3, E5M2, F16, F32, F64, Format, Pattern, Random};
use semantics::rounding::Mode;
use semantics::sums::{ADDED_IN, Asked, CORES, Core, KINDS, Kind, LIMIT, Numbers, ORDERS, Off, Order, Report, SORTS, Sort, Study, Total};
use semantics::tensor_core::{Dot, Side, element};
use semantics::trace::{Scaled, Silent};
use semantics::wire::{read, written};

fn asked(format: &'static Format, within: &'static Format, kind: Kind, count: usize) -> Asked {
    let core = Core::named("h100").unwrap();
    Asked { kind: Some(kind), count, seed: 7, sort: Sort::None, format, within, every: 5, split: 3, core, shuffles: 0 }
}

fn run(asked: Asked, text: &str) -> Report {
    let mut study = Study::new(asked, text.into());
    let mut steps = 1;
    while study.go_on() {
        steps += 1;
        assert!(steps < 1000);
    }
    let report = study.report();
    assert!(report.done && report.progress.0 == steps);
    report
}

fn numbers(asked: &Asked) -> Vec<u64> {
    asked.kind.unwrap().make(asked.format, asked.seed, asked.count, 0..asked.count)
}

/// The judge's additions in one format.
fn plus<F: Judged>(a: u64, b: u64) -> u64 {
    judge::<F>(Operation::Add, [a, b, 0], Mode::Rn).0
}

fn minus<F: Judged>(a: u64, b: u64) -> u64 {
    judge::<F>(Operation::Subtract, [a, b, 0], Mode::Rn).0
}

fn looped<F: Judged>(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |sum, number| plus::<F>(sum, *number))
}

/// Pairs of neighbours, again and again; a last one alone goes up as it is.
fn tree<F: Judged>(numbers: &[u64]) -> u64 {
    match numbers {
        [] => 0,
        [one] => *one,
        _ => tree::<F>(&numbers.chunks(2).map(|pair| if let [a, b] = pair { plus::<F>(*a, *b) } else { pair[0] }).collect::<Vec<_>>()),
    }
}

/// Lane 0 of shuffles down by 16, 8, 4, 2 and 1 in which every lane adds what the lane so far above it holds.
fn warp<F: Judged>(lanes: &[u64]) -> u64 {
    let mut held: Vec<u64> = lanes.iter().copied().chain(std::iter::repeat(0)).take(32).collect();
    for apart in [16, 8, 4, 2, 1] {
        let before = held.clone();
        for lane in 0..32 {
            held[lane] = plus::<F>(before[lane], before.get(lane + apart).copied().unwrap_or(before[lane]));
        }
    }
    held[0]
}

fn threads<F: Judged>(numbers: &[u64], count: usize) -> Vec<u64> {
    (0..count).map(|thread| looped::<F>(&numbers.iter().skip(thread).step_by(count).copied().collect::<Vec<_>>())).collect()
}

fn expected<F: Judged>(order: Order, numbers: &[u64]) -> u64 {
    let magnitude = F::ROW.sign_mask() - 1;
    match order {
        Order::Loop => looped::<F>(numbers),
        Order::Pairs => tree::<F>(numbers),
        Order::Warp => warp::<F>(&threads::<F>(numbers, 32)),
        Order::Block => {
            let warps: Vec<u64> = threads::<F>(numbers, 256).chunks(32).map(warp::<F>).collect();
            warp::<F>(&warps)
        }
        Order::Split => {
            let sums: Vec<u64> = numbers.chunks(numbers.len().div_ceil(3)).map(looped::<F>).collect();
            looped::<F>(&sums)
        }
        Order::Promoted => looped::<F>(&numbers.chunks(5).map(looped::<F>).collect::<Vec<_>>()),
        Order::Kahan => {
            let (mut s, mut c) = (0, 0);
            for x in numbers {
                let y = minus::<F>(*x, c);
                let t = plus::<F>(s, y);
                c = minus::<F>(minus::<F>(t, s), y);
                s = t;
            }
            s
        }
        Order::Neumaier => {
            let (mut s, mut c) = (0, 0);
            for x in numbers {
                let t = plus::<F>(s, *x);
                let lost = match s & magnitude >= x & magnitude {
                    true => plus::<F>(minus::<F>(s, t), *x),
                    false => plus::<F>(minus::<F>(*x, t), s),
                };
                c = plus::<F>(c, lost);
                s = t;
            }
            plus::<F>(s, c)
        }
        Order::Tensor | Order::TensorPromoted => unreachable!("judged by themselves"),
    }
}

fn orders_agree<F: Judged>() {
    for (kind, ..) in KINDS {
        for count in [1, 2, 3, 31, 33, 100, 700, 1111] {
            let asked = asked(F::ROW, F::ROW, kind, count);
            let given = numbers(&asked);
            let report = run(asked, "");
            for (row, outcome) in ORDERS.iter().zip(&report.outcomes) {
                if matches!(row.order, Order::Tensor | Order::TensorPromoted) {
                    continue;
                }
                let wanted = expected::<F>(row.order, &given);
                // A sum of one sign or the other; the judge's NaNs are not ours.
                let same = outcome.bits == Some(wanted) || Pattern::new(F::ROW, wanted).is_nan();
                assert!(same, "{} of {count} {kind:?} in {}: {:x?} {wanted:x}", row.name, F::ROW.name, outcome.bits);
                for (length, off) in &outcome.growth {
                    let part = Numbers::new(F::ROW, F::ROW, given[..*length].to_vec(), Sort::None);
                    let exact = exact(&part.codes, F::ROW);
                    let wanted = expected::<F>(row.order, &part.codes);
                    assert_eq!(*off, Off::of(Pattern::new(F::ROW, wanted), &exact), "{} of {length} {kind:?}", row.name);
                }
            }
        }
    }
}

fn exact(codes: &[u64], format: &'static Format) -> Scaled {
    let mut total = Total::default();
    codes.iter().for_each(|code| total.add(Pattern::new(format, *code)));
    total.value().unwrap()
}

#[test]
fn halves_are_added_as_the_judge_adds() {
    orders_agree::<F16>();
}

#[test]
fn bfloats_are_added_as_the_judge_adds() {
    orders_agree::<BF16>();
}

#[test]
fn singles_are_added_as_the_judge_adds() {
    orders_agree::<F32>();
}

#[test]
fn doubles_are_added_as_the_judge_adds() {
    orders_agree::<F64>();
}

#[test]
fn halves_that_are_added_in_singles_are_widened_first() {
    let asked = asked(F16::ROW, F32::ROW, Kind::Sizes, 777);
    let codes = numbers(&asked);
    let wide = Numbers::new(F16::ROW, F32::ROW, codes.clone(), Sort::None).wide;
    for (code, wide) in codes.iter().zip(&wide) {
        assert_eq!(Pattern::new(F16::ROW, *code).exact_decimal(), Pattern::new(F32::ROW, *wide).exact_decimal());
    }
    let report = run(asked, "");
    for (row, outcome) in ORDERS.iter().zip(&report.outcomes).take(7) {
        assert_eq!(outcome.bits, Some(expected::<F32>(row.order, &wide)), "{}", row.name);
    }
    // Promoted: halves among themselves, five at a time, singles outside.
    let sums: Vec<u64> = codes.chunks(5).map(looped::<F16>).collect();
    let sums = Numbers::new(F16::ROW, F32::ROW, sums, Sort::None).wide;
    assert_eq!(report.outcomes[7].bits, Some(looped::<F32>(&sums)));
}

#[test]
fn a_tensor_core_takes_all_as_one_long_row() {
    let mut seen = 0;
    for (format, formats) in ADDED_IN {
        for within in formats {
            for core in CORES {
                let asked = Asked { core, ..asked(format, within, Kind::Signed, 1000) };
                let codes = numbers(&asked);
                let report = run(asked, "");
                let Some(row) = core.row(format, within) else {
                    assert!(report.outcomes[8..].iter().all(|outcome| outcome.bits.is_none() && outcome.off.is_none()));
                    continue;
                };
                let whole = |codes: &[u64]| {
                    let mut a = codes.to_vec();
                    a.resize(codes.len().next_multiple_of(*row.k.last().unwrap()), 0);
                    let ones = vec![format.one(); a.len()];
                    let c = Pattern::new(row.accumulator, 0);
                    let dot = Dot { a: Side::plain(format, &a), b: Side::plain(format, &ones), c, mode: Mode::Rn };
                    element(row, &dot, &mut Silent)
                };
                assert_eq!(report.outcomes[8].bits, Some(whole(&codes)), "{} {} {}", core.name, format.name, within.name);
                let sums: Vec<u64> = codes.chunks(5).map(whole).collect();
                let promoted = match within.name {
                    "F16" => looped::<F16>(&sums),
                    "F32" => looped::<F32>(&sums),
                    _ => looped::<F64>(&sums),
                };
                assert_eq!(report.outcomes[9].bits, Some(promoted), "{} {} {}", core.name, format.name, within.name);
                seen += 1;
            }
        }
    }
    // The first tensor core has halves alone, H100's wgmma cuts sums of FP8.
    assert!(seen > 20, "{seen}");
    assert!(Core::named("v100").unwrap().row(BF16::ROW, F32::ROW).is_none());
    let cut = |every| {
        let core = Core::named("h100-wgmma").unwrap();
        let report = run(Asked { core, every, ..asked(E4M3::ROW, F32::ROW, Kind::Uniform, 4096) }, "");
        report.outcomes.iter().map(|outcome| outcome.off.unwrap()).collect::<Vec<_>>()
    };
    let off = |off: &Off| off.magnitude as f64 * 2f64.powi(off.exponent as i32);
    let outcomes = cut(128);
    assert!(off(&outcomes[8]) > 100.0 * off(&outcomes[9]).max(1.0), "promotion mends what 14 bits lose: {outcomes:?}");
}

#[test]
fn exact_sums_are_those_of_whole_numbers() {
    let mut random = Random::new(3);
    for format in [F16::ROW, E4M3::ROW, E5M2::ROW] {
        for count in [1, 2, 17, 3000] {
            let codes: Vec<u64> =
                (0..count).map(|_| random.word() & format.mask()).filter(|code| Pattern::new(format, *code).is_finite()).collect();
            let unit = format.quantum();
            let whole = |code: &u64| {
                let exact = Pattern::new(format, *code).exact().unwrap();
                let magnitude = i128::from(exact.magnitude) << (exact.exponent - unit);
                if exact.negative { -magnitude } else { magnitude }
            };
            let sum: i128 = codes.iter().map(whole).sum();
            let ours = exact(&codes, format);
            let wanted = Scaled { negative: sum < 0, magnitude: sum.unsigned_abs().into(), exponent: unit };
            assert_eq!(ours.decimal(), wanted.decimal());
            // A result's distance, in units of the sum's last place, is the same rational number.
            for _ in 0..50 {
                let result = Pattern::new(format, random.word());
                let Some(off) = Off::of(result, &ours) else {
                    assert!(!result.is_finite());
                    continue;
                };
                let got = whole(&result.bits) - sum;
                assert_eq!(off.negative, got < 0);
                let nearest = rounded(sum, unit, format);
                let ulp = nearest.ulp_exponent().filter(|_| nearest.is_finite());
                let ulp = ulp.unwrap_or(format.emax() - format.fraction_bits as i32);
                let places = off.exponent as i32 + ulp - unit;
                let ours = if places >= 0 { u128::from(off.magnitude) << places } else { u128::from(off.magnitude) >> -places };
                assert_eq!(ours, got.unsigned_abs(), "{off:?}");
            }
        }
    }
}

/// The nearest number of a format to a whole number of units, found by going through all of them.
fn rounded(sum: i128, unit: i32, format: &'static Format) -> Pattern {
    let text = Scaled { negative: sum < 0, magnitude: sum.unsigned_abs().into(), exponent: unit }.decimal();
    let (bits, _) = semantics::rounding::read(&text).unwrap().to_bits(format, Mode::Rn);
    Pattern::new(format, bits)
}

#[test]
fn an_exact_sum_knows_no_order_and_every_size() {
    let mut random = Random::new(11);
    let mut all: Vec<u64> = (0..4000).map(|_| random.word()).filter(|bits| Pattern::new(F64::ROW, *bits).is_finite()).collect();
    let sum = exact(&all, F64::ROW);
    all.reverse();
    assert_eq!(exact(&all, F64::ROW), sum);
    let opposite: Vec<u64> = all.iter().map(|bits| bits ^ F64::ROW.sign_mask()).collect();
    assert_eq!(exact(&opposite, F64::ROW), Scaled { negative: !sum.negative, ..sum.clone() });
    all.extend(opposite);
    assert!(exact(&all, F64::ROW).magnitude.is_zero());
    // As many of the largest as there may be, and one of the smallest.
    let mut total = Total::default();
    (0..LIMIT).for_each(|_| total.add(Pattern::new(F64::ROW, F64::ROW.largest() | F64::ROW.sign_mask())));
    total.add(Pattern::new(F64::ROW, 1));
    let value = total.value().unwrap();
    assert!(value.negative && value.leading() == 1043 && value.exponent == -1074);
    total.add(Pattern::new(F64::ROW, F64::ROW.default_nan));
    assert_eq!(total.value(), None);
}

#[test]
fn distances_are_written_short() {
    let text = |negative, magnitude, exponent| Off { negative, magnitude, exponent }.text();
    assert_eq!(text(false, 0, 0), "0");
    assert_eq!(text(false, 1, -1), "+0.500");
    assert_eq!(text(true, 49, -2), "−12.250");
    assert_eq!(text(false, 1, -60), "+under 0.001");
    assert_eq!(text(true, 123_456_789, 0), "−123456789.000");
    assert_eq!(text(false, 1_234_567_890_123, 0), "+1.234e12");
    assert_eq!(text(false, 1, 1000), "+1.071e301");
}

#[test]
fn the_condition_is_that_of_the_numbers() {
    let asked = |text: &str| run(Asked { kind: None, ..asked(F32::ROW, F32::ROW, Kind::Uniform, 1) }, text);
    let report = asked("1e8, 1, -1e8");
    let exact = report.exact.unwrap();
    assert_eq!((exact.decimal.as_str(), exact.nearest, exact.condition), ("1", 0x3f80_0000, Some(200_000_001_000)));
    assert_eq!(report.outcomes[0].off.map(|off| off.text()), Some("−8388608.000".into()));
    // Kahan loses it too, Neumaier does not: the correction itself was rounded away.
    let bits: Vec<_> = report.outcomes.iter().map(|outcome| outcome.bits).collect();
    assert_eq!((bits[0], bits[5], bits[6]), (Some(0), Some(0), Some(0x3f80_0000)));
    assert_eq!(asked("1 -1").exact.unwrap().condition, None);
}

#[test]
fn pasted_numbers_are_read_once_and_what_is_none_is_named() {
    let asked = |format| Asked { kind: None, ..asked(format, format, Kind::Uniform, 1) };
    let report = run(asked(F32::ROW), "[0.1; 0x3f800000]\n0f40000000 (nan)");
    assert_eq!((report.count, report.exact.is_none()), (4, true));
    assert!(report.outcomes.iter().take(8).all(|outcome| outcome.off.is_none() && outcome.bits == Some(0x7fff_ffff)));
    let refused = |format, text: &str| run(asked(format), text).refused;
    assert_eq!(refused(F32::ROW, " ,\n"), "There is no number here.");
    assert_eq!(refused(F32::ROW, "1 two 3"), "`two` is not a number: `t` is no decimal digit.");
    assert_eq!(refused(F16::ROW, "1 0x3f800000"), "`0x3f800000` is a pattern of 32 bits; one of F16 has 16.");
    assert_eq!(refused(F32::ROW, &"1 ".repeat(LIMIT + 1)), "At most 1048576 numbers are added at once.");
    let many = run(asked(F32::ROW), &"0.5,\n".repeat(100_000));
    assert_eq!((many.count, many.exact.unwrap().decimal.as_str()), (100_000, "50000"));
    // A text of one long word, and letters that are no ASCII.
    assert!(refused(F32::ROW, &"é".repeat(200_000)).starts_with("`éé"));
}

#[test]
fn numbers_are_what_their_kind_says() {
    for (kind, key, _) in KINDS {
        let asked = asked(F64::ROW, F64::ROW, kind, 10_001);
        let all = numbers(&asked);
        assert_eq!(all, [kind.make(F64::ROW, 7, 10_001, 0..5000), kind.make(F64::ROW, 7, 10_001, 5000..10_001)].concat());
        let value = |bits: &u64| f64::from_bits(*bits);
        let (low, high) = all.iter().map(value).fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let mean = all.iter().map(value).sum::<f64>() / all.len() as f64;
        let deviation = (all.iter().map(|bits| (value(bits) - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt();
        match kind {
            Kind::Uniform => assert!(low >= 0.0 && high < 1.0 && (mean - 0.5).abs() < 0.02 && (deviation - 0.2887).abs() < 0.01, "{key}"),
            Kind::Signed => assert!(low < -0.99 && high > 0.99 && mean.abs() < 0.03),
            Kind::Normal => assert!(mean.abs() < 0.05 && (deviation - 1.0).abs() < 0.03 && high > 3.0, "{mean} {deviation}"),
            Kind::Tenths => assert!(low == 0.1 && high == 0.1),
            Kind::Harmonic => assert!(all.iter().enumerate().all(|(i, bits)| value(bits) == 1.0 / (i + 1) as f64)),
            Kind::Alternating => assert!((mean * all.len() as f64 - std::f64::consts::LN_2).abs() < 1e-4),
            Kind::Sizes => assert!(low >= 2f64.powi(-10) && high < 2f64.powi(11) && low < 0.002 && high > 1000.0),
            Kind::Cancelling => assert_eq!(exact(&all, F64::ROW).decimal(), "1"),
        }
        for (sort, ..) in SORTS {
            let sorted = Numbers::new(F64::ROW, F64::ROW, all.clone(), sort).codes;
            let magnitudes = sorted.iter().map(|bits| f64::from_bits(*bits).abs());
            match sort {
                Sort::None => assert_eq!(sorted, all),
                Sort::Up => assert!(magnitudes.is_sorted()),
                Sort::Down => assert!(magnitudes.is_sorted_by(|a, b| a >= b)),
            }
        }
    }
}

#[test]
fn shuffled_sums_are_counted() {
    let report = run(Asked { shuffles: 500, ..asked(F32::ROW, F32::ROW, Kind::Normal, 1000) }, "");
    assert_eq!((report.shuffles, report.shuffled.iter().map(|one| one.count).sum::<u32>()), (500, 500));
    assert!(report.shuffled.len() > 10, "{}", report.shuffled.len());
    assert!(report.shuffled.is_sorted_by_key(|one| Pattern::new(F32::ROW, one.bits).ordinal()));
    // What rounds nowhere knows no order.
    let whole = run(Asked { kind: None, shuffles: 50, ..asked(F32::ROW, F32::ROW, Kind::Normal, 1) }, "1 2 3 4 5 -6 7 0.5");
    assert_eq!(whole.shuffled.iter().map(|one| (one.bits, one.count)).collect::<Vec<_>>(), [(0x4184_0000, 50)]);
    // The same seed, the same sums; another, others.
    let again = run(Asked { shuffles: 500, ..asked(F32::ROW, F32::ROW, Kind::Normal, 1000) }, "");
    assert_eq!(again, report);
    assert_ne!(run(Asked { shuffles: 500, seed: 8, ..asked(F32::ROW, F32::ROW, Kind::Normal, 1000) }, "").shuffled, report.shuffled);
}

#[test]
fn what_passes_to_the_worker_comes_back() {
    for (format, formats) in ADDED_IN {
        for within in formats {
            let asked = Asked { kind: None, shuffles: 3, ..asked(format, within, Kind::Sizes, 20) };
            assert_eq!(read::<Asked>(&written(&asked)), Some(asked.clone()));
            let report = run(asked, "1 2.5 -3 inf");
            assert_eq!(read::<Report>(&written(&report)), Some(report));
        }
    }
    let report = run(Asked { shuffles: 9, ..asked(F16::ROW, F16::ROW, Kind::Uniform, 3000) }, "");
    assert_eq!(read::<Report>(&written(&report)), Some(report));
}
