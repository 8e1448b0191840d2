// build: sm_80 -O0 -g
//! check: --block 64
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: One barrier a round: in the first round thread 2 reads line[1] while thread 1 writes it.
#include "prelude.h"

extern "C" __global__ void scan_racy(const int* x, int* out) {
    __shared__ int line[64];
    int t = threadIdx.x;
    line[t] = x[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        if (t >= d) line[t] += line[t - d];
        __syncthreads();
    }
    out[t] = line[t];
}
