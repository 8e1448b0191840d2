//! The relay of chain_over_third_warp.cu passes the word on before it has it
//! source: raddle
//! check: --block 96
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 20
//! why: Warp 1 arrives at barrier 2 before it waits at barrier 1, so warp 2 may read at [A] before warp 0 has
//!   written. Each barrier still has one generation of 64 threads and no wait is in vain.
__global__ void relay(int *out) {
    __shared__ int cell[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp == 0) {
        cell[lane] = lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (warp == 1) {
        asm volatile("bar.arrive 2, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        out[lane] = cell[lane]; // [A]
    }
}
