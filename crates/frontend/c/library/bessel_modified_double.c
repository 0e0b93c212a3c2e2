// Modified Bessel functions of doubles.

// Near zero a series, else e^|x| twice over sqrt(|x|), with the power in two factors.
__device__ double cyl_bessel_i0(double x) {
  double size = fabs(x);
  double y;
  if ((unsigned int)(__double2hiint(size) - 0x402619fc) < 0x799e604u) {
    double power = exp(size * 0.5);
    double inverse = reciprocal(size);
    double p = fma(5092220866.217557, inverse, 8573015295.215913);
    p = fma(p, inverse, -7124127871.343613);
    p = fma(p, inverse, 2287682196.159684);
    p = fma(p, inverse, -421919831.7996111);
    p = fma(p, inverse, 51006516.886431605);
    p = fma(p, inverse, -4304872.574113096);
    p = fma(p, inverse, 262387.0133268093);
    p = fma(p, inverse, -11726.458210321365);
    p = fma(p, inverse, 389.88079458597497);
    p = fma(p, inverse, -8.711719996099603);
    p = fma(p, inverse, 0.3938523535835017);
    p = fma(p, inverse, 0.08853891428092191);
    p = fma(p, inverse, 0.04475982339956118);
    p = fma(p, inverse, 0.029219307956309174);
    p = fma(p, inverse, 0.02805062941166575);
    p = fma(p, inverse, 0.04986778504963047);
    p = fma(p, inverse, 0.39894228040143304);
    double root = root_step(size, __nvvm_rsqrt_approx_ftz_d(size));
    y = power * ((p * root) * power);
  } else {
    double square = size * size;
    double p = fma(9.570907555672412e-40, square, 2.911237809615527e-37);
    p = fma(p, square, 6.106789567924076e-34);
    p = fma(p, square, 4.783139557748027e-31);
    p = fma(p, square, 3.8577538849440383e-28);
    p = fma(p, square, 2.5964593691150315e-25);
    p = fma(p, square, 1.4964235720813853e-22);
    p = fma(p, square, 7.242214839388708e-20);
    p = fma(p, square, 2.8969049594568713e-17);
    p = fma(p, square, 9.385966582704343e-15);
    p = fma(p, square, 2.4028075570232502e-12);
    p = fma(p, square, 4.709502796126853e-10);
    p = fma(p, square, 6.781684027854023e-08);
    p = fma(p, square, 6.781684027774118e-06);
    p = fma(p, square, 0.00043402777777778675);
    p = fma(p, square, 0.015624999999999991);
    p = fma(p, square, 0.25);
    p = fma(p, square, 1.0);
    y = p;
  }
  return y;
}

__device__ double cyl_bessel_i1(double x) {
  double size = fabs(x);
  double y;
  if ((unsigned int)(__double2hiint(size) - 0x40260000) < 0x79a0000u) {
    double power = exp(size * 0.5);
    double inverse = reciprocal(size);
    double p = fma(1640658591.5879254, inverse, -14279800016.127026);
    p = fma(p, inverse, 9322346104.749939);
    p = fma(p, inverse, -2794898641.7836614);
    p = fma(p, inverse, 500039579.03130484);
    p = fma(p, inverse, -59499968.247650094);
    p = fma(p, inverse, 4977645.49739106);
    p = fma(p, inverse, -301907.2111281756);
    p = fma(p, inverse, 13459.341882089166);
    p = fma(p, inverse, -447.03773216640997);
    p = fma(p, inverse, 9.986274449435115);
    p = fma(p, inverse, -0.45985068950833535);
    p = fma(p, inverse, -0.10836417269190061);
    p = fma(p, inverse, -0.05754598408656677);
    p = fma(p, inverse, -0.040907055084192644);
    p = fma(p, inverse, -0.04675104885567992);
    p = fma(p, inverse, -0.14960335514990164);
    p = fma(p, inverse, 0.39894228040143226);
    double root = root_step(size, __nvvm_rsqrt_approx_ftz_d(size));
    y = copysign(((p * root) * power) * power, x);
  } else {
    double square = x * x;
    double p = fma(3.3137253377452213e-38, square, 8.80951374130363e-36);
    p = fma(p, square, 1.851356465114323e-32);
    p = fma(p, square, 1.3349060575742374e-29);
    p = fma(p, square, 1.0036698880562031e-26);
    p = fma(p, square, 6.230821939023837e-24);
    p = fma(p, square, 3.292182475870452e-21);
    p = fma(p, square, 1.448440248348126e-18);
    p = fma(p, square, 5.214429981813384e-16);
    p = fma(p, square, 1.501754624014612e-13);
    p = fma(p, square, 3.363930585490148e-11);
    p = fma(p, square, 5.651403354612596e-09);
    p = fma(p, square, 6.78168402791589e-07);
    p = fma(p, square, 5.425347222216252e-05);
    p = fma(p, square, 0.0026041666666667966);
    p = fma(p, square, 0.062499999999999896);
    y = fma(x, p * square, x * 0.5);
  }
  return y;
}
