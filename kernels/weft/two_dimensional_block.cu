//! Warps of a two-dimensional block run along x first
//! source: raddle
//! check: --block 16,4 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 8,4
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=proved
//! finding: deadlock line 14
//! why: In a block of 16 x 4, rows 0 and 1 are warp 0 and rows 2 and 3 are warp 1: each row pair is a warp, and
//!   the two meet at barrier 1. A block of 8 x 4 is one warp, which waits at [A] for 64 threads that do not exist.
__global__ void rows(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    cell[t] = t;
    asm volatile("bar.sync 1, 64;" ::: "memory"); // [A]
    out[t] = cell[63 - t];
}
