// Hyperbolic functions of doubles, their inverses, and e^x - 1.

__device__ double exponential_less_one(double rest) {
  double p = fma(2.0900320002536536e-09, rest, 2.5118162590908232e-08);
  p = fma(p, rest, 2.7557338697780046e-07);
  p = fma(p, rest, 2.755722422687505e-06);
  p = fma(p, rest, 2.4801587233770713e-05);
  p = fma(p, rest, 0.00019841269897009385);
  p = fma(p, rest, 0.0013888888888929842);
  p = fma(p, rest, 0.008333333333321891);
  p = fma(p, rest, 0.04166666666666661);
  p = fma(p, rest, 0.1666666666666667);
  p = fma(p, rest, 0.5);
  return fma(rest * p, rest, rest);
}

// e^rest * 2^powers less `less`, where 2^powers may be halved so that it fits.
__device__ double scaled_less(double x, double rest, int powers, double less, bool zero) {
  bool halved = powers == 1024;
  double scale = __hiloint2double(((powers - (halved ? 1 : 0)) << 20) + 0x3ff00000, 0);
  double y = fma(exponential_less_one(rest), scale, __dsub_rn(scale, less));
  if (halved) y = __dadd_rn(y, y);
  return zero ? rest : y;
}

__device__ double expm1(double x) {
  double y;
  float upper = upper_as_float(x);
  if (upper < 4.193147f && upper > -3.1640625f) {
    double shifted = fma(x, 1.4426950408889634, 6755399441055744.0);
    double whole = __dadd_rn(shifted, -6755399441055744.0);
    double rest = fma(whole, -0.6931471805599453, x);
    rest = fma(whole, -2.3190468138462996e-17, rest);
    int twice = __double2hiint(x) << 1;
    // Near zero nothing is taken off.
    bool near = (unsigned int)twice < 0x7fb3e647u;
    y = scaled_less(x, near ? x : rest, near ? 0 : __double2loint(shifted), 1.0, twice == 0);
  } else {
    y = __double2hiint(x) < 0 ? -1.0 : (double)INFINITY;
    if (x != x) y = __dadd_rn(x, x);
  }
  return y;
}

// With t = (e^|x| - 1)/2 that is t + t/(2t + 1).
__device__ double sinh(double x) {
  double size = fabs(x);
  double y;
  if ((unsigned int)__double2hiint(size) < 0x3ff00000u) {
    double square = size * size;
    double p = fma(7.75874880215053e-13, square, 1.6057259768605444e-10);
    p = fma(p, square, 2.5052123136725876e-08);
    p = fma(p, square, 2.755731915707185e-06);
    p = fma(p, square, 0.00019841269841431873);
    p = fma(p, square, 0.008333333333333148);
    p = fma(p, square, 0.16666666666666669);
    y = fma(square * p, size, size);
  } else {
    double shifted = fma(size, 1.4426950408889634, 6755399441055744.0);
    double whole = __dadd_rn(shifted, -6755399441055744.0);
    double rest = fma(whole, -0.6931471805599453, size);
    rest = fma(whole, -2.3190468138462996e-17, rest);
    double t = scaled_less(size, rest, __double2loint(shifted) - 1, 0.5, false);
    y = __dadd_rn(t, __ddiv_rn(t, fma(2.0, t, 1.0)));
    if (size >= 710.475860073944) y = INFINITY;
  }
  return copysign(y, x);
}

// Twice of e^|x|/4 + 1/(16 * e^|x|/4).
__device__ double cosh(double x) {
  double size = fabs(x);
  double half_of;
  if ((unsigned int)__double2hiint(size) < 0x408633cfu) {
    double shifted = fma(size, 1.4426950408889634, 6755399441055744.0);
    double whole = __dadd_rn(shifted, -6755399441055744.0);
    double rest = fma(whole, -0.6931471805599453, size);
    rest = fma(whole, -2.3190468138462996e-17, rest);
    double quarter = raised(exponential_near_zero(rest), __double2loint(shifted) - 2);
    half_of = fma(reciprocal(quarter), 0.0625, quarter);
  } else {
    half_of = x <= INFINITY ? (double)INFINITY : x;
  }
  return __dadd_rn(half_of, half_of);
}

// Near zero a polynomial, else 1 - 2/(e^2|x| + 1), where e^2|x| is found from -(1 - e^2|x|).
__device__ double tanh(double x) {
  double size = fabs(x);
  double y;
  if (size >= 0.6554117889404296) {
    double twice = __dadd_rn(size, size);
    float whole = rintf((float)twice * 1.442695f);
    double rest = fma(-(double)whole, 0.6931471805599453, twice);
    double p = fma(2.506210197447926e-08, rest, 2.762626470761021e-07);
    p = fma(p, rest, 2.7557381798574225e-06);
    p = fma(p, rest, 2.4801504596442702e-05);
    p = fma(p, rest, 0.00019841269746984988);
    p = fma(p, rest, 0.0013888888932264757);
    p = fma(p, rest, 0.008333333333377164);
    p = fma(p, rest, 0.041666666666573884);
    p = fma(p, rest, 0.16666666666666607);
    p = fma(p, rest, 0.5000000000000006);
    p = fma(rest * p, rest, rest);
    double power = (double)__nvvm_ex2_approx_ftz_f(whole);
    double divisor = __dsub_rn(2.0, fma(-p, power, __dsub_rn(1.0, power)));
    y = fma(2.0, -reciprocal(divisor), 1.0);
    if ((unsigned int)__double2hiint(size) > 0x40330fc1u) y = 1.0;
    y = copysign(y, x);
  } else {
    double square = x * x;
    double p = fma(-1.596017517389285e-05, square, 7.709297689027866e-05);
    p = fma(p, square, -0.00022870121144856145);
    p = fma(p, square, 0.000586488194620488);
    p = fma(p, square, -0.001455047543504545);
    p = fma(p, square, 0.0035920144108182715);
    p = fma(p, square, -0.008863225224458907);
    p = fma(p, square, 0.021869487987893173);
    p = fma(p, square, -0.05396825395322091);
    p = fma(p, square, 0.1333333333331715);
    p = fma(p, square, -0.33333333333333304);
    p = fma(p, square, 0.0);
    y = fma(p, x, x);
  }
  return y;
}

// Near zero by s = x/(x + 2), else the logarithm of the rounded sum.
__device__ double log1p(double x) {
  double y;
  float upper = upper_as_float(x);
  if (upper < 1.7916666f && upper > -1.6999999f) {
    double product = x * __ddiv_rn(x, __dadd_rn(x, 2.0));
    double s = __dsub_rn(x, product);
    double square = s * s;
    double p = fma(1.1592593968945531e-06, square, 3.941356435158717e-06);
    p = fma(p, square, 1.881270924625768e-05);
    p = fma(p, square, 8.87736089951566e-05);
    p = fma(p, square, 0.0004340281868625582);
    p = fma(p, square, 0.0022321428379086373);
    p = fma(p, square, 0.012500000000436613);
    p = fma(p, square, 0.08333333333332996);
    y = __dadd_rn(x, fma(square * p, s, -product));
  } else {
    y = log(__dadd_rn(x, 1.0));
  }
  return y;
}

// ln(1 + t) with t = |x| + x*x/(1 + sqrt(x*x + 1)), or ln 2|x| far away.
__device__ double asinh(double x) {
  double size = fabs(x);
  bool far = (unsigned int)__double2hiint(size) > 0x43dfffffu;
  double square = fma(x, x, 1.0);
  double divisor = fma(square, root_step(square, __nvvm_rsqrt_approx_ftz_d(square)), 1.0);
  double inverse = reciprocal(divisor);
  double more = far ? size : fma(size, size * inverse, size);
  double y = log1p(more);
  if (far) y = __dadd_rn(y, 0.6931471805599453);
  return copysign(y, x);
}

__device__ double acosh(double x) {
  double less = __dadd_rn(x, -1.0);
  double square = fma(x, x, -1.0);
  double root = root_with_steps(square, __nvvm_rsqrt_approx_ftz_d(square));
  if (__double2hiint(less) == 0) root = 0.0;
  bool far = (unsigned int)__double2hiint(less) > 0x432fffffu;
  if (far) root = -1.0000000000000002;
  double y = log1p(__dadd_rn(less, root));
  return far ? __dadd_rn(y, 0.6931471805599453) : y;
}

__device__ double atanh(double x) {
  double size = fabs(x);
  double y = log1p(__ddiv_rn(__dadd_rn(size, size), __dsub_rn(1.0, size)));
  return copysign(y * 0.5, x);
}
