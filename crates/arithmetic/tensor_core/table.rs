//! The rows: which chips add how, path by path, and how that is known.
//!
//! The numbers are facts of MMA-Sim (MIT), of the model of Khattak and Mikaitis (BSD-2-Clause), and of the answers published with the latter,
//! 5,000 for each chip and pair of formats.

use super::row::{E8M13, Evidence, Fused, Method, OpenQuestion, Path, Row, Scale, Term};
use crate::chips;
use crate::number::{BF16, E2M1, E2M3, E3M2, E4M3, E5M2, F16, F32, F64, Format, TF32};
use crate::rounding::Mode;

type Formats = &'static [&'static Format];

const HALF: Formats = &[F16::ROW];
const HALVES: Formats = &[F16::ROW, BF16::ROW];
const TF: Formats = &[TF32];
const BYTES: Formats = &[E4M3::ROW, E5M2::ROW];
const NARROW: Formats = &[E4M3::ROW, E5M2::ROW, E3M2::ROW, E2M3::ROW, E2M1::ROW];
const FP4: Formats = &[E2M1::ROW];
const DOUBLE: Formats = &[F64::ROW];

use Path::{MmaSp, MmaSync, Tcgen05, Wgmma};

/// One group's sum, into a single by cutting.
const fn cut(fraction: u32, products: usize, zero: i32) -> Method {
    Method::Fused(Fused { fraction, products, zero, term: Term::Product, result: F32::ROW, mode: Mode::Rz })
}

/// The same with the significand of the result cut to 14 bits.
const fn short(fraction: u32, products: usize, zero: i32) -> Method {
    Method::Fused(Fused { fraction, products, zero, term: Term::Product, result: E8M13, mode: Mode::Rz })
}

/// One group's sum, into a half, to nearest even.
const fn near(fraction: u32, products: usize, zero: i32) -> Method {
    Method::Fused(Fused { fraction, products, zero, term: Term::Product, result: F16::ROW, mode: Mode::Rn })
}

/// Four blocks of 16 products, each added exactly and scaled, and c.
const BLOCKS: Method =
    Method::Fused(Fused { fraction: 35, products: 64, zero: -139, term: Term::Sum(16), result: F32::ROW, mode: Mode::Rz });

/// FP8 through halves, with the window of the instruction for halves.
const fn unpacked(window: Method) -> Method {
    match window {
        Method::Fused(how) => Method::Unpacked(how),
        other => other,
    }
}

const fn chips(names: &'static str, answers: u32) -> Evidence {
    Evidence::Chips { names, answers }
}

/// What `cargo xtask measure` asked an H100.
const fn asked(answers: u32) -> Evidence {
    Evidence::Asked { name: "H100", answers }
}

const SIM: Evidence = Evidence::OneModel("MMA-Sim");
const PTXAS: Evidence = Evidence::Assembler("ptxas 13.5.37");
const SAME: Evidence = Evidence::Inferred("ptxas 13.5 emits the same machine instructions as for sm_100, of which there are answers");

const DENSE: Evidence =
    Evidence::Inferred("what a sparse A keeps is added as the dense instruction of the same chip adds it; nobody asked a chip");

const NO_DOUBT: &[OpenQuestion] = &[];
/// What every path into halves shares; where the window is wide, hardly an answer that was rounded to a half tells its width.
const SUBNORMAL_C: &[OpenQuestion] = &[OpenQuestion::SubnormalC];
const HALF_C: &[OpenQuestion] = &[OpenQuestion::SubnormalC, OpenQuestion::Width];
const HALF_C_B200: &[OpenQuestion] = &[OpenQuestion::SubnormalC, OpenQuestion::Wider];
const TURING: &[OpenQuestion] = &[OpenQuestion::Fours];
const TURING_HALF: &[OpenQuestion] = &[OpenQuestion::Fours, OpenQuestion::SubnormalC, OpenQuestion::Width];
const ORDER: &[OpenQuestion] = &[OpenQuestion::Order];
const ORDER_HALF: &[OpenQuestion] = &[OpenQuestion::Order, OpenQuestion::SubnormalC, OpenQuestion::Width];
const TF_8: &[OpenQuestion] = &[OpenQuestion::LongTf];
const CHAIN: &[OpenQuestion] = &[OpenQuestion::Chain];
const SPARSE: &[OpenQuestion] = &[OpenQuestion::Sparse];

#[expect(clippy::too_many_arguments, reason = "a line of the table has a place for each")]
const fn row(
    chips: &'static str,
    targets: &'static [u32],
    path: Path,
    kind: &'static str,
    sass: &'static str,
    inputs: Formats,
    accumulator: &'static Format,
    k: &'static [usize],
    method: Method,
    evidence: Evidence,
    doubts: &'static [OpenQuestion],
) -> Row {
    Row { chips, targets, path, kind, sass, inputs, accumulator, scale: None, k, method, evidence, doubts }
}

/// `mma.sp`: what a sparse A keeps is added as the dense instruction of the same chip adds so many products. Nobody asked a chip.
const fn sparse(
    chips: &'static str,
    targets: &'static [u32],
    sass: &'static str,
    inputs: Formats,
    accumulator: &'static Format,
    k: &'static [usize],
    method: Method,
) -> Row {
    row(chips, targets, MmaSp, "", sass, inputs, accumulator, k, method, DENSE, SPARSE)
}

const S: &Format = F32::ROW;
const H: &Format = F16::ROW;
const D: &Format = F64::ROW;

/// Every row. Of several that fit, the first holds.
#[rustfmt::skip]
pub static TABLE: &[Row] = &[
    row("V100", &[70], MmaSync, "", "HMMA.884", HALF, S, &[4], cut(23, 4, -131), chips("V100", 5_000), NO_DOUBT),
    row("V100", &[70], MmaSync, "", "HMMA.884", HALF, H, &[4], near(23, 4, -19), chips("V100", 5_000), HALF_C),
    row("T4", &[75], MmaSync, "", "HMMA", HALF, S, &[8], cut(24, 8, -132), SIM, TURING),
    row("T4", &[75], MmaSync, "", "HMMA", HALF, H, &[8], near(24, 8, -20), SIM, TURING_HALF),
    row("T4", &[75], MmaSync, "", "HMMA.884", HALF, S, &[4], cut(23, 4, -131), SIM, NO_DOUBT),
    row("T4", &[75], MmaSync, "", "HMMA.884", HALF, H, &[4], near(23, 4, -19), SIM, HALF_C),

    row("A100, A2, A30, A40, RTX 30", &[80, 86], MmaSync, "", "HMMA", HALVES, S, &[8, 16], cut(24, 8, -132), chips("A100, A2", 20_000), ORDER),
    row("A100, A2, A30, A40, RTX 30", &[80, 86], MmaSync, "", "HMMA", HALF, H, &[8, 16], near(24, 8, -20), chips("A100, A2", 10_000), ORDER_HALF),
    row("A100, A2, A30, A40, RTX 30", &[80, 86], MmaSync, "", "HMMA", TF, S, &[4, 8], cut(24, 4, -132), chips("A100, A2", 10_000), TF_8),
    row("RTX 40, L40S", &[89], MmaSync, "", "HMMA", HALVES, S, &[8, 16], cut(24, 8, -132), chips("Ada, L40S", 20_000), ORDER),
    row("RTX 40, L40S", &[89], MmaSync, "", "HMMA", HALF, H, &[8, 16], near(24, 8, -20), chips("Ada, L40S", 10_000), ORDER_HALF),
    row("RTX 40, L40S", &[89], MmaSync, "", "HMMA", TF, S, &[4, 8], cut(24, 4, -132), chips("Ada, L40S", 10_000), TF_8),
    row("RTX 40, L40S", &[89], MmaSync, "", "QMMA", BYTES, S, &[16, 32], short(13, 16, -132), chips("Ada, L40S", 20_000), NO_DOUBT),
    row("RTX 40, L40S", &[89], MmaSync, "", "QMMA", BYTES, H, &[16, 32], near(13, 16, -20), chips("Ada", 10_000), SUBNORMAL_C),

    row("H100, H200", &[90], MmaSync, "", "HMMA", HALVES, S, &[8, 16], cut(25, 16, -133), chips("H100, H200", 20_000), NO_DOUBT),
    row("H100, H200", &[90], MmaSync, "", "HMMA", HALF, H, &[8, 16], near(25, 16, -21), chips("H100, H200", 10_000), NO_DOUBT),
    row("H100, H200", &[90], MmaSync, "", "HMMA", TF, S, &[4, 8], cut(25, 8, -133), chips("H100, H200", 10_000), NO_DOUBT),
    row("H100, H200", &[90], Wgmma, "", "HGMMA", HALVES, S, &[16], cut(25, 16, -133), asked(100), NO_DOUBT),
    row("H100, H200", &[90], Wgmma, "", "HGMMA", HALF, H, &[16], near(25, 16, -21), asked(95), NO_DOUBT),
    row("H100, H200", &[90], Wgmma, "", "HGMMA", TF, S, &[8], cut(25, 8, -133), asked(50), NO_DOUBT),
    row("H100, H200", &[90], Wgmma, "", "QGMMA", BYTES, S, &[32], short(13, 32, -133), chips("H100, H200", 20_000), NO_DOUBT),
    row("H100, H200", &[90], Wgmma, "", "QGMMA", BYTES, H, &[32], near(13, 32, -21), asked(110), SUBNORMAL_C),

    row("B200", &[100], MmaSync, "", "HMMA", HALVES, S, &[8, 16], cut(25, 16, -133), chips("B200", 10_000), NO_DOUBT),
    row("B200", &[100], MmaSync, "", "HMMA", HALF, H, &[8, 16], near(25, 16, -21), chips("B200", 5_000), HALF_C_B200),
    row("B200", &[100], MmaSync, "", "HMMA", TF, S, &[4, 8], cut(25, 8, -133), chips("B200", 5_000), TF_8),
    row("GB300, Thor, sm_107", &[103, 107, 110], MmaSync, "", "HMMA", HALVES, S, &[8, 16], cut(25, 16, -133), SAME, NO_DOUBT),
    row("GB300, Thor, sm_107", &[103, 107, 110], MmaSync, "", "HMMA", HALF, H, &[8, 16], near(25, 16, -21), SAME, HALF_C),
    row("GB300, Thor, sm_107", &[103, 107, 110], MmaSync, "", "HMMA", TF, S, &[4, 8], cut(25, 8, -133), SAME, TF_8),
    row("H100, H200", &[90], MmaSync, "", "F2FP, HMMA, FADD", BYTES, S, &[16, 32], unpacked(cut(25, 16, -133)), asked(39), NO_DOUBT),
    row("B200", &[100], MmaSync, "", "F2FP, HMMA, FADD", BYTES, S, &[16, 32], unpacked(cut(25, 16, -133)), chips("B200", 10_000), NO_DOUBT),
    row("H100, H200, B200", &[90, 100], MmaSync, "", "F2FP, HMMA, HADD2", BYTES, H, &[16, 32], unpacked(near(25, 16, -21)), chips("H100, H200, B200", 30_000), HALF_C),
    row("GB300, Thor, sm_107", &[103, 107, 110], MmaSync, "", "F2FP, HMMA, FADD", BYTES, S, &[16, 32], unpacked(cut(25, 16, -133)), SAME, NO_DOUBT),
    row("GB300, Thor, sm_107", &[103, 107, 110], MmaSync, "", "F2FP, HMMA, HADD2", BYTES, H, &[16, 32], unpacked(near(25, 16, -21)), SAME, HALF_C),
    row("B200", &[100], Tcgen05, "f16", "UTCHMMA", HALVES, S, &[16], cut(25, 16, -133), SIM, NO_DOUBT),
    row("B200", &[100], Tcgen05, "f16", "UTCHMMA", HALF, H, &[16], near(25, 16, -21), SIM, HALF_C),
    row("B200", &[100], Tcgen05, "tf32", "UTCHMMA", TF, S, &[8], cut(25, 8, -133), SIM, NO_DOUBT),
    row("B200", &[100], Tcgen05, "f8f6f4", "UTCQMMA", NARROW, S, &[32], cut(25, 32, -133), SIM, NO_DOUBT),
    row("B200", &[100], Tcgen05, "f8f6f4", "UTCQMMA", NARROW, H, &[32], near(25, 32, -21), SIM, HALF_C),
    row("B200", &[100], Tcgen05, "mxf8f6f4", "UTCQMMA", NARROW, S, &[32], cut(25, 32, -133), SIM, NO_DOUBT).scaled(Scale::ue8m0(32)),
    row("B200", &[100], Tcgen05, "mxf4", "UTCOMMA", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::ue8m0(32)),
    row("B200", &[100], Tcgen05, "mxf4nvf4", "UTCOMMA", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::ue8m0(32)),
    row("B200", &[100], Tcgen05, "mxf4nvf4", "UTCOMMA", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::ue8m0(16)),
    row("B200", &[100], Tcgen05, "mxf4nvf4", "UTCOMMA", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::UE4M3),

    row("RTX 50, GB10", &[120, 121], MmaSync, "", "HMMA", HALVES, S, &[8, 16], cut(25, 16, -133), SIM, NO_DOUBT),
    row("RTX 50, GB10", &[120, 121], MmaSync, "", "HMMA", HALF, H, &[8, 16], near(25, 16, -21), SIM, HALF_C),
    row("RTX 50, GB10", &[120, 121], MmaSync, "", "HMMA", TF, S, &[4, 8], cut(25, 8, -133), SIM, NO_DOUBT),
    row("RTX 50, GB10", &[120, 121], MmaSync, "", "QMMA", BYTES, S, &[16, 32], cut(25, 32, -133), SIM, NO_DOUBT),
    row("RTX 50, GB10", &[120, 121], MmaSync, "", "QMMA", BYTES, H, &[16, 32], near(25, 32, -21), SIM, HALF_C),
    row("RTX 50, GB10", &[120, 121], MmaSync, "f8f6f4", "QMMA", NARROW, S, &[32], cut(25, 32, -133), SIM, NO_DOUBT),
    row("RTX 50, GB10", &[120, 121], MmaSync, "f8f6f4", "QMMA", NARROW, H, &[32], near(25, 32, -21), SIM, HALF_C),
    row("RTX 50, GB10", &[120, 121], MmaSync, "mxf8f6f4", "QMMA.SF", NARROW, S, &[32], cut(25, 32, -133), SIM, NO_DOUBT).scaled(Scale::ue8m0(32)),
    row("RTX 50, GB10", &[120, 121], MmaSync, "mxf4", "OMMA.SF", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::ue8m0(32)),
    row("RTX 50, GB10", &[120, 121], MmaSync, "mxf4nvf4", "OMMA.SF", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::ue8m0(32)),
    row("RTX 50, GB10", &[120, 121], MmaSync, "mxf4nvf4", "OMMA.SF", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::ue8m0(16)),
    row("RTX 50, GB10", &[120, 121], MmaSync, "mxf4nvf4", "OMMA.SF", FP4, S, &[64], BLOCKS, SIM, NO_DOUBT).scaled(Scale::UE4M3),

    row("A100 and later", chips::SINCE_80, MmaSync, "", "DMMA", DOUBLE, D, &[4, 8, 16], Method::Chain, Evidence::Documented("9.7.14.5"), CHAIN),
    row("A100 and later", SINCE_80, MmaSync, "", "HADD2.F32, FFMA, FADD", HALF, S, &[4], Method::Subroutine, PTXAS, NO_DOUBT),
    row("A100 and later", SINCE_80, MmaSync, "", "HADD2.F32, FMUL, FFMA, FADD, F2FP", HALF, H, &[4], Method::Subroutine, PTXAS, NO_DOUBT),

    sparse("A100, A2, A30, A40, RTX 30, RTX 40, L40S", &[80, 86, 89], "HMMA.SP", HALVES, S, &[16, 32], cut(24, 8, -132)),
    sparse("A100, A2, A30, A40, RTX 30, RTX 40, L40S", &[80, 86, 89], "HMMA.SP", HALF, H, &[16, 32], near(24, 8, -20)),
    sparse("A100, A2, A30, A40, RTX 30, RTX 40, L40S", &[80, 86, 89], "HMMA.SP", TF, S, &[8, 16], cut(24, 4, -132)),
    sparse("RTX 40, L40S", &[89], "QMMA.SP", BYTES, S, &[64], short(13, 16, -132)),
    sparse("H100 and later", SINCE_90, "HMMA.SP", HALVES, S, &[16, 32], cut(25, 16, -133)),
    sparse("H100 and later", SINCE_90, "HMMA.SP", HALF, H, &[16, 32], near(25, 16, -21)),
    sparse("H100 and later", SINCE_90, "HMMA.SP", TF, S, &[8, 16], cut(25, 8, -133)),
    sparse("H100, H200, B200, GB300, Thor, sm_107", &[90, 100, 103, 107, 110], "F2FP, HMMA.SP, FADD", BYTES, S, &[64], unpacked(cut(25, 16, -133))),
    sparse("RTX 50, GB10", &[120, 121], "QMMA.SP", BYTES, S, &[64], cut(25, 32, -133)),
    sparse("RTX 50, GB10", &[120, 121], "QMMA.SP", BYTES, H, &[64], near(25, 32, -21)),
    sparse("RTX 50, GB10", &[120, 121], "QMMA.SP", NARROW, S, &[64], cut(25, 32, -133)).kind("f8f6f4"),
    sparse("RTX 50, GB10", &[120, 121], "QMMA.SP", NARROW, H, &[64], near(25, 32, -21)).kind("f8f6f4"),
    sparse("RTX 50, GB10", &[120, 121], "QMMA.SF.SP", NARROW, S, &[64], cut(25, 32, -133)).kind("mxf8f6f4").scaled(Scale::ue8m0(32).of_sparse()),
    sparse("RTX 50, GB10", &[120, 121], "OMMA.SF.SP", FP4, S, &[128], BLOCKS).kind("mxf4").scaled(Scale::ue8m0(32).of_sparse()),
    sparse("RTX 50, GB10", &[120, 121], "OMMA.SF.SP", FP4, S, &[128], BLOCKS).kind("mxf4nvf4").scaled(Scale::ue8m0(32).of_sparse()),
    sparse("RTX 50, GB10", &[120, 121], "OMMA.SF.SP", FP4, S, &[128], BLOCKS).kind("mxf4nvf4").scaled(Scale::ue8m0(16).of_sparse()),
    sparse("RTX 50, GB10", &[120, 121], "OMMA.SF.SP", FP4, S, &[128], BLOCKS).kind("mxf4nvf4").scaled(Scale::UE4M3.of_sparse()),
];

const SINCE_90: &[u32] = &[90, 100, 103, 107, 110, 120, 121];

/// Those of which the assembler's output was read.
const SINCE_80: &[u32] = &[80, 86, 89, 90, 100, 103, 107, 110, 120, 121];

/// The target of a chip; blanks and capitals make no difference.
pub fn target(chip: &str) -> Option<u32> {
    let bare = |name: &str| name.replace(' ', "").to_ascii_lowercase();
    chips::named().find(|(name, _)| bare(name) == bare(chip)).map(|(_, target)| target)
}

/// The row of a target, path and kind for a row of A of so many elements, their formats, and a scale's.
pub fn find(target: u32, path: Path, kind: &str, [a, b, d]: [&Format; 3], scale: Option<Scale>, length: usize) -> Option<&'static Row> {
    let fits =
        |row: &&Row| row.targets.contains(&target) && row.path == path && row.kind == kind && row.scale == scale && row.takes(a, b, d);
    let whole = |row: &&Row| row.k.iter().any(|k| length.is_multiple_of(*k));
    TABLE.iter().filter(fits).find(whole)
}
