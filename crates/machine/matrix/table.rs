//! The rows of matrix instructions: products, and what brings matrices to the lanes of a warp.
//!
//! Legality and names are ptxas 13.5.37's, sm_75 to sm_121a; PTX versions are the manual's (9.7.14.4 to 9.7.16). sm_70 is the manual's alone: that
//! assembler no longer knows it.

use super::form::Form;
use crate::chips::{SINCE_75, SINCE_80};
use crate::instruction::{FAMILIES, Target};

const fn mma(syntax: &'static str) -> Form {
    Form::of(syntax, "Computes D = A·B + C, the matrices spread over the lanes of a warp.", "9.7.14.5")
}
const fn sparse(syntax: &'static str) -> Form {
    Form::of(
        syntax,
        "Computes D = A·B + C, the matrices spread over the lanes of a warp; of A half is kept, and indices say which.",
        "9.7.14.6",
    )
}
const fn wmma(syntax: &'static str) -> Form {
    Form::of(syntax, "Computes D = A·B + C, the matrices spread over the lanes of a warp as the chip has them.", "9.7.14.4")
}
const fn tile(syntax: &'static str) -> Form {
    Form::of(syntax, "Copies a matrix of wmma between memory and the registers of a warp.", "9.7.14.4")
}
const fn wgmma(syntax: &'static str) -> Form {
    Form::of(syntax, "Computes D = A·B + D by four warps; B, and often A, is in shared memory.", "9.7.15").only(8, 0, &[Target::SM_90A])
}
const fn tcgen05(syntax: &'static str) -> Form {
    Form::of(syntax, "Computes D = A·B + D in tensor memory; a descriptor has the types.", "9.7.16").only(8, 6, BLACKWELL)
}
const fn rows(syntax: &'static str) -> Form {
    Form::of(syntax, "Copies rows of 16 bytes between shared memory and the lanes of a warp.", "9.7.14.5")
}
const fn turn(syntax: &'static str) -> Form {
    Form::of(syntax, "Turns a matrix in the registers of a warp around.", "9.7.14.5")
}
const fn copy(syntax: &'static str) -> Form {
    Form::of(syntax, "Copies bytes from global to shared memory; here the copy is done at once.", "9.7.9.25")
}

const AMPERE: &[u32] = SINCE_80;
const TURING: &[u32] = SINCE_75;
const QMMA: &[u32] = &[89, 120, 121];
const THROUGH_HALVES: &[u32] = &[90, 100, 103, 107, 110];
const UTCMMA: &[u32] = &[100, 103, 107, 110];
const OF_RTX: &[u32] = &[120, 121];
const HOPPER: &[u32] = &[90];
/// What has no routine that orders the indices of `mma.sp`.
const ANY_ORDER: &[u32] = &[80, 86, 87, 88, 89, 90];
const BY_ROUTINE: &[u32] = &[100, 103, 107, 110, 120, 121];

/// Families that have tensor memory, and those that have scales in registers.
const BLACKWELL: &[Target] = FAMILIES.split_at(10).0;
const RTX: &[Target] = FAMILIES.split_at(10).1;
const _: () = assert!(matches!(RTX[0], Target::SM_120A));

/// Every row.
#[rustfmt::skip]
pub const FORMS: &[Form] = &[
    mma("mma.sync.aligned.m8n8k4.(row|col).(col|row).f32.f16.f16.dtype").since(6, 4, Target::SM_70).becomes(&[(&[75], "4 HMMA.884.{D}.{C}"), (AMPERE, "24 HADD2.F32, 32 FFMA, 8 FADD, 12 SHFL")]),
    mma("mma.sync.aligned.m8n8k4.(row|col).(col|row).f16.f16.f16.dtype").since(6, 4, Target::SM_70).becomes(&[(&[75], "2 HMMA.884.{D}.{C}"), (AMPERE, "44 HADD2.F32, 16 FMUL, 16 FFMA, 16 FADD, 4 F2FP, 16 SHFL")]),
    mma("mma.sync.aligned.m8n8k4.(row|col).(col|row).f32.f16.f16.f16").since(6, 4, Target::SM_70).becomes(&[(&[75], "4 HMMA.884.{D}.{C}"), (AMPERE, "HADD2.F32, FFMA, FADD, SHFL")]),
    mma("mma.sync.aligned.m16n8k8.row.col.(f32|f16).f16.f16.dtype").since(6, 5, Target::SM_75).becomes(&[(TURING, "HMMA.1688.{D}")]),
    mma("mma.sync.aligned.m16n8k16.row.col.(f32|f16).f16.f16.dtype").since(7, 0, Target::SM_80).becomes(&[(AMPERE, "HMMA.16816.{D}")]),
    mma("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.dtype").since(7, 0, Target::SM_80).becomes(&[(AMPERE, "HMMA.1688.{D}.BF16")]),
    mma("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.dtype").since(7, 0, Target::SM_80).becomes(&[(AMPERE, "HMMA.16816.{D}.BF16")]),
    mma("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.dtype").since(7, 0, Target::SM_80).becomes(&[(AMPERE, "HMMA.1684.{D}.TF32")]),
    mma("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.dtype").since(7, 0, Target::SM_80).becomes(&[(AMPERE, "HMMA.1688.{D}.TF32")]),
    mma("mma.sync.aligned.m16n8k16.row.col.f32.(e4m3|e5m2).(e4m3|e5m2).dtype").since(8, 7, Target::SM_89).becomes(&[(QMMA, "QMMA.16816.{D}.{A}.{B}"), (THROUGH_HALVES, "4 F2FP.F16.{A}.UNPACK_B, 2 F2FP.F16.{B}.UNPACK_B, 2 HMMA.1688.{D}, 4 FADD")]),
    mma("mma.sync.aligned.m16n8k16.row.col.f16.(e4m3|e5m2).(e4m3|e5m2).dtype").since(8, 7, Target::SM_89).becomes(&[(QMMA, "QMMA.16816.{D}.{A}.{B}"), (THROUGH_HALVES, "4 F2FP.F16.{A}.UNPACK_B, 2 F2FP.F16.{B}.UNPACK_B, 2 HMMA.1688.{D}, 2 HADD2")]),
    mma("mma.sync.aligned.m16n8k32.row.col.f32.(e4m3|e5m2).(e4m3|e5m2).dtype").since(8, 4, Target::SM_89).becomes(&[(QMMA, "QMMA.16832.{D}.{A}.{B}"), (THROUGH_HALVES, "8 F2FP.F16.{A}.UNPACK_B, 4 F2FP.F16.{B}.UNPACK_B, 2 HMMA.16816.{D}, 4 FADD")]),
    mma("mma.sync.aligned.m16n8k32.row.col.f16.(e4m3|e5m2).(e4m3|e5m2).dtype").since(8, 7, Target::SM_89).becomes(&[(QMMA, "QMMA.16832.{D}.{A}.{B}"), (THROUGH_HALVES, "8 F2FP.F16.{A}.UNPACK_B, 4 F2FP.F16.{B}.UNPACK_B, 2 HMMA.16816.{D}, 2 HADD2")]),
    mma("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.(f32|f16).(e4m3|e5m2|e3m2|e2m3|e2m1).(e4m3|e5m2|e3m2|e2m3|e2m1).dtype").only(8, 7, RTX).becomes(&[(OF_RTX, "QMMA.16832.{D}.{A}.{B}")]),
    mma("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}.f32.(e4m3|e5m2|e3m2|e2m3|e2m1).(e4m3|e5m2|e3m2|e2m3|e2m1).dtype.ue8m0").only(8, 7, RTX).becomes(&[(OF_RTX, "QMMA.SF.16832.{D}.{A}.{B}.{S}")]),
    mma("mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale{.scale_vec::2X}.f32.e2m1.e2m1.dtype.ue8m0").only(8, 7, RTX).becomes(&[(OF_RTX, "OMMA.SF.16864.{D}.{A}.{B}.{S}")]),
    mma("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.dtype.ue8m0").only(8, 7, RTX).becomes(&[(OF_RTX, "OMMA.SF.16864.{D}.{A}.{B}.{S}")]),
    mma("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.dtype.ue8m0").only(9, 1, RTX).becomes(&[(OF_RTX, "OMMA.SF.16864.{D}.{A}.{B}.{S}")]),
    mma("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.dtype.ue4m3").only(8, 7, RTX).becomes(&[(OF_RTX, "OMMA.SF.16864.{D}.{A}.{B}.{S}")]),
    mma("mma.sync.aligned.m8n8k4.row.col{.(rn|rz|rm|rp)}.f64.f64.f64.dtype").since(7, 0, Target::SM_80).becomes(&[(&[80, 86, 87, 88, 89], "DMMA.884"), (&[90, 100, 103, 107, 110, 120, 121], "DMMA.8")]),
    mma("mma.sync.aligned.m16n8k4.row.col{.(rn|rz|rm|rp)}.f64.f64.f64.dtype").since(7, 8, Target::SM_90),
    mma("mma.sync.aligned.m16n8k8.row.col{.(rn|rz|rm|rp)}.f64.f64.f64.dtype").since(7, 8, Target::SM_90),
    mma("mma.sync.aligned.m16n8k16.row.col{.(rn|rz|rm|rp)}.f64.f64.f64.dtype").since(7, 8, Target::SM_90).becomes(&[(&[90], "DMMA.16"), (&[100, 103, 107, 110, 120, 121], "8 DMMA.8")]),
    wgmma("wgmma.mma_async.sync.aligned.m64nNk16.(f32|f16).f16.f16").becomes(&[(HOPPER, "HGMMA.{D}")]),
    wgmma("wgmma.mma_async.sync.aligned.m64nNk16.f32.bf16.bf16").becomes(&[(HOPPER, "HGMMA.{D}.BF16")]),
    wgmma("wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32").becomes(&[(HOPPER, "HGMMA.{D}.TF32")]),
    wgmma("wgmma.mma_async.sync.aligned.m64nNk32.(f32|f16).(e4m3|e5m2).(e4m3|e5m2)").becomes(&[(HOPPER, "QGMMA.{D}.{A}.{B}")]),
    tcgen05("tcgen05.mma.(cta_group::1|cta_group::2).kind::f16").becomes(&[(UTCMMA, "UTCHMMA")]),
    tcgen05("tcgen05.mma.(cta_group::1|cta_group::2).kind::tf32").becomes(&[(UTCMMA, "UTCHMMA")]),
    tcgen05("tcgen05.mma.(cta_group::1|cta_group::2).kind::f8f6f4").becomes(&[(UTCMMA, "UTCQMMA")]),
    tcgen05("tcgen05.mma.(cta_group::1|cta_group::2).kind::mxf8f6f4.block_scale{.scale_vec::1X}").becomes(&[(UTCMMA, "UTCQMMA")]),
    tcgen05("tcgen05.mma.(cta_group::1|cta_group::2).kind::mxf4.block_scale{.scale_vec::2X}").becomes(&[(UTCMMA, "UTCOMMA")]),
    tcgen05("tcgen05.mma.(cta_group::1|cta_group::2).kind::mxf4nvf4.block_scale.(scale_vec::2X|scale_vec::4X)").becomes(&[(UTCMMA, "UTCOMMA")]),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k16.row.col.(f32|f16).f16.f16.dtype").since(7, 1, Target::SM_80).becomes(&[(ANY_ORDER, "HMMA.SP.16816.{D}"), (BY_ROUTINE, "HMMA.SP.16816.{D}, SHFL.IDX, LOP3.LUT, PRMT")]),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k32.row.col.(f32|f16).f16.f16.dtype").since(7, 1, Target::SM_80).becomes(&[(ANY_ORDER, "HMMA.SP.16832.{D}"), (BY_ROUTINE, "HMMA.SP.16832.{D}, SHFL.IDX, LOP3.LUT, PRMT")]),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k16.row.col.f32.bf16.bf16.dtype").since(7, 1, Target::SM_80).becomes(&[(AMPERE, "HMMA.SP.16816.{D}.BF16")]),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k32.row.col.f32.bf16.bf16.dtype").since(7, 1, Target::SM_80).becomes(&[(AMPERE, "HMMA.SP.16832.{D}.BF16")]),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k8.row.col.f32.tf32.tf32.dtype").since(7, 1, Target::SM_80).becomes(&[(AMPERE, "HMMA.SP.1688.{D}.TF32")]),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k16.row.col.f32.tf32.tf32.dtype").since(7, 1, Target::SM_80).becomes(&[(AMPERE, "HMMA.SP.16816.{D}.TF32")]),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k64.row.col.f32.(e4m3|e5m2).(e4m3|e5m2).dtype").since(8, 4, Target::SM_89).becomes(&[(QMMA, "QMMA.SP.16864.{D}.{A}.{B}"), (THROUGH_HALVES, "8 F2FP.F16.{A}.UNPACK_B, 8 F2FP.F16.{B}.UNPACK_B, 2 HMMA.SP.16832.{D}, 4 FADD, SHFL")]),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f16.(e4m3|e5m2).(e4m3|e5m2).dtype").only(8, 7, RTX).becomes(&[(OF_RTX, "QMMA.SP.16864.{D}.{A}.{B}")]),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.(f32|f16).(e4m3|e5m2|e3m2|e2m3|e2m1).(e4m3|e5m2|e3m2|e2m3|e2m1).dtype").only(8, 7, RTX).becomes(&[(OF_RTX, "QMMA.SP.16864.{D}.{A}.{B}")]),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}.f32.(e4m3|e5m2|e3m2|e2m3|e2m1).(e4m3|e5m2|e3m2|e2m3|e2m1).dtype.ue8m0").only(8, 7, RTX).becomes(&[(OF_RTX, "QMMA.SF.SP.16864.{D}.{A}.{B}.{S}")]),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale{.scale_vec::2X}.f32.e2m1.e2m1.dtype.ue8m0").only(8, 7, &[Target::SM_120A, Target::SM_121A]).becomes(&[(OF_RTX, "OMMA.SF.SP.168128.{D}.{A}.{B}.{S}")]),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.dtype.ue8m0").only(8, 7, &[Target::SM_120A, Target::SM_121A]).becomes(&[(OF_RTX, "OMMA.SF.SP.168128.{D}.{A}.{B}.{S}")]),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.dtype.ue8m0").only(9, 1, &[Target::SM_120A, Target::SM_121A]).becomes(&[(OF_RTX, "OMMA.SF.SP.168128.{D}.{A}.{B}.{S}")]),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.dtype.ue4m3").only(8, 7, &[Target::SM_120A, Target::SM_121A]).becomes(&[(OF_RTX, "OMMA.SF.SP.168128.{D}.{A}.{B}.{S}")]),

    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m16n16k16.(f32|f16).(f32|f16)").since(6, 0, Target::SM_70),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m32n8k16.(f32|f16).(f32|f16)").since(6, 1, Target::SM_70),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m8n32k16.(f32|f16).(f32|f16)").since(6, 1, Target::SM_70),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m16n16k16.f32.bf16.bf16.dtype").since(7, 0, Target::SM_80),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m32n8k16.f32.bf16.bf16.dtype").since(7, 0, Target::SM_80),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m8n32k16.f32.bf16.bf16.dtype").since(7, 0, Target::SM_80),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m16n16k8.f32.tf32.tf32.dtype").since(7, 0, Target::SM_80),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m8n8k4{.(rn|rz|rm|rp)}.f64.f64.f64.dtype").since(7, 0, Target::SM_80),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).(m16n16k16|m16n16k8){.(rn|rz|rm|rp)}.f64.f64.f64.dtype").beyond_the_manual().not_modelled(),

    mma("mma.sync.aligned.m8n8k16.row.col{.satfinite}.s32.(s8|u8).(s8|u8).dtype").since(6, 5, Target::SM_75),
    mma("mma.sync.aligned.m16n8k16.row.col{.satfinite}.s32.(s8|u8).(s8|u8).dtype").since(7, 0, Target::SM_80),
    mma("mma.sync.aligned.m16n8k32.row.col{.satfinite}.s32.(s8|u8).(s8|u8).dtype").since(7, 0, Target::SM_80),
    mma("mma.sync.aligned.m8n8k32.row.col{.satfinite}.s32.(s4|u4).(s4|u4).dtype").since(6, 5, Target::SM_75),
    mma("mma.sync.aligned.m16n8k32.row.col{.satfinite}.s32.(s4|u4).(s4|u4).dtype").since(7, 0, Target::SM_80),
    mma("mma.sync.aligned.m16n8k64.row.col{.satfinite}.s32.(s4|u4).(s4|u4).dtype").since(7, 0, Target::SM_80),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m16n16k16.s32.(s8|u8).atype.dtype{.satfinite}").since(6, 3, Target::SM_72),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m32n8k16.s32.(s8|u8).atype.dtype{.satfinite}").since(6, 3, Target::SM_72),
    wmma("wmma.mma.sync.aligned.(row|col).(col|row).m8n32k16.s32.(s8|u8).atype.dtype{.satfinite}").since(6, 3, Target::SM_72),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k32.row.col{.satfinite}.s32.(s8|u8).(s8|u8).dtype").since(7, 1, Target::SM_80),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k64.row.col{.satfinite}.s32.(s8|u8).(s8|u8).dtype").since(7, 1, Target::SM_80),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k64.row.col{.satfinite}.s32.(s4|u4).(s4|u4).dtype").since(7, 1, Target::SM_80),
    sparse("mma.(sp|sp::ordered_metadata).sync.aligned.m16n8k128.row.col{.satfinite}.s32.(s4|u4).(s4|u4).dtype").since(7, 1, Target::SM_80),
    mma("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.(e4m3|e5m2).(e4m3|e5m2).dtype").only(8, 6, BLACKWELL).not_modelled(),
    mma("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.(e4m3|e5m2).(e4m3|e5m2).dtype").only(8, 7, BLACKWELL).not_modelled(),
    sparse("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.(e4m3|e5m2).(e4m3|e5m2).dtype").only(8, 6, BLACKWELL).not_modelled(),
    mma("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.dtype.xor.popc").since(7, 0, Target::SM_75).not_modelled(),
    mma("mma.sync.aligned.(m16n8k128|m16n8k256).row.col.s32.b1.b1.dtype.xor.popc").since(7, 0, Target::SM_80).not_modelled(),
    mma("mma.sync.aligned.(m8n8k128|m16n8k128|m16n8k256).row.col.s32.b1.b1.dtype.and.popc").since(7, 1, Target::SM_80).not_modelled(),
    wmma("wmma.mma.sync.aligned.row.col.m8n8k32.s32.(s4|u4).atype.dtype{.satfinite}").since(6, 3, Target::SM_75).not_modelled(),
    wmma("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.dtype").since(6, 3, Target::SM_75).not_modelled(),
    wmma("wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.dtype").since(7, 1, Target::SM_80).not_modelled(),
    tile("wmma.load.a.sync.aligned.row.m8n8k32{.(global|shared|shared::cta)}.(s4|u4)").since(6, 3, Target::SM_75).not_modelled(),
    tile("wmma.load.b.sync.aligned.col.m8n8k32{.(global|shared|shared::cta)}.(s4|u4)").since(6, 3, Target::SM_75).not_modelled(),
    tile("wmma.load.a.sync.aligned.row.m8n8k128{.(global|shared|shared::cta)}.b1").since(6, 3, Target::SM_75).not_modelled(),
    tile("wmma.load.b.sync.aligned.col.m8n8k128{.(global|shared|shared::cta)}.b1").since(6, 3, Target::SM_75).not_modelled(),
    tile("wmma.load.c.sync.aligned.(row|col).(m8n8k32|m8n8k128){.(global|shared|shared::cta)}.s32").since(6, 3, Target::SM_75).not_modelled(),
    tile("wmma.load.c.sync.aligned.(row|col).(m8n8k32|m8n8k128){.(global|shared|shared::cta)}.f32").since(6, 3, Target::SM_75).beyond_the_manual().not_modelled(),
    tile("wmma.store.d.sync.aligned.(row|col).(m8n8k32|m8n8k128){.(global|shared|shared::cta)}.s32").since(6, 3, Target::SM_75).not_modelled(),
    tile("wmma.store.d.sync.aligned.(row|col).(m8n8k32|m8n8k128){.(global|shared|shared::cta)}.f32").since(6, 3, Target::SM_75).beyond_the_manual().not_modelled(),

    tile("wmma.load.(a|b).sync.aligned.(row|col).m16n16k16{.(global|shared|shared::cta)}.f16").since(6, 0, Target::SM_70),
    tile("wmma.load.c.sync.aligned.(row|col).m16n16k16{.(global|shared|shared::cta)}.(f16|f32)").since(6, 0, Target::SM_70),
    tile("wmma.store.d.sync.aligned.(row|col).m16n16k16{.(global|shared|shared::cta)}.(f16|f32)").since(6, 0, Target::SM_70),
    tile("wmma.load.(a|b).sync.aligned.(row|col).(m32n8k16|m8n32k16){.(global|shared|shared::cta)}.f16").since(6, 1, Target::SM_70),
    tile("wmma.load.c.sync.aligned.(row|col).(m32n8k16|m8n32k16){.(global|shared|shared::cta)}.(f16|f32)").since(6, 1, Target::SM_70),
    tile("wmma.store.d.sync.aligned.(row|col).(m32n8k16|m8n32k16){.(global|shared|shared::cta)}.(f16|f32)").since(6, 1, Target::SM_70),
    tile("wmma.load.(a|b).sync.aligned.(row|col).(m16n16k16|m32n8k16|m8n32k16){.(global|shared|shared::cta)}.(s8|u8)").since(6, 3, Target::SM_72),
    tile("wmma.load.c.sync.aligned.(row|col).(m16n16k16|m32n8k16|m8n32k16){.(global|shared|shared::cta)}.s32").since(6, 3, Target::SM_72),
    tile("wmma.store.d.sync.aligned.(row|col).(m16n16k16|m32n8k16|m8n32k16){.(global|shared|shared::cta)}.s32").since(6, 3, Target::SM_72),
    tile("wmma.load.(a|b).sync.aligned.(row|col).(m16n16k16|m32n8k16|m8n32k16){.(global|shared|shared::cta)}.bf16").since(7, 0, Target::SM_80),
    tile("wmma.load.(a|b).sync.aligned.(row|col).m16n16k8{.(global|shared|shared::cta)}.tf32").since(7, 0, Target::SM_80),
    tile("wmma.load.c.sync.aligned.(row|col).m16n16k8{.(global|shared|shared::cta)}.f32").since(7, 0, Target::SM_80),
    tile("wmma.store.d.sync.aligned.(row|col).m16n16k8{.(global|shared|shared::cta)}.f32").since(7, 0, Target::SM_80),
    tile("wmma.load.(a|b|c).sync.aligned.(row|col).m8n8k4{.(global|shared|shared::cta)}.f64").since(7, 0, Target::SM_80),
    tile("wmma.store.d.sync.aligned.(row|col).m8n8k4{.(global|shared|shared::cta)}.f64").since(7, 0, Target::SM_80),

    rows("ldmatrix.sync.aligned.m8n8.(x1|x2|x4){.trans}{.(shared|shared::cta)}.b16").since(6, 5, Target::SM_75),
    rows("stmatrix.sync.aligned.m8n8.(x1|x2|x4){.trans}{.(shared|shared::cta)}.b16").since(7, 8, Target::SM_90),
    rows("stmatrix.sync.aligned.m16n8.(x1|x2|x4).trans{.(shared|shared::cta)}.b8").only(8, 6, FAMILIES),
    rows("ldmatrix.sync.aligned.m16n16.(x1|x2).trans{.(shared|shared::cta)}.b8").only(8, 6, FAMILIES).not_modelled(),
    rows("ldmatrix.sync.aligned.m16n16.(x1|x2).trans{.(shared|shared::cta)}.b8x16.(b6x16_p32|b4x16_p64)").only(8, 6, FAMILIES).not_modelled(),
    rows("ldmatrix.sync.aligned.m8n16.(x1|x2|x4){.(shared|shared::cta)}.b8x16.(b6x16_p32|b4x16_p64)").only(8, 6, FAMILIES).not_modelled(),
    turn("movmatrix.sync.aligned.m8n8.trans.b16").since(7, 8, Target::SM_75),
    copy("cp.async.ca.(shared|shared::cta).global{.L2::cache_hint}{.(L2::64B|L2::128B|L2::256B)}"),
    copy("cp.async.cg.(shared|shared::cta).global{.L2::cache_hint}{.(L2::64B|L2::128B|L2::256B)}"),
    copy("cp.async.(commit_group|wait_group|wait_all)"),
];
