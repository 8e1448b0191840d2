// build: sm_80 -O2
//! check: --block 128 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: A value goes from warp to warp: warp w waits at barrier w, reads what warp w - 1 wrote, writes its own cells and
//! why: arrives at barrier w + 1. Warp 3 reads what warp 0 wrote, ordered by the chain through warps 1 and 2.
#include "prelude.h"

extern "C" __global__ void ring_of_warps(const int* x, int* out) {
    __shared__ int line[128];
    int t = threadIdx.x, warp = t / 32;
    if (warp > 0) asm volatile("bar.sync %0, 64;" ::"r"(warp) : "memory");
    line[t] = warp > 0 ? line[t - 32] + x[t] : x[t];
    if (warp < 3) asm volatile("bar.arrive %0, 64;" ::"r"(warp + 1) : "memory");
    if (warp == 3) out[t - 96] = line[t] - line[t - 96];
}
