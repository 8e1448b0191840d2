//! All threads meet at one textual barrier equally often, but in different iterations
//! source: paper 000, condition B2 and the loop counters v_L
//! check: --block 64
//! expect: divergence=refuted
//! finding: divergence line 15
//! why: Warp 0 runs the inner loop once and then twice, warp 1 twice and then once: three barriers each, all at
//!   [A]. At the second meeting warp 0 is in the outer loop's second iteration and warp 1 still in the first, so
//!   the loop counters differ: B2 is violated although the counts agree.
__global__ void iterations(int *out) {
    int warp = threadIdx.x / 32;
    int met = 0;
    for (int outer = 0; outer < 2; outer++) {
        int rounds = (outer == warp) ? 1 : 2;
        for (int inner = 0; inner < rounds; inner++) {
            __syncthreads(); // [A]
            met++;
        }
    }
    out[threadIdx.x] = met;
}
