// Two ways to compute a variance. The mean of the squares minus the square of the mean cancels; Welford's way does not.
__global__ void variance(const float *x, float *naive, float *welford, int n) {
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    float m = sum / n;
    *naive = squares / n - m * m;

    float mean = 0.0f, m2 = 0.0f;
    for (int i = 0; i < n; i++) {
        float d = x[i] - mean;
        mean += d / (i + 1);
        m2 += d * (x[i] - mean);
    }
    *welford = m2 / n;
}
