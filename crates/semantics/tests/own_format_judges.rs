//! Formats of one's own, those of P3109 and those without -0, as gfloat and ml_dtypes have them.

use crate::own_formats::{MODES, own};
use flate2::read::GzDecoder;
use semantics::number::{Class, Encoding, F16, F32, F64, Pattern};
use semantics::oracle::oracle;
use semantics::rounding::{Mode, round_into};
use std::io::Read;

/// The double that bits of a format stand for, as other libraries write it.
fn double(pattern: Pattern) -> Option<u64> {
    match pattern.exact() {
        _ if pattern.is_nan() => None,
        None => Some(F64::ROW.infinity().unwrap() | u64::from(pattern.is_negative()) << 63),
        Some(exact) if exact.is_zero() => Some(u64::from(pattern.is_negative()) << 63),
        Some(exact) => Some(round_into(F64::ROW, exact.widen(), Mode::Rn).0),
    }
}

fn read(word: &str) -> Option<u64> {
    (word != "nan").then(|| u64::from_str_radix(word, 16).unwrap())
}

fn hex_words(digits: &str, each: usize) -> Vec<u64> {
    digits.as_bytes().chunks_exact(each).map(|word| u64::from_str_radix(std::str::from_utf8(word).unwrap(), 16).unwrap()).collect()
}

/// Of which sources a difference speaks.
type Holds = fn(Pattern) -> bool;

/// Where ml_dtypes 0.6.0 differs: on powers of two. The MX document (OCP, 1.0) has no conversion of single numbers to them, so ours is NVIDIA's,
/// which saturates; of a subnormal single theirs is no nearest one.
const DIFFERENCES: [(&str, Holds, u64); 4] = [
    ("zero is no power of two: the smallest one here, a NaN there", |source| source.exact().is_some_and(|exact| exact.is_zero()), 6),
    ("there is no sign: the power of the magnitude here, a NaN there", |source| source.is_finite() && source.is_negative(), 31_998),
    ("beyond the largest power of two: that one here, a NaN there", |source| source.bits >= 0x7f40_0000 && source.is_finite(), 5),
    (
        "a subnormal single above 2^-127: the nearest power here, 2^-126 there",
        |source| source.format == F32::ROW && source.class() == Class::Subnormal,
        2,
    ),
];

/// A number as ml_dtypes converts it to nearest, compared with our rounding: whether there was an answer, and which difference it is.
fn compared(source: Pattern, theirs: Pattern) -> (u64, Option<usize>) {
    let format = theirs.format;
    let bits = match source.exact() {
        // Which code is a NaN's is a convention of its own; a format without infinity has none for one either.
        None if source.is_nan() && format.nan().is_none() => return (0, None),
        None if source.is_nan() => format.default_nan,
        None => format.with_sign(source.is_negative(), format.infinity().or(format.nan()).unwrap_or(format.largest())),
        Some(exact) if exact.is_zero() => format.with_sign(source.is_negative(), 0),
        Some(exact) => round_into(format, exact.widen(), Mode::Rn).0,
    };
    let ours = Pattern::new(format, bits);
    if ours.bits == theirs.bits || (ours.is_nan() && theirs.is_nan()) {
        return (1, None);
    }
    let known = DIFFERENCES.iter().position(|row| format.encoding == Encoding::Scale && row.1(source));
    assert!(known.is_some(), "{} {:x} {}: {ours:x?} {theirs:x?}", source.format.name, source.bits, format.name);
    (1, known)
}

/// The value tables that P3109's working group publishes (P3109/Public, Value Tables) have gfloat's values in binary8p3se and binary8p1ue, but
/// they print the code of the NaN as an infinity, too. Of a number below zero gfloat gives a number that formats without a sign do not have;
/// here it is refused, so none is asked.
///
/// Every code and rounded numbers of gfloat 0.5.2, and every half and some singles as ml_dtypes 0.6.0 converts them.
#[test]
fn gfloat_and_ml_dtypes_give_the_same() {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("data/own_formats.txt.gz")[..]).read_to_string(&mut text).expect("gzip text");
    let (mut answers, mut numbers, mut converted, mut differences) = (0, Vec::new(), 0, [0; DIFFERENCES.len()]);
    let mut note = |(answers, difference): (u64, Option<usize>)| {
        converted += answers;
        difference.into_iter().for_each(|place| differences[place] += 1);
    };
    for line in text.lines() {
        let mut words = line.split(' ');
        let (kind, format) = (words.next().unwrap(), own(words.next().unwrap()));
        match kind {
            "codes" => {
                let codes: Vec<Option<u64>> = words.map(read).collect();
                assert_eq!(codes.len() as u64, format.mask() + 1, "{}", format.name);
                for (bits, wanted) in (0..).zip(codes) {
                    assert_eq!(double(Pattern::new(format, bits)), wanted, "{} {bits:x}", format.name);
                    answers += 1;
                }
            }
            "numbers" => numbers = words.filter_map(read).collect(),
            "halves" => {
                let codes = hex_words(words.next().unwrap(), 2);
                assert_eq!(codes.len(), 1 << 16);
                let halves = (0..).map(|bits| Pattern::new(F16::ROW, bits)).zip(codes);
                halves.for_each(|(half, code)| note(compared(half, Pattern::new(format, code))));
            }
            "singles" => {
                let (singles, codes) = (hex_words(words.next().unwrap(), 8), hex_words(words.next().unwrap(), 2));
                assert_eq!(singles.len(), codes.len());
                let pairs = singles.into_iter().map(|bits| Pattern::new(F32::ROW, bits)).zip(codes);
                pairs.for_each(|(single, code)| note(compared(single, Pattern::new(format, code))));
            }
            mode => {
                let mode = MODES.into_iter().find(|known| known.name() == mode).unwrap();
                let wanted: Vec<Option<u64>> = words.map(read).collect();
                assert_eq!(wanted.len(), numbers.len());
                for (number, wanted) in numbers.iter().zip(wanted) {
                    let number = Pattern::new(F64::ROW, *number);
                    let exact = number.exact().unwrap();
                    let bits = match exact.is_zero() {
                        true => format.with_sign(number.is_negative(), 0),
                        false => round_into(format, exact.widen(), mode).0,
                    };
                    assert_eq!(double(Pattern::new(format, bits)), wanted, "{} {} {}", format.name, mode.name(), number.exact_decimal());
                    answers += 1;
                }
            }
        }
    }
    let (judge, allowed) = (oracle("own_formats.txt.gz"), DIFFERENCES.map(|row| row.2));
    assert_eq!((answers + converted, differences), (judge.answers, allowed));
    assert_eq!(allowed.iter().sum::<u64>(), judge.allowed);
}
