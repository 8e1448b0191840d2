//! Lanes of a warp exchange values and trust that a warp runs in lock-step
//! source: raddle
//! check: --block 32
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 14
//! check: --block 32 --warp-synchronous --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Threads of a warp are independent unless the user says otherwise, so the write of cell[t] and the read
//!   [A] by lane t ^ 1 are unordered. With --warp-synchronous all lanes store before all lanes load.
__global__ void swap_in_warp(int *out) {
    __shared__ int cell[32];
    int t = threadIdx.x;
    cell[t] = t;
    out[t] = cell[t ^ 1]; // [A]
}
