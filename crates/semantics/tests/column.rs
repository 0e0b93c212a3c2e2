//! Columns made narrow: figures against sums of single elements, files and texts, pictures.

use semantics::column::{Asked, Column, Found, Report, Row, SOURCES, STRETCH, Source, Study, WORST, npy, rows};
use semantics::exact::Natural;
use semantics::microscaling::{Element, Fate, ScaleRule, quantize, tensor_scale};
use semantics::number::{BF16, F16, F32, F64, Format, Pattern, Random, S16, U8};
use semantics::trace::Scaled;
use semantics::wire::{read, written};
use std::ops::Add;

const ONE: u64 = 0x3f80_0000;

fn study(file: Vec<u8>, drawn: Option<usize>, rule: ScaleRule) -> Report {
    let mut study = Study::new(Asked { source: Source::Given, seed: 0, chosen: 0, rule, tensor: ONE, own: String::new(), drawn }, file);
    while study.go_on() {}
    let report = study.report();
    assert_eq!(read::<Report>(&written(&report)), Some(report.clone()));
    report
}

fn array(format: &'static Format, shape: &[usize], numbers: &[u64]) -> Vec<u8> {
    let mut file = npy::head(format, shape).expect("a format of NumPy's");
    file.extend(npy::bytes(format, numbers.iter().map(|bits| Pattern::new(format, *bits))));
    file
}

/// Value less number.
fn off(element: &Element) -> Scaled {
    let mut number = Scaled::from(element.number.unpacked().exact);
    number.negative = !number.negative;
    Scaled::sum(&[element.value.clone().expect("a value"), number])
}

fn squares<'a>(all: impl Iterator<Item = Scaled> + 'a) -> Scaled {
    let squares = all.map(|one| Scaled { negative: false, magnitude: one.magnitude.times(&one.magnitude), exponent: 2 * one.exponent });
    squares.fold(Scaled { negative: false, magnitude: Natural::default(), exponent: 0 }, |sum, one| Scaled::sum(&[sum, one]))
}

/// The double nearest to a number.
fn host(number: &Scaled) -> f64 {
    f64::from_bits(number.nearest(F64::ROW).bits)
}

/// Numbers of many sizes, with some zeros and some far beyond the others.
fn drawn(count: usize) -> Vec<u64> {
    let mut random = Random::new(48);
    let one = |_| match random.below(40) {
        0 => 0,
        1 => random.word() & 0x807f_ffff | (140 + random.below(30)) << 23,
        2 => random.word() & 0x807f_ffff | (60 + random.below(60)) << 23,
        _ => random.word() & 0x807f_ffff | (122 + random.below(6)) << 23,
    };
    (0..count).map(one).collect()
}

/// What [`quantize`] says of each element, block by block, added up without [`Study`]; rows have 16 numbers.
fn added_up(given: &[u64], row: &Row, found: &Found) {
    let largest = given.iter().map(|bits| bits & 0x7fff_ffff).max().expect("numbers");
    let tensor = row.tensor.unwrap_or_else(|| tensor_scale(&[largest], row.recipe));
    let blocks: Vec<Vec<Element>> =
        given.chunks(16).flat_map(|numbers| quantize(numbers, row.recipe, row.rule, tensor)).map(|block| block.elements).collect();
    let all = || blocks.iter().flatten();
    let name = row.name();
    let count = |fate: Fate| all().filter(|element| element.fate == fate).count() as u64;
    assert_eq!((found.saturated, found.flushed, found.lost), (count(Fate::Saturated), count(Fate::Flushed), 0), "{name}");
    assert_eq!((found.tensor, found.blocks), (tensor, blocks.len() as u64), "{name}");
    let shared = if row.recipe.is_per_tensor() { 32 } else { 8 * blocks.len() as u64 + if row.recipe.takes_exponent() { 0 } else { 32 } };
    assert_eq!(found.bits, u64::from(row.recipe.element.width()) * given.len() as u64 + shared, "{name}");
    // A power of two numbers, so that the mean is the sum with another exponent.
    let mut noise = squares(all().map(off));
    let signal = squares(given.iter().map(|bits| Pattern::new(F32::ROW, *bits).unpacked().exact.into()));
    assert_eq!(found.sqnr, Some((1000.0 * (host(&signal) / host(&noise)).log10()).round() as i64), "{name}");
    noise.exponent -= given.len().trailing_zeros() as i32;
    assert_eq!(f64::from_bits(found.mse), host(&noise), "{name}");
    let errors: Vec<f64> = all().map(|element| host(&off(element))).collect();
    let most = errors.iter().fold(0.0, |most: f64, error| most.max(error.abs()));
    assert_eq!(f64::from_bits(found.largest).abs(), most, "{name}");
    assert_eq!(errors[found.at], f64::from_bits(found.largest), "{name}");
    // The worst blocks are the worst, in their order.
    let mut sums: Vec<(f64, usize)> =
        blocks.iter().enumerate().map(|(place, block)| (host(&squares(block.iter().map(off))), place * 16)).collect();
    sums.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let firsts: Vec<usize> = found.worst.iter().map(|worst| worst.first).collect();
    assert_eq!(firsts, sums[..WORST].iter().map(|sum| sum.1).collect::<Vec<_>>(), "{name}");
    let outliers = given.chunks(16).filter(|numbers| {
        let mut sizes: Vec<u64> = numbers.iter().map(|bits| bits & 0x7fff_ffff).collect();
        sizes.sort_unstable();
        f64::from(f32::from_bits(sizes[15] as u32)) > 16.0 * f64::from(f32::from_bits(sizes[7] as u32))
    });
    assert_eq!(found.outliers, outliers.count() as u64, "{name}");
    let zeros = all().filter(|element| element.value.as_ref().is_some_and(|value| value.magnitude.is_zero())).count();
    let sizes = &found.sizes;
    assert_eq!((sizes.zeros, sizes.counts.iter().flatten().sum::<u32>() as usize), (zeros as u64, given.len() - zeros), "{name}");
    let ones = all().filter_map(|element| element.value.as_ref()).filter(|value| !value.magnitude.is_zero() && value.leading() == 0);
    let counted = |sign: usize| sizes.counts[sign].get(usize::try_from(-sizes.from).unwrap_or(usize::MAX)).copied().unwrap_or(0);
    assert_eq!(counted(1), ones.clone().filter(|one| !one.negative).count() as u32, "{name}");
    assert_eq!(counted(0), ones.filter(|one| one.negative).count() as u32, "{name}");
}

#[test]
fn figures_are_those_of_the_elements() {
    // More than one step takes.
    let given = drawn(1 << 15);
    let report = study(array(F32::ROW, &[1 << 11, 16], &given), None, ScaleRule::Widening);
    assert_eq!((report.count, report.row, report.channels, report.special), (1 << 15, 16, 1, 0));
    let rows = rows(ScaleRule::Widening, ONE, None);
    assert_eq!((rows.len(), report.found.len()), (11, 11));
    for (row, found) in rows.iter().zip(&report.found) {
        added_up(&given, row, found);
    }
    // One row alone gives the same.
    let alone = study(array(F32::ROW, &[1 << 11, 16], &given), Some(5), ScaleRule::Widening);
    assert_eq!((&alone.found[..], alone.progress.0 <= alone.progress.1 + 1), (&report.found[5..6], true));
}

#[test]
fn what_is_no_number_is_left_out() {
    let mut given = vec![ONE; 96];
    given[40] = 0x7f80_0000;
    let report = study(array(F32::ROW, &[96], &given), None, ScaleRule::Floor);
    assert_eq!(report.special, 1);
    for (row, found) in rows(ScaleRule::Floor, ONE, None).iter().zip(&report.found) {
        let lost = if row.recipe.is_per_tensor() { 96 } else { row.recipe.size as u64 };
        assert_eq!(found.lost, lost, "{}", row.name());
        // A one is a one in every format whose factor is a power of two, and where all is lost there is no error either.
        let is_exact = row.recipe.takes_exponent() || row.recipe.is_per_tensor();
        assert_eq!(is_exact, (found.mse, found.sqnr) == (0, None), "{}", row.name());
    }
    assert_eq!(study(b" \n".to_vec(), None, ScaleRule::Floor).refused, "There is no number here.");
}

#[test]
fn a_text_is_read_or_its_line_is_named() {
    let read = |text: &str, chosen| Column::read(text.as_bytes(), chosen);
    assert_eq!(
        read("1, 2.5\n\n[0x3f800000]", 0).map(|column| (column.numbers, column.row)),
        Ok((vec![0x3f80_0000, 0x4020_0000, 0x3f80_0000], 3))
    );
    let of_lines = |length: usize| read(&"1 ".repeat(length).add("\n").repeat(3), 0).map(|column| (column.numbers.len(), column.row));
    assert_eq!([2, 31, 32].map(of_lines), [Ok((6, 6)), Ok((93, 93)), Ok((96, 32))]);
    assert_eq!(read("1;2\n3;0.5\n", 2).map(|column| column.numbers), Ok(vec![0x4000_0000, 0x3f00_0000]));
    for (text, chosen, part) in [
        ("1\n2\nthree", 0, "Line 3: `three`"),
        ("1,2\n3", 2, "Line 2: there is nothing in column 2."),
        ("1\n0x3c00", 0, "Line 2: `0x3c00` is a pattern of 16 bits"),
        ("", 0, "There is no number here."),
    ] {
        let error = read(text, chosen).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(Column::read(&array(F32::ROW, &[1], &[ONE]), 1).expect_err("an array").contains("Columns are chosen from a text"));
    assert!(Column::read(&[0xff, 0xfe, 0], 0).expect_err("no text").contains("neither"));
}

#[test]
fn an_array_is_read_or_the_reason_is_given() {
    for (format, bits, single) in
        [(F16::ROW, 0x3c01, 0x3f80_2000), (F64::ROW, 0x3ff0_0000_1000_0001, 0x3f80_0001), (S16, 0xfffd, 0xc040_0000)]
    {
        let column = Column::read(&array(format, &[2], &[bits, 0]), 0).expect("an array");
        assert_eq!((column.numbers, column.is_bytes), (vec![single, 0], false), "{}", format.name);
    }
    let upright = Column::read(&array(F32::ROW, &[2, 1], &[ONE, ONE]), 0).expect("an array");
    assert_eq!((upright.row, upright.numbers.len()), (2, 2));
    // A picture with its colours side by side, and the same as planes.
    let picture = Column::read(&array(U8, &[1, 2, 3], &[1, 2, 3, 4, 5, 6]), 0).expect("an array");
    let planes = Column::read(&array(U8, &[3, 1, 2], &[1, 4, 2, 5, 3, 6]), 0).expect("an array");
    assert_eq!((picture.row, picture.channels, picture.is_bytes, &picture), (2, 3, true, &planes));
    let good = array(F32::ROW, &[2, 1], &[ONE, ONE]);
    let with = |from: &str, to: &str| {
        let place = good.windows(from.len()).position(|part| part == from.as_bytes()).expect("a part of the head");
        let mut file = good.clone();
        file.splice(place..place + from.len(), to.bytes());
        file
    };
    let named = |file: &[u8], format| npy::read(file, format).map(|array| array.numbers().collect::<Vec<_>>());
    for (file, part) in [
        (with("'<f4'", "'>f4'"), "highest byte first"),
        (with("False", "True "), "order of Fortran"),
        (with("'<f4'", "'<c8'"), "<c8"),
        (with("'<f4'", "[('a"), "records"),
        (with("'<f4'", "'<V4'"), "no name"),
        (with("(2, 1)", "(3, 1)"), "8 bytes of numbers"),
        (good[..40].to_vec(), "cut off"),
        (good[..9].to_vec(), "cut off"),
    ] {
        let error = npy::read(&file, None).expect_err(part);
        assert!(error.contains(part), "{part}: {error}");
    }
    assert!(named(&good, Some(F16::ROW)).is_err_and(|why| why.contains("holds f32, not f16")));
    let mut brain = with("'<f4'", "'<V2'");
    assert!(named(&brain, Some(BF16::ROW)).is_err_and(|why| why.contains("8 bytes")));
    brain.truncate(brain.len() - 4);
    assert_eq!(named(&brain, Some(BF16::ROW)), Ok(vec![0, 0x3f80]));
    assert!(named(&brain, Some(F32::ROW)).is_err_and(|why| why.contains("V2, which are not as long as f32")));
}

#[test]
fn a_picture_is_shaded_before_and_after() {
    // Blocks of 32 whose largest number is 255: the factor is 2^5, and 6 · 32 stands for it.
    let numbers: Vec<u64> = (0..64).map(|place| if place % 32 == 31 { 255 } else { place % 32 }).collect();
    let report = study(array(U8, &[2, 32], &numbers), Some(4), ScaleRule::Floor);
    let picture = report.picture.expect("a picture");
    let bytes: Vec<u8> = numbers.iter().map(|number| *number as u8).collect();
    assert_eq!((picture.ends, &picture.before.0), ([0, 0x437f_0000], &bytes));
    let block: Vec<u64> = numbers[..32].iter().map(|number| u64::from((*number as f32).to_bits())).collect();
    let elements = &quantize(&block, rows(ScaleRule::Floor, ONE, None)[4].recipe, ScaleRule::Floor, ONE)[0].elements;
    let values: Vec<u8> = elements.iter().map(|element| host(element.value.as_ref().expect("a value")) as u8).collect();
    assert_eq!(picture.after.0[..32], values[..]);
    assert_eq!((picture.after.0.len(), values[31]), (64, 192));
    // The largest error, -63, is the darkest, and zero is in the middle.
    let difference = &picture.difference.0;
    assert_eq!((difference[31], difference[0], difference.len()), (1, 128, 64));
    assert_eq!(f64::from_bits(report.found[0].largest), -63.0);
    // One row of numbers is no picture, and neither is a list.
    assert_eq!(study(array(U8, &[64], &numbers), Some(4), ScaleRule::Floor).picture, None);
}

#[test]
fn the_examples_show_what_they_are_for() {
    for (source, _) in SOURCES.iter().filter(|(source, _)| *source != Source::Given) {
        let asked = Asked { source: *source, seed: 1, chosen: 0, rule: ScaleRule::Floor, tensor: ONE, own: String::new(), drawn: None };
        assert_eq!(read::<Asked>(&written(&asked)), Some(asked.clone()));
        let mut study = Study::new(asked, Vec::new());
        while study.go_on() {}
        let report = study.report();
        let rows = study.rows();
        let of = |key: &str| rows.iter().position(|row| row.recipe.key == key).map(|place| &report.found[place]).expect("a row");
        // Each bit more is worth some decibels.
        assert!(of("mxfp4").sqnr < of("mxfp6-e2m3").sqnr && of("mxfp8-e5m2").sqnr < of("mxfp8-e4m3").sqnr);
        match source {
            Source::Gradient => {
                assert_eq!((report.count, report.row), (64 * 128, 128));
                // The blocks with a pixel beyond white are the worst of MXFP4, and their dark pixels are lost.
                let worst: Vec<(usize, bool)> = of("mxfp4").worst[..2].iter().map(|worst| (worst.first, worst.outlier)).collect();
                assert_eq!((worst.contains(&(20 * 128 + 32, true)), STRETCH), (true, 32));
            }
            _ => assert_eq!((report.count, report.special), (1 << 16, 0)),
        }
    }
}
