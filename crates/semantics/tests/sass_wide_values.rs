//! What instructions of 128 bits compute, against the PTX instructions that ptxas assembles to them.
//!
//! Operands of 16 bits are tried exhaustively, wider ones at the borders of their formats and by a generator with a fixed seed.

use crate::judge::exhaustive;
use semantics::instruction::{Context, Target, Version};
use semantics::language::{ParsedSource, read};
use semantics::line::{Form, evaluate_line};
use semantics::number::Random;
use semantics::register_file::RegisterFile;
use semantics::rounding::Flags;
use semantics::sass::{Document, What};
use semantics::trace::Step;

const fn context(target: Target) -> Context {
    Context { target, ptx: Version::NEWEST }
}

/// Patterns of 32 bits that stand at borders as singles, as pairs of halves and as upper words of doubles, and others.
fn patterns(count: usize) -> Vec<u32> {
    let mut all = vec![
        0,
        0x8000_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x3f80_0001,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xffc0_1234,
        0x7f80_0001,
        0x3c00_3c00,
        0x0001_8001,
        0x7bff_fbff,
        0x7c00_fc00,
        0x7e00_7c01,
        0x03ff_0400,
        0x4b00_0001,
        0x4f00_0000,
        0xcf00_0001,
        0x3eff_ffff,
        0x7ff0_0000,
        0xfff8_0001,
        0x7fef_ffff,
        0x0010_0000,
        0x000f_ffff,
    ];
    let mut random = Random::new(0x5a55_1280);
    while all.len() < count {
        all.push(random.word() as u32);
    }
    all
}

/// Runs a machine instruction and a PTX instruction on the same operands; both give what they leave in their destinations.
///
/// The machine instruction reads R2, R4 and R6 (pairs for doubles) and writes R0; PTX reads a, b, c and writes d.
fn check(target: Target, machine: &str, ptx: &str, wide: [bool; 4], operands: impl Iterator<Item = [u64; 3]>) {
    let context = context(target);
    let (left, right) = (Document::read_128(machine, &context), read(ptx, &context));
    assert!(left.is_accepted(), "{machine}: {:?}", left.diagnostics());
    assert!(right.is_accepted(), "{ptx}: {:?}", right.diagnostics());
    let mut compared = 0u32;
    for operands in operands {
        let (mut ours, mut theirs) = (RegisterFile::default(), RegisterFile::default());
        for (at, bits) in operands.into_iter().enumerate() {
            let number = 2 + 2 * at;
            ours.set(&format!("R{number}"), bits & 0xffff_ffff);
            if wide[at] {
                ours.set(&format!("R{}", number + 1), bits >> 32);
            }
            theirs.set(["a", "b", "c"][at], bits);
        }
        let (ours, theirs) = (left.run(&ours).expect(machine), right.run(&theirs).expect(ptx));
        let of = |name: &str| ours.registers.get(name).unwrap_or(0);
        let got = if wide[3] { of("R0") | of("R1") << 32 } else { of("R0") };
        let wanted = theirs.registers.get("d").expect(ptx);
        assert_eq!(format!("{got:x}"), format!("{wanted:x}"), "{machine} against {ptx} on {operands:x?}");
        assert_eq!(ours.flags(), theirs.flags(), "{machine} against {ptx} on {operands:x?}");
        compared += 1;
    }
    assert!(compared > 100, "{machine}: {compared}");
}

fn triples(count: usize) -> Vec<[u64; 3]> {
    let all = patterns(count);
    let mut random = Random::new(7);
    let mut triples = Vec::new();
    for a in &all {
        for _ in 0..8 {
            let mut pick = || u64::from(random.one(&all, 0));
            triples.push([u64::from(*a), pick(), pick()]);
        }
    }
    triples
}

const NARROW: [bool; 4] = [false; 4];
const DOUBLES: [bool; 4] = [true; 4];

#[test]
fn arithmetic_of_singles_and_pairs_of_halves_is_that_of_ptx() {
    let cases = [
        (Target::SM_75, "FADD R0, R2, R4;", "add.f32 d, a, b;"),
        (Target::SM_80, "FADD.FTZ.RZ.SAT R0, R2, R4;", "add.rz.ftz.sat.f32 d, a, b;"),
        (Target::SM_90, "FADD.RM R0, R2, -R4;", "sub.rm.f32 d, a, b;"),
        (Target::SM_86, "FMUL.RP R0, R2, R4;", "mul.rp.f32 d, a, b;"),
        (Target::SM_120, "FMUL.FTZ R0, R2, R4;", "mul.ftz.f32 d, a, b;"),
        (Target::SM_75, "FFMA R0, R2, R4, R6;", "fma.rn.f32 d, a, b, c;"),
        (Target::SM_100, "FFMA.FTZ.RZ.SAT R0, R2, R4, R6;", "fma.rz.ftz.sat.f32 d, a, b, c;"),
        (Target::SM_89, "FMNMX.FTZ R0, R2, R4, PT;", "min.ftz.f32 d, a, b;"),
        (Target::SM_90, "FMNMX.NAN R0, R2, R4, !PT;", "max.NaN.f32 d, a, b;"),
        (Target::SM_86, "FMNMX.XORSIGN R0, |R2|, |R4|, !PT;", "max.xorsign.abs.f32 d, a, b;"),
        (Target::SM_100, "FMNMX3 R0, R2, R4, R6, PT;", "min.f32 d, a, b, c;"),
        (Target::SM_75, "HADD2 R0, R2, R4;", "add.f16x2 d, a, b;"),
        (Target::SM_80, "HADD2.FTZ.SAT R0, R2, -R4;", "sub.ftz.sat.f16x2 d, a, b;"),
        (Target::SM_90, "HADD2.BF16_V2 R0, R2, R4;", "add.bf16x2 d, a, b;"),
        (Target::SM_90, "HMUL2 R0, R2, R4;", "mul.f16x2 d, a, b;"),
        (Target::SM_86, "HFMA2 R0, R2, R4, R6;", "fma.rn.f16x2 d, a, b, c;"),
        (Target::SM_80, "HFMA2.RELU R0, R2, R4, R6;", "fma.rn.relu.f16x2 d, a, b, c;"),
        (Target::SM_90, "HFMA2.BF16_V2 R0, R2, R4, R6;", "fma.rn.bf16x2 d, a, b, c;"),
        (Target::SM_80, "HMNMX2.NAN R0, R2, R4, PT;", "min.NaN.f16x2 d, a, b;"),
        (Target::SM_90, "HMNMX2.BF16_V2 R0, R2, R4, !PT;", "max.bf16x2 d, a, b;"),
        (Target::SM_80, "F2FP.PACK_AB R0, R2, R4;", "cvt.rn.f16x2.f32 d, a, b;"),
        (Target::SM_90, "F2FP.RELU.BF16.F32.PACK_AB.RZ R0, R2, R4;", "cvt.rz.relu.bf16x2.f32 d, a, b;"),
    ];
    let triples = triples(260);
    for (target, machine, ptx) in cases {
        check(target, machine, ptx, NARROW, triples.iter().copied());
    }
}

#[test]
fn arithmetic_of_doubles_is_that_of_ptx() {
    let cases = [
        (Target::SM_75, "DADD R0, R2, R4;", "add.f64 d, a, b;"),
        (Target::SM_90, "DADD.RZ R0, R2, -R4;", "sub.rz.f64 d, a, b;"),
        (Target::SM_80, "DMUL.RP R0, R2, R4;", "mul.rp.f64 d, a, b;"),
        (Target::SM_120, "DFMA.RM R0, R2, R4, R6;", "fma.rm.f64 d, a, b, c;"),
    ];
    let halves = triples(300);
    let doubles = || halves.windows(2).map(|two| [0, 1, 2].map(|at| two[0][at] << 32 | two[1][at]));
    for (target, machine, ptx) in cases {
        check(target, machine, ptx, DOUBLES, doubles());
    }
    check(Target::SM_80, "F2F.F32.F64.RZ R0, R2;", "cvt.rz.f32.f64 d, a;", [true, false, false, false], doubles());
    check(Target::SM_80, "F2I.S64.F64.TRUNC R0, R2;", "cvt.rzi.s64.f64 d, a;", DOUBLES, doubles());
    check(Target::SM_100, "FADD2 R0, R2.F32x2.HI_LO, R4.F32x2.HI_LO;", "add.f32x2 d, a, b;", DOUBLES, doubles());
    check(Target::SM_100, "FFMA2.RZ R0, R2.F32x2.HI_LO, R4.F32x2.HI_LO, R6.F32x2.HI_LO;", "fma.rz.f32x2 d, a, b, c;", DOUBLES, doubles());
}

#[test]
fn conversions_and_functions_of_singles_are_those_of_ptx() {
    let cases = [
        (Target::SM_75, "F2F.F16.F32.RM R0, R2;", "cvt.rm.f16.f32 d, a;"),
        (Target::SM_80, "F2I.NTZ R0, R2;", "cvt.rni.s32.f32 d, a;"),
        (Target::SM_90, "F2I.FTZ.U32.TRUNC.NTZ R0, R2;", "cvt.rzi.ftz.u32.f32 d, a;"),
        (Target::SM_75, "FRND.FLOOR R0, R2;", "cvt.rmi.f32.f32 d, a;"),
        (Target::SM_90, "I2FP.F32.S32 R0, R2;", "cvt.rn.f32.s32 d, a;"),
        (Target::SM_120, "I2FP.F32.U32.RZ R0, R2;", "cvt.rz.f32.u32 d, a;"),
        (Target::SM_75, "MUFU.TANH R0, R2;", "tanh.approx.f32 d, a;"),
        (Target::SM_90, "MUFU.RCP R0, R2;", "rcp.approx.ftz.f32 d, a;"),
        (Target::SM_90, "MUFU.LG2 R0, R2;", "lg2.approx.ftz.f32 d, a;"),
        (Target::SM_90, "MUFU.SQRT R0, R2;", "sqrt.approx.ftz.f32 d, a;"),
        (Target::SM_90, "MUFU.RSQ R0, R2;", "rsqrt.approx.ftz.f32 d, a;"),
        (Target::SM_90, "MUFU.EX2 R0, R2;", "ex2.approx.ftz.f32 d, a;"),
    ];
    for (target, machine, ptx) in cases {
        check(target, machine, ptx, NARROW, patterns(4000).into_iter().map(|bits| [bits.into(), 0, 0]));
    }
}

/// Every one in an exhaustive run; in an ordinary one every 13th, and the first and last two of every 128, where binades begin and end.
#[test]
fn every_operand_of_sixteen_bits_gives_what_ptx_gives() {
    let cases = [
        (Target::SM_80, "HADD2.F32 R0, -RZ, R2.H0_H0;", "cvt.f32.f16 d, a;"),
        (Target::SM_90, "F2F.F32.BF16 R0, R2;", "cvt.f32.bf16 d, a;"),
        (Target::SM_75, "F2I.F16.NTZ R0, R2;", "cvt.rni.s32.f16 d, a;"),
        (Target::SM_75, "FRND.F16.CEIL R0, R2;", "cvt.rpi.f16.f16 d, a;"),
        (Target::SM_75, "MUFU.EX2.F16 R0, R2;", "ex2.approx.f16 d, a;"),
        (Target::SM_75, "MUFU.TANH.F16 R0, R2;", "tanh.approx.f16 d, a;"),
        (Target::SM_90, "MUFU.TANH.BF16 R0, R2;", "tanh.approx.bf16 d, a;"),
        (Target::SM_75, "I2F.F16.S16 R0, R2;", "cvt.rn.f16.s16 d, a;"),
        (Target::SM_90, "F2FP.F16.E4M3.UNPACK_B R0, R2;", "cvt.rn.f16x2.e4m3x2 d, a;"),
        (Target::SM_89, "F2FP.F16.E5M2.UNPACK_B R0, R2;", "cvt.rn.f16x2.e5m2x2 d, a;"),
    ];
    let taken = |bits: &u64| exhaustive() || bits.is_multiple_of(13) || (bits + 2) % 128 < 4;
    for (target, machine, ptx) in cases {
        check(target, machine, ptx, NARROW, (0..=0xffff).filter(taken).map(|bits| [bits, 0, 0]));
    }
}

#[test]
fn comparisons_follow_their_names() {
    let words = ["F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"];
    for word in words {
        let reading = Document::read_128(&format!("FSETP.{word}.AND P0, P1, R2, R4, PT;"), &context(Target::SM_80));
        for [a, b, _] in triples(120) {
            // The host compares; a NaN goes to it as bits.
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let unordered = x.is_nan() || y.is_nan();
            let plain = match word.trim_end_matches('U') {
                "LT" => x < y,
                "EQ" => x == y,
                "LE" => x <= y,
                "GT" => x > y,
                "NE" => !unordered && x != y,
                "GE" => x >= y,
                "NUM" | "N" => !unordered,
                "NAN" => unordered,
                "T" => true,
                _ => false,
            };
            let wanted = plain || word.ends_with('U') && unordered;
            let mut registers = RegisterFile::default();
            registers.set("R2", a);
            registers.set("R4", b);
            let run = reading.run(&registers).expect(word);
            let predicates = ["P0", "P1"].map(|name| run.registers.get(name));
            assert_eq!(predicates, [Some(wanted.into()), Some((!wanted).into())], "{word} {a:x} {b:x}");
        }
    }
    let both = Document::read_128("HSETP2.LT.AND P0, P1, R2, R4, PT;", &context(Target::SM_80));
    let mut registers = RegisterFile::default();
    registers.set("R2", 0x4000_3c00);
    registers.set("R4", 0x3c00_4000);
    let run = both.run(&registers).expect("halves");
    assert_eq!(["P0", "P1"].map(|name| run.registers.get(name)), [Some(1), Some(0)]);
}

#[test]
fn operands_come_from_where_the_word_says() {
    let run = |text: &str, given: &[(&str, u64)]| {
        let mut registers = RegisterFile::default();
        for (name, bits) in given {
            registers.set(name, *bits);
        }
        let run = Document::read_128(text, &context(Target::SM_80)).run(&registers).expect(text);
        run.registers.get("R0").unwrap_or(0)
    };
    assert_eq!(run("FADD R0, R2, 1.5;", &[("R2", 0x3f80_0000)]), 0x4020_0000);
    assert_eq!(
        run("FFMA R0, R2, c[0x0][0x160], -R4;", &[("R2", 0x4000_0000), ("c[0x0][0x160]", 0x4040_0000), ("R4", 0x3f80_0000)]),
        0x40a0_0000
    );
    assert_eq!(run("FMUL R0, R2, -|UR4|;", &[("R2", 0x4000_0000), ("UR4", 0xc000_0000)]), 0xc080_0000);
    assert_eq!(run("HADD2 R0, R2.H1_H1, 1, 2;", &[("R2", 0x3c00_0000)]), 0x4000_4200);
    assert_eq!(run("@P1 FADD R0, R2, R2;", &[("R2", 0x3f80_0000), ("P1", 0), ("R0", 5)]), 5);
    assert_eq!(run("FSEL R0, R2, -R4, P2;", &[("R2", 1), ("R4", 2), ("P2", 0)]), 0x8000_0002);
}

/// On sm_75 a sum or a product of halves that becomes a single is what `add.f16` and `cvt.f32.f16` give, one behind the other.
#[test]
fn a_widened_half_is_rounded_as_a_half() {
    let context = context(Target::SM_75);
    let mut rounded = 0;
    for (machine, ptx) in [
        ("HADD2.F32 R0, R2.H0_H0, R4.H0_H0;", "add.f16 h, a, b;"),
        ("HADD2.F32.SAT R0, R2.H0_H0, -R4.H0_H0;", "sub.sat.f16 h, a, b;"),
        ("HMUL2.F32 R0, R2.H0_H0, R4.H1_H1;", "mul.f16 h, a, b;"),
    ] {
        let (left, first, second) = (Document::read_128(machine, &context), read(ptx, &context), read("cvt.f32.f16 d, h;", &context));
        assert!(left.is_accepted(), "{machine}: {:?}", left.diagnostics());
        for pair in patterns(2000).windows(2) {
            let [a, b] = [pair[0] & 0xffff, pair[1] & 0xffff];
            let mut registers = RegisterFile::default();
            for (name, bits) in [("R2", a), ("R4", b << 16 | b), ("a", a), ("b", b)] {
                registers.set(name, bits.into());
            }
            let half = first.run(&registers).expect(ptx);
            let wanted = second.run(&half.registers).and_then(|run| run.registers.get("d"));
            let given = left.run(&registers).expect(machine);
            assert_eq!(given.registers.get("R0"), wanted, "{machine} of {a:x} and {b:x}");
            rounded += u32::from(half.flags().contains(Flags::INEXACT));
        }
    }
    assert!(rounded > 100, "{rounded}");
    // Of two halves that differ it is not known which one is read; of equal ones it does not matter.
    let document = |text: &str| Document::read_128(text, &Context { target: Target::SM_80, ..context });
    assert!(document("HADD2.F32 R0, -RZ, 1, 2;").diagnostics.iter().any(|said| said.message.contains("which half")));
    let run = document("HADD2.F32 R0, -RZ, 2, 2;").run(&RegisterFile::default()).expect("it runs");
    assert_eq!(run.registers.get("R0"), Some(0x4000_0000));
    // What ptxas makes of a conversion: -0 and a single, read for both halves.
    let (left, right) = (Document::read_128("HADD2 R0, -RZ.H0_H0, R2.F32;", &context), read("cvt.rn.f16.f32 d, a;", &context));
    for bits in patterns(2000) {
        let mut registers = RegisterFile::default();
        registers.set("R2", bits.into());
        registers.set("a", bits.into());
        let half = right.run(&registers).and_then(|run| run.registers.get("d")).expect("a half");
        assert_eq!(left.run(&registers).and_then(|run| run.registers.get("R0")), Some(half << 16 | half), "{bits:x}");
    }
}

/// What goes into no register is not said to stand in one, and the reason is that of the whole result.
#[test]
fn steps_on_the_way_are_told_as_such() {
    for (target, line, held, why) in [
        (Target::SM_75, "R2=3c01 R4=1800 | HADD2.F32 R0, R2.H0_H0, R4.H0_H0;", &["R0"][..], ""),
        (Target::SM_90, "R3=40000000 R5=3ff00000 | DSETP.MIN.AND P0, P1, R2, R4, PT;", &[][..], "b, so the first predicate is 0"),
        (Target::SM_100, "R0=1020304 R2=2020505 | VIADD.U8x4 R1, R0, -R2;", &["R1"][..], "together they are 0xff00feff"),
    ] {
        let run = semantics::line::run(line, &context(target)).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.message));
        let encoded = run.trace.steps.iter().filter_map(|step| if let Step::Encode { result } = step { Some(result.bits) } else { None });
        let wanted: Vec<u64> = held.iter().filter_map(|name| run.registers.get(name)).collect();
        assert_eq!(encoded.collect::<Vec<_>>(), wanted, "{line}");
        assert!(run.why(0).contains(why), "{line}: {}", run.why(0));
    }
    // What the letters of a second operation are, and an operation on as many operands as the instruction has.
    for (line, told) in [
        ("R1=80000001 R2=5 R3=7 | LEA.HI R0, R1, -R2, R3, 0x1f;", "Its lower 32 bits are a of the next operation; b is -R2."),
        ("R1=5 R2=7 | VIADDMNMX R0, R1, R2, 0x10, PT;", "It is a of the next operation; b is 0x10."),
        (
            "R0=ff R2=2 | VABSDIFF4.U8 R1, R0, R2, RZ;",
            "The distance between a and b. With a = 255 (0xff), b = 2 (0x02) that is 253 (0xfd).",
        ),
    ] {
        let run = semantics::line::run(line, &context(Target::SM_90)).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.message));
        let story = semantics::trace::text::story(&run.trace);
        assert!(story.contains(told), "{line}: {story}");
    }
}

/// DSETP.MIN and .MAX with the selections that nvcc writes behind them are min.f64 and max.f64. What P0 and P1 hold alone is inferred.
#[test]
fn a_minimum_of_doubles_is_picked_and_selected() {
    for (word, ptx) in [("MIN", "min.f64 d, a, b;"), ("MAX", "max.f64 d, a, b;")] {
        let machine = format!(
            "DSETP.{word}.AND P0, P1, R2, R4, PT; SEL R0, R2, R4, P0; FSEL R1, R3, R5, P0; @P1 LOP3.LUT R1, R5, 0x80000, RZ, 0xfc, !PT;"
        );
        let context = context(Target::SM_90);
        let (left, right) = (Document::read_128(&machine, &context), read(ptx, &context));
        assert!(left.runs(), "{machine}: {:?}", left.diagnostics());
        for pair in patterns(1500).windows(4) {
            let (mut ours, mut theirs) = (RegisterFile::default(), RegisterFile::default());
            for (name, bits) in ["R3", "R2", "R5", "R4"].into_iter().zip(pair) {
                ours.set(name, (*bits).into());
            }
            let pairs = [0, 2].map(|at| u64::from(pair[at]) << 32 | u64::from(pair[at + 1]));
            theirs.set("a", pairs[0]);
            theirs.set("b", pairs[1]);
            let ours = left.run(&ours).expect("it runs").registers;
            let given = ours.get("R0").unwrap_or(0) | ours.get("R1").unwrap_or(0) << 32;
            assert_eq!(right.run(&theirs).and_then(|run| run.registers.get("d")), Some(given), "{word} of {pairs:x?}");
        }
    }
}

const CUOBJDUMP: &str = "\tcode for sm_90
\t\tFunction : f
\t.headerflags\t@\"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)\"
        /*0000*/                   LDC R1, c[0x0][0x28] ;               /* 0x00000a00ff017b82 */
                                                                        /* 0x000fe20000000800 */
        /*0010*/                   FADD.FTZ R7, |R0|, |R7| ;            /* 0x4000000700077221 */
                                                                        /* 0x004fca0000010200 */
        /*0020*/               @P0 MUFU.EX2.BF16 R7, R1 ;               /* 0x0000000000070308 */
                                                                        /* 0x008e620000000a10 */
        /*0030*/                   FFMA R7, R2, R3, R0 ;                /* 0x0000000302077223 */
\t\t..........
";

#[test]
fn a_listing_is_cleaned_and_checked_against_its_words() {
    let document = Document::read_128(CUOBJDUMP, &context(Target::SM_75));
    assert_eq!(document.context.target, Target::SM_90);
    assert_eq!(document.printed(), "LDC R1, c[0x0][0x28] ;\nFADD.FTZ R7, |R0|, |R7| ;\n@P0 MUFU.EX2.BF16 R7, R0 ;\nFFMA R7, R2, R3, R0 ;");
    let said: Vec<(&str, String)> = document.diagnostics.iter().map(|one| (one.code, one.message.clone())).collect();
    assert_eq!(
        said,
        [
            ("word-differs", "The word beside it says @P0 MUFU.EX2.BF16 R7, R0.".to_owned()),
            ("half-word", "Half of a machine word: its other 64 bits should be on the next line.".to_owned()),
        ]
    );
    assert!(document.diagnostics.iter().all(|one| !one.is_error()));
    // Without words, as compiler explorer and nvdisasm -c show it.
    let plain = ".L_x_6:\n MOV R1, c[0x0][0x28] ;\n.target sm_80\n        /*0020*/  FADD R2, R2, R3 ;\n";
    let document = Document::read_128(plain, &context(Target::SM_75));
    assert_eq!((document.context.target, document.instructions().count(), document.statements.len()), (Target::SM_80, 1, 2));
    // Thousands of lines, half a word, an illegal one, another chip's: answers, and no panic.
    let long = CUOBJDUMP.repeat(1300);
    let document = Document::read_128(&long, &context(Target::SM_90));
    assert_eq!(document.statements.len(), 5000);
    for text in [
        "0x1",
        "/* 0x0000000302077223 */",
        "00000000000000000000000000000060",
        "\u{e9}\u{e9} /*0000*/ FADD\u{e9};",
        "FADD",
        "FADD R0",
        "@",
        "@P9 FADD R0, R1, R2;",
        "/*0000*/ FADD /*/",
        "/*0000*/ FADD R0, R1, R2 ; /*/ 0x",
    ] {
        let _ = Document::read_128(text, &context(Target::SM_120)).run(&RegisterFile::default());
        let _ = read(text, &context(Target::SM_120)).diagnostics();
    }
}

#[test]
fn a_line_of_a_listing_says_what_is_wrong_with_it() {
    let text = "\tcode for sm_90
        /*0000*/  FADD R2, R2 ;
        /*0010*/  FADD R0, R1, R2 ; FMUL R3, R0, R0 ;
        /*0020*/  FROB R0, R1 ;
        /*0030*/  IADD3 R0, R1, R2, RZ ;
        /*0040*/  FADD R0, R1, R2 ;  /* 0x0000000201007221 */
                                     /* 0x0000200000000000 */
";
    let document = Document::read_128(text, &context(Target::SM_90));
    let kinds: Vec<&str> = document
        .statements
        .iter()
        .map(|line| match &line.what {
            What::Instruction(instruction) => instruction.row.name,
            What::Other(name) => name,
            What::Unread(_) => "?",
        })
        .collect();
    assert_eq!(kinds, ["?", "FADD", "FMUL", "FROB", "IADD3", "?"]);
    let written = |at: usize| text[document.statements[at].span.clone()].trim();
    assert_eq!((written(0), written(2), written(3)), ("FADD R2, R2 ;", "FMUL R3, R0, R0 ;", "FROB R0, R1 ;"));
    let at = |code: &str| {
        let said = document.diagnostics.iter().find(|one| one.code == code).unwrap_or_else(|| panic!("{code}: {:?}", document.diagnostics));
        (said.is_error(), text[..said.span.start].lines().count())
    };
    assert_eq!((at("operand-count"), at("unknown-mnemonic"), at("illegal")), ((true, 2), (false, 4), (false, 6)));
    let elsewhere = document.diagnostics.iter().find(|one| one.code == "elsewhere").expect("a note");
    assert!(
        elsewhere.message.starts_with("3 of 6 instructions do not run here, so none of them does. The first of them is FADD"),
        "{}",
        elsewhere.message
    );
    // As compiler explorer shows it: labels and lines without semicolons.
    let bare = "square(float):\n MOV R1, c[0x0][0x28] \n FMUL R4, R4, R4 \n RET.ABS.NODEC R20 0x0 \n.L_1:\n BRA `(.L_1)\n";
    let document = Document::read_128(bare, &context(Target::SM_80));
    assert_eq!((document.statements.len(), document.instructions().count()), (4, 1), "{:?}", document.diagnostics);
    assert!(document.diagnostics.iter().all(|one| !one.is_error()));
    assert!(!semantics::language::is_ptx(bare) && semantics::language::is_ptx("add.f32 d, a, b;\nmul.f32 e, d, d"));
}

#[test]
fn words_that_nothing_names_a_chip_for_are_read_on_one_that_has_them() {
    // FFMA with a constant: sm_100 has no such word.
    let word = "000fca00000000000000580002077a23";
    let document = Document::read_128(word, &context(Target::SM_100));
    assert_eq!(document.context.target, Target::SM_90);
    let note = document.diagnostics.iter().find(|one| one.code == "which-chip").expect("a note");
    assert!(note.fixes.iter().any(|fix| fix.label == "choose sm_75") && note.fixes.iter().all(|fix| fix.label != "choose sm_100"));
    // Where every chip reads it alike, nobody is asked; bit 81 makes FADD another instruction from sm_100 on.
    let asked = |word: &str| Document::read_128(word, &context(Target::SM_90)).diagnostics.iter().any(|one| one.code == "which-chip");
    assert!(!asked("000fca00000000000000000302077223") && asked("000fca00000200000000000302077221"));
}

#[test]
fn what_no_document_decides_does_not_run() {
    let target = context(Target::SM_90);
    for (text, reason) in [
        ("DSETP.MIN.OR P0, PT, R2, R4, PT;", ".MIN and .MAX"),
        ("DSETP.MAX.AND P0, PT, R2, R4, P1;", ".MIN and .MAX"),
        ("FSETP.LT.INVALID3 P0, PT, R2, R4, PT;", "no name"),
        ("I2FP.F32.S32.INVALID1 R0, R2;", "no name"),
        ("HADD2.F32 R0, R2.H0_H0, R4.H0_H0;", "a half first"),
        ("FMNMX.XORSIGN R0, R2, R4, PT;", ".XORSIGN"),
        ("FMNMX.XORSIGN R0, |R2|, -|R4|, PT;", ".XORSIGN"),
        ("FMNMX.XORSIGN R0, |R2|, 1.5, PT;", ".XORSIGN"),
        ("FSWZADD R0, R2, R4, PPPPPPPP;", "other threads"),
        ("HFMA2.RELU R0, R2, R4, R6, P1;", "a predicate"),
        ("FMNMX.IS_A R0, P1, R2, R4, PT;", ".IS_A"),
    ] {
        let document = Document::read_128(text, &target);
        assert!(!document.is_complete() && document.run(&RegisterFile::default()).is_none(), "{text}");
        let said = document.diagnostics.first().map(|one| one.message.clone()).unwrap_or_default();
        assert!(said.contains(reason) && document.diagnostics.len() == 1, "{text}: {:?}", document.diagnostics);
        // The command line gives that as its reason.
        let line = evaluate_line(text, target, Form::Fields);
        assert!(line.starts_with("error\tnot-run\t") && line.contains(reason), "{line}");
    }
}

#[test]
fn guards_and_uniform_registers_are_of_their_kind() {
    let first =
        |text: &str, target| Document::read_128(text, &context(target)).diagnostics.first().map(|one| (one.code, one.message.clone()));
    let said = |code, message: &str| Some((code, message.to_owned()));
    assert_eq!(
        first("@UP0 FADD R0, R1, R2;", Target::SM_120),
        said("predicate", "The guard of FADD is a predicate of the thread, P0 to P6 or PT.")
    );
    assert_eq!(
        first("@P0 UFADD UR0, UR1, UR2;", Target::SM_120),
        said("predicate", "The guard of UFADD is a uniform predicate, UP0 to UP6 or UPT.")
    );
    assert_eq!(first("@-P0 FADD R0, R1, R2;", Target::SM_120).map(|one| one.0), Some("predicate"));
    assert_eq!(first("FADD R0, R1, cx[UR70][0x10];", Target::SM_80), said("register", "Uniform registers are UR0 to UR62 and URZ."));
    assert_eq!(
        first("FFMA R0, R1, P0, R2;", Target::SM_80),
        said("operand", "The second source of FFMA is a register, R0 to R254 or RZ here.")
    );
}

#[test]
fn a_predicate_that_nobody_gave_reads_as_zero_and_is_named() {
    let document = Document::read_128("FSEL R0, R2, R4, P2;", &context(Target::SM_80));
    let mut registers = RegisterFile::default();
    registers.set("R2", 1);
    registers.set("R4", 2);
    let run = document.run(&registers).expect("a run");
    assert_eq!((run.registers.get("R0"), run.unset()), (Some(2), vec!["P2"]));
    assert_eq!(document.examples(&registers), [("P2".to_owned(), 1)]);
    assert!(
        Document::read_128("FSETP.LT.AND P0, PT, R2, R4, PT;\n@P0 FADD R0, R2, R4;", &context(Target::SM_80))
            .examples(&registers)
            .is_empty()
    );
}

#[test]
fn comparisons_are_joined_with_a_predicate() {
    let [one, two] = [0x3f80_0000u64, 0x4000_0000];
    let [one_half, two_half] = [0x3c00u64, 0x4000];
    let [one_double, two_double] = [0x3ff0_0000u64, 0x4000_0000];
    for word in ["AND", "OR", "XOR"] {
        let join = |a: bool, b: bool| match word {
            "AND" => a & b,
            "OR" => a | b,
            _ => a ^ b,
        };
        for (holds, other) in [(false, false), (false, true), (true, false), (true, true)] {
            let run = |text: &str, values: &[(&str, u64)]| {
                let mut registers = RegisterFile::default();
                registers.set("P3", other.into());
                values.iter().for_each(|(name, bits)| registers.set(name, *bits));
                let document = Document::read_128(text, &context(Target::SM_80));
                document.run(&registers).unwrap_or_else(|| panic!("{text}: {:?}", document.diagnostics)).registers
            };
            let order = |low: u64, high: u64| if holds { (low, high) } else { (high, low) };
            let wanted = [join(holds, other), join(!holds, other)].map(|holds| Some(u64::from(holds)));
            let (a, b) = order(one, two);
            let singles = run(&format!("FSETP.LT.{word} P0, P1, R2, R4, P3;"), &[("R2", a), ("R4", b)]);
            assert_eq!(["P0", "P1"].map(|name| singles.get(name)), wanted, "FSETP {word} {holds} {other}");
            let negated = run(&format!("FSETP.LT.{word} P0, PT, R2, R4, !P3;"), &[("R2", a), ("R4", b)]);
            assert_eq!(negated.get("P0"), Some(join(holds, !other).into()), "FSETP {word} {holds} !{other}");
            let set = run(&format!("FSET.BF.LT.{word} R0, R2, R4, P3;"), &[("R2", a), ("R4", b)]);
            assert_eq!(set.get("R0"), Some(if join(holds, other) { one } else { 0 }), "FSET {word} {holds} {other}");
            let (a, b) = order(one_double, two_double);
            let doubles = run(&format!("DSETP.LT.{word} P0, P1, R2, R4, P3;"), &[("R2", 0), ("R3", a), ("R4", 0), ("R5", b)]);
            assert_eq!(["P0", "P1"].map(|name| doubles.get(name)), wanted, "DSETP {word} {holds} {other}");
            // The lower lane holds as said, the upper one never.
            let (a, b) = order(one_half, two_half);
            let halves = [("R2", two_half << 16 | a), ("R4", one_half << 16 | b)];
            let lanes = [join(holds, other), join(false, other)];
            let both = run(&format!("HSETP2.LT.{word} P0, P1, R2, R4, P3;"), &halves);
            assert_eq!(["P0", "P1"].map(|name| both.get(name)), lanes.map(|holds| Some(holds.into())), "HSETP2 {word} {holds} {other}");
            for (form, truth) in [("HSET2.BF", one_half), ("HSET2", 0xffff)] {
                let set = run(&format!("{form}.LT.{word} R0, R2, R4, P3;"), &halves);
                let [low, high] = lanes.map(|holds| if holds { truth } else { 0 });
                assert_eq!(set.get("R0"), Some(high << 16 | low), "{form} {word} {holds} {other}");
            }
        }
    }
    let story = |text: &str| {
        let run = Document::read_128(text, &context(Target::SM_80)).run(&RegisterFile::default()).expect(text);
        semantics::trace::text::story(&run.trace)
    };
    assert!(story("FSETP.F.AND P0, PT, R2, R4, PT;").contains(".F never holds"), "{}", story("FSETP.F.AND P0, PT, R2, R4, PT;"));
}
