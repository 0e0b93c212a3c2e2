//! Measuring a visitor's GPU: the table of hashes, probes against our own PTX, verdicts, and files that are read back.

use semantics::gpu::difference::Difference;
use semantics::gpu::json::Value;
use semantics::gpu::probe::Bits;
use semantics::gpu::program::Alike;
use semantics::gpu::report::{Adapter, Comparison};
use semantics::gpu::reports::{KEPT, Kept, Measured, Standing, is_same_chip, standing};
use semantics::gpu::table::ROW;
use semantics::gpu::verdict::found;
use semantics::gpu::{
    Function, Hash, LOWERINGS, Lowering, Maker, PROBES, Probe, Report, Table, Verdict, WINDOW_BITS, WINDOWS, path, verdict,
};
use semantics::instruction::{Context, Target};
use semantics::line::{Form, evaluate_line};
use semantics::sweep::ColumnStatistics;
use semantics::sweep::column_statistics::Scale;
use semantics::sweep::order::Line;
use semantics::wire::{read, written};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn measure(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tools/measure").join(name)
}

fn table() -> Table {
    Table::read(&fs::read(measure("lowerings.bin")).unwrap()).expect("tools/measure/lowerings.bin has a row for every lowering")
}

/// Makes what is missing of the table, which is zeros, or holds the table to the model.
#[test]
#[ignore = "evaluates 2^32 inputs a row; run with --ignored, ULPSCOPE_BLESS=1 makes what is missing"]
fn every_window() {
    let blessed = std::env::var_os("ULPSCOPE_BLESS").is_some();
    let mut bytes = fs::read(measure("lowerings.bin")).unwrap_or_default();
    if blessed {
        bytes.resize(LOWERINGS.len() * ROW, 0);
    }
    assert_eq!(bytes.len(), LOWERINGS.len() * ROW);
    let (next, table) = (AtomicUsize::new(0), Mutex::new(bytes));
    let work = || {
        while let Ok(window) = u8::try_from(next.fetch_add(1, Ordering::Relaxed)) {
            let mut known: Vec<(Alike, Hash)> = Vec::new();
            for (row, lowering) in LOWERINGS.iter().enumerate() {
                let place = row * ROW + usize::from(window) * 8..row * ROW + usize::from(window) * 8 + 8;
                let stored: [u8; 8] = table.lock().unwrap()[place.clone()].try_into().unwrap();
                let alike = lowering.alike(window);
                let same = known.iter().find(|(other, _)| Some(*other) == alike).map(|row| row.1);
                let hash = if blessed && stored != [0; 8] {
                    Hash([0, 4].map(|at| u32::from_le_bytes(stored[at..at + 4].try_into().unwrap())))
                } else {
                    same.unwrap_or_else(|| lowering.window(window))
                };
                let made: [u8; 8] = [hash.0[0].to_le_bytes(), hash.0[1].to_le_bytes()].concat().try_into().unwrap();
                assert!(blessed || stored == made, "{} {window:02x}", lowering.key);
                table.lock().unwrap()[place].copy_from_slice(&made);
                known.extend(alike.filter(|_| same.is_none()).map(|alike| (alike, hash)));
            }
        }
    };
    thread::scope(|scope| (0..thread::available_parallelism().map_or(1, usize::from)).for_each(|_| _ = scope.spawn(work)));
    if blessed {
        fs::write(measure("lowerings.bin"), table.into_inner().unwrap()).unwrap();
    }
}

/// What shares a window's hash has the same results there.
#[test]
fn alike_means_the_same_results() {
    for window in 0..=u8::MAX {
        let mut known: Vec<(Alike, &Lowering)> = Vec::new();
        for lowering in LOWERINGS {
            let Some(alike) = lowering.alike(window) else { continue };
            match known.iter().find(|(other, _)| *other == alike) {
                Some((_, other)) => {
                    let first = u32::from(window) << WINDOW_BITS;
                    let ends = [first, first + 1, first + 0x7f_ffff, first + 0x80_0000, first + 0xff_ffff];
                    for input in (0..64).map(|at| first + at * 0x0003_fff1).chain(ends) {
                        assert_eq!(lowering.result(input), other.result(input), "{} {} {input:08x}", lowering.key, other.key);
                    }
                }
                None => known.push((alike, lowering)),
            }
        }
    }
}

/// A lowering that is an instruction of PTX has the bits that the PTX gives.
#[test]
fn lowerings_are_those_of_ptx() {
    let mut ran = 0;
    for lowering in LOWERINGS {
        for input in [0x3f80_0001_u32, 0x3eaa_aaab, 0x0040_0000, 0x7f00_0001, 0xbfc0_1234, 0x4974_2400, 0x0080_0000, 0x1234_5678] {
            let Some(ptx) = lowering.ptx(input) else { continue };
            let given: Vec<String> = ptx.operands.iter().map(|(name, bits)| format!("%{name}=0x{bits:x}")).collect();
            let context = Context { target: Target::named(&format!("sm_{}", ptx.target)).unwrap(), ..Context::default() };
            let said = evaluate_line(&format!("{} | {}", given.join(" "), ptx.text), context, Form::Fields);
            let bits = said.split("%d=").nth(1).map(|rest| rest.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
            let got =
                bits.and_then(|bits| u32::from_str_radix(&bits, 16).ok()).unwrap_or_else(|| panic!("{} does not run: {said}", ptx.text));
            assert_eq!(lowering.function.canonical(got), lowering.result(input), "{} {input:08x}", ptx.text);
            ran += 1;
        }
    }
    assert!(ran > 250, "{ran}");
}

/// Every report in tools/measure/reports/ reads, says where it comes from, and has the findings that its hashes give now.
#[test]
fn kept_reports_say_what_their_hashes_give() {
    let table = table();
    let mut files: Vec<PathBuf> = fs::read_dir(measure("reports")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    assert!(!files.is_empty());
    assert_eq!(files.len(), KEPT.len());
    for (file, kept) in files.iter().zip(KEPT) {
        let name = file.file_name().unwrap().to_str().unwrap();
        let mut report = Report::read(&fs::read_to_string(file).unwrap()).unwrap_or_else(|why| panic!("{name}: {why}"));
        for (what, text) in
            [("by", &report.by), ("how", &report.how), ("browser", &report.browser), ("driver", &report.driver), ("name", &report.name)]
        {
            assert!(!text.is_empty(), "{name} does not say `{what}`");
        }
        let date: Vec<&str> = report.date.split('-').collect();
        assert!(matches!(date[..], [year, month, day] if (year.len(), month.len(), day.len()) == (4, 2, 2)), "{name}: {}", report.date);
        let words: Vec<_> =
            Function::ALL.into_iter().filter_map(|function| Some((function, found(&report, Some(&table), function)?.1))).collect();
        if std::env::var_os("ULPSCOPE_BLESS").is_some() {
            report.found = words;
            fs::write(file, report.write()).unwrap();
            continue;
        }
        assert_eq!(report.found, words, "{name}: ULPSCOPE_BLESS=1 writes what is found now");
        assert_eq!(
            (kept.file, kept.by, kept.date, kept.how, kept.driver),
            (name, &*report.by, &*report.date, &*report.how, &*report.driver)
        );
        assert_eq!((kept.chip, kept.software, kept.probes), (&*report.name, report.adapter.software, report.probes.len()));
        assert_eq!(kept.functions.len(), report.functions.len());
        for (measured, (function, hashes)) in kept.functions.iter().zip(&report.functions) {
            let (windows, hash) = Report::whole(hashes);
            assert_eq!((measured.function, measured.windows, measured.hash), (function.key, windows, hash.0), "{name}");
            assert_eq!(report.found.iter().find(|row| row.0 == *function).map_or("", |row| &row.1), measured.found, "{name}");
        }
    }
}

/// What is tried first is told from what is harmed.
#[test]
fn the_path_tells_harm() {
    let through: Vec<u32> = (0..path::TRIED).map(|at| path::BESIDE + at).collect();
    let mut harmed = through.clone();
    harmed[9] &= !1;
    harmed[8] &= !1;
    assert_ne!(path::of_bits(&through), path::of_bits(&harmed));
    assert!((1..256).all(|window| path::itself(window) != path::itself(window - 1) && path::first(window) >> WINDOW_BITS == window));
}

/// One window in some of the rows, so that no change of the model goes unseen. [`every_window`] has them all.
#[test]
fn some_windows() {
    let table = table();
    for (place, lowering) in LOWERINGS.iter().enumerate().step_by(8) {
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
        date: "2026-11-23".into(),
        how: "the page".into(),
        by: "Ada".into(),
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
        let span = ColumnStatistics { from, end, scale: Scale::Ulps, check: None, starts: vec![from + 100] };
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

#[test]
fn every_function_stands_at_its_place() {
    for function in Function::ALL {
        assert_eq!(Function::named(function.key), Some(function));
        let [from, to] = <[u32; 2]>::from(function.drawn).map(|bits| semantics::sweep::order::Line::WORDS.place(bits));
        assert!(from < to, "{}", function.name);
    }
    assert!(Function::ALL.iter().enumerate().all(|(place, function)| *function as usize == place));
    assert_eq!(Function::ToHalf.canonical(0xfe01), 0x7fff);
    assert_eq!(Function::Root.canonical(0xffc0_0001), 0x7fff_ffff);
    assert_eq!(Function::Root.canonical(0xff80_0000), 0xff80_0000);
}

/// Where x · y and z are numbers that are not at the ends of the range, at most 2^33 lies between them, or 2^17 between halves.
#[test]
fn products_and_addends_meet() {
    for number in (0..=u32::MAX).step_by(0x0001_2345) {
        let exponents = |function: Function, at: u32, mask: u32| function.operands(number).map(|bits| (bits >> at & mask) as i32);
        let [x, y, z] = exponents(Function::Fused, 23, 255);
        assert!((95..159).contains(&y) && (matches!(z, 0 | 254) || (x + y - 127 - z).abs() <= 32), "{number:08x}");
        let [x, y, z] = exponents(Function::HalfSum, 10, 31);
        assert!(matches!(z, 0 | 30) || (x + y - 15 - z).abs() <= 16, "{number:08x}");
    }
}

const SINE: Measured = Measured { function: "sin", windows: WINDOWS, hash: [1, 2], found: "" };
const REPORT: Kept = Kept {
    file: "one.json",
    chip: "NVIDIA GeForce RTX 3090",
    driver: "1",
    browser: "",
    software: false,
    by: "Ada",
    date: "2026-11-23",
    how: "",
    probes: 0,
    functions: &[SINE],
};

#[test]
fn two_people_agree_on_a_chip_and_one_does_not() {
    let of = |others: &[Kept]| standing(&[&[REPORT], others].concat(), &REPORT, &SINE);
    let other = Kept { file: "two.json", chip: "geforce rtx 3090", by: "Bob", driver: "2", ..REPORT };
    assert_eq!(of(&[]), Standing::Alone);
    assert_eq!(of(&[other]), Standing::Agree(2));
    assert_eq!(of(&[other, Kept { by: "Cy", ..other }]), Standing::Agree(3));
    // One person's second report, another chip, a part of the inputs, another function.
    assert_eq!(of(&[Kept { by: "Ada", ..other }]), Standing::Alone);
    assert_eq!(of(&[other, Kept { driver: "3", ..other }]), Standing::Agree(2));
    assert_eq!(of(&[Kept { chip: "RTX 3080", ..other }]), Standing::Alone);
    assert_eq!(of(&[Kept { functions: &[Measured { windows: 255, ..SINE }], ..other }]), Standing::Alone);
    assert_eq!(of(&[Kept { functions: &[Measured { function: "cos", ..SINE }], ..other }]), Standing::Alone);
    let part = Measured { windows: 255, ..SINE };
    assert_eq!(standing(&[REPORT, other], &REPORT, &part), Standing::Alone);
    // Other results, whoever else agrees.
    let apart = Kept { by: "Cy", functions: &[Measured { hash: [1, 3], ..SINE }], ..other };
    assert_eq!(of(&[other, apart]), Standing::Differ);
    assert!(!is_same_chip("NVIDIA", "Intel"));
}

#[test]
fn what_is_written_is_read_and_nothing_else() {
    let value = Value::object([
        ("name", Value::Text("a \"b\" \\ \u{1} é".into())),
        ("list", Value::List(vec![Value::Whole(u64::MAX), Value::Null, Value::Truth(true), Value::List(Vec::new())])),
        ("none", Value::Object(Vec::new())),
    ]);
    let text = value.write();
    assert_eq!(Value::read(&text), Some(value));
    for end in (0..text.trim_end().len()).filter(|end| text.is_char_boundary(*end)) {
        assert_eq!(Value::read(&text[..end]), None, "{}", &text[..end]);
    }
    assert_eq!(Value::read("\"\\u00e9\\n\""), Some(Value::Text("é\n".into())));
    for wrong in ["", "nul", "01x", "-1", "[1,]", "{\"a\" 1}", "\"\\q\"", "\"\\u12\"", "1 1", &"[".repeat(10_000)] {
        assert_eq!(Value::read(wrong), None, "{wrong:.20}");
    }
}
