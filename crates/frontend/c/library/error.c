// The error function, its complement, the normal distribution, and their inverses.

__device__ float erff(float x) {
  float size = fabsf(x);
  bool far = size >= 1.0037584f;
  float t = far ? size : x * x;
  float p = fmaf(far ? 6.784818e-05f : 6.74986e-05f, t, far ? -0.0009299388f : -0.00076476467f);
  p = fmaf(p, t, far ? 0.006954225f : 0.005143017f);
  p = fmaf(p, t, far ? -0.037528004f : -0.026827244f);
  p = fmaf(p, t, far ? 0.15668742f : 0.112828694f);
  p = fmaf(p, t, far ? 0.9144432f : -0.37612557f);
  p = fmaf(p, t, far ? 0.6287219f : 0.12837917f);
  // Near zero that is the result; far from it the result is 1 - 2^-|y|.
  float y = fmaf(p, x, x);
  if (far) y = copysignf(1.0f - __nvvm_ex2_approx_ftz_f(-fabsf(y)), x);
  return y;
}

// e^(x*x) * erfc(x) of a number that is not negative: a polynomial in (x - 4)/(x + 4), over 2x + 1.
__device__ float scaled_complement(float x) {
  float inverse = __nvvm_rcp_approx_ftz_f(x + 4.0f);
  float t = __fmul_rn(x - 4.0f, inverse);
  t = fmaf(inverse, fmaf(-t, x, fmaf(-4.0f, t + 1.0f, x)), t);
  float p = fmaf(0.0008912171f, t, 0.007045788f);
  p = fmaf(p, t, -0.015866896f);
  p = fmaf(p, t, 0.036429625f);
  p = fmaf(p, t, -0.06664343f);
  p = fmaf(p, t, 0.09381453f);
  p = fmaf(p, t, -0.10099056f);
  p = fmaf(p, t, 0.068094f);
  p = fmaf(p, t, 0.015377387f);
  p = fmaf(p, t, -0.13962108f);
  p = fmaf(p, t, 1.2329952f);
  float part = __nvvm_rcp_approx_ftz_f(fmaf(2.0f, x, 1.0f));
  float y = __fmul_rn(p, part);
  return fmaf(__fsub_rn(fmaf(x, y * -2.0f, p), y), part, y);
}

__device__ float erfcf(float x) {
  float size = fabsf(x);
  // e^-(x*x), with what the square lost.
  float square = size * size;
  float power = scaled_exponential(-square, 12583039.0f);
  float y = scaled_complement(size) * fmaf(power, fmaf(-size, size, square), power);
  if (size > 10.055f) y = 0.0f;
  return x < 0.0f ? 2.0f - y : y;
}

__device__ float erfcxf(float x) {
  float size = fabsf(x);
  float y;
  if (size < 10.055f) {
    y = scaled_complement(size);
  } else {
    // 1/(x*sqrt(pi)) times a series in 1/(x*x).
    float inverse = __fdividef(0.25f, size * 0.25f);
    float t = inverse * inverse;
    float p = fmaf(6.5625f, t, -1.875f);
    p = fmaf(p, t, 0.75f);
    p = fmaf(p, t, -0.5f);
    p = fmaf(p, t, 1.0f);
    y = (inverse * 0.5641896f) * p;
  }
  if (x < 0.0f) {
    // 2 e^(x*x) - y
    float square = __fmul_rz(size, size);
    float place = __saturatef(fmaf(square, 0.00572498f, 0.5f));
    float shifted = __fmaf_rd(place, 252.0f, 12582913.0f);
    float rest = fmaf(square, 1.925963e-08f, fmaf(square, 1.442695f, -(shifted - 12583039.0f)));
    float scale = __int_as_float(__float_as_int(shifted) << 23);
    float power = __nvvm_ex2_approx_ftz_f(rest);
    float twice = fmaf(power, scale, power * scale);
    y = twice == INFINITY ? twice : __fsub_rn(fmaf(twice, fmaf(size, size, -square), twice), y);
  }
  return y;
}

// The polynomial of the middle: the inverse error function over x, in -log2((1 - x)(1 + x)).
__device__ float inverse_in_the_middle(float t) {
  float p = fmaf(-2.5172708e-10f, t, 9.427429e-09f);
  p = fmaf(p, t, -1.2054753e-07f);
  p = fmaf(p, t, 2.1697005e-07f);
  p = fmaf(p, t, 8.0621485e-06f);
  p = fmaf(p, t, -3.1675492e-05f);
  p = fmaf(p, t, -0.0007743631f);
  p = fmaf(p, t, 0.005546588f);
  p = fmaf(p, t, 0.16082023f);
  return fmaf(p, t, 0.8862269f);
}

__device__ float erfinvf(float x) {
  float logarithm = __nvvm_lg2_approx_ftz_f(fmaf(x, -x, 1.0f));
  float y = x * inverse_in_the_middle(-logarithm);
  if (logarithm < -8.2f) {
    float t = __nvvm_rsqrt_approx_ftz_f(-logarithm);
    float p = fmaf(-0.5899144f, t, -0.6630042f);
    p = fmaf(p, t, 1.5970111f);
    p = fmaf(p, t, -0.67521554f);
    p = fmaf(p, t, -0.09522479f);
    p = fmaf(p, t, 0.83535343f);
    float far = (t * -logarithm) * p;
    if (logarithm == -INFINITY) far = -logarithm;
    y = copysignf(far, x);
  }
  return y;
}

__device__ float erfcinvf(float y) {
  float other = __fadd_rn(2.0f, -y);
  float x;
  if (y >= 0.0034f && y <= 1.9966f) {
    float p = inverse_in_the_middle(-__nvvm_lg2_approx_ftz_f(__fmul_rn(other, y)));
    x = fmaf(p, -y, p);
  } else {
    bool above = y > 1.0f;
    float logarithm = __log2f(above ? other : y);
    float t = __nvvm_rsqrt_approx_ftz_f(-logarithm);
    float p = fmaf(-63.113224f, t, 127.48469f);
    p = fmaf(p, t, -114.10568f);
    p = fmaf(p, t, 60.325787f);
    p = fmaf(p, t, -21.789892f);
    p = fmaf(p, t, 6.467409f);
    p = fmaf(p, t, -1.8329474f);
    p = fmaf(p, t, -0.030327775f);
    p = fmaf(p, t, 0.83287746f);
    float root = t * -logarithm;
    if (logarithm == -INFINITY) root = -logarithm;
    x = __fmul_rn(p, above ? -root : root);
  }
  return x;
}

__device__ float normcdfinvf(float y) { return fmaf(-1.4142135f, erfcinvf(y + y), 0.0f); }

// Half of erfc(-x/sqrt(2)). The quotient has a second part, whose share in the result is added where that is small.
__device__ float normcdff(float x) {
  if (fabsf(x) > 14.5f) x = copysignf(14.5f, x);
  float first = __fmul_rn(x, -0.70710677f);
  float second = fmaf(x, -1.21016175e-08f, fmaf(x, -0.70710677f, -first));
  float sum = __fadd_rn(first, second);
  float y = erfcf(sum);
  if (x < -1.0f) y = fmaf((sum * -2.0f) * y, __fadd_rn(first - sum, second), y);
  return y * 0.5f;
}
