//! What F2F, HMUL2, MUFU and RRO compute, run as instructions on a machine.
//!
//! Judges: Berkeley TestFloat (conversions, integer roundings), the crate `half` (single to half), rustc_apfloat (products of halves),
//! NVIDIA's constant folding (`data/nvidia`), and the special-value lines of the MUFU text.

use crate::judge::{machine_instruction, same, testfloat};
use flate2::read::GzDecoder;
use rustc_apfloat::ieee::{Double, Half};
use rustc_apfloat::{Float as _, FloatConvert as _, Round};
use semantics::instruction::Context;
use semantics::instruction::Target;
use semantics::instruction::sass::maxwell::ROWS;
use semantics::instruction::sass::{Instruction, Mnemonic, Role};
use semantics::line::{Form, evaluate_line, run};
use semantics::number::{F16, F32, F64, Format, Pattern};
use semantics::operation::{Destination, Incoming, Lanes, Products, Source, Zeros, convert, multiply_halves};
use semantics::oracle::oracle;
use semantics::rounding::{Flags, Mode, Range, Rules};
use semantics::sass::manual::{FORMAT_PAIRS, SpecialValue, converts};
use semantics::sass::{Machine, Name, execute, parse};
use semantics::trace::{Silent, Trace};
use std::io::Read;

const SM53: Target = Target::SM_53;
const CONTEXT: Context = Context { target: SM53, ptx: semantics::instruction::Version::NEWEST };

fn instruction(text: &str) -> Instruction {
    let parsed = parse(text, 53);
    assert_eq!(parsed.error(), None, "{text}");
    parsed.statements[0].instruction().expect(text)
}

/// Runs an instruction on R2 (and R3 above it); what it leaves in R0 and R1.
fn on(instruction: &Instruction, source: u64) -> (u64, Flags) {
    let mut machine = Machine::default();
    machine.set(Name::Register(2), source as u32);
    machine.set(Name::Register(3), (source >> 32) as u32);
    let effect = execute(instruction, &mut machine, &mut Silent).unwrap_or_else(|| panic!("{instruction:?} is illegal"));
    let register = |number| u64::from(machine.get(Name::Register(number)).unwrap_or(0));
    (register(0) | register(1) << 32, effect.flags)
}

fn against_testfloat(format: &'static Format, function: &str, mode: Mode, text: &str) {
    let instruction = instruction(text);
    for vector in testfloat::vectors(function, mode) {
        let [source, expected, expected_flags] = vector[..] else { panic!("three words") };
        let (bits, flags) = on(&instruction, source);
        assert!(same(format, bits, expected), "{text} {source:x}: {bits:x}, TestFloat {expected:x}");
        assert_eq!(u64::from(flags.testfloat()), expected_flags, "{text} {source:x}");
    }
}

#[test]
fn conversions_agree_with_testfloat() {
    for (mode, word) in [(Mode::Rn, ""), (Mode::Rz, ".RZ"), (Mode::Rm, ".RM"), (Mode::Rp, ".RP")] {
        against_testfloat(F16::ROW, "f32_to_f16", mode, &format!("F2F.F16.F32{word} R0, R2;"));
        against_testfloat(F32::ROW, "f64_to_f32", mode, &format!("F2F.F32.F64{word} R0, R2;"));
    }
    against_testfloat(F32::ROW, "f16_to_f32", Mode::Rn, "F2F.F32.F16 R0, R2;");
    against_testfloat(F64::ROW, "f32_to_f64", Mode::Rn, "F2F.F64.F32 R0, R2;");
}

#[test]
fn integer_roundings_agree_with_testfloat() {
    for (mode, word) in [(Mode::Rn, "ROUND"), (Mode::Rz, "TRUNC"), (Mode::Rm, "FLOOR"), (Mode::Rp, "CEIL")] {
        against_testfloat(F16::ROW, "f16_roundToInt", mode, &format!("F2F.F16.F16.{word} R0, R2;"));
        against_testfloat(F32::ROW, "f32_roundToInt", mode, &format!("F2F.F32.F32.{word} R0, R2;"));
        against_testfloat(F64::ROW, "f64_roundToInt", mode, &format!("F2F.F64.F64.{word} R0, R2;"));
    }
}

/// Every 251st single, and every half.
#[test]
fn conversions_agree_with_the_crate_half() {
    let rules = Rules::ieee(Mode::Rn);
    for bits in (0..=u32::MAX).step_by(251) {
        let ours = convert(Incoming::plain(F32::ROW, bits.into()), F16::ROW, &rules, &mut Silent).bits;
        let theirs = half::f16::from_f32_const(f32::from_bits(bits)).to_bits();
        assert!(same(F16::ROW, ours, theirs.into()), "{bits:08x}: {ours:04x} {theirs:04x}");
    }
    for bits in 0..=u16::MAX {
        let ours = convert(Incoming::plain(F16::ROW, bits.into()), F32::ROW, &rules, &mut Silent).bits;
        let theirs = half::f16::from_bits(bits).to_f32_const().to_bits();
        assert!(same(F32::ROW, ours, theirs.into()), "{bits:04x}");
    }
}

/// NVIDIA's constant folding of conversions that are one F2F, and of half products. Rows marked as slips of the tool are left out.
#[test]
fn nvidia_values() {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("data/nvidia/nvidia_values_exact_sample.csv.gz")[..]).read_to_string(&mut text).expect("gzip text");
    let mut compared = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, name, a, b, _, result, ok] = fields[..] else { panic!("{line}") };
        let hex = |text| u64::from_str_radix(text, 16).expect("hex");
        if ok == "0" {
            continue;
        }
        if name == "mul.rn.f16" {
            let how = Products { zeros: Zeros::Kept, range: Range::Full, destination: Destination::Both };
            let (bits, expected) = (halves(hex(a), hex(b), how) & 0xffff, hex(result));
            assert!(same(F16::ROW, bits, expected), "{line}: {bits:04x}");
            compared += 1;
        } else if let Some(sass) = as_f2f(name) {
            // The manual gives these forms one NaN and the folding agrees, so bits are compared.
            let (bits, _) = on(&instruction(&sass), hex(a));
            assert_eq!(bits, hex(result), "{line}: {sass} {bits:x}");
            compared += 1;
        }
    }
    assert_eq!(compared, 3_770);
}

/// The F2F that a `cvt` is, where it is one: with a double on one side `.ftz` and `.sat` take further instructions, and half to
/// double takes two.
fn as_f2f(name: &str) -> Option<String> {
    let words: Vec<&str> = name.strip_prefix("cvt.")?.split('.').collect();
    let [modifiers @ .., to, from] = &words[..] else { return None };
    let has = |word: &str| modifiers.contains(&word);
    let double = [to, from].contains(&&"f64");
    let half = [to, from].contains(&&"f16");
    let rounding = [
        ("rn", ""),
        ("rz", ".RZ"),
        ("rm", ".RM"),
        ("rp", ".RP"),
        ("rni", ".ROUND"),
        ("rzi", ".TRUNC"),
        ("rmi", ".FLOOR"),
        ("rpi", ".CEIL"),
    ];
    let rounding = rounding.iter().find(|(word, _)| has(word)).map_or("", |(_, word)| word);
    if double && (half || has("ftz") || has("sat")) {
        return None;
    }
    let (ftz, sat) = (if has("ftz") { ".FTZ" } else { "" }, if has("sat") { ".SAT" } else { "" });
    Some(format!("F2F{ftz}.{}.{}{rounding}{sat} R0, R2;", to.to_uppercase(), from.to_uppercase()))
}

/// The packed product of halves given as registers' bits.
fn halves(a: u64, b: u64, how: Products) -> u64 {
    let source = |bits: u64| Source { bits: bits as u32, lanes: Lanes::Both, absolute: false, negate: false };
    multiply_halves(source(a), source(b), 0, how, &mut Silent).bits
}

/// What a half product should be, by apfloat: operands flushed, multiplied, the result flushed if it is tiny after rounding.
fn judged(a: u64, b: u64, zeros: Zeros) -> u64 {
    let subnormal = |bits: u64| bits & 0x7c00 == 0 && bits & 0x3ff != 0;
    let flush = |bits: u64| if zeros != Zeros::Kept && subnormal(bits) { bits & 0x8000 } else { bits };
    let (a, b) = (flush(a), flush(b));
    if zeros == Zeros::Win && (a & 0x7fff == 0 || b & 0x7fff == 0) {
        return 0;
    }
    let half = |bits: u64| Half::from_bits(u128::from(bits));
    let product = half(a).mul_r(half(b), Round::NearestTiesToEven).value.to_bits() as u64;
    if zeros == Zeros::Kept || !product_is_tiny(a, b) { product } else { product & 0x8000 }
}

/// Whether the exact product, rounded to eleven bits with the exponent unbounded, lies below 2^-14. The product is exact in a double;
/// scaled by 2^20 it keeps away from subnormal halves wherever it can be near the boundary.
fn product_is_tiny(a: u64, b: u64) -> bool {
    let double = |bits: u64| -> Double { Half::from_bits(u128::from(bits)).convert(&mut false).value };
    let product = double(a).mul_r(double(b), Round::NearestTiesToEven).value;
    if !product.is_finite() || product.is_zero() {
        return false;
    }
    let scaled: Half = product.scalbn(20).convert_r(Round::NearestTiesToEven, &mut false).value;
    scaled.is_finite() && (scaled.to_bits() & 0x7fff) < u128::from(0x3c00u64 + (6 << 10))
}

/// All 65,536 halves times a spread of 48, in both lanes, for every treatment of zeros.
#[test]
fn products_of_halves_agree_with_apfloat() {
    #[rustfmt::skip]
    let spread: [u64; 48] = [
        0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x00ff, 0x0155, 0x01ff, 0x0200, 0x0201, 0x02aa, 0x03fe, 0x03ff, 0x83ff, 0x0400,
        0x0401, 0x8400, 0x07ff, 0x0800, 0x13ff, 0x1400, 0x1555, 0x1bff, 0x2001, 0x2c00, 0x2e66, 0x3333, 0x37ff, 0x3800, 0x3801, 0x3bff,
        0x3c00, 0xbc00, 0x3c01, 0x3e00, 0x3fff, 0x4000, 0x4248, 0x5140, 0x63d0, 0x77ff, 0x7800, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e01,
    ];
    for zeros in [Zeros::Kept, Zeros::Flushed, Zeros::Win] {
        let how = Products { zeros, range: Range::Full, destination: Destination::Both };
        let saturating = Products { range: Range::ZeroToOne, ..how };
        for pair in spread.chunks_exact(2) {
            let b = pair[1] << 16 | pair[0];
            for a in 0..=0xffffu64 {
                let (packed, saturated) = (halves(a << 16 | a, b, how), halves(a << 16 | a, b, saturating));
                for (lane, factor) in [(0, pair[0]), (16, pair[1])] {
                    let (bits, expected) = (packed >> lane & 0xffff, judged(a, factor, zeros));
                    assert!(same(F16::ROW, bits, expected), "{a:04x} * {factor:04x} {zeros:?}: {bits:04x}, apfloat {expected:04x}");
                    let nan = Pattern::new(F16::ROW, expected).is_nan();
                    let clamped = if nan || expected & 0x8000 != 0 { 0 } else { expected.min(0x3c00) };
                    assert_eq!(saturated >> lane & 0xffff, clamped, "{a:04x} * {factor:04x} {zeros:?} .SAT");
                }
            }
        }
    }
}

/// A line of `ulp eval`, its registers afterwards, and a part of its notes.
#[rustfmt::skip]
const LINES: &[(&str, &str)] = &[
    ("R1=3fc00000 | MUFU.RCP R0, R1;", "ok\tR0=3f2aaaab\t-\t"),
    ("MUFU.RCP R0, R1;", "ok\tR0=7f800000\t-\tR1 is not given and reads as zero."),
    ("P0=0 R1=3fc00000 R0=00000007 | @P0 MUFU.RCP R0, R1;", "ok\tR0=00000007\t-\tThe guard P0 is 0: R0 keeps its bits."),
    ("R1=3f800000 | @P0 MUFU.RCP R0, R1; @!P0 MUFU.RCP R0, RZ;", "ok\tR0=3f800000\t-\tP0 is not given and lets the instruction run. The guard P0 is 1: R0 keeps its bits."),
    ("R1=3fc00000 | @!PT MUFU.RCP R0, R1;", "ok\tR0=00000000\t-\tThe guard PT is 1: R0 keeps its bits."),
    ("R1=bf800000 | MUFU.RCP.SAT R0, R1;", "ok\tR0=00000000\t-\t"),
    ("R1=bf800000 | MUFU.RSQ R0, |R1|;", "ok\tR0=3f800000\t-\t"),
    ("R1=00000000 | RRO.SINCOS R0, R1; MUFU.COS R2, R0; MUFU.SIN R0, R0;", "ok\tR0=00000000,R2=3f800000\t-\t"),
    ("c[0x3][16]=40000000 | RRO.EX2 R0, -c[3][0x10]; MUFU.EX2 R0, R0;", "ok\tR0=3e800000\t-\t"),
    ("MUFU.RCP RZ, RZ;", "ok\tRZ=00000000\t-\t"),
    // F16 has a zero upper half whatever stood there.
    ("R0=ffffffff R1=3fc00000 | F2F.F16.F32 R0, R1;", "ok\tR0=00003e00\t-\t"),
    ("R1=3e00c000 | F2F.F32.F16 R0, R1.H1; F2F.F32.F16 R2, -R1;", "ok\tR0=3fc00000,R2=40000000\t-\t"),
    ("R2=3ff8000000000000 | F2F.F32.F64 R0, R2;", "ok\tR0=3fc00000\t-\t"),
    ("R1=3fc00000 | F2F.F64.F32 R2, -|R1|;", "ok\tR2=00000000,R3=bff80000\t-\t"),
    ("c[0][4]=3ff80000 | F2F.F32.F64 R0, c[0][4];", "ok\tR0=3fc00000\t-\t"),
    ("F2F.F32.F64 R0, -1.5;", "ok\tR0=bfc00000\t-\t"),
    ("F2F.F32.F16 R0, 1.5.H1;", "ok\tR0=3fc00000\t-\t"),
    ("F2F.F64.F64 R0, 1.5;", "ok\tR0=00000000,R1=3ff80000\t-\t"),
    // Flushing touches singles only: a half of 2^-24 stays, a single of 2^-149 does not even round up.
    ("R1=00000001 | F2F.FTZ.F16.F16 R0, R1;", "ok\tR0=00000001\t-\t"),
    ("R1=00000001 | F2F.FTZ.F16.F32.RP R0, R1; F2F.F16.F32.RP R2, R1;", "ok\tR0=00000000,R2=00000001\tunderflow,inexact\t"),
    ("R1=80000001 | F2F.FTZ.F32.F32 R0, R1;", "ok\tR0=80000000\t-\t"),
    ("R2=380fffffffffffff | F2F.FTZ.F32.F64.RZ R0, R2;", "ok\tR0=007fffff\tunderflow,inexact\tF2F: .FTZ flushes only as long as neither format is .F64; here it does nothing."),
    ("R1=00003e00 | F2F.F32.F16.RP R0, R1;", "ok\tR0=3fc00000\t-\tF2F: with .srcfmt smaller than .dstfmt the text calls .rnd INVALID; ptxas emits it all the same, and as widening is exact it changes nothing."),
    // Condition codes: zero 1, sign 2, both for a NaN; a negative zero is a zero.
    ("R1=bf800000 | F2F.F32.F32 R0.CC, R1;", "ok\tR0=bf800000,CC=2\t-\t"),
    ("R1=80000000 | F2F.F32.F32 R0.CC, R1;", "ok\tR0=80000000,CC=1\t-\t"),
    ("R1=7fc00000 | F2F.F32.F32 R0.CC, R1;", "ok\tR0=7fc00000,CC=3\t-\t"),
    ("R1=bf000000 | F2F.F32.F32.CEIL R0.CC, R1;", "ok\tR0=80000000,CC=1\t-\t"),
    ("R1=bf000000 | F2F.F32.F32.FLOOR.SAT R0.CC, -R1;", "ok\tR0=00000000,CC=1\t-\t"),
    // HMUL2: lanes, signs, results.
    ("R1=40003c00 R2=42004200 | HMUL2 R0, R1, R2;", "ok\tR0=46004200\t-\t"),
    ("R1=40003c00 R2=42004400 | HMUL2 R0, R1.H1_H1, R2.H0_H0;", "ok\tR0=48004800\t-\t"),
    ("R1=40003c00 R2=3fc00000 | HMUL2 R0, R1, -R2.F32;", "ok\tR0=c200be00\t-\t"),
    // A single is cut to a half, and what would be a subnormal half is zero, whatever .FTZ says.
    ("R1=3c003c00 R2=3fffffff | HMUL2 R0, R1, R2.F32;", "ok\tR0=3fff3fff\t-\t"),
    ("R1=3c003c00 R2=b87fffff | HMUL2 R0, R1, R2.F32;", "ok\tR0=80008000\t-\t"),
    ("R1=3c003c00 R2=7f7fffff | HMUL2 R0, R1, R2.F32;", "ok\tR0=7bff7bff\t-\t"),
    ("R1=3c003c00 c[6][60672]=c0000000 | HMUL2.SAT R0, R1.H1_H1, -|c[6][60672]|;", "ok\tR0=00000000\t-\t"),
    ("R1=3c003c00 c[6][60672]=3f000000 | HMUL2 R0, R1.H1_H1, c[6][60672];", "ok\tR0=38003800\t-\t"),
    ("R1=3c004000 | HMUL2 R0, -R1, 3.0, 1.5;", "ok\tR0=c200c200\t-\t"),
    ("R1=3c004000 | HMUL2_32I R0, R1, 0x4201, 1.5;", "ok\tR0=42014200\t-\t"),
    // A subnormal half becomes zero on its way to a single; packed it stays.
    ("R1=04000400 R2=38003800 | HMUL2.F32 R0, R1, -R2; HMUL2 R3, R1, R2;", "ok\tR0=80000000,R3=02000200\t-\t"),
    ("R1=3c003e00 R2=40004000 | HMUL2.F32 R0, R1, R2;", "ok\tR0=40400000\t-\t"),
    ("R1=7e007e00 R2=40004000 | HMUL2.F32 R0, R1, R2;", "ok\tR0=7fffffff\t-\t"),
    ("R0=12345678 R1=3c003e00 R2=40004000 | HMUL2.MRG_H0 R0, R1, R2;", "ok\tR0=12344200\t-\t"),
    ("R0=12345678 R1=3c003e00 R2=40004000 | HMUL2.MRG_H1 R0, R1, R2;", "ok\tR0=40005678\t-\t"),
    // .FMZ: zero wins against infinity and NaN, and a subnormal operand is a zero.
    ("R1=7c007e00 R2=80000001 | HMUL2.FMZ R0, R1, R2;", "ok\tR0=00000000\t-\t"),
    ("R1=7c007e00 R2=80000001 | HMUL2.FTZ R0, R1, R2;", "ok\tR0=7fff7fff\tinvalid\t"),
    ("R1=3c013c01 R2=04000400 | HMUL2.FMZ R0, -R1, R2;", "ok\tR0=84018401\t-\tThe signs of both operands share one bit, which is shown on the second."),
];

#[test]
fn lines_of_eval() {
    for (line, expected) in LINES {
        assert_eq!(evaluate_line(line, CONTEXT, Form::Fields), *expected, "{line}");
    }
}

/// Every entry of the special-value lines, on every operand of its class.
#[test]
fn special_values_of_the_mufu_text() {
    let mut checked = 0;
    for entry in SpecialValue::all() {
        assert!(entry.agrees(), "{entry:?}: {:x?}", entry.bits().iter().map(|bits| entry.computed(*bits)).collect::<Vec<_>>());
        checked += entry.bits().len();
    }
    assert_eq!(checked, 9 * 9);
    for (line, expected) in
        [("R1=42fe0000 | RRO.EX2 R1, -R1; MUFU.EX2 R0, R1;", 0x0), ("R1=43000000 | RRO.EX2 R1, R1; MUFU.EX2 R0, R1;", 0x7f80_0000)]
    {
        assert_eq!(run(line, &CONTEXT).expect("a legal line").registers.get("R0"), Some(expected), "{line}");
    }
}

/// The table of formats as it is printed is what the rules say, and every example runs.
#[test]
fn formats_and_examples_of_the_texts() {
    let number = |name| Role::From.value(name).expect("a format");
    for (from, to, legal) in FORMAT_PAIRS {
        assert_eq!(converts(number(from), number(to)), legal, "{from} to {to}");
    }
    for (line, _) in Mnemonic::ALL.iter().flat_map(|mnemonic| mnemonic.examples()) {
        run(line, &CONTEXT).unwrap_or_else(|error| panic!("{line}: {}", error.message));
    }
}

/// A recorder that listens changes nothing.
#[test]
fn explained_and_silent_agree() {
    let mut state = 7u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 16 ^ state << 40
    };
    for _ in 0..20_000 {
        let row = &ROWS[next() as usize % ROWS.len()];
        let fields: Vec<(Role, u32)> = Instruction::bare(row, 53).fields().iter().map(|(field, _)| (field.role, next() as u32)).collect();
        let instruction = machine_instruction(row, fields).with(Role::Guard, 7).with(Role::GuardNot, 0);
        let mut machine = Machine::default();
        for number in 0..=254 {
            machine.set(Name::Register(number), next() as u32);
        }
        let (mut silent, mut explained, mut trace) = (machine.clone(), machine, Trace::default());
        let quiet = execute(&instruction, &mut silent, &mut Silent);
        assert_eq!(quiet, execute(&instruction, &mut explained, &mut trace));
        assert_eq!(silent, explained);
        assert_eq!(quiet.is_some(), !trace.steps.is_empty(), "{instruction:?}");
        let _ = semantics::trace::text::story(&trace);
    }
}

/// What ptxas emits decodes to the text that nvdisasm gives.
#[test]
fn sequences_of_ptxas() {
    let table = include_str!("data/nvidia/ptx_to_sass_maxwell.csv");
    let mut compared = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('"').collect();
        let [_, _, arch, text, word] = fields[..] else { continue };
        let arch = semantics::instruction::sass::target(arch.split(',').nth(1).unwrap_or("")).expect(line);
        let word = word.trim_start_matches(',');
        if ["MUFU", "RRO", "F2F", "HMUL2"].iter().any(|name| text.trim_start_matches(|c| c != ' ').contains(name) || text.starts_with(name))
        {
            assert_eq!(semantics::sass::line::decode_line(word, arch, false), text.replace(".reuse", ""), "{line}");
            compared += 1;
        }
    }
    assert_eq!(compared, oracle("ptx_to_sass_maxwell.csv").answers);
}
