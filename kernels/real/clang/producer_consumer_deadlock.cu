// build: sm_80 -O2
//! check: --block 64 --arg 2=4
//! expect: deadlock=refuted
//! why: The consumer passes one round fewer than the producer, which waits for it at barrier 2 in the last one forever.
#include "prelude.h"

extern "C" __global__ void producer_consumer_deadlock(const int* x, int* out, int rounds) {
    __shared__ int slot[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int r = 0; r < rounds; ++r) {
            slot[lane] = x[r * 32 + lane];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        }
    } else {
        for (int r = 0; r + 1 < rounds; ++r) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[r * 32 + lane] = slot[31 - lane];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}
