//! All threads write their own number to one device variable
//! source: paper 002, section 2.2.2, global memory race
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 10
//! why: The variable x has a known address, the writes at [A] have different values, and nothing orders them.
__device__ int x;

__global__ void last_writer() {
    x = threadIdx.x; // [A]
}
