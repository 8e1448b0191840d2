//! barrier.sync, the form that need not be aligned
//! source: raddle (the published WEFT does not know barrier.sync)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: `barrier.sync 1, 64` synchronises exactly as `bar.sync 1, 64` does. The two warps execute it at different
//!   places, which is legal for a named barrier.
__global__ void unaligned(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    cell[t] = t;
    if (t < 32) {
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        out[t] = cell[t + 32];
    } else {
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        out[t] = cell[t - 32];
    }
}
