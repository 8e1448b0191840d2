//! Each pair of warps has a barrier of its own
//! source: raddle (the repaired reuse_without_order.cu)
//! check: --block 128 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Barriers 1 and 2 have one generation each, of exactly the 64 threads that they expect. The pairs exchange
//!   values through disjoint halves of `cell`; a write and the partner's read are separated by their barrier.
__global__ void pairs(int *out) {
    __shared__ int cell[128];
    int warp = threadIdx.x / 32;
    cell[threadIdx.x] = warp;
    asm volatile("bar.sync %0, 64;" ::"r"(1 + warp / 2) : "memory");
    out[threadIdx.x] = cell[threadIdx.x ^ 32];
}
