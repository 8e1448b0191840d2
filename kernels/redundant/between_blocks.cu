//! The last block adds up: a barrier orders what other blocks can tell
//! source: raddle
//! check: --block 64 --grid 4 --property redundant-barrier
//! expect: redundant-barrier=unknown
//! why: Within a block nothing depends on the barrier at [A]: every thread writes its own cell, and thread 0 counts. But the
//!   count tells other blocks that all cells of this one are written, and without the barrier that is not true. Blocks may
//!   talk to each other by the atomic, so raddle does not say what the barrier is good for.
__global__ void announce(int *cells, int *finished, const int *in) {
    int i = blockIdx.x * 64 + threadIdx.x;
    cells[i] = in[i];
    __threadfence();
    __syncthreads(); // [A]
    if (threadIdx.x == 0)
        atomicAdd(finished, 1);
}
