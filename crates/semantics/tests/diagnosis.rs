//! Wrong bits that were planted are explained, near misses are not, and every explanation's own program gives the bits that were seen.

use crate::judge::exhaustive;
use semantics::comparison::Side;
use semantics::diagnosis::{Engine, Investigation, Kind, Verdict};
use semantics::instruction::{Context, Target, Version};
use semantics::number::Random;
use semantics::register_file::RegisterFile;
use semantics::trace::Silent;
use std::marker::PhantomData;

fn engine() -> Engine {
    Engine::with(PhantomData::<Silent>)
}

fn investigation(text: &str, target: Target) -> Investigation {
    Investigation::new(text, &Context { target, ..Context::default() }).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Judges one result, and runs the program of everything that was found.
fn judged(investigation: &Investigation, operands: &[u64], seen: u64) -> Verdict {
    let verdict = investigation.judge(operands, seen, engine());
    let mut file = RegisterFile::default();
    for ((name, _), bits) in investigation.inputs.iter().zip(operands) {
        file.set(name, *bits);
    }
    for place in &verdict.found {
        let hypothesis = &investigation.hypotheses[usize::from(*place)];
        let side = Side::run(&hypothesis.text, &investigation.context, &file);
        assert_eq!(side.problem, None, "{}", hypothesis.text);
        let wanted = if hypothesis.reinterpretation().is_none() { seen } else { verdict.expected };
        assert_eq!(side.result().map(|value| value.bits), Some(wanted), "{}: {}", hypothesis.sentence(), hypothesis.text);
    }
    verdict
}

fn sentences(investigation: &Investigation, verdict: &Verdict) -> Vec<String> {
    verdict.found.iter().map(|place| investigation.hypotheses[usize::from(*place)].sentence()).collect()
}

/// A text, its target, operands, what was seen, and the sentences that must be found and must not.
struct Planted {
    text: &'static str,
    target: Target,
    operands: &'static [u64],
    seen: u64,
    found: &'static [(Kind, &'static str)],
    not: &'static [&'static str],
}

const NEW: Target = Target::SM_90;
const ONE: u64 = 0x3f80_0000;

fn check(planted: &Planted) {
    let investigation = investigation(planted.text, planted.target);
    let verdict = judged(&investigation, planted.operands, planted.seen);
    assert!(!verdict.is_expected(), "{} {:x?}: the expected bits", planted.text, planted.operands);
    let said = sentences(&investigation, &verdict);
    for (kind, sentence) in planted.found {
        let place = investigation.hypotheses.iter().position(|one| one.sentence() == *sentence);
        let place = place.unwrap_or_else(|| panic!("{}: nobody says `{sentence}`", planted.text));
        assert_eq!(investigation.hypotheses[place].kind(), *kind, "{sentence}");
        assert!(
            said.iter().any(|said| said == sentence),
            "{} {:x?} -> {:x}: `{sentence}` is not among {said:#?}",
            planted.text,
            planted.operands,
            planted.seen
        );
    }
    for sentence in planted.not {
        assert!(investigation.hypotheses.iter().any(|one| one.sentence() == *sentence), "{}: nobody says `{sentence}`", planted.text);
        assert!(
            said.iter().all(|said| said != sentence),
            "{} {:x?}: `{sentence}` does not give {:x}",
            planted.text,
            planted.operands,
            planted.seen
        );
    }
}

const FTZ: &str = "Subnormal operands and results flushed to zero (.ftz).";
const DAZ: &str = "Subnormal operands flushed to zero, results kept.";
const FTZ_ONLY: &str = "A subnormal result flushed to zero, operands kept.";
const SPLIT: &str = "The product rounded before the addition (mul and add instead of fma).";
const JOINED: &str = "Product and sum contracted to one fma, rounded once.";
const RZ: &str = "Rounded towards zero (.rz).";
const RM: &str = "Rounded towards negative infinity (.rm).";
const RP: &str = "Rounded towards positive infinity (.rp).";

#[test]
#[rustfmt::skip]
fn planted_reasons_are_found_and_near_misses_are_not() {
    use Kind::*;
    for planted in [
        // Flushing: of the result, of the operands, of both.
        Planted { text: "mul.rn.f32", target: NEW, operands: &[0x0080_0000, 0x3f00_0000], seen: 0, found: &[(Flush, FTZ), (Flush, FTZ_ONLY), (Generation, "Computed as sm_13 does, which has no subnormal singles.")], not: &[DAZ, RZ] },
        Planted { text: "mul.rn.f32", target: NEW, operands: &[0x0040_0000, 0x4000_0000], seen: 0, found: &[(Flush, FTZ), (Flush, DAZ)], not: &[FTZ_ONLY] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x0000_0001, 0x0080_0000], seen: 0x0080_0000, found: &[(Flush, FTZ), (Flush, DAZ)], not: &[FTZ_ONLY] },
        Planted { text: "mul.rn.ftz.f32", target: NEW, operands: &[0x0080_0000, 0x3f00_0000], seen: 0x0040_0000, found: &[(Flush, "Subnormal numbers kept (no .ftz).")], not: &[RZ] },
        // Contraction and its absence.
        Planted { text: "fma.rn.f32", target: NEW, operands: &[0x3f80_0800, 0x3f80_0800, 0xbf80_1000], seen: 0, found: &[(Contraction, SPLIT), (Generation, "Computed as mad.f32 of sm_1x does, which cuts the product to 24 bits.")], not: &[FTZ, RZ] },
        Planted { text: "mul.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %c;", target: NEW, operands: &[0x3f80_0800, 0x3f80_0800, 0xbf80_1000], seen: 0x3380_0000, found: &[(Contraction, JOINED)], not: &[RZ, FTZ] },
        Planted { text: "mul.rn.f32 %t, %a, %b; sub.rn.f32 %d, %t, %c;", target: NEW, operands: &[0x3f80_0800, 0x3f80_0800, 0x3f80_1000], seen: 0x3380_0000, found: &[(Contraction, JOINED)], not: &[RZ] },
        Planted { text: "mul.rn.f32 %t, %a, %b; sub.rn.f32 %d, %c, %t;", target: NEW, operands: &[0x3f80_0800, 0x3f80_0800, 0x3f80_1000], seen: 0xb380_0000, found: &[(Contraction, JOINED)], not: &[RZ] },
        Planted { text: "fma.rn.f64", target: NEW, operands: &[0x3ff0_0000_0200_0000, 0x3ff0_0000_0200_0000, 0xbff0_0000_0400_0000], seen: 0, found: &[(Contraction, SPLIT), (Precision, "Computed in single precision.")], not: &[RZ] },
        // Rounding modes.
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x3f80_0001, 0x33c0_0000], seen: 0x3f80_0001, found: &[(Rounding, RZ), (Rounding, RM)], not: &[RP, FTZ, "Clamped to [0, 1] (.sat)."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0xbf80_0000, 0x3f80_0000], seen: 0x8000_0000, found: &[(Rounding, RM), (Sign, "The result negated.")], not: &[RZ, RP] },
        Planted { text: "div.rn.f64", target: NEW, operands: &[0x3ff0_0000_0000_0000, 0x4008_0000_0000_0000], seen: 0x3fd5_5555_5555_5556, found: &[(Rounding, RP)], not: &[RZ, RM] },
        Planted { text: "add.rz.f32", target: NEW, operands: &[0x3f80_0001, 0x33c0_0000], seen: 0x3f80_0002, found: &[(Rounding, "Rounded to nearest, ties to even (.rn).")], not: &[RM] },
        // Saturation.
        Planted { text: "add.rn.f32", target: NEW, operands: &[ONE, ONE], seen: ONE, found: &[(Saturation, "Clamped to [0, 1] (.sat)."), (Unwritten, "Operand a, unchanged.")], not: &[RZ] },
        Planted { text: "add.rn.sat.f32", target: NEW, operands: &[ONE, ONE], seen: 0x4000_0000, found: &[(Saturation, "Not clamped (no .sat).")], not: &[RZ] },
        // Approximations, by form and by target.
        Planted { text: "div.rn.f32", target: NEW, operands: &[ONE, 0x4040_0001], seen: 0x3eaa_aaa9, found: &[(Rounding, RZ)], not: &["Approximated (.approx)."] },
        Planted { text: "sqrt.approx.f32", target: NEW, operands: &[0x4000_0000], seen: 0x3fb5_04f4, found: &[(Generation, "Computed as sm_50 does."), (Reciprocal, "The reciprocal of the approximate reciprocal root.")], not: &[] },
        Planted { text: "rcp.rn.f32", target: NEW, operands: &[0x3f80_0017], seen: 0, found: &[], not: &["Approximated (.approx)."] },
        // Quotients by way of a reciprocal.
        Planted { text: "div.rn.f32", target: NEW, operands: &[0x40a0_0000, 0x4040_0000], seen: 0x3fd5_5556, found: &[(Reciprocal, "A times the rounded reciprocal of b.")], not: &[RZ, FTZ] },
        // By way of other formats.
        Planted { text: "mul.rn.f32", target: NEW, operands: &[0x3dcc_cccd, 0x4120_0000], seen: 0x3f7f_f000, found: &[(Truncation, "Operands cut to f16.")], not: &["The result cut to f16."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x3dcc_cccd, 0x3e4c_cccd], seen: 0x3e9a_0000, found: &[(Precision, "The result rounded to bf16.")], not: &["The result cut to bf16.", "The result rounded to tf32."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x3dcc_cccd, 0x3e4c_cccd], seen: 0x3e99_8000, found: &[(Truncation, "The result cut to tf32."), (Truncation, "The result cut to f16.")], not: &["The result rounded to bf16."] },
        Planted { text: "add.rn.f64", target: NEW, operands: &[0x3fb9_9999_9999_999a, 0x3fc9_9999_9999_999a], seen: 0x3fd3_3333_4000_0000, found: &[(Precision, "Computed in single precision."), (Precision, "The result rounded to f32.")], not: &["The result cut to f32."] },
        Planted { text: "add.rn.f64", target: NEW, operands: &[0x3fb9_9999_9999_999a, 0x3fc9_9999_9999_999a], seen: 0x3fd3_3333_2000_0000, found: &[(Truncation, "The result cut to f32.")], not: &["The result rounded to f32."] },
        Planted { text: "mul.rn.f32", target: NEW, operands: &[0x4039_999a, ONE], seen: 0x4000_0000, found: &[(Truncation, "The result cut to a whole number.")], not: &["The result rounded to a whole number."] },
        // Conversions.
        Planted { text: "cvt.rni.s32.f32", target: NEW, operands: &[0x402c_cccd], seen: 2, found: &[(Truncation, "Cut to a whole number, as a cast does (.rzi).")], not: &["Rounded to a whole number towards positive infinity (.rpi)."] },
        Planted { text: "cvt.rn.f16.f64", target: NEW, operands: &[0x3ff0_0200_0000_0001], seen: 0x3c00, found: &[(Precision, "Converted by way of f32, rounded twice."), (Rounding, RZ)], not: &[RP] },
        Planted { text: "__float2half_rn", target: NEW, operands: &[0x3f80_3000], seen: 0x3c01, found: &[(Rounding, RZ)], not: &[RP] },
        // Calls, moves and guards.
        Planted { text: "d = __fmul_rn(x, y);", target: NEW, operands: &[0x0080_0000, 0x3f00_0000], seen: 0, found: &[(Flush, FTZ)], not: &[DAZ] },
        Planted { text: "@%p mul.rn.f32 %t, %a, %b; mov.f32 %u, %t; add.rn.f32 %d, %u, %c;", target: NEW, operands: &[0x3f80_0800, 0x3f80_0800, 0xbf80_1000], seen: 0x3380_0000, found: &[(Contraction, JOINED)], not: &[RZ] },
        // Machine instructions.
        Planted { text: "HMUL2 R0, R1, R2;", target: NEW, operands: &[0x8000_7c00, 0x3c00_0000], seen: 0x8000_0000, found: &[], not: &[] },
        Planted { text: "F2F.F16.F32 R0, R1;", target: Target::SM_53, operands: &[0x3f80_3000], seen: 0x3c01, found: &[(Rounding, "Computed with .RZ (rounding).")], not: &[] },
        Planted { text: "F2F.F16.F32 R0, R1;", target: NEW, operands: &[0x3f80_3000], seen: 0x3c01, found: &[(Rounding, RZ)], not: &[] },
        // Operands and signs.
        Planted { text: "sub.rn.f32", target: NEW, operands: &[ONE, 0x4040_0000], seen: 0x4000_0000, found: &[(Operands, "Operands in the order %b, %a."), (Sign, "The result negated."), (Sign, "The result without its sign.")], not: &["%b negated."] },
        Planted { text: "fma.rn.f32", target: NEW, operands: &[0x4000_0000, 0x4040_0000, 0x40a0_0000], seen: 0x4188_0000, found: &[(Operands, "Operands in the order %c, %b, %a.")], not: &["Operands in the order %a, %c, %b."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[ONE, 0x4040_0000], seen: 0xc000_0000, found: &[(Sign, "%b negated.")], not: &["%a negated."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0xbf80_0000, 0x4040_0000], seen: 0x4080_0000, found: &[(Sign, "%a without its sign.")], not: &["%b without its sign."] },
        // NaNs.
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x7f80_1234, ONE], seen: 0x7fc0_1234, found: &[(Nan, "The NaN of a made quiet, not the canonical one.")], not: &["The NaN of a as it was.", "The NaN of b made quiet, not the canonical one."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x7f80_1234, ONE], seen: 0x7f80_1234, found: &[(Nan, "The NaN of a as it was.")], not: &["The NaN of a made quiet, not the canonical one."] },
        Planted { text: "sub.rn.f32", target: NEW, operands: &[0x7f80_0000, 0x7f80_0000], seen: 0xffc0_0000, found: &[(Nan, "The negative quiet NaN that x86 makes.")], not: &["The positive quiet NaN without payload that Arm and C libraries make."] },
        Planted { text: "add.rn.f64", target: NEW, operands: &[0x7ff8_0000_0000_1234, 0], seen: 0xfff8_0000_0000_0000, found: &[(Nan, "Made the canonical NaN.")], not: &["The NaN of a as it was."] },
        Planted { text: "min.f32", target: NEW, operands: &[0x7fc0_0000, ONE], seen: 0x7fff_ffff, found: &[(Selection, "Computed with .NaN.")], not: &[] },
        Planted { text: "testp.finite.f32", target: NEW, operands: &[0x7f80_0000], seen: 1, found: &[(Selection, "Computed with .infinite."), (Selection, "Computed with .number.")], not: &["Computed with .normal."] },
        // Readings.
        Planted { text: "add.rn.f32", target: NEW, operands: &[ONE, ONE], seen: 0x40, found: &[(Reading, "The expected result with its bytes in the other order.")], not: &["The expected result with its halves swapped."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x3dcc_cccd, ONE], seen: 0x3c66_0000, found: &[(Reading, "The expected result as an f16 in the upper half.")], not: &["The expected result as an f16, zero above it."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x3dcc_cccd, ONE], seen: 0x3c66, found: &[(Reading, "The expected result as an f16, zero above it.")], not: &["The expected result as an f16 in the upper half."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[0x3dcc_cccd, ONE], seen: 0x3f8d, found: &[(Reading, "The expected result rounded to a bf16, zero above it.")], not: &["The expected result cut to its upper half, a bf16."] },
        Planted { text: "add.rn.f32", target: NEW, operands: &[ONE, ONE], seen: 0x4000_0000_0000_0000, found: &[(Reading, "The expected result as a double.")], not: &[] },
        Planted { text: "mul.rn.f32", target: NEW, operands: &[0x4049_0fdb, ONE], seen: 0x4049_0fd0, found: &[(Reading, "The expected result printed with 6 significant digits and read again.")], not: &["The expected result printed with 5 significant digits and read again.", "The expected result printed with 8 significant digits and read again."] },
        Planted { text: "mul.rn.f32", target: NEW, operands: &[0x4049_0fdb, ONE], seen: 3, found: &[(Reading, "The expected result as an integer, its fraction cut off.")], not: &[] },
        Planted { text: "add.rn.f32x2", target: Target::SM_100, operands: &[0x3f80_0000_0000_0000, 0x3f80_0000_0000_0000], seen: 0x4000_0000, found: &[(Reading, "The expected result with its halves swapped.")], not: &[RZ] },
    ] {
        check(&planted);
    }
}

/// Texts of every language and shape that is asked about.
const SUBJECTS: [&str; 29] = [
    "add.rn.f32",
    "fma.rn.f32",
    "fma.rn.f64",
    "mul.rn.sat.f32",
    "mul.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %c;",
    "@%p mul.rn.f32 %t, %a, %b; mov.b32 %u, %t; @!%p sub.rn.f32 %d, %u, %c;",
    "div.rn.f32",
    "div.approx.f32",
    "div.rn.f64",
    "sqrt.rn.f32",
    "sqrt.approx.f32",
    "rsqrt.approx.f32",
    "ex2.approx.f32",
    "min.f32",
    "testp.finite.f32",
    "add.rn.f32x2",
    "cvt.rni.s32.f32",
    "cvt.rn.f16.f64",
    "cvt.rn.f32.f64",
    "cvt.rn.f32.s64",
    "__fadd_rz(x, y)",
    "y = __frcp_rn(x);",
    "__float2int_rn",
    "MUFU.RCP R0, R1;",
    "F2F.F16.F32.RZ R0, R1;",
    "HMUL2 R0, R1, R2;",
    "FSETP.LT.AND P0, PT, R1, R2, P3;",
    "FMNMX R0, R1, -R2, P0; HFMA2 R4, R0.H0_H0, R1, R2;",
    "FADD.FTZ R0, R1, c[0x0][0x160]; FSEL R0, R0, R2, P1;",
];

/// Everything that may have happened is planted: the bits that its own program gives, run as a text by another part of the core, are
/// explained by it, and bits beside them are not.
#[test]
fn every_hypothesis_is_found_where_it_is_planted_and_not_beside() {
    // An exhaustive run plants each three times as often.
    let mut kinds: Vec<Kind> = Vec::new();
    let mut random = Random::new(1);
    for text in SUBJECTS {
        let target = match text {
            "MUFU.RCP R0, R1;" | "F2F.F16.F32.RZ R0, R1;" | "HMUL2 R0, R1, R2;" => Target::SM_53,
            "add.rn.f32x2" => Target::SM_100,
            _ => NEW,
        };
        let context = Context { target, ..Context::default() };
        let investigation = Investigation::new(text, &context).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (place, hypothesis) in investigation.hypotheses.iter().enumerate() {
            if hypothesis.reinterpretation().is_some() || hypothesis.departures.len() > 1 {
                continue;
            }
            for round in 0..if exhaustive() { 150u64 } else { 50 } {
                let mut file = RegisterFile::default();
                let operands: Vec<u64> = investigation
                    .inputs
                    .iter()
                    .map(|(name, format)| {
                        // Near one, near zero, anything.
                        let fraction = random.word() & format.mask();
                        let bits = match round % 4 {
                            0 => fraction,
                            1 if format.is_floating() => fraction & format.fraction_mask(),
                            _ if format.is_floating() => {
                                format.one() ^ (fraction & (format.fraction_mask() << 2 | 1 << (format.width() - 1))) & format.mask()
                            }
                            _ => fraction >> (round % 32),
                        };
                        file.set(name, bits);
                        bits
                    })
                    .collect();
                let side = Side::run(&hypothesis.text, &investigation.context, &file);
                assert_eq!(side.problem, None, "{text}: {}", hypothesis.text);
                let seen = side.result().map_or(0, |value| value.bits);
                if seen == investigation.expected(&operands, engine()) {
                    continue;
                }
                if !kinds.contains(&hypothesis.kind()) {
                    kinds.push(hypothesis.kind());
                }
                let verdict = investigation.judge(&operands, seen, engine());
                assert!(verdict.found.contains(&(place as u16)), "{text} {operands:x?} -> {seen:x}: {}", hypothesis.sentence());
                let beside = investigation.judge(&operands, seen ^ 1, engine());
                assert!(!beside.found.contains(&(place as u16)) || beside.is_expected(), "{text} {operands:x?} -> {seen:x} ^ 1");
            }
        }
    }
    let planted_as_bits = [Kind::Nan, Kind::Reading, Kind::Unwritten];
    let missing: Vec<&Kind> = Kind::ALL.iter().filter(|kind| !kinds.contains(kind) && !planted_as_bits.contains(kind)).collect();
    assert!(missing.is_empty(), "never planted: {missing:?}");
}

/// Two departures at once are found where no single one gives the bits, and are not looked for where one does.
#[test]
fn two_departures_are_found_where_one_does_not_explain() {
    let investigation = investigation("fma.rn.f32", NEW);
    let sentence = "The product rounded before the addition (mul and add instead of fma); rounded towards zero (.rz).";
    let place = investigation.hypotheses.iter().position(|one| one.sentence() == sentence).unwrap();
    let both = Investigation::new(&investigation.hypotheses[place].text, &investigation.context).unwrap();
    let (mut two, mut one) = (0, 0);
    for step in 1..2000u64 {
        let operands = [ONE + step * 7919, ONE + step * 104_729, 0x4000_0000 + step * 1299];
        let seen = both.expected(&operands, engine());
        let verdict = judged(&investigation, &operands, seen);
        let departures = verdict.found.iter().map(|place| investigation.hypotheses[usize::from(*place)].departures.len());
        match departures.max() {
            _ if verdict.is_expected() => {}
            Some(2) => {
                two += 1;
                assert!(verdict.found.contains(&(place as u16)), "{operands:x?}");
            }
            _ => one += 1,
        }
    }
    assert!(two > 20 && one > 20, "{two} {one}");
}

/// What is tried grows with the square of a program: a long one would take all of a page's memory.
#[test]
fn long_programs_are_refused() {
    for (line, separator) in [("fma.rn.f32 %d, %a, %b, %c;", "\n"), ("HMUL2 R0, R1, R2;", " ")] {
        let made = |count| Investigation::new(&vec![line; count].join(separator), &Context::default()).map(|_| ());
        assert_eq!(made(40), Ok(()));
        for count in [41, 300, 3000] {
            assert_eq!(made(count), Err("This is more than can be varied: at most 40 instructions.".to_owned()));
        }
    }
}

#[test]
fn what_nothing_explains_has_a_distance() {
    let investigation = investigation("add.rn.f32", NEW);
    let verdict = judged(&investigation, &[ONE, ONE], 0x4000_0007);
    assert_eq!((verdict.expected, verdict.distance, verdict.found.len()), (0x4000_0000, Some(7), 0));
}

#[test]
fn hypotheses_that_change_nothing_are_told_apart() {
    let investigation = investigation("add.rn.f32", NEW);
    let verdict = judged(&investigation, &[ONE, ONE], 0x4000_0000);
    assert!(verdict.is_expected());
    let said = sentences(&investigation, &verdict);
    assert!(said.iter().any(|said| said == RZ) && said.iter().all(|said| !said.starts_with("The expected result")), "{said:?}");
}

/// Every form of the table, on every kind of operand: nothing panics, every text runs, and the instruction's own bits are expected. An ordinary run
/// takes two of the seven kinds, others for each form.
#[test]
fn every_form_can_be_asked_about() {
    let mut made = 0;
    for form in semantics::instruction::forms() {
        for modifiers in form.pattern.combinations() {
            let name = form.pattern.ordered(modifiers).fold(form.mnemonic().to_owned(), |text, modifier| text + modifier.text());
            let context = Context { target: Target::SM_107A, ptx: Version::NEWEST };
            let Ok(investigation) = Investigation::new(&name, &context) else { continue };
            made += 1;
            let kinds = [0u64, 1, 0x3f80_0000, 0x7f80_0001, 0xffff_ffff, 0x3ff0_0000_0000_0000, u64::MAX];
            for bits in (0..if exhaustive() { kinds.len() } else { 2 }).map(|at| kinds[(made + 3 * at) % kinds.len()]) {
                let operands: Vec<u64> = investigation.inputs.iter().map(|(_, format)| bits & format.mask()).collect();
                let expected = investigation.expected(&operands, engine());
                assert!(judged(&investigation, &operands, expected).is_expected());
                judged(&investigation, &operands, expected ^ 1);
                judged(&investigation, &operands, 0);
            }
        }
    }
    assert!(made > 150, "{made}");
}

/// Machine code is asked about on the chips that have it, which the texts say: the PTX that computes the same where there is one, else its words.
#[test]
fn machine_code_is_asked_about_on_chips_that_have_it() {
    assert_eq!(investigation("RRO.EX2 R0, R1;", NEW).text, ".target sm_53\nRRO.EX2 R0, R1;");
    assert_eq!(investigation("MUFU.RCP R0, R1;", Target::SM_53).text, "MUFU.RCP R0, R1;");
    assert_eq!(investigation("MUFU.RCP R0, R1;", NEW).text, "rcp.approx.ftz.f32 %R0, %R1;");
    let refused = |text| Investigation::new(text, &Context::default()).expect_err(text);
    let compared = investigation("FSETP.LT.AND P0, PT, R1, |R2|, P3;", NEW);
    assert_eq!(compared.inputs.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["R1", "R2", "P3"]);
    let said = |operands: &[u64], seen| sentences(&compared, &judged(&compared, operands, seen));
    assert_eq!(compared.expected(&[0, ONE, 1], engine()), 1);
    assert!(said(&[0, 1, 1], 0).contains(&"Computed with .FTZ (flush).".to_owned()));
    assert!(said(&[0, ONE | 1 << 31, 1], 0).contains(&"Computed without the absolute value of b.".to_owned()));
    let constant = investigation("HFMA2 R0, R1.H0_H0, c[0x0][0x160], R3;", NEW);
    assert_eq!(constant.inputs.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["R1", "c[0x0][0x160]", "R3"]);
    assert!(refused("FSETP.LT.AND P0, P1, R1, R2, PT;").contains("Two predicates"));
    assert!(refused("FADD R0, R1, cx[UR4][0x10];").contains("bank"));
    assert!(refused("FFMA R0, R1;").contains("FFMA"));
}
