// Bessel functions of whole orders, by their recurrence J(k+1) = 2k/x J(k) - J(k-1).

// Upwards from orders 0 and 1.
__device__ float bessel_upwards(int n, float x, float zeroth, float first) {
  float twice = divided(2.0f, x);
  float before = zeroth, now = first;
  for (int k = 1; k < n; k++) {
    float next = fmaf(now * (float)k, twice, -before);
    before = now;
    now = next;
  }
  return now;
}

__device__ float jnf(int n, float x) {
  float y;
  if (n == 0) {
    y = j0f(x);
  } else if (n == 1) {
    y = j1f(x);
  } else if (n < 0) {
    y = __int_as_float(0x7fffffff);
  } else if (fabsf(x) > (float)(n > 4 ? n + 1 : n)) {
    y = bessel_upwards(n, x, j0f(x), j1f(x));
  } else {
    // Downwards from an order so high that any number will do; the sum J(0) + 2 J(2) + 2 J(4) + ... = 1 gives the scale.
    int start = (n + __float2int_rz(sqrtf((float)(n * 40)))) & -2;
    float before = 0.0f, now = 1.0f, wanted = 0.0f, sum = 0.0f;
    for (int k = start; k > 0; k--) {
      // Of which the compiler makes one operation, as -fmad says.
      float next = now * divided((float)k + (float)k, x) - before;
      if (fabsf(next) > 1e15f) {
        next = next * 1e-15f;
        now = now * 1e-15f;
        wanted = wanted * 1e-15f;
        sum = sum * 1e-15f;
      }
      if (k - 1 == n) wanted = next;
      if ((k & 1) != 0) sum = fmaf(next, 2.0f, sum);
      before = now;
      now = next;
    }
    y = divided(wanted, __fsub_rn(sum, now));
  }
  return y;
}

__device__ float ynf(int n, float x) {
  float y;
  if (n == 0) {
    y = y0f(x);
  } else if (n == 1) {
    y = y1f(x);
  } else if (n < 0 || !(x >= 0.0f)) {
    y = __int_as_float(0x7fffffff);
  } else if (fabsf(x) < 1.1754944e-38f) {
    y = divided(-1e+09f, fabsf(x));
  } else {
    float twice = divided(2.0f, x);
    float before = y0f(x), now = y1f(x);
    for (int k = 1; k < n; k++) {
      float next = fmaf(twice * (float)k, now, -before);
      before = now;
      now = next;
    }
    y = now != now ? -INFINITY : now;
  }
  return y;
}

__device__ double bessel_upwards_double(int n, double twice, double zeroth, double first) {
  double before = zeroth, now = first;
  for (int k = 1; k < n; k++) {
    double next = fma(twice * (double)k, now, -before);
    before = now;
    now = next;
  }
  return now;
}

__device__ double jn(int n, double x) {
  double y;
  if (n == 0) {
    y = j0(x);
  } else if (n == 1) {
    y = j1(x);
  } else if (n < 0) {
    y = __hiloint2double(0xfff80000, 0);
  } else {
    double twice = __ddiv_rn(2.0, x);
    if (fabs(x) > __dadd_rn((double)n, -1.0)) {
      y = bessel_upwards_double(n, twice, j0(x), j1(x));
    } else {
      int start = (n + __double2int_rz(sqrt((double)(n * 60)))) & -2;
      double before = 0.0, now = 1.0, wanted = 0.0, sum = 0.0;
      for (int k = start; k > 0; k--) {
        double next = fma(twice * (double)k, now, -before);
        if ((double)fabsf((float)next) > 1e15) {
          next = next * 1e-15;
          now = now * 1e-15;
          wanted = wanted * 1e-15;
          sum = sum * 1e-15;
        }
        if (k - 1 == n) wanted = next;
        if ((k & 1) != 0) sum = fma(next, 2.0, sum);
        before = now;
        now = next;
      }
      y = __ddiv_rn(wanted, __dsub_rn(sum, now));
    }
  }
  return y;
}

__device__ double yn(int n, double x) {
  double y;
  if (n == 0) {
    y = y0(x);
  } else if (n == 1) {
    y = y1(x);
  } else if (n < 0 || !(x >= 0.0)) {
    y = __hiloint2double(0xfff80000, 0);
  } else if (fabs(x) < 1e-308) {
    y = __ddiv_rn(-0.6366197723675814, x);
  } else {
    y = bessel_upwards_double(n, __ddiv_rn(2.0, x), y0(x), y1(x));
    if (y != y) y = -INFINITY;
  }
  return y;
}
