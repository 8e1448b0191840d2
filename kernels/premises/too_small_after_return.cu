//! An array that is too small is used only in blocks that continue, which data decide
//! source: raddle
//! check: --block 128
//! expect: bounds=refuted race=unknown deadlock=unknown divergence=unknown
//! finding: bounds line 13
//! check: --block 64
//! expect: bounds=proved race=proved deadlock=proved divergence=proved termination=proved
//! why: With 128 threads each block that continues stores outside at [A]: a proof that assumes that no access does is one
//!   about blocks that return at once. With 64 threads all accesses are inside.
__global__ void too_small_after_return(const int *wanted, int *out) {
    __shared__ int cell[64];
    if (wanted[blockIdx.x] != 7) return;
    cell[threadIdx.x] = threadIdx.x; // [A]
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = cell[63 - threadIdx.x % 64];
}
