//! A value in volatile shared memory decides who reaches a named barrier
//! source: raddle (volatile shared memory)
//! check: --block 96 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved
//! why: After the barrier every thread reads 64 from `bound`, so warps 0 and 1 meet at barrier 1 and warp 2 goes by.
__global__ void gate(int *out) {
    __shared__ volatile int bound;
    __shared__ int cell[64];
    int t = threadIdx.x;
    if (t == 95)
        bound = 64;
    __syncthreads();
    if (t < bound) {
        cell[t] = t;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] = cell[t ^ 32];
    }
}
