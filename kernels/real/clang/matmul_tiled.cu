// build: sm_80 -O2
//! check: --block 8,8 --grid 2,2 --arg 3=16
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: A barrier stands between the loading of the tiles and their reading, another before the next step's loading.
#include "prelude.h"

extern "C" __global__ void matmul_tiled(const double* a, const double* b, double* c, int n) {
    __shared__ double left[8][8], right[8][8];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
    double sum = 0;
    for (int k = 0; k < n; k += 8) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + col];
        __syncthreads();
        for (int i = 0; i < 8; ++i) sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
