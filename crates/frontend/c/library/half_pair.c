// Pairs of halves: __half2.

__device__ __half2 __hadd2(__half2 a, __half2 b) { return a + b; }

__device__ __half2 __hsub2(__half2 a, __half2 b) { return a - b; }

__device__ __half2 __hmul2(__half2 a, __half2 b) { return a * b; }

__device__ __half2 __hadd2_rn(__half2 a, __half2 b) { __half2 r; asm("add.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hsub2_rn(__half2 a, __half2 b) { __half2 r; asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hmul2_rn(__half2 a, __half2 b) { __half2 r; asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hadd2_sat(__half2 a, __half2 b) { __half2 r; asm("add.sat.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hsub2_sat(__half2 a, __half2 b) { __half2 r; asm("sub.sat.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hmul2_sat(__half2 a, __half2 b) { __half2 r; asm("mul.sat.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  __half2 r;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

__device__ __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) {
  __half2 r;
  asm("fma.rn.sat.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

__device__ __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
  __half2 r;
  asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

__device__ __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

// Of complex numbers: a*b + c.
__device__ __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
  __half real = __hfma(a.x, b.x, c.x);
  __half imaginary = __hfma(a.x, b.y, c.y);
  return __half2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}

__device__ __half2 __hneg2(__half2 a) { return -a; }

__device__ __half2 __habs2(__half2 a) { __half2 r; asm("abs.f16x2 %0, %1;" : "=r"(r) : "r"(a)); return r; }

__device__ __half2 __hmax2(__half2 a, __half2 b) { __half2 r; asm("max.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hmin2(__half2 a, __half2 b) { __half2 r; asm("min.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hmax2_nan(__half2 a, __half2 b) { __half2 r; asm("max.NaN.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hmin2_nan(__half2 a, __half2 b) { __half2 r; asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

// Where a relation holds stands a 1.
__device__ __half2 __heq2(__half2 a, __half2 b) { __half2 r; asm("set.eq.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hne2(__half2 a, __half2 b) { __half2 r; asm("set.ne.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hlt2(__half2 a, __half2 b) { __half2 r; asm("set.lt.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hle2(__half2 a, __half2 b) { __half2 r; asm("set.le.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hgt2(__half2 a, __half2 b) { __half2 r; asm("set.gt.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hge2(__half2 a, __half2 b) { __half2 r; asm("set.ge.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hequ2(__half2 a, __half2 b) { __half2 r; asm("set.equ.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hneu2(__half2 a, __half2 b) { __half2 r; asm("set.neu.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hltu2(__half2 a, __half2 b) { __half2 r; asm("set.ltu.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hleu2(__half2 a, __half2 b) { __half2 r; asm("set.leu.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hgtu2(__half2 a, __half2 b) { __half2 r; asm("set.gtu.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hgeu2(__half2 a, __half2 b) { __half2 r; asm("set.geu.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __half2 __hisnan2(__half2 a) { __half2 r; asm("set.nan.f16x2.f16x2 %0, %1, %1;" : "=r"(r) : "r"(a)); return r; }

// Where it holds all bits are 1.
__device__ unsigned int __heq2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.eq.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hne2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.ne.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hlt2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.lt.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hle2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.le.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hgt2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.gt.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hge2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.ge.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hequ2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.equ.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hneu2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.neu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hltu2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.ltu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hleu2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.leu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hgtu2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.gtu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ unsigned int __hgeu2_mask(__half2 a, __half2 b) { unsigned int r; asm("set.geu.u32.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

// Whether it holds for both.
__device__ bool __hbeq2(__half2 a, __half2 b) { return __heq2_mask(a, b) == 0xffffffff; }

__device__ bool __hbne2(__half2 a, __half2 b) { return __hne2_mask(a, b) == 0xffffffff; }

__device__ bool __hblt2(__half2 a, __half2 b) { return __hlt2_mask(a, b) == 0xffffffff; }

__device__ bool __hble2(__half2 a, __half2 b) { return __hle2_mask(a, b) == 0xffffffff; }

__device__ bool __hbgt2(__half2 a, __half2 b) { return __hgt2_mask(a, b) == 0xffffffff; }

__device__ bool __hbge2(__half2 a, __half2 b) { return __hge2_mask(a, b) == 0xffffffff; }

__device__ bool __hbequ2(__half2 a, __half2 b) { return __hequ2_mask(a, b) == 0xffffffff; }

__device__ bool __hbneu2(__half2 a, __half2 b) { return __hneu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbltu2(__half2 a, __half2 b) { return __hltu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbleu2(__half2 a, __half2 b) { return __hleu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbgtu2(__half2 a, __half2 b) { return __hgtu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbgeu2(__half2 a, __half2 b) { return __hgeu2_mask(a, b) == 0xffffffff; }

__device__ __half2 __floats2half2_rn(float x, float y) {
  if (__CUDA_ARCH__ < 800) return __half2(__float2half_rn(x), __float2half_rn(y));
  __half2 r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(y), "f"(x));
  return r;
}

__device__ __half2 __float2half2_rn(float x) { return __half2(__float2half_rn(x), __float2half_rn(x)); }

__device__ __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }

__device__ float2 __half22float2(__half2 a) { return make_float2(__half2float(a.x), __half2float(a.y)); }

__device__ float __low2float(__half2 a) { return __half2float(a.x); }

__device__ float __high2float(__half2 a) { return __half2float(a.y); }

__device__ __half __low2half(__half2 a) { return a.x; }

__device__ __half __high2half(__half2 a) { return a.y; }

__device__ __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }

__device__ __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }

__device__ __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }

__device__ __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

__device__ __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

__device__ __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }

__device__ __half2 __half2half2(__half a) { return __half2(a, a); }

__device__ __half2 make_half2(__half x, __half y) { return __half2(x, y); }

// A function of each.
__device__ __half2 h2trunc(__half2 a) { return __half2(htrunc(a.x), htrunc(a.y)); }

__device__ __half2 h2ceil(__half2 a) { return __half2(hceil(a.x), hceil(a.y)); }

__device__ __half2 h2floor(__half2 a) { return __half2(hfloor(a.x), hfloor(a.y)); }

__device__ __half2 h2rint(__half2 a) { return __half2(hrint(a.x), hrint(a.y)); }

__device__ __half2 h2sin(__half2 a) { return __half2(hsin(a.x), hsin(a.y)); }

__device__ __half2 h2cos(__half2 a) { return __half2(hcos(a.x), hcos(a.y)); }

__device__ __half2 h2exp(__half2 a) { return __half2(hexp(a.x), hexp(a.y)); }

__device__ __half2 h2exp2(__half2 a) { return __half2(hexp2(a.x), hexp2(a.y)); }

__device__ __half2 h2exp10(__half2 a) { return __half2(hexp10(a.x), hexp10(a.y)); }

__device__ __half2 h2log(__half2 a) { return __half2(hlog(a.x), hlog(a.y)); }

__device__ __half2 h2log2(__half2 a) { return __half2(hlog2(a.x), hlog2(a.y)); }

__device__ __half2 h2log10(__half2 a) { return __half2(hlog10(a.x), hlog10(a.y)); }

__device__ __half2 h2sqrt(__half2 a) { return __half2(hsqrt(a.x), hsqrt(a.y)); }

__device__ __half2 h2rsqrt(__half2 a) { return __half2(hrsqrt(a.x), hrsqrt(a.y)); }

__device__ __half2 h2rcp(__half2 a) { return __half2(hrcp(a.x), hrcp(a.y)); }

__device__ __half2 h2tanh(__half2 a) { return __half2(htanh(a.x), htanh(a.y)); }

__device__ __half2 h2tanh_approx(__half2 a) { __half2 r; asm("tanh.approx.f16x2 %0, %1;" : "=r"(r) : "r"(a)); return r; }
