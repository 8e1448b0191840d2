//! The softmax without the barrier between its two reductions
//! source: raddle
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 24
//! why: Warp 0 may store its sum at [A] while warp 1 still reads the maxima from the same cells.
#define WARPS 2

__global__ void softmax(const float *in, float *out) {
    __shared__ float part[WARPS];
    int t = threadIdx.x;
    float largest = in[t];
    for (int d = 16; d > 0; d /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, d));
    if (t % 32 == 0)
        part[t / 32] = largest;
    __syncthreads();
    largest = fmaxf(part[0], part[1]);

    float sum = expf(in[t] - largest);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (t % 32 == 0)
        part[t / 32] = sum; // [A]
    __syncthreads();
    out[t] = expf(in[t] - largest) / (part[0] + part[1]);
}
