// Cube roots, lengths, powers.

// x * (x*x)^(-1/3), one step of Newton's method after an approximation.
__device__ float cbrtf(float x) {
  float size = fabsf(x);
  float inverse = __nvvm_ex2_approx_ftz_f(__log2f(size) * -0.6666667f);
  float root = size * inverse;
  float rest = fmaf(root, -(inverse * root), 1.0f);
  root = fmaf(root, rest * 0.33333334f, root);
  if (x < 0.0f) root = -root;
  // Zero, infinite, or no number.
  return x + x == x ? x + x : root;
}

__device__ float rcbrtf(float x) {
  float size = fabsf(x);
  float inverse = __nvvm_ex2_approx_ftz_f(__log2f(size) * -0.33333334f);
  float rest = fmaf(inverse * inverse, -(size * inverse), 1.0f);
  inverse = fmaf(rest, inverse * 0.33333334f, inverse);
  if (x < 0.0f) inverse = -inverse;
  // Zero becomes infinity, and infinity zero.
  return x + x == x ? __int_as_float(__float_as_int(x + x) ^ 0x7f800000) : inverse;
}

// Both sides are multiplied by the power of two that keeps their squares in range. Sizes are compared as integers.
__device__ float hypotf(float x, float y) {
  int a = __float_as_int(fabsf(x)), b = __float_as_int(fabsf(y));
  int less = min(b, a), more = max(b, a);
  int power = more & 0xfe000000;
  float scale = __int_as_float(0x7e800000 - power);
  float shorter = __int_as_float(less) * scale;
  float longer = __int_as_float(more) * scale;
  float length = sqrtf(fmaf(longer, longer, shorter * shorter)) * __int_as_float(power | 0x800000);
  if (__int_as_float(less) == 0.0f) length = __int_as_float(more);
  return __int_as_float(less) == INFINITY ? INFINITY : length;
}

__device__ float rhypotf(float x, float y) {
  int a = __float_as_int(fabsf(x)), b = __float_as_int(fabsf(y));
  int less = min(b, a), more = max(b, a);
  float scale = __int_as_float(0x7e800000 - (more & 0xfe000000));
  float shorter = __int_as_float(less) * scale;
  float longer = __int_as_float(more) * scale;
  float inverse = rsqrtf(fmaf(longer, longer, shorter * shorter)) * scale;
  return __int_as_float(less) == INFINITY ? 0.0f : inverse;
}

// log2 of a positive number as the sum of a result and `low`. The significand's comes by s = (m - 1)/(m + 1), whose error is kept.
__device__ float logarithm_in_two(float x, bool longer, float &low) {
  bool small = x < 1.1754944e-38f;
  float normal = small ? x * 16777216.0f : x;
  int scale = (__float_as_int(normal) - 0x3f3504f3) & 0xff800000;
  float whole = fmaf((float)scale, 1.1920929e-07f, small ? -24.0f : 0.0f);
  float significand = __int_as_float(__float_as_int(normal) - scale);
  float less = significand - 1.0f;
  float inverse = __nvvm_rcp_approx_ftz_f(significand + 1.0f);
  float s = (less + less) * inverse;
  float square = s * s;
  float rest = less - s;
  float lost = __fmul_rn(inverse, fmaf(-s, less, rest + rest));
  float p = fmaf(0.00065688626f, square, 0.0032181654f);
  p = fmaf(p, square, 0.018033719f);
  p = fmaf(p, square, 0.12022459f);
  p = __fmul_rn(p, square);
  float high = fmaf(s, 1.442695f, whole);
  float second = fmaf(lost, 1.442695f, fmaf(s, 1.442695f, __fsub_rn(whole, high)));
  second = fmaf(s, 1.9251367e-08f, second);
  if (longer) second = fmaf(p * 3.0f, lost, second);
  second = fmaf(p, s, second);
  float sum = __fadd_rn(high, second);
  low = __fadd_rn(second, -__fadd_rn(sum, -high));
  return sum;
}

// 2 to the power high + low. The power of the whole part comes in two factors, so that a subnormal result is rounded once.
__device__ float power_of_two_in_two(float high, float low) {
  float whole = rintf(high);
  float rest = __fadd_rn(__fsub_rn(high, whole), low);
  float p = fmaf(0.00015239252f, rest, 0.0013391353f);
  p = fmaf(p, rest, 0.009618839f);
  p = fmaf(p, rest, 0.05550359f);
  p = fmaf(p, rest, 0.24022645f);
  p = fmaf(p, rest, 0.6931472f);
  p = fmaf(p, rest, 1.0f);
  int down = whole > 0.0f ? 0 : 0x83000000;
  return (p * __int_as_float(down + 0x7f000000)) * __int_as_float((__float2int_rz(whole) << 23) - down);
}

// 2 to the power y*log2(x), where logarithm and product have two parts each.
__device__ float power_of_positive(float x, float y) {
  float low = 0.0f;
  float logarithm = logarithm_in_two(x, true, low);
  float product = __fmul_rn(logarithm, y);
  float result = power_of_two_in_two(product, fmaf(low, y, fmaf(logarithm, y, -product)));
  if (fabsf(product) > 152.0f) result = product < 0.0f ? 0.0f : INFINITY;
  return result;
}

__device__ float powf(float x, float y) {
  float half_y = truncf(y * 0.5f);
  bool odd = fabsf(y - (half_y + half_y)) == 1.0f;
  float power = power_of_positive(fabsf(x), y);
  float result = 1.0f;
  if (x == 1.0f || y == 0.0f) {
    result = 1.0f;
  } else if (x != x || y != y) {
    result = __fadd_rn(x, y);
  } else if (x == 0.0f || fabsf(x) == INFINITY) {
    int bits = __float_as_int(x + x);
    if (y < 0.0f) bits = bits ^ 0x7f800000;
    result = __int_as_float(odd ? bits : bits & 0x7fffffff);
  } else if (x == -1.0f && fabsf(y) == INFINITY) {
    result = 1.0f;
  } else if (x >= 0.0f) {
    result = power;
  } else {
    result = odd ? -power : power;
    if (floorf(y) != y) result = __int_as_float(0x7fffffff);
  }
  return result;
}
