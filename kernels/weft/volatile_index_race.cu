//! The same index, read before it is certainly there
//! source: raddle (volatile shared memory)
//! check: --block 64
//! expect: race=refuted
//! finding: race line 12
//! why: Without a barrier the volatile load [A] and thread 63 - t's volatile store are unordered: `volatile` orders
//!   nothing between threads.
__global__ void choose(int *out) {
    __shared__ volatile int next[64];
    __shared__ int cell[64];
    int t = threadIdx.x;
    next[63 - t] = (63 - t) ^ 1;
    cell[next[t]] = t; // [A]
    __syncthreads();
    out[t] = cell[t];
}
