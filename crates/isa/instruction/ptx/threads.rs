//! Where threads meet and exchange: barriers, warps and the order of memory (sections 9.7.9.5, 9.7.9.6 and 9.7.13).

use super::since::{PTX_1_0, PTX_1_2, PTX_1_4, PTX_2_0, PTX_3_0, PTX_6_0, PTX_6_2, PTX_6_3, PTX_7_0, PTX_7_8, PTX_8_0, PTX_8_6};
use crate::instruction::{Gate, Meaning, Modifier, ModifierSet, Row, Target, Version, Work, form};

const TAKEN: &str = "ptxas 13.5.37 takes it";
const DAY: &str = "2026-11-26";

const BARRIER: &str = "Waits until all threads of the block, or b of them, are at barrier a.";
const ARRIVES: &str = "Counts as arrived at barrier a and goes on.";
const JOINS: &str = "Waits at barrier a; d or p joins the predicates c of all threads that meet there.";
const CLUSTER: &str = "Arrives at the barrier of the cluster, or waits until all threads of its blocks have arrived.";
const WARP: &str = "Waits until the threads of the warp that the mask names are here.";
const SHUFFLE: &str = "d is what another lane of the warp holds in a; p tells whether there is one. Without one it is the own a.";
const VOTE: &str = "Joins a predicate of the threads of a warp.";
const MATCH: &str = "Which threads of the warp hold the same a; with .all the mask if all do, else 0.";
const REDUCE: &str = "Joins a of all threads that the mask names: each gets the result.";
const ACTIVE: &str = "The threads of the warp that run this line together, a bit each.";
const ACTIVE_HERE: &str = "the manual does not say which threads these are; here they are those that reach the line while the others of the warp wait or have ended";
const ELECT: &str = "Chooses one thread of the mask: p is true only for this thread, and d is its lane.";
const ELECT_HERE: &str = "the manual leaves open which thread it is; here the lowest";
const ORDER: &str = "Orders what the thread does to memory; no value changes.";

const PAUSE: &str = "Lets other threads run for about a nanoseconds; no value changes.";

const CTA: &[Gate] = &[Gate { modifiers: ModifierSet::only(Modifier::Cta), ptx: PTX_7_8, target: Target::SM_20 }];
const CLUSTERED: &[Gate] =
    &[Gate { modifiers: ModifierSet::of(&[Modifier::Acquire, Modifier::Release, Modifier::Relaxed]), ptx: PTX_8_0, target: Target::SM_90 }];
/// The chips whose warps join singles.
const REDUCING: &[Target] = &[Target::SM_100A, Target::SM_100F, Target::SM_103A, Target::SM_103F, Target::SM_107A, Target::SM_107F];
const FENCES: &[Gate] = &[
    Gate { modifiers: ModifierSet::only(Modifier::Cluster), ptx: PTX_7_8, target: Target::SM_90 },
    Gate { modifiers: ModifierSet::of(&[Modifier::Acquire, Modifier::Release]), ptx: PTX_8_6, target: Target::SM_90 },
];

const fn bar(syntax: &'static str, summary: &'static str) -> Row {
    form(syntax)
        .since(PTX_2_0, Target::SM_20)
        .gates(CTA)
        .pinned(&[Modifier::Cta, Modifier::Red])
        .means(Meaning::Work(Work::Barrier), summary)
        .documented("9.7.13.1")
}
const fn barrier(syntax: &'static str, summary: &'static str) -> Row {
    bar(syntax, summary).since(PTX_6_0, Target::SM_30)
}
const fn cluster(syntax: &'static str) -> Row {
    form(syntax)
        .since(PTX_7_8, Target::SM_90)
        .gates(CLUSTERED)
        .pinned(&[Modifier::Cluster])
        .means(Meaning::Work(Work::Cluster), CLUSTER)
        .documented("9.7.13.3")
}
const fn row(syntax: &'static str, work: Work, summary: &'static str, section: &'static str) -> Row {
    form(syntax).since(PTX_6_0, Target::SM_30).means(Meaning::Work(work), summary).documented(section)
}
/// Without `.sync` it is gone from PTX 6.4 on for sm_70 and later.
const fn former(row: Row, first: Version, since: Target) -> [Row; 2] {
    [row.since(first, since).up_to(Target::SM_62), row.since(first, since).until(PTX_6_3)]
}

const SHUFFLES: [[Row; 2]; 2] = [
    former(row("shfl.(up|down|bfly|idx).b32  d, a, b, c", Work::Shuffle, SHUFFLE, "9.7.9.5"), PTX_3_0, Target::SM_30),
    former(row("shfl.(up|down|bfly|idx).b32  d|p, a, b, c", Work::Shuffle, SHUFFLE, "9.7.9.5"), PTX_3_0, Target::SM_30),
];
const VOTES: [[Row; 2]; 2] = [
    former(row("vote.(all|any|uni).pred  p, {!}a", Work::Vote, VOTE, "9.7.13.8"), PTX_1_2, Target::SM_12),
    former(row("vote.ballot.b32  d, {!}a", Work::Vote, VOTE, "9.7.13.8"), PTX_2_0, Target::SM_20),
];

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("shfl.sync.(up|down|bfly|idx).b32  d, a, b, c, mask", Work::Shuffle, SHUFFLE, "9.7.9.6"),
    row("shfl.sync.(up|down|bfly|idx).b32  d|p, a, b, c, mask", Work::Shuffle, SHUFFLE, "9.7.9.6"),
    SHUFFLES[0][0], SHUFFLES[0][1], SHUFFLES[1][0], SHUFFLES[1][1],

    bar("bar{.cta}.sync  a", BARRIER).since(PTX_1_0, Target::SM_10),
    bar("bar{.cta}.sync  a, b", BARRIER),
    bar("bar{.cta}.arrive  a, b", ARRIVES),
    bar("bar{.cta}.red.popc.u32  d, a, {!}c", JOINS),
    bar("bar{.cta}.red.popc.u32  d, a, b, {!}c", JOINS),
    bar("bar{.cta}.red.(and|or).pred  p, a, {!}c", JOINS),
    bar("bar{.cta}.red.(and|or).pred  p, a, b, {!}c", JOINS),
    row("bar.warp.sync  mask", Work::Warp, WARP, "9.7.13.2").pinned(&[Modifier::Warp]),
    barrier("barrier{.cta}.sync{.aligned}  a", BARRIER),
    barrier("barrier{.cta}.sync{.aligned}  a, b", BARRIER),
    barrier("barrier{.cta}.arrive{.aligned}  a, b", ARRIVES),
    barrier("barrier{.cta}.red.popc{.aligned}.u32  d, a, {!}c", JOINS),
    barrier("barrier{.cta}.red.popc{.aligned}.u32  d, a, b, {!}c", JOINS),
    barrier("barrier{.cta}.red.(and|or){.aligned}.pred  p, a, {!}c", JOINS),
    barrier("barrier{.cta}.red.(and|or){.aligned}.pred  p, a, b, {!}c", JOINS),

    cluster("barrier.cluster.arrive{.(release|relaxed)}{.aligned}"),
    cluster("barrier.cluster.wait{.acquire}{.aligned}"),

    form("membar.(cta|gl|sys)").since(PTX_1_4, Target::SM_10).means(Meaning::Work(Work::Order), ORDER).documented("9.7.13.4"),
    form("fence{.(sc|acq_rel|acquire|release)}.scope").since(PTX_6_0, Target::SM_70).gates(FENCES).means(Meaning::Work(Work::Order), ORDER).documented("9.7.13.4"),

    form("nanosleep.u32  a").since(PTX_6_3, Target::SM_70).means(Meaning::Work(Work::Pause), PAUSE).documented("9.7.19.2"),

    VOTES[0][0], VOTES[0][1], VOTES[1][0], VOTES[1][1],
    row("vote.sync.(all|any|uni).pred  p, {!}a, mask", Work::Vote, VOTE, "9.7.13.9"),
    row("vote.sync.ballot.b32  d, {!}a, mask", Work::Vote, VOTE, "9.7.13.9"),
    row("match.(any).sync.(b32|b64)  d, a, mask", Work::Match, MATCH, "9.7.13.10").since(PTX_6_0, Target::SM_70),
    row("match.(any).sync.(b32|b64)  d|p, a, mask", Work::Match, MATCH, "9.7.13.10").since(PTX_6_0, Target::SM_70).measured(TAKEN, DAY).beyond_the_manual(),
    row("match.all.sync.(b32|b64)  d, a, mask", Work::Match, MATCH, "9.7.13.10").since(PTX_6_0, Target::SM_70),
    row("match.all.sync.(b32|b64)  d|p, a, mask", Work::Match, MATCH, "9.7.13.10").since(PTX_6_0, Target::SM_70),
    row("activemask.b32  d", Work::Active, ACTIVE, "9.7.13.11").since(PTX_6_2, Target::SM_30).inferred(ACTIVE_HERE),
    row("redux.sync.(add|min|max).(u32|s32)  d, a, mask", Work::Reduce, REDUCE, "9.7.13.12").since(PTX_7_0, Target::SM_80),
    row("redux.sync.(and|or|xor).b32  d, a, mask", Work::Reduce, REDUCE, "9.7.13.12").since(PTX_7_0, Target::SM_80),
    row("redux.sync.(min|max){.abs}{.NaN}.f32  d, a, mask", Work::Reduce, REDUCE, "9.7.13.12").only(PTX_8_6, REDUCING),
    row("elect.sync  d|p, mask", Work::Elect, ELECT, "9.7.13.14").since(PTX_8_0, Target::SM_90).inferred(ELECT_HERE),
];
