//! A race beside the deadlock of an early return
//! source: raddle
//! check: --block 64
//! expect: deadlock=refuted divergence=refuted race=refuted
//! finding: race line 15
//! why: With n = 32 half of the threads return before the barrier. With n = 128 all take part, and s is written while others read it [A].

__global__ void smooth(const float *a, float *o, int n) {
    __shared__ float s[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n) return;
    s[t] = a[i];
    __syncthreads();
    float v = s[63 - t];
    s[t] = v; // [A]
    o[i] = v + s[(t + 1) % 64];
}
