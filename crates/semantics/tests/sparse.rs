//! A sparse A: `mma.sp` in kernels, as lines and in `ulp mma`. The judge of kernels is a plain product of matrices of small whole numbers, whose
//! sums are exact in any order, with indices written by loops over lanes.

use crate::matrices::HEAD;
use semantics::dot::{Asked, Case};
use semantics::instruction::{Context, Target, Version};
use semantics::kernel::argument::Argument;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::language;
use semantics::line::{Dots, Form};
use semantics::number::{BF16, E4M3, F16, F32, Format, Pattern, Random, TF32, U32};
use semantics::register_file::RegisterFile;
use semantics::rounding::{Mode, round_into};
use semantics::shadow::beside;
use semantics::tensor_core::{Grain, NotSparse, Path, find};
use semantics::trace::Silent;

/// A kernel's instruction: K, the names of D and A, and the bits of an element of A.
type Instruction = (u32, &'static str, &'static str, u32);

/// The bits of a whole number in a type.
fn code(name: &str, value: i64) -> u64 {
    if value == 0 {
        return 0;
    }
    let format: &'static Format = match name {
        "f16" => F16::ROW,
        "bf16" => BF16::ROW,
        "tf32" => TF32,
        "e4m3" => E4M3::ROW,
        "f32" => F32::ROW,
        "s8" => return (value & 0xff) as u64,
        "s4" => return (value & 15) as u64,
        _ => return (value & 0xffff_ffff) as u64,
    };
    let exact = semantics::exact::Exact { negative: value < 0, magnitude: u128::from(value.unsigned_abs()), exponent: 0 };
    round_into(format, exact, Mode::Rn).0 << format.spare_bits
}

/// Elements that the indices of a chunk keep, and in what pieces: halves of one, ones, pairs.
fn kept(bits: u32) -> usize {
    match bits {
        32 => 1,
        4 => 4,
        _ => 2,
    }
}

/// A random row of A of K elements with half of them left out: the row, what is kept in the order of its indices, and the indices.
fn row(k: usize, bits: u32, ordered: bool, random: &mut Random) -> (Vec<i64>, Vec<i64>, Vec<u64>) {
    let own = kept(bits);
    let (mut dense, mut packed, mut indices) = (vec![0; k], Vec::new(), Vec::new());
    for chunk in 0..k / (2 * own) {
        let mut value = || random.below(7) as i64 - 3;
        let values: Vec<i64> = (0..own).map(|_| value()).collect();
        let mut two = match bits {
            32 => {
                if random.flip() {
                    [0, 1]
                } else {
                    [2, 3]
                }
            }
            _ => {
                let first = random.below(4);
                [first, (first + 1 + random.below(3)) % 4]
            }
        };
        if ordered {
            two.sort_unstable();
        }
        for (at, value) in values.iter().enumerate() {
            let column = match bits {
                32 => two[0] as usize / 2,
                4 => 2 * two[at / 2] as usize + at % 2,
                _ => two[at] as usize,
            };
            dense[chunk * 2 * own + column] = *value;
        }
        packed.extend(values);
        indices.push(two[0] | two[1] << 2);
    }
    (dense, packed, indices)
}

/// A kernel with registers that each lane loads from its own words, and those words.
fn kernel(instruction: Instruction, ordered: bool, selector: u32, seed: u64) -> (String, [Vec<u64>; 4], Vec<i64>) {
    let (k, d, a, bits) = instruction;
    let mut random = Random::new(seed);
    let (k, own) = (k as usize, kept(bits));
    let rows: Vec<_> = (0..16).map(|_| row(k, bits, ordered, &mut random)).collect();
    let columns: Vec<Vec<i64>> = (0..8).map(|_| (0..k).map(|_| random.below(7) as i64 - 3).collect()).collect();
    let c: Vec<i64> = (0..128).map(|_| random.below(7) as i64 - 3).collect();
    let side = (32 / bits) as usize;
    let (of_a, of_b) = (16 * k / 2 / 32 / side, 8 * k / 32 / side);
    let mut given = [Vec::new(), Vec::new(), Vec::new(), vec![0; 128]];
    let chunks = k / (2 * own);
    for lane in 0..32usize {
        let (group, thread) = (lane / 4, lane % 4);
        for register in 0..of_a {
            let (row, first) = (group + register % 2 * 8, thread * side + register / 2 * 4 * side);
            let word = (0..side).fold(0, |word, at| word | code(a, rows[row].1[first + at]) << (at * bits as usize));
            given[0].push(word);
        }
        // Where elements have 16 bits and more, a lane has four chunks of each of its rows; else eight chunks of one of them.
        let mut word = random.word() & 0xffff_ffff;
        let lanes = (chunks / 4).max(1);
        if thread / lanes == selector as usize {
            let number = thread % lanes;
            let place = |row: usize, chunk: usize, at: usize| rows[row].2[chunk] << (4 * at);
            word = if bits >= 16 {
                (0..4).fold(0, |word, at| word | place(group, 4 * number + at, at) | place(group + 8, 4 * number + at, at + 4))
            } else {
                (0..8).fold(0, |word, at| word | place(group + number % 2 * 8, number / 2 * 8 + at, at))
            };
        }
        given[0].push(word);
        for register in 0..of_b {
            let first = thread * side + register * 4 * side;
            given[1].push((0..side).fold(0, |word, at| word | code(a, columns[group][first + at]) << (at * bits as usize)));
        }
        for at in 0..4 {
            given[2].push(code(d, c[(group + at / 2 * 8) * 8 + thread * 2 + at % 2]));
        }
    }
    let letter = if d == "f32" { 'f' } else { 'r' };
    let list = |letter: char, from: usize, count: usize| (from..from + count).map(|at| format!("{letter}{at}")).collect::<Vec<_>>();
    let (ra, rb, rc) = (list('r', 0, of_a + 1), list('r', 10, of_b), list(letter, 20, 4));
    let mut text = HEAD.to_owned();
    for (pointer, registers) in [('a', &ra), ('b', &rb), ('c', &rc), ('d', &rc)] {
        text += &format!("mul.wide.u32 w, l, {}; add.u64 {pointer}, {pointer}, w;\n", 4 * registers.len());
        for (at, register) in registers.iter().enumerate().filter(|_| pointer != 'd') {
            text += &format!("ld.global.b32 {register}, [{pointer}+{}];\n", 4 * at);
        }
    }
    let variant = if ordered { "sp::ordered_metadata" } else { "sp" };
    let braces = |names: &[String]| format!("{{{}}}", names.join(", "));
    text += &format!(
        "mma.{variant}.sync.aligned.m16n8k{k}.row.col.{d}.{a}.{a}.{d} {}, {}, {}, {}, {}, {selector};\n",
        braces(&rc),
        braces(&ra[..of_a]),
        braces(&rb),
        braces(&rc),
        ra[of_a]
    );
    rc.iter().enumerate().for_each(|(at, register)| text += &format!("st.global.b32 [d+{}], {register};\n", 4 * at));
    let product = |row: usize, column: usize| -> i64 { rows[row].0.iter().zip(&columns[column]).map(|(x, y)| x * y).sum() };
    let mut expected = Vec::new();
    for (lane, at) in (0..32).flat_map(|lane| (0..4).map(move |at| (lane, at))) {
        let (row, column) = (lane / 4 + at / 2 * 8, lane % 4 * 2 + at % 2);
        expected.push(product(row, column) + c[row * 8 + column]);
    }
    (text + "ret;\n}\n", given, expected)
}

fn launched(given: &[Vec<u64>; 4]) -> Launched {
    let arguments = given.iter().map(|words| Argument::List(U32, words.clone())).collect();
    Launched { arguments, threads: [32, 1, 1], ..Launched::default() }
}

const ALL: [Instruction; 10] = [
    (16, "f32", "f16", 16),
    (32, "f32", "f16", 16),
    (16, "f32", "bf16", 16),
    (32, "f32", "bf16", 16),
    (8, "f32", "tf32", 32),
    (16, "f32", "tf32", 32),
    (64, "f32", "e4m3", 8),
    (32, "s32", "s8", 8),
    (64, "s32", "s8", 8),
    (64, "s32", "s4", 4),
];

#[test]
fn kernels_multiply_what_is_kept() {
    let mut ran = 0;
    for instruction in ALL.into_iter().chain([(128, "s32", "s4", 4)]) {
        let (k, d, a, bits) = instruction;
        let lanes = (k as usize / (2 * kept(bits)) / 4).max(1) as u32;
        for (selector, ordered) in (0..4 / lanes).flat_map(|selector| [(selector, false), (selector, true)]) {
            let (text, given, expected) = kernel(instruction, ordered, selector, 3 + u64::from(k + selector));
            let module = Module::read(&text, &Context::default());
            assert!(module.diagnostics.is_empty(), "{text}: {:?}", module.diagnostics);
            let launched = launched(&given);
            let mut all = launched.begin(&module).unwrap();
            assert_eq!(all.run(&mut NoObserver), None, "{text}");
            let left: Vec<u64> = all.buffers[3].numbers(&all.machine.memory).iter().map(|number| number.bits).collect();
            assert_eq!(left, expected.iter().map(|value| code(d, *value)).collect::<Vec<_>>(), "m16n8k{k} {a}, selector {selector}");
            ran += 1;
        }
    }
    assert_eq!(ran, 50);
}

#[test]
fn kernels_refuse_what_has_no_meaning() {
    let (text, mut given, _) = kernel((16, "f32", "f16", 16), true, 2, 1);
    let module = |text: &str| Module::read(text, &Context::default());
    // Lane 6 has the indices of rows 1 and 9: the first of row 9 become two of one column.
    given[0][6 * 3 + 2] = given[0][6 * 3 + 2] & !0xf_0000 | 0x5_0000;
    let read = module(&text);
    let stop = launched(&given).begin(&read).unwrap().run(&mut NoObserver).expect("it stops");
    assert_eq!(stop.code, "not-sparse");
    assert!(
        stop.message.starts_with("Row 9 of A: The indices 0b0101 of the chunk of A from column 0 on have no meaning"),
        "{}",
        stop.message
    );
    for wrong in ["r2, 4;", "r2, r3;", "r2;", "r2, 2, 0;"] {
        let said = module(&text.replace("r2, 2;", wrong)).diagnostics;
        assert!(said.iter().any(|said| said.is_error()), "{wrong}: {said:?}");
    }
    // Indices that are not in order have a meaning without the word that asks for order.
    let (unordered, given, _) = kernel((16, "f32", "f16", 16), false, 0, 1);
    let read = module(&unordered.replace("mma.sp.", "mma.sp::ordered_metadata."));
    assert_eq!(launched(&given).begin(&read).unwrap().run(&mut NoObserver).map(|stop| stop.code), Some("not-sparse"));
}

/// Whole numbers are rounded nowhere, so the exact companion of each element is the element.
#[test]
fn companions_go_through_what_is_kept() {
    let (text, given, expected) = kernel((32, "f32", "f16", 16), false, 1, 9);
    let module = Module::read(&text, &Context::default());
    let launched = launched(&given);
    let mut all = launched.begin(&module).unwrap();
    let mut keeper = RunRecorder::new(&module, 100_000);
    assert_eq!(all.run(&mut keeper), None);
    let beside = beside(&module, &keeper.recording);
    let of_product = keeper.recording.records.iter().zip(beside).filter(|(record, _)| {
        keeper.recording.line(&module, record).is_some_and(|(_, line)| text[line.span.start as usize..].starts_with("mma.sp"))
    });
    let mut compared = 0;
    for (record, beside) in of_product {
        let exact = beside.and_then(|beside| beside.exact()).expect("an exact value");
        let whole = exact.strip_suffix(".0").unwrap_or(&exact);
        assert_eq!(whole, expected[4 * record.thread as usize].to_string(), "lane {}", record.thread);
        compared += 1;
    }
    assert_eq!(compared, 32);
}

/// The bits of the first result of a line, or the code of what refuses it.
fn line(text: &str, target: Target, registers: &[(&str, u64)]) -> Result<u64, String> {
    let reading = language::read(text, &Context { target, ptx: Version::NEWEST });
    let mut file = RegisterFile::default();
    registers.iter().for_each(|(name, bits)| file.set(name, *bits));
    if !reading.is_accepted() {
        return Err(reading.diagnostics()[0].code.to_owned());
    }
    let run = reading.run(&file).expect("a run");
    match run.broken_off() {
        Some((code, _)) => Err(code.to_owned()),
        None => Ok(run.results[0].bits),
    }
}

fn list(codes: &[u64], digits: usize) -> String {
    codes.iter().map(|code| format!("0x{code:0digits$x}")).collect::<Vec<_>>().join(", ")
}

/// A line of `mma.sp` gives what `mma` of half its K gives of what is kept, packed or with all zeros, and in lanes.
#[test]
fn lines_add_like_the_dense_instruction() {
    let mut random = Random::new(12);
    for round in 0..200 {
        let ordered = round % 2 == 0;
        let (places, _, indices) = row(32, 16, ordered, &mut random);
        let mut half = || F16::FORMAT.one() ^ (random.word() & 0x9fff);
        let (packed, b): (Vec<u64>, Vec<u64>) = ((0..16).map(|_| half()).collect(), (0..32).map(|_| half()).collect());
        let c = 0x3f80_0000 ^ random.word() & 0x807f_ffff;
        let word = indices.iter().rev().fold(0, |word, own| word << 4 | own);
        let (mut dense, mut met) = (vec![0; 32], Vec::new());
        for (at, code) in packed.iter().enumerate() {
            let column = at / 2 * 4 + (indices[at / 2] >> (2 * (at % 2)) & 3) as usize;
            dense[column] = *code;
            met.push(b[column]);
        }
        let head = if ordered { "mma.sp::ordered_metadata" } else { "mma.sp" };
        let tail = "sync.aligned.m16n8k32.row.col.f32.f16.f16.f32";
        let sparse = format!("{head}.{tail} {{d}}, {{{}}}, {{{}}}, {{0x{c:08x}}}", list(&packed, 4), list(&b, 4));
        let whole = format!("{head}.{tail} {{d}}, {{{}}}, {{{}}}, {{0x{c:08x}}};", list(&dense, 4), list(&b, 4));
        let half = format!(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{d}}, {{{}}}, {{{}}}, {{0x{c:08x}}};",
            list(&packed, 4),
            list(&met, 4)
        );
        for target in [Target::SM_80, Target::SM_90] {
            let wanted = line(&half, target, &[]);
            assert!(wanted.is_ok(), "{half}: {wanted:?}");
            assert_eq!(line(&format!("{sparse}, 0x{word:08x}, 0;"), target, &[]), wanted, "{sparse} {word:x}");
            assert_eq!(line(&format!("{sparse}, e;"), target, &[("e", word)]), wanted, "{sparse} {word:x}");
            assert_eq!(line(&whole, target, &[]), wanted, "{whole} {places:?}");
        }
    }
    // Lane 9 has rows 2 and 10, columns 2 and 3 of D. In row 2 the second half of each chunk is kept, in others the first.
    let whole = "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {d0, d1}, {a, a}, {b0, b1}, {c, c}, e, 1;";
    let ones = |lane: u64, first: u64| {
        let mut all = vec![("%laneid", lane), ("a", 0x3c00_3c00), ("e", 0x4444_4444), ("e@9", 0x4444_eeee)];
        all.extend([("b0", first), ("b1", first)]);
        all
    };
    // Of B all lanes hold 1 and 2, so each chunk has 1, 2, 1, 2: any two neighbours add up to 3.
    assert_eq!(line(whole, Target::SM_90, &ones(9, 0x4000_3c00)), Ok(0x4a00_4a00));
    for (text, said) in [
        (whole.replace(", e, 1", ", e, 4"), "operand"),
        (whole.replace(", e, 1", ""), "operand-count"),
        (whole.replace(", e, 1", ", 5, 1"), "register"),
        (whole.replace("mma.sp.", "wgmma.mma_async.sp."), "not-covered"),
        (whole.replace("k16.row", "k32.row"), "operand-count"),
        ("mma.sp.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32 {d}".to_owned(), "no-form"),
    ] {
        assert_eq!(line(&text, Target::SM_90, &[]).err().as_deref(), Some(said), "{text}");
    }
}

/// What D would be with other sums is said where it differs, and only there.
#[test]
fn a_doubt_is_said_where_it_matters() {
    let facts = |first: &str| {
        let zeros = |count: usize| vec!["0"; count].join(", ");
        let a = format!("{first}, 1, {}, 1, {}", zeros(6), zeros(7));
        let b = vec!["1"; 32].join(", ");
        let text = format!("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {{d}}, {{{a}}}, {{{b}}}, {{0}}, 0x44444444;")
            .replace("{1, 1,", "{1024, 1,");
        let reading = language::read(&text, &Context { target: Target::SM_80, ptx: Version::NEWEST });
        let run = reading.run(&RegisterFile::default()).expect("a run");
        reading.facts(&run).into_iter().map(|fact| format!("{fact:?}")).collect::<Vec<_>>()
    };
    // How the head is known, and that no chip was asked.
    assert_eq!(facts("1").len(), 2);
    // 2^24 and two ones in sums of eight: each one is cut off alone. In one sum they are two together.
    let large = facts("16384");
    assert_eq!(large.len(), 3, "{large:?}");
    assert!(large[2].contains("D would be 16777218.0 if 16 products were one sum."), "{large:?}");
}

#[test]
fn what_is_not_sparse_is_refused() {
    let [one, zero] = [F16::FORMAT.one(), 0];
    let half = [F16::ROW; 2];
    let grain = Grain::of_bits(16);
    assert!(matches!(grain.picked(half, &[one, one, zero, one], &[one; 4]), Err(NotSparse::Full([0, 3], _))));
    assert!(matches!(Grain::of_bits(32).picked([TF32; 2], &[1 << 29, 1 << 29], &[0; 2]), Err(NotSparse::Full([0, 1], _))));
    // Three numbers in two pairs are no more than two pairs; in three pairs they are.
    let pairs = Grain::of_bits(4);
    let four = |at: [usize; 3]| (0..8).map(|column| if at.contains(&column) { one } else { zero }).collect::<Vec<u64>>();
    assert_eq!(pairs.picked(half, &four([0, 1, 7]), &[one; 8]).unwrap().columns, [0, 1, 6, 7]);
    assert!(matches!(pairs.picked(half, &four([0, 2, 7]), &[one; 8]), Err(NotSparse::Full([0, 7], _))));
    // An infinity of B meets a zero that may or may not be kept; where two numbers are kept, no zero is.
    let infinity = F16::FORMAT.infinity().unwrap();
    let b = [one, infinity, one, one];
    assert_eq!(grain.picked(half, &[one, zero, zero, zero], &b), Err(NotSparse::Undecided(1)));
    assert_eq!(grain.picked(half, &[one, zero, zero, one], &b).unwrap().columns, [0, 3]);
    let case = Case::plain([F16::ROW, F16::ROW, F32::ROW], [vec![one; 4], vec![zero; 12]].concat(), vec![one; 16], 0);
    let row = find(80, Path::MmaSp, "", case.formats, None, 16).expect("a row");
    assert!(case.sparse_for(row).is_err() && !case.fits(row) && case.run(row, &mut Silent).is_nan());
    let sparse = Case { codes: [[vec![one, one], vec![zero; 14]].concat(), vec![one; 16]], ..case };
    assert_eq!((sparse.fits(row), sparse.run(row, &mut Silent)), (true, Pattern::new(F32::ROW, 0x4000_0000)));
    let (parts, _) = sparse.parts(row);
    let products = &parts[0].group.as_ref().expect("a sum").products;
    assert_eq!(products[..], [0, 1, 4, 5, 8, 9, 12, 13]);
}

#[test]
fn lines_of_codes_are_packed_or_have_their_zeros() {
    let asked = |formats| Asked { target: 80, path: Some(Path::MmaSp), kind: None, formats, scale: None, block: None };
    let mut dots = Dots::new(asked([F16::ROW, F16::ROW, F32::ROW]), Mode::Rn, Form::Fields);
    let b = (0..16).map(|at| format!("{:04x}", code("f16", at + 1))).collect::<String>();
    let zeros = "0".repeat(32);
    // 1·3 + 2·4 of the first chunk; the others have zeros.
    let whole = format!("000000003c004000{zeros}{} {b} 3f800000", "0".repeat(16));
    assert_eq!(dots.evaluate(whole.as_bytes()), "41400000");
    let packed = format!("3c004000{} {b} 3f800000 e444", "0".repeat(24));
    assert_eq!(dots.evaluate(packed.as_bytes()), "41400000");
    for (line, said) in [
        (packed.replace("e444", "e4"), "error\tlength"),
        (packed.replace("e444", "5444"), "error\tnot-sparse"),
        (packed.replace(" e444", ""), "error\tcount"),
        (whole.replace("000000003c004000", "000040003c004000"), "error\tnot-sparse"),
        (whole.replace(&b, &b[..60]), "error\tlength"),
    ] {
        assert!(dots.evaluate(line.as_bytes()).starts_with(said), "{line}: {}", dots.evaluate(line.as_bytes()));
    }
}
