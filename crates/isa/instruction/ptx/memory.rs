//! Moves, loads, stores and addresses: of section 9.7.9 what one thread does.

use super::since::{
    PTX_1_0, PTX_1_1, PTX_2_0, PTX_3_1, PTX_6_0, PTX_7_4, PTX_7_7, PTX_7_8, PTX_8_0, PTX_8_2, PTX_8_3, PTX_8_4, PTX_8_8, PTX_9_1,
};
use crate::instruction::{Gate, Meaning, Modifier, ModifierSet, Row, Target, Type, Version, Work, form};

const fn gate(modifiers: &[Modifier], ptx: Version, target: Target) -> Gate {
    Gate { modifiers: ModifierSet::of(modifiers), ptx, target }
}

/// What single words of loads, stores and moves ask for (9.7.9.8, 9.7.9.11).
const WORDS: &[Gate] = &[
    gate(&[Modifier::F64], PTX_1_0, Target::SM_13),
    gate(&[Modifier::Ca, Modifier::Cg, Modifier::Cs, Modifier::Lu, Modifier::Cv, Modifier::Wb, Modifier::Wt], PTX_2_0, Target::SM_20),
    gate(&[Modifier::Weak], PTX_6_0, Target::SM_70),
    gate(&[Modifier::SharedCta], PTX_7_8, Target::SM_30),
    gate(&[Modifier::Cluster, Modifier::SharedCluster], PTX_7_8, Target::SM_90),
    gate(&[Modifier::ParamEntry, Modifier::ParamFunc], PTX_8_3, Target::SM_10),
    gate(&[Modifier::Fetch64, Modifier::Fetch128], PTX_7_4, Target::SM_75),
    gate(&[Modifier::Fetch256, Modifier::CacheHint], PTX_7_4, Target::SM_80),
    gate(&[Modifier::Type(0, Type::B128)], PTX_8_3, Target::SM_70),
];
const SPACES: &[Gate] = &[
    gate(&[Modifier::Const], PTX_3_1, Target::SM_20),
    gate(&[Modifier::Param], PTX_7_7, Target::SM_70),
    gate(&[Modifier::ParamEntry], PTX_8_3, Target::SM_70),
    gate(&[Modifier::SharedCta], PTX_7_8, Target::SM_30),
    gate(&[Modifier::SharedCluster], PTX_7_8, Target::SM_90),
];

/// `.sys` came to `.b128` later.
const PAIRS: &[Gate] = &[gate(&[Modifier::Sys, Modifier::Type(0, Type::B128)], PTX_8_4, Target::SM_70)];

const TAKEN: &str = "ptxas 13.5.37 takes it; a hint to a cache changes no value";
const MOVES: &str = "ptxas 13.5.37 takes it and moves each";
const DAY: &str = "2026-11-26";

const MOVE: &str = "Copies a to d; with registers in braces it packs them into one, the first lowest, or takes one apart.";
const TOGETHER: &str = "Copies several registers in braces, or a vector, to as many; all are read first.";
const LOAD: &str = "Reads d from memory at a; a signed number is extended with its sign, any other with zeros.";
const STORE: &str = "Writes b to memory at a.";
const ADDRESS: &str = "Turns an address of a state space into a generic one; .to, the other way.";
const WITHIN: &str = "Tests whether a generic address lies in a state space.";
const FETCH: &str = "Brings memory into a cache; no value changes.";
const PRIORITY: &str = "Says how long a cache should keep memory; no value changes.";
const DISCARD: &str = "discard is not modelled here: what the memory holds afterwards is not defined.";

const fn ld(syntax: &'static str) -> Row {
    form(syntax).gates(WORDS).pairs(PAIRS).means(Meaning::Work(Work::Load), LOAD).documented("9.7.9.8")
}
const fn st(syntax: &'static str) -> Row {
    form(syntax).gates(WORDS).pairs(PAIRS).means(Meaning::Work(Work::Store), STORE).documented("9.7.9.11")
}
/// Priorities in the second cache where the manual does not list them.
const fn beyond(row: Row) -> Row {
    row.since(PTX_8_8, Target::SM_100).measured(TAKEN, DAY).beyond_the_manual()
}
const fn cvta(syntax: &'static str) -> Row {
    form(syntax).since(PTX_2_0, Target::SM_20).gates(SPACES).means(Meaning::Work(Work::ConvertAddress), ADDRESS).documented("9.7.9.20")
}
const fn hint(syntax: &'static str, summary: &'static str, section: &'static str) -> Row {
    form(syntax).means(Meaning::Work(Work::Hint), summary).documented(section)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("mov.(pred|b16|b32|b64|b128|u16|u32|u64|s16|s32|s64|f32|f64)  d, a").gates(WORDS).means(Meaning::Work(Work::Move), MOVE).documented("9.7.9.3"),
    form("mov.vec.(b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64)  d, a").gates(WORDS).means(Meaning::Work(Work::Move), TOGETHER).measured(MOVES, DAY).beyond_the_manual(),

    ld("ld{.weak}.(const|global|local|param|param::entry|param::func|shared|shared::cta|shared::cluster){.cop}{.vec}.any  d, [a]"),
    ld("ld{.weak}{.cop}{.vec}.any  d, [a]").since(PTX_2_0, Target::SM_20),
    ld("ld{.weak}{.global}{.cop}{.L2::cache_hint}{.prefetch}{.vec}.any  d, [a]{, policy}").since(PTX_7_4, Target::SM_75),
    ld("ld{.weak}{.global}.level1{.L2::cache_hint}{.prefetch}{.vec}.any  d, [a]{, policy}").since(PTX_7_4, Target::SM_70),
    ld("ld{.weak}{.global}{.cop}{.L2::cache_hint}{.prefetch}.vec256  d, [a]{, policy}").since(PTX_8_8, Target::SM_100),
    ld("ld{.weak}{.global}{.level1}{.level2}{.L2::cache_hint}{.prefetch}.vec256  d, [a]{, policy}").since(PTX_8_8, Target::SM_100),
    ld("ld.volatile.(global|shared|shared::cta|shared::cluster){.vec}.any  d, [a]").since(PTX_1_1, Target::SM_10),
    ld("ld.volatile.local{.vec}.any  d, [a]").since(PTX_9_1, Target::SM_10),
    ld("ld.volatile{.vec}.any  d, [a]").since(PTX_2_0, Target::SM_20),
    ld("ld.volatile{.global}.prefetch{.vec}.any  d, [a]").since(PTX_7_4, Target::SM_75),
    ld("ld.volatile{.global}{.prefetch}.vec256  d, [a]").since(PTX_8_8, Target::SM_100),
    ld("ld.(relaxed|acquire).scope{.(global|shared|shared::cta|shared::cluster)}{.vec}.any  d, [a]").since(PTX_6_0, Target::SM_70),
    ld("ld.(relaxed|acquire).scope{.global}{.level1}{.L2::cache_hint}{.prefetch}{.vec}.any  d, [a]{, policy}").since(PTX_7_4, Target::SM_70),
    ld("ld.(relaxed|acquire).scope{.global}{.level1}{.level2}{.L2::cache_hint}{.prefetch}.vec256  d, [a]{, policy}").since(PTX_8_8, Target::SM_100),
    ld("ld.mmio.relaxed.sys{.global}.any  d, [a]").since(PTX_8_2, Target::SM_70),
    ld("ld.global{.(ca|cg|cs)}.nc{.vec}.any  d, [a]").since(PTX_3_1, Target::SM_32).documented("9.7.9.9"),
    ld("ld.global{.(ca|cg|cs)}.nc{.L2::cache_hint}{.prefetch}{.vec}.any  d, [a]{, policy}").since(PTX_7_4, Target::SM_75).documented("9.7.9.9"),
    ld("ld.global.nc.level1{.L2::cache_hint}{.prefetch}{.vec}.any  d, [a]{, policy}").since(PTX_7_4, Target::SM_70).documented("9.7.9.9"),
    ld("ld.global{.(ca|cg|cs)}.nc{.L2::cache_hint}{.prefetch}.vec256  d, [a]{, policy}").since(PTX_8_8, Target::SM_100).documented("9.7.9.9"),
    ld("ld.global.nc{.level1}{.level2}{.L2::cache_hint}{.prefetch}.vec256  d, [a]{, policy}").since(PTX_8_8, Target::SM_100).documented("9.7.9.9"),
    beyond(ld("ld{.weak}{.global}.cop.level2{.L2::cache_hint}{.prefetch}.vec256  d, [a]{, policy}")),
    beyond(ld("ld.volatile{.global}.level2{.prefetch}.vec256  d, [a]")),
    beyond(ld("ld.global.(ca|cg|cs).nc.level2{.L2::cache_hint}{.prefetch}.vec256  d, [a]{, policy}")),
    ld("ldu{.global}{.vec}.any  d, [a]").since(PTX_2_0, Target::SM_20).documented("9.7.9.10"),

    st("st{.weak}.(global|local|param|param::func|shared|shared::cta|shared::cluster){.(wb|cg|cs|wt)}{.vec}.any  [a], b"),
    st("st{.weak}{.(wb|cg|cs|wt)}{.vec}.any  [a], b").since(PTX_2_0, Target::SM_20),
    st("st{.weak}{.global}{.(wb|cg|cs|wt)}.L2::cache_hint{.vec}.any  [a], b{, policy}").since(PTX_7_4, Target::SM_80),
    st("st{.weak}{.global}.level1{.L2::cache_hint}{.vec}.any  [a], b{, policy}").since(PTX_7_4, Target::SM_70),
    st("st{.weak}{.global}{.(wb|cg|cs|wt)}{.L2::cache_hint}.vec256  [a], b{, policy}").since(PTX_8_8, Target::SM_100),
    st("st{.weak}{.global}{.level1}{.level2}{.L2::cache_hint}.vec256  [a], b{, policy}").since(PTX_8_8, Target::SM_100),
    st("st.volatile.(global|shared|shared::cta|shared::cluster){.vec}.any  [a], b").since(PTX_1_1, Target::SM_10),
    st("st.volatile.local{.vec}.any  [a], b").since(PTX_9_1, Target::SM_10),
    st("st.volatile{.vec}.any  [a], b").since(PTX_2_0, Target::SM_20),
    st("st.volatile{.global}.vec256  [a], b").since(PTX_8_8, Target::SM_100),
    st("st.(relaxed|release).scope{.(global|shared|shared::cta|shared::cluster)}{.vec}.any  [a], b").since(PTX_6_0, Target::SM_70),
    st("st.(relaxed|release).scope{.global}{.level1}{.L2::cache_hint}{.vec}.any  [a], b{, policy}").since(PTX_7_4, Target::SM_70),
    st("st.(relaxed|release).scope{.global}{.level1}{.level2}{.L2::cache_hint}.vec256  [a], b{, policy}").since(PTX_8_8, Target::SM_100),
    st("st.mmio.relaxed.sys{.global}.any  [a], b").since(PTX_8_2, Target::SM_70),
    beyond(st("st{.weak}{.global}.(wb|cg|cs|wt).level2{.L2::cache_hint}.vec256  [a], b{, policy}")),
    beyond(st("st.volatile{.global}.level2.vec256  [a], b")),

    hint("prefetch{.(global|local)}.(L1|L2)  [a]", FETCH, "9.7.9.15").since(PTX_2_0, Target::SM_20),
    hint("prefetch.global.(L2::evict_normal|L2::evict_last)  [a]", FETCH, "9.7.9.15").since(PTX_7_4, Target::SM_80),
    hint("prefetch.(L2::evict_normal|L2::evict_last)  [a]", FETCH, "9.7.9.15").since(PTX_7_4, Target::SM_80).measured(TAKEN, DAY).beyond_the_manual(),
    hint("prefetch{.(const|param)}.tensormap  [a]", FETCH, "9.7.9.15").since(PTX_8_0, Target::SM_90),
    hint("prefetchu.L1  [a]", FETCH, "9.7.9.15").since(PTX_2_0, Target::SM_20),
    hint("applypriority{.global}.L2::evict_normal  [a], size", PRIORITY, "9.7.9.16").since(PTX_7_4, Target::SM_80),
    form("discard{.global}.L2  [a], size").since(PTX_7_4, Target::SM_80).means(Meaning::Work(Work::Discard), DISCARD).documented("9.7.9.17"),
    form("isspacep.(const|global|local|param|param::entry|shared|shared::cta|shared::cluster)  p, a").since(PTX_2_0, Target::SM_20).gates(SPACES).means(Meaning::Work(Work::IsSpace), WITHIN).documented("9.7.9.19"),
    cvta("cvta.(const|global|local|param|param::entry|shared|shared::cta|shared::cluster).(u32|u64)  d, a"),
    cvta("cvta.to.(const|global|local|param|param::entry|shared|shared::cta|shared::cluster).(u32|u64)  d, a").pinned(&[Modifier::To]),
];
