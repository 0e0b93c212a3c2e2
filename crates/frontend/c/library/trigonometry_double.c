// Sine, cosine and tangent of doubles; the angle is reduced as that of singles is (trigonometry.c).

// The same of an operand from 2^31 on.
__device__ double reduced_by_integers_double(double x, int &quarters) {
  // 1152 bits of 2/pi, the lowest word first.
  const unsigned long long two_over_pi[18] = {
      0x6bfb5fb11f8d5d08ull, 0x3d0739f78a5292eaull, 0x7527bac7ebe5f17bull, 0x4f463f669e5fea2dull, 0x6d367ecf27cb09b7ull, 0xef2f118b5a0a6d1full,
      0x1ff897ffde05980full, 0x9c845f8bbdf9283bull, 0x3991d639835339f4ull, 0xe99c7026b45f7e41ull, 0xe88235f52ebb4484ull, 0xfe1deb1cb129a73eull,
      0x06492eea09d1921cull, 0xb7246e3a424dd2e0ull, 0xfe5163abdebbc561ull, 0xdb6295993c439041ull, 0xfc2757d1f534ddc0ull, 0xa2f9836e4e441529ull};
  int exponent = (int)((unsigned int)__double2hiint(x) >> 20 & 0x7ff) - 1024;
  bool negative = __double2hiint(x) < 0;
  unsigned long long significand = (unsigned long long)__double_as_longlong(x) << 11 | 0x8000000000000000ull;
  int first = 15 - (exponent >> 6);
  int last = first > 13 ? 18 : first + 4;
  unsigned long long words[5];
  unsigned long long carry = 0ull;
  for (int at = first; at < last; at++) {
    unsigned long long low = two_over_pi[at] * significand + carry;
    carry = __umul64hi(two_over_pi[at], significand) + (low < carry ? 1ull : 0ull);
    words[at - first] = low;
  }
  words[last - first] = carry;
  int shift = exponent & 63;
  unsigned long long high = words[3];
  unsigned long long low = words[2];
  if (shift != 0) {
    high = (high << shift) | (low >> (64 - shift));
    low = (low << shift) | (words[1] >> (64 - shift));
  }
  // Two bits count quarter turns; a fraction of a half or more counts from the next one back.
  bool back = (high >> 61 & 1ull) != 0ull;
  int count = (int)(high >> 62) + (back ? 1 : 0);
  quarters = negative ? -count : count;
  high = high << 2 | low >> 62;
  low = low << 2;
  if (back) {
    low = 0ull - low;
    high = ~high + (low == 0ull ? 1ull : 0ull);
  }
  // The fraction is made a number of 64 bits from its first one on, and multiplied by pi/2.
  int zeros = __clzll((long long)high);
  if (zeros != 0) high = (high << zeros) | (low >> (64 - zeros));
  unsigned long long product = __umul64hi(high, 0xc90fdaa22168c235ull);
  unsigned long long product_low = high * 0xc90fdaa22168c235ull;
  if ((long long)product > 0) {
    product = product << 1 | product_low >> 63;
    zeros = zeros + 1;
  }
  unsigned long long fraction = (((product + 1ull) >> 10) + 1ull) >> 1;
  unsigned long long bits = 0x3fe0000000000000ull - ((unsigned long long)zeros << 52) + fraction;
  if (negative != back) bits = bits | 0x8000000000000000ull;
  return __longlong_as_double((long long)bits);
}

// The angle that is left of a finite number, and the quarter turns.
__device__ double reduced_finite_double(double x, int &quarters) {
  quarters = __double2int_rn(x * 0.6366197723675814);
  double whole = (double)quarters;
  double angle = fma(-whole, 1.5707963267948966, x);
  angle = fma(-whole, 6.123233995736757e-17, angle);
  angle = fma(-whole, 8.478427660368898e-32, angle);
  if (fabs(x) >= 2147483648.0) angle = reduced_by_integers_double(x, quarters);
  return angle;
}

__device__ double reduced_double(double x, int &quarters) {
  double angle;
  if (fabs(x) == INFINITY) {
    quarters = 0;
    angle = __dmul_rn(x, 0.0);
  } else {
    angle = reduced_finite_double(x, quarters);
  }
  return angle;
}

__device__ double sine_of_double(double angle, int quarters) {
  bool even = (quarters & 1) == 0;
  double square = __dmul_rn(angle, angle);
  double p = fma(even ? 1.5903078570611027e-10 : -1.1367817304626284e-11, square, even ? -2.5050911383645487e-08 : 2.08758833785978e-09);
  p = fma(p, square, even ? 2.755731498463003e-06 : -2.7557315542999557e-07);
  p = fma(p, square, even ? -0.0001984126983447703 : 2.4801587293618683e-05);
  p = fma(p, square, even ? 0.008333333333329349 : -0.0013888888888880667);
  p = fma(p, square, even ? -0.16666666666666663 : 0.04166666666666664);
  p = fma(p, square, even ? 0.0 : -0.5);
  double y = even ? fma(p, angle, angle) : fma(p, square, 1.0);
  if ((quarters & 2) != 0) y = fma(y, -1.0, 0.0);
  return y;
}

__device__ double sin(double x) {
  int quarters = 0;
  double angle = reduced_double(x, quarters);
  return sine_of_double(angle, quarters);
}

__device__ double cos(double x) {
  int quarters = 0;
  double angle = reduced_double(x, quarters);
  return sine_of_double(angle, quarters + 1);
}

__device__ void sincos(double x, double &sine, double &cosine) {
  int quarters = 0;
  double angle = reduced_double(x, quarters);
  sine = sine_of_double(angle, quarters);
  cosine = sine_of_double(angle, quarters + 1);
}
