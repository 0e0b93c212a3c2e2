// Kernels whose threads meet, for nvcc and, with cooperative.h, for the host. Each follows a line that says how it is launched: the threads of
// a block, the blocks, and what it takes: a buffer of a type with so many numbers that are drawn, or zeros, or a number.

// block_sum 256,1,1 2,1,1 f32[500] f32[2]=0 500
extern "C" __global__ void block_sum(const float *x, float *out, int n) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? x[i] : 0.f;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// warp_sums 256,1,1 2,1,1 f32[512] f32[2]=0
extern "C" __global__ void warp_sums(const float *x, float *out) {
    float v = x[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    __shared__ float s[32];
    int l = threadIdx.x & 31, w = threadIdx.x >> 5;
    if (l == 0) s[w] = v;
    __syncthreads();
    if (w == 0) {
        v = l < (blockDim.x >> 5) ? s[l] : 0.f;
        for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if (l == 0) out[blockIdx.x] = v;
    }
}

// block_scan 128,1,1 1,1,1 f32[128] f32[128]=0
extern "C" __global__ void block_scan(const float *x, float *out) {
    __shared__ float a[2][128];
    int t = threadIdx.x, p = 0;
    a[0][t] = x[t];
    __syncthreads();
    for (int o = 1; o < 128; o <<= 1) {
        float v = a[p][t];
        if (t >= o) v += a[p][t - o];
        a[1 - p][t] = v;
        p = 1 - p;
        __syncthreads();
    }
    out[t] = a[p][t];
}

// warp_scan 64,1,1 1,1,1 f64[64] f64[64]=0
extern "C" __global__ void warp_scan(const double *x, double *out) {
    double v = x[threadIdx.x];
    for (int o = 1; o < 32; o <<= 1) {
        double u = __shfl_up_sync(~0u, v, o);
        if ((threadIdx.x & 31) >= o) v += u;
    }
    out[threadIdx.x] = v;
}

// segments 64,1,1 1,1,1 f32[64] f32[64]=0
extern "C" __global__ void segments(const float *x, float *out) {
    float v = x[threadIdx.x], a = v;
    for (int o = 4; o > 0; o >>= 1) a += __shfl_down_sync(~0u, a, o, 8);
    a = __fadd_rn(a, __shfl_sync(~0u, v, 5, 16));
    a = __fsub_rn(a, __shfl_up_sync(~0u, v, 3, 4));
    out[threadIdx.x] = __fmul_rn(a, __shfl_xor_sync(~0u, v, 9, 16));
}

// histogram 64,1,1 4,1,1 u32[256] f32[256] f32[16]=0 250
extern "C" __global__ void histogram(const int *key, const float *w, float *bins, int n) {
    __shared__ float s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0.f;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&s[key[i] & 15], w[i]);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

// histogram_of_doubles 128,1,1 2,1,1 u32[256] f64[256] f64[8]=0
extern "C" __global__ void histogram_of_doubles(const int *key, const double *w, double *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[key[i] & 7], w[i]);
}

// transpose 256,1,1 1,1,1 f32[256] f32[256]=0
extern "C" __global__ void transpose(const float *x, float *y) {
    __shared__ float t[16][17];
    int i = threadIdx.x & 15, j = threadIdx.x >> 4;
    t[j][i] = x[j * 16 + i];
    __syncthreads();
    y[j * 16 + i] = t[i][j];
}

// product 64,1,1 1,1,1 f32[128] f32[128] f32[64]=0
extern "C" __global__ void product(const float *a, const float *b, float *c) {
    __shared__ float s[8][8], u[8][8];
    int i = threadIdx.x & 7, j = threadIdx.x >> 3;
    float r = 0;
    for (int k = 0; k < 16; k += 8) {
        s[j][i] = a[j * 16 + k + i];
        u[j][i] = b[(k + j) * 8 + i];
        __syncthreads();
        for (int m = 0; m < 8; m++) r = __fmaf_rn(s[j][m], u[m][i], r);
        __syncthreads();
    }
    c[j * 8 + i] = r;
}

// bitonic 128,1,1 1,1,1 f32[128]
extern "C" __global__ void bitonic(float *x) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int k = 2; k <= 128; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int q = t ^ j;
            if (q > t) {
                bool up = (t & k) == 0;
                float a = s[t], b = s[q];
                if ((a > b) == up) {
                    s[t] = b;
                    s[q] = a;
                }
            }
            __syncthreads();
        }
    x[t] = s[t];
}

// layer_norm 64,1,1 1,1,1 f32[64] f32[64]=0
extern "C" __global__ void layer_norm(const float *x, float *y) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float v = x[t];
    s[t] = v;
    __syncthreads();
    for (int k = 32; k > 0; k >>= 1) {
        if (t < k) s[t] = __fadd_rn(s[t], s[t + k]);
        __syncthreads();
    }
    float m = __fdiv_rn(s[0], 64.f), d = __fsub_rn(v, m);
    __syncthreads();
    s[t] = __fmul_rn(d, d);
    __syncthreads();
    for (int k = 32; k > 0; k >>= 1) {
        if (t < k) s[t] = __fadd_rn(s[t], s[t + k]);
        __syncthreads();
    }
    y[t] = __fdiv_rn(d, __fsqrt_rn(__fadd_rn(__fdiv_rn(s[0], 64.f), 1e-5f)));
}

// normalised 32,1,1 1,1,1 f32[32] f32[32]=0
extern "C" __global__ void normalised(const float *x, float *y) {
    float v = x[threadIdx.x], m = v;
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, o));
    float e = __fsub_rn(v, m);
    e = __fdiv_rn(1.f, __fadd_rn(1.f, __fmul_rn(e, e)));
    float s = e;
    for (int o = 16; o > 0; o >>= 1) s = __fadd_rn(s, __shfl_xor_sync(~0u, s, o));
    y[threadIdx.x] = __fdiv_rn(e, s);
}

// dot 128,1,1 1,1,1 f64[128] f64[128] f64[1]=0
extern "C" __global__ void dot(const double *a, const double *b, double *out) {
    __shared__ double s[128];
    int t = threadIdx.x;
    s[t] = __dmul_rn(a[t], b[t]);
    __syncthreads();
    for (int k = 64; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}

// last_block 64,1,1 4,1,1 f32[256] f32[4]=0 u32[1]=0 f32[1]=0
extern "C" __global__ void last_block(const float *x, float *part, unsigned *count, float *out) {
    __shared__ float s[64];
    __shared__ int last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    for (int k = 32; k > 0; k >>= 1) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float r = 0;
        for (int i = 0; i < (int)gridDim.x; i++) r += part[i];
        *out = r;
    }
}

// atomics 70,1,1 1,1,1 u32[3] u32[200] u64[2] f64[1]
extern "C" __global__ void atomics(int *i, unsigned *u, unsigned long long *l, double *d) {
    int t = threadIdx.x;
    atomicMax(i, t * 7 % 31 - 12);
    atomicMin(i + 1, t * 7 % 31 - 12);
    atomicXor(u, 1u << (t & 31));
    atomicOr(u + 1, (unsigned)t);
    atomicAnd(u + 2, ~(unsigned)t);
    atomicAdd(l, (unsigned long long)t << 33);
    atomicMax(l + 1, (unsigned long long)t << 40);
    atomicAdd(d, 0.1 * t);
    atomicDec(u + 3, 9u);
    u[4 + t] = atomicCAS(u + 80 + t, (unsigned)(t % 5), (unsigned)t + 1);
    atomicExch(i + 2, t);
}

// matches 64,1,1 1,1,1 u32[64] u32[64]=0
extern "C" __global__ void matches(const int *x, unsigned *out) {
    int v = x[threadIdx.x] & 15, same;
    unsigned b = __ballot_sync(~0u, v > 3), m = __match_any_sync(~0u, v), a = __match_all_sync(~0u, v >> 4, &same);
    out[threadIdx.x] = b ^ m ^ a ^ same;
    out[threadIdx.x] += __syncthreads_count(v > 2) + __reduce_add_sync(~0u, v) + __syncthreads_or(v == 7) * 1000 + __syncthreads_and(v < 16) * 2000;
    out[threadIdx.x] ^= __reduce_max_sync(~0u, v - 9) * 3 + __reduce_min_sync(~0u, v + 3u) * 5 + __reduce_xor_sync(~0u, v);
    out[threadIdx.x] += __any_sync(~0u, v == 2) * 7 + __all_sync(~0u, v < 15) * 11;
}

// swapped_sum 48,1,1 2,1,1 f64[96] f64[1]
extern "C" __global__ void swapped_sum(const double *x, double *s) {
    unsigned long long *p = (unsigned long long *)s, old = *p, was;
    do {
        was = old;
        old = atomicCAS(p, was, (unsigned long long)__double_as_longlong(x[blockIdx.x * blockDim.x + threadIdx.x] + __longlong_as_double(was)));
    } while (was != old);
}

// kahan 32,1,1 1,1,1 f32[256] f32[1]=0
extern "C" __global__ void kahan(const float *x, float *out) {
    float s = 0, c = 0;
    for (int i = threadIdx.x; i < 256; i += 32) {
        float y = __fsub_rn(x[i], c), t = __fadd_rn(s, y);
        c = __fsub_rn(__fsub_rn(t, s), y);
        s = t;
    }
    for (int o = 16; o > 0; o >>= 1) {
        float y = __fsub_rn(__shfl_down_sync(~0u, s, o), c), t = __fadd_rn(s, y);
        c = __fadd_rn(__fsub_rn(__fsub_rn(t, s), y), __shfl_down_sync(~0u, c, o));
        s = t;
    }
    if (threadIdx.x == 0) *out = s;
}

// compacted 64,1,1 1,1,1 f32[64] f32[64]=0 u32[1]=0
extern "C" __global__ void compacted(const float *x, float *out, unsigned *count) {
    float v = x[threadIdx.x];
    unsigned mask = __ballot_sync(~0u, v > 0.f), lane = threadIdx.x & 31, first;
    if (lane == 0) first = atomicAdd(count, (unsigned)__popc(mask));
    first = __shfl_sync(~0u, first, 0);
    if (v > 0.f) out[first + __popc(mask & ((1u << lane) - 1))] = v;
}

// stencil 96,1,1 2,1,1 f32[194] f32[192]=0
extern "C" __global__ void stencil(const float *x, float *y) {
    __shared__ float s[98];
    int t = threadIdx.x, i = blockIdx.x * 96 + t;
    s[t + 1] = x[i + 1];
    if (t == 0) s[0] = x[i];
    if (t == 95) s[97] = x[i + 2];
    __syncthreads();
    y[i] = __fmul_rn(__fadd_rn(__fadd_rn(s[t], s[t + 1]), s[t + 2]), 0.25f);
}

// largest 64,1,1 1,1,1 f32[64] f32[1]=0 u32[1]=0
extern "C" __global__ void largest(const float *x, float *out, unsigned *place) {
    __shared__ float s[64];
    __shared__ unsigned at[64];
    unsigned t = threadIdx.x;
    s[t] = x[t], at[t] = t;
    __syncthreads();
    for (unsigned k = 32; k > 0; k >>= 1) {
        if (t < k && s[t + k] > s[t]) s[t] = s[t + k], at[t] = at[t + k];
        __syncthreads();
    }
    if (t == 0) *out = s[0], *place = at[0];
}
