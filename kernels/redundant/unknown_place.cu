//! A barrier between accesses to places that are not known
//! source: raddle
//! check: --block 64 --property redundant-barrier
//! expect: redundant-barrier=unknown
//! why: Where the atomics at [A] go depends on the input. Atomics do not race with each other, wherever they go; but the barrier
//!   may order two of them that meet, so it may be needed.
__global__ void two_rounds(const int *in, int *bins, int *out) {
    int t = threadIdx.x;
    atomicAdd(&bins[in[t] & 63], 1); // [A]
    __syncthreads();
    out[t] = atomicAdd(&bins[in[t + 64] & 63], 1); // [A]
}
