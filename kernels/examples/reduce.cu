//! Sum of a block: a tree in shared memory, then shuffles within the last warp
//! source: raddle
//! check: --block 256
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 128 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: In each step the lower half reads the upper half, which no thread writes in that step, and a barrier ends
//!   the step. The last 32 values travel by shuffles, without memory. One thread of each block writes out[block].
__global__ void reduce(const float *in, float *out) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = blockDim.x / 2; half >= 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32) {
        float sum = part[t];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (t == 0)
            out[blockIdx.x] = sum;
    }
}
