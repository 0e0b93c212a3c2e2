//! Sweeps as the page's workers run them: the same figures as a plan's, whatever the cut, and the same after a journey as words.

use semantics::sweep::column_statistics::{Check, Found, Scale};
use semantics::sweep::function_under_test::{ROUNDED, UNIT};
use semantics::sweep::order::Line;
use semantics::sweep::{ColumnStatistics, FunctionUnderTest, Plan};
use semantics::wire::{read, written};

/// The place of an operand of 32 bits.
fn place(bits: u32) -> u64 {
    Line::WORDS.place(bits)
}

fn subject(name: &str) -> FunctionUnderTest {
    FunctionUnderTest::find(name, 90).unwrap()
}

fn span(from: u32, to: u32, scale: Scale) -> ColumnStatistics {
    ColumnStatistics { from: place(from), end: place(to) + 1, scale, check: None, starts: Vec::new() }
}

/// A span with columns at some places.
fn columns(from: u32, to: u32, scale: Scale, starts: impl Iterator<Item = u64>) -> ColumnStatistics {
    let whole = span(from, to, scale);
    ColumnStatistics { starts: starts.filter(|start| (whole.from + 1..whole.end).contains(start)).collect(), ..whole }
}

#[test]
fn a_span_of_positive_operands_is_a_plan() {
    for name in ["RCP", "RSQ", "rsqrt.approx.f32", "sin.approx.f32", "RCP64H"] {
        let (from, to) = (0x3fa0_0000, 0x3fa1_2345);
        let plan = Plan { subject: subject(name), from, to, every: 1, bins: 0 }.run_all();
        assert_eq!(span(from, to, Scale::Ulps).run(&subject(name)).summary, plan, "{name}");
    }
}

/// Columns in ulps agree with the plan's envelope where they begin at the same operands.
#[test]
fn columns_are_an_envelope() {
    let plan = Plan { subject: subject("RSQ"), from: 0x3f80_0000, to: 0x3f80_ffff, every: 1, bins: 7 };
    let starts = (1..7).map(|bin| place(plan.from) + plan.bin_start(bin));
    let found = columns(plan.from, plan.to, Scale::Ulps, starts).run(&plan.subject);
    let groups = plan.run_all().envelope;
    assert_eq!(found.columns.len(), groups.len());
    for (column, group) in found.columns.iter().zip(&groups) {
        assert_eq!((column.count, Some((column.low, column.high))), (group.count, group.range()));
        assert!((column.mean().unwrap() - group.mean().unwrap()).abs() < 1e-9);
    }
}

/// However a range is cut, the parts join to the same, signs of both kinds included.
#[test]
fn parts_join_to_the_whole() {
    for (name, from, to) in
        [("sin.approx.f32", 0x8000_8000, 0x0000_9000), ("RCP", 0xbf80_4000, 0xbf80_0000), ("cvt.rn.f16.f32", 0x477f_e000, 0x4780_0000)]
    {
        for scale in Scale::ALL {
            let subject = subject(name);
            let first = place(from);
            let whole = ColumnStatistics {
                check: Some(Check::Limit(Scale::Ulps, 0.4)),
                ..columns(from, to, scale, (0..100).map(|at| first + at * 701))
            };
            let once = whole.run(&subject);
            let mut joined = Found::new(whole.starts.len() + 1);
            let mut at = whole.from;
            while at < whole.end {
                let end = (at + 1003).min(whole.end);
                let inside = |start: &&u64| **start > at && **start < end;
                let part = ColumnStatistics { from: at, end, starts: whole.starts.iter().filter(inside).copied().collect(), ..whole };
                let column = whole.starts.iter().filter(|start| **start <= at).count();
                joined.merge(&part.run(&subject), column);
                at = end;
            }
            assert_eq!((&joined.summary, joined.beyond, joined.first_beyond), (&once.summary, once.beyond, once.first_beyond), "{name}");
            for (one, two) in joined.columns.iter().zip(&once.columns) {
                assert_eq!((one.count, one.low, one.high), (two.count, two.low, two.high), "{name}");
                // Sums of doubles may differ in their last digits.
                assert!(
                    one.count == 0 || (one.sum - two.sum).abs() <= 1e-9 * one.count as f64 * one.high.abs().max(one.low.abs()),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn words_hold_everything() {
    let subject = subject("sin.approx.f32");
    for check in [None, Some(Check::Routine), Some(Check::Limit(Scale::Relative, 1e-7))] {
        for scale in Scale::ALL {
            let first = place(0x8000_0100);
            let span = ColumnStatistics { check, ..columns(0x8000_0100, 0x0000_0100, scale, (0..9).map(|at| first + at * 50)) };
            assert_eq!(read(&written(&span)), Some(span.clone()));
            let found = span.run(&subject);
            assert_eq!(read(&written(&found)), Some(found));
        }
    }
    assert_eq!(read::<Found>(&[]), None);
    assert_eq!(read::<ColumnStatistics>(&[1, 2]), None);
}

/// What is checked is each operand's own error.
#[test]
fn beyond_a_limit_are_those_that_are() {
    let subject = subject("RSQ");
    let (from, to) = (0x3f82_0000, 0x3f82_0fff);
    let whole = ColumnStatistics { check: Some(Check::Limit(Scale::Ulps, 1.5)), ..span(from, to, Scale::Ulps) };
    let found = whole.run(&subject);
    let beyond: Vec<u32> = (from..=to).filter(|bits| subject.exact_error(*bits).ulps.abs() > 1.5).collect();
    assert_eq!((found.beyond, found.first_beyond), (beyond.len() as u64, beyond.first().copied()));
    assert!(beyond.contains(&0x3f82_0399));
}

/// The instruction, the routine and the crate agree on numbers; every NaN is one NaN to the first two.
#[test]
fn the_crate_half_differs_on_nans_alone() {
    let subject = subject("cvt.rn.f16.f32");
    let run = |from: u32, to: u32| ColumnStatistics { check: Some(Check::Routine), ..span(from, to, Scale::Ulps) }.run(&subject);
    let numbers = run(0x3300_0000 - 5000, 0x3300_0000 + 5000);
    assert_eq!((numbers.beyond, numbers.apart, numbers.first_apart), (0, 0, None));
    let nans = run(0x7f80_0001, 0x7f80_ffff);
    assert_eq!((nans.beyond, nans.apart, nans.first_apart), (0, 0xffff, Some(0x7f80_0001)));
    // The payload of the one NaN itself.
    assert_eq!(run(0x7fff_e000, 0x7fff_ffff).apart, 0);
}

/// A sample lies inside the envelope of all operands.
#[test]
fn a_sample_is_inside_the_envelope() {
    let subject = subject("RCP");
    let first = place(0x3f80_0000);
    let span = columns(0x3f80_0000, 0x3f80_ffff, Scale::Ulps, (0..64).map(|at| first + at * 1024));
    let whole = span.run(&subject);
    let sample = span.sample(&subject, 3);
    assert_eq!(sample.len(), whole.columns.len());
    for (part, whole) in sample.iter().zip(&whole.columns) {
        assert_eq!(part.count, 3);
        assert!(whole.low <= part.low && part.high <= whole.high);
    }
}

/// What is rounded once is within half an ulp to nearest and within one otherwise.
#[test]
fn rounded_once_means_half_an_ulp() {
    for subject in ROUNDED {
        let nearest = subject.name.contains(".rn");
        for (from, to) in [(0x3f80_0000, 0x3f80_ffff), (0x3500_0000, 0x3500_ffff), (0xbf8f_0fff, 0xbf8f_0000)] {
            let summary = span(from, to, Scale::Ulps).run(&subject).summary;
            assert_eq!(summary.nan[1] + summary.infinite[1] + summary.flushed, 0, "{}", subject.name);
            assert_eq!(summary.nearest == summary.measured.count, summary.ulps.error <= 0.5, "{} {from:08x}", subject.name);
            assert!(summary.ulps.error <= if nearest { 0.5 } else { 1.0 }, "{} {}", subject.name, summary.ulps.error);
        }
    }
}

/// Conversions to half agree with the integer routine around every boundary.
#[test]
fn halves_agree_with_the_routine() {
    let subject = subject("cvt.rn.f16.f32");
    for middle in [0x0000_0000_u32, 0x3300_0000, 0x3880_0000, 0x477f_f000, 0x7f80_0000, 0xb300_0000, 0xff80_0000] {
        let middle = place(middle);
        let span = ColumnStatistics {
            from: middle.saturating_sub(3000),
            end: (middle + 3000).min(Line::WORDS.places()),
            scale: Scale::Ulps,
            check: Some(Check::Routine),
            starts: Vec::new(),
        };
        let found = span.run(&subject);
        assert_eq!(found.beyond, 0, "at {:08x?}", found.first_beyond);
        assert!(found.summary.ulps.error <= 0.5);
        assert_eq!((found.summary.infinite[1], found.summary.nan[1]), (0, 0));
    }
}

/// All operands of 16 bits beside the host's functions of doubles: a result is the nearest if neither neighbour is nearer.
#[test]
fn functions_of_16_bits_are_swept_over_every_operand() {
    for name in ["ex2.approx.f16", "ex2.approx.ftz.bf16", "tanh.approx.f16", "tanh.approx.bf16"] {
        let function = if name.starts_with("ex2") { f64::exp2 } else { f64::tanh };
        let flushes = name.contains(".ftz");
        let subject = subject(name);
        let line = subject.reading.line();
        assert_eq!(line, Line::HALVES, "{name}");
        let whole = ColumnStatistics { from: 0, end: line.places(), scale: Scale::Ulps, check: None, starts: vec![line.zero()] };
        let found = whole.run(&subject);
        let summary = &found.summary;
        let specials = summary.flushed + summary.infinite[0] + summary.infinite[1] + summary.nan[0] + summary.nan[1];
        assert_eq!(summary.measured.count + specials, 1 << 16, "{name}");
        assert_eq!((summary.infinite[1], summary.nan[1]), (0, 0), "{name}");
        assert_eq!(summary.flushed > 0, flushes, "{name}");
        assert!(found.columns.iter().all(|column| column.count > 15_000), "{name}");
        let right = (0..=0xffff_u32).filter(|bits| {
            let (result, x) = (subject.evaluate(*bits), subject.reading.operand(*bits));
            let is_number = !x.is_nan() && subject.kind.value(result).is_finite();
            let flushed = flushes && result == 0 && function(x) != 0.0;
            let off = |bits: u32| (subject.kind.value(bits) - function(x)).abs();
            let [below, above] = [result.saturating_sub(u32::from(result & 0x7fff != 0)), result + 1].map(off);
            is_number && !flushed && off(result) <= below.min(above) && (off(result) < above || result % 2 == 0)
        });
        assert_eq!(summary.nearest, right.count() as u64, "{name}");
        // Cut and not rounded, on top of the error of the function of singles.
        assert!(summary.ulps.error < 1.01, "{name}: {}", summary.ulps.error);
        let plan = Plan { subject, from: 0, to: line.last(), every: 1, bins: 0 }.run_all();
        assert_eq!((plan.nearest, plan.off, plan.ulps.error), (summary.nearest, summary.off, summary.ulps.error), "{name}");
    }
}

#[test]
fn every_name_is_found_and_is_itself() {
    for subject in UNIT.iter().chain(&ROUNDED) {
        assert!(FunctionUnderTest::find(subject.name, 50).unwrap().is_same_code(subject));
    }
    assert!(
        FunctionUnderTest::approximations(90).any(|name| name == "tanh.approx.f32")
            && !FunctionUnderTest::approximations(50).any(|name| name == "tanh.approx.f32")
    );
    assert!(!subject("sin.approx.f32").is_same_code(&FunctionUnderTest::find("sin.approx.f32", 50).unwrap()));
    assert!(subject("rcp.approx.f32").is_same_code(&FunctionUnderTest::find("rcp.approx.f32", 50).unwrap()));
}
