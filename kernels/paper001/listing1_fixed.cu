//! The handshake of listing 1 with one side arriving before it waits
//! source: paper 001, listing 1 (repaired)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Warp 1 now arrives at barrier 0 before it waits at barrier 1, so warp 0 passes barrier 0, arrives at
//!   barrier 1 and releases warp 1. Each barrier has one generation, so nothing is reused. The write to slot[lane]
//!   is ordered before the read by barrier 1 (arrive, then sync, of the same generation).
__global__ void __launch_bounds__(64, 1) handshake(int *out) {
    __shared__ int slot[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp == 0) {
        asm volatile("bar.sync 0, 64;" ::: "memory");
        slot[lane] = lane * 3;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.arrive 0, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[lane] = slot[lane];
    }
}
