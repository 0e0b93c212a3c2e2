// Arithmetic and comparisons of __half: cuda_fp16.h by its names.
//
// A sum and a product are operators of C, which become add.f16 and mul.f16; ptxas may join them. What has no sign in C is written in PTX.

__device__ __half __hadd(__half a, __half b) { return a + b; }

__device__ __half __hsub(__half a, __half b) { return a - b; }

__device__ __half __hmul(__half a, __half b) { return a * b; }

// These are never fused.
__device__ __half __hadd_rn(__half a, __half b) { __half r; asm("add.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hsub_rn(__half a, __half b) { __half r; asm("sub.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hmul_rn(__half a, __half b) { __half r; asm("mul.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hadd_sat(__half a, __half b) { __half r; asm("add.sat.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hsub_sat(__half a, __half b) { __half r; asm("sub.sat.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hmul_sat(__half a, __half b) { __half r; asm("mul.sat.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hfma(__half a, __half b, __half c) {
  __half r;
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c));
  return r;
}

__device__ __half __hfma_sat(__half a, __half b, __half c) {
  __half r;
  asm("fma.rn.sat.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c));
  return r;
}

__device__ __half __hfma_relu(__half a, __half b, __half c) {
  __half r;
  asm("fma.rn.relu.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c));
  return r;
}

// A quotient by an approximate reciprocal; one that is a small subnormal number is mended by what is left of the dividend.
__device__ __half __hdiv(__half a, __half b) {
  float x = __half2float(a);
  float y = __half2float(b);
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(y));
  float quotient = inverse * x;
  __half near = __float2half_rn(quotient);
  float size = fabsf(__half2float(near));
  float rest = __fmaf_rn(-y, quotient, x);
  __half mended = __float2half_rn(__fmaf_rn(inverse, rest, quotient));
  return (size < 8.523464e-06f) & (size > 0.0f) ? mended : near;
}

__device__ __half __hneg(__half a) { return -a; }

__device__ __half __habs(__half a) { __half r; asm("abs.f16 %0, %1;" : "=h"(r) : "h"(a)); return r; }

__device__ __half __hmax(__half a, __half b) { __half r; asm("max.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hmin(__half a, __half b) { __half r; asm("min.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hmax_nan(__half a, __half b) { __half r; asm("max.NaN.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __half __hmin_nan(__half a, __half b) { __half r; asm("min.NaN.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

// With a NaN the relations with a u hold, and none of the others.
__device__ bool __heq(__half a, __half b) { return a == b; }

__device__ bool __hne(__half a, __half b) { return a < b || a > b; }

__device__ bool __hlt(__half a, __half b) { return a < b; }

__device__ bool __hle(__half a, __half b) { return a <= b; }

__device__ bool __hgt(__half a, __half b) { return a > b; }

__device__ bool __hge(__half a, __half b) { return a >= b; }

__device__ bool __hequ(__half a, __half b) { return !(a < b) & !(a > b); }

__device__ bool __hneu(__half a, __half b) { return a != b; }

__device__ bool __hltu(__half a, __half b) { return !(a >= b); }

__device__ bool __hleu(__half a, __half b) { return !(a > b); }

__device__ bool __hgtu(__half a, __half b) { return !(a <= b); }

__device__ bool __hgeu(__half a, __half b) { return !(a < b); }

__device__ bool __hisnan(__half a) { return a != a; }

__device__ int __hisinf(__half a) { return a.x == 0xfc00 ? -1 : a.x == 0x7c00 ? 1 : 0; }
