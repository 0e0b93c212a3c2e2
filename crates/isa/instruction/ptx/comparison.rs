//! set, setp, selp and slct: sections 9.7.6.1 to 9.7.6.4, of halves 9.7.7.1 and 9.7.7.2.

use super::since::{FLUSH, PTX_1_0, PTX_4_2, PTX_6_5, PTX_7_8};
use crate::instruction::{Meaning, Row, Target, form};

const SET: &str = "Compares a with b and writes the answer as a number: 1.0 or all ones where it holds, else 0.";
const SET_JOINED: &str = "Compares a with b, joins the answer with the predicate c, and writes it as a number.";
const SETP: &str = "Compares a with b; the predicate p says whether the relation holds.";
const SETP_JOINED: &str = "Compares a with b and joins the answer with the predicate c.";
const BOTH: &str = "Compares a with b; p says whether the relation holds, q that it does not.";
const BOTH_JOINED: &str = "Compares a with b; p is the answer joined with the predicate c, q the opposite answer joined with it.";
const LANES: &str = "Compares each number of a with that of b: p is the answer for the lower, q for the upper.";
const LANES_JOINED: &str = "Compares each number of a with that of b and joins the answers with c: p for the lower, q for the upper.";

const SELP: &str = "Takes a where the predicate c holds, else b.";
const SLCT: &str = "Takes a where c is at least zero, else b; a NaN is not.";

const ALONE: &str = "ptxas 13.5.37 takes one predicate here, and the manual writes p for the lower number";

const fn choose(syntax: &'static str, summary: &'static str, section: &'static str) -> Row {
    form(syntax).means(Meaning::Choose, summary).documented(section)
}

const fn set(syntax: &'static str, summary: &'static str, section: &'static str) -> Row {
    form(syntax).means(Meaning::Compare, summary).documented(section)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    set("set.CmpOp{.ftz}.(u32|s32|f32).f32  d, a, b", SET, "9.7.6.1").gates(FLUSH),
    set("set.CmpOp.BoolOp{.ftz}.(u32|s32|f32).f32  d, a, b, {!}c", SET_JOINED, "9.7.6.1").gates(FLUSH),
    set("set.CmpOp.(u32|s32|f32).f64  d, a, b", SET, "9.7.6.1").since(PTX_1_0, Target::SM_13),
    set("set.CmpOp.BoolOp.(u32|s32|f32).f64  d, a, b, {!}c", SET_JOINED, "9.7.6.1").since(PTX_1_0, Target::SM_13),
    set("set.CmpOp{.ftz}.f16.(f16|f32)  d, a, b", SET, "9.7.7.1").since(PTX_4_2, Target::SM_53),
    set("set.CmpOp.BoolOp{.ftz}.f16.(f16|f32)  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_4_2, Target::SM_53),
    set("set.CmpOp.f16.f64  d, a, b", SET, "9.7.7.1").since(PTX_4_2, Target::SM_53),
    set("set.CmpOp.BoolOp.f16.f64  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_4_2, Target::SM_53),
    set("set.CmpOp{.ftz}.(u16|s16|u32|s32).f16  d, a, b", SET, "9.7.7.1").since(PTX_6_5, Target::SM_53),
    set("set.CmpOp.BoolOp{.ftz}.(u16|s16|u32|s32).f16  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_6_5, Target::SM_53),
    set("set.CmpOp{.ftz}.f16x2.f16x2  d, a, b", SET, "9.7.7.1").since(PTX_4_2, Target::SM_53),
    set("set.CmpOp.BoolOp{.ftz}.f16x2.f16x2  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_4_2, Target::SM_53),
    set("set.CmpOp{.ftz}.(u32|s32).f16x2  d, a, b", SET, "9.7.7.1").since(PTX_6_5, Target::SM_53),
    set("set.CmpOp.BoolOp{.ftz}.(u32|s32).f16x2  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_6_5, Target::SM_53),
    set("set.CmpOp.(u16|s16|u32|s32|bf16).bf16  d, a, b", SET, "9.7.7.1").since(PTX_7_8, Target::SM_90),
    set("set.CmpOp.BoolOp.(u16|s16|u32|s32|bf16).bf16  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_7_8, Target::SM_90),
    set("set.CmpOp.bf16.(f16|f32|f64)  d, a, b", SET, "9.7.7.1").since(PTX_7_8, Target::SM_90),
    set("set.CmpOp.BoolOp.bf16.(f16|f32|f64)  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_7_8, Target::SM_90),
    set("set.CmpOp.(u32|s32|bf16x2).bf16x2  d, a, b", SET, "9.7.7.1").since(PTX_7_8, Target::SM_90),
    set("set.CmpOp.BoolOp.(u32|s32|bf16x2).bf16x2  d, a, b, {!}c", SET_JOINED, "9.7.7.1").since(PTX_7_8, Target::SM_90),
    set("set.(eq|ne).(u32|s32|f32).(b16|b32|b64)  d, a, b", SET, "9.7.6.1"),
    set("set.(eq|ne).BoolOp.(u32|s32|f32).(b16|b32|b64)  d, a, b, {!}c", SET_JOINED, "9.7.6.1"),
    set("set.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs).(u32|s32|f32).(u16|u32|u64)  d, a, b", SET, "9.7.6.1"),
    set("set.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs).BoolOp.(u32|s32|f32).(u16|u32|u64)  d, a, b, {!}c", SET_JOINED, "9.7.6.1"),
    set("set.(eq|ne|lt|le|gt|ge).(u32|s32|f32).(s16|s32|s64)  d, a, b", SET, "9.7.6.1"),
    set("set.(eq|ne|lt|le|gt|ge).BoolOp.(u32|s32|f32).(s16|s32|s64)  d, a, b, {!}c", SET_JOINED, "9.7.6.1"),

    set("setp.CmpOp{.ftz}.f32  p, a, b", SETP, "9.7.6.2").gates(FLUSH),
    set("setp.CmpOp{.ftz}.f32  p|q, a, b", BOTH, "9.7.6.2").gates(FLUSH),
    set("setp.CmpOp.BoolOp{.ftz}.f32  p, a, b, {!}c", SETP_JOINED, "9.7.6.2").gates(FLUSH),
    set("setp.CmpOp.BoolOp{.ftz}.f32  p|q, a, b, {!}c", BOTH_JOINED, "9.7.6.2").gates(FLUSH),
    set("setp.CmpOp.f64  p, a, b", SETP, "9.7.6.2").since(PTX_1_0, Target::SM_13),
    set("setp.CmpOp.f64  p|q, a, b", BOTH, "9.7.6.2").since(PTX_1_0, Target::SM_13),
    set("setp.CmpOp.BoolOp.f64  p, a, b, {!}c", SETP_JOINED, "9.7.6.2").since(PTX_1_0, Target::SM_13),
    set("setp.CmpOp.BoolOp.f64  p|q, a, b, {!}c", BOTH_JOINED, "9.7.6.2").since(PTX_1_0, Target::SM_13),
    set("setp.CmpOp{.ftz}.f16  p, a, b", SETP, "9.7.7.2").since(PTX_4_2, Target::SM_53),
    set("setp.CmpOp.BoolOp{.ftz}.f16  p, a, b, {!}c", SETP_JOINED, "9.7.7.2").since(PTX_4_2, Target::SM_53),
    set("setp.CmpOp{.ftz}.f16x2  p|q, a, b", LANES, "9.7.7.2").since(PTX_4_2, Target::SM_53),
    set("setp.CmpOp.BoolOp{.ftz}.f16x2  p|q, a, b, {!}c", LANES_JOINED, "9.7.7.2").since(PTX_4_2, Target::SM_53),
    set("setp.CmpOp.bf16  p, a, b", SETP, "9.7.7.2").since(PTX_7_8, Target::SM_90),
    set("setp.CmpOp.BoolOp.bf16  p, a, b, {!}c", SETP_JOINED, "9.7.7.2").since(PTX_7_8, Target::SM_90),
    set("setp.CmpOp.bf16x2  p|q, a, b", LANES, "9.7.7.2").since(PTX_7_8, Target::SM_90),
    set("setp.CmpOp.BoolOp.bf16x2  p|q, a, b, {!}c", LANES_JOINED, "9.7.7.2").since(PTX_7_8, Target::SM_90),
    set("setp.CmpOp{.ftz}.f16x2  p, a, b", LANES, "9.7.7.2").since(PTX_4_2, Target::SM_53).inferred(ALONE).beyond_the_manual(),
    set("setp.CmpOp.BoolOp{.ftz}.f16x2  p, a, b, {!}c", LANES_JOINED, "9.7.7.2").since(PTX_4_2, Target::SM_53).inferred(ALONE).beyond_the_manual(),
    set("setp.CmpOp.bf16x2  p, a, b", LANES, "9.7.7.2").since(PTX_7_8, Target::SM_90).inferred(ALONE).beyond_the_manual(),
    set("setp.CmpOp.BoolOp.bf16x2  p, a, b, {!}c", LANES_JOINED, "9.7.7.2").since(PTX_7_8, Target::SM_90).inferred(ALONE).beyond_the_manual(),
    set("setp.(eq|ne).(b16|b32|b64)  p, a, b", SETP, "9.7.6.2"),
    set("setp.(eq|ne).BoolOp.(b16|b32|b64)  p, a, b, {!}c", SETP_JOINED, "9.7.6.2"),
    set("setp.(eq|ne).(b16|b32|b64)  p|q, a, b", BOTH, "9.7.6.2"),
    set("setp.(eq|ne).BoolOp.(b16|b32|b64)  p|q, a, b, {!}c", BOTH_JOINED, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs).(u16|u32|u64)  p, a, b", SETP, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs).BoolOp.(u16|u32|u64)  p, a, b, {!}c", SETP_JOINED, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs).(u16|u32|u64)  p|q, a, b", BOTH, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs).BoolOp.(u16|u32|u64)  p|q, a, b, {!}c", BOTH_JOINED, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge).(s16|s32|s64)  p, a, b", SETP, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge).BoolOp.(s16|s32|s64)  p, a, b, {!}c", SETP_JOINED, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge).(s16|s32|s64)  p|q, a, b", BOTH, "9.7.6.2"),
    set("setp.(eq|ne|lt|le|gt|ge).BoolOp.(s16|s32|s64)  p|q, a, b, {!}c", BOTH_JOINED, "9.7.6.2"),

    choose("selp.f32  d, a, b, {!}c", SELP, "9.7.6.3"),
    choose("selp.f64  d, a, b, {!}c", SELP, "9.7.6.3").manual_asks(Target::SM_13),
    choose("selp.(b16|b32|b64|u16|u32|u64|s16|s32|s64)  d, a, b, {!}c", SELP, "9.7.6.3"),
    choose("slct{.ftz}.f32.f32  d, a, b, c", SLCT, "9.7.6.4").typed(&["dab", "c"]).gates(FLUSH),
    choose("slct.f32.s32  d, a, b, c", SLCT, "9.7.6.4").typed(&["dab", "c"]),
    choose("slct{.ftz}.f64.f32  d, a, b, c", SLCT, "9.7.6.4").typed(&["dab", "c"]).gates(FLUSH).manual_asks(Target::SM_13),
    choose("slct.f64.s32  d, a, b, c", SLCT, "9.7.6.4").typed(&["dab", "c"]).manual_asks(Target::SM_13),
    choose("slct{.ftz}.(b16|b32|b64|u16|u32|u64|s16|s32|s64).f32  d, a, b, c", SLCT, "9.7.6.4").typed(&["dab", "c"]).gates(FLUSH),
    choose("slct.(b16|b32|b64|u16|u32|u64|s16|s32|s64).s32  d, a, b, c", SLCT, "9.7.6.4").typed(&["dab", "c"]),
];
