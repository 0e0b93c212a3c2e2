//! cvt to and from packed numbers, and conversions with `.relu`, `.satfinite`, `.rna`, `.rs`, `.pzo` and scale factors: the manual's
//! section on cvt, that of PTX ISA 9.4 (9.7.10.24) where it is later than 9.1.
//!
//! The first operand gives the upper number. Which words go with which types on which targets was held against 35,000 verdicts of ptxas
//! 13.5.37 (tests/data/nvidia/ptxas_narrow_legality.csv.gz).

use super::since::{LATEST, PTX_7_0, PTX_7_8, PTX_8_1, PTX_8_6, PTX_8_7, PTX_9_1, PTX_9_2, PTX_9_4};
use crate::instruction::{FAMILIES, Gate, Meaning, Modifier, ModifierSet, Row, Target, form};

const NARROW: &str = "Converts to a format that cannot hold every number, rounded once.";
const PACK: &str = "Converts a and b and packs them, a above b.";
const PACKED: &str = "Converts each packed number by itself.";
const STOCHASTIC: &str = "Converts a and b, rounded by random bits, and packs them, a above b.";
const STOCHASTIC_FOUR: &str = "Converts a, b, e and f, rounded by random bits, and packs them, a at the top.";
const SHRUNK: &str = "Divides a and b by scale factors, converts them and packs them, a above b.";
const SHRUNK_PACKED: &str = "Divides each packed number by a scale factor and converts it.";
const GROWN_PACKED: &str = "Converts each packed number and multiplies it by its scale factor.";
const SCALE: &str = "Converts to scale factors, powers of two.";

const BEYOND: &str = "ptxas 13.5.37 takes it, and the words mean what they mean elsewhere; the manual lists other roundings";
const UNSIGNED: &str =
    "the manual does not say what a negative number becomes where the format has no sign: here the sign is dropped, as for .ue8m0x2";
const FIXED: &str =
    "the manual gives the largest number of each sign as 127/64 and -2; which of -2 and -127/64 .satfinite gives is taken from that";
/// Which bit of the register meets which digit; the figures of the manual show it, its text does not.
const CHIP: &str =
    "the random bits are taken as on the B200 of hibouwu's PTX-Instruction-Accuracy-Test, where the manual's text leaves them open";

const SATFINITE: &[Gate] = &[Gate { modifiers: ModifierSet::only(Modifier::Satfinite), ptx: PTX_8_1, target: Target::SM_80 }];
const LATER_SATFINITE: &[Gate] = &[Gate { modifiers: ModifierSet::only(Modifier::Satfinite), ptx: PTX_8_6, target: Target::SM_100 }];

/// Its own features, those that its family does not share.
const LATEST_ALONE: &[Target] = &[Target::SM_107A];
/// The chips with stochastic rounding.
const RANDOM: &[Target] = &[Target::SM_100A, Target::SM_103A, Target::SM_107A];
/// The chips with fixed-point numbers.
const FIXED_POINT: &[Target] = &[Target::SM_100A, Target::SM_103A, Target::SM_107A, Target::SM_110A, Target::SM_120A, Target::SM_121A];

const fn cvt(syntax: &'static str, summary: &'static str) -> Row {
    form(syntax).means(Meaning::Convert, summary).documented("9.7.9.21")
}

/// A form that PTX ISA 9.1 does not have.
const fn later(syntax: &'static str, summary: &'static str) -> Row {
    cvt(syntax, summary).documented("PTX ISA 9.4, 9.7.10.24")
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    cvt("cvt.(rn|rz).relu{.satfinite}.(f16|bf16).f32  d, a", NARROW).since(PTX_7_0, Target::SM_80).gates(SATFINITE),
    cvt("cvt.(rn|rz).satfinite.f16.f32  d, a", NARROW).since(PTX_8_1, Target::SM_75).manual_asks(Target::SM_80),
    cvt("cvt.(rn|rz).satfinite.bf16.f32  d, a", NARROW).since(PTX_8_1, Target::SM_80),
    cvt("cvt.(rn|rz){.relu}{.satfinite}.(f16x2|bf16x2).f32  d, a, b", PACK).since(PTX_7_0, Target::SM_80).gates(SATFINITE),
    cvt("cvt.rs{.relu}{.satfinite}.(f16x2|bf16x2).f32  d, a, b, rbits", STOCHASTIC).only(PTX_8_7, RANDOM),
    cvt("cvt.rna{.satfinite}.tf32.f32  d, a", NARROW).since(PTX_7_0, Target::SM_80).gates(SATFINITE),
    cvt("cvt.(rn|rz){.relu}{.satfinite}.tf32.f32  d, a", NARROW).since(PTX_7_8, Target::SM_90).gates(LATER_SATFINITE),

    cvt("cvt.rn.satfinite{.relu}.(e4m3x2|e5m2x2).f32  d, a, b", PACK).since(PTX_7_8, Target::SM_90).backported(PTX_8_1, Target::SM_89),
    cvt("cvt.rn.satfinite{.relu}.(e4m3x2|e5m2x2).f16x2  d, a", PACKED).since(PTX_7_8, Target::SM_90).backported(PTX_8_1, Target::SM_89),
    cvt("cvt.rn.satfinite{.relu}.(e4m3x2|e5m2x2).bf16x2  d, a", PACKED).only(PTX_9_1, FAMILIES),
    cvt("cvt.rn{.relu}.f16x2.(e4m3x2|e5m2x2)  d, a", PACKED).since(PTX_7_8, Target::SM_90).backported(PTX_8_1, Target::SM_89),
    later("cvt.rz.satfinite{.relu}.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2).f32  d, a, b", PACK).only(PTX_9_4, LATEST),
    later("cvt.rz.satfinite{.relu}.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2).(f16x2|bf16x2)  d, a", PACKED).only(PTX_9_4, LATEST),
    cvt("cvt.rn.satfinite{.relu}.(e2m1x2|e2m3x2|e3m2x2).f32  d, a, b", PACK).only(PTX_8_6, FAMILIES),
    cvt("cvt.rn.satfinite{.relu}.(e2m1x2|e2m3x2|e3m2x2).(f16x2|bf16x2)  d, a", PACKED).only(PTX_9_1, FAMILIES),
    cvt("cvt.rn{.relu}.f16x2.(e2m1x2|e2m3x2|e3m2x2)  d, a", PACKED).only(PTX_8_6, FAMILIES),
    later("cvt.rn{.satfinite}{.relu}.bf16x2.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2)  d, a", PACKED).only(PTX_9_2, FAMILIES),

    cvt("cvt.(rz|rp){.satfinite}.ue8m0x2.f32  d, a, b", SCALE).only(PTX_8_6, FAMILIES),
    cvt("cvt.(rz|rp){.satfinite}.ue8m0x2.bf16x2  d, a", SCALE).only(PTX_8_6, FAMILIES),
    cvt("cvt.rn.bf16x2.ue8m0x2  d, a", PACKED).only(PTX_8_6, FAMILIES),

    cvt("cvt.rs{.relu}.satfinite.(e4m3x4|e5m2x4|e2m1x4|e2m3x4|e3m2x4).f32  d, {a, b, e, f}, rbits", STOCHASTIC_FOUR).only(PTX_8_7, RANDOM).validated("sm_100", CHIP),

    later("cvt.(rn|rz){.relu}{.satfinite}.pzo.(f16|bf16|tf32).f32  d, a", NARROW).only(PTX_9_4, LATEST),
    later("cvt.(rm|rp).pzo.(f16|bf16).f32  d, a", NARROW).only(PTX_9_4, LATEST).inferred(BEYOND).beyond_the_manual(),
    later("cvt.(rn|rz){.relu}{.satfinite}.pzo.(f16x2|bf16x2).f32  d, a, b", PACK).only(PTX_9_4, LATEST),
    later("cvt.(rn|rz).satfinite{.relu}.pzo.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2).f32  d, a, b", PACK).only(PTX_9_4, LATEST),
    later("cvt.(rn|rz).satfinite{.relu}.pzo.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2).(f16x2|bf16x2)  d, a", PACKED).only(PTX_9_4, LATEST),

    later("cvt.(rn|rz).satfinite{.relu}{.pzo}.scaled::n1::ue8m0.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2).f32  d, a, b, scale", SHRUNK).only(PTX_9_4, LATEST),
    later("cvt.(rn|rz).satfinite{.relu}{.pzo}.scaled::n1::ue8m0.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2).(f16x2|bf16x2)  d, a, scale", SHRUNK_PACKED).only(PTX_9_4, LATEST),
    later("cvt.rn{.relu}{.satfinite}.scaled::n2::ue8m0.bf16x2.(e4m3x2|e5m2x2|e2m1x2|e2m3x2|e3m2x2)  d, a, scale", GROWN_PACKED).only(PTX_9_2, FAMILIES),

    cvt("cvt.rn.satfinite{.relu}.s2f6x2.f32  d, a, b", PACK).only(PTX_9_1, FIXED_POINT).inferred(FIXED),
    cvt("cvt.rn.satfinite{.relu}.s2f6x2.bf16x2  d, a", PACKED).only(PTX_9_1, FIXED_POINT).inferred(FIXED),
    cvt("cvt.rn.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.f32  d, a, b, scale", SHRUNK).only(PTX_9_1, FIXED_POINT).inferred(FIXED),
    cvt("cvt.rn.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.bf16x2  d, a, scale", SHRUNK_PACKED).only(PTX_9_1, FIXED_POINT).inferred(FIXED),
    later("cvt.rz.satfinite{.relu}.s2f6x2.f32  d, a, b", PACK).only(PTX_9_4, LATEST_ALONE).inferred(FIXED),
    later("cvt.rz.satfinite{.relu}.s2f6x2.bf16x2  d, a", PACKED).only(PTX_9_4, LATEST_ALONE).inferred(FIXED),
    later("cvt.rz.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.f32  d, a, b, scale", SHRUNK).only(PTX_9_4, LATEST_ALONE).inferred(FIXED),
    later("cvt.rz.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.bf16x2  d, a, scale", SHRUNK_PACKED).only(PTX_9_4, LATEST_ALONE).inferred(FIXED),
    cvt("cvt.rn{.satfinite}{.relu}.bf16x2.s2f6x2  d, a", PACKED).only(PTX_9_1, FIXED_POINT),
    cvt("cvt.rn{.satfinite}{.relu}.scaled::n2::ue8m0.bf16x2.s2f6x2  d, a, scale", GROWN_PACKED).only(PTX_9_1, FIXED_POINT),

    later("cvt.(rn|rz|rp){.satfinite}.ue5m3x2.f32  d, a, b", PACK).only(PTX_9_4, LATEST).inferred(UNSIGNED),
    later("cvt.(rn|rz|rp){.satfinite}.ue5m3x2.(f16x2|bf16x2)  d, a", PACKED).only(PTX_9_4, LATEST).inferred(UNSIGNED),
    later("cvt.(rn|rz){.satfinite}.scaled::n1::ue8m0.ue5m3x2.f32  d, a, b, scale", SHRUNK).only(PTX_9_4, LATEST).inferred(UNSIGNED),
    later("cvt.(rn|rz){.satfinite}.scaled::n1::ue8m0.ue5m3x2.(f16x2|bf16x2)  d, a, scale", SHRUNK_PACKED).only(PTX_9_4, LATEST).inferred(UNSIGNED),
    later("cvt.rn.f16x2.ue5m3x2  d, a", PACKED).only(PTX_9_4, LATEST),
    later("cvt.rn{.satfinite}.bf16x2.ue5m3x2  d, a", PACKED).only(PTX_9_4, LATEST),
    later("cvt.rn{.satfinite}.scaled::n2::ue8m0.bf16x2.ue5m3x2  d, a, scale", GROWN_PACKED).only(PTX_9_4, LATEST),
];
