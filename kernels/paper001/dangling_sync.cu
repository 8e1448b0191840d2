//! A warp waits at a barrier for a partner that has no more work
//! source: paper 001, definition 2 (a trace that is stuck)
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=proved
//! finding: deadlock line 12
//! why: Generation 1 of barrier 1 completes with both warps. Warp 1 then waits at [A] in generation 2, but warp 0
//!   has no further registration: warp 1 is stuck in every schedule.
__global__ void dangling(int *out) {
    int warp = threadIdx.x / 32;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (warp == 1)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [A] one wait too many
    out[threadIdx.x] = warp;
}
