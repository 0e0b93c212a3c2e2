//! Single instructions of PTX under other names: those that Clang has for them and the C of the math library needs, and CUDA's for integers.

use super::{Row, ptx};

const CLANG: &str = "Clang, BuiltinsNVPTX: one instruction each";

const fn one(prototype: &'static str, lines: &'static str) -> Row {
    ptx(prototype, lines).documented(CLANG)
}

const INTEGERS: &str = "CUDA Math API, integer intrinsics";

const fn whole(prototype: &'static str, lines: &'static str) -> Row {
    ptx(prototype, lines).documented(INTEGERS)
}

const EX2: &str = "Approximates 2 to the power x: one instruction, which flushes subnormal numbers.";
const LG2: &str = "Approximates the logarithm to base 2: one instruction, which flushes subnormal numbers.";
const RCP: &str = "Approximates the reciprocal: one instruction, which flushes subnormal numbers.";
const RSQRT: &str = "Approximates the reciprocal of the square root: one instruction, which flushes subnormal numbers.";
const SQRT: &str = "Approximates the square root: one instruction, which flushes subnormal numbers.";
const ZEROS: &str = "Counts the zeros before the first one.";
const ONES: &str = "Counts the ones.";
const TURNED: &str = "Turns the order of the bits around.";
const LOW_24: &str = "Multiplies the lowest 24 bits and gives the lowest 32 of the product.";
const APART: &str = "Adds how far x and y are apart to z.";
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
    whole("int __clz(int x)", "clz.b32 d, x;").does(ZEROS),
    whole("int __clzll(long long x)", "clz.b64 d, x;").does(ZEROS),
    whole("int __popc(unsigned x)", "popc.b32 d, x;").does(ONES),
    whole("int __popcll(unsigned long long x)", "popc.b64 d, x;").does(ONES),
    whole("unsigned __brev(unsigned x)", "brev.b32 d, x;").does(TURNED),
    whole("unsigned long long __brevll(unsigned long long x)", "brev.b64 d, x;").does(TURNED),
    whole("int __mulhi(int x, int y)", "mul.hi.s32 d, x, y;").does(HIGH),
    whole("unsigned __umulhi(unsigned x, unsigned y)", "mul.hi.u32 d, x, y;").does(HIGH),
    whole("long long __mul64hi(long long x, long long y)", "mul.hi.s64 d, x, y;").does(HIGH),
    whole("unsigned long long __umul64hi(unsigned long long x, unsigned long long y)", "mul.hi.u64 d, x, y;").does(HIGH),
    whole("int __mul24(int x, int y)", "mul24.lo.s32 d, x, y;").does(LOW_24),
    whole("unsigned __umul24(unsigned x, unsigned y)", "mul24.lo.u32 d, x, y;").does(LOW_24),
    whole("unsigned __sad(int x, int y, unsigned z)", "sad.s32 d, x, y, z;").does(APART),
    whole("unsigned __usad(unsigned x, unsigned y, unsigned z)", "sad.u32 d, x, y, z;").does(APART),
    whole("unsigned __byte_perm(unsigned x, unsigned y, unsigned s)", "prmt.b32 d, x, y, s;").does("Takes four of the eight bytes of y and x: each digit of s names one."),
    whole("unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s)", "shf.l.wrap.b32 d, lo, hi, s;").does("Shifts hi and lo left as one number and gives the upper half."),
    whole("unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s)", "shf.r.wrap.b32 d, lo, hi, s;").does("Shifts hi and lo right as one number and gives the lower half."),
];
