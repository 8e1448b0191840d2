//! The same bits, compared as signed, decide over a barrier
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: (int)(tid - 1) is -1 for thread 0 and below 63 for all, so all threads reach the barrier. Compared as
//!   unsigned, thread 0 would stay outside and the kernel would deadlock.
__global__ void guarded(int *out) {
    __shared__ int cell[64];
    int left = (int)(threadIdx.x - 1u);
    cell[threadIdx.x] = left;
    if (left < 63) {
        __syncthreads();
    }
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
