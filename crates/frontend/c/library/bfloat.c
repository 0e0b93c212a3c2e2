// Arithmetic and comparisons of __nv_bfloat16: cuda_bf16.h by its names. Chips before sm_90 have an fma and nothing else.

__device__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }

__device__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }

__device__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }

// These are never fused.
__device__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
  if (__CUDA_ARCH__ < 900) return __hadd(a, b);
  __nv_bfloat16 r;
  asm("add.rn.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
  return r;
}

__device__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
  if (__CUDA_ARCH__ < 900) return __hsub(a, b);
  __nv_bfloat16 r;
  asm("sub.rn.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
  return r;
}

__device__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) {
  if (__CUDA_ARCH__ < 900) return __hmul(a, b);
  __nv_bfloat16 r;
  asm("mul.rn.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
  return r;
}

__device__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  __nv_bfloat16 r;
  asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c));
  return r;
}

__device__ __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  __nv_bfloat16 r;
  asm("fma.rn.relu.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c));
  return r;
}

// Between 0 and 1; a NaN becomes 0.
__device__ __nv_bfloat16 between_of_bfloat(__nv_bfloat16 a) { return __hmin(__hmax(a, (__nv_bfloat16)0.0f), (__nv_bfloat16)1.0f); }

__device__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return between_of_bfloat(__hfma(a, (__nv_bfloat16)1.0f, b)); }

__device__ __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return between_of_bfloat(__hfma(b, (__nv_bfloat16)(-1.0f), a)); }

__device__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return between_of_bfloat(__hfma(a, b, (__nv_bfloat16)(-0.0f))); }

__device__ __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return between_of_bfloat(__hfma(a, b, c)); }

// A quotient of floats by an approximate reciprocal; a divisor near the largest floats is taken a quarter as large.
__device__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
  float x = __bfloat162float(a);
  float y = __bfloat162float(b);
  bool large = fabsf(y) >= 8.507059e+37f;
  float divisor = large ? y * 0.25f : y;
  float quotient;
  asm("div.approx.f32 %0, %1, %2;" : "=f"(quotient) : "f"(x), "f"(divisor));
  float quarter;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(quarter) : "f"(quotient), "f"(0.25f), "f"(-0.0f));
  return __float2bfloat16_rn(large ? quarter : quotient);
}

__device__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }

__device__ __nv_bfloat16 __habs(__nv_bfloat16 a) { __nv_bfloat16 r; asm("abs.bf16 %0, %1;" : "=h"(r) : "h"(a)); return r; }

__device__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat16 r; asm("max.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat16 r; asm("min.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat16 r; asm("max.NaN.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

__device__ __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat16 r; asm("min.NaN.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)); return r; }

// With a NaN the relations with a u hold, and none of the others.
__device__ bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return a == b; }

__device__ bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b || a > b; }

__device__ bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b; }

__device__ bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return a <= b; }

__device__ bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b; }

__device__ bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return a >= b; }

__device__ bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a < b) & !(a > b); }

__device__ bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) { return a != b; }

__device__ bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a >= b); }

__device__ bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a > b); }

__device__ bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a <= b); }

__device__ bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a < b); }

__device__ bool __hisnan(__nv_bfloat16 a) { return a != a; }

__device__ int __hisinf(__nv_bfloat16 a) { return a.x == 0xff80 ? -1 : a.x == 0x7f80 ? 1 : 0; }
