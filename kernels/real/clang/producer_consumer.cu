// build: sm_80 -O0 -g
//! check: --block 64 --arg 2=4 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Warp 0 fills the slot and arrives at barrier 1, warp 1 waits there, reads, and arrives at barrier 2, where warp 0
//! why: waits before it fills the slot again: the two alternate.
#include "prelude.h"

extern "C" __global__ void producer_consumer(const int* x, int* out, int rounds) {
    __shared__ int slot[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int r = 0; r < rounds; ++r) {
            slot[lane] = x[r * 32 + lane];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        }
    } else {
        for (int r = 0; r < rounds; ++r) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[r * 32 + lane] = slot[31 - lane];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}
