// Kernels whose threads meet, as templates: `collective.rs` makes each of them for types, operations and sizes. A line with #: the name, the
// letters of the types, the operations, the threads, the blocks. Then what it takes, the kernel, and behind "plain" the same without threads:
// loops over a whole array, for a block b. $S fills an array s with the numbers of a block, $V has the number of each thread; $J joins two.

//# tree fdiulh add,max 32 96 100 256 2
// $F[$C] $F[$B]=0
// const $T *x, $T *out
$S
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n) s[t] = $J(s[t], s[t + h]);
    __syncthreads();
}
if (t == 0) out[blockIdx.x] = s[0];
// plain
$S
for (int n = $N; n > 1; n = (n + 1) / 2)
    for (int t = 0; t + (n + 1) / 2 < n; t++) s[t] = $J(s[t], s[t + (n + 1) / 2]);
out[b] = s[0];

//# remainders fdiul add,min 64 100 32 96 2
// $F[$C] $F[$B]=0
// const $T *x, $T *out
$S
for (int k = 1; k < $N; k *= 2) {
    if (t % (2 * k) == 0 && t + k < $N) s[t] = $J(s[t], s[t + k]);
    __syncthreads();
}
if (t == 0) out[blockIdx.x] = s[0];
// plain
$S
for (int k = 1; k < $N; k *= 2)
    for (int t = 0; t + k < $N; t += 2 * k) s[t] = $J(s[t], s[t + k]);
out[b] = s[0];

//# neighbours fdiul mul,max 96 256 64 100 1
// $F[$C] $F[$B]=0
// const $T *x, $T *out
$S
for (int k = 1; k < $N; k <<= 1) {
    int i = 2 * k * t;
    if (i + k < $N) s[i] = $J(s[i], s[i + k]);
    __syncthreads();
}
if (!t) out[blockIdx.x] = s[0];
// plain
$S
for (int k = 1; k < $N; k *= 2)
    for (int t = 0; t + k < $N; t += 2 * k) s[t] = $J(s[t], s[t + k]);
out[b] = s[0];

//# down fdiulh add,max 32 64 96 256 2
// $F[$C] $F[$B*$W]=0
// const $T *x, $T *out
$V
for (int o = 16; o > 0; o >>= 1) v = $J(v, __shfl_down_sync(0xffffffffu, v, o));
if (lane == 0) out[blockIdx.x * $W + warp] = v;
// plain
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + b * $N + w * 32, 32);
    for (int o = 16; o > 0; o /= 2) each(v, 32, [&](int l) { return $J(v[l], v[l + o < 32 ? l + o : l]); });
    out[b * $W + w] = v[0];
}

//# butterfly fdiul add,min 32 96 64 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
for (int o = 1; o < 32; o <<= 1) v = $J(v, __shfl_xor_sync(~0u, v, o));
out[blockIdx.x * $N + t] = v;
// plain
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + b * $N + w * 32, 32);
    for (int o = 1; o < 32; o *= 2) each(v, 32, [&](int l) { return $J(v[l], v[l ^ o]); });
    for (int l = 0; l < 32; l++) out[b * $N + w * 32 + l] = v[l];
}

//# two_levels fdiul add,max 64 96 256 3
// $F[$C] $F[$B]=0
// const $T *x, $T *out
$V
__shared__ $T s[$W];
for (int o = 16; o > 0; o >>= 1) v = $J(v, __shfl_down_sync(~0u, v, o));
if (lane == 0) s[warp] = v;
__syncthreads();
if (t == 0) {
    $T r = s[0];
    for (int w = 1; w < $W; w++) r = $J(r, s[w]);
    out[blockIdx.x] = r;
}
// plain
$T r = 0;
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + b * $N + w * 32, 32);
    for (int o = 16; o > 0; o /= 2) each(v, 32, [&](int l) { return $J(v[l], v[l + o < 32 ? l + o : l]); });
    r = w ? $J(r, v[0]) : v[0];
}
out[b] = r;

//# segments fdiul add 32 96 256 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
for (int o = 4; o > 0; o >>= 1) v = $J(v, __shfl_down_sync(~0u, v, o, 8));
$T first = __shfl_sync(~0u, v, 0, 8), before = __shfl_up_sync(~0u, v, 3, 16);
out[blockIdx.x * $N + t] = $J($J(v, first), before);
// plain
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + b * $N + w * 32, 32);
    for (int o = 4; o > 0; o /= 2) each(v, 32, [&](int l) { return $J(v[l], v[l % 8 + o < 8 ? l + o : l]); });
    for (int l = 0; l < 32; l++) out[b * $N + w * 32 + l] = $J($J(v[l], v[l / 8 * 8]), v[l % 16 < 3 ? l : l - 3]);
}

//# coarse fdiul add,mul 32 100 64 2
// $F[$C*4] $F[$B]=0
// const $T *x, $T *out
__shared__ $T s[$N];
int t = threadIdx.x;
$T v = x[blockIdx.x * $N * 4 + t];
for (int i = t + $N; i < $N * 4; i += blockDim.x) v = $J(v, x[blockIdx.x * $N * 4 + i]);
s[t] = v;
__syncthreads();
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n) s[t] = $J(s[t], s[t + h]);
    __syncthreads();
}
if (t == 0) out[blockIdx.x] = s[0];
// plain
$T s[$N];
for (int t = 0; t < $N; t++) {
    s[t] = x[b * $N * 4 + t];
    for (int j = 1; j < 4; j++) s[t] = $J(s[t], x[b * $N * 4 + t + j * $N]);
}
for (int n = $N; n > 1; n = (n + 1) / 2)
    for (int t = 0; t + (n + 1) / 2 < n; t++) s[t] = $J(s[t], s[t + (n + 1) / 2]);
out[b] = s[0];

//# last_warp fdiul add 64 256 2
// $F[$C] $F[$B]=0
// const $T *x, $T *out
$S
for (int k = $N / 2; k >= 32; k >>= 1) {
    if (t < k) s[t] = $J(s[t], s[t + k]);
    __syncthreads();
}
if (t < 32) {
    $T v = s[t];
    for (int o = 16; o > 0; o >>= 1) v = $J(v, __shfl_down_sync(~0u, v, o));
    if (t == 0) out[blockIdx.x] = v;
}
// plain
$S
for (int k = $N / 2; k > 0; k /= 2)
    for (int t = 0; t < k; t++) s[t] = $J(s[t], s[t + k]);
out[b] = s[0];

//# in_warp fdiul min 32 96 2
// $F[$C] $F[$B*$W]=0
// const $T *x, $T *out
__shared__ $T s[$N + 16];
int t = threadIdx.x, lane = t & 31;
s[t] = x[blockIdx.x * $N + t];
__syncwarp();
for (int o = 16; o > 0; o >>= 1) {
    if (lane < o) s[t] = $J(s[t], s[t + o]);
    __syncwarp();
}
if (lane == 0) out[blockIdx.x * $W + t / 32] = s[t];
// plain
for (int w = 0; w < $W; w++) {
    out[b * $W + w] = x[b * $N + w * 32];
    for (int l = 1; l < 32; l++) out[b * $W + w] = $J(out[b * $W + w], x[b * $N + w * 32 + l]);
}

//# reduced iu add,min,max 32 64 96 1
// $F[$C]=any $F[$C]=0
// const $T *x, $T *out
$V
out[blockIdx.x * $N + t] = __reduce_$O_sync(~0u, v);
// plain
for (int w = 0; w < $W; w++) {
    $T r = x[b * $N + w * 32];
    for (int l = 1; l < 32; l++) r = $J(r, x[b * $N + w * 32 + l]);
    for (int l = 0; l < 32; l++) out[b * $N + w * 32 + l] = r;
}

//# reduced_bits u and,or,xor 32 64 1
// $F[$C]=any $F[$C]=0
// const $T *x, $T *out
$V
out[blockIdx.x * $N + t] = __reduce_$O_sync(~0u, v | 1u << lane);
// plain
for (int w = 0; w < $W; w++) {
    $T r = x[b * $N + w * 32] | 1u;
    for (int l = 1; l < 32; l++) r = $J(r, x[b * $N + w * 32 + l] | 1u << l);
    for (int l = 0; l < 32; l++) out[b * $N + w * 32 + l] = r;
}

//# atomic iul Add,Min,Max,And,Or,Xor 100 64 32 2
// $F[$C]=any $F[1]=any
// const $T *x, $T *out
__shared__ $T s;
int t = threadIdx.x;
if (t == 0) s = x[blockIdx.x * $N];
__syncthreads();
if (t > 0) atomic$O(&s, x[blockIdx.x * $N + t]);
__syncthreads();
if (t == 0) atomic$O(out, s);
// plain
$T r = x[b * $N];
for (int t = 1; t < $N; t++) r = $J(r, x[b * $N + t]);
*out = $J(*out, r);

//# inclusive fdiulh add,max 32 64 100 256 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
__shared__ $T a[2][$N];
int t = threadIdx.x, p = 0;
a[0][t] = x[blockIdx.x * $N + t];
__syncthreads();
for (int o = 1; o < $N; o <<= 1) {
    a[1 - p][t] = t >= o ? $J(a[p][t - o], a[p][t]) : a[p][t];
    p = 1 - p;
    __syncthreads();
}
out[blockIdx.x * $N + t] = a[p][t];
// plain
$T *v = lanes(x + b * $N, $N);
for (int o = 1; o < $N; o *= 2) each(v, $N, [&](int l) { return l >= o ? $J(v[l - o], v[l]) : v[l]; });
for (int t = 0; t < $N; t++) out[b * $N + t] = v[t];

//# exclusive fdiul add,xor 32 96 64 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
__shared__ $T s[$N];
int t = threadIdx.x;
s[t] = t > 0 ? x[blockIdx.x * $N + t - 1] : ($T)0;
__syncthreads();
for (int o = 1; o < $N; o <<= 1) {
    $T left = 0;
    if (t >= o) left = s[t - o];
    __syncthreads();
    if (t >= o) s[t] = $J(left, s[t]);
    __syncthreads();
}
out[blockIdx.x * $N + t] = s[t];
// plain
$T *v = lanes(x + b * $N, $N);
for (int t = $N - 1; t > 0; t--) v[t] = v[t - 1];
v[0] = 0;
for (int o = 1; o < $N; o *= 2) each(v, $N, [&](int l) { return l >= o ? $J(v[l - o], v[l]) : v[l]; });
for (int t = 0; t < $N; t++) out[b * $N + t] = v[t];

//# blelloch fdiul add,xor 32 64 256 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$S
for (int d = 1; d < $N; d *= 2) {
    if (t % (2 * d) == 2 * d - 1) s[t] = $J(s[t - d], s[t]);
    __syncthreads();
}
if (t == $N - 1) s[t] = 0;
__syncthreads();
for (int d = $N / 2; d > 0; d /= 2) {
    if (t % (2 * d) == 2 * d - 1) {
        $T left = s[t - d];
        s[t - d] = s[t];
        s[t] = $J(s[t], left);
    }
    __syncthreads();
}
out[blockIdx.x * $N + t] = s[t];
// plain
$S
for (int d = 1; d < $N; d *= 2)
    for (int t = 2 * d - 1; t < $N; t += 2 * d) s[t] = $J(s[t - d], s[t]);
s[$N - 1] = 0;
for (int d = $N / 2; d > 0; d /= 2)
    for (int t = 2 * d - 1; t < $N; t += 2 * d) {
        $T left = s[t - d];
        s[t - d] = s[t];
        s[t] = $J(s[t], left);
    }
for (int t = 0; t < $N; t++) out[b * $N + t] = s[t];

//# warp_scan fdiul add,min 32 64 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
for (int o = 1; o < 32; o <<= 1) {
    $T left = __shfl_up_sync(~0u, v, o);
    if (lane >= o) v = $J(left, v);
}
out[blockIdx.x * $N + t] = v;
// plain
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + b * $N + w * 32, 32);
    for (int o = 1; o < 32; o *= 2) each(v, 32, [&](int l) { return l >= o ? $J(v[l - o], v[l]) : v[l]; });
    for (int l = 0; l < 32; l++) out[b * $N + w * 32 + l] = v[l];
}

//# block_scan fdiul add,max 96 256 64 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
__shared__ $T s[$W];
for (int o = 1; o < 32; o <<= 1) {
    $T left = __shfl_up_sync(~0u, v, o);
    if (lane >= o) v = $J(left, v);
}
if (lane == 31) s[warp] = v;
__syncthreads();
if (warp > 0) {
    $T before = s[0];
    for (int w = 1; w < warp; w++) before = $J(before, s[w]);
    v = $J(before, v);
}
out[blockIdx.x * $N + t] = v;
// plain
$T before = 0;
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + b * $N + w * 32, 32);
    for (int o = 1; o < 32; o *= 2) each(v, 32, [&](int l) { return l >= o ? $J(v[l - o], v[l]) : v[l]; });
    for (int l = 0; l < 32; l++) out[b * $N + w * 32 + l] = w ? $J(before, v[l]) : v[l];
    before = w ? $J(before, v[31]) : v[31];
}

//# flagged_scan fdiul add 32 100 64 1
// $F[$C] u32[$C] $F[$C]=0
// const $T *x, const unsigned *flag, $T *out
__shared__ $T s[$N];
__shared__ int f[$N];
int t = threadIdx.x, i = blockIdx.x * $N + t;
s[t] = x[i];
f[t] = (flag[i] & 7) == 0;
__syncthreads();
for (int o = 1; o < $N; o <<= 1) {
    $T v = s[t];
    int g = f[t];
    if (t >= o) {
        if (!g) v = $J(s[t - o], v);
        g |= f[t - o];
    }
    __syncthreads();
    s[t] = v;
    f[t] = g;
    __syncthreads();
}
out[i] = s[t];
// plain
$T *v = lanes(x + b * $N, $N);
unsigned *f = lanes(flag + b * $N, $N);
for (int t = 0; t < $N; t++) f[t] = f[t] % 8 == 0;
for (int o = 1; o < $N; o *= 2) {
    each(v, $N, [&](int l) { return l >= o && !f[l] ? $J(v[l - o], v[l]) : v[l]; });
    each(f, $N, [&](int l) { return l >= o ? f[l] | f[l - o] : f[l]; });
}
for (int t = 0; t < $N; t++) out[b * $N + t] = v[t];

//# split_warp fdiul add 32 64 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
if (lane < 16) {
    for (int o = 8; o > 0; o >>= 1) v = $J(v, __shfl_xor_sync(0xffffu, v, o));
} else {
    v = $J(v, __shfl_xor_sync(0xffff0000u, v, 3));
}
out[blockIdx.x * $N + t] = v;
// plain
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + b * $N + w * 32, 32);
    for (int o = 8; o > 0; o /= 2) each(v, 16, [&](int l) { return $J(v[l], v[l ^ o]); });
    $T *from = v;
    v = lanes(from, 32);
    for (int l = 16; l < 32; l++) v[l] = $J(from[l], from[l ^ 3]);
    for (int l = 0; l < 32; l++) out[b * $N + w * 32 + l] = v[l];
}

//# leavers fdiul add 100 256 96 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
__shared__ $T s[$N];
int t = threadIdx.x;
if (t % 3 == 1) return;
s[t] = x[blockIdx.x * $N + t];
__syncthreads();
int next = (t + 3) % $N;
if (next % 3 == 1) next = t;
$T v = $J(s[t], s[next]);
__syncthreads();
out[blockIdx.x * $N + t] = v;
// plain
for (int t = 0; t < $N; t++) {
    int next = (t + 3) % $N;
    if (t % 3 != 1) out[b * $N + t] = $J(x[b * $N + t], x[b * $N + (next % 3 == 1 ? t : next)]);
}
