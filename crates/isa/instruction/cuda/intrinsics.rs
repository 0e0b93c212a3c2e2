//! The intrinsics of the text's Tables 8.9, 8.10 and 8.12, its casts and its miscellany.
//!
//! The errors are those of the CUDA C++ Programming Guide's tables of intrinsics; 0 means rounded once.

use super::{Body, Row, function, ptx};

const ADDS: &str = "Adds, rounded once; never joined into a multiply-add.";
const SUBTRACTS: &str = "Subtracts, rounded once; never joined into a multiply-add.";
const MULTIPLIES: &str = "Multiplies, rounded once; never joined into a multiply-add.";
const FUSES: &str = "Multiplies and adds, rounded once.";
const INVERTS: &str = "Divides 1 by x, rounded once.";
const DIVIDES: &str = "Divides, rounded once.";
const ROOTS: &str = "The square root, rounded once.";
const TO_INTEGER: &str = "Rounds to an integer, clamped to its range.";
const FROM_INTEGER: &str = "Converts an integer, rounded once.";
const EXACT_INTEGER: &str = "Converts an integer; every one fits.";
const CAST: &str = "The same bits read as another type; nothing is converted.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    ptx("float __fadd_[rn,rz,ru,rd](float x, float y)", "add.rnd.f32 d, x, y;").table("8.9").within("0").does(ADDS),
    ptx("float __fsub_[rn,rz,ru,rd](float x, float y)", "sub.rnd.f32 d, x, y;").within("0").does(SUBTRACTS),
    ptx("float __fmul_[rn,rz,ru,rd](float x, float y)", "mul.rnd.f32 d, x, y;").table("8.9").within("0").does(MULTIPLIES),
    ptx("float __fmaf_[rn,rz,ru,rd](float x, float y, float z)", "fma.rnd.f32 d, x, y, z;").table("8.9").within("0").does(FUSES),
    ptx("float __frcp_[rn,rz,ru,rd](float x)", "rcp.rnd.f32 d, x;").table("8.9").within("0").does(INVERTS),
    ptx("float __fdiv_[rn,rz,ru,rd](float x, float y)", "div.rnd.f32 d, x, y;").table("8.9").within("0").does(DIVIDES),
    ptx("float __fsqrt_[rn,rz,ru,rd](float x)", "sqrt.rnd.f32 d, x;").table("8.9").within("0").does(ROOTS),
    ptx("double __dadd_[rn,rz,ru,rd](double x, double y)", "add.rnd.f64 d, x, y;").table("8.9").within("0").does(ADDS),
    ptx("double __dsub_[rn,rz,ru,rd](double x, double y)", "sub.rnd.f64 d, x, y;").within("0").does(SUBTRACTS),
    ptx("double __dmul_[rn,rz,ru,rd](double x, double y)", "mul.rnd.f64 d, x, y;").table("8.9").within("0").does(MULTIPLIES),
    ptx("double __fma_[rn,rz,ru,rd](double x, double y, double z)", "fma.rnd.f64 d, x, y, z;").table("8.9").within("0").does(FUSES),
    ptx("double __drcp_[rn,rz,ru,rd](double x)", "rcp.rnd.f64 d, x;").table("8.9").within("0").does(INVERTS),
    ptx("double __ddiv_[rn,rz,ru,rd](double x, double y)", "div.rnd.f64 d, x, y;").table("8.9").within("0").does(DIVIDES),
    ptx("double __dsqrt_[rn,rz,ru,rd](double x)", "sqrt.rnd.f64 d, x;").table("8.9").within("0").does(ROOTS),

    ptx("int __float2int_[rn,rz,ru,rd](float x)", "cvt.irnd.s32.f32 d, x;").table("8.10").does(TO_INTEGER),
    ptx("unsigned __float2uint_[rn,rz,ru,rd](float x)", "cvt.irnd.u32.f32 d, x;").table("8.10").does(TO_INTEGER),
    ptx("float __int2float_[rn,rz,ru,rd](int x)", "cvt.rnd.f32.s32 d, x;").table("8.10").does(FROM_INTEGER),
    ptx("float __uint2float_[rn,rz,ru,rd](unsigned x)", "cvt.rnd.f32.u32 d, x;").table("8.10").does(FROM_INTEGER),
    ptx("long long __float2ll_[rn,rz,ru,rd](float x)", "cvt.irnd.s64.f32 d, x;").table("8.10").does(TO_INTEGER),
    ptx("unsigned long long __float2ull_[rn,rz,ru,rd](float x)", "cvt.irnd.u64.f32 d, x;").does(TO_INTEGER),
    ptx("float __ll2float_[rn,rz,ru,rd](long long x)", "cvt.rnd.f32.s64 d, x;").table("8.10").does(FROM_INTEGER),
    ptx("float __ull2float_[rn,rz,ru,rd](unsigned long long x)", "cvt.rnd.f32.u64 d, x;").table("8.10").does(FROM_INTEGER),
    ptx("float __double2float_[rn,rz,ru,rd](double x)", "cvt.rnd.f32.f64 d, x;").table("8.10").does("Converts a double to a single, rounded once."),
    ptx("int __double2int_[rn,rz,ru,rd](double x)", "cvt.irnd.s32.f64 d, x;").table("8.10").does(TO_INTEGER),
    ptx("unsigned __double2uint_[rn,rz,ru,rd](double x)", "cvt.irnd.u32.f64 d, x;").table("8.10").does(TO_INTEGER),
    ptx("long long __double2ll_[rn,rz,ru,rd](double x)", "cvt.irnd.s64.f64 d, x;").table("8.10").does(TO_INTEGER),
    ptx("unsigned long long __double2ull_[rn,rz,ru,rd](double x)", "cvt.irnd.u64.f64 d, x;").table("8.10").does(TO_INTEGER),
    ptx("double __int2double_[rn](int x)", "cvt.rnd.f64.s32 d, x;").table("8.10").does(EXACT_INTEGER),
    ptx("double __uint2double_[rn](unsigned x)", "cvt.rnd.f64.u32 d, x;").table("8.10").does(EXACT_INTEGER),
    ptx("double __ll2double_[rn,rz,ru,rd](long long x)", "cvt.rnd.f64.s64 d, x;").table("8.10").does(FROM_INTEGER),
    ptx("double __ull2double_[rn,rz,ru,rd](unsigned long long x)", "cvt.rnd.f64.u64 d, x;").table("8.10").does(FROM_INTEGER),
    ptx("half __float2half_[rn,rz,ru,rd](float x)", "cvt.rnd.f16.f32 d, x;").table("8.10").also(&["__float2half", "__floattohalf"]).does("Converts a single to a half, rounded once. The text has only rounding to nearest."),
    ptx("float __half2float(half x)", "cvt.f32.f16 d, x;").table("8.10").also(&["__halftofloat"]).does("Converts a half to a single, exactly."),

    ptx("float __cosf(float x)", "cos.approx.f32 d, x;").table("8.12").within("2^-21.19 absolute in [-pi, pi]").does("Approximates the cosine."),
    ptx("float __exp10f(float x)", "mul.f32 t, x, 0f40549A78; ex2.approx.f32 d, t;").table("8.12").within("2 + floor(abs(2.97 * x)) ulp").does("Approximates 10 to the power x: 2 to the power of x times log2 of 10."),
    ptx("float __expf(float x)", "mul.f32 t, x, 0f3FB8AA3B; ex2.approx.f32 d, t;").table("8.12").within("2 + floor(abs(1.173 * x)) ulp").does("Approximates e to the power x: 2 to the power of x times log2 of e."),
    ptx("float __fdividef(float x, float y)", "div.approx.f32 d, x, y;").table("8.12").within("2 ulp for abs(y) in [2^-126, 2^126]").does("Multiplies x by an approximate reciprocal of y; for abs(y) above 2^126 it gives zero, and NaN where x is infinite."),
    ptx("float __log2f(float x)", "lg2.approx.f32 d, x;").table("8.12").within("2^-22 absolute in [0.5, 2], 2 ulp elsewhere").does("Approximates the logarithm to base 2."),
    function("float __log10f(float x)", Body::Source).table("8.12").within("2^-24 absolute in [0.5, 2], 3 ulp elsewhere").does("Approximates the logarithm to base 10: that to base 2 times log10 of 2."),
    function("float __logf(float x)", Body::Source).within("2^-21.41 absolute in [0.5, 2], 3 ulp elsewhere").does("Approximates the natural logarithm: that to base 2 times ln 2."),
    ptx("float __powf(float x, float y)", "lg2.approx.f32 t, x; mul.f32 u, t, y; ex2.approx.f32 d, u;").table("8.12").within("that of exp2f(y * __log2f(x))").does("Approximates x to the power y by way of a logarithm to base 2."),
    ptx("float __sinf(float x)", "sin.approx.f32 d, x;").table("8.12").within("2^-21.41 absolute in [-pi, pi]").does("Approximates the sine."),
    ptx("void __sincosf(float x, float *sptr, float *cptr)", "sin.approx.f32 sptr, x; cos.approx.f32 cptr, x;").table("8.12").within("those of __sinf and __cosf").does("Approximates sine and cosine."),
    ptx("float __tanf(float x)", "sin.approx.f32 t, x; cos.approx.f32 u, x; div.approx.f32 d, t, u;").table("8.12").within("that of __sinf(x) * (1 / __cosf(x))").does("Approximates the tangent: sine over cosine."),

    ptx("float __tanhf(float x)", "tanh.approx.f32 d, x;").within("2^-10.987 relative").does("Approximates the hyperbolic tangent: one instruction."),
    ptx("float __saturatef(float x)", "cvt.sat.f32.f32 d, x;").also(&["__saturate"]).within("0").does("Clamps to [0, 1]; a NaN becomes +0."),
    ptx("int __float_as_int(float x)", "mov.b32 d, x;").does(CAST),
    ptx("float __int_as_float(int x)", "mov.b32 d, x;").does(CAST),
    ptx("unsigned __float_as_uint(float x)", "mov.b32 d, x;").does(CAST),
    ptx("float __uint_as_float(unsigned x)", "mov.b32 d, x;").does(CAST),
    ptx("long long __double_as_longlong(double x)", "mov.b64 d, x;").does(CAST),
    ptx("double __longlong_as_double(long long x)", "mov.b64 d, x;").does(CAST),
    ptx("int __double2hiint(double x)", "mov.b64 {_, d}, x;").does("The upper half of a double's bits."),
    ptx("int __double2loint(double x)", "mov.b64 {d, _}, x;").does("The lower half of a double's bits."),
    ptx("double __hiloint2double(int hi, int lo)", "mov.b64 d, {lo, hi};").does("A double from the two halves of its bits."),
];
