//! The special function unit against silicon: the tables and whole ranges of results by hash, and every special value of the MUFU text.
//!
//! Judges: the hashes were taken of an emulation that envytools' hardware tests (M. Kościelnicka) hold to silicon; the special values
//! are quoted from NVIDIA's text for MUFU, SPA 5.0.

use crate::judge::{exhaustive, sample};
use semantics::oracle::oracle;
use semantics::special_function::exponential::ex2_word;
use semantics::special_function::float::{absolute, negated, saturate};
use semantics::special_function::interpolation::truncated_square;
use semantics::special_function::range_reduction::{rro_ex2, rro_sincos};
use semantics::special_function::sine::{cos_word, sin_word};
use semantics::special_function::{Op, Operands, Silent, Stage, generate, mufu, table};
use semantics::trace::{Step, Trace};
use std::any::Any;
use std::ops::RangeInclusive;

/// FNV-1a over whole 32-bit results, in the order of the operands.
fn hash(operands: impl Iterator<Item = u32>, function: impl Fn(u32) -> u32) -> u64 {
    operands.fold(0xcbf2_9ce4_8422_2325, |hash, bits| (hash ^ u64::from(function(bits))).wrapping_mul(0x100_0000_01b3))
}

/// What is not as stored: the hash of a sample, and of every operand in an exhaustive run, which so holds the sample's hash to the whole's.
fn differing(operands: RangeInclusive<u32>, function: impl Fn(u32) -> u32, whole: u64, sampled: u64) -> Vec<String> {
    let mut differ = Vec::new();
    let mut check = |what: &str, got: u64, stored: u64| {
        if got != stored {
            differ.push(format!("{what}: {got:#018x}, stored {stored:#018x}"));
        }
    };
    check("of a sample", hash(sample(operands.clone()), &function), sampled);
    if exhaustive() {
        check("of all", hash(operands, &function), whole);
    }
    differ
}

#[test]
fn the_tables_are_the_derived_ones() {
    let committed = include_str!("../../arithmetic/special_function/table.rs");
    assert!(generate::source() == committed, "special_function/table.rs is stale: run `cargo xtask tables`");
}

#[test]
fn the_silicon_tables_have_their_known_hash() {
    let tables: [&[_]; generate::DERIVATIONS.len()] =
        [&table::RECIPROCAL, &table::RECIPROCAL_SQUARE_ROOT, &table::SINE, &table::EXPONENTIAL, &table::LOGARITHM];
    assert_eq!(tables.iter().map(|table| table.len()).sum::<usize>(), 448);
    assert_eq!(generate::hash(tables.into_iter().flatten()), 0x4fa4_d13f_02d2_4421);
}

/// The root's table and path against the model that was compared with chips (ptx-math): every operand of `[1, 4)`.
#[test]
fn square_roots_have_the_hash_of_the_compared_model() {
    let root = |bits| mufu(Op::Sqrt, Operands::Floats, bits, &mut Silent);
    let differ = differing(0x3f80_0000..=0x407f_ffff, root, 0x5071_2c00_1bd4_eb00, 0x0704_3955_4391_413c);
    assert!(differ.is_empty(), "{differ:#?}");
    assert_eq!(oracle("square roots").answers, 1 << 24);
}

#[test]
fn whole_ranges_have_the_hashes_of_silicon() {
    type Function = fn(u32) -> u32;
    let rcp: Function = |bits| mufu(Op::Rcp, Operands::Words, bits, &mut Silent);
    let rsq: Function = |bits| mufu(Op::Rsq, Operands::Words, bits, &mut Silent);
    let lg2: Function = |bits| mufu(Op::Lg2, Operands::Words, bits, &mut Silent);
    let ex2: Function = |word| ex2_word(word, &mut Silent);
    let sin: Function = |word| sin_word(word, &mut Silent);
    let cos: Function = |word| cos_word(word, &mut Silent);
    let rows: [(&str, Function, RangeInclusive<u32>, u64, u64); 9] = [
        ("RCP", rcp, 0x3f80_0000..=0x3fff_ffff, 0xfa72_a6c6_9827_4964, 0x6f59_4fd1_5f59_63fc),
        ("RSQ", rsq, 0x3f80_0000..=0x407f_ffff, 0xbdf1_cb38_6ee7_8bc2, 0x1b27_340b_0b3b_64cc),
        ("LG2", lg2, 0x3f00_0000..=0x407f_ffff, 0xba30_4fb9_5b52_3f58, 0x2aa4_7eae_d299_ec8e),
        ("EX2", ex2, 0x0000_0000..=0x007f_ffff, 0xbb09_3af6_b6fa_7edb, 0x91d1_42c4_ce49_c35c),
        ("EX2 below zero", ex2, 0x8000_0000..=0x807f_ffff, 0xe2ed_50da_c79d_5b98, 0xa974_b2bf_c7bb_dcd7),
        ("RRO.SINCOS", |bits| rro_sincos(bits, &mut Silent), 0x3c00_0000..=0x42ff_ffff, 0x503d_3df2_5e2d_5a74, 0x77cc_03c9_3bc9_9a0c),
        ("RRO.EX2", |bits| rro_ex2(bits, &mut Silent), 0x3c00_0000..=0x42ff_ffff, 0x6640_2cd1_1c6c_2325, 0x3d66_7820_5da8_cd5b),
        ("SIN", sin, 0x0000_0000..=0x01ff_ffff, 0xa713_6511_0f07_f70d, 0x9818_0aaa_0994_866a),
        ("COS", cos, 0x0000_0000..=0x01ff_ffff, 0x2849_da14_aea1_b5bd, 0xe989_3282_9ccb_214e),
    ];
    let (mut answers, mut differ) = (0, Vec::new());
    for (name, function, operands, whole, sampled) in rows {
        answers += operands.clone().count() as u64;
        differ.extend(differing(operands, function, whole, sampled).into_iter().map(|how| format!("{name} {how}")));
    }
    assert!(differ.is_empty(), "{differ:#?}");
    assert_eq!(answers, oracle("window hashes").answers);
}

/// The operands of the MUFU text, as floats and as high words of doubles.
const NEGATIVE_SUBNORMAL: [u32; 3] = [0x8000_0001, 0x8040_0000, 0x807f_ffff];
const SUBNORMAL: [u32; 3] = [0x0000_0001, 0x0040_0000, 0x007f_ffff];
const NAN: [u32; 4] = [0x7f80_0001, 0x7fc0_0000, 0xffff_ffff, 0x7fff_ffff];
const NEGATIVE_SUBNORMAL_HIGH: [u32; 3] = [0x8000_0001, 0x8008_0000, 0x800f_ffff];
const SUBNORMAL_HIGH: [u32; 3] = [0x0000_0001, 0x0008_0000, 0x000f_ffff];
const NAN_HIGH: [u32; 4] = [0x7ff0_0001, 0x7ff8_0000, 0xffff_ffff, 0x7fff_ffff];

const INF: u32 = 0x7f80_0000;
const INF_HIGH: u32 = 0x7ff0_0000;
const NEGATIVE: u32 = 0x8000_0000;
const CANONICAL_NAN: u32 = 0x7fff_ffff;
const ONE: u32 = 0x3f80_0000;

/// The function of a float on either kind of chip; SIN, COS and EX2 go through RRO where there is one.
fn of_float(op: Op, operands: Operands, bits: u32) -> u32 {
    let operand = match (op, operands) {
        (Op::Sin | Op::Cos, Operands::Words) => rro_sincos(bits, &mut Silent),
        (Op::Ex2, Operands::Words) => rro_ex2(bits, &mut Silent),
        _ => bits,
    };
    mufu(op, operands, operand, &mut Silent)
}

#[test]
fn special_values_are_those_of_the_text() {
    // One row a function, in the order of the text's own list: -denorm, -0.0, +0.0, +denorm, -Inf, +Inf, NaN.
    #[rustfmt::skip]
    let rows: [(Op, [u32; 7]); 10] = [
        (Op::Cos,  [ONE, ONE, ONE, ONE, CANONICAL_NAN, CANONICAL_NAN, CANONICAL_NAN]),
        (Op::Ex2,  [ONE, ONE, ONE, ONE, 0, INF, CANONICAL_NAN]),
        (Op::Lg2,  [NEGATIVE | INF, NEGATIVE | INF, NEGATIVE | INF, NEGATIVE | INF, CANONICAL_NAN, INF, CANONICAL_NAN]),
        (Op::Rcp,  [NEGATIVE | INF, NEGATIVE | INF, INF, INF, NEGATIVE, 0, CANONICAL_NAN]),
        (Op::Rsq,  [NEGATIVE | INF, NEGATIVE | INF, INF, INF, CANONICAL_NAN, 0, CANONICAL_NAN]),
        (Op::Sin,  [NEGATIVE, NEGATIVE, 0, 0, CANONICAL_NAN, CANONICAL_NAN, CANONICAL_NAN]),
        (Op::Rcp64h, [NEGATIVE | INF_HIGH, NEGATIVE | INF_HIGH, INF_HIGH, INF_HIGH, NEGATIVE, 0, CANONICAL_NAN]),
        (Op::Rsq64h, [NEGATIVE | INF_HIGH, NEGATIVE | INF_HIGH, INF_HIGH, INF_HIGH, CANONICAL_NAN, 0, CANONICAL_NAN]),
        (Op::Sqrt, [NEGATIVE, NEGATIVE, 0, 0, CANONICAL_NAN, INF, CANONICAL_NAN]),
        // PTX, tanh.approx.f32: subnormals pass through, which has its own row below; these are the rest of its table.
        (Op::Tanh, [NEGATIVE, NEGATIVE, 0, 0, NEGATIVE | ONE, ONE, CANONICAL_NAN]),
    ];
    for (op, [negative_subnormal, negative_zero, zero, subnormal, negative_infinity, infinity, nan]) in rows {
        let high = matches!(op, Op::Rcp64h | Op::Rsq64h);
        let inf = if high { INF_HIGH } else { INF };
        let mut cases = vec![(NEGATIVE, negative_zero), (0, zero), (NEGATIVE | inf, negative_infinity), (inf, infinity)];
        if op != Op::Tanh {
            cases.extend((if high { NEGATIVE_SUBNORMAL_HIGH } else { NEGATIVE_SUBNORMAL }).map(|bits| (bits, negative_subnormal)));
            cases.extend((if high { SUBNORMAL_HIGH } else { SUBNORMAL }).map(|bits| (bits, subnormal)));
        }
        cases.extend((if high { NAN_HIGH } else { NAN }).map(|bits| (bits, nan)));
        for (bits, expected) in cases {
            for operands in [Operands::Words, Operands::Floats] {
                assert_eq!(of_float(op, operands, bits), expected, "{}({bits:08x}) {operands:?}", op.name());
            }
        }
    }
}

#[test]
fn subnormals_pass_through_tanh() {
    for bits in NEGATIVE_SUBNORMAL.into_iter().chain(SUBNORMAL) {
        assert_eq!(of_float(Op::Tanh, Operands::Floats, bits), bits);
    }
}

#[test]
fn negative_operands_have_no_root_and_no_logarithm() {
    for op in [Op::Lg2, Op::Rsq, Op::Sqrt, Op::Rsq64h] {
        assert_eq!(of_float(op, Operands::Words, 0xbf80_0000), CANONICAL_NAN, "{}", op.name());
    }
}

#[test]
fn one_gives_exactly_one() {
    // The text: "Output must be exactly 1.0 if the input is exactly 1.0."
    for (op, one) in [(Op::Rcp, ONE), (Op::Rsq, ONE), (Op::Sqrt, ONE), (Op::Rcp64h, 0x3ff0_0000), (Op::Rsq64h, 0x3ff0_0000)] {
        assert_eq!(of_float(op, Operands::Words, one), one, "{}", op.name());
    }
}

#[test]
fn saturation() {
    // The text: ".SAT: saturate output to (+0.0,1.0) (NaN is converted to +0.0f)."
    let rows = [
        (CANONICAL_NAN, 0),
        (0xffc0_0000, 0),
        (NEGATIVE, 0),
        (0xbf00_0000, 0),
        (NEGATIVE | INF, 0),
        (0, 0),
        (0x3f00_0000, 0x3f00_0000),
        (0x3f7f_ffff, 0x3f7f_ffff),
        (ONE, ONE),
        (0x3f80_0001, ONE),
        (INF, ONE),
    ];
    for (bits, expected) in rows {
        assert_eq!(saturate(bits, &mut Silent), expected, "{bits:08x}");
    }
    assert!(Op::ALL.iter().all(|&op| op.saturates() != matches!(op, Op::Rcp64h | Op::Rsq64h)));
}

#[test]
fn the_absolute_value_is_taken_before_the_negation() {
    assert_eq!(negated(absolute(0xbf80_0000)), 0xbf80_0000);
    assert_eq!(negated(absolute(0x3f80_0000)), 0xbf80_0000);
}

#[test]
fn overflow_and_underflow() {
    // The exponent comes from a fixed-point word, so both ends are reached by integers.
    let rows = [
        (Op::Ex2, 0x4300_0000, INF),
        (Op::Ex2, 0x42ff_ffff, 0x7f7f_ffa8),
        (Op::Ex2, 0xc2fc_0000, 0x0080_0000),
        (Op::Ex2, 0xc2fe_0000, 0),
        (Op::Ex2, 0xc300_0000, 0),
        (Op::Rcp, 0x7e80_0000, 0x0080_0000),
        (Op::Rcp, 0x7f00_0000, 0),
        (Op::Rcp, 0xff7f_ffff, NEGATIVE),
        (Op::Rcp, 0x0080_0000, 0x7e80_0000),
    ];
    for (op, bits, expected) in rows {
        assert_eq!(of_float(op, Operands::Words, bits), expected, "{}({bits:08x})", op.name());
    }
}

#[test]
fn a_listener_changes_nothing_and_hears_each_stage() {
    // A multiplicative walk over all 32-bit patterns: the odd factor visits each class of operand many times.
    for op in Op::ALL {
        for operands in [Operands::Words, Operands::Floats] {
            for step in 0..20_000u32 {
                let bits = step.wrapping_mul(0x9e37_79b1);
                let mut trace = Trace::default();
                assert_eq!(mufu(op, operands, bits, &mut trace), mufu(op, operands, bits, &mut Silent));
                assert!(!trace.steps.is_empty());
                for step in trace.steps {
                    let Step::Told(told) = step else { panic!("{step:?}") };
                    if let Some(Stage::Interpolation(step)) = (&*told as &dyn Any).downcast_ref() {
                        assert_eq!(step.terms.iter().sum::<i64>() + step.added, step.sum);
                        assert_eq!(step.sum >> step.shift, step.result);
                    }
                }
            }
        }
    }
}

#[test]
fn the_square_is_the_sum_of_seventeen_cut_products() {
    for x in 0..1_u32 << 17 {
        let products = (0..17).filter(|bit| x >> bit & 1 != 0).map(|bit| x >> (18 - bit));
        assert_eq!(truncated_square(x), products.sum::<u32>() >> 1, "{x:x}");
    }
}
