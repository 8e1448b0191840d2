//! Two warps meet at one barrier but disagree on the number of participants
//! source: paper 001, section 3.3 (the error rule for thread counts)
//! check: --block 96
//! expect: deadlock=unknown barrier-reuse=refuted race=unknown divergence=proved
//! finding: barrier-reuse line 15
//! why: Whichever of [A] and [B] comes first configures barrier 1, for 64 or for 96 threads; the other then
//!   registers with another count, which is the error production of section 3.3. Warp 2 takes no part. Behaviour
//!   after the error is undefined, so nothing is claimed on deadlocks or races.
__global__ void disagree(int *out) {
    __shared__ int cell[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp == 0) {
        cell[lane] = lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // [A] two warps
    } else if (warp == 1) {
        asm volatile("bar.sync 1, 96;" ::: "memory"); // [B] three warps
        out[lane] = cell[lane];
    }
}
