//! The transpose without its barrier
//! source: raddle
//! check: --block 32,8 --arg width=32
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 15
//! why: Thread (x, y) reads at [A] what thread (y + j, x mod 8) writes at [B]; nothing separates the two.
#define TILE 32
#define ROWS 8

__global__ void transpose(const float *in, float *out, int width) {
    __shared__ float tile[TILE][TILE + 1];
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(threadIdx.y + j) * width + threadIdx.x]; // [B]
    for (int j = 0; j < TILE; j += ROWS)
        out[(threadIdx.y + j) * width + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j]; // [A]
}
