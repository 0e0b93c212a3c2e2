//! A against B: counts against plain loops, parts against the whole, each difference against the comparison step by step.

use semantics::against::difference::{BINS, bin, bin_start, sizes, told};
use semantics::against::study::{Asked, Report, Study, held};
use semantics::against::{Against, Apart, Differences, Operands, Order, Span};
use semantics::comparison::{Source, compare};
use semantics::instruction::Context;
use semantics::register_file::RegisterFile;
use semantics::wire::{read, written};

fn against(a: &str, b: &str) -> Result<Against, (usize, String)> {
    let [a, b] = [a, b].map(|text| Source { text, context: Context::default() });
    Against::read(a, b, [None; 2])
}

fn span(from: u64, end: u64, every: u64) -> Span {
    Span { from, end, every, order: Order::Bits, starts: Vec::new() }
}

fn found(a: &str, b: &str, span: &Span) -> Differences {
    against(a, b).and_then(|against| against.pair()?.run(span)).unwrap()
}

/// Each half's sign cleared beside its sign turned: what differs follows from the bits.
#[test]
fn every_half_is_looked_at() {
    let all = span(0, 1 << 16, 1);
    let found = found("abs.f16", "neg.f16", &all);
    let (mut differ, mut signs, mut largest) = (0, 0, 0);
    for bits in 0..=0xffff_u32 {
        let (magnitude, negative) = (bits & 0x7fff, bits & 0x8000 != 0);
        // |x| and -x are the same where x is negative; a NaN counts as equal to a NaN.
        if magnitude <= 0x7c00 && !negative {
            differ += 1;
            signs += u64::from(magnitude == 0);
            largest = largest.max(i128::from(2 * magnitude) * 1000);
        }
    }
    assert_eq!((found.run, found.differ, found.signs, found.one_nan), (1 << 16, differ, signs, 0));
    assert_eq!(found.worst, Some(Apart { at: 0x7c00, results: [0x7c00, 0xfc00], by: Some(largest) }));
    assert_eq!(found.first[0], Apart { at: 0, results: [0, 0x8000], by: Some(0) });
    assert_eq!(found.above.iter().sum::<u64>(), differ - signs);
    assert_eq!((found.unknown, found.below.iter().sum::<u64>()), (0, 0));
    // One of them in the order of value: the least is the first.
    let by_value = Span { order: Order::Value, ..all };
    let found = against("abs.f16", "neg.f16").unwrap().pair().unwrap().run(&by_value).unwrap();
    assert_eq!((found.differ, found.first[0].at, found.worst.unwrap().at), (differ, 0x8000, 0xfc00));
}

#[test]
fn parts_merge_into_the_whole_and_pass_to_a_page() {
    let against = against("rsqrt.approx.f32", "1/sqrtf(x)").unwrap();
    let (from, end) = (0x3f00_0000, 0x3f00_0000 + 300_000);
    let whole = Span { starts: vec![from + 1000, from + 1001, from + 250_000], ..span(from, end, 3) };
    let pair = against.pair().unwrap();
    let found = pair.run(&whole).unwrap();
    assert_eq!((found.run, found.columns.iter().map(|column| column.run).sum::<u64>()), (100_000, 100_000));
    assert!(found.differ > 1000 && found.columns.iter().map(|column| column.differ).sum::<u64>() == found.differ);
    for workers in [1, 2, 7, 100] {
        let mut joined = Differences::new(whole.starts.len() + 1);
        for worker in 0..workers {
            let (part, column) = whole.share(worker, workers);
            joined.merge(&pair.run(&part).unwrap(), column);
        }
        assert_eq!(joined, found, "{workers}");
    }
    assert_eq!(read::<Differences>(&written(&found)), Some(found));
    assert_eq!(read::<Span>(&written(&whole)), Some(whole));
}

/// The worst and the first operands, run with every step: the results and the distance between them are the same.
#[test]
fn the_comparison_step_by_step_says_the_same() {
    for (a, b, names) in [
        ("sqrt.approx.ftz.f32 %d, %a;", "sqrt.rn.f32 %d, %a;", &["%a"][..]),
        ("div.rn.f32 %d, %a, %b;", "div.full.f32 %d, %a, %b;", &["%a", "%b"]),
        ("a*b + c", "a*b + c // -fmad=false", &["a", "b", "c"]),
        ("a/b", "-use_fast_math", &["a", "b"]),
        ("rcp.rn.f64 %d, %a;", "rcp.rz.f64 %d, %a;", &["%a"]),
    ] {
        let against = against(a, b).unwrap();
        let found = against.pair().unwrap().run(&span(0, 1 << 16, 1)).unwrap();
        let other = if b.starts_with('-') { [a, " // ", b].concat() } else { b.to_owned() };
        let mut shown: Vec<Apart> = found.first.clone();
        shown.extend(found.worst);
        assert!(!shown.is_empty(), "{a} {b}");
        for apart in shown {
            let mut registers = RegisterFile::default();
            names.iter().zip(against.operands.at(Order::Bits, apart.at)).for_each(|(name, bits)| registers.set(name, bits));
            let [left, right] = [a, other.as_str()].map(|text| Source { text, context: Context::default() });
            let compared = compare(left, right, &registers);
            let results = compared.sides.each_ref().map(|side| side.run.results.first().or(side.result()).unwrap().bits);
            assert_eq!(results, apart.results, "{a} {b} {apart:x?}");
            assert_eq!(compared.distance.map(|distance| i128::from(distance) * 1000), apart.by.map(i128::abs), "{a} {b} {apart:x?}");
        }
    }
}

#[test]
fn operands_go_by_their_names() {
    // By place these would differ everywhere.
    let found = found("b - a", "-(a - b)", &span(0, 4096, 1));
    assert_eq!(found.differ, found.signs);
    assert!(against("b - a", "-(a - b)").unwrap().paired.is_empty());
    let others = against("fma.rn.f32", "x*y + z").unwrap();
    assert_eq!(others.paired, [("a", "x"), ("b", "y"), ("c", "z")].map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert_eq!(others.pair().unwrap().run(&span(0, 4096, 1)).unwrap().differ, 0);
}

/// Of these operands doubles hold every step exactly, so that the host's conversion is the correctly rounded result.
#[test]
fn the_exact_companion_rounds_once() {
    let text = "x*x - 0.5f*x + 1";
    let (from, every) = (0x3f80_0000_u64, 1009);
    let found = found(text, "exact", &span(from, 0x4000_0000, every));
    let exact = |bits: u64| {
        let x = f64::from(f32::from_bits(bits as u32));
        x * x - 0.5 * x + 1.0
    };
    let own = |bits: u64| {
        let x = f32::from_bits(bits as u32);
        // nvcc's: a product into the difference, and the sum by itself.
        f32::mul_add(x, x, -0.5 * x) + 1.0
    };
    let (mut differ, mut worst) = (0, 0.0_f64);
    for bits in (from..0x4000_0000).step_by(every as usize) {
        let (result, truth) = (own(bits), exact(bits));
        differ += u64::from(result != truth as f32);
        let ulp = if truth >= 2.0 { 2.0_f64.powi(-22) } else { 2.0_f64.powi(-23) };
        worst = worst.max(((f64::from(result) - truth) / ulp).abs());
    }
    assert_eq!((found.differ, found.unknown), (differ, 0));
    assert!(differ > 100, "{differ}");
    let by = found.worst.unwrap().by.unwrap().unsigned_abs();
    assert_eq!(by, (worst * 1000.0) as u128);
    // Where nothing is rounded wrongly nothing differs; where nothing is known that is said.
    assert_eq!(self::found("x*2", "exact", &span(from, from + 4096, 1)).differ, 0);
    let roots = self::found("sqrtf(x - 1.5f)", "exact", &span(from, 0x4000_0000, 4097));
    assert!(roots.unknown > 900 && roots.unknown < 1100 && roots.unknown + roots.differ < roots.run, "{roots:?}");
}

/// Differences from the true value have a side however small they are, are cut off and not rounded, and have no limit.
#[test]
fn every_difference_from_the_true_value_is_counted_in_its_ulps() {
    let near_one = span(0x3f80_0000, 0x3f80_0100, 1);
    // The square of 1 alone is exact; every other one is rounded down, by less than a thousandth of an ulp at first.
    let squares = found("x*x + 1", "exact", &near_one);
    assert_eq!((squares.differ, squares.below[0], squares.above.iter().sum::<u64>()), (0, 255, 0));
    let roots = found("sqrt.approx.f32", "sqrt", &near_one);
    assert_eq!((roots.differ, roots.below[0] + roots.above[0]), (0, 255));
    // Where the sine is nearly zero the unit's result is far off. A double holds the true value well enough for thousandths.
    let sines = found("sin.approx.f32", "sin", &span(0x4900_cd5f, 0x4900_cd60, 1));
    let worst = sines.worst.unwrap();
    let truth = f64::from(f32::from_bits(0x4900_cd5f)).sin();
    let ulp = 2.0_f64.powi(truth.abs().log2().floor() as i32 - 23);
    let by = (f64::from(f32::from_bits(worst.results[0] as u32)) - truth) / ulp;
    assert_eq!(worst.by, Some((by * 1000.0) as i128));
    // Of doubles even more than thousandths have room for.
    let far = found("copysign.f64 %d, %a, %a;", "exp", &span(0, 4096, 1)).worst.unwrap().by.unwrap();
    assert_eq!((told(far), bin(far)), ("−2^117 ulp or more".to_owned(), BINS - 1));
}

/// A register holds TF32 above 13 zeros.
#[test]
fn steps_of_tf32_are_its_own() {
    let found = found("cvt.rna.tf32.f32", "cvt.rn.tf32.f32", &span(0x3f80_0000, 0x3f81_0000, 1));
    let first = Apart { at: 0x3f80_1000, results: [0x3f80_2000, 0x3f80_0000], by: Some(1000) };
    assert_eq!((found.differ, found.first[0], found.worst), (4, first, Some(first)));
    let study = done(&asked("cvt.rna.tf32.f32", "cvt.rn.tf32.f32", ["1", "1"]));
    assert_eq!(held(&study.output).unwrap().hex(first.results[0]), "3f802000");
}

/// Options are for C alone, and no comment of the text hides them.
#[test]
fn options_change_the_text_of_a() {
    let near_one = span(0x3f80_0000, 0x3f80_1000, 1);
    let apart = found("x*x + 1", "__fadd_rn(__fmul_rn(x, x), 1)", &near_one);
    assert!(apart.differ > 100);
    for text in ["x*x + 1", "x*x + 1 // as it is", "x*x + 1 /* a // b */", ".target sm_80\nx*x + 1"] {
        assert_eq!(found(text, "-fmad=false", &near_one), apart, "{text}");
    }
    // A function's name alone is a call of it.
    assert_eq!(found("expf", "-use_fast_math", &near_one), found("expf(a)", "__expf(a)", &near_one));
    for text in ["fma.rn.f32", "y = x ** 2 + 1"] {
        let (side, why) = against(text, "-fmad=false").unwrap_err();
        assert!(side == 1 && why == "Options of nvcc change C, and A is no C.", "{text}: {why}");
    }
}

/// Doubles become integers of their width.
#[test]
fn integers_of_64_bits_come_from_doubles() {
    let found = found("__double2ll_rn(x)", "__double2ll_rz(x)", &span(0, 256, 1));
    assert!(found.differ > 0 && found.worst.unwrap().by.unwrap().abs() == 1000, "{found:?}");
}

#[test]
fn a_true_function_has_its_limits() {
    let found = found("tanh.approx.f16", "tanh", &span(0, 1 << 16, 1));
    // The unit's result is a number wherever there is one, and 1 at both infinities.
    assert_eq!((found.run, found.one_nan, found.unknown), (1 << 16, 0, 0));
    assert!(found.worst.unwrap().by.unwrap().unsigned_abs() < 2000, "{:?}", found.worst);
    assert!(found.differ > 10_000);
    // NaNs count as equal, whatever their bits.
    let found = self::found("copysign.f32 %d, %a, %a;", "sqrt", &span(0x7f80_0001, 0x7f80_0011, 1));
    assert_eq!((found.run, found.differ, found.payloads), (16, 0, 16));
}

fn asked(a: &str, b: &str, range: [&str; 2]) -> Asked {
    Asked { texts: [a.into(), b.into()], target: 90, range: range.map(str::to_owned), every: 0, columns: 300 }
}

fn done(asked: &Asked) -> Report {
    let mut study = Study::new(&read::<Asked>(&written(asked)).unwrap());
    while study.go_on() {}
    study.report().clone()
}

/// A study in steps finds what one run finds, and its words are read back.
#[test]
fn a_study_goes_on_step_by_step() {
    let report = done(&asked("expf(x)", "__expf(x)", ["1", "0x40000000"]));
    assert!(report.is_done() && report.refused.is_none() && report.span.every == 3, "{:?}", report.refused);
    let whole = Span { order: Order::Value, ..report.span.clone() };
    assert_eq!((report.found.clone(), report.span.starts.len()), (found("expf(x)", "__expf(x)", &whole), 299));
    assert_eq!(report.operands().at(Order::Value, report.span.from), [0x3f80_0000]);
    assert_eq!(report.texts, ["expf(x)", "__expf(x)"].map(str::to_owned));
    assert_eq!(read::<Report>(&written(&report)), Some(report));
    let named = done(&asked("div.rn.f32", ".target sm_50\ndiv.full.f32", ["", "99"]));
    assert_eq!((named.found.run, named.seeds, named.texts[1].as_str()), (100, true, ".target sm_50\ndiv.full.f32 %d, %a, %b;"));
    for (range, why) in
        [(["2", "1"], "The range is empty"), (["one", "2"], "`one` is no number"), (["0x123456789", ""], "has more than 32 bits")]
    {
        let refused = done(&asked("expf(x)", "exp", range)).refused.unwrap();
        assert!(refused.1 == 2 && refused.0.contains(why), "{refused:?}");
    }
    assert_eq!(done(&asked("expf(x)", "expf(", ["", ""])).refused.unwrap().1, 1);
    // A step beyond the end; seeds from one on; an operand that is true or false.
    let one = done(&Asked { every: 1 << 48, ..asked("expf(x)", "__expf(x)", ["1", "2"]) });
    assert_eq!((one.found.run, one.refused), (1, None));
    let seeds = done(&Asked { every: 1 << 18, ..asked("a + b", "a - b", ["2000000", ""]) });
    assert_eq!((seeds.span.from, seeds.found.run, seeds.refused), (2_000_000, 4, None));
    let choice = done(&asked("selp.f32", "selp.f32 %d, %b, %a, %c;", ["", "9"]));
    assert_eq!((choice.refused.clone(), choice.operands().at(Order::Value, 0).len()), (None, 3));
}

#[test]
fn sizes_fall_into_bins() {
    for (by, own) in [(0, 0), (499, 0), (500, 1), (-999, 1), (1000, 2), (1999, 2), (-2000, 3), (3000, 3), (4000, 4)] {
        assert_eq!(bin(by), own, "{by}");
        assert!(bin_start(own) <= by.unsigned_abs() && by.unsigned_abs() < bin_start(own + 1));
    }
    let words = [0, 1, 2, 3, 4].map(|bin| [sizes(bin, false), sizes(bin, true)].join(" | "));
    assert_eq!(words, ["0 | 0 to 0.5", "0.5 | 0.5 to 1", "1 | 1 to 2", "2 to 3 | 2 to 4", "4 to 7 | 4 to 8"]);
    assert_eq!((told(3000), told(-512)), ("+3 ulp".to_owned(), "−0.512 ulp".to_owned()));
}

#[test]
fn seeds_give_numbers_of_every_format() {
    let own = |a: &str| against(a, a).unwrap().operands;
    assert!(matches!(own("fma.rn.f16"), Operands::Seeds(formats) if formats.len() == 3));
    assert_eq!(own("sin.approx.f32").patterns(), Some(1 << 32));
    for (text, width) in [("fma.rn.f16", 16), ("fma.rn.f32", 32), ("fma.rn.f64", 64), ("min.s32", 32)] {
        let operands = own(text);
        let all: Vec<Vec<u64>> = (0..1000).map(|seed| operands.at(Order::Bits, seed)).collect();
        assert!(all.iter().flatten().all(|bits| width == 64 || bits >> width == 0), "{text}");
        let firsts: std::collections::HashSet<u64> = all.iter().map(|own| own[0]).collect();
        assert!(firsts.len() > 500 && all.iter().any(|own| own[0] != own[1]), "{text}");
    }
}

#[test]
fn what_cannot_be_held_together_is_refused_with_a_reason() {
    for (a, b, side, why) in [
        ("add.rn.f16x2", "add.rz.f16x2", 0, "It works on 2 numbers at once"),
        ("tanh.approx.f16", "tanh.approx.bf16", 1, "It gives bf16, and A gives f16"),
        ("x + 1", "x + y", 1, "It takes f32, f32, and A takes f32"),
        ("FADD R0, R1, R2;", "a + b", 0, "Machine instructions do not run"),
        ("sinf(x)", "exact", 1, "The exact result is known of an expression"),
        ("(int)x", "exact", 1, "A true value is for results that are floats"),
        ("a / b", "exp", 1, "`exp` is a function of one number; A reads 2"),
        ("SIN", "sin", 1, "`sin` is a function of floats; A reads u32."),
        ("x * 0.1", "exact", 0, "It takes F32s and gives F64; numbers of one width are wanted."),
        ("x", "y", 0, "`x` is no instruction"),
        ("", "y", 0, ""),
    ] {
        let (at, said) = against(a, b).unwrap_err();
        assert!(at == side && said.contains(why), "{a} | {b}: {at} {said}");
    }
}

/// Several lines of PTX on either side: operands are what they read first, whether somebody declared it or not.
#[test]
fn lines_of_ptx_are_functions() {
    let halves = ".reg .f16 %h, %r;\nadd.f16 %r, %h, %h;\nmul.f16 %r, %r, %h;";
    let singles = "cvt.f32.f16 s, h; mul.rn.f32 s, s, s; add.rn.f32 s, s, s; cvt.rn.f16.f32 r, s;";
    let seeds = span(0, 4096, 1);
    let patterns = span(0, 1 << 16, 1);
    // What two roundings lose beside one: counted here by the rows themselves.
    let found_halves = found(halves, singles, &patterns);
    assert_eq!(found_halves.run, 1 << 16);
    let doubled = "fma.rn.f16 %d, %h, %h, %h;";
    assert!(found(halves, doubled, &patterns).differ > 1000);
    // A product and a sum that ptxas joins are its fma; kept apart they are not.
    let joined = "mul.f32 %t, %x, %x;\nadd.f32 %d, %t, %y;";
    let apart = "mul.rn.f32 t, x, x; add.rn.f32 d, t, y;";
    let fma = "fma.rn.f32 %d, %x, %x, %y;";
    assert_eq!(against(joined, fma).unwrap().inputs.len(), 2);
    assert_eq!(found(joined, fma, &seeds).differ, 0);
    assert_eq!(found(fma, joined, &seeds).differ, 0);
    let counted = found(apart, fma, &seeds);
    assert!(counted.differ > 100);
    assert_eq!(counted, found("__fadd_rn(__fmul_rn(x, x), y)", fma, &seeds));
    // Doubles, numbers of two widths, a jump, and a chip that the first line names.
    assert_eq!(found("add.rn.f64 t, x, y; sub.rn.f64 d, t, y;", "__dsub_rn(__dadd_rn(x, y), y)", &seeds).differ, 0);
    assert_eq!(found("cvt.f64.f32 w, x; mul.rn.f64 d, w, w;", "cvt.f64.f32 w, x; mul.rn.f64 d, w, w;", &span(0, 99, 1)).differ, 0);
    let jump =
        ".target sm_80\nsetp.gt.f32 p, x, 1.0;\n@p bra up;\nmov.f32 d, 2.0;\nbra done;\nup: mov.f32 d, 3.0;\ndone: add.rn.f32 e, d, x;";
    let above = found(jump, "x > 1.0f ? 3.0f + x : 2.0f + x", &span(0x3f00_0000, 0x4000_0000, 4097));
    assert_eq!((above.run > 4000, above.differ), (true, 0));
    for (text, said) in [
        ("setp.gt.f32 p, x, 1.0; @p add.f32 d, x, y; add.f32 d, d, x;", "is read only where"),
        ("@p add.f32 d, x, x; add.f32 d, d, x;", "A guard reads a predicate that no line writes."),
        ("add.f32 d, x, x; setp.gt.f32 p, d, 1.0;", "Operands and the result have 16, 32 or 64 bits."),
        ("add.f32 d, x, x; foo.f32 e, d;", "foo"),
        ("add.f32 d, x, x; mul.f32 d, d,", ""),
        ("mov.f32 d, 1.0; add.f32 d, d, d;", "It reads nothing that could vary."),
    ] {
        let refused = against(text, fma).unwrap_err();
        assert!(refused.0 == 0 && refused.1.contains(said), "{text}: {}", refused.1);
    }
}
