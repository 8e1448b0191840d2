//! Two blocks write the same global cells
//! source: paper 002, section 2.2.2, global memory race (across blocks)
//! check: --block 32 --grid 2 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 11
//! check: --block 32 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The index leaves out blockIdx.x, so thread t of both blocks writes out[t] at [A], with different values,
//!   and blocks are never ordered within a launch. In a grid of one block the 32 cells are distinct.
__global__ void forgot_the_block(int *out) {
    out[threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x; // [A]
}
