//! A race that is over before the first barrier
//! source: raddle (the published WEFT drops the stretch before the first barrier)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 12
//! why: Thread t writes cell[t] and reads cell[t ^ 32] at [A] with no barrier in between; the other warp writes
//!   that cell. What follows the barrier is fine.
__global__ void before(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    cell[t] = t;
    int other = cell[t ^ 32]; // [A]
    __syncthreads();
    out[t] = other + cell[t ^ 1];
}
