//! A shared address computed by a shuffle
//! source: raddle (values pass through shared memory and shuffles)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The shuffle hands lane l the number of lane 31 - l, which is known, so each thread writes a cell of its
//!   own.
__global__ void mirrored(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    int mirror = __shfl_sync(0xffffffffu, t, 31 - t % 32);
    cell[mirror] = t;
    __syncthreads();
    out[t] = cell[t];
}
