// The error function of doubles, its complement, the normal distribution, and their inverses.

// 1 - e^-t, where t is a polynomial times |x|, with what the sum lost.
__device__ double erf(double x) {
  double size = fabs(x);
  double p = fma(-3.642577040697121e-15, size, 1.636624707883456e-13);
  p = fma(p, size, -3.4079297100747907e-12);
  p = fma(p, size, 4.3555974045566826e-11);
  p = fma(p, size, -3.806599039253438e-10);
  p = fma(p, size, 2.389211325400646e-09);
  p = fma(p, size, -1.0909760903049583e-08);
  p = fma(p, size, 3.508901186822047e-08);
  p = fma(p, size, -6.72032708005184e-08);
  p = fma(p, size, -8.299332548682465e-09);
  p = fma(p, size, 5.643145203798444e-07);
  p = fma(p, size, -2.0278249778025215e-06);
  p = fma(p, size, 3.1218939658311085e-06);
  p = fma(p, size, 3.180046170354655e-06);
  p = fma(p, size, -2.9583306728241582e-05);
  p = fma(p, size, 6.442483232470452e-05);
  p = fma(p, size, 2.590260570264615e-05);
  p = fma(p, size, -0.0005901318195328236);
  p = fma(p, size, 0.001696207528729842);
  p = fma(p, size, -0.00020919483164788562);
  p = fma(p, size, -0.019128446995328407);
  p = fma(p, size, 0.10277260330144233);
  p = fma(p, size, 0.6366197723675876);
  p = fma(p, size, 0.1283791670955126);
  double t = fma(p, size, size);
  double lost = fma(p, size, __dsub_rn(size, t));
  float whole = rintf((float)t * -1.442695f);
  double rest = fma(-(double)whole, 0.6931471805599453, -t);
  double q = fma(2.506210197447926e-08, rest, 2.762626470761021e-07);
  q = fma(q, rest, 2.7557381798574225e-06);
  q = fma(q, rest, 2.4801504596442702e-05);
  q = fma(q, rest, 0.00019841269746984988);
  q = fma(q, rest, 0.0013888888932264757);
  q = fma(q, rest, 0.008333333333377164);
  q = fma(q, rest, 0.041666666666573884);
  q = fma(q, rest, 0.16666666666666607);
  q = fma(q, rest, 0.5000000000000006);
  double less = __dadd_rn(rest, fma(rest * q, rest, -lost));
  double power = (double)__nvvm_ex2_approx_ftz_f(whole);
  double y = fma(-less, power, __dsub_rn(1.0, power));
  if (size >= 5.9215871957945065) y = 1.0;
  return copysign(y, x);
}

// e^(x*x) * erfc(x) of a number that is not negative: a polynomial in (x - 4)/(x + 4), over 2x + 1.
__device__ double scaled_complement_double(double x) {
  double inverse = reciprocal(__dadd_rn(x, 4.0));
  double t = __dsub_rn(x, 4.0) * inverse;
  t = fma(inverse, fma(-t, x, fma(-4.0, __dadd_rn(t, 1.0), x)), t);
  double p = fma(-3.56026948268174e-10, t, -9.723912259144727e-09);
  p = fma(p, t, -8.935022485164912e-09);
  p = fma(p, t, 1.0404430921625484e-07);
  p = fma(p, t, 5.880669858534126e-08);
  p = fma(p, t, -8.214741492911691e-07);
  p = fma(p, t, 3.095640985330624e-07);
  p = fma(p, t, 5.708787184432565e-06);
  p = fma(p, t, -1.1231787437600085e-05);
  p = fma(p, t, -2.439955885720019e-05);
  p = fma(p, t, 0.00015062557169571788);
  p = fma(p, t, -0.00019925637684786154);
  p = fma(p, t, -0.0007577742918278583);
  p = fma(p, t, 0.005031969879259957);
  p = fma(p, t, -0.016197733895953217);
  p = fma(p, t, 0.03716751555301873);
  p = fma(p, t, -0.06633036582753243);
  p = fma(p, t, 0.09373283499711554);
  p = fma(p, t, -0.10103906603555676);
  p = fma(p, t, 0.06809705425473514);
  p = fma(p, t, 0.015379652102605428);
  p = fma(p, t, -0.13962111684056291);
  p = fma(p, t, 1.2329951186255526);
  double part = reciprocal(fma(2.0, x, 1.0));
  double y = p * part;
  return fma(__dadd_rn(fma(x, y * -2.0, p), -y), part, y);
}

__device__ double erfc(double x) {
  double size = fabs(x);
  double y;
  if ((unsigned int)__double2hiint(size) < 0x7ff00000u) {
    double square = size * size;
    double shifted = fma(-square, 1.4426950408889634, 6755399441055744.0);
    double whole = __dadd_rn(shifted, -6755399441055744.0);
    double rest = fma(whole, -0.6931471805599453, -square);
    rest = fma(whole, -2.3190468138462996e-17, rest);
    double power = raised_far(exponential_near_zero(rest), __double2loint(shifted));
    y = scaled_complement_double(size) * fma(power, fma(-size, size, square), power);
    if ((unsigned int)__double2hiint(size) > 0x403b4000u) y = 0.0;
    if (__double2hiint(x) < 0) y = __dsub_rn(2.0, y);
  } else if (size == INFINITY) {
    y = __double2hiint(x) < 0 ? 2.0 : 0.0;
  } else {
    y = __dadd_rn(x, x);
  }
  return y;
}

__device__ double erfcx(double x) {
  double size = fabs(x);
  double y;
  if (fabsf(upper_as_float(x)) < 3.0f) {
    y = scaled_complement_double(size);
  } else {
    // 1/(x*sqrt(pi)) times a series in 1/(x*x).
    double inverse = __drcp_rn(x);
    double t = inverse * inverse;
    double p = fma(-29.53125, t, 6.5625);
    p = fma(p, t, -1.875);
    p = fma(p, t, 0.75);
    p = fma(p, t, -0.5);
    p = fma(p, t, 1.0);
    y = (inverse * 0.5641895835477563) * p;
  }
  if (__double2hiint(x) < 0) {
    double square = x * x;
    double power = exp(square);
    double twice = __dadd_rn(power, power);
    y = twice == INFINITY ? twice : __dsub_rn(fma(twice, fma(x, x, -square), twice), y);
  }
  return y;
}

// A shorter logarithm, of a number from 2^-1022 on.
__device__ double quick_log(double x) {
  int high = __double2hiint(x);
  double m = __hiloint2double((high & 0x801fffff) | 0x3fe00000, __double2loint(x));
  double less = __dadd_rn(m, -1.0);
  double inverse = reciprocal(__dadd_rn(m, 1.0));
  double s = less * inverse;
  s = fma(fma(-s, less, fma(-2.0, s, less)), inverse, s);
  double square = s * s;
  double p = fma(0.08504880051574228, square, 0.04172484912686076);
  p = fma(p, square, 0.06052472622047064);
  p = fma(p, square, 0.06650560670418708);
  p = fma(p, square, 0.076932741976622);
  p = fma(p, square, 0.09090872239478873);
  p = fma(p, square, 0.11111111976824838);
  p = fma(p, square, 0.14285714274058975);
  p = fma(p, square, 0.20000000000077559);
  p = fma(p, square, 0.33333333333333154);
  double t = fma(square * p, s, s);
  int whole = (int)((unsigned int)high >> 20 & 2046) - 1022;
  return fma((double)whole, 0.6931471805599453, __dadd_rn(t, t));
}

// The inverse error function over its operand where that is not near 1, by ln(1 - x*x).
__device__ double inverse_in_the_middle_double(double logarithm) {
  double t = __dsub_rn(-3.125, logarithm);
  double p = fma(-3.64441206401782e-21, t, -1.6850591381820166e-19);
  p = fma(p, t, 1.28584807152564e-18);
  p = fma(p, t, 1.1157877678025181e-17);
  p = fma(p, t, -1.333171662854621e-16);
  p = fma(p, t, 2.0972767875968562e-17);
  p = fma(p, t, 6.637638134358324e-15);
  p = fma(p, t, -4.054566272975207e-14);
  p = fma(p, t, -8.151934197605472e-14);
  p = fma(p, t, 2.6335093153082323e-12);
  p = fma(p, t, -1.2975133253453532e-11);
  p = fma(p, t, -5.415412054294628e-11);
  p = fma(p, t, 1.0512122733215323e-09);
  p = fma(p, t, -4.112633980346984e-09);
  p = fma(p, t, -2.9070369957882005e-08);
  p = fma(p, t, 4.2347877827932404e-07);
  p = fma(p, t, -1.3654692000834679e-06);
  p = fma(p, t, -1.3882523362786469e-05);
  p = fma(p, t, 0.00018673420803405714);
  p = fma(p, t, -0.000740702534166267);
  p = fma(p, t, -0.006033670871430149);
  p = fma(p, t, 0.24015818242558962);
  p = fma(p, t, 1.6536545626831027);
  return p;
}

__device__ double erfinv(double x) {
  double y;
  if (fabsf(upper_as_float(x)) < 1.875f) {
    double logarithm = quick_log(fma(x, -x, 1.0));
    if ((unsigned int)__double2hiint(logarithm) < 0xc0190000u) {
      y = inverse_in_the_middle_double(logarithm);
    } else {
      double root = sqrt(-logarithm);
      if (__double2hiint(root) < 0x40100000) {
        double t = __dadd_rn(root, -3.25);
        double p = fma(2.2137376921775787e-09, t, 9.075656193888539e-08);
        p = fma(p, t, -2.7517406297064545e-07);
        p = fma(p, t, 1.8239629214389228e-08);
        p = fma(p, t, 1.5027403968909828e-06);
        p = fma(p, t, -4.013867526981546e-06);
        p = fma(p, t, 2.9234449089955446e-06);
        p = fma(p, t, 1.2475304481671779e-05);
        p = fma(p, t, -4.7318229009055734e-05);
        p = fma(p, t, 6.828485145957318e-05);
        p = fma(p, t, 2.4031110387097894e-05);
        p = fma(p, t, -0.0003550375203628475);
        p = fma(p, t, 0.0009532893797373805);
        p = fma(p, t, -0.0016882755560235047);
        p = fma(p, t, 0.002491442096107851);
        p = fma(p, t, -0.003751208507569241);
        p = fma(p, t, 0.005370914553590064);
        p = fma(p, t, 1.0052589676941592);
        p = fma(p, t, 3.0838856104922208);
        y = p;
      } else {
        double t = __dadd_rn(root, -5.0);
        double p = fma(-2.7109920616438573e-11, t, -2.555641816996525e-10);
        p = fma(p, t, 1.5076572693500548e-09);
        p = fma(p, t, -3.789465440126737e-09);
        p = fma(p, t, 7.61570120807834e-09);
        p = fma(p, t, -1.496002662714924e-08);
        p = fma(p, t, 2.914795345090108e-08);
        p = fma(p, t, -6.771199775845234e-08);
        p = fma(p, t, 2.2900482228026655e-07);
        p = fma(p, t, -9.9298272942317e-07);
        p = fma(p, t, 4.526062597223154e-06);
        p = fma(p, t, -1.968177810553167e-05);
        p = fma(p, t, 7.599527703001776e-05);
        p = fma(p, t, -0.00021503011930044477);
        p = fma(p, t, -0.00013871931833623122);
        p = fma(p, t, 1.0103004648645344);
        p = fma(p, t, 4.849906401408584);
        y = p;
      }
    }
  } else if (x != x) {
    y = x;
  } else {
    y = fabs(x) == 1.0 ? (double)INFINITY : __hiloint2double(0xfff80000, 0);
  }
  return x * y;
}

// Near 0 and near 2: a quotient of polynomials in 1/sqrt(-ln y).
__device__ double inverse_of_small(double y) {
  double quotient_;
  if (upper_as_float(y) >= 6.110554e-13f) {
    double logarithm = -quick_log(y);
    double t = root_step(logarithm, __nvvm_rsqrt_approx_ftz_d(logarithm));
    double p = fma(0.8722086652537561, t, 2.0785659791501603);
    p = fma(p, t, 3.05788606328103);
    p = fma(p, t, 3.433547754237851);
    p = fma(p, t, 1.2068239635789821);
    p = fma(p, t, 0.14033373337606694);
    p = fma(p, t, 0.005338365518029045);
    p = fma(p, t, 5.1217434951970566e-05);
    double q = fma(__dadd_rn(t, 2.2387999676904644), t, 4.279921171209963);
    q = fma(q, t, 4.407122201553097);
    q = fma(q, t, 3.6633748801179196);
    q = fma(q, t, 1.2187093791443073);
    q = fma(q, t, 0.1404911872948574);
    q = fma(q, t, 0.005338482464667147);
    q = fma(q, t, 5.121723638870252e-05);
    quotient_ = __ddiv_rn(p, t * q);
  } else {
    double t = rsqrt(-log(y));
    double p = fma(0.7775955730008021, t, 1.6328311797427437);
    p = fma(p, t, 0.41796327487734297);
    p = fma(p, t, 0.023330972813256093);
    p = fma(p, t, 0.0002610582224071647);
    double q = fma(__dadd_rn(t, 1.3497521990745058), t, 1.6818595730303654);
    q = fma(q, t, 0.4187565743603761);
    q = fma(q, t, 0.023331573970655654);
    q = fma(q, t, 0.0002610572869696108);
    quotient_ = __ddiv_rn(p, t * q);
  }
  return quotient_;
}

__device__ double erfcinv(double y) {
  double other = __dadd_rn(2.0, -y);
  double x;
  if (y >= 0.0009656933499369108 && y <= 1.999034306650063) {
    double p = inverse_in_the_middle_double(quick_log(__dmul_rn(other, y)));
    x = fma(p, -y, p);
  } else {
    bool above = __double2hiint(y) > 0x3fefffff;
    x = inverse_of_small(above ? other : y);
    if (above) x = -x;
  }
  return x;
}

__device__ double normcdfinv(double y) {
  double x = erfcinv(__dadd_rn(y, y));
  return __dadd_rn(fma(-1.414213562373095, x, x * -1.2537167179050217e-16), 0.0);
}

// Half of erfc(-x/sqrt(2)). The quotient has a second part, whose share in the result is added where that is small.
__device__ double normcdf(double x) {
  if (fabs(x) > 38.5) x = copysign(38.5, x);
  double first = __dmul_rn(x, -0.7071067811865476);
  double second = fma(x, 4.833646656726457e-17, fma(x, -0.7071067811865476, -first));
  double sum = __dadd_rn(first, second);
  double y = erfc(sum);
  if ((unsigned int)__double2hiint(x) >= 0xbff00001u) y = fma((sum * -2.0) * y, __dadd_rn(__dsub_rn(first, sum), second), y);
  return y * 0.5;
}
