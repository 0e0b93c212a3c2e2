// Exponential functions, and the hyperbolic functions made of them.
//
// A power of two is split into a whole power, which becomes an exponent field, and a rest near zero, whose power the special function unit
// approximates.

// 2 to the power c*x, with c = high + low. The product counts at first in shares of 252 powers, clamped to [-126, 126]; 12582913 is added,
// so that the whole power stands in the lowest bits of a number.
__device__ float power_of_two(float x, float share, float high, float low) {
  float place = __saturatef(fmaf(x, share, 0.5f));
  float shifted = __fmaf_rd(place, 252.0f, 12582913.0f);
  float whole = shifted - 12583039.0f;
  float rest = fmaf(x, low, fmaf(x, high, -whole));
  float scale = __int_as_float(__float_as_int(shifted) << 23);
  return __nvvm_ex2_approx_ftz_f(rest) * scale;
}

__device__ float expf(float x) { return power_of_two(x, 0.00572498f, 1.442695f, 1.925963e-08f); }

__device__ float exp10f(float x) { return power_of_two(x, 0.0131822545f, 3.321928f, 7.059537e-08f); }

// e to the power x, times 2 to the power of what `bias` is above 12583039: x = whole*ln 2 + rest.
__device__ float scaled_exponential(float x, float bias) {
  float whole = truncf(__fmul_rn(x, 1.442695f));
  if (fabsf(whole) > 126.0f) whole = copysignf(126.0f, whole);
  float rest = fmaf(whole, 1.9046542e-09f, fmaf(whole, -0.6931472f, x));
  float scale = __int_as_float(__float_as_int(whole + bias) << 23);
  return __nvvm_ex2_approx_ftz_f(rest * 1.442695f) * scale;
}

// A quotient of which nothing is made up for.
__device__ float quotient(float x, float y) { return __nvvm_rcp_approx_ftz_f(y) * x; }

// x = whole*ln 2 + rest, e^rest - 1 by a polynomial, and e^x - 1 = (e^rest - 1)*2^whole + (2^whole - 1).
__device__ float expm1f(float x) {
  if (fabsf(x) > 88.72284f) x = copysignf(88.72284f, x);
  float shifted = fmaf(x, 1.442695f, 12583039.0f);
  float whole = shifted - 12583039.0f;
  float rest = fmaf(-whole, 5.769999e-08f, fmaf(-whole, 0.6931471f, x));
  int scale = __float_as_int(shifted) << 23;
  // Half of it, where the whole does not fit.
  bool halved = whole >= 25.0f;
  if (halved) scale = scale - 0x800000;
  if (whole == -128.0f) scale = 0;
  float power = __int_as_float(scale);
  float p = fmaf(0.0013862483f, rest, 0.008366426f);
  p = fmaf(p, rest, 0.04166573f);
  p = fmaf(p, rest, 0.16666545f);
  p = fmaf(p, rest, 0.5000002f);
  p = fmaf(p, rest, 0.0f);
  p = fmaf(p, rest, rest);
  float y = fmaf(p, power, -(1.0f - power));
  return halved ? y + y : y;
}

// Near zero a polynomial; else half of e^|x| - e^-|x|, from a quarter of e^|x| so that nothing overflows too soon.
__device__ float sinhf(float x) {
  float quarter = scaled_exponential(fabsf(x), 12583037.0f);
  float far = copysignf(fmaf(2.0f, quarter, quotient(-0.125f, quarter)), x);
  float square = x * x;
  float p = fmaf(2.816951e-06f, square, 0.0001983616f);
  p = fmaf(p, square, 0.00833335f);
  p = fmaf(p, square, 0.16666667f);
  float near = fmaf(square * p, x, x);
  return fabsf(x) >= 1.0f ? far : near;
}

__device__ float coshf(float x) {
  float quarter = scaled_exponential(fabsf(x), 12583037.0f);
  return fmaf(2.0f, quarter, quotient(0.125f, quarter));
}

// Near zero a polynomial; else 1 - 2/(e^2|x| + 1).
__device__ float tanhf(float x) {
  float square = x * x;
  float p = fmaf(0.015739683f, square, -0.052303962f);
  p = fmaf(p, square, 0.13315298f);
  p = fmaf(p, square, -0.33332768f);
  p = fmaf(p, square, 0.0f);
  float near = fmaf(p, x, x);
  float power = __nvvm_ex2_approx_ftz_f(fabsf(x) * 2.88539f);
  float far = fmaf(__nvvm_rcp_approx_ftz_f(power + 1.0f), -2.0f, 1.0f);
  if (fabsf(x) >= 9.010914f) far = 1.0f;
  return fabsf(x) >= 0.6f ? copysignf(far, x) : near;
}
