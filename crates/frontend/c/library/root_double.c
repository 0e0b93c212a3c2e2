// Roots and lengths of doubles.

// A step of third order from an approximation of 1/sqrt(x).
__device__ double root_step(double x, double inverse) {
  double rest = fma(x, -__dmul_rn(inverse, inverse), 1.0);
  return fma(fma(0.375, rest, 0.5), __dmul_rn(rest, inverse), inverse);
}

// The significand and up to two powers of two, and a third of the rest of the exponent.
__device__ double root_operand(double x, int &thirds) {
  int high = __double2hiint(x) & 0x7fffffff;
  int low = __double2loint(x);
  int exponent = (int)((unsigned int)high >> 20);
  int back = 0;
  if (exponent == 0) {
    double normal = __hiloint2double(high, low) * 1.8014398509481984e+16;
    low = __double2loint(normal);
    high = __double2hiint(normal);
    exponent = (int)((unsigned int)high >> 20);
    back = 18;
  }
  int count = __float2int_rn((float)(exponent - 1022) * 0.33333334f);
  thirds = count - back;
  return __hiloint2double(high - count * 0x300000, low);
}

__device__ double cbrt(double x) {
  int thirds = 0;
  double operand = root_operand(x, thirds);
  float logarithm = __nvvm_lg2_approx_ftz_f((float)operand);
  double y = (double)__nvvm_ex2_approx_ftz_f(logarithm * 0.33333334f);
  // y + y*(a - y^3)/(a + 2 y^3)
  double square = y * y;
  double inverse = reciprocal(fma(raised(square, 1), y, operand));
  double step = inverse * fma(square, -y, operand);
  y = raised(fma(y, step, y), thirds);
  double twice = __dadd_rn(x, x);
  return x != x || twice == x || twice != twice ? twice : copysign(y, x);
}

__device__ double rcbrt(double x) {
  int thirds = 0;
  double operand = root_operand(x, thirds);
  float logarithm = __nvvm_lg2_approx_ftz_f((float)operand);
  double y = (double)__nvvm_ex2_approx_ftz_f(logarithm * -0.33333334f);
  // 1 - a*y^3 from products in two parts.
  double square = __dmul_rn(y, y);
  double product = __dmul_rn(operand, y);
  double rest = fma(square, -product, 1.0);
  rest = fma(square, -fma(operand, y, -product), rest);
  rest = fma(product, -fma(y, y, -square), rest);
  y = fma(fma(0.2222222222222222, rest, 0.3333333333333333), __dmul_rn(rest, y), y);
  double twice = __dadd_rn(x, x);
  if (twice == x) {
    y = __hiloint2double(__double2hiint(x) ^ 0x7ff00000, 0);
  } else {
    y = fabs(x) != fabs(x) ? twice : raised(y, -thirds);
  }
  return copysign(y, x);
}

// Both sides are multiplied by the power of two that keeps their squares in range. Sizes are compared as integers.
__device__ double hypot(double x, double y) {
  unsigned long long a = (unsigned long long)__double_as_longlong(fabs(y)), b = (unsigned long long)__double_as_longlong(fabs(x));
  double less = __longlong_as_double((long long)min(a, b)), more = __longlong_as_double((long long)max(a, b));
  int power = __double2hiint(more) & 0xffc00000;
  double scale = __hiloint2double(0x7fd00000 - power, 0);
  double shorter = scale * less;
  double longer = scale * more;
  double sum = fma(longer, longer, shorter * shorter);
  double capped = fmin(sum, 1.7976931348623157e+308);
  double length = (sum * root_step(capped, __nvvm_rsqrt_approx_ftz_d(capped))) * __hiloint2double(power | 0x100000, 0);
  if (less == 0.0) length = more;
  return (unsigned int)__double2hiint(less) < 0x7ff00000u ? length : less;
}

__device__ double rhypot(double x, double y) {
  unsigned long long a = (unsigned long long)__double_as_longlong(fabs(y)), b = (unsigned long long)__double_as_longlong(fabs(x));
  double less = __longlong_as_double((long long)min(a, b)), more = __longlong_as_double((long long)max(a, b));
  double scale = __hiloint2double(0x7fd00000 - (__double2hiint(more) & 0xffc00000), 0);
  double shorter = scale * less;
  double longer = scale * more;
  double sum = fma(longer, longer, shorter * shorter);
  double inverse = scale * root_step(sum, __nvvm_rsqrt_approx_ftz_d(sum));
  if ((unsigned int)__double2hiint(inverse) >= 0x7ff00000u) {
    inverse = more == INFINITY ? 0.0 : (double)INFINITY;
    if (more != more) inverse = __dadd_rn(more, less);
    if (less == INFINITY) inverse = 0.0;
  }
  return inverse;
}
