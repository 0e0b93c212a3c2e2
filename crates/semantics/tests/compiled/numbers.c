// Kernels that compute with floating-point numbers, one behind each line that says what it is.

// A polynomial by Horner's rule, in both precisions.
KERNEL(horner) {
    float x = f[THREAD], value = f[15];
    double y = d[THREAD], other = d[15];
    for (int i = 14; i >= 0; i--) value = value * x + f[i], other = fma(other, y, d[i]);
    out[8 * THREAD] = bits(value), out[8 * THREAD + 1] = bits_double(other);
}

// One row of a matrix times a vector.
KERNEL(matrix_vector) {
    float sum = 0.0f;
    for (int column = 0; column < 4; column++) sum += f[4 * THREAD + column] * f[column];
    out[8 * THREAD] = bits(sum);
}

// Running sums, kept in a local array and read back in another order.
KERNEL(prefix_sum) {
    float sums[16], sum = 0.0f;
    for (int i = 0; i < 16; i++) sums[i] = sum += f[i];
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = bits(sums[(u[i] + THREAD) & 15]);
}

// A root of a cubic, by halving an interval.
FUNCTION float cubic(float x, float a) { return x * x * x - a; }
KERNEL(bisection) {
    float a = number(f[THREAD]), low = -100.0f, high = 100.0f;
    int steps = 0;
    while (high - low > 1e-6f && steps < 60) {
        float middle = 0.5f * (low + high);
        if (cubic(middle, a) < 0.0f) low = middle;
        else high = middle;
        steps++;
    }
    out[8 * THREAD] = bits(low), out[8 * THREAD + 1] = bits(high), out[8 * THREAD + 2] = (unsigned)steps;
}

// A square root by Newton's iteration, from a guess of its bits.
KERNEL(newton_root) {
    float x = fabsf(number(f[THREAD]));
    float guess = __uint_as_float((__float_as_uint(x) >> 1) + 0x1fbd1df5u);
    for (int i = 0; i < 4; i++) guess = 0.5f * (guess + x / guess);
    out[8 * THREAD] = bits(guess), out[8 * THREAD + 1] = bits(sqrtf(x)), out[8 * THREAD + 2] = bits(guess - sqrtf(x));
}

// The reciprocal square root that a game made known.
KERNEL(fast_inverse_root) {
    float x = fabsf(number(f[THREAD])), half = 0.5f * x;
    float y = __uint_as_float(0x5f3759dfu - (__float_as_uint(x) >> 1));
    y = y * (1.5f - half * y * y);
    out[8 * THREAD] = bits(y), out[8 * THREAD + 1] = bits(y * (1.5f - half * y * y));
}

// A sum with what rounding took away carried along (Kahan), and as Neumaier has it.
KERNEL(compensated_sum) {
    float sum = 0.0f, carried = 0.0f, other = 0.0f, lost = 0.0f;
    for (int i = 0; i < 16; i++) {
        float x = f[(i + THREAD) & 15], y = x - carried, next = sum + y;
        carried = (next - sum) - y, sum = next;
        float total = other + x;
        lost += fabsf(other) >= fabsf(x) ? (other - total) + x : (x - total) + other;
        other = total;
    }
    out[8 * THREAD] = bits(sum), out[8 * THREAD + 1] = bits(carried), out[8 * THREAD + 2] = bits(other + lost);
}

// Sine and cosine by rotations of whole numbers (CORDIC).
TABLE int ANGLES[16] = {421657428, 248918915, 131521918, 66762579, 33510843, 16771758, 8387925, 4194219, 2097141, 1048575, 524288, 262144, 131072, 65536, 32768, 16384};
KERNEL(cordic) {
    int x = 326016437, y = 0, z = (int)(u[THREAD] % 843314856u) - 421657428;
    for (int i = 0; i < 16; i++) {
        int dx = x >> i, dy = y >> i, turn = z >= 0 ? 1 : -1;
        x -= turn * dy, y += turn * dx, z -= turn * ANGLES[i];
    }
    out[8 * THREAD] = (unsigned)x, out[8 * THREAD + 1] = (unsigned)y, out[8 * THREAD + 2] = bits((float)y / 536870912.0f);
}

// A logarithm by repeated squaring, and a power of two by a polynomial.
FUNCTION float binary_logarithm(float x) {
    unsigned own = __float_as_uint(x);
    float result = (float)((int)(own >> 23 & 255) - 127), place = 0.5f, m = __uint_as_float((own & 0x7fffffu) | 0x3f800000u);
    for (int i = 0; i < 20; i++, place *= 0.5f) {
        m *= m;
        if (m >= 2.0f) m *= 0.5f, result += place;
    }
    return result;
}
FUNCTION float binary_power(float x) {
    float whole = floorf(fminf(fmaxf(x, -126.0f), 127.0f)), t = fminf(fmaxf(x, -126.0f), 127.0f) - whole;
    float value = 1.0f + t * (0.69314718f + t * (0.24022651f + t * (0.05550411f + t * (0.00961813f + t * 0.00133336f))));
    return value * __uint_as_float((unsigned)((int)whole + 127) << 23);
}
KERNEL(logarithm_and_power) {
    float x = fabsf(number(f[THREAD]));
    out[8 * THREAD] = bits(binary_logarithm(x)), out[8 * THREAD + 1] = bits(binary_power(f[THREAD + 4]));
    out[8 * THREAD + 2] = bits(binary_power(binary_logarithm(x) * 0.33333334f));
}

// Normal random numbers: xorshift, and Box and Muller without a library.
FUNCTION float logarithm(float x) {
    unsigned own = __float_as_uint(x);
    float m = __uint_as_float((own & 0x7fffffu) | 0x3f000000u), s = (m - 0.70710678f) / (m + 0.70710678f), t = s * s;
    return ((float)((int)(own >> 23) - 126) - 0.5f) * 0.69314718f + 2.0f * s * (1.0f + t * (0.33333334f + t * (0.2f + t * 0.14285715f)));
}
FUNCTION float cosine_of_turns(float x) {
    float t = x - rintf(x), y = t * t;
    return 1.0f + y * (-19.739209f + y * (64.939394f + y * (-85.456817f + y * (60.244641f - y * 26.426257f))));
}
KERNEL(box_muller) {
    unsigned state = u[THREAD] | 1u;
    for (int i = 0; i < 4; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5;
        float one = (float)(state >> 8) * 5.9604645e-8f + 2.9802322e-8f;
        state ^= state << 13, state ^= state >> 17, state ^= state << 5;
        float two = (float)(state >> 8) * 5.9604645e-8f;
        out[8 * THREAD + i] = bits(sqrtf(-2.0f * logarithm(one)) * cosine_of_turns(two));
    }
    out[8 * THREAD + 4] = state;
}

// How often a point of the plane is squared until it leaves (Mandelbrot).
KERNEL(mandelbrot) {
    double re = d[THREAD] * 0.5, im = d[THREAD + 8] * 0.25, x = 0.0, y = 0.0;
    int count = 0;
    while (count < 100 && x * x + y * y <= 4.0) {
        double next = x * x - y * y + re;
        y = 2.0 * x * y + im, x = next;
        count++;
    }
    out[8 * THREAD] = (unsigned)count, out[8 * THREAD + 1] = bits_double(x), out[8 * THREAD + 2] = bits_double(y);
}

// A pendulum's angle by Runge and Kutta's method of order four.
FUNCTION float pull(float angle) { return angle * (-1.0f + angle * angle * (0.16666667f - angle * angle * 0.008333333f)); }
KERNEL(runge_kutta) {
    float angle = number(f[THREAD]) * 0.125f, speed = 0.0f, step = 0.05f;
    #pragma unroll 1
    for (int i = 0; i < 25; i++) {
        float a1 = speed, s1 = pull(angle);
        float a2 = speed + 0.5f * step * s1, s2 = pull(angle + 0.5f * step * a1);
        float a3 = speed + 0.5f * step * s2, s3 = pull(angle + 0.5f * step * a2);
        float a4 = speed + step * s3, s4 = pull(angle + step * a3);
        angle += step / 6.0f * (a1 + 2.0f * a2 + 2.0f * a3 + a4), speed += step / 6.0f * (s1 + 2.0f * s2 + 2.0f * s3 + s4);
    }
    out[8 * THREAD] = bits(angle), out[8 * THREAD + 1] = bits(speed);
}

// Lorenz's equations, by Euler's method in double precision.
KERNEL(lorenz) {
    double x = d[THREAD], y = 1.0, z = 20.0;
    for (int i = 0; i < 40; i++) {
        double dx = 10.0 * (y - x), dy = x * (28.0 - z) - y, dz = x * y - 8.0 / 3.0 * z;
        x += 0.005 * dx, y += 0.005 * dy, z += 0.005 * dz;
    }
    out[8 * THREAD] = bits_double(x), out[8 * THREAD + 1] = bits_double(y), out[8 * THREAD + 2] = bits_double(z);
}

// An integral by Simpson's rule.
KERNEL(simpson) {
    float from = number(f[THREAD]), width = 0.125f, sum = 0.0f;
    for (int i = 0; i <= 16; i++) {
        float x = from + (float)i * width, value = 1.0f / (1.0f + x * x);
        sum += value * (i == 0 || i == 16 ? 1.0f : i & 1 ? 4.0f : 2.0f);
    }
    out[8 * THREAD] = bits(sum * width / 3.0f);
}

// Numbers of twice the precision: sums and products without an error.
typedef struct { float high, low; } Pair;
FUNCTION Pair pair_sum(Pair a, Pair b) {
    Pair c;
    float s = __fadd_rn(a.high, b.high), t = __fadd_rn(s, -a.high);
    float e = __fadd_rn(__fadd_rn(a.high, -__fadd_rn(s, -t)), __fadd_rn(b.high, -t)) + a.low + b.low;
    c.high = s + e, c.low = e - (c.high - s);
    return c;
}
FUNCTION Pair pair_product(Pair a, Pair b) {
    Pair c;
    float p = a.high * b.high, e = fmaf(a.high, b.high, -p) + a.high * b.low + a.low * b.high;
    c.high = p + e, c.low = e - (c.high - p);
    return c;
}
KERNEL(double_floats) {
    Pair sum = {0.0f, 0.0f}, product = {1.0f, 0.0f};
    for (int i = 0; i < 8; i++) {
        Pair x = {f[(THREAD + i) & 15], 0.0f};
        sum = pair_sum(sum, x), product = pair_product(product, x);
    }
    out[8 * THREAD] = bits(sum.high), out[8 * THREAD + 1] = bits(sum.low), out[8 * THREAD + 2] = bits(product.high), out[8 * THREAD + 3] = bits(product.low);
}

// Mean and variance in one pass (Welford).
KERNEL(welford) {
    double mean = 0.0, squares = 0.0;
    for (int i = 1; i <= 16; i++) {
        double x = d[i - 1], step = x - mean;
        mean += step / (double)i, squares += step * (x - mean);
    }
    out[8 * THREAD] = bits_double(mean), out[8 * THREAD + 1] = bits_double(squares / 15.0), out[8 * THREAD + 2] = bits_double(sqrt(squares / (15.0 - THREAD)));
}

// Four equations by elimination, with the largest pivot.
KERNEL(elimination) {
    float a[4][5];
    for (int i = 0; i < 20; i++) a[i / 5][i % 5] = f[(7 * i + 3 * (int)THREAD) & 15] + (float)(i * i % 7);
    for (int column = 0; column < 4; column++) {
        int pivot = column;
        for (int row = column + 1; row < 4; row++)
            if (fabsf(a[row][column]) > fabsf(a[pivot][column])) pivot = row;
        for (int i = 0; i < 5; i++) {
            float kept = a[column][i];
            a[column][i] = a[pivot][i], a[pivot][i] = kept;
        }
        for (int row = 0; row < 4; row++) {
            if (row == column) continue;
            float by = a[row][column] / a[column][column];
            for (int i = column; i < 5; i++) a[row][i] -= by * a[column][i];
        }
    }
    for (int row = 0; row < 4; row++) out[8 * THREAD + row] = bits(a[row][4] / a[row][row]);
}

// A Fourier transform of eight numbers.
TABLE float TURNS[4][2] = {{1.0f, 0.0f}, {0.70710678f, -0.70710678f}, {0.0f, -1.0f}, {-0.70710678f, -0.70710678f}};
KERNEL(fourier) {
    float re[8], im[8];
    for (int i = 0; i < 8; i++) {
        int from = (int)(__brev((unsigned)i) >> 29);
        re[i] = f[(from + THREAD) & 15], im[i] = 0.0f;
    }
    for (int half = 1; half < 8; half *= 2) {
        for (int i = 0; i < 8; i++) {
            if (i & half) continue;
            float c = TURNS[(i & (half - 1)) * (4 / half)][0], s = TURNS[(i & (half - 1)) * (4 / half)][1];
            float x = re[i + half] * c - im[i + half] * s, y = re[i + half] * s + im[i + half] * c;
            re[i + half] = re[i] - x, im[i + half] = im[i] - y, re[i] += x, im[i] += y;
        }
    }
    for (int i = 0; i < 8; i++) out[8 * THREAD + i] = (unsigned long long)bits(re[i]) << 32 | bits(im[i]);
}

// A quaternion turns a vector.
typedef struct { float w, x, y, z; } Quaternion;
FUNCTION Quaternion times(Quaternion a, Quaternion b) {
    Quaternion c;
    c.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, c.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    c.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, c.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    return c;
}
KERNEL(quaternion) {
    Quaternion q = {f[THREAD], f[THREAD + 1], f[THREAD + 2], f[THREAD + 3]};
    float size = sqrtf(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    q.w /= size, q.x /= size, q.y /= size, q.z /= size;
    Quaternion back = {q.w, -q.x, -q.y, -q.z}, vector = {0.0f, 1.0f, 2.0f, 3.0f};
    Quaternion turned = times(times(q, vector), back);
    out[8 * THREAD] = bits(turned.w), out[8 * THREAD + 1] = bits(turned.x), out[8 * THREAD + 2] = bits(turned.y), out[8 * THREAD + 3] = bits(turned.z);
}

// A series of Chebyshev polynomials by Clenshaw's rule.
KERNEL(clenshaw) {
    double x = d[THREAD] * 0.25, one = 0.0, two = 0.0;
    for (int i = 15; i > 0; i--) {
        double next = 2.0 * x * one - two + d[i];
        two = one, one = next;
    }
    out[8 * THREAD] = bits_double(x * one - two + d[0]);
}

// A continued fraction, from the inside out.
KERNEL(continued_fraction) {
    float value = f[15];
    for (int i = 14; i >= 0; i--) value = f[(i + THREAD) & 15] + 1.0f / value;
    out[8 * THREAD] = bits(value);
}

// Bounds of a product and a sum: every operation rounded downward, and upward.
KERNEL(intervals) {
    float low = 1.0f, high = 1.0f;
    double sum = 0.0, top = 0.0;
    for (int i = 0; i < 8; i++) {
        float x = fabsf(number(f[(i + THREAD) & 15]));
        low = __fmul_rd(low, x), high = __fmul_ru(high, x);
        sum = __dadd_rd(sum, __ddiv_rd(1.0, d[i])), top = __dadd_ru(top, __ddiv_ru(1.0, d[i]));
    }
    out[8 * THREAD] = bits(low), out[8 * THREAD + 1] = bits(high), out[8 * THREAD + 2] = bits_double(sum), out[8 * THREAD + 3] = bits_double(top);
    out[8 * THREAD + 4] = bits(__fsqrt_rd(low)), out[8 * THREAD + 5] = bits(__fsqrt_ru(high)), out[8 * THREAD + 6] = bits_double(__dsqrt_rz(top));
    out[8 * THREAD + 7] = bits(__double2float_ru(top));
}

// Four neighbours weighed by where a point lies among them.
KERNEL(bilinear) {
    float x = number(f[THREAD]) * 0.25f + 1.0f, y = number(f[THREAD + 4]) * 0.25f + 1.0f;
    x = fminf(fmaxf(x, 0.0f), 2.9999f), y = fminf(fmaxf(y, 0.0f), 2.9999f);
    int column = (int)x, row = (int)y;
    float right = x - truncf(x), down = y - truncf(y);
    const float *at = f + 4 * row + column;
    float value = (1.0f - down) * ((1.0f - right) * at[0] + right * at[1]) + down * ((1.0f - right) * at[4] + right * at[5]);
    out[8 * THREAD] = bits(value);
}

// Largest, smallest, and the places of both.
KERNEL(extremes) {
    float low = __uint_as_float(0x7f800000u), high = -low;
    int first = -1, last = -1;
    for (int i = 0; i < 16; i++) {
        float x = f[(i * 5 + (int)THREAD) & 15];
        if (x < low) first = i;
        if (!(x <= high)) last = i;
        low = fminf(low, x), high = fmaxf(high, x);
    }
    out[8 * THREAD] = bits(low), out[8 * THREAD + 1] = bits(high), out[8 * THREAD + 2] = (unsigned)first, out[8 * THREAD + 3] = (unsigned)last;
}

// Sums of halves: one by one, in pairs, fused, and in a wider type.
KERNEL(half_sums) {
    unsigned short one = 0, product = half_of(1.0f), fused = 0;
    float wide = 0.0f;
    for (int i = 0; i < 16; i++) {
        unsigned short h = half_of(f[(i + THREAD) & 15]);
        one = half_add(one, h), product = half_mul(product, half_of(1.5f)), fused = half_fma(h, h, fused), wide += float_of(h);
    }
    out[8 * THREAD] = bits_half(one), out[8 * THREAD + 1] = bits_half(product), out[8 * THREAD + 2] = bits_half(fused), out[8 * THREAD + 3] = bits(wide);
}

// Numbers rounded to whole ones in every way, and to integers of both signs.
KERNEL(whole_numbers) {
    float x = f[THREAD + 4];
    double y = d[THREAD + 4];
    out[8 * THREAD] = bits(rintf(x)), out[8 * THREAD + 1] = bits(floorf(x)), out[8 * THREAD + 2] = bits(ceilf(x)), out[8 * THREAD + 3] = bits(truncf(x));
    out[8 * THREAD + 4] = bits_double(rint(y) + floor(y)), out[8 * THREAD + 5] = (unsigned)to_int(x) + to_unsigned(x);
    out[8 * THREAD + 6] = (unsigned long long)to_long(y), out[8 * THREAD + 7] = to_unsigned_long(y);
}
