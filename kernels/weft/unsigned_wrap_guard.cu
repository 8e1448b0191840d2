//! A guard that relies on unsigned wrap-around
//! source: raddle (the published WEFT compares as signed)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: For thread 0, left = 0 - 1 is 2^32 - 1, which is not below 63, so thread 0 writes nothing. Threads 1 to
//!   63 write cells 0 to 62, each its own, and thread 0 alone writes cell 63. A signed comparison would let thread
//!   0 in.
__global__ void guarded(int *out) {
    __shared__ int cell[64];
    unsigned left = threadIdx.x - 1u;
    if (left < 63u)
        cell[left] = threadIdx.x;
    if (left > 0x80000000u)
        cell[63] = -1;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x];
}
