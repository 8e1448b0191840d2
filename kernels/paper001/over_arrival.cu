//! Three warps reach a barrier that lets two through
//! source: paper 001, section 3.3 (too many threads reach a barrier)
//! check: --block 96
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=proved
//! finding: deadlock line 14
//! why: Barrier 1 at [A] completes with 64 threads, but three warps register. If the barrier is recycled before the
//!   third comes, 32 threads are left in a generation of their own that expects 64, and wait forever: a deadlock.
//!   The third may also come between filling and recycling, which is the error state of section 3.3: the error rule
//!   does not ask, as the others do, that no barrier is full. No schedule ends well. The one that is replayed is the
//!   first kind, so reuse and races are not decided.
__global__ void crowd(int *out) {
    __shared__ int cell[96];
    cell[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory"); // [A] should say 96
    out[threadIdx.x] = cell[95 - threadIdx.x];
}
