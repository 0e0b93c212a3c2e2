//! What sweeps are made of: places on a line, seeds of doubles, polynomials within their bound, judged calls, rows of the library.

use semantics::c::Expression;
use semantics::instruction::Context;
use semantics::instruction::cuda::{Body, FOOTNOTES, Function, LIBRARY, functions};
use semantics::language::ParsedSource as _;
use semantics::number::{F32, F64, Pattern, Random};
use semantics::register_file::RegisterFile;
use semantics::sweep::calls::{bound, truth, verdict};
use semantics::sweep::doubles::{distance, operands};
use semantics::sweep::error_report::Deviation;
use semantics::sweep::functions::{BOUND, ReferenceFunction};
use semantics::sweep::library::{Figure, figures};
use semantics::sweep::order::Line;
use semantics::sweep::piecewise_polynomial::{COUNT, LENGTH, PiecewisePolynomial};
use semantics::sweep::reading::Reading;

#[test]
fn places_follow_values() {
    let words = [0xffff_ffff, 0xff80_0000, 0xbf80_0000, 0x8000_0001, 0x8000_0000, 0, 1, 0x3f80_0000, 0x7f80_0000, 0x7fff_ffff];
    let halves = [0xffff, 0xfc00, 0xbc00, 0x8001, 0x8000, 0, 1, 0x3c00, 0x7c00, 0x7fff];
    for (line, operands) in [(Line::WORDS, words), (Line::HALVES, halves)] {
        for pair in operands.windows(2) {
            assert!(line.place(pair[0]) < line.place(pair[1]), "{pair:08x?}");
        }
        for bits in operands {
            assert_eq!(line.operand(line.place(bits)), bits);
        }
        let (first, last) = (line.place(operands[0]), line.place(operands[9]));
        assert_eq!((first, line.place(0), last), (0, line.zero(), line.places() - 1));
        assert_eq!(line.operand(line.places()), operands[9]);
    }
    assert_eq!((Line::WORDS.hex(0x3c00), Line::HALVES.hex(1)), ("00003c00".to_owned(), "0001".to_owned()));
}

#[test]
fn seeds_make_finite_doubles_of_both_kinds() {
    for seed in 0..4000 {
        for bits in operands(seed) {
            let magnitude = f64::from_bits(bits).abs();
            assert!(magnitude.is_finite() && (seed % 2 == 0 || (2.0_f64.powi(-16)..65536.0).contains(&magnitude)), "{seed} {bits:x}");
        }
    }
    let all: std::collections::HashSet<[u64; 2]> = (0..4000).map(operands).collect();
    assert_eq!(all.len(), 4000);
}

#[test]
fn distances_count_doubles() {
    let of = |x: f64| Pattern::new(F64::ROW, x.to_bits());
    assert_eq!((distance(of(0.0), of(-0.0)), distance(of(1.0), of(1.0 + f64::EPSILON))), (0, 1));
    assert_eq!((distance(of(5e-324), of(-5e-324)), distance(of(f64::MAX), of(f64::INFINITY))), (2, 1));
    assert_eq!((distance(of(f64::NAN), of(-f64::NAN)), distance(of(f64::NAN), of(1.0))), (0, u64::MAX));
}

/// Every function over blocks from a seed and those beside binades: within the bound of the value to a hundred bits at operands that the
/// polynomial was not made from. Of blocks between the least and the greatest operand that matter, many beside zeros of a sine, one in five may have none.
#[test]
fn polynomials_are_within_the_bound() {
    use ReferenceFunction::{Cosine, CosineOfQuadrants, Exp2, Log2, Sine, SineOfQuadrants, Tanh};
    for (truth, reading, from, to) in [
        (Log2, Reading::Float, 0x0080_0000, 0x7f7f_ffff),
        (Exp2, Reading::Float, 0x2000_0000, 0x4100_0000),
        (Exp2, Reading::Word, 0, 0x007f_ffff),
        (Tanh, Reading::Float, 0x2000_0000, 0x4100_0000),
        (Sine, Reading::Float, 0x3000_0000, 0x4080_0000),
        (Cosine, Reading::Float, 0x3000_0000, 0x4080_0000),
        (SineOfQuadrants, Reading::Word, 0, 0x007f_ffff),
        (CosineOfQuadrants, Reading::Word, 0, 0x007f_ffff),
        (SineOfQuadrants, Reading::Turns, 0x3000_0000, 0x3f80_0000),
        (CosineOfQuadrants, Reading::Turns, 0x3000_0000, 0x3f80_0000),
    ] {
        let (mut random, mut without) = (Random::new(1), 0);
        for at in 0..400 {
            let block = (from + random.below(u64::from(to - from)) as u32) >> LENGTH;
            // Some begin a binade or end one.
            let block = match at % 8 {
                0 => block & !0x3ff,
                1 => block | 0x3ff,
                _ => block,
            };
            let Some(stretch) = PiecewisePolynomial::new(truth, reading, block) else {
                without += 1;
                continue;
            };
            for bits in [0, 1, 77, COUNT / 2, COUNT / 2 + 1, COUNT - 2, COUNT - 1, random.below(COUNT.into()) as u32]
                .map(|low| (block << LENGTH) + low)
            {
                let (value, precise) = (stretch.at(bits), truth.precise(reading.operand(bits)).unwrap().to_f64());
                let error = (value - precise).abs();
                // The double of the precise value is itself off by half of 2^-52.
                assert!(error <= (BOUND - 1.0 / (1_u64 << 52) as f64) * precise.abs(), "{truth:?} {bits:08x}: {value:e} {precise:e}");
            }
        }
        assert!(without <= 80, "{truth:?}: {without} of 400 blocks have none");
    }
}

/// Every truth lies where the host's library has it, to the last digits of a double.
#[test]
fn truths_are_those_of_doubles() {
    let check = |name: &str, arguments: &[f32], expected: f64| {
        let patterns: Vec<Pattern> = arguments.iter().map(|x| Pattern::new(F32::ROW, x.to_bits().into())).collect();
        let found = truth(name, &patterns).unwrap_or_else(|| panic!("{name} {arguments:?}")).to_f64();
        assert!((found / expected - 1.0).abs() < 4e-15, "{name}{arguments:?}: {found:e} {expected:e}");
    };
    for x in [1e-20f32, 1e-3, 0.3, 0.9, 1.1, 2.5, 7.0, 30.0] {
        let wide = f64::from(x);
        check("__sinf", &[x], libm::sin(wide));
        check("__cosf", &[x], libm::cos(wide));
        check("__tanf", &[-x], -libm::tan(wide));
        check("__expf", &[-x], libm::exp(-wide));
        check("__exp10f", &[x], libm::pow(10.0, wide));
        check("__log2f", &[x], libm::log2(wide));
        check("__logf", &[x], libm::log(wide));
        check("__log10f", &[x], libm::log10(wide));
        check("__powf", &[x, -1.75], libm::pow(wide, -1.75));
        check("__fdividef", &[x, -1.3], wide / -f64::from(1.3f32));
    }
}

/// Each intrinsic of one value that the guide gives an error for has a truth, and a first result near it: within 16 ulps, because the
/// guide bounds a logarithm near one by its absolute error.
#[test]
fn every_fast_intrinsic_is_judged() {
    let mut judged = 0;
    let bounded = |function: &&Function| !matches!(function.row.accuracy, "" | "0") && function.returns.is_some();
    for function in functions().iter().filter(bounded).filter(|function| function.row.body != Body::Source) {
        let text = semantics::search::call(function.stem);
        let read = Expression::read(&text, &Context::default());
        assert!(read.is_accepted(), "{text}");
        let ran = read.run(&RegisterFile::default()).expect("a run");
        let (function, arguments) = read.called(&ran.before).expect("a call");
        let verdict = verdict(function, &arguments, ran.results[0].pattern()).unwrap_or_else(|| panic!("{text}"));
        let Deviation::Ulps { thousandths, .. } = verdict.error else { panic!("{text}: {}", verdict.error) };
        // That of the hyperbolic tangent is relative, and larger.
        assert!(thousandths < if function.row.accuracy.ends_with("relative") { 200_000 } else { 16_000 }, "{text}: {}", verdict.error);
        assert!(verdict.bound.is_some_and(|bound| bound.ends_with("(CUDA guide)")));
        judged += 1;
    }
    assert_eq!(judged, 12);
    let x = |bits| bound("2^-21.41 absolute in [-pi, pi]", Pattern::new(F32::ROW, bits));
    assert!(x(0x4049_0fda).ends_with("(CUDA guide)") && x(0xc7c3_5000).ends_with("; -100000.0 lies outside, where nothing is promised"));
    assert!(truth("__fadd", &[]).is_none());
}

#[test]
fn every_line_is_a_row_of_a_known_function() {
    let lines: Vec<&str> = include_str!("../../analysis/sweep/library.txt").lines().filter(|line| !line.starts_with('#')).collect();
    let all: Vec<Figure> = figures().collect();
    assert_eq!(all.len(), lines.len());
    for figure in &all {
        assert!(ReferenceFunction::named(figure.function).is_some() && figure.entry().is_some(), "{figure:?}");
        assert!(figure.operands() > 0 && figure.off >= figure.off_by_two && figure.off <= figure.operands(), "{figure:?}");
        assert_eq!(figure.off == 0, figure.farthest == Some(0), "{figure:?}");
        assert_eq!(figure.operand.contains(','), figure.takes_two(), "{figure:?}");
    }
    // A bound that a note states is the note's.
    let stated = LIBRARY.iter().filter_map(|entry| Some((entry, entry.guide_absolute()?)));
    assert!(stated.clone().count() == 6 && stated.clone().all(|(entry, bound)| FOOTNOTES[entry.notes[0]].contains(bound)));
    let keys = |figure: &Figure| (figure.function, figure.range);
    assert!(all.windows(2).all(|pair| keys(&pair[0]) < keys(&pair[1])));
}
