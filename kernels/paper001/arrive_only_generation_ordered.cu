//! A generation made of arrives only, then the barrier is used again, after a block-wide barrier
//! source: paper 001, figure 4, line 18
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=refuted race=proved divergence=proved
//! finding: barrier-reuse line 13
//! why: Both arrives of generation 1 precede the block-wide barrier in program order, and both registrations of
//!   generation 2 follow it. So the two generations of barrier 1 cannot mix. The cell written by warp 0 is read
//!   after generation 2 by warp 1. But no thread waits for generation 1, which serves nothing.
__global__ void arrives(int *out) {
    __shared__ int cell[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    asm volatile("bar.arrive 1, 64;" ::: "memory"); // generation 1: nobody waits
    __syncthreads();
    if (warp == 0) {
        cell[lane] = lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // generation 2
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // generation 2
        out[lane] = cell[lane];
    }
}
