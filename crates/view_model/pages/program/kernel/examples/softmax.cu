// Softmax: the largest number is subtracted first, so that nothing overflows.
__global__ void softmax(const float *x, float *y, int n) {
    float most = -INFINITY;
    for (int i = 0; i < n; i++)
        most = fmaxf(most, x[i]);
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        y[i] = __expf(x[i] - most);
        sum += y[i];
    }
    for (int i = 0; i < n; i++)
        y[i] /= sum;
}
