//! Every block adds its partial result to one total
//! source: raddle
//! check: --kernel broken --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=refuted termination=proved
//! finding: race line 12
//! check: --kernel fixed --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved termination=proved
//! why: One thread of each block reads and writes the total at [A], and nothing orders blocks. Atomic updates do
//!   not race with each other.
__global__ void broken(const int *partial, int *total) {
    if (threadIdx.x == 0)
        *total += partial[blockIdx.x]; // [A]
}

__global__ void fixed(const int *partial, int *total) {
    if (threadIdx.x == 0)
        atomicAdd(total, partial[blockIdx.x]);
}
