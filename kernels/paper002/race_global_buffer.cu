//! Neighbours overlap in a global buffer
//! source: paper 002, section 2.2.2, global memory race (on a parameter)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 11
//! check: --block 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Thread t + 1 writes data[t + 2], and thread t reads it, both at [A]. The base address is unknown but the
//!   same, so the offsets decide.
__global__ void smear(int *data) {
    data[threadIdx.x + 1] = data[threadIdx.x + 2] + 1; // [A]
}
