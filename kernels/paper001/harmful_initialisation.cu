//! Looks like the benign initialisation, but each warp loads another value
//! source: paper 001, section 5.3 (varied)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 10
//! why: At [A] threads t and t+32 write coefficients[t] and coefficients[t+32] to the same cell. These are two
//!   cells of a buffer with unknown contents: there are inputs for which they differ, so the race is harmful.
__global__ void weighted(const float *coefficients, const float *in, float *out) {
    __shared__ float c[32];
    c[threadIdx.x % 32] = coefficients[threadIdx.x]; // [A]
    __syncthreads();
    out[threadIdx.x] = c[threadIdx.x % 32] * in[threadIdx.x];
}
