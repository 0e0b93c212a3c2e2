//! Which heads the assembler takes, from which target and PTX version on, and which machine instructions it makes of them.
//!
//! Legality and names are ptxas 13.5.37's, sm_75 to sm_121a; PTX versions are the manual's (9.7.14.5, 9.7.15, 9.7.16). sm_70 is the manual's
//! alone: that assembler no longer knows it.

use super::fragment::{Matrix, Shape};
use super::head::{Head, Wmma};
use crate::chips::{SINCE_75, SINCE_80};
use crate::instruction::{Target, Version};
use crate::tensor_core::Path;
use core::fmt;

/// The targets of a form, as the number in `sm_90`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// This one and all later ones.
    Since(u32),
    /// These alone, and only with a suffix: `sm_90a`, `sm_120f`.
    Special(&'static [u32]),
}

impl Targets {
    /// The one to propose: the first that is not older than a target, or else the last.
    pub fn nearest(self, target: Target) -> Option<Target> {
        let named = |number: &u32| Target::named(&format!("sm_{number}{}", if matches!(self, Targets::Since(_)) { "" } else { "a" }));
        match self {
            Targets::Since(first) => named(&first),
            Targets::Special(all) => named(all.iter().find(|number| **number >= target.number()).or(all.last())?),
        }
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Targets::Since(first) => write!(f, "This instruction needs sm_{first} or higher"),
            Targets::Special(all) => {
                f.write_str("This instruction is only for ")?;
                for (at, number) in all.iter().enumerate() {
                    let before = if at == 0 {
                        ""
                    } else if at + 1 == all.len() {
                        " and "
                    } else {
                        ", "
                    };
                    write!(f, "{before}sm_{number}a")?;
                }
                Ok(())
            }
        }
    }
}

/// Heads that differ in types alone.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The instruction.
    pub path: Path,
    /// Whether it is `wmma.mma`.
    pub wmma: bool,
    /// M, N and K; an N of 0 stands for every N that the manual has, a K of 0 for those of the descriptor.
    pub shape: Shape,
    /// The `.kind::`.
    pub kind: &'static str,
    /// Whether it is `mma.sp::ordered_metadata` alone.
    pub ordered: bool,
    /// The scales: `.scale_vec::` (which may be left out where it is the first of its kind) and type.
    pub scales: &'static [(&'static str, &'static str)],
    /// The types of A and B.
    pub inputs: &'static [&'static str],
    /// The types of D and C.
    pub accumulators: &'static [[&'static str; 2]],
    /// The first PTX version.
    pub ptx: Version,
    /// The targets.
    pub targets: Targets,
    /// Per targets, what the assembler makes of it: `{D}`, `{C}`, `{A}`, `{B}` stand for the types, `{S}` for the scales. A number before a name
    /// counts the instructions of one warp.
    pub becomes: &'static [(&'static [u32], &'static str)],
}

/// Why a head is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No form has this shape, kind and these types.
    NoForm,
    /// The PTX version is too old; the first that will do.
    Version(Version),
    /// The target is not among those of the form.
    Target(Targets),
}

const fn of(path: Path, shape: [u32; 3], inputs: &'static [&'static str], accumulators: &'static [[&'static str; 2]]) -> Form {
    let shape = Shape::new(shape[0], shape[1], shape[2]);
    Form {
        path,
        wmma: false,
        shape,
        kind: "",
        ordered: false,
        scales: &[],
        inputs,
        accumulators,
        ptx: Version::new(7, 0),
        targets: Targets::Since(80),
        becomes: &[],
    }
}

impl Form {
    const fn since(self, major: u8, minor: u8, target: u32) -> Form {
        Form { ptx: Version::new(major, minor), targets: Targets::Since(target), ..self }
    }
    const fn special(self, major: u8, minor: u8, targets: &'static [u32]) -> Form {
        Form { ptx: Version::new(major, minor), targets: Targets::Special(targets), ..self }
    }
    const fn wmma(self) -> Form {
        Form { wmma: true, ..self }
    }
    const fn kind(self, kind: &'static str, scales: &'static [(&'static str, &'static str)]) -> Form {
        Form { kind, scales, ..self }
    }
    const fn ordered(self) -> Form {
        Form { ordered: true, ..self }
    }
    const fn becomes(self, becomes: &'static [(&'static [u32], &'static str)]) -> Form {
        Form { becomes, ..self }
    }
}

const F32: &[[&str; 2]] = &[["f32", "f32"]];
const F16: &[[&str; 2]] = &[["f16", "f16"]];
const F64: &[[&str; 2]] = &[["f64", "f64"]];
const EITHER: &[[&str; 2]] = &[["f32", "f32"], ["f16", "f16"]];
const BYTES: &[&str] = &["e4m3", "e5m2"];
const NARROW: &[&str] = &["e4m3", "e5m2", "e3m2", "e2m3", "e2m1"];
const POWERS: &[(&str, &str)] = &[("1X", "ue8m0")];
const FOURS: &[(&str, &str)] = &[("2X", "ue8m0")];
const NV: &[(&str, &str)] = &[("2X", "ue8m0"), ("4X", "ue8m0"), ("4X", "ue4m3")];

const AMPERE: &[u32] = SINCE_80;
const TURING: &[u32] = SINCE_75;
const QMMA: &[u32] = &[89, 120, 121];
const THROUGH_HALVES: &[u32] = &[90, 100, 103, 107, 110];
const BLACKWELL: &[u32] = &[100, 103, 107, 110];
const RTX: &[u32] = &[120, 121];
const HOPPER: &[u32] = &[90];
/// What has no routine that orders the indices of `mma.sp`.
const ANY_ORDER: &[u32] = &[80, 86, 87, 88, 89, 90];
const BY_ROUTINE: &[u32] = &[100, 103, 107, 110, 120, 121];

use Path::{MmaSp, MmaSync, Tcgen05, Wgmma};

/// Columns of D that are offered for `wgmma`, which takes every eighth number up to the last.
const COLUMNS: [u32; 4] = [8, 64, 128, 256];

/// Every form of floating-point numbers, but for `wmma`, and sparse ones of `wgmma` and `tcgen05.mma`.
#[rustfmt::skip]
pub const FORMS: &[Form] = &[
    of(MmaSync, [8, 8, 4], &["f16"], F32).since(6, 4, 70).becomes(&[(&[75], "4 HMMA.884.{D}.{C}"), (AMPERE, "24 HADD2.F32, 32 FFMA, 8 FADD, 12 SHFL")]),
    of(MmaSync, [8, 8, 4], &["f16"], F16).since(6, 4, 70).becomes(&[(&[75], "2 HMMA.884.{D}.{C}"), (AMPERE, "44 HADD2.F32, 16 FMUL, 16 FFMA, 16 FADD, 4 F2FP, 16 SHFL")]),
    of(MmaSync, [8, 8, 4], &["f16"], &[["f32", "f16"]]).since(6, 4, 70).becomes(&[(&[75], "4 HMMA.884.{D}.{C}"), (AMPERE, "HADD2.F32, FFMA, FADD, SHFL")]),
    of(MmaSync, [16, 8, 8], &["f16"], EITHER).since(6, 5, 75).becomes(&[(TURING, "HMMA.1688.{D}")]),
    of(MmaSync, [16, 8, 16], &["f16"], EITHER).since(7, 0, 80).becomes(&[(AMPERE, "HMMA.16816.{D}")]),
    of(MmaSync, [16, 8, 8], &["bf16"], F32).since(7, 0, 80).becomes(&[(AMPERE, "HMMA.1688.{D}.BF16")]),
    of(MmaSync, [16, 8, 16], &["bf16"], F32).since(7, 0, 80).becomes(&[(AMPERE, "HMMA.16816.{D}.BF16")]),
    of(MmaSync, [16, 8, 4], &["tf32"], F32).since(7, 0, 80).becomes(&[(AMPERE, "HMMA.1684.{D}.TF32")]),
    of(MmaSync, [16, 8, 8], &["tf32"], F32).since(7, 0, 80).becomes(&[(AMPERE, "HMMA.1688.{D}.TF32")]),
    of(MmaSync, [16, 8, 16], BYTES, F32).since(8, 7, 89).becomes(&[(QMMA, "QMMA.16816.{D}.{A}.{B}"), (THROUGH_HALVES, "4 F2FP.F16.{A}.UNPACK_B, 2 F2FP.F16.{B}.UNPACK_B, 2 HMMA.1688.{D}, 4 FADD")]),
    of(MmaSync, [16, 8, 16], BYTES, F16).since(8, 7, 89).becomes(&[(QMMA, "QMMA.16816.{D}.{A}.{B}"), (THROUGH_HALVES, "4 F2FP.F16.{A}.UNPACK_B, 2 F2FP.F16.{B}.UNPACK_B, 2 HMMA.1688.{D}, 2 HADD2")]),
    of(MmaSync, [16, 8, 32], BYTES, F32).since(8, 4, 89).becomes(&[(QMMA, "QMMA.16832.{D}.{A}.{B}"), (THROUGH_HALVES, "8 F2FP.F16.{A}.UNPACK_B, 4 F2FP.F16.{B}.UNPACK_B, 2 HMMA.16816.{D}, 4 FADD")]),
    of(MmaSync, [16, 8, 32], BYTES, F16).since(8, 7, 89).becomes(&[(QMMA, "QMMA.16832.{D}.{A}.{B}"), (THROUGH_HALVES, "8 F2FP.F16.{A}.UNPACK_B, 4 F2FP.F16.{B}.UNPACK_B, 2 HMMA.16816.{D}, 2 HADD2")]),
    of(MmaSync, [16, 8, 32], NARROW, EITHER).special(8, 7, RTX).kind("f8f6f4", &[]).becomes(&[(RTX, "QMMA.16832.{D}.{A}.{B}")]),
    of(MmaSync, [16, 8, 32], NARROW, F32).special(8, 7, RTX).kind("mxf8f6f4", POWERS).becomes(&[(RTX, "QMMA.SF.16832.{D}.{A}.{B}.{S}")]),
    of(MmaSync, [16, 8, 64], &["e2m1"], F32).special(8, 7, RTX).kind("mxf4", FOURS).becomes(&[(RTX, "OMMA.SF.16864.{D}.{A}.{B}.{S}")]),
    of(MmaSync, [16, 8, 64], &["e2m1"], F32).special(8, 7, RTX).kind("mxf4nvf4", NV).becomes(&[(RTX, "OMMA.SF.16864.{D}.{A}.{B}.{S}")]),
    of(MmaSync, [8, 8, 4], &["f64"], F64).since(7, 0, 80).becomes(&[(&[80, 86, 87, 88, 89], "DMMA.884"), (&[90, 100, 103, 107, 110, 120, 121], "DMMA.8")]),
    of(MmaSync, [16, 8, 4], &["f64"], F64).since(7, 8, 90),
    of(MmaSync, [16, 8, 8], &["f64"], F64).since(7, 8, 90),
    of(MmaSync, [16, 8, 16], &["f64"], F64).since(7, 8, 90).becomes(&[(&[90], "DMMA.16"), (&[100, 103, 107, 110, 120, 121], "8 DMMA.8")]),
    of(Wgmma, [64, 0, 16], &["f16"], EITHER).special(8, 0, HOPPER).becomes(&[(HOPPER, "HGMMA.{D}")]),
    of(Wgmma, [64, 0, 16], &["bf16"], F32).special(8, 0, HOPPER).becomes(&[(HOPPER, "HGMMA.{D}.BF16")]),
    of(Wgmma, [64, 0, 8], &["tf32"], F32).special(8, 0, HOPPER).becomes(&[(HOPPER, "HGMMA.{D}.TF32")]),
    of(Wgmma, [64, 0, 32], BYTES, EITHER).special(8, 0, HOPPER).becomes(&[(HOPPER, "QGMMA.{D}.{A}.{B}")]),
    of(Tcgen05, [0, 0, 0], &[], &[]).special(8, 6, BLACKWELL).kind("f16", &[]).becomes(&[(BLACKWELL, "UTCHMMA")]),
    of(Tcgen05, [0, 0, 0], &[], &[]).special(8, 6, BLACKWELL).kind("tf32", &[]).becomes(&[(BLACKWELL, "UTCHMMA")]),
    of(Tcgen05, [0, 0, 0], &[], &[]).special(8, 6, BLACKWELL).kind("f8f6f4", &[]).becomes(&[(BLACKWELL, "UTCQMMA")]),
    of(Tcgen05, [0, 0, 0], &[], &[]).special(8, 6, BLACKWELL).kind("mxf8f6f4", POWERS).becomes(&[(BLACKWELL, "UTCQMMA")]),
    of(Tcgen05, [0, 0, 0], &[], &[]).special(8, 6, BLACKWELL).kind("mxf4", FOURS).becomes(&[(BLACKWELL, "UTCOMMA")]),
    of(Tcgen05, [0, 0, 0], &[], &[]).special(8, 6, BLACKWELL).kind("mxf4nvf4", NV).becomes(&[(BLACKWELL, "UTCOMMA")]),
    of(MmaSp, [16, 8, 16], &["f16"], EITHER).since(7, 1, 80).becomes(&[(ANY_ORDER, "HMMA.SP.16816.{D}"), (BY_ROUTINE, "HMMA.SP.16816.{D}, SHFL.IDX, LOP3.LUT, PRMT")]),
    of(MmaSp, [16, 8, 32], &["f16"], EITHER).since(7, 1, 80).becomes(&[(ANY_ORDER, "HMMA.SP.16832.{D}"), (BY_ROUTINE, "HMMA.SP.16832.{D}, SHFL.IDX, LOP3.LUT, PRMT")]),
    of(MmaSp, [16, 8, 16], &["bf16"], F32).since(7, 1, 80).becomes(&[(AMPERE, "HMMA.SP.16816.{D}.BF16")]),
    of(MmaSp, [16, 8, 32], &["bf16"], F32).since(7, 1, 80).becomes(&[(AMPERE, "HMMA.SP.16832.{D}.BF16")]),
    of(MmaSp, [16, 8, 8], &["tf32"], F32).since(7, 1, 80).becomes(&[(AMPERE, "HMMA.SP.1688.{D}.TF32")]),
    of(MmaSp, [16, 8, 16], &["tf32"], F32).since(7, 1, 80).becomes(&[(AMPERE, "HMMA.SP.16816.{D}.TF32")]),
    of(MmaSp, [16, 8, 64], BYTES, F32).since(8, 4, 89).becomes(&[(QMMA, "QMMA.SP.16864.{D}.{A}.{B}"), (THROUGH_HALVES, "8 F2FP.F16.{A}.UNPACK_B, 8 F2FP.F16.{B}.UNPACK_B, 2 HMMA.SP.16832.{D}, 4 FADD, SHFL")]),
    of(MmaSp, [16, 8, 64], BYTES, F16).special(8, 7, RTX).ordered().becomes(&[(RTX, "QMMA.SP.16864.{D}.{A}.{B}")]),
    of(MmaSp, [16, 8, 64], NARROW, EITHER).special(8, 7, RTX).kind("f8f6f4", &[]).ordered().becomes(&[(RTX, "QMMA.SP.16864.{D}.{A}.{B}")]),
    of(MmaSp, [16, 8, 64], NARROW, F32).special(8, 7, RTX).kind("mxf8f6f4", POWERS).ordered().becomes(&[(RTX, "QMMA.SF.SP.16864.{D}.{A}.{B}.{S}")]),
    of(MmaSp, [16, 8, 128], &["e2m1"], F32).special(8, 7, RTX).kind("mxf4", FOURS).ordered().becomes(&[(RTX, "OMMA.SF.SP.168128.{D}.{A}.{B}.{S}")]),
    of(MmaSp, [16, 8, 128], &["e2m1"], F32).special(8, 7, RTX).kind("mxf4nvf4", NV).ordered().becomes(&[(RTX, "OMMA.SF.SP.168128.{D}.{A}.{B}.{S}")]),
];

const S32: &[[&str; 2]] = &[["s32", "s32"]];
const WHOLE: &[&str] = &["s8", "u8"];
const NIBBLES: &[&str] = &["s4", "u4"];
const ANY: &[[&str; 2]] = &[["f32", "f32"], ["f16", "f16"], ["f32", "f16"], ["f16", "f32"]];

/// `wmma.mma` of floating-point numbers.
#[rustfmt::skip]
pub const WMMA: &[Form] = &[
    of(MmaSync, [16, 16, 16], &["f16"], ANY).since(6, 0, 70).wmma(),
    of(MmaSync, [32, 8, 16], &["f16"], ANY).since(6, 1, 70).wmma(),
    of(MmaSync, [8, 32, 16], &["f16"], ANY).since(6, 1, 70).wmma(),
    of(MmaSync, [16, 16, 16], &["bf16"], F32).since(7, 0, 80).wmma(),
    of(MmaSync, [32, 8, 16], &["bf16"], F32).since(7, 0, 80).wmma(),
    of(MmaSync, [8, 32, 16], &["bf16"], F32).since(7, 0, 80).wmma(),
    of(MmaSync, [16, 16, 8], &["tf32"], F32).since(7, 0, 80).wmma(),
    of(MmaSync, [8, 8, 4], &["f64"], F64).since(7, 0, 80).wmma(),
];

/// Those of integers: they run in kernels.
#[rustfmt::skip]
const INTEGERS: &[Form] = &[
    of(MmaSync, [8, 8, 16], WHOLE, S32).since(6, 5, 75),
    of(MmaSync, [16, 8, 16], WHOLE, S32).since(7, 0, 80),
    of(MmaSync, [16, 8, 32], WHOLE, S32).since(7, 0, 80),
    of(MmaSync, [8, 8, 32], NIBBLES, S32).since(6, 5, 75),
    of(MmaSync, [16, 8, 32], NIBBLES, S32).since(7, 0, 80),
    of(MmaSync, [16, 8, 64], NIBBLES, S32).since(7, 0, 80),
    of(MmaSync, [16, 16, 16], WHOLE, S32).since(6, 3, 72).wmma(),
    of(MmaSync, [32, 8, 16], WHOLE, S32).since(6, 3, 72).wmma(),
    of(MmaSync, [8, 32, 16], WHOLE, S32).since(6, 3, 72).wmma(),
    of(MmaSp, [16, 8, 32], WHOLE, S32).since(7, 1, 80),
    of(MmaSp, [16, 8, 64], WHOLE, S32).since(7, 1, 80),
    of(MmaSp, [16, 8, 64], NIBBLES, S32).since(7, 1, 80),
    of(MmaSp, [16, 8, 128], NIBBLES, S32).since(7, 1, 80),
];

impl Form {
    /// The heads of the form, as the manual orders their words. `wgmma` takes more columns than are offered here.
    pub fn heads(&self) -> Vec<String> {
        let kind = if self.kind.is_empty() { String::new() } else { [".kind::", self.kind].concat() };
        if self.path == Tcgen05 {
            let mut vectors: Vec<String> = self.scales.iter().map(|(size, _)| format!(".block_scale.scale_vec::{size}")).collect();
            vectors.dedup();
            if vectors.is_empty() {
                vectors.push(String::new());
            }
            return vectors.into_iter().map(|vector| format!("tcgen05.mma.cta_group::1{kind}{vector}")).collect();
        }
        let columns: &[u32] = if self.shape.n == 0 { &COLUMNS } else { &[self.shape.n] };
        let shapes: Vec<String> = columns.iter().map(|n| format!("m{}n{n}k{}", self.shape.m, self.shape.k)).collect();
        let layouts: &[&str] = if self.any_layout() { &["row.col", "row.row", "col.col", "col.row"] } else { &["row.col"] };
        let scales: Vec<[String; 2]> = match self.scales {
            [] => vec![[String::new(), String::new()]],
            all => all.iter().map(|(size, scale)| [format!(".block_scale.scale_vec::{size}"), [".", scale].concat()]).collect(),
        };
        let mut heads = Vec::new();
        for (shape, layout) in shapes.iter().flat_map(|shape| layouts.iter().map(move |layout| (shape, layout))) {
            for [d, c] in self.accumulators {
                for (a, b) in self.inputs.iter().flat_map(|a| self.inputs.iter().map(move |b| (a, b))) {
                    for [vector, scale] in &scales {
                        let said = format!(".sync.aligned.{shape}.{layout}{kind}{vector}.{d}.{a}.{b}.{c}{scale}");
                        match self.path {
                            Wgmma => heads.push(format!("wgmma.mma_async.sync.aligned.{shape}.{d}.{a}.{b}")),
                            MmaSp if self.ordered => heads.push(["mma.sp::ordered_metadata", &said].concat()),
                            MmaSp => heads.extend(["mma.sp", "mma.sp::ordered_metadata"].map(|begins| [begins, &said].concat())),
                            _ if !self.wmma => heads.push(["mma", &said].concat()),
                            _ if *a == "f16" => heads.push(format!("wmma.mma.sync.aligned.{layout}.{shape}.{d}.{c}")),
                            _ => heads.push(format!("wmma.mma.sync.aligned.{layout}.{shape}.{d}.{a}.{b}.{c}")),
                        }
                    }
                }
            }
        }
        heads
    }

    /// Whether a head is of this form.
    pub fn fits(&self, head: &Head) -> bool {
        let types: Vec<&str> = head.types.iter().map(String::as_str).collect();
        let typed = match types[..] {
            [] => self.path == Tcgen05,
            [own] => match head.wmma {
                Some(Wmma::Load(matrix)) => self.loads(matrix, own),
                Some(Wmma::Store) => self.loads(Matrix::C, own),
                _ => false,
            },
            [d, a, b] => self.path == Wgmma && self.has(a, b) && self.accumulators.contains(&[d, d]),
            [d, a, b, c] => matches!(self.path, MmaSync | MmaSp) && self.has(a, b) && self.accumulators.contains(&[d, c]),
            _ => false,
        };
        typed
            && head.path == Some(self.path)
            && (head.wmma.is_some() == self.wmma)
            && (head.ordered || !self.ordered)
            && (!head.satfinite || self.accumulators == S32)
            && head.kind == self.kind
            && head.shape.is_none_or(|shape| shape.m == self.shape.m && shape.k == self.shape.k && self.columns(shape.n))
            && head.shape.is_some() == (self.path != Tcgen05)
            && head.block_scale != self.scales.is_empty()
            && self.scaled(head)
            && (head.mode.is_none() || self.inputs == ["f64"])
            && self.laid_out(head)
    }

    /// Whether a type is one of its matrices': of A, of B, or of C and D.
    fn loads(&self, matrix: Matrix, name: &str) -> bool {
        if matrix == Matrix::C { self.accumulators.iter().flatten().any(|own| *own == name) } else { self.inputs.contains(&name) }
    }

    /// A and B of one type, but for those of 8 bits and fewer.
    fn has(&self, a: &str, b: &str) -> bool {
        self.inputs.contains(&a) && self.inputs.contains(&b)
    }

    fn columns(&self, n: u32) -> bool {
        if self.shape.n == 0 { n.is_multiple_of(8) && (8..=256).contains(&n) } else { n == self.shape.n }
    }

    /// Whether A and B may lie along rows or columns as one likes: m8n8k4 of halves.
    fn any_layout(&self) -> bool {
        self.wmma || self.path == MmaSync && self.inputs == ["f16"] && self.shape.k == 4
    }

    /// Only `tcgen05.mma` has the type of the scales elsewhere, and only `mxf4nvf4` wants their number.
    fn scaled(&self, head: &Head) -> bool {
        let left_out = head.scale_vec.is_empty() && self.kind != "mxf4nvf4";
        let typed = |scale: &str| head.scale == scale || self.path == Tcgen05 && head.scale.is_empty();
        self.scales.is_empty() && head.scale.is_empty() && head.scale_vec.is_empty()
            || self.scales.iter().any(|(size, scale)| (left_out || head.scale_vec == *size) && typed(scale))
    }

    /// `.row.col`, or any two.
    fn laid_out(&self, head: &Head) -> bool {
        match self.path {
            MmaSync if matches!(head.wmma, Some(Wmma::Load(_) | Wmma::Store)) => head.layouts.len() == 1,
            MmaSync | MmaSp => head.layouts == ["row", "col"] || self.any_layout() && head.layouts.len() == 2,
            _ => head.layouts.is_empty(),
        }
    }

    /// The machine instructions on a target, with the types of a head.
    fn lowered(&self, head: &Head, number: u32) -> Option<String> {
        let (_, names) = self.becomes.iter().find(|(targets, _)| targets.contains(&number))?;
        let upper = |place: usize| head.types.get(place).map(|name| name.to_uppercase()).unwrap_or_default();
        // `.E8` for powers of two, with their number where there are four.
        let scale = match (&*head.scale, &*head.scale_vec) {
            ("ue4m3", _) => "UE4M3.4X",
            (_, "4X") => "E8.4X",
            _ => "E8",
        };
        let types = [("{D}", upper(0)), ("{A}", upper(1)), ("{B}", upper(2)), ("{C}", upper(3)), ("{S}", scale.to_owned())];
        // What orders indices has nothing to do where they are in order.
        let names = if head.ordered { names.split(", SHFL.IDX").next().unwrap_or_default() } else { names };
        Some(types.iter().fold(names.to_owned(), |text, (place, name)| text.replace(place, name)))
    }
}

impl Targets {
    /// Whether a target is among them, given by its name: `sm_90a`.
    pub fn include(self, target: &str) -> bool {
        let (number, suffix) = split(target);
        match self {
            Targets::Since(first) => number >= first,
            Targets::Special(targets) => targets.contains(&number) && !suffix.is_empty(),
        }
    }
}

/// `sm_90a` as 90 and `a`.
fn split(target: &str) -> (u32, &str) {
    let name = target.trim_start_matches("sm_");
    let digits = name.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    (digits.parse().unwrap_or(0), &name[digits.len()..])
}

/// The version of PTX that has `mma.sp::ordered_metadata`.
const ORDERED: Version = Version::new(8, 5);

/// M, N and K of the fragments that `wmma` has of a matrix with numbers of a type.
pub fn wmma_shapes(matrix: Matrix, name: &str) -> impl Iterator<Item = Shape> {
    WMMA.iter().chain(INTEGERS).filter(move |form| form.wmma && form.loads(matrix, name)).map(|form| form.shape)
}

/// What the assembler makes of a head on a target (`sm_90a`), or why it refuses it. The text is empty where nobody looked.
pub fn lowering(head: &Head, target: &str, ptx: Version) -> Result<String, Refusal> {
    let mut refusal = Refusal::NoForm;
    for form in FORMS.iter().chain(WMMA).chain(INTEGERS).filter(|form| form.fits(head)) {
        // The word that promises an order came with PTX 8.5.
        let since = if head.ordered { form.ptx.max(ORDERED) } else { form.ptx };
        refusal = match () {
            () if !form.targets.include(target) => Refusal::Target(form.targets),
            () if ptx < since => Refusal::Version(since),
            () => return Ok(form.lowered(head, split(target).0).unwrap_or_default()),
        };
    }
    Err(refusal)
}

/// What a head becomes on every target from sm_70 on, targets with the same answer together: None where they do not have it.
pub fn lowerings(head: &Head, ptx: Version) -> Vec<(Option<String>, Vec<&'static str>)> {
    let mut all: Vec<(Option<String>, Vec<&'static str>)> = Vec::new();
    for target in Target::ALL.iter().filter(|target| target.number() >= 70 && target.until().is_none()) {
        let becomes = lowering(head, target.name(), ptx).ok();
        match all.iter_mut().find(|(known, _)| *known == becomes) {
            Some((_, targets)) => targets.push(target.name()),
            None => all.push((becomes, vec![target.name()])),
        }
    }
    all
}
