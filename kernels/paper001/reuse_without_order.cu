//! One barrier serves two pairs of warps that know nothing of each other
//! source: paper 001, section 2.3 (conflicting arrivals of two generations)
//! check: --block 128
//! expect: deadlock=unknown barrier-reuse=refuted race=unknown divergence=proved
//! finding: barrier-reuse line 14
//! why: Warps 0 and 1 mean to meet at [B], warps 2 and 3 at [A], but both pairs use barrier 1 and no
//!   happens-before relation separates them. Warp 0 may as well meet warp 2. With a number of its own for each pair
//!   the kernel is well-synchronised; see reuse_with_own_barrier.cu.
__global__ void pairs(int *out) {
    int warp = threadIdx.x / 32;
    if (warp < 2) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [B]
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [A]
    }
    out[threadIdx.x] = warp;
}
