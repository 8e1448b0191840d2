// build: sm_80 -O0 -g
//! check: --block 8,8 --grid 2,2 --arg 2=16
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Threads fill a tile with a border, some of them more than one cell, each cell by one thread; a barrier follows.
#include "prelude.h"

extern "C" __global__ void stencil_2d(const float* in, float* out, int n) {
    __shared__ float tile[10][10];
    int x = threadIdx.x, y = threadIdx.y;
    for (int i = y * 8 + x; i < 100; i += 64) {
        int gx = (int)(blockIdx.x * 8) + i % 10 - 1, gy = (int)(blockIdx.y * 8) + i / 10 - 1;
        bool inside = gx >= 0 && gx < n && gy >= 0 && gy < n;
        tile[i / 10][i % 10] = inside ? in[gy * n + gx] : 0.0f;
    }
    __syncthreads();
    out[(blockIdx.y * 8 + y) * n + blockIdx.x * 8 + x] =
        tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2] - 4 * tile[y + 1][x + 1];
}
