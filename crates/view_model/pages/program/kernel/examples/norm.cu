// Layer norm: mean and variance of a row, then each number in units of the deviation.
__global__ void layer_norm(const float *x, float *y, int n, float eps) {
    float mean = 0.0f;
    for (int i = 0; i < n; i++)
        mean += x[i];
    mean /= n;
    float variance = 0.0f;
    for (int i = 0; i < n; i++) {
        float d = x[i] - mean;
        variance += d * d;
    }
    float scale = rsqrtf(variance / n + eps);
    for (int i = 0; i < n; i++)
        y[i] = (x[i] - mean) * scale;
}
