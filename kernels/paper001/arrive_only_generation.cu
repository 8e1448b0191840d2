//! A generation made of arrives only, then the barrier is used again, unordered
//! source: paper 001, figure 4, line 18 (which misses this one)
//! check: --block 128
//! expect: deadlock=unknown barrier-reuse=refuted race=unknown divergence=proved
//! finding: barrier-reuse line 15
//! why: If warps 0 and 1 come first, their arrives alone complete a generation of barrier 1, and warps 2 and 3
//!   meet in the next. If warp 2 comes in between, it meets warp 0 instead. The generation of [A] depends on the
//!   schedule. Figure 4 as printed lets line 18 range over the `sync`s of the earlier generation and finds none, so
//!   it would accept this kernel; every registration of the generation has to be checked, arrives too.
__global__ void arrives(int *out) {
    int warp = threadIdx.x / 32;
    if (warp < 2) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [A] generation 1 or 2?
    }
    out[threadIdx.x] = warp;
}
