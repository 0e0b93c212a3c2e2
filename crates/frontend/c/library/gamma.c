// The gamma function and its logarithm.

// Gamma far from zero by Stirling's series: sqrt(2 pi)*x^(x - 1/2)*e^-x*(1 + p(1/x)), with the power in two parts; of a negative number by
// reflection at sin(pi*x).
__device__ float gamma_by_series(float x) {
  bool negative = x < 0.0f;
  float number = fabsf(x) > 41.1f ? 41.1f : x;
  float size = fabsf(number);
  float low = 0.0f;
  float logarithm = logarithm_in_two(size, false, low);
  float exponent = size - 0.5f;
  float product = __fmul_rn(logarithm, exponent);
  float product_low = fmaf(low, exponent, fmaf(logarithm, exponent, -product));
  // minus x*log2(e)
  float less = __fmul_rn(1.442695f, size);
  float less_low = fmaf(1.925963e-08f, size, fmaf(1.442695f, size, -less));
  float high = __fadd_rn(product, -less);
  float back = __fadd_rn(high, less);
  float lost = __fadd_rn(__fadd_rn(product, -back), __fadd_rn(-less, -__fadd_rn(high, -back)));
  float rest = __fadd_rn(__fsub_rn(product_low, less_low), lost);
  // The reciprocal of a large number would be subnormal too soon.
  bool far = size > 33.0f;
  if (negative) high = __fsub_rn(far ? 48.0f : -0.0f, high);
  if (negative) rest = -rest;
  float power = power_of_two_in_two(high, rest) * 2.5066283f;
  float inverse = __nvvm_rcp_approx_ftz_f(size);
  float p = fmaf(6.8413916e-05f, inverse, -5.0603267e-05f);
  p = fmaf(p, inverse, -0.00042276637f);
  p = fmaf(p, inverse, 0.0009921414f);
  p = fmaf(p, inverse, -0.00027855477f);
  p = fmaf(p, inverse, -0.002674901f);
  p = fmaf(p, inverse, 0.0034718034f);
  p = fmaf(p, inverse, 0.08333334f);
  p = inverse * p;
  float result = fmaf(p, power, power);
  if (negative) {
    float quarters = rintf(size + size);
    float sine = sine_of_half_turns(size, __float2int_rz(quarters), fmaf(quarters, -0.5f, size));
    float factor = fmaf(p, number, number);
    float divisor = __fmul_rn(factor, sine);
    float part = __fdividef(1.0f, divisor);
    result = fmaf(power, part, -(power * (fmaf(factor, sine, -divisor) * (part * part)))) * 0.5f;
    if (far) result = result * 3.5527137e-15f;
  }
  return result;
}

__device__ float tgammaf(float x) {
  float result;
  if (fabsf(x) >= 1.5f) {
    result = gamma_by_series(x);
  } else {
    // 1/(a polynomial in the distance to the nearest integer)
    float rest = x == 0.0f ? x : x - rintf(x);
    float factor = x < -0.5f ? x : 1.0f;
    float all = x <= 0.5f ? factor * rest : factor;
    float p = fmaf(-0.0010728657f, rest, 0.0071110534f);
    p = fmaf(p, rest, -0.009643719f);
    p = fmaf(p, rest, -0.042180188f);
    p = fmaf(p, rest, 0.1665409f);
    p = fmaf(p, rest, -0.04200365f);
    p = fmaf(p, rest, -0.6558782f);
    p = fmaf(p, rest, 0.5772157f);
    p = fmaf(p, all, 0.0f);
    result = __fdividef(1.0f, fmaf(p, rest, all));
  }
  if (x < 0.0f) {
    if (truncf(x) == x) {
      result = __int_as_float(0x7fffffff);
    } else if (x < -41.1f && (__float2int_rz(x) & 1) != 0) {
      result = 0.0f;
    }
  }
  return result;
}

// ln(gamma(x)) of a number that is not negative.
__device__ float log_gamma(float x) {
  float y;
  if (x >= 7.8f) {
    // Stirling's series.
    float inverse = __nvvm_rcp_approx_ftz_f(x);
    float square = inverse * inverse;
    float p = fmaf(0.00077783066f, square, -0.0027776554f);
    p = fmaf(p, square, 0.083333276f);
    p = fmaf(p, inverse, 0.9189385f);
    float part = __fmul_rn(logf(x) * 0.5f, x - 0.5f);
    y = __fadd_rn(__fsub_rn(part, x), __fadd_rn(part, p));
    if (x == INFINITY) y = x;
  } else if (x >= 3.0f) {
    float t = x - 3.0f;
    float p = fmaf(-748.8903f, t, -12349.742f);
    p = fmaf(p, t, -41061.375f);
    p = fmaf(p, t, -48310.664f);
    p = fmaf(p, t, -143033.4f);
    float q = fmaf(t - 259.25098f, t, -10777.18f);
    q = fmaf(q, t, -92685.05f);
    q = fmaf(q, t, -206353.58f);
    y = fmaf(p, __nvvm_rcp_approx_ftz_f(q), t);
  } else if (x >= 1.5f) {
    float t = x - 2.0f;
    float p = fmaf(4.9598493e-05f, t, -0.00022089484f);
    p = fmaf(p, t, 0.00054131425f);
    p = fmaf(p, t, -0.001204517f);
    p = fmaf(p, t, 0.0028842518f);
    p = fmaf(p, t, -0.007382758f);
    p = fmaf(p, t, 0.02058132f);
    p = fmaf(p, t, -0.06735249f);
    p = fmaf(p, t, 0.32246703f);
    p = fmaf(p, t, 0.42278433f);
    y = t * p;
  } else if (x >= 0.7f) {
    float t = 1.0f - x;
    float p = fmaf(0.045882665f, t, 0.10373967f);
    p = fmaf(p, t, 0.122803636f);
    p = fmaf(p, t, 0.12752421f);
    p = fmaf(p, t, 0.14321668f);
    p = fmaf(p, t, 0.16934358f);
    p = fmaf(p, t, 0.20740794f);
    p = fmaf(p, t, 0.2705875f);
    p = fmaf(p, t, 0.40068543f);
    p = fmaf(p, t, 0.82246697f);
    p = fmaf(p, t, 0.5772157f);
    y = t * p;
  } else {
    float p = fmaf(0.0035875156f, x, -0.0054712854f);
    p = fmaf(p, x, -0.044627126f);
    p = fmaf(p, x, 0.1673177f);
    p = fmaf(p, x, -0.04213598f);
    p = fmaf(p, x, -0.6558673f);
    p = fmaf(p, x, 0.5772154f);
    y = -logf(fmaf(x * p, x, x));
  }
  return y;
}

__device__ float lgammaf(float x) {
  float size = fabsf(x);
  float y = log_gamma(size);
  if (!(x >= 0.0f)) {
    if (size == floorf(size)) {
      y = INFINITY;
    } else if (size < 1e-19f) {
      y = -logf(size);
    } else {
      // By reflection: ln(pi/(|x|*|sin(pi*x)|)) less the logarithm at |x|.
      float quarters = rintf(size + size);
      float sine = sine_of(fmaf(-quarters, 0.5f, size) * 3.1415927f, __float2int_rz(quarters));
      float logarithm = logf(size * fabsf(sine));
      y = fmaf(__fsub_rn(1.1447299f, logarithm), 1.0f, -y);
    }
  }
  return y;
}
