// What a kernel's source means to nvcc and to the host's compiler: the same operations, each rounded once.
#ifdef __CUDACC__

#define KERNEL(name) extern "C" __global__ void name(const float *f, const double *d, const unsigned *u, const unsigned long long *l, unsigned long long *out)
#define FUNCTION static __device__ __noinline__
#define INLINE static __device__ __forceinline__
#define TABLE static __constant__ const
#define SHARED __shared__
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

INLINE unsigned short half_of(float x) { unsigned short h; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x)); return h; }
INLINE float float_of(unsigned short h) { float x; asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h)); return x; }
INLINE unsigned short half_add(unsigned short a, unsigned short b) { asm("{ add.rn.f16 %0, %0, %1; }" : "+h"(a) : "h"(b)); return a; }
INLINE unsigned short half_mul(unsigned short a, unsigned short b) { asm("{ mul.rn.f16 %0, %0, %1; }" : "+h"(a) : "h"(b)); return a; }
INLINE unsigned short half_fma(unsigned short a, unsigned short b, unsigned short c) { asm("{ fma.rn.f16 %0, %0, %1, %2; }" : "+h"(a) : "h"(b), "h"(c)); return a; }
INLINE int dp4a(int a, int b, int c) { int sum; asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c)); return sum; }

#else

#include <fenv.h>
#include <math.h>
#include <string.h>
#define KERNEL(name) void name(const float *f, const double *d, const unsigned *u, const unsigned long long *l, unsigned long long *out)
#define FUNCTION static __attribute__((noinline, unused))
#define INLINE static inline __attribute__((unused))
#define TABLE static const
#define SHARED static
extern unsigned THREAD;

INLINE float __uint_as_float(unsigned bits) { float x; memcpy(&x, &bits, 4); return x; }
INLINE unsigned __float_as_uint(float x) { unsigned bits; memcpy(&bits, &x, 4); return bits; }
INLINE double __longlong_as_double(long long bits) { double x; memcpy(&x, &bits, 8); return x; }
INLINE long long __double_as_longlong(double x) { long long bits; memcpy(&bits, &x, 8); return bits; }

// PTX has -0 below +0, which the host's own leave open.
INLINE float least(float x, float y) { return x != x ? y : y != y ? x : x < y || (x == y && signbit(x)) ? x : y; }
INLINE float most(float x, float y) { return x != x ? y : y != y ? x : x > y || (x == y && signbit(y)) ? x : y; }
INLINE double least_double(double x, double y) { return x != x ? y : y != y ? x : x < y || (x == y && signbit(x)) ? x : y; }
INLINE double most_double(double x, double y) { return x != x ? y : y != y ? x : x > y || (x == y && signbit(y)) ? x : y; }
#define fminf least
#define fmaxf most
#define fmin least_double
#define fmax most_double

#define CHOSEN(a, b, relation) ({ __typeof__(a) one_ = (a), other_ = (b); one_ relation other_ ? one_ : other_; })
#define min(a, b) CHOSEN(a, b, <)
#define max(a, b) CHOSEN(a, b, >)

INLINE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
INLINE int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
INLINE long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
INLINE int __popc(unsigned a) { return __builtin_popcount(a); }
INLINE int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
INLINE int __clz(int a) { return a ? __builtin_clz((unsigned)a) : 32; }
INLINE int __clzll(long long a) { return a ? __builtin_clzll((unsigned long long)a) : 64; }
INLINE int __ffs(int a) { return __builtin_ffs(a); }
INLINE int __ffsll(long long a) { return __builtin_ffsll(a); }
INLINE unsigned __brev(unsigned a) { unsigned b = 0; for (int at = 0; at < 32; at++) b |= (a >> at & 1) << (31 - at); return b; }
INLINE unsigned long long __brevll(unsigned long long a) { return (unsigned long long)__brev((unsigned)a) << 32 | __brev((unsigned)(a >> 32)); }
INLINE unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
    unsigned all = 0;
    for (int place = 0; place < 4; place++) all |= ((unsigned)(((unsigned long long)b << 32 | a) >> (8 * (s >> (4 * place) & 7))) & 255) << (8 * place);
    return all;
}
INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) { return (unsigned)(((unsigned long long)high << 32 | low) << (by & 31) >> 32); }
INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) { return (unsigned)(((unsigned long long)high << 32 | low) >> (by & 31)); }
INLINE unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
INLINE unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
INLINE int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
INLINE int dp4a(int a, int b, int c) {
    for (int place = 0; place < 32; place += 8) c = (int)((unsigned)c + (unsigned)((signed char)(a >> place) * (signed char)(b >> place)));
    return c;
}

// The operands are read behind the call that changes the mode.
#define READ volatile own x = a, y = b, z = c; (void)x, (void)y, (void)z;
#define IN_MODE(mode, value) fesetround(mode); volatile own result = value; fesetround(FE_TONEAREST); return result;
#define DIRECTED(type, name, mode, value) \
    static __attribute__((noinline, unused)) type name##_3(type a, type b, type c) { typedef type own; READ IN_MODE(mode, value) }
#define EVERY(suffix, mode) \
    DIRECTED(float, fadd_##suffix, mode, x + y) DIRECTED(float, fmul_##suffix, mode, x * y) DIRECTED(float, fdiv_##suffix, mode, x / y) \
    DIRECTED(float, fsqrt_##suffix, mode, sqrtf(x)) DIRECTED(float, fmaf_##suffix, mode, fmaf(x, y, z)) \
    DIRECTED(double, dadd_##suffix, mode, x + y) DIRECTED(double, dmul_##suffix, mode, x * y) DIRECTED(double, ddiv_##suffix, mode, x / y) \
    DIRECTED(double, dsqrt_##suffix, mode, sqrt(x)) DIRECTED(double, fma_##suffix, mode, fma(x, y, z)) \
    INLINE float __fadd_##suffix(float a, float b) { return fadd_##suffix##_3(a, b, 0); } \
    INLINE float __fmul_##suffix(float a, float b) { return fmul_##suffix##_3(a, b, 0); } \
    INLINE float __fdiv_##suffix(float a, float b) { return fdiv_##suffix##_3(a, b, 0); } \
    INLINE float __fsqrt_##suffix(float a) { return fsqrt_##suffix##_3(a, 0, 0); } \
    INLINE float __fmaf_##suffix(float a, float b, float c) { return fmaf_##suffix##_3(a, b, c); } \
    INLINE double __dadd_##suffix(double a, double b) { return dadd_##suffix##_3(a, b, 0); } \
    INLINE double __dmul_##suffix(double a, double b) { return dmul_##suffix##_3(a, b, 0); } \
    INLINE double __ddiv_##suffix(double a, double b) { return ddiv_##suffix##_3(a, b, 0); } \
    INLINE double __dsqrt_##suffix(double a) { return dsqrt_##suffix##_3(a, 0, 0); } \
    INLINE double __fma_##suffix(double a, double b, double c) { return fma_##suffix##_3(a, b, c); } \
    CONVERTED(float, double, __double2float_##suffix, mode) CONVERTED(float, int, __int2float_##suffix, mode) \
    CONVERTED(float, unsigned, __uint2float_##suffix, mode) CONVERTED(float, long long, __ll2float_##suffix, mode) \
    CONVERTED(double, long long, __ll2double_##suffix, mode) CONVERTED(double, unsigned long long, __ull2double_##suffix, mode)
#define CONVERTED(to, from, name, mode) \
    static __attribute__((noinline, unused)) to name(from a) { typedef to own; volatile from x = a; IN_MODE(mode, (to)x) }
EVERY(rn, FE_TONEAREST)
EVERY(rz, FE_TOWARDZERO)
EVERY(rd, FE_DOWNWARD)
EVERY(ru, FE_UPWARD)

INLINE _Float16 as_half(unsigned short h) { _Float16 x; memcpy(&x, &h, 2); return x; }
INLINE unsigned short of_half(_Float16 x) { unsigned short h; memcpy(&h, &x, 2); return h; }
INLINE unsigned short half_of(float x) { return of_half((_Float16)x); }
INLINE float float_of(unsigned short h) { return (float)as_half(h); }
INLINE unsigned short half_add(unsigned short a, unsigned short b) { return half_of(float_of(a) + float_of(b)); }
INLINE unsigned short half_mul(unsigned short a, unsigned short b) { return half_of(float_of(a) * float_of(b)); }
// A double holds the exact sum, or what decides its rounding.
INLINE unsigned short half_fma(unsigned short a, unsigned short b, unsigned short c) { return of_half((_Float16)((double)float_of(a) * float_of(b) + float_of(c))); }

#endif

// A NaN has no particular bits.
INLINE float number(float x) { return x != x ? 1.0f : x; }
INLINE double number_double(double x) { return x != x ? 1.0 : x; }
INLINE unsigned bits(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }
INLINE unsigned long long bits_double(double x) { return x != x ? 0x7fffffffffffffffull : (unsigned long long)__double_as_longlong(x); }
INLINE unsigned bits_half(unsigned short h) { return (h & 0x7fff) > 0x7c00 ? 0x7fff : h; }
INLINE int to_int(float x) { return (int)fminf(fmaxf(x, -2e9f), 2e9f); }
INLINE unsigned to_unsigned(float x) { return (unsigned)fminf(fmaxf(x, 0.0f), 4e9f); }
INLINE long long to_long(double x) { return (long long)fmin(fmax(x, -9e18), 9e18); }
INLINE unsigned long long to_unsigned_long(double x) { return (unsigned long long)fmin(fmax(x, 0.0), 1.8e19); }
