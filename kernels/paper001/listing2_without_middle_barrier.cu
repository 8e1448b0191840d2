//! Listing 2 without the barrier between the two phases: barrier 1 is reused too early
//! source: paper 001, listing 2 (broken; the warps have changed places)
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=refuted race=unknown divergence=proved
//! finding: barrier-reuse line 23
//! why: After its arrive, warp 1 runs straight on to the wait [A] that is meant for generation 2 of barrier 1. If
//!   warp 0 has not yet registered, warp 1's own arrive and wait complete generation 1 alone; in another schedule
//!   warp 0's wait completes it. So the generation of [A] depends on the schedule and the kernel is not
//!   well-synchronised (definition 6). Whether it deadlocks is not claimed once generations mix, and races are
//!   defined for well-synchronised CTAs only.
__global__ void __launch_bounds__(64, 1) swap_roles(int *x, int *y) {
    __shared__ int g[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp == 0) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        x[lane] = g[lane];
        g[lane] = lane + 200;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        g[lane] = lane + 100;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [A] may join generation 1
        y[lane] = g[lane];
    }
}
