//! Proofs that assume that the kernel terminates stand on the proof of that
//! source: raddle
//! check: --block 64 --property race,divergence,termination
//! expect: race=proved divergence=proved termination=proved
//! why: How often the first loop goes round, `n` says, so two threads are compared, and that assumes that the kernel terminates (paper 000, theorem 5.2). It does for `n` up to
//!   2^30; asked for together, all three are proved under that condition, and nothing is assumed of termination.
__global__ void chain(int *out, int n) {
    __shared__ int last[64];
    for (int i = 1; i < n; i *= 2) {
        last[threadIdx.x] = i;
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = last[threadIdx.x];
}
