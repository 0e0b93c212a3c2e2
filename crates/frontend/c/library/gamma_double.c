// The gamma function of doubles and its logarithm.

// 1/gamma(1 + t) near zero.
__device__ double inverse_gamma(double t) {
  double p = fma(5.6127524987199165e-09, t, -2.009042651834998e-07);
  p = fma(p, t, 1.1329142825413717e-06);
  p = fma(p, t, -1.2522675054285835e-06);
  p = fma(p, t, -2.0134752277265405e-05);
  p = fma(p, t, 0.00012805062037740884);
  p = fma(p, t, -0.00021524169706963982);
  p = fma(p, t, -0.0011651676262863868);
  p = fma(p, t, 0.007218943248964928);
  p = fma(p, t, -0.00962197152607982);
  p = fma(p, t, -0.04219773455564866);
  p = fma(p, t, 0.1665386113822502);
  p = fma(p, t, -0.04200263503409351);
  p = fma(p, t, -0.6558780715202536);
  p = fma(p, t, 0.5772156649015329);
  p = fma(p, t, 1.0);
  return p;
}

// What Stirling's series adds to 1, of the reciprocal.
__device__ double series_of_stirling(double inverse) {
  double p = fma(-0.002532430896981432, inverse, 0.004824033590183204);
  p = fma(p, inverse, -0.0033551299233348037);
  p = fma(p, inverse, 0.0003304692780897059);
  p = fma(p, inverse, 0.0008100461863822245);
  p = fma(p, inverse, -4.975363348787319e-05);
  p = fma(p, inverse, -0.0005922109240594148);
  p = fma(p, inverse, 6.972410815736525e-05);
  p = fma(p, inverse, 0.0007840396270128382);
  p = fma(p, inverse, -0.00022947210967191528);
  p = fma(p, inverse, -0.0026813271601764392);
  p = fma(p, inverse, 0.0034722222222193094);
  p = fma(p, inverse, 0.08333333333333334);
  return inverse * p;
}

// Of a number from 2.25 on: sqrt(2 pi)*e^((x - 1/2)*ln x - x)*(1 + the series).
__device__ double gamma_by_series_double(double x) {
  double low = 0.0;
  double logarithm = logarithm_in_two_double(x, low);
  double exponent = __dadd_rn(x, -0.5);
  double product = __dmul_rn(logarithm, exponent);
  double product_low = fma(low, exponent, fma(logarithm, exponent, -product));
  double sum = __dadd_rn(product, product_low);
  double less = __dsub_rn(sum, x);
  double lost = __dadd_rn(__dadd_rn(product_low, __dsub_rn(product, sum)), __dsub_rn(__dsub_rn(sum, less), x));
  double all = __dadd_rn(less, lost);
  double power = exp(all);
  power = fma(__dadd_rn(lost, __dsub_rn(less, all)), power, power);
  power = fma(power, 2.5066282746310007, power * -1.8328579980459167e-16);
  double y = fma(series_of_stirling(reciprocal(x)), power, power);
  return x >= 171.62437695630274 ? (double)INFINITY : y;
}

// Of a negative number down to -2.25 by factors, and below by reflection at sin(pi*x).
__device__ double gamma_of_negative(double x) {
  float upper = upper_as_float(x);
  double y;
  if (upper > -2.25f) {
    double t = x, factor = x;
    if (upper <= -2.1875f) {
      factor = fma(t, factor, factor);
      t = __dadd_rn(t, 1.0);
    }
    if (upper <= -2.0625f) {
      factor = fma(t, factor, factor);
      t = __dadd_rn(t, 1.0);
    }
    if (upper <= -1.9375f) {
      factor = fma(t, factor, factor);
      t = __dadd_rn(t, 1.0);
    }
    if (upper <= -1.75f) {
      factor = fma(t, factor, factor);
      t = __dadd_rn(t, 1.0);
    }
    y = __drcp_rn(factor * inverse_gamma(t));
  } else if (upper > -3.6113281f) {
    double size = fabs(x);
    int quarters = 0;
    double angle = angle_of_half_turns(x, quarters);
    double sine = sine_of_double(angle, quarters);
    double shifted = fma(size, 1.4426950408889634, 6755399441055744.0);
    double whole = __dadd_rn(shifted, -6755399441055744.0);
    double rest = fma(whole, -0.6931471805599453, size);
    rest = fma(whole, -2.3190468138462996e-17, rest);
    double power = exponential_near_zero(rest);
    int count = __double2loint(shifted);
    int scale = (count << 20) + 0x3ff00000;
    if (abs(count) >= 1023) {
      int more = count + 2046;
      int first = (more << 19) & 0xfff00000;
      scale = (more << 20) - first;
      power = power * __hiloint2double(first, 0);
    }
    double inverse = reciprocal(size);
    power = power * __hiloint2double(scale, 0);
    power = fma(power, 1.2533141373155003, power * -9.164289990229583e-17);
    double share = __ddiv_rn(power, size * fma(series_of_stirling(inverse), sine, sine));
    // x^(1/2 - x) where that would be subnormal too soon is the square of its root.
    bool far = upper <= -3.529541f;
    double exponent = __dadd_rn(size, -0.5);
    if (far) exponent = raised(exponent, -1);
    double part = power_of_positive_double(size, -exponent);
    y = part * (far ? share * part : share);
  } else {
    double below = floor(x);
    double pairs = floor(below * 0.5);
    y = __dsub_rn(below, __dadd_rn(pairs, pairs)) == 1.0 ? -0.0 : 0.0;
  }
  return y;
}

__device__ double tgamma(double x) {
  double y;
  if (x >= 0.0) {
    float upper = upper_as_float(x);
    if (upper < 2.25f) {
      double t = x, factor = 1.0;
      if (upper >= 2.1875f) {
        factor = fma(t, factor, -factor);
        t = __dadd_rn(t, -1.0);
      }
      if (upper >= 2.0625f) {
        factor = fma(t, factor, -factor);
        t = __dadd_rn(t, -1.0);
      }
      if (upper >= 1.9375f) {
        factor = fma(t, factor, -factor);
        t = __dadd_rn(t, -1.0);
      }
      bool last = upper >= 1.75f;
      if (last) t = __dadd_rn(t, -1.0);
      double p = inverse_gamma(t);
      y = __ddiv_rn(factor, last ? p : x * p);
    } else {
      y = gamma_by_series_double(x);
    }
  } else if (x < 0.0) {
    if (trunc(x) == x) {
      y = __hiloint2double(0xfff80000, 0);
    } else {
      y = gamma_of_negative(x);
    }
  } else {
    y = __dadd_rn(x, x);
  }
  return y;
}

// ln(gamma(x)) of a number that is not negative.
__device__ double log_gamma_double(double x) {
  int upper = __double2hiint(x);
  double y;
  if (upper > 0x401fffff) {
    // Stirling's series.
    double part = raised(log(x), -1);
    double inverse = reciprocal(x);
    double square = inverse * inverse;
    double p = fma(-0.001633436431, square, 0.00083645878922);
    p = fma(p, square, -0.0005951896861197);
    p = fma(p, square, 0.000793650576493454);
    p = fma(p, square, -0.00277777777735865);
    p = fma(p, square, 0.0833333333333331);
    p = fma(p, inverse, 0.918938533204672);
    double less = __dadd_rn(x, -0.5);
    y = __dadd_rn(fma(part, less, p), fma(part, less, -x));
    if (x == INFINITY) y = x;
  } else if (upper > 0x4007ffff) {
    double t = __dadd_rn(x, -3.0);
    double p = fma(-4024.1264274412556, t, -297693.796998962);
    p = fma(p, t, -6383670.876825288);
    p = fma(p, t, -55780721.45765393);
    p = fma(p, t, -224585140.67147923);
    p = fma(p, t, -470690608.5291251);
    p = fma(p, t, -762587065.363263);
    p = fma(p, t, -971405112.4771132);
    double q = fma(__dadd_rn(t, -1022.7724835987317), t, -134815.35061795448);
    q = fma(q, t, -4643211.888143436);
    q = fma(q, t, -64801110.602554254);
    q = fma(q, t, -419763847.78743136);
    q = fma(q, t, -1256299260.1800072);
    q = fma(q, t, -1401441338.464917);
    y = __dadd_rn(t, __ddiv_rn(p, q));
  } else if (upper > 0x3ff7ffff) {
    double t = __dadd_rn(x, -2.0);
    double p = fma(9.848392830763106e-09, t, -6.697438504834665e-08);
    p = fma(p, t, 2.1656514888001145e-07);
    p = fma(p, t, -4.861702757815753e-07);
    p = fma(p, t, 9.779620974011144e-07);
    p = fma(p, t, -2.030412875747918e-06);
    p = fma(p, t, 4.361197258053646e-06);
    p = fma(p, t, -9.438293108664466e-06);
    p = fma(p, t, 2.0510687849664422e-05);
    p = fma(p, t, -4.4927138374210844e-05);
    p = fma(p, t, 9.94570466342226e-05);
    p = fma(p, t, -0.00022315458955923844);
    p = fma(p, t, 0.0005096695591496374);
    p = fma(p, t, -0.001192753926491623);
    p = fma(p, t, 0.002890510329368155);
    p = fma(p, t, -0.007385551028068117);
    p = fma(p, t, 0.020580808427812125);
    p = fma(p, t, -0.06735230105320737);
    p = fma(p, t, 0.32246703342411304);
    p = fma(p, t, 0.4227843350984672);
    y = t * p;
  } else if (upper > 0x3fe66665) {
    double t = __dsub_rn(1.0, x);
    double p = fma(0.011778691151933113, t, 0.03890467474135223);
    p = fma(p, t, 0.05900457113620499);
    p = fma(p, t, 0.06021433052543444);
    p = fma(p, t, 0.05616527089648392);
    p = fma(p, t, 0.05750527551934614);
    p = fma(p, t, 0.06210619734473207);
    p = fma(p, t, 0.06676147245325219);
    p = fma(p, t, 0.0714856037245421);
    p = fma(p, t, 0.07693112513133471);
    p = fma(p, t, 0.08335031297149463);
    p = fma(p, t, 0.09095382889911828);
    p = fma(p, t, 0.10009959154632231);
    p = fma(p, t, 0.11133427814173451);
    p = fma(p, t, 0.12550966661346288);
    p = fma(p, t, 0.14404989645770416);
    p = fma(p, t, 0.1695571770314816);
    p = fma(p, t, 0.20738555103218212);
    p = fma(p, t, 0.27058080842760035);
    p = fma(p, t, 0.40068563438651705);
    p = fma(p, t, 0.8224670334241135);
    p = fma(p, t, 0.5772156649015329);
    y = t * p;
  } else {
    double p = fma(-9.04051686831358e-08, x, 7.068142249693493e-07);
    p = fma(p, x, -3.8070215463790283e-07);
    p = fma(p, x, -2.128808921893161e-05);
    p = fma(p, x, 0.0001291084703071562);
    p = fma(p, x, -0.00021593281521538658);
    p = fma(p, x, -0.0011648432438853848);
    p = fma(p, x, 0.007218834330444707);
    p = fma(p, x, -0.009621945795142296);
    p = fma(p, x, -0.042197738699288445);
    p = fma(p, x, 0.16653861181368246);
    p = fma(p, x, -0.042002635060682);
    p = fma(p, x, -0.6558780715194275);
    p = fma(p, x, 0.5772156649015239);
    y = -log(fma(p * x, x, x));
  }
  return y;
}

__device__ double lgamma(double x) {
  double size = fabs(x);
  double y;
  if (x != x) {
    y = __dadd_rn(x, x);
  } else {
    y = log_gamma_double(size);
    if (__double2hiint(x) < 0) {
      if (size == trunc(size)) {
        y = INFINITY;
      } else if (__double2hiint(size) < 0x3c000000) {
        y = -log(size);
      } else {
        // By reflection: ln(pi/(|x|*|sin(pi*x)|)) less the logarithm at |x|.
        int quarters = 0;
        double angle = angle_of_half_turns(size, quarters);
        double sine = sine_of_double(angle, quarters);
        y = __dsub_rn(log(__ddiv_rn(3.141592653589793, size * fabs(sine))), y);
      }
    }
  }
  return y;
}
