// Conversions of __half from and to integers, and to whole numbers of its own.

__device__ __half __double2half(double x) { return (__half)x; }

__device__ int __half2int_rn(__half h) { int r; asm("cvt.rni.s32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ int __half2int_rz(__half h) { int r; asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ int __half2int_rd(__half h) { int r; asm("cvt.rmi.s32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ int __half2int_ru(__half h) { int r; asm("cvt.rpi.s32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned int __half2uint_rn(__half h) { unsigned int r; asm("cvt.rni.u32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned int __half2uint_rz(__half h) { unsigned int r; asm("cvt.rzi.u32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned int __half2uint_rd(__half h) { unsigned int r; asm("cvt.rmi.u32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned int __half2uint_ru(__half h) { unsigned int r; asm("cvt.rpi.u32.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ long long __half2ll_rn(__half h) { long long r; asm("cvt.rni.s64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ long long __half2ll_rz(__half h) { long long r; asm("cvt.rzi.s64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ long long __half2ll_rd(__half h) { long long r; asm("cvt.rmi.s64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ long long __half2ll_ru(__half h) { long long r; asm("cvt.rpi.s64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ unsigned long long __half2ull_rn(__half h) { unsigned long long r; asm("cvt.rni.u64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ unsigned long long __half2ull_rz(__half h) { unsigned long long r; asm("cvt.rzi.u64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ unsigned long long __half2ull_rd(__half h) { unsigned long long r; asm("cvt.rmi.u64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ unsigned long long __half2ull_ru(__half h) { unsigned long long r; asm("cvt.rpi.u64.f16 %0, %1;" : "=l"(r) : "h"(h)); return r; }

__device__ short __half2short_rn(__half h) { int r; asm("cvt.rni.s16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ short __half2short_rz(__half h) { int r; asm("cvt.rzi.s16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ short __half2short_rd(__half h) { int r; asm("cvt.rmi.s16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ short __half2short_ru(__half h) { int r; asm("cvt.rpi.s16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned short __half2ushort_rn(__half h) { int r; asm("cvt.rni.u16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned short __half2ushort_rz(__half h) { int r; asm("cvt.rzi.u16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned short __half2ushort_rd(__half h) { int r; asm("cvt.rmi.u16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned short __half2ushort_ru(__half h) { int r; asm("cvt.rpi.u16.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ signed char __half2char_rz(__half h) { int r; asm("cvt.rzi.s8.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ unsigned char __half2uchar_rz(__half h) { int r; asm("cvt.rzi.u8.f16 %0, %1;" : "=r"(r) : "h"(h)); return r; }

__device__ __half __int2half_rn(int i) { __half r; asm("cvt.rn.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __int2half_rz(int i) { __half r; asm("cvt.rz.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __int2half_rd(int i) { __half r; asm("cvt.rm.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __int2half_ru(int i) { __half r; asm("cvt.rp.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __uint2half_rn(unsigned int i) { __half r; asm("cvt.rn.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __uint2half_rz(unsigned int i) { __half r; asm("cvt.rz.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __uint2half_rd(unsigned int i) { __half r; asm("cvt.rm.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __uint2half_ru(unsigned int i) { __half r; asm("cvt.rp.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __ll2half_rn(long long i) { __half r; asm("cvt.rn.f16.s64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __ll2half_rz(long long i) { __half r; asm("cvt.rz.f16.s64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __ll2half_rd(long long i) { __half r; asm("cvt.rm.f16.s64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __ll2half_ru(long long i) { __half r; asm("cvt.rp.f16.s64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __ull2half_rn(unsigned long long i) { __half r; asm("cvt.rn.f16.u64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __ull2half_rz(unsigned long long i) { __half r; asm("cvt.rz.f16.u64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __ull2half_rd(unsigned long long i) { __half r; asm("cvt.rm.f16.u64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __ull2half_ru(unsigned long long i) { __half r; asm("cvt.rp.f16.u64 %0, %1;" : "=h"(r) : "l"(i)); return r; }

__device__ __half __short2half_rn(short i) { __half r; asm("cvt.rn.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __short2half_rz(short i) { __half r; asm("cvt.rz.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __short2half_rd(short i) { __half r; asm("cvt.rm.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __short2half_ru(short i) { __half r; asm("cvt.rp.f16.s32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __ushort2half_rn(unsigned short i) { __half r; asm("cvt.rn.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __ushort2half_rz(unsigned short i) { __half r; asm("cvt.rz.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __ushort2half_rd(unsigned short i) { __half r; asm("cvt.rm.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

__device__ __half __ushort2half_ru(unsigned short i) { __half r; asm("cvt.rp.f16.u32 %0, %1;" : "=h"(r) : "r"(i)); return r; }

// The same bits in another type.
__device__ unsigned short __half_as_ushort(__half h) { return h.x; }

__device__ short __half_as_short(__half h) { return h.x; }

__device__ __half __ushort_as_half(unsigned short i) { __half r; r.x = i; return r; }

__device__ __half __short_as_half(short i) { __half r; r.x = i; return r; }

__device__ __half htrunc(__half a) { __half r; asm("cvt.rzi.f16.f16 %0, %1;" : "=h"(r) : "h"(a)); return r; }

__device__ __half hceil(__half a) { __half r; asm("cvt.rpi.f16.f16 %0, %1;" : "=h"(r) : "h"(a)); return r; }

__device__ __half hfloor(__half a) { __half r; asm("cvt.rmi.f16.f16 %0, %1;" : "=h"(r) : "h"(a)); return r; }

__device__ __half hrint(__half a) { __half r; asm("cvt.rni.f16.f16 %0, %1;" : "=h"(r) : "h"(a)); return r; }
