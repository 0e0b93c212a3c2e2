//! Atomics: sections 9.7.13.5 and 9.7.13.6. Each operation has a row for `.global` and generic addresses and one for `.shared`.

use super::since::{PTX_1_1, PTX_1_2, PTX_2_0, PTX_3_1, PTX_5_0, PTX_6_0, PTX_6_2, PTX_6_3, PTX_7_4, PTX_7_8, PTX_8_1, PTX_9_4};
use crate::instruction::{Gate, Meaning, Modifier, ModifierSet, Row, Target, Version, Work, form};

const ATOM: &str = "Reads d from memory at a, and writes the result of the operation on d and b there. No other thread acts in between.";
const RED: &str = "Replaces the number in memory at a by the result of the operation on it and b. No other thread acts in between.";
const CHIP: &str = "an H100 (sm_90), 25,088 additions, smallest and largest of special and random numbers";
const DAY: &str = "2026-11-22";
const UNDOCUMENTED: &str = "ptxas 13.5.37 takes it; that it flushes nothing follows from its name";

const GATES: &[Gate] = &[
    Gate { modifiers: ModifierSet::SCOPES, ptx: PTX_5_0, target: Target::SM_60 },
    Gate {
        modifiers: ModifierSet::of(&[Modifier::Relaxed, Modifier::Acquire, Modifier::Release, Modifier::AcqRel]),
        ptx: PTX_6_0,
        target: Target::SM_70,
    },
    Gate { modifiers: ModifierSet::of(&[Modifier::Cluster, Modifier::SharedCluster]), ptx: PTX_7_8, target: Target::SM_90 },
    Gate { modifiers: ModifierSet::only(Modifier::SharedCta), ptx: PTX_7_8, target: Target::SM_30 },
    Gate { modifiers: ModifierSet::only(Modifier::CacheHint), ptx: PTX_7_4, target: Target::SM_80 },
];

const fn atomic(syntax: &'static str, ptx: Version, target: Target) -> Row {
    let is_red = syntax.as_bytes()[0] == b'r';
    let (summary, section) = if is_red { (RED, "9.7.13.6") } else { (ATOM, "9.7.13.5") };
    form(syntax).since(ptx, target).gates(GATES).means(Meaning::Work(Work::Atomic), summary).documented(section)
}

/// What memory orders, for whom, and where.
macro_rules! head {
    (atom global) => {
        "atom{.(relaxed|acquire|release|acq_rel)}{.scope}{.global}"
    };
    (red global) => {
        "red{.(relaxed|release)}{.scope}{.global}"
    };
    (atom shared) => {
        "atom{.(relaxed|acquire|release|acq_rel)}{.scope}.(shared|shared::cta|shared::cluster)"
    };
    (red shared) => {
        "red{.(relaxed|release)}{.scope}.(shared|shared::cta|shared::cluster)"
    };
}
/// The rows of an operation on some types: what it names, and from when on it is for `.global` and for `.shared`.
macro_rules! both {
    ($what:literal $types:literal, $global:expr, $first:expr, $shared:expr, $second:expr) => {
        [
            atomic(concat!(head!(atom global), $what, "{.L2::cache_hint}.", $types, "  d, [a], b{, policy}"), $global, $first),
            atomic(concat!(head!(atom shared), $what, ".", $types, "  d, [a], b"), $shared, $second),
            atomic(concat!(head!(red global), $what, "{.L2::cache_hint}.", $types, "  [a], b{, policy}"), $global, $first),
            atomic(concat!(head!(red shared), $what, ".", $types, "  [a], b"), $shared, $second),
        ]
    };
}
/// The rows of an operation that the first chips had, for which generic addresses came later.
macro_rules! early {
    ($what:literal $types:literal) => {
        [
            atomic(concat!("atom.global", $what, ".", $types, "  d, [a], b"), PTX_1_1, Target::SM_11),
            atomic(concat!("red.global", $what, ".", $types, "  [a], b"), PTX_1_2, Target::SM_11),
        ]
    };
}
/// The rows of vectors, which lie in `.global`.
macro_rules! vectors {
    ($what:literal $types:literal, $since:expr) => {
        [
            atomic(concat!(head!(atom global), $what, "{.L2::cache_hint}.", $types, "  d, [a], b{, policy}"), $since, Target::SM_90),
            atomic(concat!(head!(red global), $what, "{.L2::cache_hint}.", $types, "  [a], b{, policy}"), $since, Target::SM_90),
        ]
    };
}

const WORDS: [Row; 4] = both!(".(add|min|max)" "(u32|s32)", PTX_2_0, Target::SM_20, PTX_1_2, Target::SM_12);
const COUNTS: [Row; 4] = both!(".(inc|dec)" "u32", PTX_2_0, Target::SM_20, PTX_1_2, Target::SM_12);
const BITS: [Row; 4] = both!(".(and|or|xor)" "b32", PTX_2_0, Target::SM_20, PTX_1_2, Target::SM_12);
const LONG_SUMS: [Row; 4] = both!(".add" "u64", PTX_2_0, Target::SM_20, PTX_2_0, Target::SM_20);
const LONG: [Row; 4] = both!(".(min|max)" "(u64|s64)", PTX_3_1, Target::SM_32, PTX_3_1, Target::SM_32);
const LONG_BITS: [Row; 4] = both!(".(and|or|xor)" "b64", PTX_3_1, Target::SM_32, PTX_3_1, Target::SM_32);
const SINGLES: [Row; 4] = measured(both!(".add" "f32", PTX_2_0, Target::SM_20, PTX_2_0, Target::SM_20));
const DOUBLES: [Row; 4] = measured(both!(".add" "f64", PTX_5_0, Target::SM_60, PTX_5_0, Target::SM_60));
const HALVES: [Row; 4] = measured(both!(".add.noftz" "f16", PTX_6_3, Target::SM_70, PTX_6_3, Target::SM_70));
const PAIRS: [Row; 4] = measured(both!(".add.noftz" "f16x2", PTX_6_2, Target::SM_60, PTX_6_2, Target::SM_60));
const BRAINS: [Row; 4] = measured(both!(".add.noftz" "(bf16|bf16x2)", PTX_7_8, Target::SM_90, PTX_7_8, Target::SM_90));
const UNFLUSHED: [Row; 4] = unlisted(both!(".add.noftz" "f32", PTX_9_4, Target::SM_90, PTX_9_4, Target::SM_90));
const EARLY_WORDS: [Row; 2] = early!(".(add|min|max)" "(u32|s32)");
const EARLY_COUNTS: [Row; 2] = early!(".(inc|dec)" "u32");
const EARLY_BITS: [Row; 2] = early!(".(and|or|xor)" "b32");
const SINGLE_VECTORS: [Row; 2] = vectors!(".add" "(v2|v4).f32", PTX_8_1);
const HALF_VECTORS: [Row; 2] = measured(vectors!(".(add|min|max).noftz" "(v2|v4|v8).(f16|bf16)", PTX_8_1));
const PAIR_VECTORS: [Row; 2] = measured(vectors!(".(add|min|max).noftz" "(v2|v4).(f16x2|bf16x2)", PTX_8_1));
const UNFLUSHED_VECTORS: [Row; 2] = unlisted(vectors!(".add.noftz" "(v2|v4).f32", PTX_9_4));

const fn measured<const N: usize>(mut rows: [Row; N]) -> [Row; N] {
    let mut at = 0;
    while at < N {
        rows[at] = rows[at].measured(CHIP, DAY);
        at += 1;
    }
    rows
}
const fn unlisted<const N: usize>(mut rows: [Row; N]) -> [Row; N] {
    let mut at = 0;
    while at < N {
        rows[at] = rows[at].inferred(UNDOCUMENTED).beyond_the_manual();
        at += 1;
    }
    rows
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    WORDS[0], WORDS[1], COUNTS[0], COUNTS[1], BITS[0], BITS[1], LONG_SUMS[0], LONG_SUMS[1], LONG[0], LONG[1], LONG_BITS[0], LONG_BITS[1],
    atomic(concat!(head!(atom global), ".exch{.L2::cache_hint}.(b32|b64)  d, [a], b{, policy}"), PTX_2_0, Target::SM_20),
    atomic(concat!(head!(atom shared), ".exch.b32  d, [a], b"), PTX_1_2, Target::SM_12),
    atomic(concat!(head!(atom shared), ".exch.b64  d, [a], b"), PTX_2_0, Target::SM_20),
    atomic(concat!(head!(atom global), ".cas.(b32|b64)  d, [a], b, c"), PTX_2_0, Target::SM_20),
    atomic(concat!(head!(atom shared), ".cas.b32  d, [a], b, c"), PTX_1_2, Target::SM_12),
    atomic(concat!(head!(atom shared), ".cas.b64  d, [a], b, c"), PTX_2_0, Target::SM_20),
    atomic(concat!(head!(atom global), ".cas.b16  d, [a], b, c"), PTX_6_3, Target::SM_70),
    atomic(concat!(head!(atom shared), ".cas.b16  d, [a], b, c"), PTX_6_3, Target::SM_70),
    SINGLES[0], SINGLES[1], DOUBLES[0], DOUBLES[1], HALVES[0], HALVES[1], PAIRS[0], PAIRS[1], BRAINS[0], BRAINS[1], UNFLUSHED[0], UNFLUSHED[1],
    SINGLE_VECTORS[0], HALF_VECTORS[0], PAIR_VECTORS[0], UNFLUSHED_VECTORS[0], EARLY_WORDS[0], EARLY_COUNTS[0], EARLY_BITS[0],
    atomic("atom.global.exch.b32  d, [a], b", PTX_1_1, Target::SM_11), atomic("atom.global.cas.b32  d, [a], b, c", PTX_1_1, Target::SM_11),
    atomic("atom.global.exch.b64  d, [a], b", PTX_1_2, Target::SM_12), atomic("atom.global.cas.b64  d, [a], b, c", PTX_1_2, Target::SM_12),
    atomic("atom.global.add.u64  d, [a], b", PTX_1_2, Target::SM_12),

    WORDS[2], WORDS[3], COUNTS[2], COUNTS[3], BITS[2], BITS[3], LONG_SUMS[2], LONG_SUMS[3], LONG[2], LONG[3], LONG_BITS[2], LONG_BITS[3],
    SINGLES[2], SINGLES[3], DOUBLES[2], DOUBLES[3], HALVES[2], HALVES[3], PAIRS[2], PAIRS[3], BRAINS[2], BRAINS[3], UNFLUSHED[2], UNFLUSHED[3],
    SINGLE_VECTORS[1], HALF_VECTORS[1], PAIR_VECTORS[1], UNFLUSHED_VECTORS[1], EARLY_WORDS[1], EARLY_COUNTS[1], EARLY_BITS[1],
    atomic("red.global.add.u64  [a], b", PTX_1_2, Target::SM_12),
];
