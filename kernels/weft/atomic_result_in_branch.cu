//! The last thread to arrive, by an atomic counter, meets a barrier alone
//! source: raddle (schedule-dependent values)
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! why: Which thread draws ticket 63 depends on the schedule, and what it does then is synchronisation. One
//!   schedule does not speak for the others, so no proof may rest on it. Whoever draws it waits forever: that a run shows, which is given the
//!   results of atomics in its own order.
__global__ void last_one(int *out) {
    __shared__ int next;
    if (threadIdx.x == 0)
        next = 0;
    __syncthreads();
    if (atomicAdd(&next, 1) == 63)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = 1;
}
