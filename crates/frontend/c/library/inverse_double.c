// Tangent, inverse functions and functions of half turns, of doubles.

__device__ double tan(double x) {
  int quarters = 0;
  double angle = reduced_double(x, quarters);
  double square = angle * angle;
  double p = fma(9.80062872032863e-06, square, -2.4279526494179897e-05);
  p = fma(p, square, 4.864417313093716e-05);
  p = fma(p, square, -2.5640012693782273e-05);
  p = fma(p, square, 6.722398433088007e-05);
  p = fma(p, square, 8.355928731821164e-05);
  p = fma(p, square, 0.00024375039850848564);
  p = fma(p, square, 0.0005888648775485667);
  p = fma(p, square, 0.001456045484467204);
  p = fma(p, square, 0.003592100888585718);
  p = fma(p, square, 0.008863237921861371);
  p = fma(p, square, 0.02186948839933789);
  p = fma(p, square, 0.053968253972902704);
  p = fma(p, square, 0.13333333333325342);
  p = fma(p, square, 0.3333333333333338);
  p = square * p;
  double y = fma(p, angle, angle);
  if ((quarters & 1) != 0) {
    // -1/(y + what y lost)
    double inverse = -reciprocal(y);
    double lost = fma(p, angle, -__dsub_rn(y, angle));
    double rest = fma(y, inverse, 1.0);
    y = fma(fma(inverse, lost, rest), inverse, inverse);
  }
  return y;
}

// The inverse tangent of a number up to 1.
__device__ double inverse_tangent(double x) {
  double square = x * x;
  double p = fma(-2.0258553044438358e-05, square, 0.0002230224034575851);
  p = fma(p, square, -0.0011640717779930576);
  p = fma(p, square, 0.0038559749383629918);
  p = fma(p, square, -0.009184559218716548);
  p = fma(p, square, 0.01697803583459733);
  p = fma(p, square, -0.025826796814495994);
  p = fma(p, square, 0.03406781108271512);
  p = fma(p, square, -0.04092638242050997);
  p = fma(p, square, 0.046739496199157994);
  p = fma(p, square, -0.05239233005460132);
  p = fma(p, square, 0.05877307772179085);
  p = fma(p, square, -0.06665860363351257);
  p = fma(p, square, 0.07692212930586784);
  p = fma(p, square, -0.09090901235400523);
  p = fma(p, square, 0.11111110678749424);
  p = fma(p, square, -0.14285714271334815);
  p = fma(p, square, 0.1999999999975502);
  p = fma(p, square, -0.3333333333333186);
  return fma(square * p, x, x);
}

__device__ double atan(double x) {
  double size = fabs(x);
  double tangent = size;
  if (size > 1.0 || size != size) {
    tangent = reciprocal(size);
    if (size == INFINITY) tangent = 0.0;
  }
  double y = inverse_tangent(tangent);
  if (size > 1.0) y = __dsub_rn(1.5707963267948966, y);
  return copysign(y, x);
}

__device__ double atan2(double y, double x) {
  double width = fabs(x), height = fabs(y);
  bool steep = height > width;
  bool left = __double2hiint(x) < 0;
  double larger = steep ? height : width;
  double angle;
  if (larger == 0.0) {
    angle = left ? 3.141592653589793 : 0.0;
  } else {
    angle = inverse_tangent(__ddiv_rn(steep ? width : height, larger));
    if (steep) {
      angle = __dadd_rn(left ? angle : -angle, 1.5707963267948966);
    } else {
      angle = left ? __dsub_rn(3.141592653589793, angle) : angle;
    }
    if (width == height) angle = left ? 2.356194490192345 : 0.7853981633974483;
  }
  double sum = __dadd_rn(width, height);
  return sum != sum ? sum : copysign(angle, y);
}

// The inverse sine over its operand, less 1, over the square.
__device__ double inverse_sine_share(double square) {
  double p = fma(0.06259798167646803, square, -0.07620591484676952);
  p = fma(p, square, 0.06686894879337643);
  p = fma(p, square, -0.01787828218369301);
  p = fma(p, square, 0.01745227928732326);
  p = fma(p, square, 0.0100042275424558);
  p = fma(p, square, 0.01418108777515123);
  p = fma(p, square, 0.01733194598980628);
  p = fma(p, square, 0.02237350511593569);
  p = fma(p, square, 0.03038188875134962);
  p = fma(p, square, 0.04464285849810986);
  p = fma(p, square, 0.0749999999834227);
  p = fma(p, square, 0.1666666666667375);
  return p;
}

// Half of a number that is not subnormal, as its exponent has it.
__device__ double root_with_steps(double x, double inverse) {
  double less = raised(inverse, -1);
  double root = x * inverse;
  root = fma(fma(root, -root, x), less, root);
  double better = fma(fma(inverse, -root, 1.0), less, less);
  return fma(fma(root, -root, x), better, root);
}

__device__ double asin(double x) {
  double y;
  if (fabsf(upper_as_float(x)) < 1.76875f) {
    double square = x * x;
    y = fma(square * inverse_sine_share(square), x, x);
  } else {
    // pi/2 - 2 asin(sqrt((1 - |x|)/2)), with pi/4 added twice.
    double rest = fma(-0.5, fabs(x), 0.5);
    double root = root_with_steps(rest, __nvvm_rsqrt_approx_ftz_d(rest));
    if (__double2hiint(rest) < 0) root = __hiloint2double(0xfff80000, 0);
    if (!(rest < 0.0 || rest > 0.0)) root = rest;
    double less = root * -2.0;
    double near = __dadd_rn(less, 0.7853981633974483);
    y = __dadd_rn(__dadd_rn(near, fma(less, rest * inverse_sine_share(rest), 6.123233995736766e-17)), 0.7853981633974483);
    y = copysign(y, x);
  }
  return y;
}

__device__ double acos(double x) {
  double size = fabs(x);
  bool negative = __double2hiint(x) < 0;
  double y;
  if (__double2hiint(size) < 0x3fe26666) {
    double square = size * size;
    double sine = fma(square * inverse_sine_share(square), size, size);
    if (negative) {
      y = __dadd_rn(1.5707963267948966, __dadd_rn(sine, 6.123233995736766e-17));
    } else {
      y = __dadd_rn(1.5707963267948966, -__dadd_rn(sine, -6.123233995736766e-17));
    }
  } else {
    // By the root of 2(1 - |x|), as twice that of half of it.
    double rest = __dsub_rn(1.0, size);
    if (__double2hiint(rest) < 1) {
      y = __dmul_rn(size, 0.0);
    } else {
      double part = raised(rest, -1);
      double root = raised(root_with_steps(part, __nvvm_rsqrt_approx_ftz_d(part)), 1);
      double p = fma(2.751918949311172e-06, rest, -1.5951212865388395e-06);
      p = fma(p, rest, 6.118529412726973e-06);
      p = fma(p, rest, 6.928343859556241e-06);
      p = fma(p, rest, 1.9480663162164715e-05);
      p = fma(p, rest, 4.503196545530714e-05);
      p = fma(p, rest, 0.00010911426300865435);
      p = fma(p, rest, 0.00027113554445344455);
      p = fma(p, rest, 0.0006991300615525486);
      p = fma(p, rest, 0.0018988715243469585);
      p = fma(p, rest, 0.005580357142924968);
      p = fma(p, rest, 0.018749999999999475);
      p = fma(p, rest, 0.08333333333333333);
      y = fma(rest * p, root, root);
    }
    if (__double2hiint(rest) < 0) y = __dmul_rn(y, INFINITY);
    if (negative) y = __dadd_rn(3.141592653589793, -__dadd_rn(y, -1.2246467991473532e-16));
  }
  return y;
}

// Of half turns: what is whole is taken off exactly, and the rest times pi is an angle.
__device__ double angle_of_half_turns(double x, int &quarters) {
  double whole = rint(raised(x, 1));
  quarters = (int)__double2ll_rz(whole);
  double rest = fma(-whole, 0.5, x);
  return fma(rest, 3.141592653589793, rest * 1.2246467991473532e-16);
}

__device__ double sinpi(double x) {
  int quarters = 0;
  double angle = angle_of_half_turns(x, quarters);
  double y = sine_of_double(angle, quarters);
  if (trunc(x) == x) y = __dmul_rn(x, 0.0);
  return y;
}

__device__ double cospi(double x) {
  if ((unsigned int)(__double2hiint(x) << 1) >= 0x86800001u) x = __dmul_rn(x, 0.0);
  int quarters = 0;
  double angle = angle_of_half_turns(x, quarters);
  return sine_of_double(angle, quarters + 1);
}

// Sine and cosine of half turns, whose signs are turned over as bits.
__device__ void sincospi(double x, double &sine, double &cosine) {
  if ((unsigned int)(__double2hiint(x) << 1) >= 0x86800001u) x = __dmul_rn(x, 0.0);
  int quarters = 0;
  double angle = angle_of_half_turns(x, quarters);
  double s = sine_of_double(angle, quarters & 1);
  double c = sine_of_double(angle, (quarters & 1) + 1);
  if ((quarters & 2) != 0) {
    s = -s;
    c = -c;
  }
  if (trunc(x) == x) s = __dmul_rn(x, 0.0);
  sine = s;
  cosine = __dadd_rn(c, 0.0);
}
