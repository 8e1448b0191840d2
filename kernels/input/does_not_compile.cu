//! A kernel with a spelling mistake
//! source: raddle (bad input)
//! check: --block 64
//! expect-exit: 3
//! why: The compiler's own message reaches the user as it was written.
__global__ void typo(int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = thredIdx.x;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
