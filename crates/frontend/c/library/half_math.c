// Functions of __half: an approximation in float, rounded once more, and mended where that is not the nearest half.

// A result, and one more step for the one operand whose approximation rounds to its neighbour.
__device__ __half step_of_half(__half x, __half result, unsigned short where, unsigned short step) {
  __half special = __ushort_as_half(where);
  __half there;
  asm("set.eq.f16.f16 %0, %1, %2;" : "=h"(there) : "h"(x), "h"(special));
  return __hfma(there, __ushort_as_half(step), result);
}

// The special function unit on a float, which flushes subnormal numbers.
__device__ float power_of_half(float x) { float r; asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float logarithm_of_half(float x) { float r; asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float inverse_of_half(float x) { float r; asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float root_of_half(float x) { float r; asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

__device__ float inverse_root_of_half(float x) { float r; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x)); return r; }

// A product that no option flushes; a sum with -0 keeps its sign.
__device__ float product_of_half(float x, float y) {
  float r;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(-0.0f));
  return r;
}

__device__ float scaled_of_half(float x, float y) { float r; asm("mul.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); return r; }

// What is left of x when the nearest multiple of pi/2 is taken away; 12582912 brings that multiple to the lowest bits.
__device__ float rest_of_half(float x) {
  float multiple = __fsub_rn(__fmaf_rn(x, 0.636619772f, 12582912.0f), 12582912.0f);
  float rest = __fmaf_rn(multiple, -1.5707963f, x);
  return __fmaf_rn(multiple, -7.5497894e-08f, rest);
}

__device__ unsigned int quadrant_of_half(float x) { return __float_as_uint(__fmaf_rn(x, 0.636619772f, 12582912.0f)); }

// The sine or, in odd quadrants, the cosine of such a rest by a polynomial.
__device__ float wave_of_half(float rest, unsigned int quadrant) {
  bool odd = (quadrant & 1) != 0;
  float square = rest * rest;
  float z = __fmaf_rn(odd ? 2.44331571e-5f : -1.95152959e-4f, square, odd ? -1.38873163e-3f : 8.33216087e-3f);
  z = __fmaf_rn(z, square, odd ? 4.16666457e-2f : -1.66666546e-1f);
  z = __fmaf_rn(z, square, odd ? -0.5f : 0.0f);
  z = __fmaf_rn(z, odd ? square : rest, odd ? 1.0f : rest);
  return (quadrant & 2) != 0 ? -z : z;
}

__device__ __half hsin(__half a) {
  float x = __half2float(a);
  __half r = __float2half_rn(wave_of_half(rest_of_half(x), quadrant_of_half(x)));
  unsigned short sign = r.x & 0x8000;
  __half size = __habs(a);
  __half value = step_of_half(size, __habs(r), 0x32b3, 0x0800);
  value = step_of_half(size, value, 0x5cb0, 0x9000);
  return __ushort_as_half(value.x | sign);
}

__device__ __half hcos(__half a) {
  float x = __half2float(a);
  __half r = __float2half_rn(wave_of_half(rest_of_half(x), (quadrant_of_half(x) & 3) + 1));
  return step_of_half(__habs(a), r, 0x2b7c, 0x1000);
}

__device__ __half hexp(__half a) {
  __half r = __float2half_rn(power_of_half(product_of_half(__half2float(a), 1.44269502f)));
  r = step_of_half(a, r, 0x1f79, 0x9400);
  r = step_of_half(a, r, 0x25cf, 0x9400);
  r = step_of_half(a, r, 0xc13b, 0x0400);
  return step_of_half(a, r, 0xc1ef, 0x0200);
}

__device__ __half hexp2(__half a) {
  float power = power_of_half(__half2float(a));
  float r;
  asm("fma.rn.f32 %0, %1, %2, %1;" : "=f"(r) : "f"(power), "f"(5.9604645e-08f));
  return __float2half_rn(r);
}

__device__ __half hexp10(__half a) {
  __half r = __float2half_rn(power_of_half(product_of_half(__half2float(a), 3.32192802f)));
  r = step_of_half(a, r, 0x34de, 0x9800);
  r = step_of_half(a, r, 0x9766, 0x9000);
  r = step_of_half(a, r, 0x9972, 0x1000);
  r = step_of_half(a, r, 0xa5c4, 0x1000);
  return step_of_half(a, r, 0xbf0a, 0x8100);
}

__device__ __half hlog2(__half a) {
  __half r = __float2half_rn(logarithm_of_half(__half2float(a)));
  r = step_of_half(r, r, 0xa2e2, 0x8080);
  return step_of_half(r, r, 0xbf46, 0x9400);
}

__device__ __half hlog(__half a) {
  __half r = __float2half_rn(scaled_of_half(logarithm_of_half(__half2float(a)), 0.693147182f));
  r = step_of_half(a, r, 0x160d, 0x9c00);
  r = step_of_half(a, r, 0x3bfe, 0x8010);
  r = step_of_half(a, r, 0x3c0b, 0x8080);
  return step_of_half(a, r, 0x6051, 0x1c00);
}

__device__ __half hlog10(__half a) {
  __half r = __float2half_rn(scaled_of_half(logarithm_of_half(__half2float(a)), 0.30103001f));
  r = step_of_half(a, r, 0x338f, 0x1000);
  r = step_of_half(a, r, 0x33f8, 0x9000);
  r = step_of_half(a, r, 0x57e1, 0x9800);
  return step_of_half(a, r, 0x719d, 0x9c00);
}

__device__ __half hrcp(__half a) { return __float2half_rn(inverse_of_half(__half2float(a))); }

__device__ __half hsqrt(__half a) { return __float2half_rn(root_of_half(__half2float(a))); }

__device__ __half hrsqrt(__half a) { return __float2half_rn(inverse_root_of_half(__half2float(a))); }

__device__ __half htanh(__half a) {
  float x = __half2float(a);
  return __float2half_rn(FAST ? __tanhf(x) : tanhf(x));
}

__device__ __half htanh_approx(__half a) { __half r; asm("tanh.approx.f16 %0, %1;" : "=h"(r) : "h"(a)); return r; }
