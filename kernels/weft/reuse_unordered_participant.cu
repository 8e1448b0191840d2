//! A barrier is reused by a warp that knows of one earlier participant, but not of the other
//! source: raddle (the published WEFT is content with one ordered participant)
//! check: --block 128
//! expect: deadlock=unknown barrier-reuse=refuted race=unknown divergence=proved
//! finding: barrier-reuse line 23
//! why: Generation 1 of barrier 1 is warp 0 (waits) and warp 1 (arrives). Warp 2 registers for generation 2 at
//!   [A] after warp 1's arrive, by barrier 2, but an arrive does not mean that the generation is complete: warp 0
//!   may not have come yet, and then [A] completes generation 1 in its place. Warp 3's registration is fine: it
//!   follows warp 0's wait by barrier 3.
__global__ void relay(int *out) {
    int warp = threadIdx.x / 32;
    switch (warp) {
    case 0:
        asm volatile("bar.sync 1, 64;" ::: "memory"); // generation 1
        asm volatile("bar.arrive 3, 64;" ::: "memory");
        break;
    case 1:
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // generation 1
        asm volatile("bar.arrive 2, 64;" ::: "memory");
        break;
    case 2:
        asm volatile("bar.sync 2, 64;" ::: "memory");
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // [A] generation 2?
        break;
    default:
        asm volatile("bar.sync 3, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory"); // generation 2
        break;
    }
    out[threadIdx.x] = warp;
}
