// Sine, cosine, tangent.
//
// The operand is brought within pi/4 of zero by whole quarter turns. As long as it is not large three constants stand for pi/2; else the
// product with enough bits of 2/pi is formed in integers (M. Payne and R. Hanek, 1983).

// The same of an operand from 105615 on.
__device__ float reduced_by_integers(float x, int &quarters) {
  unsigned int bits = __float_as_uint(x);
  int exponent = (bits >> 23 & 255) - 128;
  unsigned long long significand = bits << 8 | 0x80000000u;
  // Bits of 2/pi times the significand, the lowest word first.
  unsigned int words[7];
  unsigned long long sum = 0x3c439041ull * significand;
  words[0] = sum;
  sum = 0xdb629599ull * significand + (sum >> 32);
  words[1] = sum;
  sum = 0xf534ddc0ull * significand + (sum >> 32);
  words[2] = sum;
  sum = 0xfc2757d1ull * significand + (sum >> 32);
  words[3] = sum;
  sum = 0x4e441529ull * significand + (sum >> 32);
  words[4] = sum;
  sum = 0xa2f9836eull * significand + (sum >> 32);
  words[5] = sum;
  words[6] = sum >> 32;
  // The words that hold the quarter turns and the fraction behind them.
  int place = 6 - (exponent >> 5);
  int shift = exponent & 31;
  unsigned int high = words[place];
  unsigned int low = words[place - 1];
  if (shift != 0) {
    high = (high << shift) + (low >> (32 - shift));
    low = (low << shift) + (words[place - 2] >> (32 - shift));
  }
  // Two bits count quarter turns; a fraction of a half or more counts from the next one back.
  unsigned int fraction = high << 2 | low >> 30;
  bool back = fraction >> 31 != 0;
  int count = (high >> 30) + (fraction >> 31);
  quarters = x < 0.0f ? -count : count;
  long long rest = (unsigned long long)fraction << 32 | low << 2;
  if (back) rest = ~rest;
  float angle = (float)((double)rest * 8.515303950216387e-20);
  return back != (x < 0.0f) ? -angle : angle;
}

// The angle that is left, and the quarter turns.
__device__ float reduced(float x, int &quarters) {
  quarters = __float2int_rn(x * 0.63661975f);
  float whole = (float)quarters;
  float angle = fmaf(whole, -1.5707963f, x);
  angle = fmaf(whole, -7.5497894e-08f, angle);
  angle = fmaf(whole, -5.390303e-15f, angle);
  if (fabsf(x) >= 105615.0f) {
    if (fabsf(x) == INFINITY) {
      angle = __fmul_rn(x, 0.0f);
      quarters = 0;
    } else {
      angle = reduced_by_integers(x, quarters);
    }
  }
  return angle;
}

// The sine of an angle and whole quarter turns.
__device__ float sine_of(float angle, int quarters) {
  bool even = (quarters & 1) == 0;
  float square = __fmul_rn(angle, angle);
  float first = even ? angle : 1.0f;
  float p = even ? -0.00019574659f : fmaf(2.427958e-05f, square, -0.001388786f);
  p = fmaf(p, square, even ? 0.008332703f : 0.041666728f);
  p = fmaf(p, square, even ? -0.16666663f : -0.49999997f);
  float y = fmaf(p, fmaf(square, first, 0.0f), first);
  if ((quarters & 2) != 0) y = fmaf(y, -1.0f, 0.0f);
  return y;
}

__device__ float sinf(float x) {
  int quarters = 0;
  float angle = reduced(x, quarters);
  return sine_of(angle, quarters);
}

__device__ float cosf(float x) {
  int quarters = 0;
  float angle = reduced(x, quarters);
  return sine_of(angle, quarters + 1);
}

__device__ void sincosf(float x, float &sine, float &cosine) {
  int quarters = 0;
  float angle = reduced(x, quarters);
  sine = sine_of(angle, quarters);
  cosine = sine_of(angle, quarters + 1);
}

__device__ float tanf(float x) {
  int quarters = 0;
  float angle = reduced(x, quarters);
  float square = angle * angle;
  float p = fmaf(0.009338379f, square, 0.0032653809f);
  p = fmaf(p, square, 0.024291992f);
  p = fmaf(p, square, 0.053466797f);
  p = fmaf(p, square, 0.13337791f);
  p = fmaf(p, square, 0.3333323f);
  float y = fmaf(p, __fmul_rn(square, angle), angle);
  // Here the polynomial rounds to the wrong side.
  if (fabsf(angle) == 0.00049096695f) y = angle;
  return (quarters & 1) != 0 ? __nvvm_rcp_approx_ftz_f(-y) : y;
}

// Of half turns: what is whole is taken off exactly.
__device__ float sine_of_half_turns(float x, int quarters, float rest) {
  float square = __fmul_rn(rest, rest);
  float p = fmaf(0.22686031f, square, -1.3345604f);
  p = fmaf(p, square, 4.0586925f);
  p = fmaf(p, square, -4.934802f);
  p = fmaf(p, square, 1.0f);
  float q = fmaf(-0.59248024f, square, 2.5501442f);
  q = fmaf(q, square, -5.16772f);
  q = fmaf(q, fmaf(square, rest, 0.0f), 0.0f);
  q = fmaf(3.1415927f, rest, q);
  float y = (quarters & 1) != 0 ? p : q;
  return (quarters & 2) != 0 ? 0.0f - y : y;
}

__device__ float sinpif(float x) {
  float quarters = rintf(x + x);
  float y = sine_of_half_turns(x, __float2int_rz(quarters), fmaf(-quarters, 0.5f, x));
  if (truncf(x) == x) y = __fmul_rn(x, 0.0f);
  return y;
}

__device__ float cospif(float x) {
  if (fabsf(x) > 16777216.0f) x = __fmul_rn(x, 0.0f);
  float quarters = rintf(x + x);
  return sine_of_half_turns(x, __float2int_rz(quarters) + 1, fmaf(-quarters, 0.5f, x));
}

__device__ void sincospif(float x, float &sine, float &cosine) {
  float quarters = rintf(x + x);
  int count = __float2int_rz(quarters);
  float rest = fmaf(-quarters, 0.5f, x);
  float s = sine_of_half_turns(x, count & 1, rest);
  float c = sine_of_half_turns(x, (count + 1) & 1, rest);
  if ((count & 2) != 0) s = -s;
  if (((count + 1) & 2) != 0) c = fmaf(c, -1.0f, 0.0f);
  if (truncf(x) == x) s = __fmul_rn(x, 0.0f);
  if (fabsf(x) > 16777216.0f) c = __fadd_rn(s, 1.0f);
  sine = s;
  cosine = c;
}

// The inverse sine within 0.56 of zero is a polynomial; elsewhere that of sqrt((1 - |x|)/2), by asin x = pi/2 - 2 asin sqrt((1 - x)/2).
__device__ float root_of_half_rest(float size) {
  float rest = fmaf(0.5f, -size, 0.5f);
  float inverse = __nvvm_rsqrt_approx_ftz_f(rest);
  float root = rest * inverse;
  root = fmaf(root, fmaf(-root, inverse * 0.5f, 0.5f), root);
  return size == 1.0f ? 0.0f : root;
}

__device__ float asinf(float x) {
  float size = fabsf(x);
  bool far = size > 0.56f;
  float sine = far ? root_of_half_rest(size) : size;
  float square = sine * sine;
  float p = fmaf(0.05025002f, square, 0.01877336f);
  p = fmaf(p, square, 0.046769053f);
  p = fmaf(p, square, 0.074823014f);
  p = fmaf(p, square, 0.16667181f);
  float y = fmaf(square * p, sine, sine);
  if (far) y = fmaf(0.93318945f, 1.6832556f, y * -2.0f);
  return y <= INFINITY ? copysignf(y, x) : y;
}

__device__ float acosf(float x) {
  float size = fabsf(x);
  bool far = size > 0.56f;
  float sine = copysignf(far ? root_of_half_rest(size) : size, x);
  float square = sine * sine;
  float p = fmaf(0.035382207f, square, 0.01698052f);
  p = fmaf(p, square, 0.030762933f);
  p = fmaf(p, square, 0.044709418f);
  p = fmaf(p, square, 0.07498904f);
  p = fmaf(p, square, 0.16666707f);
  float y = fmaf(square * p, sine, sine);
  // pi/2 as a product of two numbers is nearer than a single.
  if (!(x > 0.56f)) y = fmaf(0.93318945f, 1.6832556f, far ? y : -y);
  return far ? y + y : y;
}

__device__ float atanf(float x) {
  float size = fabsf(x);
  bool far = size > 1.0f;
  float tangent = far ? __nvvm_rcp_approx_ftz_f(size) : size;
  float square = tangent * tangent;
  float p = fmaf(0.002450029f, square, -0.0143969795f);
  p = fmaf(p, square, 0.03984975f);
  p = fmaf(p, square, -0.07252975f);
  p = fmaf(p, square, 0.1051848f);
  p = fmaf(p, square, -0.14171803f);
  p = fmaf(p, square, 0.19988775f);
  p = fmaf(p, square, -0.3333294f);
  float y = fmaf(square * p, tangent, tangent);
  if (far) y = fmaf(0.93318945f, 1.6832556f, -y);
  return size <= INFINITY ? copysignf(y, x) : y;
}

__device__ float atan2f(float y, float x) {
  float width = fabsf(x), height = fabsf(y);
  bool steep = height > width;
  bool left = __float_as_int(x) < 0;
  float larger = steep ? height : width;
  float tangent = __fdiv_rn(steep ? width : height, larger);
  float square = tangent * tangent;
  float p = fmaf(0.0027380611f, square, -0.015681878f);
  p = fmaf(p, square, 0.04220075f);
  p = fmaf(p, square, -0.07479298f);
  p = fmaf(p, square, 0.106404155f);
  p = fmaf(p, square, -0.14207722f);
  p = fmaf(p, square, 0.19993925f);
  p = fmaf(p, square, -0.33333197f);
  float angle = fmaf(square * p, tangent, tangent);
  if (steep) angle = fmaf(0.93318945f, 1.6832556f, left ? angle : -angle);
  else if (left) angle = fmaf(1.8663789f, 1.6832556f, -angle);
  if (width == height) angle = left ? 2.3561945f : 0.7853982f;
  if (larger == 0.0f) angle = left ? 3.1415927f : 0.0f;
  float sum = width + height;
  return fabsf(sum) > INFINITY || sum != sum ? sum : copysignf(angle, y);
}
