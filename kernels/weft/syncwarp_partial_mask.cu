//! Half a warp synchronises; the other half's cells are read nevertheless
//! source: raddle
//! check: --block 32
//! expect: race=refuted
//! finding: race line 14
//! why: Lanes 0 to 15 wait for each other (mask 0xffff) and then read at [A] what lanes 16 to 31 wrote. Those are
//!   not in the mask and not ordered.
__global__ void half(int *out) {
    __shared__ int cell[32];
    int t = threadIdx.x;
    cell[t] = t;
    if (t < 16) {
        __syncwarp(0x0000ffffu);
        out[t] = cell[t + 16]; // [A]
    }
}
