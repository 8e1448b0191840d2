//! Blocks that exclude each other by an atomic
//! source: raddle
//! check: --block 32 --grid 2 --cta all --kernel steps
//! expect: race=unknown
//! check: --block 32 --grid 2 --cta all --kernel first
//! expect: race=unknown
//! check: --block 32 --grid 2 --cta all --kernel lock
//! expect: race=proved
//! why: An atomic finds its first value in one of the two blocks only. A run is of one block, which comes first in it: what two such runs do
//!   must not be held against each other. In `steps` the tickets are different numbers; in `first` only one block enters; in `lock` one after the other.

__global__ void steps(int *out, int *c) {
    if (threadIdx.x == 0) {
        int k = atomicAdd(c, 1 + (blockIdx.x & 1));
        out[k] = blockIdx.x;
    }
}

__global__ void first(int *out, int *c, int n) {
    if (threadIdx.x == 0 && atomicExch(c, 1) == 0) out[0] = blockIdx.x;
}

__global__ void lock(int *out, int *c, int n) {
    if (threadIdx.x == 0 && atomicCAS(c, 0, 1) == 0) {
        __threadfence();
        out[0] += n;
        __threadfence();
        atomicExch(c, 0);
    }
}
