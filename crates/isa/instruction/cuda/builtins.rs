//! Single instructions of PTX under the names that Clang has for them, which CUDA's headers have not: the C of the math library needs them.

use super::{Row, ptx};

const CLANG: &str = "Clang, BuiltinsNVPTX: one instruction each";

const fn one(prototype: &'static str, lines: &'static str) -> Row {
    ptx(prototype, lines).documented(CLANG)
}

const EX2: &str = "Approximates 2 to the power x: one instruction, which flushes subnormal numbers.";
const LG2: &str = "Approximates the logarithm to base 2: one instruction, which flushes subnormal numbers.";
const RCP: &str = "Approximates the reciprocal: one instruction, which flushes subnormal numbers.";
const RSQRT: &str = "Approximates the reciprocal of the square root: one instruction, which flushes subnormal numbers.";
const SQRT: &str = "Approximates the square root: one instruction, which flushes subnormal numbers.";
const ZEROS: &str = "Counts the zeros before the first one.";
const HIGH: &str = "The upper half of a product's bits.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    one("float __nvvm_ex2_approx_ftz_f(float x)", "ex2.approx.ftz.f32 d, x;").does(EX2),
    one("float __nvvm_lg2_approx_ftz_f(float x)", "lg2.approx.ftz.f32 d, x;").does(LG2),
    one("float __nvvm_rcp_approx_ftz_f(float x)", "rcp.approx.ftz.f32 d, x;").does(RCP),
    one("float __nvvm_rsqrt_approx_ftz_f(float x)", "rsqrt.approx.ftz.f32 d, x;").does(RSQRT),
    one("float __nvvm_sqrt_approx_ftz_f(float x)", "sqrt.approx.ftz.f32 d, x;").does(SQRT),
    one("double __nvvm_rcp_approx_ftz_d(double x)", "rcp.approx.ftz.f64 d, x;").does(RCP),
    one("double __nvvm_rsqrt_approx_ftz_d(double x)", "rsqrt.approx.ftz.f64 d, x;").does(RSQRT),
    one("float __nvvm_div_full(float x, float y)", "div.full.f32 d, x, y;").does("Divides within 2 ulp over the whole range: one instruction of PTX."),
    one("int __clz(int x)", "clz.b32 d, x;").does(ZEROS),
    one("int __clzll(long long x)", "clz.b64 d, x;").does(ZEROS),
    one("unsigned __umulhi(unsigned x, unsigned y)", "mul.hi.u32 d, x, y;").does(HIGH),
    one("unsigned long long __umul64hi(unsigned long long x, unsigned long long y)", "mul.hi.u64 d, x, y;").does(HIGH),
];
