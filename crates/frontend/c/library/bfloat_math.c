// Functions of __nv_bfloat16: an approximation in float, rounded once more.

__device__ float power_of_bfloat(float x) { float r; asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float logarithm_of_bfloat(float x) { float r; asm("lg2.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float inverse_of_bfloat(float x) { float r; asm("rcp.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float root_of_bfloat(float x) { float r; asm("sqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float inverse_root_of_bfloat(float x) { float r; asm("rsqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float tangent_of_bfloat(float x) { float r; asm("tanh.approx.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ __nv_bfloat16 hexp(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(power_of_bfloat(x * 1.44269514f)); }

__device__ __nv_bfloat16 hexp2(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(power_of_bfloat(x)); }

// One operand's power rounds to the neighbour of the nearest.
__device__ __nv_bfloat16 hexp10(__nv_bfloat16 a) {
  __nv_bfloat16 r = __float2bfloat16_rn(power_of_bfloat((float)a * 3.32192802f));
  return a.x == 0xbc95 ? __ushort_as_bfloat16(0x3f75) : r;
}

__device__ __nv_bfloat16 hlog(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(logarithm_of_bfloat(x) * 0.693147182f); }

__device__ __nv_bfloat16 hlog2(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(logarithm_of_bfloat(x)); }

__device__ __nv_bfloat16 hlog10(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(logarithm_of_bfloat(x) * 0.30103001f); }

__device__ __nv_bfloat16 hrcp(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(inverse_of_bfloat(x)); }

__device__ __nv_bfloat16 hsqrt(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(root_of_bfloat(x)); }

__device__ __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(inverse_root_of_bfloat(x)); }

// What is flushed on the way stays as it is.
__device__ __nv_bfloat16 hsin(__nv_bfloat16 a) {
  float x = a;
  float r = FAST ? __sinf(x) : sinf(x);
  if (FLUSHES) r = (a.x & 0x7f80) != 0 ? r : x;
  return __float2bfloat16_rn(r);
}

__device__ __nv_bfloat16 hcos(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(FAST ? __cosf(x) : cosf(x)); }

__device__ __nv_bfloat16 htanh(__nv_bfloat16 a) { float x = a; return __float2bfloat16_rn(tangent_of_bfloat(x)); }

__device__ __nv_bfloat16 htanh_approx(__nv_bfloat16 a) {
  if (__CUDA_ARCH__ < 900) return htanh(a);
  __nv_bfloat16 r;
  asm("tanh.approx.bf16 %0, %1;" : "=h"(r) : "h"(a));
  return r;
}
