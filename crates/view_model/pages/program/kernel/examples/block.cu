// The sum of a block: in each round, half of the threads add what the other half has.
__global__ void block_sum(const float *x, float *out) {
    __shared__ float s[16];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[0] = s[0];
}
