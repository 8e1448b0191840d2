//! Counts without an atomic operation, so that updates get lost
//! source: raddle
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 10
//! why: Two threads may read the same count before either writes it. `atomicAdd(total, 1)` is right.
__global__ void count(int *total, const int *in) {
    if (in[threadIdx.x] > 3)
        // [A]
        total[0] += 1;
}
