// Lengths of three and four sides, and their inverses. All sides are multiplied by the power of two that keeps their squares in range; the
// longest side decides it, and its square is added last.

__device__ float norm3df(float x, float y, float z) {
  float a = fabsf(x), b = fabsf(y), c = fabsf(z);
  float sum = a + b + c;
  float third = fminf(a, b), longer = fmaxf(a, b);
  float second = fminf(longer, c), longest = fmaxf(longer, c);
  int power = __float_as_int(longest) & 0xfe000000;
  float scale = __int_as_float(0x7e800000 - power);
  float one = longest * scale, two = second * scale, three = third * scale;
  float length = sqrtf(fmaf(one, one, fmaf(three, three, two * two))) * __int_as_float(power | 0x800000);
  if (!(sum > longest)) length = sum;
  return longest == INFINITY ? INFINITY : length;
}

__device__ float norm4df(float x, float y, float z, float w) {
  float a = fabsf(x), b = fabsf(y), c = fabsf(z), last = fabsf(w);
  float sum = c + (a + b + last);
  float fourth = fminf(a, b), long1 = fmaxf(a, b);
  float third = fminf(long1, c), long2 = fmaxf(long1, c);
  float second = fminf(long2, last), longest = fmaxf(long2, last);
  int power = __float_as_int(longest) & 0xfe000000;
  float scale = __int_as_float(0x7e800000 - power);
  float one = longest * scale, two = second * scale, three = third * scale, four = fourth * scale;
  float square = fmaf(one, one, fmaf(four, four, fmaf(three, three, two * two)));
  float length = sqrtf(square) * __int_as_float(power | 0x800000);
  if (!(sum > longest)) length = sum;
  return longest == INFINITY ? INFINITY : length;
}

__device__ float rnorm3df(float x, float y, float z) {
  float a = fabsf(x), b = fabsf(y), c = fabsf(z);
  float sum = a + b + c;
  float third = fminf(a, b), longer = fmaxf(a, b);
  float second = fminf(longer, c), longest = fmaxf(longer, c);
  float scale = __int_as_float(0x7e800000 - (__float_as_int(longest) & 0xfe000000));
  float one = longest * scale, two = second * scale, three = third * scale;
  float inverse = rsqrtf(fmaf(one, one, fmaf(three, three, two * two))) * scale;
  if (!(fabsf(sum) <= INFINITY)) inverse = sum;
  return longest == INFINITY ? 0.0f : inverse;
}

__device__ float rnorm4df(float x, float y, float z, float w) {
  float a = fabsf(x), b = fabsf(y), c = fabsf(z), last = fabsf(w);
  float sum = c + (a + b + last);
  float fourth = fminf(a, b), long1 = fmaxf(a, b);
  float third = fminf(long1, c), long2 = fmaxf(long1, c);
  float second = fminf(long2, last), longest = fmaxf(long2, last);
  float scale = __int_as_float(0x7e800000 - (__float_as_int(longest) & 0xfe000000));
  float one = longest * scale, two = second * scale, three = third * scale, four = fourth * scale;
  float inverse = rsqrtf(fmaf(one, one, fmaf(four, four, fmaf(three, three, two * two)))) * scale;
  if (!(fabsf(sum) <= INFINITY)) inverse = sum;
  return longest == INFINITY ? 0.0f : inverse;
}

// The root of a sum of squares whose sides were scaled, and the scale taken off again.
__device__ double norm_of_sides(double square, int power, double sum, double longest) {
  double capped = fmin(square, 1.7976931348623157e+308);
  double length = (square * root_step(capped, __nvvm_rsqrt_approx_ftz_d(capped))) * __hiloint2double(power | 0x100000, 0);
  if (!(sum > longest)) length = sum;
  return (unsigned int)__double2hiint(longest) < 0x7ff00000u ? length : longest;
}

__device__ double rnorm_of_sides(double square, double scale, double sum, double longest) {
  double inverse = scale * root_step(square, __nvvm_rsqrt_approx_ftz_d(square));
  if (!(sum > 0.0)) inverse = sum + (double)INFINITY;
  return longest == (double)INFINITY ? 0.0 : inverse;
}

__device__ double norm3d(double x, double y, double z) {
  double a = fabs(x), b = fabs(y), c = fabs(z);
  double third = fmin(a, b), longer = fmax(a, b);
  double second = fmin(longer, c), longest = fmax(longer, c);
  int power = __double2hiint(longest) & 0xffc00000;
  double scale = __hiloint2double(0x7fd00000 - power, 0);
  double one = longest * scale, two = second * scale, three = third * scale;
  return norm_of_sides(fma(one, one, fma(three, three, two * two)), power, a + b + c, longest);
}

__device__ double norm4d(double x, double y, double z, double w) {
  double a = fabs(x), b = fabs(y), c = fabs(z), last = fabs(w);
  double fourth = fmin(a, b), long1 = fmax(a, b);
  double third = fmin(long1, c), long2 = fmax(long1, c);
  double second = fmin(long2, last), longest = fmax(long2, last);
  int power = __double2hiint(longest) & 0xffc00000;
  double scale = __hiloint2double(0x7fd00000 - power, 0);
  double one = longest * scale, two = second * scale, three = third * scale, four = fourth * scale;
  return norm_of_sides(fma(one, one, fma(four, four, fma(three, three, two * two))), power, a + b + c + last, longest);
}

__device__ double rnorm3d(double x, double y, double z) {
  double a = fabs(x), b = fabs(y), c = fabs(z);
  double third = fmin(a, b), longer = fmax(a, b);
  double second = fmin(longer, c), longest = fmax(longer, c);
  double scale = __hiloint2double(0x7fd00000 - (__double2hiint(longest) & 0xffc00000), 0);
  double one = longest * scale, two = second * scale, three = third * scale;
  return rnorm_of_sides(fma(one, one, fma(three, three, two * two)), scale, a + b + c, longest);
}

__device__ double rnorm4d(double x, double y, double z, double w) {
  double a = fabs(x), b = fabs(y), c = fabs(z), last = fabs(w);
  double fourth = fmin(a, b), long1 = fmax(a, b);
  double third = fmin(long1, c), long2 = fmax(long1, c);
  double second = fmin(long2, last), longest = fmax(long2, last);
  double scale = __hiloint2double(0x7fd00000 - (__double2hiint(longest) & 0xffc00000), 0);
  double one = longest * scale, two = second * scale, three = third * scale, four = fourth * scale;
  return rnorm_of_sides(fma(one, one, fma(four, four, fma(three, three, two * two))), scale, a + b + c + last, longest);
}
