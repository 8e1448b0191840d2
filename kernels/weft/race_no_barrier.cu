//! A race in a kernel without any barrier
//! source: raddle (the published WEFT looks for races only between barriers)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 10
//! why: All threads write the one cell at [A] with different values, and nothing ever orders them. No barrier:
//!   nothing to wait for, nothing to reuse, nothing to diverge on.
__global__ void no_barrier() {
    __shared__ int cell;
    cell = threadIdx.x; // [A]
}
