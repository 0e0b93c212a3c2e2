// Softmax of a warp: 32 threads pass their numbers on by shuffles.
__global__ void warp_softmax(const float *x, float *y) {
    float v = x[threadIdx.x], most = v;
    for (int o = 16; o > 0; o /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, o));
    float e = __expf(v - most), sum = e;
    for (int o = 16; o > 0; o /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, o);
    y[threadIdx.x] = e / sum;
}
