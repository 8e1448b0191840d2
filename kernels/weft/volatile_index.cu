//! A shared cell is chosen by an index that went through volatile shared memory
//! source: raddle (volatile shared memory)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: All accesses to `next` are ordered by the first barrier, so each volatile load has one value, as a plain
//!   one has: thread t writes cell[t ^ 1] alone.
__global__ void choose(int *out) {
    __shared__ volatile int next[64];
    __shared__ int cell[64];
    int t = threadIdx.x;
    next[63 - t] = (63 - t) ^ 1;
    __syncthreads();
    cell[next[t]] = t;
    __syncthreads();
    out[t] = cell[t];
}
