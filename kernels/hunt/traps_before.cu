//! A trap before the accesses of all threads but one
//! source: raddle
//! check: --block 2 --grid 1 --kernel one_thread
//! expect: race=proved
//! check: --block 2 --grid 2 --cta all --kernel one_block
//! expect: race=proved
//! check: --block 2 --grid 1 --kernel most
//! expect: race=refuted
//! check: --block 64 --grid 1 --property assert --kernel behind_a_barrier
//! expect: assert=unknown
//! check: --block 64 --grid 1 --property bounds --buffer p=64 --kernel outside
//! expect: bounds=unknown
//! check: --block 64 --grid 2 --cta all --kernel grid
//! expect: deadlock=unknown divergence=unknown
//! why: Whatever `n` is, all threads but one trap in `one_thread`, and all blocks but one in `one_block`: a run that does not know who traps continues as if none did, which shows
//!   nothing. In `most` no thread traps with `n` = 0. In `behind_a_barrier`, `outside` and `grid` the launch always ends with a trap before anything else goes wrong.
#include <cooperative_groups.h>

__global__ void one_thread(int *p, int n) {
    if (n != threadIdx.x) __trap();
    p[0] = threadIdx.x;
}

__global__ void one_block(int *p, int n) {
    if (n != blockIdx.x) __trap();
    if (threadIdx.x == 0) p[0] = blockIdx.x;
}

__global__ void most(int *p, int n) {
    if (n > threadIdx.x) __trap();
    p[0] = threadIdx.x;
}

__global__ void behind_a_barrier(int *p, int n) {
    if (n != threadIdx.x) __trap();
    __syncthreads();
    __assert(threadIdx.x != 5);
}

__global__ void outside(int *p, int n) {
    if (n != threadIdx.x) __trap();
    __syncthreads();
    p[threadIdx.x + 64] = 5;
}

__global__ void grid(int *p, int n) {
    if (n != blockIdx.x) __trap();
    if (blockIdx.x == 0) cooperative_groups::this_grid().sync();
}
