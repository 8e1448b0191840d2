//! Two producers arrive at a barrier that was made for one
//! source: paper 001, section 3.3 (too many threads reach a barrier)
//! check: --block 128
//! expect: deadlock=unknown barrier-reuse=refuted race=unknown divergence=proved
//! finding: barrier-reuse line 17
//! why: Warps 0 and 1 arrive, warps 2 and 3 wait, all at barrier 1 with 64 threads: two generations of two warps
//!   each, but which warps meet depends on the schedule. The generations of [A] and [B] are therefore not
//!   determined and the CTA is not well-synchronised.
__global__ void two_producers(int *out) {
    __shared__ int cell[64];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp < 2) {
        cell[threadIdx.x] = lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // [B] two producers
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [A] two consumers
        out[threadIdx.x - 64] = cell[threadIdx.x - 64];
    }
}
