//! Two warps wait for each other on two named barriers
//! source: paper 001, listing 1
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=proved
//! finding: deadlock line 18
//! finding: deadlock line 21
//! check:
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=unknown
//! why: Warp 0 blocks at [A] until 64 threads have registered at barrier 0; the only other registration is warp
//!   1's arrive [C], which comes after warp 1's own wait [B]. Warp 1 blocks at [B] for warp 0's arrive, which comes
//!   after [A]. No schedule has a first step out of this, so every trace ends stuck. A run that never completes
//!   yields no generations, so safe reuse cannot be judged, and races are defined for well-synchronised CTAs only
//!   (definition 8). Each barrier is executed by whole warps: no divergence. The launch bounds only limit the block
//!   size, so without --block nothing is proved; but each size that they allow, of those that are tried, deadlocks.
__global__ void __launch_bounds__(64, 1) cyclic_wait(int *out) {
    int warp = threadIdx.x / 32;
    if (warp == 0) {
        asm volatile("bar.sync 0, 64;" ::: "memory"); // [A] waits for [C]
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [B] waits for warp 0's arrive
        asm volatile("bar.arrive 0, 64;" ::: "memory"); // [C] never reached
    }
    out[threadIdx.x] = warp;
}
