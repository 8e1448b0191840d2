//! The CUDA form of a voting barrier
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: __syncthreads_count() is a barrier for the whole block, so writes before it and reads after it are
//!   ordered.
__global__ void vote(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    cell[t] = t;
    int odd = __syncthreads_count(t % 2);
    out[t] = cell[63 - t] + odd;
}
