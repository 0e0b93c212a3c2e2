// Numbers of 4 bits, E2M1: cuda_fp4.h by its names. The interpretation has one value. Chips with instructions for them (sm_100a and its family)
// give the same bits.

__device__ unsigned char __nv_cvt_double_to_fp4(double x, int interpretation, int rounding) {
  unsigned int sign = (unsigned long long)__double_as_longlong(x) >> 63;
  // Towards a size that is nearest, smaller or larger.
  int way = rounding < 1 || rounding > 3 ? 0 : rounding == 1 || (rounding == 2) == (sign != 0) ? 1 : 2;
  unsigned int code = rounded_of_eighth(x, 1, 0, 0x4018000000000001, 7, way);
  return x == x ? code | sign << 3 : 7;
}

__device__ unsigned char __nv_cvt_float_to_fp4(float x, int interpretation, int rounding) {
  double wide;
  asm("cvt.f64.f32 %0, %1;" : "=d"(wide) : "f"(x));
  return __nv_cvt_double_to_fp4(wide, interpretation, rounding);
}

__device__ unsigned char __nv_cvt_halfraw_to_fp4(__half x, int interpretation, int rounding) {
  return __nv_cvt_float_to_fp4(__half2float(x), interpretation, rounding);
}

__device__ unsigned char __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16 x, int interpretation, int rounding) {
  return __nv_cvt_float_to_fp4(__bfloat162float(x), interpretation, rounding);
}

// Two at once, the first in the lower four bits.
__device__ unsigned char __nv_cvt_double2_to_fp4x2(double2 v, int interpretation, int rounding) {
  unsigned int low = __nv_cvt_double_to_fp4(v.x, interpretation, rounding);
  return low | __nv_cvt_double_to_fp4(v.y, interpretation, rounding) << 4;
}

__device__ unsigned char __nv_cvt_float2_to_fp4x2(float2 v, int interpretation, int rounding) {
  unsigned int low = __nv_cvt_float_to_fp4(v.x, interpretation, rounding);
  return low | __nv_cvt_float_to_fp4(v.y, interpretation, rounding) << 4;
}

__device__ unsigned char __nv_cvt_halfraw2_to_fp4x2(__half2 v, int interpretation, int rounding) {
  unsigned int low = __nv_cvt_halfraw_to_fp4(v.x, interpretation, rounding);
  return low | __nv_cvt_halfraw_to_fp4(v.y, interpretation, rounding) << 4;
}

__device__ unsigned char __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162 v, int interpretation, int rounding) {
  unsigned int low = __nv_cvt_bfloat16raw_to_fp4(v.x, interpretation, rounding);
  return low | __nv_cvt_bfloat16raw_to_fp4(v.y, interpretation, rounding) << 4;
}

// Back: a half holds them all. The fields are read as those of a subnormal half, which counts from an exponent 14 less.
__device__ __half __nv_cvt_fp4_to_halfraw(unsigned char x, int interpretation) {
  unsigned int size = x & 7;
  unsigned int sign = (x & 8) << 12;
  return __hmul_rn(__ushort_as_half(sign | size << 9), __ushort_as_half(0x7400));
}

__device__ __half2 __nv_cvt_fp4x2_to_halfraw2(unsigned char x, int interpretation) {
  return __half2(__nv_cvt_fp4_to_halfraw(x, interpretation), __nv_cvt_fp4_to_halfraw(x >> 4, interpretation));
}

__device__ __nv_bfloat16 __nv_cvt_fp4_to_bf16raw(unsigned char x, int interpretation) {
  return __float2bfloat16_rz(__half2float(__nv_cvt_fp4_to_halfraw(x, interpretation)));
}

__device__ __nv_bfloat162 __nv_cvt_fp4x2_to_bf162raw(unsigned char x, int interpretation) {
  return __nv_bfloat162(__nv_cvt_fp4_to_bf16raw(x, interpretation), __nv_cvt_fp4_to_bf16raw(x >> 4, interpretation));
}
