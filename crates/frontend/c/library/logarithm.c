// Logarithms, and the inverse hyperbolic functions made of them.
//
// A number is split into 2^whole and 1 + rest, with the rest near zero; the logarithm of 1 + rest is a polynomial.

// ln(1 + rest)
__device__ float log_near_one(float rest) {
  float p = fmaf(-0.13018857f, rest, 0.1408461f);
  p = fmaf(p, rest, -0.12148628f);
  p = fmaf(p, rest, 0.1398061f);
  p = fmaf(p, rest, -0.16684236f);
  p = fmaf(p, rest, 0.200123f);
  p = fmaf(p, rest, -0.24999669f);
  p = fmaf(p, rest, 0.33333182f);
  p = fmaf(p, rest, -0.5f);
  return fmaf(rest * p, rest, rest);
}

// ln x but for zero. A subnormal number is made a normal one first.
__device__ float log_of_positive(float x) {
  bool small = x < 1.1754944e-38f;
  if (small) x = x * 8388608.0f;
  int scale = (__float_as_int(x) - 0x3f2aaaab) & 0xff800000;
  float rest = __int_as_float(__float_as_int(x) - scale) - 1.0f;
  float whole = fmaf((float)scale, 1.1920929e-07f, small ? -23.0f : 0.0f);
  float y = fmaf(whole, 0.6931472f, log_near_one(rest));
  // Infinity, or no number.
  if (__float_as_uint(x) >= 0x7f800000u) y = fmaf(x, INFINITY, INFINITY);
  return y;
}

__device__ float logf(float x) {
  float y = log_of_positive(x);
  return x == 0.0f ? -INFINITY : y;
}

__device__ float log10f(float x) {
  float y = log_of_positive(x) * 0.4342945f;
  return x == 0.0f ? -INFINITY : y;
}

__device__ float log2f(float x) {
  bool small = x < 1.1754944e-38f;
  float normal = small ? x * 8388608.0f : x;
  int scale = (__float_as_int(normal) - 0x3f3504f3) & 0xff800000;
  float rest = __int_as_float(__float_as_int(normal) - scale) - 1.0f;
  float whole = fmaf((float)scale, 1.1920929e-07f, small ? -23.0f : 0.0f);
  float p = fmaf(0.09702014f, rest, -0.16845393f);
  p = fmaf(p, rest, 0.1716887f);
  p = fmaf(p, rest, -0.17900948f);
  p = fmaf(p, rest, 0.20512372f);
  p = fmaf(p, rest, -0.24046533f);
  p = fmaf(p, rest, 0.28857115f);
  p = fmaf(p, rest, -0.36067417f);
  p = fmaf(p, rest, 0.4808982f);
  p = fmaf(p, rest, -0.7213475f);
  float y = __fadd_rn(whole, fmaf(rest, 1.442695f, rest * (rest * p)));
  if (__float_as_uint(normal) >= 0x7f800000u) y = fmaf(normal, INFINITY, INFINITY);
  return x == 0.0f ? -INFINITY : y;
}

// The approximations end in a product, which is joined with what a caller adds.
__device__ float __logf(float x) { return __log2f(x) * 0.6931472f; }

__device__ float __log10f(float x) { return __log2f(x) * 0.30103f; }

// 1 + x is split into 2^whole and the rest before it is rounded: (1 + x)/2^whole - 1 = x/2^whole + (1/2^whole - 1).
__device__ float log1pf(float x) {
  int scale = (__float_as_int(__fadd_rz(x, 1.0f)) - 0x3f400000) & 0xff800000;
  float scaled = __int_as_float(__float_as_int(x) - scale);
  float rest = __fadd_rn(fmaf(0.25f, __int_as_float(0x40800000 - scale), -1.0f), scaled);
  float p = fmaf(-0.045348614f, rest, 0.105468884f);
  p = fmaf(p, rest, -0.13229704f);
  p = fmaf(p, rest, 0.14491446f);
  p = fmaf(p, rest, -0.16641565f);
  p = fmaf(p, rest, 0.19988868f);
  p = fmaf(p, rest, -0.25000197f);
  p = fmaf(p, rest, 0.3333351f);
  p = fmaf(p, rest, -0.5f);
  float y = fmaf((float)scale * 1.1920929e-07f, 0.6931472f, fmaf(rest * p, rest, rest));
  // Infinite, negative, or no number.
  if (__float_as_uint(x) >= 0x7f800000u) {
    if (__float_as_int(x) > (int)0xbf800000u) y = fmaf(x, INFINITY, INFINITY);
    if (x == 0.0f) y = -0.0f;
  }
  return y;
}

// ln(1 + t) with t = (x - 1) + sqrt(x*x - 1), or ln 2x far away.
__device__ float acoshf(float x) {
  float less = __fsub_rn(x, 1.0f);
  float square = fmaf(x, x, -1.0f);
  float inverse = __nvvm_rsqrt_approx_ftz_f(square);
  float root = square * inverse;
  root = fmaf(fmaf(-root, root, square), inverse * 0.5f, root);
  if (square == 0.0f) root = 0.0f;
  bool far = __float_as_uint(less) > 0x4b000000u;
  if (far) root = -1.0000001f;
  float y = log1pf(__fadd_rn(less, root));
  return far ? y + 0.6931472f : y;
}

// ln(1 + t) with t = |x| + x*x/(1 + sqrt(x*x + 1)), or ln 2|x| far away.
__device__ float asinhf(float x) {
  float size = fabsf(x);
  float square = fmaf(x, x, 1.0f);
  float inverse = __nvvm_rcp_approx_ftz_f(fmaf(square, __nvvm_rsqrt_approx_ftz_f(square), 1.0f));
  bool far = size > 8388608.0f;
  float more = far ? size : fmaf(size, size * inverse, size);
  float y = log1pf(more);
  if (far) y = y + 0.6931472f;
  return size <= INFINITY ? copysignf(y, x) : y;
}

// Half of ln(1 + t) with t = 2|x|/(1 - |x|).
__device__ float atanhf(float x) {
  float size = fabsf(x);
  float inverse = __nvvm_rcp_approx_ftz_f(1.0f - size);
  float twice = size * (inverse + inverse);
  if (size > 8.507059e+37f) twice = -2.0f;
  return copysignf(0.5f, x) * log1pf(twice);
}
