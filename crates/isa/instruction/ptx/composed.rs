//! Integers in several steps: scalar video instructions (9.7.18.1), `lop3` with a predicate, `cvt.pack`; and what a chip is told beside its work.

use super::since::{PTX_1_4, PTX_2_0, PTX_3_0, PTX_6_5, PTX_7_4, PTX_7_8, PTX_8_0, PTX_8_2};
use crate::instruction::{Meaning, Modifier, Row, SPECIAL, Target, Type, Work, form};

const VIDEO: &str = "Computes with a and b, or with bytes or halves of them. With c the result is combined, or it replaces a part of c.";
const MAD: &str = "The product of a and b, or of bytes or halves of them, plus c.";
const SET: &str = "1 where the relation holds between a and b, or bytes or halves of them, else 0.";
const LOOKUP: &str = "Each bit of d is looked up by the bits of a, b and c; p joins with q whether d is not zero.";
const PACK: &str = "a and b, clamped to the type, side by side, b lower; above them the lower bits of c.";
const MAPPED: &str = "The address of the same place in the shared memory of another block of the cluster, by its rank.";
const RANK: &str = "The rank in the cluster of the block in whose shared memory a lies.";
const HINT: &str = "Tells the chip something beside the work; no value changes.";
const POLICY: &str = "Makes a cache policy, which changes no value. No document says its bits, so only a cache may read them here.";
const DAY: &str = "2026-11-27";
const CODE: &str =
    "an H100 (sm_90) with the machine code of ptxas 13.5.37; the assembler of CUDA 13.0 puts the upper half of a result into d.h1";
const TAKEN: &str = "ptxas 13.5.37, which takes it";

const fn video(syntax: &'static str, summary: &'static str) -> Row {
    form(syntax).since(PTX_2_0, Target::SM_20).means(Meaning::Work(Work::Composed), summary).measured(CODE, DAY)
}
const fn composed(syntax: &'static str, summary: &'static str, section: &'static str) -> Row {
    form(syntax).means(Meaning::Work(Work::Composed), summary).documented(section)
}
const fn told(syntax: &'static str, section: &'static str) -> Row {
    form(syntax).means(Meaning::Work(Work::Told), HINT).documented(section)
}
const fn policy(syntax: &'static str) -> Row {
    form(syntax).since(PTX_7_4, Target::SM_80).means(Meaning::Work(Work::Policy), POLICY).documented("9.7.9.18")
}

/// The words that come before the first priority.
const PRIMARY: &[Modifier] = &[Modifier::Fractional, Modifier::Range, Modifier::Global, Modifier::L2EvictLast, Modifier::L2EvictNormal];
const PACKED: &[Modifier] = &[Modifier::Pack];

/// The forms of a name: of two operands, of three with one more operation, and of three whose result is a part of c.
macro_rules! videos {
    ($($name:literal $mode:literal),*) => {
        &[$(
            video(concat!($name, ".(u32|s32).(u32|s32)", $mode, "  d, a, b"), VIDEO),
            video(concat!($name, ".(u32|s32).(u32|s32)", $mode, ".(add|min|max)  d, a, b, c"), VIDEO),
            video(concat!($name, ".(u32|s32).(u32|s32)", $mode, "  d, a, b, c"), VIDEO),
        )*]
    };
}

pub(super) const VIDEOS: &[Row] = videos!(
    "vadd" ".(u32|s32){.sat}",
    "vsub" ".(u32|s32){.sat}",
    "vabsdiff" ".(u32|s32){.sat}",
    "vmin" ".(u32|s32){.sat}",
    "vmax" ".(u32|s32){.sat}",
    "vshl" ".u32{.sat}.(clamp|wrap)",
    "vshr" ".u32{.sat}.(clamp|wrap)"
);

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    video("vmad.(u32|s32).(u32|s32).(u32|s32){.po}{.sat}{.(shr7|shr15)}  d, a, b, c", MAD),
    video("vset.(u32|s32).(u32|s32).(eq|ne|lt|le|gt|ge)  d, a, b", SET),
    video("vset.(u32|s32).(u32|s32).(eq|ne|lt|le|gt|ge).(add|min|max)  d, a, b, c", SET),
    video("vset.(u32|s32).(u32|s32).(eq|ne|lt|le|gt|ge)  d, a, b, c", SET),

    composed("lop3.(or|and).b32  d|p, a, b, c, immLut, {!}q", LOOKUP, "9.7.8.6").since(PTX_8_2, Target::SM_70),
    composed("cvt.pack.sat.(u16|s16).s32  d, a, b", PACK, "9.7.9.22").since(PTX_6_5, Target::SM_72).pinned(PACKED),
    composed("cvt.pack.sat.(u8|s8).s32.b32  d, a, b, c", PACK, "9.7.9.22").since(PTX_6_5, Target::SM_72).pinned(PACKED),
    composed("cvt.pack.sat.(u4|s4|u2|s2).s32.b32  d, a, b, c", PACK, "9.7.9.22").since(PTX_6_5, Target::SM_75).pinned(PACKED),

    composed("mapa{.shared::cluster}.(u32|u64)  d, a, b", MAPPED, "9.7.9.23").since(PTX_7_8, Target::SM_90).fixed(&[("b", Type::U32)]),
    composed("getctarank{.shared::cluster}.(u32|u64)  d, a", RANK, "9.7.9.24").since(PTX_7_8, Target::SM_90).fixed(&[("d", Type::U32)]),

    told("griddepcontrol.(wait|launch_dependents)", "9.7.13.13").since(PTX_7_8, Target::SM_90),
    told("setmaxnreg.(inc|dec).sync.aligned.u32  a", "9.7.19.5").only(PTX_8_0, SPECIAL).pinned(&[Modifier::Inc, Modifier::Dec]),
    told("setmaxnreg.(inc|dec).sync.aligned.s32  a", "").only(PTX_8_0, SPECIAL).pinned(&[Modifier::Inc, Modifier::Dec]).measured(TAKEN, "2026-11-26").beyond_the_manual(),
    told("pmevent  a", "9.7.19.3").since(PTX_1_4, Target::SM_10),
    told("pmevent.mask  a", "9.7.19.3").since(PTX_3_0, Target::SM_20),

    policy("createpolicy.fractional.(L2::evict_last|L2::evict_normal){.(L2::evict_first|L2::evict_unchanged)}.b64  d").pinned(PRIMARY),
    policy("createpolicy.fractional.(L2::evict_last|L2::evict_normal){.(L2::evict_first|L2::evict_unchanged)}.b64  d, a").pinned(PRIMARY),
    policy("createpolicy.fractional.(L2::evict_first|L2::evict_unchanged).b64  d").pinned(PRIMARY),
    policy("createpolicy.fractional.(L2::evict_first|L2::evict_unchanged).b64  d, a").pinned(PRIMARY),
    policy("createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64  d").pinned(PRIMARY),
    policy("createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64  d, a").pinned(PRIMARY),
    policy("createpolicy.range{.global}.(L2::evict_last|L2::evict_normal){.(L2::evict_first|L2::evict_unchanged)}.b64  d, [a], b, c").pinned(PRIMARY),
    policy("createpolicy.range{.global}.(L2::evict_first|L2::evict_unchanged).b64  d, [a], b, c").pinned(PRIMARY),
    policy("createpolicy.range{.global}.L2::evict_first.L2::evict_unchanged.b64  d, [a], b, c").pinned(PRIMARY),
    policy("createpolicy.cvt.L2.b64  d, a"),
];
