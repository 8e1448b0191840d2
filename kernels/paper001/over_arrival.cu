//! Three warps come to a barrier that lets two through
//! source: paper 001, section 3.3 (too many threads reach a barrier)
//! check: --block 96
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=proved
//! finding: deadlock line 13
//! why: Barrier 1 at [A] completes with 64 threads. Three warps register, so one generation completes and 32
//!   threads are left in a generation of their own that expects 64: they wait for ever, in every schedule. (As the
//!   rules of section 3.3 are written, a full barrier is recycled before any thread takes another step, so the
//!   surplus shows as a stuck generation and not as the error state.)
__global__ void crowd(int *out) {
    __shared__ int cell[96];
    cell[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory"); // [A] should say 96
    out[threadIdx.x] = cell[95 - threadIdx.x];
}
