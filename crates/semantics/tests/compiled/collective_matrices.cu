// Templates as in collective.cu: numbers in order, matrices, filters.

//# bitonic fdiul less 32 64 256 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$S
for (int k = 2; k <= $N; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
        int q = t ^ j;
        if (q > t) {
            $T a = s[t], c = s[q];
            if ((a > c) == ((t & k) == 0)) {
                s[t] = c;
                s[q] = a;
            }
        }
        __syncthreads();
    }
out[blockIdx.x * $N + t] = s[t];
// plain
sorted(x + b * $N, out + b * $N, $N);

//# sorted_warp fdiul less 32 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$V
for (int k = 2; k <= 32; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
        $T other = __shfl_xor_sync(~0u, v, j);
        bool low = (lane & j) == 0, up = (lane & k) == 0;
        v = (low == up) == (v < other) ? v : other;
    }
out[t] = v;
// plain
sorted(x, out, 32);

//# odd_even fdiul less 32 100 96 1
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$S
for (int n = 0; n < $N; n++) {
    if (t % 2 == n % 2 && t + 1 < $N && s[t] > s[t + 1]) {
        $T a = s[t];
        s[t] = s[t + 1];
        s[t + 1] = a;
    }
    __syncthreads();
}
out[t] = s[t];
// plain
sorted(x, out, $N);

//# ranked fdiul less 64 100 32 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
$S
int rank = 0;
for (int i = 0; i < $N; i++) rank += s[i] < s[t] || (s[i] == s[t] && i < t);
out[blockIdx.x * $N + rank] = s[t];
// plain
sorted(x + b * $N, out + b * $N, $N);

//# transposed fdiulh copy 8,8 16,16 32,32 2
// $F[$C] $F[$C]=0
// const $T *x, $T *out
__shared__ $T s[$X][$X + 1];
int i = threadIdx.x, j = threadIdx.y, at = blockIdx.x * $N;
s[j][i] = x[at + j * $X + i];
__syncthreads();
out[at + j * $X + i] = s[i][j];
// plain
for (int j = 0; j < $X; j++)
    for (int i = 0; i < $X; i++) out[b * $N + i * $X + j] = x[b * $N + j * $X + i];

//# product fdiul mac,fused 8,8 16,16 1
// $F[$N*2] $F[$N*2] $F[$N]=0
// const $T *x, const $T *y, $T *out
__shared__ $T s[$X][$X], u[$X][$X];
int i = threadIdx.x, j = threadIdx.y;
$T r = 0;
for (int k = 0; k < 2 * $X; k += $X) {
    s[j][i] = x[j * 2 * $X + k + i];
    u[j][i] = y[(k + j) * $X + i];
    __syncthreads();
    for (int m = 0; m < $X; m++) r = $J(s[j][m], u[m][i], r);
    __syncthreads();
}
out[j * $X + i] = r;
// plain
for (int j = 0; j < $X; j++)
    for (int i = 0; i < $X; i++) {
        $T r = 0;
        for (int k = 0; k < 2 * $X; k++) r = $J(x[j * 2 * $X + k], y[k * $X + i], r);
        out[j * $X + i] = r;
    }

//# rows_by_vector fdiul mac 32 100 64 1
// $F[$N*16] $F[16] $F[$N]=0
// const $T *x, const $T *y, $T *out
__shared__ $T s[16];
int t = threadIdx.x;
if (t < 16) s[t] = y[t];
__syncthreads();
$T r = 0;
for (int k = 0; k < 16; k++) r = $J(x[t * 16 + k], s[k], r);
out[t] = r;
// plain
for (int t = 0; t < $N; t++) {
    $T r = 0;
    for (int k = 0; k < 16; k++) r = $J(x[t * 16 + k], y[k], r);
    out[t] = r;
}

//# dot fdul mac 32 100 256 64 2
// $F[$C] $F[$C] $F[$B]=0
// const $T *x, const $T *y, $T *out
__shared__ $T s[$N];
int t = threadIdx.x;
s[t] = $J(x[blockIdx.x * $N + t], y[blockIdx.x * $N + t], ($T)0);
__syncthreads();
for (int n = $N; n > 1; n = (n + 1) / 2) {
    int h = (n + 1) / 2;
    if (t + h < n) s[t] = s[t] + s[t + h];
    __syncthreads();
}
if (t == 0) out[blockIdx.x] = s[0];
// plain
$T s[$N];
for (int t = 0; t < $N; t++) s[t] = $J(x[b * $N + t], y[b * $N + t], ($T)0);
for (int n = $N; n > 1; n = (n + 1) / 2)
    for (int t = 0; t + (n + 1) / 2 < n; t++) s[t] = s[t] + s[t + (n + 1) / 2];
out[b] = s[0];

//# five_points fdul add 8,8 16,16 32,4 1
// $F[$N] $F[$N]=0
// const $T *x, $T *out
__shared__ $T s[$Y + 2][$X + 2];
int i = threadIdx.x + 1, j = threadIdx.y + 1, t = threadIdx.y * $X + threadIdx.x;
if (j == 1) s[0][i] = 0, s[$Y + 1][i] = 0;
if (i == 1) s[j][0] = 0, s[j][$X + 1] = 0;
s[j][i] = x[t];
__syncthreads();
out[t] = $J($J(s[j][i - 1], s[j][i + 1]), $J(s[j - 1][i], s[j + 1][i])) - 4 * s[j][i];
// plain
for (int j = 0; j < $Y; j++)
    for (int i = 0; i < $X; i++) {
        auto at = [&](int j, int i) { return j < 0 || j >= $Y || i < 0 || i >= $X ? ($T)0 : x[j * $X + i]; };
        out[j * $X + i] = $J($J(at(j, i - 1), at(j, i + 1)), $J(at(j - 1, i), at(j + 1, i))) - 4 * at(j, i);
    }

//# filter fdiul mac 32 100 96 1
// $F[$N+6] $F[7] $F[$N]=0
// const $T *x, const $T *y, $T *out
__shared__ $T s[$N + 6], w[7];
int t = threadIdx.x;
s[t] = x[t];
if (t < 6) s[$N + t] = x[$N + t];
if (t >= $N - 7) w[$N - 1 - t] = y[$N - 1 - t];
__syncthreads();
$T r = 0;
for (int k = 0; k < 7; k++) r = $J(s[t + k], w[k], r);
out[t] = r;
// plain
for (int t = 0; t < $N; t++) {
    $T r = 0;
    for (int k = 0; k < 7; k++) r = $J(x[t + k], y[k], r);
    out[t] = r;
}
