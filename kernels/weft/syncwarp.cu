//! Lanes of a warp exchange values across __syncwarp() (bar.warp.sync)
//! source: raddle (the published WEFT ignores bar.warp.sync)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Every exchange stays within one warp, and __syncwarp() orders what its lanes did before with what they do
//!   after. The reads of round k and the writes of round k + 1 are separated by the second call.
__global__ void swap_in_warp(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    int value = t;
    for (int d = 16; d > 0; d /= 2) {
        cell[t] = value;
        __syncwarp();
        value += cell[t ^ d];
        __syncwarp();
    }
    out[t] = value;
}
