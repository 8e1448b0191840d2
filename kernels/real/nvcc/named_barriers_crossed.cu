// build: sm_80 -lineinfo
//! check: --block 64
//! expect: deadlock=refuted divergence=proved
//! why: Warp 0 waits at barrier 1 for warp 1, which waits at barrier 2 for warp 0.
extern "C" __global__ void named_barriers_crossed(int* out) {
    __shared__ int cell[2];
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) cell[warp] = warp;
    if (warp == 0) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
    out[threadIdx.x] = cell[1 - warp];
}
