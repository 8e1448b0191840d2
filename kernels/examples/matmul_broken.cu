//! The tiled product without the barrier at the end of a round
//! source: raddle
//! check: --block 16,16 --arg n=32
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 19
//! check: --block 16,16 --arg n=16 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: A fast thread begins the next round and overwrites its tile cells at [A] while a slow one still
//!   multiplies. With n = 16 there is only one round, and a test of that size never shows the bug.
#define TILE 16

__global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float left[TILE][TILE];
    __shared__ float right[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int tile = 0; tile < n / TILE; tile++) {
        left[threadIdx.y][threadIdx.x] = a[row * n + tile * TILE + threadIdx.x]; // [A]
        right[threadIdx.y][threadIdx.x] = b[(tile * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    }
    c[row * n + column] = sum;
}
