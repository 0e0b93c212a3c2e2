//! Heads of matrix instructions: what is legal where and what it becomes, against ptxas's own table.

use crate::tensor_core::published;
use semantics::instruction::{Context, Refusal, Target, Version};
use semantics::language;
use semantics::line::{Evaluator, Form};
use semantics::matrix::complete::completions;
use semantics::matrix::{FORMS, Fragment, Layout, Matrix, Place, Refused, Shape, lowering, lowerings, read};
use semantics::number::{E4M3, F16, F32, F64, Format, Pattern, Random};
use semantics::oracle::oracle;
use semantics::register_file::RegisterFile;
use semantics::rounding::Mode;
use semantics::tensor_core::{Dot, Path, Side, element, find};
use semantics::trace::Silent;
use std::collections::BTreeMap;
use std::ops::Range;

/// Machine instructions with their counts: `2xHMMA.1688.F32`, or as a form has them, `2 HMMA.1688.F32`. The steps of one HMMA count together.
fn counted<'a>(parts: impl Iterator<Item = &'a str>, mark: char) -> BTreeMap<String, u32> {
    let mut all = BTreeMap::new();
    for part in parts.map(str::trim) {
        let (count, name) = part.split_once(mark).unwrap_or(("1", part));
        let name = name.split(".STEP").next().unwrap_or(name);
        *all.entry(name.to_owned()).or_default() += count.parse::<u32>().unwrap_or_else(|_| panic!("{part}"));
    }
    all
}

#[test]
fn forms_are_ptxas() {
    let newest = Version::new(9, 5);
    let (mut head, mut compared) = (None, 0);
    for line in include_str!("data/tensor_core/lowering.txt").lines() {
        if let Some(text) = line.strip_prefix("## ") {
            head = Some(text);
            continue;
        }
        let head = head.expect("a head");
        let (targets, theirs) = line.trim().split_once(" :: ").expect("targets and what becomes of the head");
        for target in targets.split(',') {
            compared += 1;
            let ours = lowering(head, Context { target: Target::named(target).expect("a target"), ptx: newest });
            let listed = lowerings(head, newest).into_iter().find(|(_, targets)| targets.contains(&target)).map(|(becomes, _)| becomes);
            assert_eq!(listed, Some(ours.clone().ok()), "{target} {head:?}");
            if theirs.starts_with("--") {
                assert!(matches!(ours, Err(Refused::Context(_))), "{target} {head:?}: {ours:?}");
                continue;
            }
            let ours = ours.unwrap_or_else(|refusal| panic!("{target} {head:?}: {refusal:?}"));
            let (ours, theirs) = (counted(ours.split(','), ' '), counted(theirs.split_whitespace(), 'x'));
            if !ours.keys().any(|name| name.starts_with("SHFL")) {
                assert_eq!(ours, theirs, "{target} {head:?}");
                continue;
            }
            // Where all threads compute the same, the assembler counts less (see the table's README).
            let there = |name: &String| name.starts_with("SHFL") || theirs.keys().any(|theirs| theirs.starts_with(&**name));
            assert!(ours.keys().all(there), "{target}: {ours:?}, {theirs:?}");
        }
    }
    assert_eq!(compared, oracle("lowering.txt").answers);
}

#[test]
fn refusals_say_why() {
    let newest = Version::new(9, 5);
    let refused = |text, target: &str, ptx| lowering(text, Context { target: Target::named(target).expect("a target"), ptx }).err();
    let half = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
    assert_eq!(refused(half, "sm_80", newest), None);
    assert_eq!(refused(half, "sm_80", Version::new(6, 5)), Some(Refused::Context(Refusal::TargetNeedsPtx(Version::new(7, 0)))));
    assert!(matches!(refused(half, "sm_75", newest), Some(Refused::Context(Refusal::NeedsTarget(_)))));
    for (text, target) in [
        ("wgmma.mma_async.sync.aligned.m64n256k32.f16.e4m3.e5m2", "sm_90a"),
        ("wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32", "sm_90a"),
        ("tcgen05.mma.cta_group::1.kind::f8f6f4", "sm_100a"),
        ("tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::4X", "sm_110f"),
        ("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16", "sm_75"),
        ("mma.sync.aligned.m16n8k16.row.col.rz.f64.f64.f64.f64", "sm_90"),
        ("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e2m1.f32.ue8m0", "sm_120a"),
    ] {
        assert_eq!(refused(text, target, newest), None, "{text}");
    }
    for text in [
        "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32",
        "mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16",
        "mma.sync.aligned.m16n8k8.row.col.rz.f32.f16.f16.f32",
        "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.f32.e2m1.e2m1.f32.ue4m3",
        "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.f32.e2m1.e2m1.f32",
        "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16",
        "wgmma.mma_async.sync.aligned.m64n8k16.f16.bf16.bf16",
    ] {
        assert!(matches!(refused(text, "sm_120a", newest), Some(Refused::NoForm | Refused::Missing(_))), "{text}");
    }
    assert_eq!(read("mma.sync.aligned.m16n8k16.row.col.f31"), Err("f31"));
    assert_eq!(read("fma.rn"), Err("fma"));
}

/// The results of a line on a target, in hex, with registers.
fn results(text: &str, target: Target, registers: &[(&str, u64)]) -> Vec<String> {
    let reading = language::read(text, &Context { target, ptx: Version::NEWEST });
    assert!(reading.is_accepted(), "{text}: {:?}", reading.diagnostics());
    let mut file = RegisterFile::default();
    registers.iter().for_each(|(name, bits)| file.set(name, *bits));
    let run = reading.run(&file).unwrap_or_else(|| panic!("{text} does not run"));
    assert!(!run.trace.steps.is_empty() && !reading.operands(&run).is_empty());
    run.results.iter().map(|value| value.hex()).collect()
}

#[test]
fn lines_run() {
    let one = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {1, 2, 0.5, 0x3c00, 0, 0, 0, 0}, {1, 1, 1, x, 0, 0, 0, 0}, {-1.5};";
    assert_eq!(results(one, Target::SM_90, &[("x", 0x4000)]), ["40800000"]);
    let whole = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {a, a, a, a}, {b, b}, {c, c, c, %c};";
    assert_eq!(results(whole, Target::SM_80, &[("a", 0x3c00_4000), ("b", 0x3c00_3c00), ("c", 0x3f80_0000)]), ["41c80000"; 4]);
    // Of A, registers 0 and 2 are rows 0 to 7, registers 1 and 3 rows 8 to 15.
    let rows = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {d0, d1}, {x, y, x, y}, {b, b}, {c, c};";
    assert_eq!(results(rows, Target::SM_90, &[("x", 0x3c00_3c00), ("y", 0x4000_4000), ("b", 0x3c00_3c00)]), ["4c004c00", "50005000"]);
    // `wmma` is the `mma` that it becomes, but for tf32: twice four products, also on a chip that adds eight at once.
    let ones = |count: usize| vec!["1"; count].join(", ");
    for (head, k, d) in [
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", 16, "41880000"),
        ("wmma.mma.sync.aligned.col.row.m32n8k16.f16.f16", 16, "4c40"),
        ("wmma.mma.sync.aligned.row.row.m8n32k16.f16.f32", 16, "4c40"),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32", 16, "41880000"),
        ("wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64", 4, "4014000000000000"),
    ] {
        assert_eq!(results(&format!("{head} {{d}}, {{{0}}}, {{{0}}}, {{1}};", ones(k)), Target::SM_90, &[]), [d], "{head}");
    }
    let tf32 = |head: &str| format!("{head}.f32.tf32.tf32.f32 {{d}}, {{16777216, 1, 0, 0, -16777216, 0, 0, 0}}, {{{}}}, {{0}};", ones(8));
    assert_eq!(results(&tf32("wmma.mma.sync.aligned.row.col.m16n16k8"), Target::SM_90, &[]), ["00000000"]);
    assert_eq!(results(&tf32("mma.sync.aligned.m16n8k8.row.col"), Target::SM_90, &[]), ["3f800000"]);
    let tiles = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {d0, d1, d2, d3, d4, d5, d6, d7}, {a, a, a, a, a, a, a, a}, {b, b, b, b, b, b, b, b}, {c, c, c, c, c, c, c, c};";
    let registers = [("a", 0x3c00_4000), ("b", 0x3c00_3c00), ("c", 0x3f80_0000)];
    assert_eq!(results(tiles, Target::SM_80, &registers), ["41c80000"; 8]);
    let doubles = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {d0, d1}, {a}, {b}, {c, c};";
    let registers = [("a", 0x4000_0000_0000_0000), ("b", 0x4008_0000_0000_0000), ("c", 0x3ff0_0000_0000_0000)];
    assert_eq!(results(doubles, Target::SM_90, &registers), ["4039000000000000"; 2]);
    let narrow = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32 {d0, d1, d2, d3}, {a, a, a, a}, {b, b}, {c, c, c, c};";
    // One in E2M1 stands in the middle of its byte; in E3M2 it is 0x0c.
    assert_eq!(results(narrow, Target::SM_120A, &[("a", 0x0808_0808), ("b", 0x0c0c_0c0c)]), ["42000000"; 4]);
    let ones = vec!["1"; 64].join(", ");
    let scaled = format!(
        "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {{d}}, {{{ones}}}, {{{ones}}}, {{0}}, {{1, 2, 1, 1}}, {{1, 1, 1, 1}};"
    );
    assert_eq!(results(&scaled, Target::SM_120A, &[]), ["42a00000"]);
}

/// A matrix spread over the lanes, with registers of 32 bits (64 for doubles) and elements of so many; `of` gives an element's code.
fn spread(name: &str, fragment: Fragment, bits: u32, of: impl Fn(Place) -> u64) -> Vec<(String, u64)> {
    let width = bits.max(32);
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for (lane, i) in (0..32).flat_map(|lane| (0..fragment.elements()).map(move |i| (lane, i))) {
        let register = format!("{name}{}@{lane}", i * bits / width);
        *all.entry(register).or_default() |= of(fragment.place(lane, i)) << (i * bits % width);
    }
    all.into_iter().collect()
}

#[test]
fn lanes_hold_matrices() {
    let mut random = Random::new(7);
    let shape = |m, n, k| Shape::new(m, n, k);
    let group = |matrix, shape, bits| Fragment::of(matrix, shape, bits);
    let volta = |matrix, layout| Fragment { matrix, shape: Shape::new(8, 8, 4), layout };
    let lines = |row| Layout::Lines { row };
    // The line, its target, the formats of A and B and of C and D, the shape, the fragments of A, B and C.
    type Case = (&'static str, u32, &'static Format, &'static Format, Shape, [Fragment; 3]);
    #[rustfmt::skip]
    let cases: [Case; 5] = [
        ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3};", 80, F16::ROW, F32::ROW,
            shape(16, 8, 16), [group(Matrix::A, shape(16, 8, 16), 16), group(Matrix::B, shape(16, 8, 16), 16), group(Matrix::C, shape(16, 8, 16), 32)]),
        ("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {d0, d1}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1};", 90, E4M3::ROW, F16::ROW,
            shape(16, 8, 32), [group(Matrix::A, shape(16, 8, 32), 8), group(Matrix::B, shape(16, 8, 32), 8), group(Matrix::C, shape(16, 8, 32), 16)]),
        ("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {d0, d1, d2, d3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3};", 90, F64::ROW, F64::ROW,
            shape(16, 8, 8), [group(Matrix::A, shape(16, 8, 8), 64), group(Matrix::B, shape(16, 8, 8), 64), group(Matrix::C, shape(16, 8, 8), 64)]),
        ("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32 {d0, d1, d2, d3, d4, d5, d6, d7}, {a0, a1}, {b0, b1}, {c0, c1, c2, c3, c4, c5, c6, c7};", 70, F16::ROW, F32::ROW,
            shape(8, 8, 4), [volta(Matrix::A, lines(false)), volta(Matrix::B, lines(true)), volta(Matrix::C, Layout::Pairs)]),
        ("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {d0, d1, d2, d3}, {a0, a1}, {b0, b1}, {c0, c1, c2, c3};", 75, F16::ROW, F16::ROW,
            shape(8, 8, 4), [volta(Matrix::A, lines(true)), volta(Matrix::B, lines(false)), volta(Matrix::C, lines(true))]),
    ];
    for (text, target, input, accumulator, shape, [a, b, c]) in cases {
        // Halves from 1 to 2, of their own at every place; other formats have as many bits of them as they are wide.
        let mut code = |format: &'static Format| format.one() | random.word() & (format.fraction_mask() >> 1);
        let numbers: BTreeMap<(Matrix, Place), u64> = [(a, input), (b, input), (c, accumulator)]
            .into_iter()
            .flat_map(|(fragment, format)| {
                (0..32).flat_map(move |lane| (0..fragment.elements()).map(move |i| (fragment.matrix, fragment.place(lane, i), format)))
            })
            .map(|(matrix, place, format)| ((matrix, place), code(format)))
            .collect();
        let of = |matrix: Matrix, place: Place| numbers[&(matrix, place)];
        let width = |format: &Format| format.width();
        let mut registers = spread("a", a, width(input), |place| of(Matrix::A, place));
        registers.extend(spread("b", b, width(input), |place| of(Matrix::B, place)));
        registers.extend(spread("c", c, width(accumulator), |place| of(Matrix::C, place)));
        let row = find(target, Path::MmaSync, "", [input, input, accumulator], None, shape.k as usize).expect("a row");
        let expected = spread("d", c, width(accumulator), |at| {
            let across: Vec<u64> = (0..shape.k).map(|column| of(Matrix::A, Place { column, ..at })).collect();
            let down: Vec<u64> = (0..shape.k).map(|row| of(Matrix::B, Place { row, ..at })).collect();
            let c = Pattern::new(accumulator, of(Matrix::C, at));
            element(row, &Dot { a: Side::plain(input, &across), b: Side::plain(input, &down), c, mode: Mode::Rn }, &mut Silent)
        });
        for lane in [0, 1, 6, 17, 31] {
            registers.push(("%laneid".into(), lane));
            let named: Vec<(&str, u64)> = registers.iter().map(|(name, bits)| (&**name, *bits)).collect();
            let ours = results(text, Target::named(&target.to_string()).expect("a target"), &named);
            let mine = |(name, _): &&(String, u64)| name.ends_with(&format!("@{lane}"));
            let digits = width(accumulator).max(32) as usize / 4;
            let theirs: Vec<String> = expected.iter().filter(mine).map(|(_, bits)| format!("{bits:0digits$x}")).collect();
            assert_eq!(ours, theirs, "lane {lane}: {text}");
        }
    }
}

#[test]
fn lines_that_do_not_run_say_why() {
    for (text, code) in [
        ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f31 {d}", "unknown-modifier"),
        ("mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {d}", "no-form"),
        ("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32 {d}", "needs-target"),
        ("mma.m16n8k8.row.col.f32.f16.f16.f32 {d}", "modifier"),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16.f16.f32 {d}", "no-form"),
        ("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c};", "operand-count"),
        ("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {a, b", "open-brace"),
        ("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {d}, {1, 2, 3, 4?}, {1, 2, 3, 4}, {0};", "literal"),
        ("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {1}, {1, 2, 3, 4}, {1, 2, 3, 4}, {0};", "register"),
        ("mma.", "incomplete"),
        ("wmma.load.a.sync.aligned.row.m16n16k16.f16 {a}, [p];", "not-covered"),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 {d}", "not-covered"),
        ("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {d}", "not-covered"),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {d}, {a}, {b}, {c};", "operand-count"),
        ("wgmma.", "incomplete"),
        ("mma.sync..m16n8k8 {d}", "incomplete"),
        ("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {d}, {1, , 3, 4}, {1, 2, 3, 4}, {0};", "missing"),
        ("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {  }, {1, 2, 3, 4}, {1, 2, 3, 4}, {0};", "missing"),
        ("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {d}, {1, 2, 3, 4}, {1, 2, 3, 4}, {0x1ffffffff};", "literal"),
        ("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {0x13c00, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8}, {0};", "literal"),
    ] {
        let reading = language::read(text, &Context { target: Target::SM_90, ptx: Version::NEWEST });
        let codes: Vec<_> = reading.diagnostics().iter().map(|diagnostic| diagnostic.code).collect();
        assert!(!reading.is_complete(), "{text}");
        assert!(codes.contains(&code), "{text}: {codes:?}");
        for diagnostic in reading.diagnostics().iter() {
            let Range { start, end } = diagnostic.span.clone();
            assert!(start <= end && end <= text.len(), "{text}: {diagnostic:?}");
        }
    }
    let head = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32";
    let reading = language::read(&[head, " {d}"].concat(), &Context { target: Target::SM_100A, ptx: Version::NEWEST });
    let said: Vec<String> = reading.diagnostics().iter().map(|said| said.message.clone()).collect();
    assert!(said.contains(&[head, " is not modelled here."].concat()), "{said:?}");
    // What is not here says what is.
    for (text, where_to) in [
        ("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {d}, a, b, e, 0, 1, 1, 1, 0, 0;", "Run one element of mma.sp.sync instead"),
        ("tcgen05.mma.sp.cta_group::1.kind::f16 [d], a, b, [e], i, p;", "Run one element of mma.sp.sync instead"),
        ("tcgen05.mma.cta_group::1.kind::f16 [d], a, b, i, p;", "Choose them under Tensor cores"),
        (
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue5m3 {d}",
            "nobody has published how tcgen05.mma of sm_107 adds",
        ),
    ] {
        let reading = language::read(text, &Context { target: Target::SM_100A, ptx: Version::NEWEST });
        assert!(reading.diagnostics().iter().any(|said| said.message.contains(where_to)), "{text}: {:?}", reading.diagnostics());
    }
    // Nothing makes it stop.
    for text in [
        "mma.é",
        "mma.{",
        "mma.sync}{",
        "mma..{}",
        "wgmma.m64n8k16 {,}",
        "mma.m99999999999n1k1",
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {ü},{},{,},{",
    ] {
        assert!(language::read(text, &Context::default()).run(&RegisterFile::default()).is_none(), "{text}");
    }
}

#[test]
fn chips_answers_as_lines() {
    for answer in published() {
        let shape = match (answer.row.path, answer.row.targets, answer.a.len()) {
            (Path::Wgmma, _, k) => format!("wgmma.mma_async.sync.aligned.m64n8k{k}"),
            (_, [70], k) => format!("mma.sync.aligned.m8n8k{k}.row.col"),
            (.., k) => format!("mma.sync.aligned.m16n8k{k}.row.col"),
        };
        let input = answer.format.name.to_lowercase();
        let accumulator = answer.c.format.name.to_lowercase();
        let last = if answer.row.path == Path::Wgmma { String::new() } else { format!(".{accumulator}") };
        let digits = (answer.format.width() + answer.format.spare_bits) as usize / 4;
        let codes = |codes: &[u64]| codes.iter().map(|code| format!("0x{code:0digits$x}")).collect::<Vec<_>>().join(", ");
        let text = format!(
            "{shape}.{accumulator}.{input}.{input}{last} {{d}}, {{{}}}, {{{}}}, {{0x{}}};",
            codes(&answer.a),
            codes(&answer.b),
            answer.c.hex()
        );
        let target = match answer.row.targets {
            [90] if answer.row.path == Path::Wgmma => Target::SM_90A,
            targets if answer.gpu == "B200" => Target::named("100").filter(|_| targets.contains(&100)).expect("a target"),
            targets => Target::named(&targets[0].to_string()).expect("a target"),
        };
        assert_eq!(results(&text, target, &[]), [format!("{:0digits$x}", answer.d, digits = answer.c.hex().len())], "{}", answer.line);
    }
}

#[test]
fn ulp_takes_them() {
    let mut evaluator = Evaluator::new(Context { target: Target::SM_90, ptx: Version::NEWEST }, Form::Fields);
    let line =
        "x=4000 | mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {1, 2, 0.5, 1, 0, 0, 0, 0}, {1, 1, 1, x, 0, 0, 0, 0}, {-1.5};";
    assert!(evaluator.evaluate(line.as_bytes()).starts_with("ok\td=40800000\t-\tOne element of D"));
    assert!(evaluator.evaluate(b"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {1}, {1}, {1};").starts_with("error"));
}

fn words(text: &str, target: Target) -> Vec<String> {
    let context = Context { target, ptx: Version::NEWEST };
    completions(text, &context).into_iter().map(|completion| completion.text[text.len()..].to_owned()).collect()
}

#[test]
fn every_head_is_legal_somewhere() {
    let targets = [Target::SM_90, Target::SM_90A, Target::SM_100A, Target::SM_120A];
    for form in FORMS.iter().filter(|form| form.product().is_some()) {
        for head in form.heads() {
            assert_eq!(read(&head).unwrap_or_else(|word| panic!("{head}: {word}")).written(), head);
            assert!(targets.iter().any(|target| lowering(&head, Context { target: *target, ptx: Version::NEWEST }).is_ok()), "{head}");
        }
    }
}

#[test]
fn words_follow_one_another() {
    assert_eq!(words("mma.", Target::SM_80), ["sync", "sp", "sp::ordered_metadata"]);
    assert_eq!(words("wmma.mma.sync.aligned.row.col.m16n16k16.", Target::SM_75), ["f32", "f16"]);
    assert_eq!(words("mma.sync.al", Target::SM_80), ["igned"]);
    assert_eq!(words("mma.sync.aligned", Target::SM_75), [".m8n8k4", ".m16n8k8"]);
    assert_eq!(words("mma.sync.aligned.m16n8k16.row.col.f32.", Target::SM_80), ["f16", "bf16"]);
    assert_eq!(words("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f", Target::SM_80), ["32 "]);
    assert_eq!(words("wgmma.mma_async.sync.aligned.m64n8k", Target::SM_90A), ["16", "8", "32"]);
    assert!(words("wgmma.", Target::SM_90).is_empty() && words("mma.sync {", Target::SM_80).is_empty());
    assert_eq!(words("tcgen05.mma.cta_group::1.kind::mxf4", Target::SM_100A), [".block_scale", "nvf4"]);
    assert!(words("mma.é", Target::SM_80).is_empty());
}
