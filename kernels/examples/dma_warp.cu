//! A DMA warp feeds two compute warps, which share its tile
//! source: raddle (the roles are those of paper 001, section 2.2)
//! check: --block 96 --arg tiles=4 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 96
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! why: Barrier 1 counts 96: 32 arrives of the DMA warp and 64 waits, and says that the tile is there. Barrier 2
//!   counts 96 as well and says that both compute warps are done with it. The two alternate, and every thread takes
//!   part in both, so each generation is over for everyone before the next begins. Between the compute warps, each
//!   reads the whole tile and writes only out. Without `tiles` the number of barriers is unknown.
#define TILE 64

__global__ void dma(const int *in, int *out, int tiles) {
    __shared__ int tile[TILE];
    int t = threadIdx.x;
    if (t < TILE) {
        for (int i = 0; i < tiles; i++) {
            asm volatile("bar.sync 1, 96;" ::: "memory");
            int sum = 0;
            for (int k = 0; k < 4; k++)
                sum += tile[(t + 16 * k) % TILE];
            out[i * TILE + t] = sum;
            if (i + 1 < tiles)
                asm volatile("bar.arrive 2, 96;" ::: "memory");
        }
    } else {
        int lane = t - TILE;
        for (int i = 0; i < tiles; i++) {
            if (i > 0)
                asm volatile("bar.sync 2, 96;" ::: "memory");
            tile[lane] = in[i * TILE + lane];
            tile[lane + 32] = in[i * TILE + lane + 32];
            asm volatile("bar.arrive 1, 96;" ::: "memory");
        }
    }
}
