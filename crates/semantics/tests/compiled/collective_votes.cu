// Templates as in collective.cu: votes, histograms, statistics, tiles of cooperative groups.

//# votes iul less 32 96 256 1
// $F[$C] u32[$C]=0
// const $T *x, unsigned *out
$V
unsigned above = __ballot_sync(~0u, v > 30000), low = __popc(above & ((1u << lane) - 1));
int any = __any_sync(~0u, v % 64 == 3), all = __all_sync(~0u, v > 1000);
out[t] = (above >> 5) + low * 7 + any * 100 + all * 1000;
// plain
for (int t = 0; t < $N; t++) {
    unsigned above = 0, low = 0, any = 0, all = 1;
    for (int l = 0; l < 32; l++) {
        $T v = x[t / 32 * 32 + l];
        if (v > 30000) above += 1u << l, low += l < t % 32;
        if (v % 64 == 3) any = 1;
        if (!(v > 1000)) all = 0;
    }
    out[t] = above / 32 + low * 7 + any * 100 + all * 1000;
}

//# counted_block iul less 100 64 256 1
// $F[$C] u32[$C]=0
// const $T *x, unsigned *out
int t = threadIdx.x;
$T v = x[t];
int many = __syncthreads_count(v > 20000), all = __syncthreads_and(v > 5), one = __syncthreads_or(v % 128 == 9);
out[t] = many + all * 1000 + one * 5000;
// plain
int many = 0, all = 1, one = 0;
for (int t = 0; t < $N; t++) many += x[t] > 20000, all &= x[t] > 5, one |= x[t] % 128 == 9;
for (int t = 0; t < $N; t++) out[t] = many + all * 1000 + one * 5000;

//# groups iul less 32 64 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
unsigned same = __match_any_sync(~0u, v % 8);
int leader = __ffs(same) - 1;
$T largest = __shfl_sync(~0u, v, 31 - __clz(same));
out[blockIdx.x * $N + t] = ($T)(leader * 100 + __popc(same)) + largest;
// plain
for (int t = 0; t < $N; t++) {
    int leader = -1, count = 0;
    $T last = 0;
    for (int l = 0; l < 32; l++) {
        $T v = x[b * $N + t / 32 * 32 + l];
        if (v % 8 == x[b * $N + t] % 8) leader = leader < 0 ? l : leader, count++, last = v;
    }
    out[b * $N + t] = ($T)(leader * 100 + count) + last;
}

//# all_the_same iul less 32 64 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
int same, other;
unsigned first = __match_all_sync(~0u, v / 65536, &same), second = __match_all_sync(~0u, v, &other);
out[t] = ($T)(first & 255u) + same * 2 + (second != 0) * 4 + other * 8;
// plain
for (int t = 0; t < $N; t++) out[t] = 255 + 2;

//# kept fdiul less 64 256 96 1
// $F[$C] $F[$C]=0 u32[1]=0
// const $T *x, $T *out, unsigned *count
$V
__shared__ int s[$W];
bool keep = v > ($T)20000 || v < ($T)100;
unsigned mask = __ballot_sync(~0u, keep);
if (lane == 0) s[warp] = __popc(mask);
__syncthreads();
int at = __popc(mask & ((1u << lane) - 1));
for (int w = 0; w < warp; w++) at += s[w];
if (keep) out[at] = v;
if (t == $N - 1) *count = at + keep;
// plain
int at = 0;
for (int t = 0; t < $N; t++)
    if (x[t] > ($T)20000 || x[t] < ($T)100) out[at++] = x[t];
*count = at;

//# histogram iul add 100 256 64 3
// $F[$C] u32[16]=0
// const $T *x, unsigned *out
__shared__ unsigned s[16];
int t = threadIdx.x;
if (t < 16) s[t] = 0;
__syncthreads();
atomicAdd(&s[x[blockIdx.x * $N + t] % 16], 1u);
__syncthreads();
if (t < 16) atomicAdd(&out[t], s[t]);
// plain
for (int t = 0; t < $N; t++) out[x[b * $N + t] % 16]++;

//# histogram_by_groups iul add 32 96 2
// $F[$C] u32[8]=0
// const $T *x, unsigned *out
$V
int bin = (int)(v % 8);
unsigned same = __match_any_sync(~0u, bin);
if (lane == __ffs(same) - 1) atomicAdd(&out[bin], (unsigned)__popc(same));
// plain
for (int t = 0; t < $N; t++) out[x[b * $N + t] % 8]++;

//# variance fd add 32 100 256 1
// $F[$C] $F[2]=0
// const $T *x, $T *out
$S
$T v = s[t];
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n) s[t] = $J(s[t], s[t + h]);
    __syncthreads();
}
$T mean = s[0] / ($T)$N, off = v - mean;
__syncthreads();
s[t] = off * off;
__syncthreads();
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n) s[t] = $J(s[t], s[t + h]);
    __syncthreads();
}
if (t == 0) out[0] = mean, out[1] = s[0] / ($T)($N - 1);
// plain
$S
auto sum = [&] {
    for (int n = $N; n > 1; n = (n + 1) / 2)
        for (int t = 0; t + (n + 1) / 2 < n; t++) s[t] = $J(s[t], s[t + (n + 1) / 2]);
    return s[0];
};
out[0] = sum() / ($T)$N;
for (int t = 0; t < $N; t++) s[t] = (x[t] - out[0]) * (x[t] - out[0]);
out[1] = sum() / ($T)($N - 1);

//# layer_norm fd add 32 64 96 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
__shared__ $T s[2][$W];
$T a = v, q = v * v;
for (int o = 16; o > 0; o >>= 1) a = $J(a, __shfl_xor_sync(~0u, a, o)), q = $J(q, __shfl_xor_sync(~0u, q, o));
if (lane == 0) s[0][warp] = a, s[1][warp] = q;
__syncthreads();
$T total = 0, squares = 0;
for (int w = 0; w < $W; w++) total = $J(total, s[0][w]), squares = $J(squares, s[1][w]);
$T mean = total / ($T)$N, variance = squares / ($T)$N - mean * mean;
out[blockIdx.x * $N + t] = (v - mean) / $Q(variance + ($T)0.5);
// plain
$T total = 0, squares = 0;
for (int w = 0; w < $W; w++) {
    $T *a = lanes(x + b * $N + w * 32, 32), *q = lanes(x + b * $N + w * 32, 32);
    for (int l = 0; l < 32; l++) q[l] = q[l] * q[l];
    for (int o = 16; o > 0; o /= 2) {
        each(a, 32, [&](int l) { return $J(a[l], a[l ^ o]); });
        each(q, 32, [&](int l) { return $J(q[l], q[l ^ o]); });
    }
    total = $J(total, a[0]), squares = $J(squares, q[0]);
}
$T mean = total / ($T)$N, variance = squares / ($T)$N - mean * mean;
for (int t = 0; t < $N; t++) out[b * $N + t] = (x[b * $N + t] - mean) / $Q(variance + ($T)0.5);

//# softmax fd add 32 64 100 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$S
$T v = s[t];
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n && s[t + h] > s[t]) s[t] = s[t + h];
    __syncthreads();
}
$T z = (v - s[0]) * ($T)0.0009765625;
$T e = ($T)1 + z * (($T)1 + z * (($T)0.5 + z * ($T)0.1640625));
__syncthreads();
s[t] = e;
__syncthreads();
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n) s[t] = $J(s[t], s[t + h]);
    __syncthreads();
}
out[t] = e / s[0];
// plain
$T most = x[0], e[$N], s[$N];
for (int t = 1; t < $N; t++) most = x[t] > most ? x[t] : most;
for (int t = 0; t < $N; t++) {
    $T z = (x[t] - most) * ($T)0.0009765625;
    s[t] = e[t] = ($T)1 + z * (($T)1 + z * (($T)0.5 + z * ($T)0.1640625));
}
for (int n = $N; n > 1; n = (n + 1) / 2)
    for (int t = 0; t + (n + 1) / 2 < n; t++) s[t] = $J(s[t], s[t + (n + 1) / 2]);
for (int t = 0; t < $N; t++) out[t] = e[t] / s[0];

//# welford fd add 32 1
// $F[$C] $F[2]=0
// const $T *x, $T *out
$V
$T mean = v, m2 = 0, n = 1;
for (int o = 1; o < 32; o <<= 1) {
    $T other = __shfl_xor_sync(~0u, mean, o), m = __shfl_xor_sync(~0u, m2, o), d = other - mean;
    mean = (mean + other) / ($T)2;
    m2 = $J(m2, m) + d * d * n / ($T)2;
    n = n + n;
}
if (lane == 0) out[0] = mean, out[1] = m2 / n;
// plain
$T *mean = lanes(x, 32), m2[32] = {}, n = 1;
for (int o = 1; o < 32; o *= 2) {
    $T *old = lanes(mean, 32);
    each(m2, 32, [&](int l) { return $J(m2[l], m2[l ^ o]) + (old[l ^ o] - old[l]) * (old[l ^ o] - old[l]) * n / ($T)2; });
    each(mean, 32, [&](int l) { return (old[l] + old[l ^ o]) / ($T)2; });
    n = n + n;
}
out[0] = mean[0], out[1] = m2[0] / n;

//# compensated fd add 32 64 1
// $F[$C*8] $F[$N]=0
// const $T *x, $T *out
int t = threadIdx.x;
$T sum = 0, c = 0;
for (int i = t; i < $N * 8; i += blockDim.x) {
    $T y = x[i] - c, next = $J(sum, y);
    c = (next - sum) - y;
    sum = next;
}
out[t] = $J(sum, __shfl_xor_sync(~0u, sum, 7));
// plain
$T s[$N];
for (int t = 0; t < $N; t++) {
    $T c = 0;
    s[t] = 0;
    for (int j = 0; j < 8; j++) {
        $T y = x[j * $N + t] - c, next = $J(s[t], y);
        c = (next - s[t]) - y;
        s[t] = next;
    }
}
for (int t = 0; t < $N; t++) out[t] = $J(s[t], s[t ^ 7]);

//# largest fdiul less 100 64 256 2
// $F[$C] $F[$B]=0 u32[$B]=0
// const $T *x, $T *out, unsigned *place
$S
__shared__ unsigned at[$N];
at[t] = t;
__syncthreads();
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n && s[t + h] > s[t]) s[t] = s[t + h], at[t] = at[t + h];
    __syncthreads();
}
if (t == 0) out[blockIdx.x] = s[0], place[blockIdx.x] = at[0];
// plain
unsigned at[$N];
$S
for (int t = 0; t < $N; t++) at[t] = t;
for (int n = $N; n > 1; n = (n + 1) / 2)
    for (int t = 0, h = (n + 1) / 2; t + h < n; t++)
        if (s[t + h] > s[t]) s[t] = s[t + h], at[t] = at[t + h];
out[b] = s[0], place[b] = at[0];

//# fourier fd add 32 64 1
// $F[$N*2] $F[$N*2] $F[$N*2] $F[$N*2]=0
// const $T *x, const $T *cosine, const $T *sine, $T *out
__shared__ $T re[2 * $N], im[2 * $N];
int t = threadIdx.x;
for (int i = t; i < 2 * $N; i += $N) re[i] = x[i], im[i] = 0;
__syncthreads();
for (int h = 1; h <= $N; h <<= 1) {
    int i = t / h * 2 * h + t % h, k = t % h * ($N / h);
    $T c = cosine[k] * ($T)0.001953125, w = sine[k] * ($T)0.001953125;
    $T a = re[i + h] * c - im[i + h] * w, d = re[i + h] * w + im[i + h] * c;
    re[i + h] = re[i] - a, im[i + h] = im[i] - d;
    re[i] = $J(re[i], a), im[i] = $J(im[i], d);
    __syncthreads();
}
out[t] = re[t], out[t + $N] = im[t];
// plain
$T *re = lanes(x, 2 * $N), im[2 * $N] = {};
for (int h = 1; h <= $N; h *= 2)
    for (int first = 0; first < 2 * $N; first += 2 * h)
        for (int j = 0; j < h; j++) {
            $T c = cosine[j * ($N / h)] * ($T)0.001953125, w = sine[j * ($N / h)] * ($T)0.001953125;
            int i = first + j;
            $T a = re[i + h] * c - im[i + h] * w, d = re[i + h] * w + im[i + h] * c;
            re[i + h] = re[i] - a, im[i + h] = im[i] - d;
            re[i] = re[i] + a, im[i] = im[i] + d;
        }
for (int t = 0; t < $N; t++) out[t] = re[t], out[t + $N] = im[t];

//# life u less 8,8 16,16 1
// $F[$N] $F[$N]=0
// const $T *x, $T *out
__shared__ int s[2][$Y][$X];
int i = threadIdx.x, j = threadIdx.y, p = 0;
s[0][j][i] = x[j * $X + i] % 3 == 0;
__syncthreads();
for (int n = 0; n < 4; n++) {
    int around = -s[p][j][i];
    for (int a = $Y - 1; a <= $Y + 1; a++)
        for (int c = $X - 1; c <= $X + 1; c++) around += s[p][(j + a) % $Y][(i + c) % $X];
    s[1 - p][j][i] = around == 3 || (around == 2 && s[p][j][i]);
    p = 1 - p;
    __syncthreads();
}
out[j * $X + i] = s[p][j][i];
// plain
unsigned *s = lanes(x, $N);
for (int t = 0; t < $N; t++) s[t] = s[t] % 3 == 0;
for (int n = 0; n < 4; n++)
    each(s, $N, [&](int t) {
        unsigned around = 0;
        for (int at = 0; at < 9; at++)
            if (at != 4) around += s[(t / $X + $Y + at / 3 - 1) % $Y * $X + (t % $X + $X + at % 3 - 1) % $X];
        return (unsigned)(around == 3 || (around == 2 && s[t]));
    });
for (int t = 0; t < $N; t++) out[t] = s[t];

//# tiles fdiu add 32 64 96 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
namespace cg = cooperative_groups;
cg::thread_block block = cg::this_thread_block();
cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
int t = block.thread_rank();
$T v = x[blockIdx.x * $N + t];
for (int o = tile.size() / 2; o > 0; o /= 2) v = $J(v, tile.shfl_down(v, o));
__shared__ $T s[$N / 8];
if (tile.thread_rank() == 0) s[t / 8] = v;
block.sync();
out[blockIdx.x * $N + t] = $J(tile.shfl(v, 0), s[t % ($N / 8)]);
// plain
$T *v = lanes(x + b * $N, $N);
for (int o = 4; o > 0; o /= 2) each(v, $N, [&](int l) { return $J(v[l], v[l % 8 + o < 8 ? l + o : l]); });
for (int t = 0; t < $N; t++) out[b * $N + t] = $J(v[t / 8 * 8], v[t % ($N / 8) * 8]);

//# tile_of_a_warp fdiu add 32 64 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
int t = threadIdx.x;
$T v = x[t];
for (int o = 1; o < 32; o <<= 1) {
    $T left = tile.shfl_up(v, o);
    if (tile.thread_rank() >= o) v = $J(left, v);
}
unsigned odd = tile.ballot(t % 3 == 1);
out[t] = tile.any(t > 40) ? $J(v, tile.shfl_xor(v, 9)) : $J(v, ($T)(odd % 256));
// plain
for (int w = 0; w < $W; w++) {
    $T *v = lanes(x + w * 32, 32);
    unsigned odd = 0;
    for (int l = 0; l < 32; l++) odd |= (unsigned)((w * 32 + l) % 3 == 1) << l;
    for (int o = 1; o < 32; o *= 2) each(v, 32, [&](int l) { return l >= o ? $J(v[l - o], v[l]) : v[l]; });
    for (int l = 0; l < 32; l++) out[w * 32 + l] = w ? $J(v[l], v[l ^ 9]) : $J(v[l], ($T)(odd % 256));
}
