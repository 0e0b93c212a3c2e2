//! Tensor cores: what chips answered, and every row of the table against a second reading of the rules.
//!
//! Judges: the answers in data/tensor_core (there is its licence); `judge::window`; for what is no tensor operation, the host's fused
//! multiply-add and the crate `half`.

use crate::judge::operands::{edges, one};
use crate::judge::window::{self, Broken, converted, part};
use flate2::read::GzDecoder;
use semantics::number::{BF16, E4M3, E5M2, F16, F32, F64, Format, Pattern, Random, TF32};
use semantics::oracle::oracle;
use semantics::rounding::Mode;
use semantics::tensor_core::{Dot, Evidence, Fused, Method, Path, Row, Scale, Side, TABLE, element, find, target};
use semantics::trace::{Silent, Trace, text};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

/// One published answer.
pub struct Answer {
    pub gpu: String,
    pub row: &'static Row,
    pub format: &'static Format,
    pub a: Vec<u64>,
    pub b: Vec<u64>,
    pub c: Pattern,
    pub d: u64,
    pub line: String,
}

impl Answer {
    fn dot(&self) -> Dot<'_> {
        Dot { a: Side::plain(self.format, &self.a), b: Side::plain(self.format, &self.b), c: self.c, mode: Mode::Rn }
    }
}

/// The published answers that are part of the project.
pub fn published() -> Vec<Answer> {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("data/tensor_core/answers_sample.csv.gz")[..]).read_to_string(&mut text).expect("a packed table");
    let rows = text.lines().skip(1).map(|line| {
        let column: Vec<&str> = line.split(',').collect();
        let [gpu, ab, cd, path, _, a, b, c, d] = column[..] else { panic!("{line}") };
        let format = match ab {
            "fp16" => F16::ROW,
            "bf16" => BF16::ROW,
            "tf32" => TF32,
            "E4M3" => E4M3::ROW,
            "E5M2" => E5M2::ROW,
            _ => panic!("{ab}"),
        };
        let accumulator = if cd == "fp32" { F32::ROW } else { F16::ROW };
        let path = if path.starts_with("wgmma") { Path::Wgmma } else { Path::MmaSync };
        let number = |text: &str| u64::from_str_radix(text, 16).expect("hex");
        let digits = (format.width() + format.spare_bits) as usize / 4;
        let codes = |text: &str| (0..text.len() / digits).map(|k| number(&text[k * digits..(k + 1) * digits])).collect::<Vec<_>>();
        let (a, b) = (codes(a), codes(b));
        let row = find(target(gpu).expect(gpu), path, "", [format, format, accumulator], None, a.len()).expect(line);
        Answer { gpu: gpu.into(), row, format, a, b, c: Pattern::new(accumulator, number(c)), d: number(d), line: line.into() }
    });
    rows.collect()
}

/// Every answer comes out, and every row of the table that claims answers of a chip has its share of them: 2 in 25.
#[test]
fn chips_answers() {
    let answers = published();
    assert_eq!(answers.len() as u64, oracle("answers_sample.csv.gz").answers);
    let mut seen: BTreeMap<*const Row, u32> = BTreeMap::new();
    for answer in &answers {
        let ours = element(answer.row, &answer.dot(), &mut Silent);
        assert_eq!(ours, answer.d, "ours {ours:x}: {}", answer.line);
        let Evidence::Chips { names, .. } = answer.row.evidence else { panic!("{} has answers", answer.row.sass) };
        assert!(names.split(", ").any(|name| name == answer.gpu), "{}", answer.line);
        *seen.entry(answer.row).or_default() += 1;
    }
    for row in TABLE {
        let claimed = if let Evidence::Chips { answers, .. } = row.evidence { answers } else { 0 };
        assert_eq!(seen.get(&(row as *const Row)).copied().unwrap_or(0) * 25, claimed * 2, "{} {}", row.chips, row.sass);
    }
}

/// Sequences of other instructions call a product by its own k, in every instruction of a long row of A.
#[test]
fn sequences_count_k_through_all_instructions() {
    for (sass, k) in [("DMMA", 32), ("HADD2.F32, FFMA, FADD", 8), ("HADD2.F32, FMUL, FFMA, FADD, F2FP", 8)] {
        let row = TABLE.iter().find(|row| row.sass == sass).expect(sass);
        let codes = vec![row.inputs[0].one(); k];
        let side = Side::plain(row.inputs[0], &codes);
        let mut trace = Trace::default();
        element(row, &Dot { a: side, b: side, c: Pattern::new(row.accumulator, 0), mode: Mode::Rn }, &mut trace);
        let story = text::story(&trace);
        let number = |words: &str| words.split(|letter: char| !letter.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
        let named: BTreeSet<usize> = story.split("k = ").skip(1).filter_map(number).collect();
        assert_eq!(named, (0..k).collect(), "{sass}: {story}");
    }
}

/// Operands of which many are near each other, many are zeros, subnormal, infinite or no number.
fn some(format: &'static Format, count: usize, random: &mut Random) -> Vec<u64> {
    let edges = edges(format);
    let ordinary = random.flip();
    let mut code = || {
        let bits = one(format, &edges, random);
        // Most groups have no infinity and no NaN: they decide at once.
        let finite = if Pattern::new(format, bits).is_finite() || !ordinary { bits } else { 0 };
        (finite & format.mask()) << format.spare_bits
    };
    (0..count).map(|_| code()).collect()
}

#[test]
fn every_row_follows_its_rules() {
    for (number, row) in TABLE.iter().enumerate() {
        let mut random = Random::stream(20, number as u32);
        for round in 0..300 {
            let [x, y] = [0; 2].map(|_| random.one(row.inputs, row.inputs[0]));
            let (x, y) = if row.takes(x, y, row.accumulator) { (x, y) } else { (x, x) };
            // What a sparse A keeps are half as many products, with half as many in a block.
            let share = if row.is_sparse() { 2 } else { 1 };
            let k = random.one(row.k, row.k[0]) / share * if round % 4 == 0 { 2 } else { 1 };
            let (a, b) = (some(x, k, &mut random), some(y, k, &mut random));
            let scales =
                row.scale.map(|scale| [0; 2].map(|_| some(scale.format, k * share / scale.block, &mut random))).unwrap_or_default();
            let c = Pattern::new(row.accumulator, some(row.accumulator, 1, &mut random)[0]);
            let side = |format, codes, scales| Side { format, codes, scales };
            let dot = Dot { a: side(x, &a, &scales[0]), b: side(y, &b, &scales[1]), c, mode: Mode::Rn };
            let ours = element(row, &dot, &mut Silent);
            let theirs = by_rules(row, &dot);
            let nan = |bits| Pattern::new(row.accumulator, bits).is_nan();
            // Which NaN a double is, the host decides for itself.
            if *row.accumulator == F64::FORMAT && nan(ours) && nan(theirs) {
                continue;
            }
            assert_eq!(
                ours, theirs,
                "{} {} {} {dot:x?}: ours {ours:x}, by the rules {theirs:x}",
                row.chips, row.sass, row.accumulator.name
            );
            let mut trace = Trace::default();
            assert_eq!(element(row, &dot, &mut trace), ours, "listening changes nothing");
            assert!(!text::story(&trace).is_empty());
        }
    }
}

/// One instruction after another, by the second reading.
fn by_rules(row: &Row, dot: &Dot) -> u64 {
    let length = dot.a.codes.len();
    let share = if row.is_sparse() { 2 } else { 1 };
    let step = row.step(share * length) / share;
    let scale = row.scale.map(|scale| Scale { block: scale.block / share, ..scale });
    let block = scale.map_or(1, |scale| scale.block);
    let instruction = |c: Pattern, first: usize| {
        let sides = [dot.a, dot.b].map(|side| part(side, first, first + step, block));
        match &row.method {
            Method::Fused(how) => window::element(how, scale, sides, c, Broken::default()),
            Method::Unpacked(how) => Pattern { format: row.accumulator, bits: through_halves(how, sides, c, Broken::default()) },
            Method::Chain => Pattern { format: row.accumulator, bits: chain(sides, c.bits) },
            Method::Subroutine => Pattern { format: row.accumulator, bits: subroutine(row.accumulator, sides, c) },
        }
    };
    (0..length).step_by(step).fold(dot.c, instruction).bits
}

/// FP8 as two sums of products of halves and an addition.
fn through_halves(how: &Fused, sides: [Side; 2], c: Pattern, broken: Broken) -> u64 {
    in_sequence(how, sides, c, broken, ([[0, 1], [2, 3]], false))
}

/// The same with other bytes in each instruction, or with c in the first sum.
fn in_sequence(how: &Fused, [a, b]: [Side; 2], c: Pattern, broken: Broken, (order, c_first): ([[usize; 2]; 2], bool)) -> u64 {
    let mut sum = Pattern { format: how.register(), bits: if c_first { c.bits } else { 0 } };
    for bytes in order {
        let halves = |side: Side| -> Vec<u64> {
            let mine = side.codes.iter().enumerate().filter(|(k, _)| bytes.contains(&(k % 4)));
            mine.map(|(_, &code)| converted(side.format, code, F16::ROW)).collect()
        };
        let (a, b) = (halves(a), halves(b));
        sum = window::element(how, None, [Side::plain(F16::ROW, &a), Side::plain(F16::ROW, &b)], sum, broken);
    }
    if c_first {
        return sum.bits;
    }
    let single = |bits| f32::from_bits(converted(sum.format, bits, F32::ROW) as u32);
    packed(sum.format, single(c.bits) + single(sum.bits))
}

/// The host's number in a format of accumulators. A half that was added in single precision is rounded as if only once.
fn packed(format: &Format, value: f32) -> u64 {
    let bits = if value.is_nan() { 0x7fff_ffff } else { value.to_bits() };
    converted(F32::ROW, bits.into(), format)
}

/// Doubles in the host's fused multiply-adds.
fn chain([a, b]: [Side; 2], c: u64) -> u64 {
    let add = |c: f64, (&a, &b): (&u64, &u64)| f64::from_bits(a).mul_add(f64::from_bits(b), c);
    a.codes.iter().zip(b.codes).fold(f64::from_bits(c), add).to_bits()
}

/// The subroutine in the host's singles.
fn subroutine(accumulator: &Format, sides: [Side; 2], c: Pattern) -> u64 {
    let [a, b] = sides.map(|side| [0, 1, 2, 3].map(|k| f32::from_bits(converted(F16::ROW, side.codes[k], F32::ROW) as u32)));
    let c = f32::from_bits(converted(c.format, c.bits, F32::ROW) as u32);
    if *accumulator == F32::FORMAT {
        return packed(accumulator, c + (0..4).fold(0.0, |sum, k| a[k].mul_add(b[k], sum)));
    }
    packed(accumulator, c + a[1].mul_add(b[1], a[0] * b[0]) + a[3].mul_add(b[3], a[2] * b[2]))
}

/// What a way to be wrong makes of right rules.
type Wrong = fn(Fused) -> (Fused, Broken);

/// Ways to be wrong.
const WRONG: [(&str, Wrong); 5] = [
    ("F + 1", |right| (Fused { fraction: right.fraction + 1, ..right }, Broken::default())),
    ("F - 1", |right| (Fused { fraction: right.fraction - 1, ..right }, Broken::default())),
    ("L / 2", |right| (Fused { products: right.products / 2, ..right }, Broken::default())),
    ("c last", |right| (right, Broken { c_last: true, ..Broken::default() })),
    ("normalised", |right| (right, Broken { normalised: true, ..Broken::default() })),
];

/// Where the answers cannot tell a wrong rule from the right one. The widths of windows into halves, and tf32 beyond K = 4, rest
/// on the models.
#[rustfmt::skip]
const UNSEEN: [(&str, &str, &[&str]); 10] = [
    ("V100", "F16 to F16", &["F + 1", "F - 1", "c last", "normalised"]),
    ("A100, A2, A30, A40, RTX 30", "F16 to F16", &["F + 1", "F - 1", "c last", "normalised"]),
    ("RTX 40, L40S", "F16 to F16", &["F + 1", "F - 1", "c last", "normalised"]),
    ("H100, H200", "F16 to F16", &["F + 1", "F - 1", "c last", "normalised"]),
    ("H100, H200", "TF32 to F32", &["L / 2"]),
    // They have no c.
    ("H100, H200", "E4M3 to F32", &["c last"]),
    ("B200", "F16 to F16", &["F + 1", "c last"]),
    ("B200", "TF32 to F32", &["L / 2"]),
    // Random bytes lie too close together for a window of halves to cut any; it is that of HMMA, which has answers of its own. c is no part of it.
    ("B200", "E4M3 to F32", &["F + 1", "F - 1", "L / 2", "c last", "normalised"]),
    ("H100, H200, B200", "E4M3 to F16", &["F + 1", "F - 1", "c last", "normalised"]),
];

#[test]
fn wrong_rules_are_seen() {
    let all = published();
    let mut found = Vec::new();
    for row in TABLE.iter().filter(|row| matches!(row.evidence, Evidence::Chips { .. })) {
        let (Method::Fused(right) | Method::Unpacked(right)) = row.method else { continue };
        let mine: Vec<&Answer> = all.iter().filter(|answer| std::ptr::eq(answer.row, row)).collect();
        let agrees = |(how, broken): (Fused, Broken)| {
            let same = |answer: &&Answer| {
                let dot = answer.dot();
                let sides = [dot.a, dot.b];
                let d = match row.method {
                    Method::Unpacked(_) => through_halves(&how, sides, answer.c, broken),
                    _ => window::element(&how, None, sides, answer.c, broken).bits,
                };
                d == answer.d
            };
            mine.iter().all(same)
        };
        let types = format!("{} to {}", row.inputs[0].name, row.accumulator.name);
        assert!(agrees((right, Broken::default())), "{} {types}", row.chips);
        let unseen: Vec<&str> = WRONG.iter().filter(|(_, wrong)| agrees(wrong(right))).map(|(name, _)| *name).collect();
        if !unseen.is_empty() {
            found.push((row.chips, types, unseen));
        }
    }
    let expected: Vec<_> = UNSEEN.iter().map(|(chips, types, names)| (*chips, (*types).to_owned(), names.to_vec())).collect();
    assert_eq!(found, expected);
}

/// What FP8 through halves has of its own: which bytes go together, and that c comes last.
#[test]
fn wrong_sequences_are_seen() {
    let all = published();
    for row in TABLE.iter().filter(|row| matches!(row.evidence, Evidence::Chips { .. })) {
        let Method::Unpacked(how) = row.method else { continue };
        let agrees = |sequence| {
            let mine = all.iter().filter(|answer| std::ptr::eq(answer.row, row));
            let d = |answer: &Answer| {
                let dot = answer.dot();
                in_sequence(&how, [dot.a, dot.b], answer.c, Broken::default(), sequence)
            };
            mine.filter(|answer| d(answer) != answer.d).count() == 0
        };
        assert!(agrees(([[0, 1], [2, 3]], false)), "{}", row.sass);
        // Into singles no bit of a random byte is lost, whatever goes together.
        let told = *row.accumulator == F16::FORMAT;
        for (wrong, seen) in [(([[0, 2], [1, 3]], false), told), (([[2, 3], [0, 1]], false), told), (([[0, 1], [2, 3]], true), true)] {
            assert_eq!(!agrees(wrong), seen, "{} {wrong:?}", row.sass);
        }
    }
}
