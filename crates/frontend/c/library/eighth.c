// Numbers of 8 bits, E4M3 and E5M2: cuda_fp8.h by its names. An interpretation is 0 for E4M3 and 1 for E5M2. Chips since sm_89 have
// instructions that convert singles and halves, and saturate.

// A double in 8 bits: its magnitude is rounded to steps of the last place and its exponent put before them. `places` are the bits of the
// fraction, `lowest` is the exponent of the smallest normal number, and `beyond` the first double for which `instead` stands. The way is 0 to
// the nearest, 1 to a smaller size, 2 to a larger one.
__device__ unsigned int rounded_of_eighth(double x, int places, int lowest, unsigned long long beyond, unsigned int instead, int way) {
  unsigned long long size = (unsigned long long)__double_as_longlong(x) & 0x7fffffffffffffff;
  int exponent = max((int)(size >> 52) - 1023, lowest);
  // 2^52 steps: what is added to them is rounded to whole ones.
  double steps = __longlong_as_double((long long)(exponent - places + 1075) << 52);
  double a = __longlong_as_double(size);
  double rounded = __dsub_rn(way == 0 ? __dadd_rn(a, steps) : way == 1 ? __dadd_rz(a, steps) : __dadd_ru(a, steps), steps);
  double scale = __longlong_as_double((long long)(1023 + places - exponent) << 52);
  unsigned int code = __double2uint_rz(rounded * scale) + ((unsigned int)(exponent - lowest) << places);
  return size >= beyond ? instead : code;
}

__device__ unsigned char __nv_cvt_double_to_fp8(double x, int saturate, int interpretation) {
  unsigned long long bits = __double_as_longlong(x);
  unsigned int code, nan;
  if (interpretation == 1) {
    code = rounded_of_eighth(x, 2, -14, 0x40ee000000000000, saturate != 0 ? 0x7b : 0x7c, 0);
    nan = 0x7e | (unsigned int)(bits >> 50) & 3;
  } else {
    code = rounded_of_eighth(x, 3, -6, 0x407d000000000001, saturate != 0 ? 0x7e : 0x7f, 0);
    nan = 0x7f;
  }
  return (x == x ? code : nan) | (unsigned int)(bits >> 56) & 0x80;
}

__device__ unsigned char __nv_cvt_float_to_fp8(float x, int saturate, int interpretation) {
  if (__CUDA_ARCH__ < 890 || saturate == 0) {
    return __nv_cvt_double_to_fp8(x == x ? x : __uint_as_float(0x7fffffff), saturate, interpretation);
  }
  unsigned short r;
  if (interpretation == 1) {
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(0.0f), "f"(x));
  } else {
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(0.0f), "f"(x));
  }
  return r;
}

__device__ unsigned char __nv_cvt_halfraw_to_fp8(__half x, int saturate, int interpretation) {
  if (__CUDA_ARCH__ < 890 || saturate == 0) return __nv_cvt_float_to_fp8(__half2float(x), saturate, interpretation);
  return __nv_cvt_halfraw2_to_fp8x2(__half2(x, __ushort_as_half(0)), saturate, interpretation);
}

__device__ unsigned char __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16 x, int saturate, int interpretation) {
  return __nv_cvt_float_to_fp8(__bfloat162float(x), saturate, interpretation);
}

// Two at once, the first in the lower byte.
__device__ unsigned short __nv_cvt_double2_to_fp8x2(double2 v, int saturate, int interpretation) {
  unsigned int low = __nv_cvt_double_to_fp8(v.x, saturate, interpretation);
  return low | __nv_cvt_double_to_fp8(v.y, saturate, interpretation) << 8;
}

__device__ unsigned short __nv_cvt_float2_to_fp8x2(float2 v, int saturate, int interpretation) {
  if (__CUDA_ARCH__ < 890 || saturate == 0) {
    unsigned int low = __nv_cvt_float_to_fp8(v.x, saturate, interpretation);
    return low | __nv_cvt_float_to_fp8(v.y, saturate, interpretation) << 8;
  }
  unsigned short r;
  if (interpretation == 1) {
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(v.y), "f"(v.x));
  } else {
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(v.y), "f"(v.x));
  }
  return r;
}

__device__ unsigned short __nv_cvt_halfraw2_to_fp8x2(__half2 v, int saturate, int interpretation) {
  if (__CUDA_ARCH__ < 890 || saturate == 0) {
    unsigned int low = __nv_cvt_halfraw_to_fp8(v.x, saturate, interpretation);
    return low | __nv_cvt_halfraw_to_fp8(v.y, saturate, interpretation) << 8;
  }
  unsigned short r;
  if (interpretation == 1) {
    asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(r) : "r"(v));
  } else {
    asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(r) : "r"(v));
  }
  return r;
}

__device__ unsigned short __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162 v, int saturate, int interpretation) {
  unsigned int low = __nv_cvt_bfloat16raw_to_fp8(v.x, saturate, interpretation);
  return low | __nv_cvt_bfloat16raw_to_fp8(v.y, saturate, interpretation) << 8;
}

// Back: a half holds them all. The fields of E5M2 are those of a half; those of E4M3 count from another exponent, 8 less.
__device__ __half __nv_cvt_fp8_to_halfraw(unsigned char x, int interpretation) {
  if (__CUDA_ARCH__ >= 890) return __low2half(__nv_cvt_fp8x2_to_halfraw2(x, interpretation));
  unsigned int size = x & 0x7f;
  unsigned int sign = (x & 0x80) << 8;
  if (interpretation == 1) return __ushort_as_half(size > 0x7c ? 0x7fff : x << 8);
  __half scaled = __hmul_rn(__ushort_as_half(sign | size << 7), __ushort_as_half(0x5c00));
  return size == 0x7f ? __ushort_as_half(0x7fff) : scaled;
}

__device__ __half2 __nv_cvt_fp8x2_to_halfraw2(unsigned short x, int interpretation) {
  if (__CUDA_ARCH__ < 890) {
    return __half2(__nv_cvt_fp8_to_halfraw(x, interpretation), __nv_cvt_fp8_to_halfraw(x >> 8, interpretation));
  }
  __half2 r;
  if (interpretation == 1) {
    asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(r) : "h"(x));
  } else {
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(r) : "h"(x));
  }
  return r;
}

__device__ __nv_bfloat16 __nv_cvt_fp8_to_bf16raw(unsigned char x, int interpretation) {
  return __float2bfloat16_rz(__half2float(__nv_cvt_fp8_to_halfraw(x, interpretation)));
}

__device__ __nv_bfloat162 __nv_cvt_fp8x2_to_bf162raw(unsigned short x, int interpretation) {
  return __nv_bfloat162(__nv_cvt_fp8_to_bf16raw(x, interpretation), __nv_cvt_fp8_to_bf16raw(x >> 8, interpretation));
}
