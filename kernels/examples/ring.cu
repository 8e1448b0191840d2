//! Four warps pass a token round a ring of named barriers, twice
//! source: raddle
//! check: --block 128 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Warp w waits at barrier w for its left neighbour and arrives at barrier w + 1 for its right one; warp 0
//!   begins without waiting. The token goes round, so each use of a barrier follows the last one by way of all four
//!   warps, and the accesses to `token` follow the same way. After the second lap warp 3 does not arrive, since
//!   no thread waits.
__global__ void ring(int *out) {
    __shared__ int token[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    for (int lap = 0; lap < 2; lap++) {
        if (warp > 0 || lap > 0) {
            asm volatile("bar.sync %0, 64;" ::"r"(warp) : "memory");
            token[lane] = token[lane] + warp;
        } else {
            token[lane] = 0;
        }
        if (warp < 3 || lap == 0)
            asm volatile("bar.arrive %0, 64;" ::"r"((warp + 1) % 4) : "memory");
        else
            out[lane] = token[lane];
    }
}
