//! cvt: which heads the assembler takes, and what every direction gives, judged by NVIDIA's folding, APFloat and Rust's own casts.
use std::collections::BTreeMap;

use crate::judge;
use crate::judge::apfloat::Judged;
use crate::judge::operands::{edges, one};
use crate::ptxas;
use rustc_apfloat::{Float as _, FloatConvert, Round};
use semantics::evaluate::evaluate;
use semantics::instruction::{Context, Target};
use semantics::number::Random;
use semantics::number::{BF16, F16, F32, F64, Format, Pattern, integers};
use semantics::rounding::Mode;
use semantics::single::request;
use semantics::syntax::{Instruction, parse};
use semantics::trace::{Silent, Trace};

fn instruction(head: &str) -> Instruction {
    let text = format!("{head} %d, %a;");
    parse(&text, &Context::default()).accepted().unwrap_or_else(|| panic!("{text}")).clone()
}

fn run(instruction: &Instruction, bits: u64) -> u64 {
    evaluate(&request(instruction, |_, _| Some(bits)).expect("its operands"), &mut Silent).bits
}

const MODES: [(Mode, &str, Round); 4] = [
    (Mode::Rn, "rn", Round::NearestTiesToEven),
    (Mode::Rz, "rz", Round::TowardZero),
    (Mode::Rm, "rm", Round::TowardNegative),
    (Mode::Rp, "rp", Round::TowardPositive),
];

/// Every head that can be built, in every context that was tried, is taken or refused as the assembler does.
#[test]
fn heads_are_taken_as_the_assembler_takes_them() {
    let text = ptxas::text("ptxas_cvt_heads.txt");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let contexts: Vec<Context> = lines
        .next()
        .expect("contexts")
        .split(' ')
        .map(|name| name.split_once('/').map(|(ptx, target)| ptxas::context(target, ptx)).expect("two names"))
        .collect();
    let mut taken: std::collections::HashMap<&str, &str> = std::collections::HashMap::new();
    for line in lines {
        let (digits, heads) = line.split_once(' ').expect("digits");
        taken.extend(heads.split(' ').map(|head| (head, digits)));
    }
    let types = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f16", "bf16", "f32", "f64"];
    let (mut wrong, mut refused_later) = (Vec::new(), 0);
    for rounding in ["", ".rn", ".rz", ".rm", ".rp", ".rni", ".rzi", ".rmi", ".rpi"] {
        for rest in ["", ".ftz", ".sat", ".ftz.sat"] {
            for (to, from) in types.iter().flat_map(|to| types.iter().map(move |from| (to, from))) {
                let head = format!("{rounding}{rest}.{to}.{from}");
                for (place, context) in contexts.iter().enumerate() {
                    let expected = taken.get(&*head).is_some_and(|digits| digits.as_bytes()[place] == b'1');
                    let ours = parse(&format!("cvt{head} %d, %a;"), context).accepted().is_some();
                    // ptxas 13.5.37: "Feature 'cvt with .f32.bf16.ftz' requires .target sm_90 or higher"; 12.9.86 was content with sm_80.
                    if expected && head.ends_with(".ftz.f32.bf16") && !context.target.is_at_least(Target::SM_90) {
                        assert!(!ours, "cvt{head} {context:?}");
                        refused_later += 1;
                        continue;
                    }
                    if ours != expected {
                        wrong.push(format!("cvt{head} {} {}: {expected}", context.ptx, context.target));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} heads: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert_eq!(refused_later, 15, "five roundings in three contexts");
}

/// Conversions whose NaN ptxas folds otherwise than an H100 computes it, and in how many rows.
const FOLDED: &[&str] = &["cvt.f64.f16 5", "cvt.ftz.f32.f32 1", "cvt.rn.f16.f64 1"];

/// NVIDIA's constant folding of conversions between floating-point types, every form of the sample, as PTX.
#[test]
fn nvidia_values() {
    let (mut compared, mut folded) = (0, BTreeMap::new());
    for row in ptxas::table("nvidia_values_exact_sample.csv.gz") {
        let name = row.get("instruction");
        if row.get("ieee_ok") == "0" || !name.starts_with("cvt.") {
            continue;
        }
        let hex = |column| u64::from_str_radix(row.get(column), 16).expect("hex");
        let parsed = instruction(name);
        let ours = run(&parsed, hex("a"));
        let is_nan = |bits| parsed.form.destination_type(parsed.modifiers).is_some_and(|own| own.operand().pattern(bits, 0).is_nan());
        if ours != hex("result") {
            assert!(is_nan(ours) && is_nan(hex("result")), "{name} {:x}: {ours:x}", hex("a"));
            *folded.entry(name.split(' ').next().unwrap_or("").to_owned()).or_insert(0) += 1;
        }
        compared += 1;
    }
    assert!(compared > 3_500, "{compared}");
    assert_eq!(folded.iter().map(|(name, rows)| format!("{name} {rows}")).collect::<Vec<_>>(), FOLDED);
}

fn inputs(format: &'static Format, count: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    if format.is_integer() {
        let ends = [0, 1, 2, format.largest(), format.lowest_integer()];
        let mut bits: Vec<u64> =
            ends.iter().flat_map(|end| (0..=3).flat_map(move |d| [end.wrapping_add(d), end.wrapping_sub(d)])).collect();
        bits.extend((0..count).map(|_| random.word() >> random.below(u64::from(format.width()))));
        bits.iter_mut().for_each(|bits| *bits &= format.mask());
        return bits;
    }
    let edges = edges(format);
    let mut bits = edges.clone();
    // Numbers around the ends of every integer range, and halves beside small integers.
    for power in 0..66u64 {
        let bias = format.bias as u64;
        let field = (bias + power).min((1 << format.exponent_bits) - 2);
        for sign in [0, format.sign_mask()] {
            let at = sign | field << format.fraction_bits;
            bits.extend([at, at + 1, at - 1, at | 1 << (format.fraction_bits - 1), at | format.fraction_mask()]);
        }
    }
    bits.extend((0..count).map(|_| one(format, &edges, &mut random)));
    bits
}

fn name(format: &Format) -> String {
    format.name.to_lowercase()
}

/// What PTX says of a NaN.
fn of_nan(from: &Format, to: &Format) -> u64 {
    if from.name != "F64" && to.width() < 64 { 0 } else { 1 << (to.width() - 1) }
}

fn float_to_integers<F: Judged>() {
    for to in integers().filter(|to| F::ROW.name != "BF16" || to.width() > 8) {
        for (mode, word, round) in MODES {
            let instruction = instruction(&format!("cvt.{word}i.{}.{}", name(to), name(F::ROW)));
            for bits in inputs(F::ROW, 4000, mode as u64 + 1) {
                let judge = F::Judge::from_bits(u128::from(bits));
                let width = to.width() as usize;
                let expected = if judge.is_nan() {
                    of_nan(F::ROW, to)
                } else if to.sign_mask() == 0 {
                    judge.to_u128_r(width, round, &mut false).value as u64
                } else {
                    judge.to_i128_r(width, round, &mut false).value as u64 & to.mask()
                };
                let ours = run(&instruction, bits);
                assert_eq!(ours, expected, "cvt.{word}i.{}.{} {bits:x}", to.name, F::ROW.name);
            }
        }
    }
}

#[test]
fn floats_to_integers_agree_with_apfloat() {
    float_to_integers::<F16>();
    float_to_integers::<BF16>();
    float_to_integers::<F32>();
    float_to_integers::<F64>();
}

fn integers_to_float<F: Judged>() {
    for from in integers().filter(|from| F::ROW.name != "BF16" || from.width() > 8) {
        for (mode, word, round) in MODES {
            let instruction = instruction(&format!("cvt.{word}.{}.{}", name(F::ROW), name(from)));
            for bits in inputs(from, 3000, mode as u64 + 11) {
                let exact = Pattern::new(from, bits).unpacked().exact;
                let value = i128::from(exact.magnitude) * if exact.negative { -1 } else { 1 };
                let expected = F::Judge::from_i128_r(value, round).value.to_bits() as u64;
                let ours = run(&instruction, bits);
                assert_eq!(ours, expected, "cvt.{word}.{}.{} {bits:x}", F::ROW.name, from.name);
            }
        }
    }
}

#[test]
fn integers_to_floats_agree_with_apfloat() {
    integers_to_float::<F16>();
    integers_to_float::<BF16>();
    integers_to_float::<F32>();
    integers_to_float::<F64>();
}

fn between<S: Judged, D: Judged>()
where
    S::Judge: FloatConvert<D::Judge>,
{
    for (mode, word, round) in MODES {
        let rounded = format!("cvt.{word}.{}.{}", name(D::ROW), name(S::ROW));
        let plain = format!("cvt.{}.{}", name(D::ROW), name(S::ROW));
        let takes = |head: &str| parse(&format!("{head} %d, %a;"), &Context::default()).accepted().is_some();
        let head = if takes(&rounded) { rounded } else { plain };
        let instruction = instruction(&head);
        for bits in inputs(S::ROW, 4000, mode as u64 + 21) {
            let expected = S::Judge::from_bits(u128::from(bits)).convert_r(round, &mut false).value.to_bits() as u64;
            let ours = run(&instruction, bits);
            assert!(judge::same(D::ROW, ours, expected), "{head} {bits:x}: {ours:x} {expected:x}");
        }
    }
}

#[test]
fn floats_to_floats_agree_with_apfloat() {
    between::<F16, F32>();
    between::<F16, F64>();
    between::<F16, BF16>();
    between::<BF16, F32>();
    between::<BF16, F64>();
    between::<BF16, F16>();
    between::<F32, F16>();
    between::<F32, BF16>();
    between::<F32, F64>();
    between::<F64, F16>();
    between::<F64, BF16>();
    between::<F64, F32>();
}

/// `as` of Rust: towards zero and clamped, NaN to zero.
#[test]
fn truncations_agree_with_rust() {
    macro_rules! cast {
        ($($to:ident)*) => {$(
            let head = instruction(concat!("cvt.rzi.", stringify!($to), ".f32").replace(".i", ".s").replace("rzs", "rzi").as_str());
            for bits in inputs(F32::ROW, 20_000, 31) {
                let float = f32::from_bits(bits as u32);
                if !float.is_nan() {
                    let expected = float as $to as u64 & (u64::MAX >> (64 - $to::BITS));
                    assert_eq!(run(&head, bits), expected, "{} {bits:x}", stringify!($to));
                }
            }
            let head = instruction(concat!("cvt.rzi.", stringify!($to), ".f64").replace(".i", ".s").replace("rzs", "rzi").as_str());
            for bits in inputs(F64::ROW, 20_000, 32) {
                let float = f64::from_bits(bits);
                if !float.is_nan() {
                    let expected = float as $to as u64 & (u64::MAX >> (64 - $to::BITS));
                    assert_eq!(run(&head, bits), expected, "{} {bits:x}", stringify!($to));
                }
            }
        )*};
    }
    cast!(u8 u16 u32 u64 i8 i16 i32 i64);
}

#[test]
fn integers_to_integers_are_cut_extended_or_clamped() {
    for from in integers() {
        for to in integers() {
            let plain = instruction(&format!("cvt.{}.{}", name(to), name(from)));
            let clamping = parse(&format!("cvt.sat.{}.{} %d, %a;", name(to), name(from)), &Context::default()).accepted().cloned();
            for bits in inputs(from, 500, 41) {
                let exact = Pattern::new(from, bits).unpacked().exact;
                let value = i128::from(exact.magnitude) * if exact.negative { -1 } else { 1 };
                assert_eq!(run(&plain, bits), value as u64 & to.mask(), "cvt.{}.{} {bits:x}", to.name, from.name);
                if let Some(clamping) = &clamping {
                    let low = if to.sign_mask() == 0 { 0 } else { -i128::from(to.largest()) - 1 };
                    let clamped = value.clamp(low, i128::from(to.largest()));
                    assert_eq!(run(clamping, bits), clamped as u64 & to.mask(), "cvt.sat.{}.{} {bits:x}", to.name, from.name);
                }
            }
        }
    }
}

/// `.ftz` takes a subnormal single for zero, which a directed rounding shows; `.sat` keeps results in [0, 1].
#[test]
fn flush_and_saturation() {
    let check = |head: &str, bits: u64, expected: u64| assert_eq!(run(&instruction(head), bits), expected, "{head} {bits:x}");
    check("cvt.rpi.s32.f32", 1, 1);
    check("cvt.rpi.ftz.s32.f32", 1, 0);
    check("cvt.rmi.s32.f32", 0x8000_0001, 0xffff_ffff);
    check("cvt.rn.sat.f32.s32", 5, 0x3f80_0000);
    check("cvt.rn.sat.f32.s32", 0xffff_fffb, 0);
    check("cvt.sat.f32.f32", 0x7fc0_0000, 0);
    check("cvt.ftz.f32.f32", 0x8000_0001, 0x8000_0000);
    check("cvt.rni.u32.f32", 0xbf00_0000, 0);
    check("cvt.rni.s32.f32", 0x7fc0_0000, 0);
    check("cvt.rni.s32.f64", 0x7ff8_0000_0000_0000, 0x8000_0000);
    check("cvt.rni.s64.f32", 0x7fc0_0000, 1 << 63);
    check("cvt.rni.u64.f16", 0x7e00, 1 << 63);
    check("cvt.rn.f16.u64", u64::MAX, 0x7c00);
    check("cvt.rz.f16.u64", u64::MAX, 0x7bff);
}

/// The explanation ends where the silent path ends, and tells of the clamp.
#[test]
fn traces_end_with_the_result() {
    for (head, bits, title) in [
        ("cvt.rni.s32.f32", 0x4f00_0000, "Clamp to the range"),
        ("cvt.rni.s32.f32", 0x4020_0000, "Test the range"),
        ("cvt.rni.u8.f32", 0x7f80_0000, "Clamp to the range"),
        ("cvt.rzi.s64.f64", 0x7ff8_0000_0000_0000, "NaN to integer"),
        ("cvt.s8.s32", 300, "Change the width"),
        ("cvt.rn.f32.s32", 0x0100_0001, "Round"),
    ] {
        let instruction = instruction(head);
        let mut trace = Trace::default();
        let request = request(&instruction, |_, _| Some(bits)).unwrap_or_else(|| panic!("{head}"));
        let outcome = evaluate(&request, &mut trace);
        assert_eq!(outcome.bits, run(&instruction, bits));
        let story = semantics::trace::text::story(&trace);
        assert!(story.contains(title), "{head}: {story}");
        assert!(matches!(trace.steps.last(), Some(semantics::trace::Step::Encode { result }) if result.bits == outcome.bits), "{head}");
        let request = semantics::evaluate::Request::new(instruction.form, instruction.modifiers, [bits, 0, 0], Context::default());
        assert_eq!(evaluate(&request, &mut Silent), outcome);
    }
}
