//! Atomics on one cell do not race with each other
//! source: raddle (the published WEFT reports atomics as races)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Initialisation, atomic updates and the final reads are separated by barriers; among the updates both
//!   accesses of every pair are atomic.
__global__ void count(int *out) {
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, (int)threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = total;
}
