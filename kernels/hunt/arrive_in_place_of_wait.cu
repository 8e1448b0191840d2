//! The side that should wait only arrives
//! source: raddle
//! check: --block 64
//! expect: race=refuted
//! finding: race line 15
//! why: The upper warp stores, waits at barrier 1 and knows then that the lower one has arrived. The lower warp arrives at [A] and
//!   continues without waiting, so its loads at [B] race with the stores.
__global__ void mixed_up(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 32) asm volatile("bar.arrive 1, 64;" ::: "memory"); // [A]
    else asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[63 - t]; // [B]
}
