//! Data decides whether a thread reaches the barrier
//! source: raddle (the published WEFT drops what it cannot evaluate)
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=refuted divergence=refuted
//! why: If in[t] is positive for all threads the kernel is correct, otherwise it hangs, or nothing orders the accesses to cell
//!   where no thread reaches the barrier: runs with such inputs show both.
__global__ void maybe(const int *in, int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    if (in[threadIdx.x] > 0)
        __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
