// build: sm_80 -O2
//! check: --block 64 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: In place, but all reads of a round stand before a barrier and all its writes after it.
#include "prelude.h"

extern "C" __global__ void scan_two_barriers(const int* x, int* out) {
    __shared__ int line[64];
    int t = threadIdx.x;
    line[t] = x[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int add = t >= d ? line[t - d] : 0;
        __syncthreads();
        line[t] += add;
        __syncthreads();
    }
    out[t] = line[t];
}
