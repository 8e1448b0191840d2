// build: sm_80 -O2 -gline-tables-only
//! check: --block 16,16 --grid 2,2 --arg 2=32
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Each cell of the tile is written before the barrier by one thread and read after it by another.
#include "prelude.h"

extern "C" __global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 16, by = blockIdx.y * 16;
    tile[y][x] = in[(by + y) * n + bx + x];
    __syncthreads();
    out[(bx + y) * n + by + x] = tile[x][y];
}
