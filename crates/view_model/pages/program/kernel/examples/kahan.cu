// A plain sum, and Kahan's, which keeps what each addition loses.
__global__ void sums(const float *x, float *out, int n) {
    float plain = 0.0f;
    float sum = 0.0f, lost = 0.0f;
    for (int i = 0; i < n; i++) {
        plain += x[i];
        float y = x[i] - lost;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    out[0] = plain;
    out[1] = sum;
}
