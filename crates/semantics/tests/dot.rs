//! Dot products as text: lists, cases, names of chips and paths, lines of `ulp`, and the parts of a sum run alone.

use semantics::dot::{Alone, Asked, Case, MOST, alone, chip, kind, list, number, path, read_list, scale, slug};
use semantics::instruction::{Context, Target, Version};
use semantics::language;
use semantics::line::{Dots, Form};
use semantics::number::{E2M1, E4M3, E5M2, F16, F32, F64, Format, Random, TF32, UE4M3, UE8M0};
use semantics::register_file::RegisterFile;
use semantics::rounding::Mode;
use semantics::tensor_core::{Method, Path, Row, Scale, TABLE, find};
use semantics::trace::Silent;

#[test]
fn lists_are_read_as_people_paste_them() {
    for (text, format, codes) in [
        ("1, 2;-0.5", F16::ROW, &[0x3c00, 0x4000, 0xb800][..]),
        ("[1 2^-14 -2^3 0x7c00]", F16::ROW, &[0x3c00, 0x0400, 0xc800, 0x7c00]),
        ("3c00bc00", F16::ROW, &[0x3c00, 0xbc00]),
        ("3*1.5", F16::ROW, &[0x3e00, 0x3e00, 0x3e00]),
        ("38b8", E4M3::ROW, &[0x38, 0xb8]),
        ("1e2", E4M3::ROW, &[0x6c]),
        ("6, -6, 0.5", E2M1::ROW, &[7, 15, 1]),
        ("16384, 0.1", F16::ROW, &[0x7400, 0x2e66]),
        ("1, 0x3f800000, 0x1fc00", TF32, &[0x3f80_0000, 0x3f80_0000, 0x3f80_0000]),
        ("1, 2^-3, 0x7f, 4", UE8M0::ROW, &[127, 124, 127, 129]),
        ("0x6e, 0x90, 0xff, 2^-127", UE8M0::ROW, &[0x6e, 0x90, 0xff, 0]),
        ("1, 0x7f, 448", UE4M3::ROW, &[0x38, 0x7f, 0x7e]),
    ] {
        assert_eq!(read_list(text, format).as_deref(), Ok(codes), "{text}");
        assert_eq!(read_list(&list(codes, format), format).as_deref(), Ok(codes), "{text}: {}", list(codes, format));
    }
    for (text, said) in [
        ("", "There are no numbers here."),
        ("1 x", "`x`"),
        ("300*1", "`300` is no count"),
        ("x*1", "`x` is no count"),
        ("200*1 200*1", "There are 400 numbers; there is room for 256."),
    ] {
        assert!(read_list(text, F16::ROW).is_err_and(|why| why.starts_with(said)), "{text}");
    }
    for text in ["3", "-1", "0", "2^128", "inf", "0x100"] {
        assert!(read_list(text, UE8M0::ROW).is_err(), "{text}");
    }
    for (text, format) in
        [("0x13c00", F16::ROW), ("0f3f800000", F16::ROW), ("0f3f800000", F64::ROW), ("-1", UE4M3::ROW), ("0x80", UE4M3::ROW)]
    {
        assert!(read_list(text, format).is_err(), "{text} {}", format.name);
    }
    // Every code reads back.
    for format in [UE8M0::ROW, UE4M3::ROW, E4M3::ROW, E2M1::ROW] {
        let codes: Vec<u64> = (0..=format.mask()).collect();
        for codes in codes.chunks(MOST) {
            assert_eq!(read_list(&list(codes, format), format).as_deref(), Ok(codes), "{}", format.name);
        }
    }
}

#[test]
fn texts_are_a_case_or_say_why_not() {
    let formats = [F16::ROW, F16::ROW, F32::ROW];
    let read = |texts| Case::read(formats, None, texts);
    let case = read(["1 2 3", "1", "0.5", "", ""]).expect("a case");
    assert_eq!((case.codes[1].len(), case.c), (3, 0x3f00_0000));
    assert!(read(["1 2 3", "1 2", "0", "", ""]).is_err_and(|(place, _)| place == 1));
    assert!(read(["1", "1", "0 1", "", ""]).is_err_and(|(place, _)| place == 2));
    let scaled = Case::read([E2M1::ROW, E2M1::ROW, F32::ROW], Some(Scale::UE4M3), ["64*1", "1", "0", "0.5", "1 1 1 2"]).expect("a case");
    assert_eq!((scaled.scales[0].len(), &scaled.scales[1][..]), (4, &[0x38, 0x38, 0x38, 0x40][..]));
    // 16 · 0.5 · (1 + 1 + 1 + 2)
    let row = TABLE.iter().find(|row| scaled.fits(row)).expect("a row");
    assert_eq!(scaled.run(row, &mut Silent).digits(), "40.0");
}

#[test]
fn zeros_fill_an_instruction_and_orders_keep_the_products() {
    let case = Case::drawn([F16::ROW, F16::ROW, F32::ROW], None, 12, 7);
    let row = TABLE.iter().find(|row| case.fits(row) && row.targets.contains(&80)).expect("a row");
    let mut longer = case.clone();
    longer.codes.iter_mut().for_each(|codes| codes.resize(16, 0));
    assert_eq!(case.run(row, &mut Silent), longer.run(row, &mut Silent));
    let mut order = case.by_size();
    let sizes: Vec<i32> =
        order.iter().filter_map(|k| case.pair(*k)[0].exact()?.times::<u64>(case.pair(*k)[1].exact()?).leading().into()).collect();
    assert!(sizes.is_sorted_by(|one, other| one >= other), "{sizes:?}");
    order.sort_unstable();
    assert_eq!(order, (0..12).collect::<Vec<_>>());
    let mut shuffled = case.shuffled(&mut Random::new(1));
    assert_ne!(shuffled, order);
    shuffled.sort_unstable();
    assert_eq!(shuffled, order);
}

#[test]
fn names_are_read_as_people_write_them() {
    for (name, target) in [("H100", 90), ("h200", 90), ("sm_90a", 90), ("SM_120F", 120), ("rtx 50", 120), ("RTX50", 120), ("a2", 86)] {
        assert_eq!(chip(name), Some(target), "{name}");
    }
    assert_eq!((chip("sm_50"), chip("P100"), chip("")), (None, None, None));
    assert_eq!(path("mma.sync lowered to 2 HMMA and an add"), Some(Path::MmaSync));
    assert_eq!((path("WGMMA"), path("mma"), path("")), (Some(Path::Wgmma), None, None));
    for (name, format) in
        [("fp16", "F16"), ("FP32", "F32"), ("f64", "F64"), ("bf16", "BF16"), ("tf32", "TF32"), ("e4m3", "E4M3"), ("E2M1", "E2M1")]
    {
        assert_eq!(number(name).map(|format| format.name), Some(format), "{name}");
    }
    assert!(number("fp8").is_none() && number("").is_none());
    assert_eq!((kind("MXF4"), kind("f9"), scale("UE4M3"), scale("e4m3")), (Some("mxf4"), None, Some("ue4m3"), None));
}

#[test]
fn a_row_has_a_name_of_its_own() {
    for target in [70, 75, 80, 89, 90, 100, 103, 120] {
        for row in TABLE.iter().filter(|row| row.targets.contains(&target)) {
            let alike = |other: &&Row| {
                other.targets.contains(&target)
                    && slug(other) == slug(row)
                    && other.inputs == row.inputs
                    && *other.accumulator == *row.accumulator
            };
            assert_eq!(TABLE.iter().filter(alike).count(), 1, "{}", slug(row));
        }
    }
}

#[test]
fn what_is_left_open_the_order_decides() {
    let asked = |target, formats| Asked { target, path: None, kind: None, formats, scale: None, block: None };
    let half = asked(80, [F16::ROW, F16::ROW, F32::ROW]);
    assert_eq!(half.row(16).map(|row| row.sass), Some("HMMA"));
    assert_eq!(half.row(4).map(|row| row.sass), Some("HADD2.F32, FFMA, FADD"));
    assert!(half.row(5).is_none() && half.row(0).is_none());
    let four = asked(100, [E2M1::ROW, E2M1::ROW, F32::ROW]);
    assert_eq!(four.row(64).map(|row| row.kind), Some("f8f6f4"));
    let scaled = Asked { kind: kind("mxf4nvf4"), scale: scale("ue4m3"), ..four };
    assert_eq!(scaled.row(64).and_then(|row| row.scale).map(|scale| scale.block), Some(16));
    assert!(asked(70, [E4M3::ROW, E4M3::ROW, F32::ROW]).rows().next().is_none());
}

/// Every part of every row that is no tensor operation, run as the instruction it is said to be: it gives what the part gave.
#[test]
fn every_part_alone_gives_what_it_gave() {
    let mut ran = 0;
    for row in TABLE.iter().filter(|row| !row.is_sparse() && !matches!(row.method, Method::Fused(_))) {
        for (seed, a) in (1..5).zip(row.inputs.iter().cycle()) {
            let b: &'static Format = if row.inputs.len() > 1 && seed % 2 == 0 { E5M2::ROW } else { a };
            let case = Case::drawn([a, b, row.accumulator], None, 2 * row.k[0], seed);
            let (parts, _) = case.parts(row);
            for (at, part) in parts.iter().enumerate() {
                let one = alone(&case, row, &parts, at).unwrap_or_else(|| panic!("{}: {}", row.sass, part.title));
                let gave = match one {
                    Alone::Dot(case) => {
                        let halves = find(row.targets[0], Path::MmaSync, "", case.formats, None, 8).expect("a row");
                        Some(case.run(halves, &mut semantics::trace::Silent))
                    }
                    Alone::Line(text, registers) => {
                        let reading = language::read(&text, &Context { target: Target::SM_100, ptx: Version::NEWEST });
                        let mut file = RegisterFile::default();
                        registers.iter().for_each(|(name, bits)| file.set(name, *bits));
                        let run = reading.run(&file).unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics()));
                        assert!(run.blocks[0].unset.is_empty(), "{text}: {registers:x?}");
                        Some(run.results[0].pattern())
                    }
                };
                if part.result.is_some() {
                    ran += 1;
                    assert_eq!(gave.map(|gave| gave.bits), part.result.map(|result| result.bits), "{}: {}", row.sass, part.title);
                }
            }
        }
    }
    assert!(ran > 100, "{ran}");
    let tensor = find(90, Path::Wgmma, "", [E4M3::ROW, E4M3::ROW, F32::ROW], None, 32).expect("a row");
    let case = Case::drawn([E4M3::ROW, E4M3::ROW, F32::ROW], None, 32, 1);
    assert_eq!(alone(&case, tensor, &case.parts(tensor).0, 0), None);
}

fn dots(chip_name: &str, path_name: &str, ab: &str, cd: &str, kind_name: &str) -> Dots {
    let [a, d] = [ab, cd].map(|name| number(name).unwrap_or_else(|| panic!("{name}")));
    let asked = Asked {
        target: chip(chip_name).unwrap_or(0),
        path: path(path_name),
        kind: kind(kind_name).filter(|kind| !kind.is_empty()),
        formats: [a, a, d],
        scale: scale("ue4m3").filter(|_| kind_name == "mxf4nvf4"),
        block: None,
    };
    Dots::new(asked, Mode::Rn, Form::Fields)
}

#[test]
fn a_line_is_an_element() {
    let mut volta = dots("V100", "mma.sync", "fp16", "fp32", "");
    assert_eq!(volta.evaluate(b"bafbb9b5b8fb3798 3483af243752bb4c 3f5e3fb2"), "bc834040");
    assert_eq!(volta.evaluate(b"bafbb9b5b8fb3798,3483AF243752BB4C,3f5e3fb2\r"), "bc834040");
    let mut tensor = dots("A2", "mma.sync", "tf32", "fp32", "");
    assert_eq!(tensor.evaluate(b"3f9ba000be3860003f0b80003f6ae000\tbf7d6000c00b60003f0fe000bf98a000\t3f4e1f67"), "bf4b3755");
    // 64 times 1·1 under scales of one half and two.
    let mut nv = dots("B200", "tcgen05", "e2m1", "fp32", "mxf4nvf4");
    let line = format!("{} {} 00000000 30303030 40404040", "2".repeat(64), "2".repeat(64));
    assert_eq!(nv.evaluate(line.as_bytes()), "42800000");
    assert_eq!(nv.evaluate(&line.as_bytes()[..138]), "error\tcount\t0-138\tThis path needs the scales of A and of B after C.");
}

#[test]
fn what_is_wrong_stands_on_the_lines_place() {
    let mut half = dots("H100", "mma.sync", "fp16", "fp32", "");
    let eight = "3c00".repeat(8);
    for (line, said) in [
        (String::new(), "error\tempty\t0-0\t"),
        ("3c00 3c00".into(), "error\tcount\t0-9\t"),
        (format!("{eight} {eight} 0 1 2 3"), "error\tcount\t72-73\t"),
        (format!("{eight} {eight} 00000000 00"), "error\tcount\t75-77\tThis path has no scales."),
        (format!("{eight}3 {eight} 00000000"), "error\tlength\t0-33\tThere are 33 hexadecimal digits"),
        (format!("{eight} {} 00000000", &eight[4..]), "error\tlength\t33-61\tThere are 7 codes of B for 8 of A."),
        (format!("{eight} {} 00000000", eight.replacen("3c00", "3x00", 1)), "error\tdigit\t33-37\t"),
        (format!("{eight} {eight} 0000000000000000"), "error\tlength\t66-82\tC is one code of F32, not 2."),
        ("3c003c003c00 3c003c003c00 00000000".into(), "error\tk\t0-12\tNo K of 3 here: it is a multiple of 4."),
        ("\u{e4} 1 2".into(), "error\tlength\t0-2\t"),
    ] {
        assert!(half.evaluate(line.as_bytes()).starts_with(said), "{line}: {}", half.evaluate(line.as_bytes()));
    }
    let mut six = dots("RTX 50", "mma.sync", "e3m2", "fp32", "f8f6f4");
    assert!(six.evaluate(b"4000 0000 00000000").starts_with("error\trange\t0-2\tA code of E3M2 has 6 bits."));
}
