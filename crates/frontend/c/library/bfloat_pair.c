// Pairs of bfloat16: __nv_bfloat162. Chips before sm_90 compare floats.

__device__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return a + b; }

__device__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return a - b; }

__device__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return a * b; }

__device__ __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __hadd2(a, b);
  __nv_bfloat162 r;
  asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __hsub2(a, b);
  __nv_bfloat162 r;
  asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __hmul2(a, b);
  __nv_bfloat162 r;
  asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  __nv_bfloat162 r;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

__device__ __nv_bfloat162 __hfma2_relu(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  __nv_bfloat162 r;
  asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

// Between 0 and 1; a NaN becomes 0.
__device__ __nv_bfloat162 between_of_bfloats(__nv_bfloat162 a) { return __hmin2(__hmax2(a, __nv_bfloat162(0.0f, 0.0f)), __nv_bfloat162(1.0f, 1.0f)); }

__device__ __nv_bfloat162 __hadd2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return between_of_bfloats(__hfma2(a, __nv_bfloat162(1.0f, 1.0f), b)); }

__device__ __nv_bfloat162 __hsub2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return between_of_bfloats(__hfma2(b, __nv_bfloat162(-1.0f, -1.0f), a)); }

__device__ __nv_bfloat162 __hmul2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return between_of_bfloats(__hfma2(a, b, __nv_bfloat162(-0.0f, -0.0f))); }

__device__ __nv_bfloat162 __hfma2_sat(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return between_of_bfloats(__hfma2(a, b, c)); }

__device__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

// Of complex numbers: a*b + c.
__device__ __nv_bfloat162 __hcmadd(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  __nv_bfloat16 real = __hfma(a.x, b.x, c.x);
  __nv_bfloat16 imaginary = __hfma(a.x, b.y, c.y);
  return __nv_bfloat162(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}

__device__ __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return -a; }

__device__ __nv_bfloat162 __habs2(__nv_bfloat162 a) { __nv_bfloat162 r; asm("abs.bf16x2 %0, %1;" : "=r"(r) : "r"(a)); return r; }

__device__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; asm("max.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; asm("min.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __nv_bfloat162 __hmax2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; asm("max.NaN.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

__device__ __nv_bfloat162 __hmin2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; asm("min.NaN.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); return r; }

// Where a relation holds stands a 1.
__device__ __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__heq(a.x, b.x) ? 1.0f : 0.0f, __heq(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.eq.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hne(a.x, b.x) ? 1.0f : 0.0f, __hne(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.ne.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hlt(a.x, b.x) ? 1.0f : 0.0f, __hlt(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.lt.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hle(a.x, b.x) ? 1.0f : 0.0f, __hle(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.le.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hgt(a.x, b.x) ? 1.0f : 0.0f, __hgt(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.gt.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hge(a.x, b.x) ? 1.0f : 0.0f, __hge(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.ge.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hequ2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hequ(a.x, b.x) ? 1.0f : 0.0f, __hequ(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.equ.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hneu2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hneu(a.x, b.x) ? 1.0f : 0.0f, __hneu(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.neu.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hltu2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hltu(a.x, b.x) ? 1.0f : 0.0f, __hltu(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.ltu.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hleu2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hleu(a.x, b.x) ? 1.0f : 0.0f, __hleu(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.leu.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hgtu2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hgtu(a.x, b.x) ? 1.0f : 0.0f, __hgtu(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.gtu.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hgeu2(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return __nv_bfloat162(__hgeu(a.x, b.x) ? 1.0f : 0.0f, __hgeu(a.y, b.y) ? 1.0f : 0.0f);
  __nv_bfloat162 r;
  asm("set.geu.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ __nv_bfloat162 __hisnan2(__nv_bfloat162 a) {
  return __nv_bfloat162(a.x != a.x ? 1.0f : 0.0f, a.y != a.y ? 1.0f : 0.0f);
}

// Where it holds all bits are 1.
__device__ unsigned int __heq2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__heq(a.x, b.x) ? 0xffff : 0) | (__heq(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.eq.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hne2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hne(a.x, b.x) ? 0xffff : 0) | (__hne(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.ne.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hlt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hlt(a.x, b.x) ? 0xffff : 0) | (__hlt(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.lt.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hle2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hle(a.x, b.x) ? 0xffff : 0) | (__hle(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.le.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hgt2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hgt(a.x, b.x) ? 0xffff : 0) | (__hgt(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.gt.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hge2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hge(a.x, b.x) ? 0xffff : 0) | (__hge(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.ge.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hequ2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hequ(a.x, b.x) ? 0xffff : 0) | (__hequ(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.equ.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hneu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hneu(a.x, b.x) ? 0xffff : 0) | (__hneu(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.neu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hltu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hltu(a.x, b.x) ? 0xffff : 0) | (__hltu(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.ltu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hleu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hleu(a.x, b.x) ? 0xffff : 0) | (__hleu(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.leu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hgtu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hgtu(a.x, b.x) ? 0xffff : 0) | (__hgtu(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.gtu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__device__ unsigned int __hgeu2_mask(__nv_bfloat162 a, __nv_bfloat162 b) {
  if (__CUDA_ARCH__ < 900) return (__hgeu(a.x, b.x) ? 0xffff : 0) | (__hgeu(a.y, b.y) ? 0xffff0000 : 0);
  unsigned int r;
  asm("set.geu.u32.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

// Whether it holds for both.
__device__ bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __heq2_mask(a, b) == 0xffffffff; }

__device__ bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hne2_mask(a, b) == 0xffffffff; }

__device__ bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hlt2_mask(a, b) == 0xffffffff; }

__device__ bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hle2_mask(a, b) == 0xffffffff; }

__device__ bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgt2_mask(a, b) == 0xffffffff; }

__device__ bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hge2_mask(a, b) == 0xffffffff; }

__device__ bool __hbequ2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hequ2_mask(a, b) == 0xffffffff; }

__device__ bool __hbneu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hneu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbltu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hltu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbleu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hleu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbgtu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgtu2_mask(a, b) == 0xffffffff; }

__device__ bool __hbgeu2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgeu2_mask(a, b) == 0xffffffff; }

__device__ __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  __nv_bfloat162 r;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(y), "f"(x));
  return r;
}

__device__ __nv_bfloat162 __float2bfloat162_rn(float x) { return __nv_bfloat162(__float2bfloat16_rn(x), __float2bfloat16_rn(x)); }

__device__ __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }

__device__ float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(__bfloat162float(a.x), __bfloat162float(a.y)); }

__device__ float __low2float(__nv_bfloat162 a) { return __bfloat162float(a.x); }

__device__ float __high2float(__nv_bfloat162 a) { return __bfloat162float(a.y); }

__device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }

__device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }

__device__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }

__device__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }

__device__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }

__device__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }

__device__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }

__device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }

__device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }

__device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }

// A function of each.
__device__ __nv_bfloat162 h2trunc(__nv_bfloat162 a) { return __nv_bfloat162(htrunc(a.x), htrunc(a.y)); }

__device__ __nv_bfloat162 h2ceil(__nv_bfloat162 a) { return __nv_bfloat162(hceil(a.x), hceil(a.y)); }

__device__ __nv_bfloat162 h2floor(__nv_bfloat162 a) { return __nv_bfloat162(hfloor(a.x), hfloor(a.y)); }

__device__ __nv_bfloat162 h2rint(__nv_bfloat162 a) { return __nv_bfloat162(hrint(a.x), hrint(a.y)); }

__device__ __nv_bfloat162 h2sin(__nv_bfloat162 a) { return __nv_bfloat162(hsin(a.x), hsin(a.y)); }

__device__ __nv_bfloat162 h2cos(__nv_bfloat162 a) { return __nv_bfloat162(hcos(a.x), hcos(a.y)); }

__device__ __nv_bfloat162 h2exp(__nv_bfloat162 a) { return __nv_bfloat162(hexp(a.x), hexp(a.y)); }

__device__ __nv_bfloat162 h2exp2(__nv_bfloat162 a) { return __nv_bfloat162(hexp2(a.x), hexp2(a.y)); }

__device__ __nv_bfloat162 h2exp10(__nv_bfloat162 a) { return __nv_bfloat162(hexp10(a.x), hexp10(a.y)); }

__device__ __nv_bfloat162 h2log(__nv_bfloat162 a) { return __nv_bfloat162(hlog(a.x), hlog(a.y)); }

__device__ __nv_bfloat162 h2log2(__nv_bfloat162 a) { return __nv_bfloat162(hlog2(a.x), hlog2(a.y)); }

__device__ __nv_bfloat162 h2log10(__nv_bfloat162 a) { return __nv_bfloat162(hlog10(a.x), hlog10(a.y)); }

__device__ __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y)); }

__device__ __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) { return __nv_bfloat162(hrsqrt(a.x), hrsqrt(a.y)); }

__device__ __nv_bfloat162 h2rcp(__nv_bfloat162 a) { return __nv_bfloat162(hrcp(a.x), hrcp(a.y)); }

__device__ __nv_bfloat162 h2tanh(__nv_bfloat162 a) { return __nv_bfloat162(htanh(a.x), htanh(a.y)); }

__device__ __nv_bfloat162 h2tanh_approx(__nv_bfloat162 a) {
  if (__CUDA_ARCH__ < 900) return h2tanh(a);
  __nv_bfloat162 r;
  asm("tanh.approx.bf16x2 %0, %1;" : "=r"(r) : "r"(a));
  return r;
}
