//! The kernel ends with an arrive that no thread waits for
//! source: paper 001, section 3.3 (barriers are reset when a CTA exits)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Warp 0's last arrive opens generation 2 of barrier 1, which never completes. No thread waits for it, so
//!   all threads return and the trace ends in `done`; the hardware resets barriers before the next CTA. Its
//!   generation is 2 in every schedule: warp 0 passes the block-wide barrier before it, and so has warp 1, after
//!   its wait in generation 1.
__global__ void dangling(int *out) {
    __shared__ int cell[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp == 0) {
        cell[lane] = lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[lane] = cell[lane];
    }
    __syncthreads();
    if (warp == 0)
        asm volatile("bar.arrive 1, 64;" ::: "memory"); // opens a generation that stays open
}
