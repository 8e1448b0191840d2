//! The two halves of each warp reach bar.sync in different branches
//! source: raddle
//! check: --block 64
//! expect: divergence=refuted
//! finding: divergence line 11
//! why: bar.sync is barrier.sync.aligned: all threads of a warp must execute the same one. Here each of [A] and
//!   [B] is executed by half of each warp.
__global__ void split(int *out) {
    int t = threadIdx.x;
    if (t % 32 < 16) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [A]
        out[t] = 1;
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [B]
        out[t] = 2;
    }
}
