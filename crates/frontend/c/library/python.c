// Quotients and remainders as Python and NumPy have them: the quotient is rounded down, and the remainder has the sign of the divisor
// (float_floor_div in CPython's floatobject.c, npy_divmod in NumPy's npy_math).

__device__ double remainder_of_python(double x, double y) {
  double rest = fmod(x, y);
  double moved = rest + y;
  double zero = copysign(0.0, y);
  double turned = (y < 0.0) != (rest < 0.0) ? moved : rest;
  return rest != 0.0 ? turned : zero;
}

__device__ float remainder_of_pythonf(float x, float y) {
  float rest = fmodf(x, y);
  float moved = rest + y;
  float zero = copysignf(0.0f, y);
  float turned = (y < 0.0f) != (rest < 0.0f) ? moved : rest;
  return rest != 0.0f ? turned : zero;
}

__device__ double quotient_of_python(double x, double y) {
  double plain = x / y;
  double rest = fmod(x, y);
  double whole = (x - rest) / y;
  double below = whole - 1.0;
  double moved = rest != 0.0 && (y < 0.0) != (rest < 0.0) ? below : whole;
  double down = floor(moved);
  double up = down + 1.0;
  double near = moved - down > 0.5 ? up : down;
  double zero = copysign(0.0, plain);
  double result = moved == 0.0 ? zero : near;
  return y == 0.0 ? plain : result;
}

__device__ float quotient_of_pythonf(float x, float y) {
  float plain = x / y;
  float rest = fmodf(x, y);
  float whole = (x - rest) / y;
  float below = whole - 1.0f;
  float moved = rest != 0.0f && (y < 0.0f) != (rest < 0.0f) ? below : whole;
  float down = floorf(moved);
  float up = down + 1.0f;
  float near = moved - down > 0.5f ? up : down;
  float zero = copysignf(0.0f, plain);
  float result = moved == 0.0f ? zero : near;
  return y == 0.0f ? plain : result;
}
