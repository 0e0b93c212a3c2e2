// Logarithms and powers of doubles.

// ln x: x = 2^whole * m, with the logarithm of m by s = 2(m - 1)/(m + 1), whose error is made up for.
__device__ double log(double x) {
  int high = __double2hiint(x);
  int whole = -1023;
  if (high <= 0x000fffff) {
    x = x * 1.8014398509481984e+16;
    high = __double2hiint(x);
    whole = -1077;
  }
  double y;
  if ((unsigned int)(high - 1) < 0x7fefffffu) {
    whole = whole + (int)((unsigned int)high >> 20);
    int upper = (high & 0x800fffff) | 0x3ff00000;
    if (upper >= 0x3ff6a09f) {
      upper = upper - 0x100000;
      whole = whole + 1;
    }
    double m = __hiloint2double(upper, __double2loint(x));
    double inverse = reciprocal(m + 1.0);
    double less = m - 1.0;
    double product = less * inverse;
    double s = fma(less, inverse, product);
    double square = s * s;
    double p = fma(1.0263276909458365e-06, square, 4.036488625710656e-06);
    p = fma(p, square, 1.8784407018835667e-05);
    p = fma(p, square, 8.877807196497797e-05);
    p = fma(p, square, 0.00043402779293201976);
    p = fma(p, square, 0.0022321428567665586);
    p = fma(p, square, 0.012500000000004514);
    p = fma(p, square, 0.08333333333333331);
    double rest = __dsub_rn(less, s);
    double lost = inverse * fma(-s, less, __dadd_rn(rest, rest));
    double count = (double)whole;
    double first = fma(count, 0.6931471805599453, s);
    double back = __dsub_rn(fma(-count, 0.6931471805599453, first), s);
    double second = __dsub_rn(fma(square * p, s, lost), back);
    y = __dadd_rn(first, fma(count, 2.3190468138462996e-17, second));
  } else {
    // Zero, infinite, negative, or no number.
    y = upper_as_float(x) == 0.0f ? -INFINITY : fma(x, INFINITY, INFINITY);
  }
  return y;
}

// 1/x by an approximation and a step of third order.
__device__ double reciprocal(double x) {
  double y = __nvvm_rcp_approx_ftz_d(x);
  double rest = fma(-x, y, 1.0);
  return fma(fma(rest, rest, rest), y, y);
}

__device__ double log2(double x) {
  double y = log(x);
  return fma(y, 1.4426950408889634, y * 2.0355273740931033e-17);
}

__device__ double log10(double x) {
  double y = log(x);
  return fma(y, 0.4342944819032518, y * 1.098319650216765e-17);
}

// ln x of a positive number as the sum of a result and `all_low`, with about twenty more bits.
__device__ double logarithm_in_two_double(double x, double &all_low) {
  int high = __double2hiint(x), low = __double2loint(x);
  int biased = (int)((unsigned int)high >> 20);
  if (biased == 0) {
    double normal = x * 1.8014398509481984e+16;
    high = __double2hiint(normal);
    low = __double2loint(normal);
    biased = (int)((unsigned int)high >> 20) - 54;
  }
  int upper = (high & 0x800fffff) | 0x3ff00000;
  int whole = biased - 1023;
  if ((unsigned int)upper >= 0x3ff6a09fu) {
    upper = upper - 0x100000;
    whole = biased - 1022;
  }
  double m = __hiloint2double(upper, low);
  double inverse = reciprocal(m + 1.0);
  double less = m - 1.0;
  double product = less * inverse;
  double s = fma(less, inverse, product);
  double square = s * s;
  double p = fma(1.0109501899597673e-06, square, 4.043636205277137e-06);
  p = fma(p, square, 1.8783065870784382e-05);
  p = fma(p, square, 8.877820186630203e-05);
  p = fma(p, square, 0.0004340277860504996);
  p = fma(p, square, 0.002232142856960391);
  p = fma(p, square, 0.012500000000001945);
  double rest = __dsub_rn(less, s);
  // What s lost, and the sum 1/12 + square*p in two parts.
  double lost = inverse * fma(-s, less, __dadd_rn(rest, rest));
  double sum = fma(square, p, 0.08333333333333333);
  double sum_low = __dadd_rn(__dadd_rn(fma(square, p, __dsub_rn(0.08333333333333333, sum)), 0.0), -2.4550373211645616e-18);
  double share = __dadd_rn(sum, sum_low);
  double share_low = __dadd_rn(sum_low, __dsub_rn(sum, share));
  // The third power of s in two parts.
  double second = __dmul_rn(s, s);
  double twice_lost = raised(lost, 1);
  double second_low = fma(s, twice_lost, fma(s, s, -second));
  double third = __dmul_rn(second, s);
  double third_low = fma(second_low, s, fma(second, lost, fma(second, s, -third)));
  // Their product, added to s.
  double term = __dmul_rn(share, third);
  double term_low = fma(share_low, third, fma(share, third_low, fma(share, third, -term)));
  double more = __dadd_rn(term, term_low);
  double more_low = __dadd_rn(term_low, __dsub_rn(term, more));
  double near = __dadd_rn(s, more);
  double near_low = __dadd_rn(lost, __dadd_rn(more_low, __dadd_rn(more, __dsub_rn(s, near))));
  double logarithm = __dadd_rn(near, near_low);
  double logarithm_low = __dadd_rn(near_low, __dsub_rn(near, logarithm));
  // And the powers of two.
  double count = (double)whole;
  double first = fma(count, 0.6931471805599453, logarithm);
  double back = __dsub_rn(fma(-count, 0.6931471805599453, first), logarithm);
  double first_low = fma(count, 2.3190468138462996e-17, __dsub_rn(logarithm_low, back));
  double all = __dadd_rn(first, first_low);
  all_low = __dadd_rn(first_low, __dsub_rn(first, all));
  return all;
}

// e^(y*ln x), where logarithm and product have two parts each.
__device__ double power_of_positive_double(double x, double y) {
  double all_low = 0.0;
  double all = logarithm_in_two_double(x, all_low);
  // A power so large that the product would lose its second part does with fewer.
  int upper_y = __double2hiint(y);
  if ((unsigned int)(upper_y << 1) > 0xfdffffffu) upper_y = upper_y & 0xff0fffff;
  double power = __hiloint2double(upper_y, __double2loint(y));
  double exponent = __dmul_rn(all, power);
  double exponent_low = fma(all_low, power, fma(all, power, -exponent));
  double whole_exponent = __dadd_rn(exponent, exponent_low);
  double result = exp(whole_exponent);
  if (fabs(result) != INFINITY) {
    result = fma(result, __dadd_rn(exponent_low, __dsub_rn(exponent, whole_exponent)), result);
  }
  return result;
}

__device__ double pow(double x, double y) {
  int upper_x = __double2hiint(x), upper_y = __double2hiint(y);
  // Of an odd integer only the lowest bit of the whole part is left, at the top.
  int places = ((upper_y & 0x7ff00000) >> 20) - 1012;
  unsigned long long lowest = (unsigned int)places < 64u ? (unsigned long long)__double_as_longlong(y) << places : 0ull;
  bool odd = lowest == 0x8000000000000000ull;
  double result = power_of_positive_double(fabs(x), y);
  if (x == 0.0) {
    odd = odd && fabs(y) != 0.5;
    int upper = odd ? upper_x : 0;
    if (upper_y < 0) upper = upper | 0x7ff00000;
    result = __hiloint2double(upper, 0);
  } else if (upper_x < 0) {
    if (odd) result = -result;
    if (trunc(y) != y) result = __hiloint2double(0xfff80000, 0);
  }
  if ((__double2hiint(__dadd_rn(x, y)) & 0x7ff00000) == 0x7ff00000) {
    if (x != x || y != y) {
      result = __dadd_rn(x, y);
    } else if (fabs(y) == INFINITY) {
      int upper = fabs(x) > 1.0 ? 0x7ff00000 : 0;
      if (upper_y < 0) upper = upper ^ 0x7ff00000;
      if (x == -1.0) upper = 0x3ff00000;
      result = __hiloint2double(upper, 0);
    } else if (fabs(x) == INFINITY) {
      int upper = upper_y >= 0 ? 0x7ff00000 : 0;
      if (upper_x < 0 && odd && (upper_y & 0x7fffffff) != 0x3fe00000) upper = upper | 0x80000000;
      result = __hiloint2double(upper, 0);
    }
  }
  return x == 1.0 || y == 0.0 ? 1.0 : result;
}
