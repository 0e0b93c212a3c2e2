// Bessel functions.
//
// Each is a polynomial around each of its first zeros, which are taken off in two parts; far away a wave that fades.

// cos(phase + shift)
__device__ float wave(float phase, float shift) {
  int quarters = 0;
  float angle = reduced(phase, quarters);
  angle = __fadd_rn(angle, fmaf((float)(quarters & 3), 1.5707964f, shift));
  quarters = __float2int_rn(angle * 0.63661975f);
  float whole = (float)quarters;
  angle = fmaf(whole, -7.5497894e-08f, fmaf(whole, -1.5707963f, angle));
  return sine_of(angle, quarters + 1);
}

// The wave with its height: that of 1/sqrt(x) times `share`.
__device__ float faded(float x, float share, float phase, float shift) {
  return (share * (rsqrtf(x) * 0.7978846f)) * wave(phase, shift);
}

__device__ float j0f(float x) {
  float size = fabsf(x);
  float y;
  if (size <= 8.0f) {
    float t = (size - 2.4048254f) - 1.087059e-07f;
    float p = fmaf(-1.2470738e-15f, t, -7.6677725e-14f);
    p = fmaf(p, t, 2.7150556e-12f);
    p = fmaf(p, t, -6.028012e-12f);
    p = fmaf(p, t, -4.2393267e-10f);
    p = fmaf(p, t, 5.827638e-10f);
    p = fmaf(p, t, 5.807784e-08f);
    p = fmaf(p, t, 1.8003311e-09f);
    p = fmaf(p, t, -5.4500733e-06f);
    p = fmaf(p, t, -7.3432207e-06f);
    p = fmaf(p, t, 0.0003017032f);
    p = fmaf(p, t, 0.00077395444f);
    p = fmaf(p, t, -0.0072834617f);
    p = fmaf(p, t, -0.026668204f);
    float second = (size - 5.520078f) + 7.1934146e-08f;
    float third = (size - 8.653728f) - 3.8147792e-07f;
    y = third * (second * (t * p));
  } else if (size == INFINITY) {
    y = 0.0f;
  } else {
    float inverse = __nvvm_rcp_approx_ftz_f(size);
    float square = inverse * inverse;
    float p = fmaf(3.359288f, square, -0.5145227f);
    p = fmaf(p, square, 0.10337057f);
    p = fmaf(p, square, -0.062499724f);
    p = fmaf(p, square, 1.0f);
    float q = fmaf(1.1396495f, square, -0.20532675f);
    q = fmaf(q, square, 0.06509174f);
    q = fmaf(q, square, -0.12499999f);
    y = faded(size, p, fmaf(q, inverse, size), -0.7853982f);
  }
  return y;
}

__device__ float j1f(float x) {
  float size = fabsf(x);
  float y;
  if (size <= 8.0f) {
    float t = (size - 3.831706f) + 7.685059e-08f;
    float p = fmaf(7.780649e-14f, t, 9.219086e-13f);
    p = fmaf(p, t, -2.5706883e-11f);
    p = fmaf(p, t, -2.0179057e-10f);
    p = fmaf(p, t, 4.5125277e-09f);
    p = fmaf(p, t, 2.701629e-08f);
    p = fmaf(p, t, -5.347797e-07f);
    p = fmaf(p, t, -2.3602763e-06f);
    p = fmaf(p, t, 4.121081e-05f);
    p = fmaf(p, t, 0.00011917029f);
    p = fmaf(p, t, -0.0018075588f);
    p = fmaf(p, t, -0.0025548928f);
    p = fmaf(p, t, 0.03301389f);
    float second = (size - 7.015587f) + 1.8321172e-07f;
    y = size * (t * (second * p));
  } else if (size == INFINITY) {
    y = 0.0f;
  } else {
    float inverse = __nvvm_rcp_approx_ftz_f(size);
    float square = inverse * inverse;
    float p = fmaf(-4.0873065f, square, 0.74987656f);
    p = fmaf(p, square, -0.19291565f);
    p = fmaf(p, square, 0.18749826f);
    p = fmaf(p, square, 1.0f);
    float q = fmaf(-1.5799448f, square, 0.36148587f);
    q = fmaf(q, square, -0.16401261f);
    q = fmaf(q, square, 0.3749999f);
    y = faded(size, p, fmaf(q, inverse, size), -2.3561945f);
  }
  if (x < 0.0f) y = -y;
  return size < 1e-30f ? copysignf(y, x) : y;
}

__device__ float y0f(float x) {
  float size = fabsf(x);
  float y;
  if (size <= 0.4467885f) {
    float square = size * size;
    float p = fmaf(1.0239759e-07f, square, -9.494301e-06f);
    p = fmaf(p, square, 0.0005386025f);
    p = fmaf(p, square, -0.016073968f);
    p = fmaf(p, square, 0.17760602f);
    p = fmaf(p, square, -0.0738043f);
    y = fmaf(logf(size) * 0.63661975f, j0f(size), p);
  } else if (size <= 1.9256277f) {
    float t = (size - 0.893577f) + 1.3357979e-08f;
    float p = fmaf(0.02707324f, t, -0.12728614f);
    p = fmaf(p, t, 0.24919428f);
    p = fmaf(p, t, -0.2733353f);
    p = fmaf(p, t, 0.2146552f);
    p = fmaf(p, t, -0.18043898f);
    p = fmaf(p, t, 0.18990822f);
    p = fmaf(p, t, -0.20543173f);
    p = fmaf(p, t, 0.2196817f);
    p = fmaf(p, t, -0.2261401f);
    p = fmaf(p, t, 0.22052875f);
    p = fmaf(p, t, -0.4920782f);
    p = fmaf(p, t, 0.87942094f);
    y = t * p;
  } else if (size <= 5.521865f) {
    float t = (size - 3.9576783f) - 1.0129118e-07f;
    float p = fmaf(-1.8800073e-07f, t, -2.0689195e-07f);
    p = fmaf(p, t, -3.976793e-06f);
    p = fmaf(p, t, 5.0848408e-05f);
    p = fmaf(p, t, 0.00019341275f);
    p = fmaf(p, t, -0.0021835594f);
    p = fmaf(p, t, -0.0068510985f);
    p = fmaf(p, t, 0.058523852f);
    p = fmaf(p, t, 0.05085558f);
    p = fmaf(p, t, -0.40254268f);
    y = t * p;
  } else if (size <= 8.654198f) {
    float t = (size - 7.086051f) - 7.305812e-08f;
    float p = fmaf(5.394503e-07f, t, 2.53101e-06f);
    p = fmaf(p, t, -4.5855297e-05f);
    p = fmaf(p, t, -0.00014028202f);
    p = fmaf(p, t, 0.0021758752f);
    p = fmaf(p, t, 0.003318121f);
    p = fmaf(p, t, -0.048024025f);
    p = fmaf(p, t, -0.021175193f);
    p = fmaf(p, t, 0.3000976f);
    y = t * p;
  } else if (size == INFINITY) {
    y = 0.0f;
  } else {
    float inverse = __nvvm_rcp_approx_ftz_f(size);
    float square = inverse * inverse;
    float p = fmaf(-0.39924583f, square, 0.10197055f);
    p = fmaf(p, square, -0.062492687f);
    p = fmaf(p, square, 1.0f);
    float q = fmaf(1.1000177f, square, -0.20393032f);
    q = fmaf(q, square, 0.065077804f);
    q = fmaf(q, square, -0.12499996f);
    y = faded(size, p, fmaf(q, inverse, size), -2.3561945f);
  }
  return x < 0.0f ? __int_as_float(0x7fffffff) : y;
}

// As -prec-div says.
__device__ float divided(float x, float y) { return DIVIDES_EXACTLY ? __fdiv_rn(x, y) : __nvvm_div_full(x, y); }

__device__ float y1f(float x) {
  float size = fabsf(x);
  float y;
  if (size < 1.1754944e-38f) {
    y = divided(-0.63661975f, size);
  } else if (size <= 1.6985707f) {
    float square = size * size;
    float p = fmaf(8.637198e-09f, square, -9.92087e-07f);
    p = fmaf(p, square, 7.164214e-05f);
    p = fmaf(p, square, -0.0029553052f);
    p = fmaf(p, square, 0.05434869f);
    p = fmaf(p, square, -0.1960571f);
    y = fmaf(p, size, fmaf(j1f(size), logf(size), divided(-1.0f, size)) * 0.63661975f);
  } else if (size <= 3.8134112f) {
    float t = (size - 2.1971414f) + 8.288927e-08f;
    float p = fmaf(-1.6437198e-05f, t, 0.00012807001f);
    p = fmaf(p, t, -0.0004590381f);
    p = fmaf(p, t, 0.0010938945f);
    p = fmaf(p, t, -0.0026312035f);
    p = fmaf(p, t, 0.007426973f);
    p = fmaf(p, t, -0.0047923904f);
    p = fmaf(p, t, -0.03285841f);
    p = fmaf(p, t, -0.11851477f);
    p = fmaf(p, t, 0.5207864f);
    y = t * p;
  } else if (size <= 7.0128436f) {
    float t = (size - 5.429681f) - 2.1651435e-07f;
    float p = fmaf(2.2158844e-08f, t, -5.0902725e-07f);
    p = fmaf(p, t, -2.854159e-06f);
    p = fmaf(p, t, 4.637056e-05f);
    p = fmaf(p, t, 0.0001466092f);
    p = fmaf(p, t, -0.0021659129f);
    p = fmaf(p, t, -0.0041601104f);
    p = fmaf(p, t, 0.05094791f);
    p = fmaf(p, t, 0.031338677f);
    p = fmaf(p, t, -0.34031805f);
    y = t * p;
  } else if (size <= 10.17258f) {
    float t = (size - 8.596005f) - 4.2857286e-07f;
    float p = fmaf(5.250842e-07f, t, 1.9455433e-06f);
    p = fmaf(p, t, -4.3719487e-05f);
    p = fmaf(p, t, -0.00010394055f);
    p = fmaf(p, t, 0.0020113946f);
    p = fmaf(p, t, 0.0024177686f);
    p = fmaf(p, t, -0.043406386f);
    p = fmaf(p, t, -0.015789848f);
    p = fmaf(p, t, 0.27145988f);
    y = t * p;
  } else if (size == INFINITY) {
    y = 0.0f;
  } else {
    float inverse = __nvvm_rcp_approx_ftz_f(size);
    float square = inverse * inverse;
    float p = fmaf(0.6503811f, square, -0.19206071f);
    p = fmaf(p, square, 0.18749522f);
    p = fmaf(p, square, 1.0f);
    float q = fmaf(-1.7881368f, square, 0.36611685f);
    q = fmaf(q, square, -0.16404507f);
    q = fmaf(q, square, 0.37499997f);
    y = faded(size, p, fmaf(q, inverse, size), -3.9269907f);
  }
  return x < 0.0f ? __int_as_float(0x7fffffff) : y;
}

// The modified ones: near zero a series, else e^|x| twice over sqrt(|x|), as (e^(|x|/2) - 1)*(e^(|x|/2) + 1) + 1.
__device__ float grown(float size, float share) {
  float part = share * __nvvm_rsqrt_approx_ftz_f(size);
  float more = expm1f(size * 0.5f);
  return __fadd_rn(__fmul_rn(__fmul_rn(part, more), __fadd_rn(more, 2.0f)), part);
}

__device__ float cyl_bessel_i0f(float x) {
  float size = fabsf(x);
  float y;
  if (size >= 9.0f && size < INFINITY) {
    float inverse = __nvvm_rcp_approx_ftz_f(size);
    float p = fmaf(0.34872168f, inverse, -0.0054563344f);
    p = fmaf(p, inverse, 0.033347156f);
    p = fmaf(p, inverse, 0.027889196f);
    p = fmaf(p, inverse, 0.04987063f);
    p = fmaf(p, inverse, 0.39894226f);
    y = grown(size, p);
  } else {
    float square = size * size;
    float p = fmaf(1.551427e-19f, square, 1.4492505e-17f);
    p = fmaf(p, square, 1.0687647e-14f);
    p = fmaf(p, square, 2.3349575e-12f);
    p = fmaf(p, square, 4.7306625e-10f);
    p = fmaf(p, square, 6.7778004e-08f);
    p = fmaf(p, square, 6.7820783e-06f);
    p = fmaf(p, square, 0.00043402583f);
    p = fmaf(p, square, 0.015625004f);
    p = fmaf(p, square, 0.25f);
    p = fmaf(p, square, 1.0f);
    y = p;
  }
  return y;
}

__device__ float cyl_bessel_i1f(float x) {
  float size = fabsf(x);
  float y;
  if (size >= 8.085f && size < INFINITY) {
    float inverse = __nvvm_rcp_approx_ftz_f(size);
    float p = fmaf(-0.5028813f, inverse, 0.028471556f);
    p = fmaf(p, inverse, -0.04873671f);
    p = fmaf(p, inverse, -0.04641596f);
    p = fmaf(p, inverse, -0.14960973f);
    p = fmaf(p, inverse, 0.39894232f);
    y = copysignf(grown(size, p), x);
  } else {
    float square = x * x;
    float p = fmaf(2.7848253e-18f, square, 3.4224708e-16f);
    p = fmaf(p, square, 1.6258002e-13f);
    p = fmaf(p, square, 3.3142173e-11f);
    p = fmaf(p, square, 5.6632734e-09f);
    p = fmaf(p, square, 6.780027e-07f);
    p = fmaf(p, square, 5.425474e-05f);
    p = fmaf(p, square, 0.002604162f);
    p = fmaf(p, square, 0.06250001f);
    y = fmaf(x, square * p, x * 0.5f);
  }
  return y;
}
