//! Every warp loads the same coefficients into the same shared cells
//! source: paper 001, section 5.3 (the benign race of the RTM kernels)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --strict-benign
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 14
//! why: Lane i of both warps writes coefficients[i] to c[i] at [A], unordered. No thread writes the buffer
//!   `coefficients` (distinct pointer parameters are disjoint), so both loads give the same value whatever the
//!   input is: the race is benign, reported as a warning, and race freedom is proved up to those equal writes. With
//!   --strict-benign any unordered pair of writes refutes. The reads come after the barrier.
__global__ void weighted(const float *coefficients, const float *in, float *out) {
    __shared__ float c[32];
    c[threadIdx.x % 32] = coefficients[threadIdx.x % 32]; // [A]
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 4; k++)
        sum += c[(threadIdx.x + k) % 32] * in[threadIdx.x];
    out[threadIdx.x] = sum;
}
