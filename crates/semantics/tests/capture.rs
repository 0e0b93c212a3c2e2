//! Captures of chips: written and read back, compared with the model, and every difference found that was planted.
//!
//! The captures here are the model's own answers, so that the comparison is tested where there is no GPU; the last tests read what chips
//! computed, where `cargo xtask measure` has left it below measure/.

use crate::judge::announce;
use crate::judge::window::{self, Broken};
use measure::compare::{Agreement, What, model, report};
use measure::file::{Outputs, Products, Sweep, Vectors};
use measure::matrix::{self, Question, Why};
use measure::plan::Plan;
use measure::{Capture, Hash, Probe, WINDOW, outputs};
use semantics::dot::{Case, of_head};
use semantics::instruction::{Context, Target, Version};
use semantics::number::Pattern;
use semantics::oracle::oracle;
use semantics::sweep::FunctionUnderTest;
use semantics::tensor_core::{Fused, Method, OpenQuestion, Row, Side, TABLE};
use semantics::trace::Silent;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::PathBuf;
use std::sync::LazyLock;

fn context(target: Target) -> Context {
    Context { target, ptx: Version::NEWEST }
}

/// What a chip that is the model would have answered: all vectors, some windows and short outputs.
fn synthetic(target: Target) -> Synthetic {
    // Two tests want the same one, of a chip that nobody asked.
    static SM_86: LazyLock<Synthetic> = LazyLock::new(|| answered(Target::SM_86));
    if target == Target::SM_86 { SM_86.clone() } else { answered(target) }
}

type Synthetic = (Capture, BTreeMap<String, Vec<u8>>);

fn answered(target: Target) -> Synthetic {
    let plan = Plan::new(context(target));
    let mut files = BTreeMap::new();
    let mut capture = Capture {
        chip: "a model".into(),
        target,
        driver: "1.2".into(),
        cuda: "13.0".into(),
        date: "2026-11-21".into(),
        vectors: Vec::new(),
        sweeps: Vec::new(),
        outputs: Vec::new(),
        products: Vec::new(),
    };
    for probe in &plan.probes {
        let rows = plan.operands(*probe).into_iter().map(|operands| (operands, probe.evaluate(operands, plan.context)));
        capture.vectors.push(Vectors { form: probe.name(), sources: probe.sources(), rows: rows.collect() });
    }
    for question in &plan.questions {
        let (form, why) = (question.head.written(), question.why.word().to_owned());
        let (row, formats) = of_head(&form, target).expect("a row");
        assert!(std::ptr::eq(row, question.row), "{form}");
        let answer = |case: &Case| {
            let codes: Vec<String> = case.written().split(' ').map(str::to_owned).collect();
            let line: Vec<&str> = codes.iter().map(String::as_str).collect();
            let d = matrix::model(row, formats, &line).expect("a line of codes");
            (codes, d)
        };
        capture.products.push(Products { rows: question.cases.iter().map(answer).collect(), form, why });
    }
    for (_, subject) in plan.swept().filter(|(_, subject)| subject.name == "rcp.approx.ftz.f32") {
        let window = |first| (first, model(subject, first, first | (WINDOW - 1)));
        capture.sweeps.push(Sweep { form: subject.name.into(), windows: vec![window(0), window(0x3f80_0000)] });
    }
    for (_, subject, from, _) in plan.whole() {
        let to = from + 9999;
        let (mut file, mut operands) = (Vec::new(), from..=to);
        let results = (from..=to).map(|operand| Ok(subject.evaluate(operand)));
        let hash = outputs::write(results, || subject.evaluate(operands.next().unwrap()), &mut file).unwrap();
        assert!(file.len() < 5, "{}: a model beside itself is one run, not {} bytes", subject.name, file.len());
        files.insert(subject.name.to_owned(), file);
        capture.outputs.push(Outputs { form: subject.name.into(), from, to, hash });
    }
    (capture, files)
}

fn compare(capture: &Capture, files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<Agreement>, String> {
    let mut found = capture.compare_vectors();
    found.extend(capture.compare_products());
    found.extend(capture.compare_windows(|_| true, 2));
    found.extend(capture.compare_outputs(|form| Ok(Cursor::new(&files[form])))?);
    Ok(found)
}

#[test]
fn the_model_agrees_with_itself() {
    for target in [Target::SM_50, Target::SM_75, Target::SM_90, Target::SM_90A, Target::SM_120A] {
        let (capture, files) = synthetic(target);
        assert_eq!(Capture::read(&capture.write()).as_ref(), Ok(&capture));
        let found = compare(&capture, &files).unwrap();
        assert!(found.iter().all(Agreement::whole), "{}", report(&capture, &found));
        assert!(report(&capture, &found).starts_with(&format!("a model ({target}), driver 1.2, CUDA 13.0, 2026-11-21\nresults: ")));
    }
}

/// Nobody has published the functions of 16 bits: each is asked of all its operands, and none of 2^32.
#[test]
fn functions_of_16_bits_are_asked_whole() {
    let whole = |target| -> Vec<(&str, u32, u32)> {
        let plan = Plan::new(context(target));
        assert!(!plan.job().lines().any(|line| line.starts_with("sweep") && line.ends_with("f16")), "{target}");
        plan.whole()
            .filter(|(_, subject, ..)| subject.name.ends_with("f16"))
            .map(|(_, subject, from, to)| (subject.name, from, to))
            .collect()
    };
    let halves = [("ex2.approx.f16", 0, 0xffff), ("tanh.approx.f16", 0, 0xffff)];
    assert_eq!(whole(Target::SM_75), halves);
    assert_eq!(
        whole(Target::SM_90),
        [("ex2.approx.f16", 0, 0xffff), ("ex2.approx.ftz.bf16", 0, 0xffff), halves[1], ("tanh.approx.bf16", 0, 0xffff)]
    );
}

/// Doubts that are not asked: of FP8 through halves, whose instruction for halves is asked itself; and of a subnormal c where the format has no
/// products small enough to show how it counts. Of `tcgen05.mma`, numbers of fewer than 8 bits share the row of those of 8.
#[rustfmt::skip]
const UNASKED: [(&str, &str, &str, OpenQuestion); 23] = [
    ("B200", "UTCQMMA", "E2M1", OpenQuestion::SubnormalC),
    ("B200", "UTCQMMA", "E2M1", OpenQuestion::Width),
    ("B200", "UTCQMMA", "E2M3", OpenQuestion::SubnormalC),
    ("B200", "UTCQMMA", "E2M3", OpenQuestion::Width),
    ("B200", "UTCQMMA", "E3M2", OpenQuestion::SubnormalC),
    ("B200", "UTCQMMA", "E3M2", OpenQuestion::Width),
    ("B200", "UTCQMMA", "E4M3", OpenQuestion::SubnormalC),
    ("B200", "UTCQMMA", "E5M2", OpenQuestion::SubnormalC),
    ("GB300, Thor, sm_107", "F2FP, HMMA, HADD2", "E4M3", OpenQuestion::SubnormalC),
    ("GB300, Thor, sm_107", "F2FP, HMMA, HADD2", "E4M3", OpenQuestion::Width),
    ("GB300, Thor, sm_107", "F2FP, HMMA, HADD2", "E5M2", OpenQuestion::SubnormalC),
    ("GB300, Thor, sm_107", "F2FP, HMMA, HADD2", "E5M2", OpenQuestion::Width),
    ("H100, H200", "QGMMA", "E4M3", OpenQuestion::SubnormalC),
    ("H100, H200, B200", "F2FP, HMMA, HADD2", "E4M3", OpenQuestion::SubnormalC),
    ("H100, H200, B200", "F2FP, HMMA, HADD2", "E4M3", OpenQuestion::Width),
    ("H100, H200, B200", "F2FP, HMMA, HADD2", "E5M2", OpenQuestion::SubnormalC),
    ("H100, H200, B200", "F2FP, HMMA, HADD2", "E5M2", OpenQuestion::Width),
    ("RTX 40, L40S", "QMMA", "E4M3", OpenQuestion::SubnormalC),
    ("RTX 50, GB10", "QMMA", "E2M1", OpenQuestion::SubnormalC),
    ("RTX 50, GB10", "QMMA", "E2M3", OpenQuestion::SubnormalC),
    ("RTX 50, GB10", "QMMA", "E3M2", OpenQuestion::SubnormalC),
    ("RTX 50, GB10", "QMMA", "E4M3", OpenQuestion::SubnormalC),
    ("RTX 50, GB10", "QMMA", "E5M2", OpenQuestion::SubnormalC),
];

/// Every doubt of every row is asked on numbers whose answer settles it, by the second reading of the rules.
#[test]
fn every_doubt_is_asked_on_numbers_that_tell() {
    let mut unasked = BTreeSet::new();
    for target in ["sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_103a", "sm_110a", "sm_120a", "sm_121a"] {
        let target = Target::named(target).expect(target);
        let all = matrix::questions(target);
        // What a sparse A keeps is asked of no chip yet.
        for row in TABLE.iter().filter(|row| row.targets.contains(&target.number()) && !row.is_sparse()) {
            for (doubt, input) in row.doubts.iter().flat_map(|doubt| row.inputs.iter().map(move |input| (*doubt, *input))) {
                let mine =
                    |one: &&Question| std::ptr::eq(one.row, row) && one.why == Why::OpenQuestion(doubt) && one.cases[0].formats[0] == input;
                let Some(question) = all.iter().find(mine) else {
                    unasked.insert((row.chips, row.sass, input.name, doubt));
                    continue;
                };
                assert!(question.cases.len() >= 4, "{} {} {doubt:?}: {}", row.chips, row.sass, question.cases.len());
                question.cases.iter().for_each(|case| assert!(tells(row, doubt, case), "{} {} {doubt:?}: {case:x?}", row.chips, row.sass));
            }
        }
    }
    assert_eq!(unasked.into_iter().collect::<Vec<_>>(), UNASKED);
}

/// Whether broken rules give another element.
fn differs(row: &Row, case: &Case, broken: Broken) -> bool {
    let Method::Fused(how) = row.method else { return false };
    let side = |side: usize| Side::plain(case.formats[side], &case.codes[side]);
    let d = |broken| window::element(&how, None, [side(0), side(1)], Pattern::new(row.accumulator, case.c), broken).bits;
    d(broken) != d(Broken::default())
}

fn tells(row: &Row, doubt: OpenQuestion, case: &Case) -> bool {
    let side = |side: usize| Side::plain(case.formats[side], &case.codes[side]);
    let c = Pattern::new(row.accumulator, case.c);
    let ordered = |order: Vec<usize>| case.ordered(&order).run(row, &mut Silent) != case.run(row, &mut Silent);
    let length = case.products();
    let (Method::Fused(how) | Method::Unpacked(how)) = row.method else { return ordered((0..length).rev().collect()) };
    let d = |how, broken| window::element(&how, None, [side(0), side(1)], c, broken).bits;
    let right = d(how, Broken::default());
    match doubt {
        OpenQuestion::SubnormalC => differs(row, case, Broken { c_normalised: true, ..Broken::default() }),
        OpenQuestion::Order if ordered((length / 2..length).chain(0..length / 2).collect()) => true,
        // Sums of four where the row has eight, and of eight where it has four.
        OpenQuestion::LongTf => d(Fused { products: 12 - how.products, ..how }, Broken::default()) != right,
        _ => doubt.otherwise(how).into_iter().any(|other| d(other, Broken::default()) != right),
    }
}

#[test]
fn planted_differences_are_found() {
    let (mut capture, mut files) = synthetic(Target::SM_86);
    let place = capture.vectors.iter().position(|one| one.form == "fma.rz.ftz.f32").unwrap();
    capture.vectors[place].rows[100].1 ^= 1;
    let ([a, b, c, ..], given) = capture.vectors[place].rows[100];
    capture.vectors[0].form = "add.rx.f32".into();
    capture.sweeps[0].windows[1].1.0 ^= 1;
    // One result in the middle of the square root is one larger, two are one smaller.
    let (form, from, to) = ("sqrt.approx.ftz.f32", 0x3f80_0000, 0x3f80_270f);
    let subject = FunctionUnderTest::find(form, 86).unwrap();
    let chip = |operand: u32| match operand & 0xfff {
        0x345 => subject.evaluate(operand) + 1,
        0x456 => subject.evaluate(operand) - 1,
        _ => subject.evaluate(operand),
    };
    let (mut file, mut operands) = (Vec::new(), from..=to);
    let hash = outputs::write((from..=to).map(|operand| Ok(chip(operand))), || subject.evaluate(operands.next().unwrap()), &mut file);
    files.insert(form.into(), file);
    let outputs = capture.outputs.iter_mut().find(|one| one.form == form).unwrap();
    outputs.hash = hash.unwrap();
    let found = compare(&capture, &files).unwrap();
    let story: Vec<_> = found
        .iter()
        .filter(|one| !one.whole())
        .map(|one| (one.what, one.binding, one.equal, one.of, one.first.as_deref().unwrap_or("")))
        .collect();
    let ours = given ^ 1;
    let expected_vector = format!("of {a:x}, {b:x}, {c:x} the chip gives {given:x}, the model {ours:x}");
    let root = subject.evaluate(0x3f80_0345);
    let expected_root = format!("of 3f800345 the chip gives {:08x}, the model {root:08x}", root + 1);
    assert_eq!(
        story,
        [
            (What::Vectors, true, 0, 1, "the table has no such form for this target"),
            (What::Vectors, true, 127, 128, expected_vector.as_str()),
            (What::Windows, true, 1, 2, "among the operands from 3f800000 to 3fffffff"),
            (What::Outputs, true, 10_000 - 6, 10_000, expected_root.as_str()),
        ]
    );
    let page = report(&capture, &found);
    for line in
        ["  DIFFERS   fma.rz.ftz.f32 ", "  DIFFERS   sqrt.approx.ftz.f32 ", "windows of 2^23 results: 1 of 2 as the model, in 1 forms"]
    {
        assert!(page.contains(line), "{line}: {page}");
    }
}

#[test]
fn the_hash_is_that_of_the_silicon_tests() {
    // sfu.md and tests/special_function.rs: RCP of 3f800000..3fffffff.
    let subject = FunctionUnderTest::find("rcp.approx.ftz.f32", 90).unwrap();
    assert_eq!(model(subject, 0x3f80_0000, 0x3fff_ffff), Hash(0xfa72_a6c6_9827_4964));
}

#[test]
fn a_damaged_capture_says_where() {
    let (capture, mut files) = synthetic(Target::SM_86);
    let text = capture.write();
    #[rustfmt::skip]
    let rows = [
        ("ulpscope capture 1", "ulpscope capture 9", "line 1: a capture begins with"),
        ("chip a model\n", "", "the capture does not say its chip"),
        ("target sm_86", "target sm_85", "`sm_85` is no target"),
        ("vectors 2 copysign.f32\n", "vectors 6 copysign.f32\n", "one to five sources"),
        ("vectors 2 copysign.f32\n", "vectors 3 copysign.f32\n", "not operands and a result"),
        ("vectors 2 copysign.f32\n", "vectors 2 copysign.f32\nzz 0 0\n", "not operands and a result"),
        ("\n3f800000 fa72", "\n3f800001 fa72", "not a window and its hash"),
        ("outputs 3f800000", "outputs 4f800000", "not a range of operands"),
        ("date 2026-11-21\n", "date 2026-11-21\n1 2 3\n", "line 7: not understood: `1 2 3`"),
    ];
    for (from, to, message) in rows {
        assert!(text.contains(from), "{from}");
        let error = Capture::read(&text.replacen(from, to, 1)).unwrap_err();
        assert!(error.contains(message), "{message}: {error}");
    }
    for (form, change, message) in [
        ("sqrt.approx.ftz.f32", &[0][..], "failed to fill whole buffer"),
        ("tanh.approx.f32", &[0, 0], "a run of nothing"),
        ("tanh.approx.f32", &[0x80; 20], "a number of too many bytes"),
        ("rcp.approx.ftz.f64", &[2, 0x90, 0x4e], "written beside another model, or the file is damaged"),
    ] {
        let whole = files.insert(form.into(), change.to_vec()).unwrap();
        let error = capture.compare_outputs(|form| Ok(Cursor::new(&files[form]))).unwrap_err();
        assert!(error.contains(message), "{message}: {error}");
        files.insert(form.into(), whole);
    }
}

#[test]
fn everything_that_is_asked_for_is_in_the_plan() {
    let names = |target| Plan::new(context(target)).probes.iter().map(|probe| probe.name()).collect::<Vec<_>>();
    let swept = |target| Plan::new(context(target)).swept().map(|(_, subject)| subject.name).collect::<Vec<_>>();
    for mnemonic in ["rcp", "rsqrt", "lg2", "ex2", "sin", "cos", "sqrt"] {
        for form in [format!("{mnemonic}.approx.f32"), format!("{mnemonic}.approx.ftz.f32")] {
            assert!(swept(Target::SM_50).contains(&form.as_str()), "{form}");
        }
    }
    for form in ["tanh.approx.f32", "rcp.approx.ftz.f64", "rsqrt.approx.ftz.f64"] {
        assert!(swept(Target::SM_75).contains(&form), "{form}");
    }
    let all = names(Target::SM_120);
    for form in [
        "add.rm.ftz.sat.f32",
        "mul.rp.f64",
        "fma.rz.ftz.f32x2",
        "min.ftz.NaN.xorsign.abs.f32",
        "fma.rn.ftz.sat.f16x2",
        "max.NaN.f16x2",
        "testp.subnormal.f64",
    ] {
        assert!(all.contains(&form.to_string()), "{form}");
    }
    assert!(!names(Target::SM_75).iter().any(|name| name.contains("NaN") || name.contains("f32x2")));
    // Two NaNs of different payloads, signs and kinds meet in every order.
    let add = Probe::find("add.rn.f64", 2, context(Target::SM_90)).unwrap();
    let operands = Plan::new(context(Target::SM_90)).operands(add);
    assert!(operands.contains(&[0x7ff8_0000_0000_0012, 0xfff0_0000_0000_0034, 0, 0, 0]));
    assert!(operands.contains(&[0xfff0_0000_0000_0034, 0x7ff8_0000_0000_0012, 0, 0, 0]));
}

#[test]
fn the_plan_is_written_for_the_cuda_program() {
    let plan = Plan::new(context(Target::SM_87));
    let header = plan.header();
    for line in [
        "F32, SOURCES_3(F32, F32, F32), \"fma.rn.ftz.f32 %0, %1, %2, %3;\")\n",
        "B32, SOURCES_1(F32), \"{ .reg .pred p0; testp.finite.f32 p0, %1; selp.u32 %0, 1, 0, p0; }\")\n",
        "B32, SOURCES_2(B32, B32), \"min.NaN.f16x2 %0, %1, %2;\")\n",
    ] {
        assert!(header.contains(line), "{line}");
    }
    assert!(plan.job().starts_with("target sm_87\n"));
}

/// The folders that `cargo xtask measure` left.
fn measured() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tools/measure");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.join("capture.txt").is_file()).collect()
}

fn chips(windows: impl Fn(u32) -> bool + Copy) {
    let folders = measured();
    if folders.is_empty() {
        announce("no capture below measure/: NO CHIP COMPARED");
    }
    for folder in folders {
        let capture = Capture::read(&std::fs::read_to_string(folder.join("capture.txt")).unwrap()).unwrap();
        let mut found = capture.compare_vectors();
        found.extend(capture.compare_products());
        found.extend(capture.compare_windows(windows, 2));
        found.extend(capture.compare_outputs(|form| Ok(BufReader::new(File::open(folder.join(format!("{form}.runs"))).unwrap()))).unwrap());
        let page = report(&capture, &found);
        println!("{page}");
        if folder.ends_with("sm_90-nvidia-h100-80gb-hbm3-580.159.04") {
            let one_by_one = found.iter().filter(|one| one.what != What::Windows).map(|one| one.of).sum::<u64>();
            assert_eq!(one_by_one, oracle("capture.txt").answers);
        }
        assert!(found.iter().all(|one| one.whole() || !one.binding), "{page}");
    }
}

#[test]
fn chips_agree_where_the_model_is_documented_or_tested() {
    chips(|first| first == 0x3f80_0000);
}

#[test]
#[ignore = "evaluates every function on all 2^32 operands for every capture; run with --ignored"]
fn chips_agree_on_all_operands() {
    chips(|_| true);
}
