//! The DMA warp waits for one of the two compute warps only
//! source: raddle
//! check: --block 96
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 18
//! why: Only warp 0 arrives at barrier 2, which counts 64. The DMA warp then overwrites the tile while warp 1 may
//!   still read it at [A]. The barriers themselves alternate properly: warp 1 takes part in barrier 1 only, and its
//!   registrations there are ordered by the generations, since none completes without it.
#define TILES 3

__global__ void dma(const int *in, int *out) {
    __shared__ int tile[32];
    int t = threadIdx.x;
    int lane = t % 32;
    if (t < 64) {
        for (int i = 0; i < TILES; i++) {
            asm volatile("bar.sync 1, 96;" ::: "memory");
            out[i * 64 + t] = tile[31 - lane]; // [A]
            if (t < 32 && i + 1 < TILES)
                asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    } else {
        for (int i = 0; i < TILES; i++) {
            if (i > 0)
                asm volatile("bar.sync 2, 64;" ::: "memory");
            tile[lane] = in[i * 32 + lane];
            asm volatile("bar.arrive 1, 96;" ::: "memory");
        }
    }
}
