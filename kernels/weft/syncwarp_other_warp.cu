//! __syncwarp() does not order two warps
//! source: raddle
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 13
//! why: Thread t reads at [A] what thread t ^ 32 of the other warp writes; a warp's barrier says nothing about
//!   that.
__global__ void across(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    cell[t] = t;
    __syncwarp();
    out[t] = cell[t ^ 32]; // [A]
}
