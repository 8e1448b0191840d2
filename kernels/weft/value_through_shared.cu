//! A branch on a value that went through shared memory
//! source: raddle (values pass through shared memory and shuffles)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Thread 0 leaves the number 2 in `rounds`; after the barrier all threads read it, ordered, so its value is
//!   known and the loop runs twice for everyone.
__global__ void broadcast(int *out) {
    __shared__ int rounds;
    __shared__ int cell[64];
    int t = threadIdx.x;
    if (t == 0)
        rounds = 2;
    __syncthreads();
    int value = t;
    for (int r = 0; r < rounds; r++) {
        cell[t] = value;
        __syncthreads();
        value = cell[t ^ (1 << r)];
        __syncthreads();
    }
    out[t] = value;
}
