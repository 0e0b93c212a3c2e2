//! Dot products on chips: what each makes of a preset, where two ways part, and which chip gave these answers.

use semantics::dot::presets::{BYTES, millionths, percent, positive, row};
use semantics::dot::{Case, Preset, judged, presets, promoted, split};
use semantics::number::{BF16, E4M3, E5M2, F16, F32, Format, Pattern, TF32};
use semantics::tensor_core::{Path, TABLE, find, target};
use semantics::trace::{Scaled, Silent};

fn preset(name: &str) -> Preset {
    presets().into_iter().find(|preset| preset.name == name).unwrap_or_else(|| panic!("{name}"))
}

#[track_caller]
fn says(name: &str, words: &[&str]) {
    let preset = preset(name);
    let sentence = preset.sentence();
    assert!(words.iter().all(|word| sentence.contains(word)), "{sentence}");
    assert!(preset.case.fits(preset.row) && preset.row.targets.contains(&target(preset.chip).expect("a chip")));
}

#[test]
fn the_ones_are_lost_one_by_one() {
    says("2^24 and ones", &["stays at 16777216.0,", "V100 gives 16777216.0,", "A100 16777232.0,", "H100 16777232.0."]);
}

#[test]
fn the_sum_grows_as_c_shrinks() {
    let case = preset("larger c, smaller sum").case;
    let d = |case: &Case| case.run(row("V100", Path::MmaSync, case), &mut Silent);
    let (one, less) = (Case { c: 0x3f80_0000, ..case.clone() }, case);
    assert_eq!((d(&one).bits, d(&less).bits), (0x3f80_0000, 0x3f80_0001));
    says("larger c, smaller sum", &["with c = 1 the sum is 1.0,", "it is ≈ 1.0000001."]);
}

#[test]
fn two_chips_give_nothing_and_one_does() {
    says("0, 0 and not 0", &["V100 gives 0.0, A100 0.0, H100 112.0."]);
}

#[test]
fn promotion_mends_most_of_the_14_bits() {
    let case = positive(BYTES, 4096, 8);
    let row = row("H100", Path::Wgmma, &case);
    let plain = millionths(case.run(row, &mut Silent), &case).expect("a share");
    let mended = millionths(promoted(&case, row, 128), &case).expect("a share");
    assert!(mended * 10 < plain, "{mended} {plain}");
    says("14 bits of FP8", &[&percent(Some(plain)), &percent(Some(mended))]);
}

#[test]
fn sums_in_halves_lose_more() {
    let case = preset("f16 or f32 sums").case;
    let wide = Case { formats: HALF, ..case.clone() };
    let off = |case: &Case| millionths(case.run(row("H100", Path::MmaSync, case), &mut Silent), case).expect("a share");
    assert!(off(&case) > 100 * off(&wide), "{} {}", off(&case), off(&wide));
}

#[test]
fn a_sum_stands_still() {
    says("a sum that stands still", &["are 2064;", "and 2048.0 stays"]);
}

#[test]
fn halves_of_k_give_other_bits() {
    let case = preset("K in two halves").case;
    let row = row("H100", Path::MmaSync, &case);
    let all = [case.run(row, &mut Silent), split(&case, row, 2), split(&case, row, 4)];
    assert!(all[0] != all[1] && all[1] != all[2], "{all:?}");
}

#[test]
fn narrow_formats_are_another_sum() {
    let preset = preset("MXFP8 and NVFP4");
    assert_eq!((preset.way().as_str(), preset.case.scales[0].len()), ("tcgen05-mxf4nvf4-UTCOMMA-ue4m3-16", 4));
    // Worked out beside this project, in fractions: the blocks by the rules of the formats, the sums exactly, then cut to 24 bits.
    says("MXFP8 and NVFP4", &["H100 gives ≈ 325.60608,", "on B200 ≈ 304.0642,", "shown here) ≈ 313.60547."]);
}

#[test]
fn orders_and_parting_numbers() {
    let case = preset("2^24 and ones").case;
    let a100 = row("A100", Path::MmaSync, &case);
    assert_eq!(case.orders(a100, 20, 1), (1, 0));
    let mixed = Case::drawn(HALF, None, 64, 1);
    assert!(mixed.orders(a100, 50, 1).0 > 1);
    let ways = case.ways(a100, "A100").into_iter().filter(|way| way.d.bits == 0x4b80_0000);
    assert!(ways.flat_map(|way| way.rows).any(|row| row.chips == "V100"));
    let h100 = row("H100", Path::MmaSync, &case);
    let found = Case::parting_two(HALF, [a100, h100], 1).expect("an input");
    assert_ne!(found.run(a100, &mut Silent), found.run(h100, &mut Silent));
    assert!(found.codes[0].iter().filter(|code| **code != 0).count() < 8);
    assert!(Case::parting_two(HALF, [h100, row("B200", Path::MmaSync, &case)], 1).is_none());
}

/// A sum that cancels: 2^24 + ones - 2^24.
fn cancelling() -> Case {
    let texts = ["4096, 14*1, -4096", "4096, 14*1, 4096", "0", "", ""];
    Case::read([F16::ROW, F16::ROW, F32::ROW], None, texts).expect("a case")
}

#[test]
fn sums_beside_are_what_they_say() {
    let case = cancelling();
    let exact = case.exact().expect("a number");
    assert_eq!((exact.decimal(), exact.nearest(F32::ROW).digits()), ("14".into(), "14.0".into()));
    // The loop loses every one: 2^24 + 1 is a tie.
    assert_eq!(case.chain().digits(), "0.0");
    let infinite = Case::plain([F16::ROW, F16::ROW, F32::ROW], vec![0x7c00], vec![0x3c00], 0);
    assert!(infinite.exact().is_none());
    assert_eq!((infinite.chain().bits, Case { c: 0xff80_0000, ..infinite }.chain().is_nan()), (0x7f80_0000, true));
}

#[test]
fn the_chain_is_the_hosts() {
    for seed in 0..200 {
        let case = Case::drawn([BF16::ROW, BF16::ROW, F32::ROW], None, 24, seed);
        let single = |pattern: Pattern| f32::from_bits((pattern.bits as u32) << 16);
        let host = (0..24).fold(f32::from_bits(case.c as u32), |sum, k| single(case.pair(k)[0]).mul_add(single(case.pair(k)[1]), sum));
        assert_eq!(case.chain().bits, u64::from(host.to_bits()), "seed {seed}");
        // The correctly rounded sum lies within half a unit of the exact one: its neighbours do not come nearer.
        let exact = case.exact().expect("a number");
        let off = |pattern: Pattern| {
            let away = Scaled { negative: !exact.negative, ..exact.clone() };
            Scaled::sum(&[Scaled::from(pattern.exact().expect("a number")), away])
        };
        let least = off(exact.nearest(F32::ROW));
        for other in [exact.nearest(F32::ROW).next_up(), exact.nearest(F32::ROW).next_down()].into_iter().flatten() {
            let sum = Scaled::sum(&[Scaled { negative: false, ..off(other) }, Scaled { negative: true, ..least.clone() }]);
            assert!(!sum.negative, "seed {seed}");
        }
    }
}

#[test]
fn ways_say_where_they_part() {
    let case = cancelling();
    let of = |target, path| find(target, path, "", case.formats, None, 16).expect("a row");
    let ways = case.ways(of(80, Path::MmaSync), "A100");
    let way = |chip: &str| ways.iter().find(|way| way.rows.iter().any(|row| row.chips.contains(chip))).expect(chip);
    assert_eq!((way("A100").d.digits(), &way("A100").parting), ("13.0".into(), &None));
    assert_eq!(way("H100").parting.as_deref(), Some("A100 first adds products 0 to 7, H100 products 0 to 15."));
    assert_eq!(way("V100").parting.as_deref(), Some("A100 first adds products 0 to 7, V100 products 0 to 3."));
    assert!(std::ptr::eq(way("B200"), way("H100")) && way("H100").rows.len() > 4);
    let (parts, d) = case.parts(of(90, Path::MmaSync));
    let group = parts[0].group.as_ref().expect("a sum");
    assert_eq!((parts.len(), d, group.losing(), group.last), (1, way("H100").d, 0, -1));
    let picture = group.picture(Some(d)).expect("a picture");
    assert_eq!((picture.rows.len(), picture.last_place), (18, Some(-1)));
}

#[test]
fn windows_and_roundings_are_told_apart() {
    let case = |c: &str| Case::read([E4M3::ROW, E4M3::ROW, F32::ROW], None, ["32*1.125", "1", c, "", ""]).expect("a case");
    let of = |target, path| find(target, path, "", case("0").formats, None, 32).expect("a row");
    let said = |case: &Case, mine, name, chip: &str| {
        let ways = case.ways(mine, name);
        ways.into_iter().find(|way| way.rows.iter().any(|row| row.chips == chip)).and_then(|way| way.parting)
    };
    let fine = case("0x38800001");
    assert_eq!(said(&fine, of(90, Path::Wgmma), "H100", "RTX 50, GB10").as_deref(), Some("H100 cuts c below 2^-13, B200 below 2^-25."));
    let texts = ["32*1.125", "1", "0x3f800100", "", ""];
    let short = Case::read(case("0").formats, None, texts).expect("a case");
    assert!(said(&short, of(90, Path::Wgmma), "H100", "B200").is_some_and(|said| said.contains("begins with F2FP.UNPACK_B")));
}

const HALF: [&Format; 3] = [F16::ROW, F16::ROW, F32::ROW];

/// Lines with the answers of a chip.
fn answers(target: u32, count: u64) -> String {
    let row = find(target, Path::MmaSync, "", HALF, None, 16).expect("a row");
    let line = |seed| {
        let case = Case::drawn(HALF, None, 16, seed);
        format!("{} {:08x}\n", case.written(), case.run(row, &mut Silent).bits)
    };
    (0..count).map(line).collect()
}

#[test]
fn a_chip_is_known_by_its_answers() {
    for (target, chip) in [(80, "A100"), (90, "H100"), (70, "V100")] {
        let text = answers(target, 60);
        let judged = judged(HALF, None, &["# a comment", &text, "zz"].join("\n"));
        assert_eq!((judged.lines.len(), judged.unread.len(), judged.left), (60, 1, 0));
        assert!(judged.lines[0].0 == 2 && judged.unread[0].0 == 63, "{:?}", judged.unread);
        let [first, rest @ ..] = &judged.verdicts[..] else { panic!("no verdict") };
        assert!(first.right == 60 && first.first.is_none() && first.rows.iter().any(|row| row.chips.contains(chip)), "{chip}");
        assert!(rest.iter().all(|other| other.right < 60 && other.first.is_some()), "{chip}");
        // Two rows of one way are no two ways.
        assert_eq!(
            rest.iter().chain([first]).map(|verdict| verdict.rows.len()).sum::<usize>(),
            TABLE.iter().filter(|row| judged.lines[0].1.fits(row)).count()
        );
    }
}

#[test]
fn ways_that_part_at_one_length_are_two() {
    // H100's mma.sync adds 24 products in three sums, its wgmma in two of 16, the second half empty.
    let line = |length: usize| format!("{0} {0} 00000000 3f800000\n", "3c00".repeat(length));
    let ways = |text: &str| judged(HALF, None, text).verdicts.len();
    assert!(ways(&line(16)) < ways(&[line(16), line(24)].concat()));
}

#[test]
fn lines_that_mean_nothing_say_why() {
    let long = format!("{0} {0} 00000000 3f800000", "3c00".repeat(257));
    for (line, why) in [
        ("3c00 3c00 00000000", "What was seen is missing"),
        ("3c00 3c003c00 00000000 3f800000", "There are 1 codes of A, 2 of B"),
        ("3c0 3c00 00000000 3f800000", "There are 3 hexadecimal digits"),
        ("3c00 3c00 00000000 3f80", "There are 4 hexadecimal digits"),
        ("1 2 3 4 5 6", "Wanted are 3 groups"),
        (&long, "There are 257 products; there is room for 256."),
    ] {
        let judged = judged(HALF, None, line);
        assert!(
            judged.verdicts.is_empty() && judged.unread.len() == 1 && judged.unread[0].1.starts_with(why),
            "{line}: {:?}",
            judged.unread
        );
    }
}

/// An H100 (driver 580.159.04, CUDA 13.0, asked on 26 November 2026) gives +0 for a negative sum that is too small for the format.
#[test]
fn a_sum_that_rounds_to_zero_is_plus_zero() {
    let answers = [
        (Path::MmaSync, F16::ROW, F16::ROW, 16, 1, [0x8001, 0x0400, 0], 0),
        (Path::MmaSync, F16::ROW, F16::ROW, 16, 1, [0x8001, 0x0400, 0x8000], 0),
        (Path::MmaSync, F16::ROW, F16::ROW, 16, 1, [0x8001, 0x3c00, 0], 0x8001),
        (Path::MmaSync, BF16::ROW, F32::ROW, 16, 1, [0x9900, 0x1900, 0x8000_0000], 0),
        (Path::MmaSync, BF16::ROW, F32::ROW, 16, 1, [0x9c00, 0x1c00, 0], 0x8000_0080),
        (Path::MmaSync, TF32, F32::ROW, 8, 1, [0x9900_0000, 0x1880_0000, 0], 0),
        (Path::Wgmma, E5M2::ROW, F16::ROW, 32, 32, [0x81, 0x01, 0], 0),
        (Path::Wgmma, E5M2::ROW, F16::ROW, 32, 32, [0x81, 0x04, 0], 0),
        (Path::Wgmma, BF16::ROW, F32::ROW, 16, 16, [0x9900, 0x1880, 0], 0),
    ];
    for (path, ab, d, length, filled, [a, b, c], expected) in answers {
        let codes = |code: u64| (0..length).map(|place| if place < filled { code } else { 0 }).collect::<Vec<_>>();
        let case = Case { formats: [ab, ab, d], codes: [codes(a), codes(b)], c, ..preset("f16 or f32 sums").case };
        let given = case.run(row("H100", path, &case), &mut Silent).bits;
        assert_eq!(given, expected, "{path:?} {} {a:x} {b:x} {c:x}", ab.name);
    }
}
