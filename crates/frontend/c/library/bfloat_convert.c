// Conversions of __nv_bfloat16 from and to other types. Chips before sm_90 go by way of a float, which holds every bfloat16.

__device__ float __bfloat162float(__nv_bfloat16 a) { return a; }

__device__ __nv_bfloat16 __float2bfloat16(float x) { return x; }

__device__ __nv_bfloat16 __float2bfloat16_rn(float x) { return x; }

__device__ __nv_bfloat16 __float2bfloat16_rz(float x) { __nv_bfloat16 r; asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(r) : "f"(x)); return r; }

// The upper half of the bits, and one more where what is cut off would lie beyond it.
__device__ __nv_bfloat16 outward_of_bfloat(float x, bool away) {
  unsigned int bits = __float_as_uint(x);
  bool nan = (bits & 0x7fffffff) > 0x7f800000;
  unsigned int cut = (bits >> 16) + (away & ((bits & 0xffff) != 0) ? 1 : 0);
  return __ushort_as_bfloat16(nan ? 0x7fff : cut);
}

__device__ __nv_bfloat16 __float2bfloat16_rd(float x) {
  if (__CUDA_ARCH__ < 900) return outward_of_bfloat(x, __float_as_int(x) < 0);
  __nv_bfloat16 r;
  asm("cvt.rm.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return r;
}

__device__ __nv_bfloat16 __float2bfloat16_ru(float x) {
  if (__CUDA_ARCH__ < 900) return outward_of_bfloat(x, __float_as_int(x) >= 0);
  __nv_bfloat16 r;
  asm("cvt.rp.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return r;
}

// A float cut off, with its last bit set where something was lost, rounds like the number itself.
__device__ __nv_bfloat16 sticky_of_bfloat(float cut, bool lost) {
  return __float2bfloat16_rn(__uint_as_float(__float_as_uint(cut) | (lost ? 1 : 0)));
}

__device__ __nv_bfloat16 __double2bfloat16(double x) {
  if (__CUDA_ARCH__ >= 900) return x;
  float cut;
  double wide;
  asm("cvt.rz.f32.f64 %0, %1;" : "=f"(cut) : "d"(x));
  asm("cvt.f64.f32 %0, %1;" : "=d"(wide) : "f"(cut));
  return sticky_of_bfloat(cut, (x == x) & (wide != x));
}

__device__ int __bfloat162int_rn(__nv_bfloat16 h) { int r; asm("cvt.rni.s32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ int __bfloat162int_rz(__nv_bfloat16 h) { int r; asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ int __bfloat162int_rd(__nv_bfloat16 h) { int r; asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ int __bfloat162int_ru(__nv_bfloat16 h) { int r; asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned int __bfloat162uint_rn(__nv_bfloat16 h) { unsigned int r; asm("cvt.rni.u32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned int __bfloat162uint_rz(__nv_bfloat16 h) { unsigned int r; asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned int __bfloat162uint_rd(__nv_bfloat16 h) { unsigned int r; asm("cvt.rmi.u32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned int __bfloat162uint_ru(__nv_bfloat16 h) { unsigned int r; asm("cvt.rpi.u32.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ long long __bfloat162ll_rn(__nv_bfloat16 h) { long long r; asm("cvt.rni.s64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ long long __bfloat162ll_rz(__nv_bfloat16 h) { long long r; asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ long long __bfloat162ll_rd(__nv_bfloat16 h) { long long r; asm("cvt.rmi.s64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ long long __bfloat162ll_ru(__nv_bfloat16 h) { long long r; asm("cvt.rpi.s64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 h) { unsigned long long r; asm("cvt.rni.u64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 h) { unsigned long long r; asm("cvt.rzi.u64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 h) { unsigned long long r; asm("cvt.rmi.u64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 h) { unsigned long long r; asm("cvt.rpi.u64.f32 %0, %1;" : "=l"(r) : "f"((float)h)); return r; }

__device__ short __bfloat162short_rn(__nv_bfloat16 h) { int r; asm("cvt.rni.s16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ short __bfloat162short_rz(__nv_bfloat16 h) { int r; asm("cvt.rzi.s16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ short __bfloat162short_rd(__nv_bfloat16 h) { int r; asm("cvt.rmi.s16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ short __bfloat162short_ru(__nv_bfloat16 h) { int r; asm("cvt.rpi.s16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 h) { int r; asm("cvt.rni.u16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 h) { int r; asm("cvt.rzi.u16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 h) { int r; asm("cvt.rmi.u16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 h) { int r; asm("cvt.rpi.u16.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ signed char __bfloat162char_rz(__nv_bfloat16 h) { int r; asm("cvt.rzi.s8.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ unsigned char __bfloat162uchar_rz(__nv_bfloat16 h) { int r; asm("cvt.rzi.u8.f32 %0, %1;" : "=r"(r) : "f"((float)h)); return r; }

__device__ __nv_bfloat16 __int2bfloat16_rn(int i) {
  if (__CUDA_ARCH__ < 900) return sticky_of_bfloat(__int2float_rz(i), __int2float_ru(i) != __int2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __int2bfloat16_rz(int i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(__int2float_rz(i));
  __nv_bfloat16 r;
  asm("cvt.rz.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __int2bfloat16_rd(int i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rd(__int2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rm.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __int2bfloat16_ru(int i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_ru(__int2float_ru(i));
  __nv_bfloat16 r;
  asm("cvt.rp.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int i) {
  if (__CUDA_ARCH__ < 900) return sticky_of_bfloat(__uint2float_rz(i), __uint2float_ru(i) != __uint2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rn.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __uint2bfloat16_rz(unsigned int i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(__uint2float_rz(i));
  __nv_bfloat16 r;
  asm("cvt.rz.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __uint2bfloat16_rd(unsigned int i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rd(__uint2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rm.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __uint2bfloat16_ru(unsigned int i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_ru(__uint2float_ru(i));
  __nv_bfloat16 r;
  asm("cvt.rp.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __ll2bfloat16_rn(long long i) {
  if (__CUDA_ARCH__ < 900) return sticky_of_bfloat(__ll2float_rz(i), __ll2float_ru(i) != __ll2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rn.bf16.s64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __ll2bfloat16_rz(long long i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(__ll2float_rz(i));
  __nv_bfloat16 r;
  asm("cvt.rz.bf16.s64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __ll2bfloat16_rd(long long i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rd(__ll2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rm.bf16.s64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __ll2bfloat16_ru(long long i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_ru(__ll2float_ru(i));
  __nv_bfloat16 r;
  asm("cvt.rp.bf16.s64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long i) {
  if (__CUDA_ARCH__ < 900) return sticky_of_bfloat(__ull2float_rz(i), __ull2float_ru(i) != __ull2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rn.bf16.u64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __ull2bfloat16_rz(unsigned long long i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(__ull2float_rz(i));
  __nv_bfloat16 r;
  asm("cvt.rz.bf16.u64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __ull2bfloat16_rd(unsigned long long i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rd(__ull2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rm.bf16.u64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __ull2bfloat16_ru(unsigned long long i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_ru(__ull2float_ru(i));
  __nv_bfloat16 r;
  asm("cvt.rp.bf16.u64 %0, %1;" : "=h"(r) : "l"(i));
  return r;
}

__device__ __nv_bfloat16 __short2bfloat16_rn(short i) {
  if (__CUDA_ARCH__ < 900) return sticky_of_bfloat(__int2float_rz(i), __int2float_ru(i) != __int2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __short2bfloat16_rz(short i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(__int2float_rz(i));
  __nv_bfloat16 r;
  asm("cvt.rz.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __short2bfloat16_rd(short i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rd(__int2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rm.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __short2bfloat16_ru(short i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_ru(__int2float_ru(i));
  __nv_bfloat16 r;
  asm("cvt.rp.bf16.s32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short i) {
  if (__CUDA_ARCH__ < 900) return sticky_of_bfloat(__uint2float_rz(i), __uint2float_ru(i) != __uint2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rn.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __ushort2bfloat16_rz(unsigned short i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(__uint2float_rz(i));
  __nv_bfloat16 r;
  asm("cvt.rz.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __ushort2bfloat16_rd(unsigned short i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rd(__uint2float_rd(i));
  __nv_bfloat16 r;
  asm("cvt.rm.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

__device__ __nv_bfloat16 __ushort2bfloat16_ru(unsigned short i) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_ru(__uint2float_ru(i));
  __nv_bfloat16 r;
  asm("cvt.rp.bf16.u32 %0, %1;" : "=h"(r) : "r"(i));
  return r;
}

// The same bits in another type.
__device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 h) { return h.x; }

__device__ short __bfloat16_as_short(__nv_bfloat16 h) { return h.x; }

__device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short i) { __nv_bfloat16 r; r.x = i; return r; }

__device__ __nv_bfloat16 __short_as_bfloat16(short i) { __nv_bfloat16 r; r.x = i; return r; }

__device__ __nv_bfloat16 htrunc(__nv_bfloat16 a) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(truncf(__bfloat162float(a)));
  __nv_bfloat16 r;
  asm("cvt.rzi.bf16.bf16 %0, %1;" : "=h"(r) : "h"(a));
  return r;
}

__device__ __nv_bfloat16 hceil(__nv_bfloat16 a) {
  float whole;
  asm("cvt.rpi.f32.f32 %0, %1;" : "=f"(whole) : "f"((float)a));
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(whole);
  __nv_bfloat16 r;
  asm("cvt.rpi.bf16.bf16 %0, %1;" : "=h"(r) : "h"(a));
  return r;
}

__device__ __nv_bfloat16 hfloor(__nv_bfloat16 a) {
  float whole;
  asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(whole) : "f"((float)a));
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(whole);
  __nv_bfloat16 r;
  asm("cvt.rmi.bf16.bf16 %0, %1;" : "=h"(r) : "h"(a));
  return r;
}

__device__ __nv_bfloat16 hrint(__nv_bfloat16 a) {
  if (__CUDA_ARCH__ < 900) return __float2bfloat16_rz(rintf(__bfloat162float(a)));
  __nv_bfloat16 r;
  asm("cvt.rni.bf16.bf16 %0, %1;" : "=h"(r) : "h"(a));
  return r;
}
