// Exponential functions of doubles.
//
// The power is split into whole powers of two, which are added to an exponent field, and a rest near zero. A sum with 6755399441055744
// has the nearest integer in its lowest bits.

// e^rest
__device__ double exponential_near_zero(double rest) {
  double p = fma(2.502232253650299e-08, rest, 2.763090348817311e-07);
  p = fma(p, rest, 2.755751454588244e-06);
  p = fma(p, rest, 2.4801491039099165e-05);
  p = fma(p, rest, 0.00019841269589115497);
  p = fma(p, rest, 0.001388888894591638);
  p = fma(p, rest, 0.008333333333455043);
  p = fma(p, rest, 0.041666666666519754);
  p = fma(p, rest, 0.16666666666666477);
  p = fma(p, rest, 0.5000000000000012);
  p = fma(p, rest, 1.0);
  p = fma(p, rest, 1.0);
  return p;
}

// Whole powers of two, as long as the result is normal.
__device__ double raised(double x, int powers) { return __hiloint2double(__double2hiint(x) + (powers << 20), __double2loint(x)); }

// The same in two steps, of which the second rounds.
__device__ double raised_far(double x, int powers) {
  int first = powers / 2;
  return raised(x, first) * __hiloint2double(((powers - first) << 20) + 0x3ff00000, 0);
}

// The upper half of a double's bits, whose order as floats is theirs.
__device__ float upper_as_float(double x) { return __int_as_float(__double2hiint(x)); }

__device__ double exp(double x) {
  double shifted = fma(x, 1.4426950408889634, 6755399441055744.0);
  double whole = __dadd_rn(shifted, -6755399441055744.0);
  double rest = fma(whole, -0.6931471805599453, x);
  rest = fma(whole, -2.3190468138462996e-17, rest);
  double power = exponential_near_zero(rest);
  double y = raised(power, __double2loint(shifted));
  float size = fabsf(upper_as_float(x));
  if (!(size < 4.191793f)) {
    y = x < 0.0 ? 0.0 : __dadd_rn(x, INFINITY);
    if (size < 4.227539f) y = raised_far(power, __double2loint(shifted));
  }
  return y;
}

// What both others are out of range.
__device__ double out_of_range(double x) {
  double y = __double2hiint(x) < 0 ? 0.0 : (double)INFINITY;
  return x != x ? x + x : y;
}

__device__ double exp2(double x) {
  double shifted = __dadd_rn(x, 6755399441055744.0);
  double rest = __dsub_rn(x, __dadd_rn(shifted, -6755399441055744.0));
  double power = exponential_near_zero(fma(rest, 0.6931471805599453, rest * 2.3190468138462996e-17));
  double y = raised(power, __double2loint(shifted));
  float size = fabsf(upper_as_float(x));
  if (!(size < 4.498047f)) {
    y = out_of_range(x);
    if (size < 4.5249023f) y = raised_far(power, __double2loint(shifted));
  }
  return y;
}

__device__ double exp10(double x) {
  double shifted = fma(x, 3.321928094887362, 6755399441055744.0);
  double whole = __dadd_rn(shifted, -6755399441055744.0);
  double rest = fma(whole, -0.3010299956639812, x);
  rest = fma(whole, 2.8037281277851704e-18, rest);
  double power = exponential_near_zero(fma(rest, 2.302585092994046, rest * -2.1707562233822494e-16));
  double y = raised(power, __double2loint(shifted));
  float size = fabsf(upper_as_float(x));
  if (!(size < 3.800442f)) {
    y = out_of_range(x);
    if (size < 3.8160229f) y = raised_far(power, __double2loint(shifted));
  }
  return y;
}
