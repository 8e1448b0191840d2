//! Two warps are ordered by way of a third that touches no data
//! source: raddle (order through a chain of barriers)
//! check: --block 96 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Warp 0 writes and arrives at barrier 1, where warp 1 waits; warp 1 then arrives at barrier 2, where warp
//!   2 waits before it reads. Happens-before is transitive, so write and read are ordered although the two warps
//!   share no barrier.
__global__ void relay(int *out) {
    __shared__ int cell[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (warp == 0) {
        cell[lane] = lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else if (warp == 1) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.arrive 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        out[lane] = cell[lane];
    }
}
