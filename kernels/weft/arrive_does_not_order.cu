//! Two warps that both only arrive at a barrier are not ordered by it
//! source: raddle
//! check: --block 96
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 17
//! why: Warps 0 and 1 arrive, warp 2 waits. The barrier orders both before what warp 2 does next, but not each
//!   other: warp 1 reads at [A] after its arrive, while warp 0 may not have written yet.
__global__ void arrivals(int *out) {
    __shared__ int cell[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp == 0) {
        cell[lane] = lane;
        asm volatile("bar.arrive 1, 96;" ::: "memory");
    } else if (warp == 1) {
        asm volatile("bar.arrive 1, 96;" ::: "memory");
        out[lane] = cell[lane]; // [A]
    } else {
        asm volatile("bar.sync 1, 96;" ::: "memory");
        out[32 + lane] = cell[lane];
    }
}
