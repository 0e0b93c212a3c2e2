//! Measuring a visitor's GPU: the table of hashes, probes against our own PTX, verdicts, and files that are read back.

use semantics::gpu::difference::Difference;
use semantics::gpu::lowering::Alike;
use semantics::gpu::probe::Bits;
use semantics::gpu::report::{Adapter, Comparison};
use semantics::gpu::table::ROW;
use semantics::gpu::{Function, Hash, LOWERINGS, Lowering, Maker, PROBES, Probe, Report, Table, Verdict, WINDOWS, verdict};
use semantics::instruction::Context;
use semantics::line::{Form, evaluate_line};
use semantics::sweep::Span;
use semantics::sweep::order::Line;
use semantics::sweep::span::Scale;
use semantics::wire::{read, written};
use std::fs;
use std::path::PathBuf;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../measure/lowerings.bin")
}

fn table() -> Table {
    Table::read(&fs::read(path()).unwrap()).expect("measure/lowerings.bin has a row for every lowering")
}

/// Makes what is missing of the table, which is zeros, or holds the table to the model.
#[test]
#[ignore = "evaluates 2^32 operands a row; run with --ignored, ULPSCOPE_BLESS=1 makes what is missing"]
fn every_window() {
    let blessed = std::env::var_os("ULPSCOPE_BLESS").is_some();
    let mut bytes = fs::read(path()).unwrap_or_default();
    if blessed {
        bytes.resize(LOWERINGS.len() * ROW, 0);
    }
    let mut known: Vec<(Alike, u8, Hash)> = Vec::new();
    for (row, lowering) in bytes.chunks_exact_mut(ROW).zip(LOWERINGS) {
        for (stored, window) in row.chunks_exact_mut(8).zip(0..=u8::MAX) {
            let alike = lowering.alike(window);
            let same = known.iter().find(|(other, at, _)| *at == window && Some(*other) == alike).map(|row| row.2);
            if !blessed || stored == [0; 8] {
                let made = same.unwrap_or_else(|| lowering.window(window));
                let words = [made.0[0].to_le_bytes(), made.0[1].to_le_bytes()].concat();
                assert!(blessed || stored == words, "{} {window:02x}", lowering.key);
                stored.copy_from_slice(&words);
            }
            if let (Some(alike), None) = (alike, same) {
                let word = |at: usize| u32::from_le_bytes(stored[at..at + 4].try_into().unwrap());
                known.push((alike, window, Hash([word(0), word(4)])));
            }
        }
    }
    assert_eq!(bytes.len(), LOWERINGS.len() * ROW);
    if blessed {
        fs::write(path(), &bytes).unwrap();
    }
}

/// One window in some of the rows, so that no change of the model goes unseen.
#[test]
fn some_windows() {
    let table = table();
    for (place, lowering) in LOWERINGS.iter().enumerate().step_by(3) {
        let window = [0x3f, 0x40, 0x00, 0xbf, 0x7e][place % 5];
        assert_eq!(table.of(lowering).unwrap()[usize::from(window)], lowering.window(window), "{} {window:02x}", lowering.key);
    }
}

#[test]
fn no_two_lowerings_of_a_function_have_the_same_bits() {
    let table = table();
    for (place, one) in LOWERINGS.iter().enumerate() {
        assert!(one.running().is_some(), "{}", one.key);
        for other in LOWERINGS[..place].iter().filter(|other| other.function == one.function) {
            let differ = (0..WINDOWS).filter(|window| table.of(one).unwrap()[*window] != table.of(other).unwrap()[*window]).count();
            assert!(differ > 0 && one.key != other.key, "{} {}", one.key, other.key);
        }
    }
}

/// Every answer that PTX gives too has the bits that the PTX gives, and no two answers of a probe are alike.
#[test]
fn answers_are_those_of_ptx() {
    let context = Context::default();
    let mut ran = 0;
    let mut wrong = Vec::new();
    for probe in PROBES {
        assert!(Probe::named(probe.key).is_some_and(|found| std::ptr::eq(found, probe)), "{} twice", probe.key);
        for (place, answer) in probe.answers.iter().enumerate() {
            assert!(probe.answers[..place].iter().all(|other| other.bits != answer.bits), "{}: two answers alike", probe.key);
            if answer.ptx.is_empty() {
                continue;
            }
            let given: Vec<String> = ["a", "b", "c"]
                .iter()
                .zip(probe.operands)
                .filter(|(name, _)| answer.ptx.contains(&format!("%{name}")))
                .map(|(name, bits)| format!("%{name}=0x{bits:x}"))
                .collect();
            let line = format!("{} | {}", given.join(" "), answer.ptx);
            let ran_to = evaluate_line(&line, context, Form::Fields);
            let bits = ran_to.split("%d=").nth(1).map(|rest| rest.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
            let Some(got) = bits.and_then(|bits| u32::from_str_radix(&bits, 16).ok()) else {
                wrong.push(format!("{} ({}) does not run", probe.key, answer.ptx));
                continue;
            };
            let fits = match answer.bits {
                Bits::Are(bits) => bits == got,
                Bits::Nan => got & 0x7fff_ffff > 0x7f80_0000,
            };
            if !fits {
                wrong.push(format!("{} ({}): {got:08x}", probe.key, answer.ptx));
            }
            ran += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran > 80, "{ran}");
}

/// A report reads back as it was written, cut anywhere it is refused, and what was changed in it is found.
#[test]
fn reports_read_back_and_are_compared() {
    let mut hashes = [None; WINDOWS];
    (0..WINDOWS).step_by(64).for_each(|window| hashes[window] = Some(Hash([window as u32, !(window as u32)])));
    let report = Report {
        model: "1".into(),
        adapter: Adapter { vendor: "nvidia".into(), architecture: "ampere".into(), ..Adapter::default() },
        browser: "a \"browser\"".into(),
        name: "GeForce RTX 3090".into(),
        driver: "560.1".into(),
        probes: vec![(&PROBES[0], 0), (&PROBES[2], 0x2880_0000)],
        functions: vec![(Function::Reciprocal, hashes), (Function::Sine, [None; WINDOWS])],
        found: vec![(Function::Reciprocal, "MUFU.RCP".into())],
    };
    let text = report.write();
    assert_eq!(Report::read(&text), Ok(report.clone()));
    for end in (0..text.trim_end().len()).step_by(37) {
        assert!(Report::read(&text[..end]).is_err());
    }
    for (from, to) in [
        ("\"schema\": 1", "\"schema\": 2"),
        ("Ulpscope GPU", "GPU"),
        ("\"28800000\"", "\"2880000\""),
        ("00000000ffffffff", "g0000000ffffffff"),
    ] {
        assert!(text.contains(from) && Report::read(&text.replace(from, to)).is_err(), "{from}");
    }
    assert!(report.is_nvidia());
    let mut other = report.clone();
    other.adapter.vendor = "amd".into();
    other.probes[1].1 = 0;
    other.functions[0].1[64] = Some(Hash([1, 1]));
    let found = Comparison::of(&report, &other);
    assert_eq!((found.probes_of_both, found.probes.len(), found.probes[0].1), (2, 1, [0x2880_0000, 0]));
    assert_eq!(found.functions, vec![(Function::Reciprocal, 4, vec![64]), (Function::Sine, 0, Vec::new())]);
    assert!(!other.is_nvidia());
}

/// The verdict names the row whose hashes are given, says where the nearest parts, and holds other makers' chips only against what anybody may compute.
#[test]
fn verdicts_name_what_fits() {
    let table = table();
    for lowering in LOWERINGS {
        let mut hashes = table.of(lowering).unwrap().map(Some);
        let Verdict::Fits(fits) = verdict(&table, lowering.function, &hashes, Some(Maker::Nvidia)) else { panic!("{}", lowering.key) };
        assert_eq!(fits.iter().map(|row| row.key).collect::<Vec<_>>(), [lowering.key]);
        let foreign = verdict(&table, lowering.function, &hashes, None);
        assert_eq!(matches!(foreign, Verdict::Fits(_)), lowering.maker() == Maker::Anybody, "{}", lowering.key);
        hashes[0x41] = Some(Hash([1, 2]));
        let apart = verdict(&table, lowering.function, &hashes, Some(Maker::Nvidia));
        assert!(matches!(&apart, Verdict::Apart { windows, .. } if windows.contains(&0x41)), "{}", lowering.key);
        assert!(matches!(verdict(&table, lowering.function, &[None; WINDOWS], Some(Maker::Nvidia)), Verdict::Open));
    }
}

/// What is read back and equals the lowering has no difference and its errors; what was changed is found.
#[test]
fn differences_are_found_where_they_are() {
    let lowering = Lowering::named("ex2").unwrap();
    let (first, count) = (0xbf80_0000_u32, 512_u32);
    for first in [first, 0x3f80_0000] {
        let mut bits: Vec<u32> = (0..count).map(|at| lowering.result(first + at)).collect();
        let places = [first, first + count - 1].map(|bits| Line::WORDS.place(bits));
        let (from, end) = (places[0].min(places[1]), places[0].max(places[1]) + 1);
        let span = Span { from, end, scale: Scale::Ulps, check: None, starts: vec![from + 100] };
        let same = Difference::of(lowering, first, &bits, &span);
        assert_eq!((same.looked, same.differ, &same.first), (512, 0, &Vec::new()));
        assert_eq!(same.measured, same.modelled);
        bits[7] ^= 1;
        let other = Difference::of(lowering, first, &bits, &span);
        assert_eq!(other.differ, 1);
        assert_eq!(other.first, [[first + 7, bits[7], lowering.result(first + 7)]]);
        assert_eq!(read::<Difference>(&written(&other)), Some(other.clone()));
        let mut both = Difference::new(2);
        both.merge(&other, 0);
        both.merge(&same, 0);
        assert_eq!((both.looked, both.differ, both.first.len()), (1024, 1, 1));
    }
}
