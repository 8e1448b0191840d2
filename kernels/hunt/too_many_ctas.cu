//! More CTAs than are compared with each other
//! source: raddle
//! check: --block 64 --grid 5000 --cta all --kernel by_memory
//! expect: deadlock=unknown divergence=unknown race=unknown
//! check: --block 64 --grid 9 --cta all --kernel by_memory --property deadlock,divergence
//! expect: deadlock=unknown divergence=unknown
//! check: --block 64 --grid 5000 --cta all --kernel the_sixth --property deadlock
//! expect: deadlock=refuted
//! why: In `by_memory` what a thread finds in f[0] may be another CTA's 1: then half of the CTA waits at a barrier to which the others do not come. That is proved of no CTA alone. In
//!   `the_sixth` one warp of CTA 5 waits for two.
__global__ void by_memory(int *f) {
    if (threadIdx.x == 0) f[0] = 0;
    __syncthreads();
    int x = f[0];
    __syncthreads();
    if (x == 1 && threadIdx.x < 32) __syncthreads();
    if (threadIdx.x == 0) f[0] = 1;
}

__global__ void the_sixth(int *f) {
    if (blockIdx.x == 5 && threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;");
    else if (blockIdx.x != 5)
        asm volatile("bar.sync 1, 64;");
}
