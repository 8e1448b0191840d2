// build: sm_80 -O0 -g
//! check: --block 64 --grid 2
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Every round's reads and writes are separated from the next round's by a barrier that all threads reach. Unoptimised:
//! why: every variable lives in local memory, and special registers are read through small functions.
#include "prelude.h"

extern "C" __global__ void reduce_tree(const float* x, float* out) {
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    for (int width = 32; width > 0; width /= 2) {
        if (t < width) part[t] += part[t + width];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
