//! Tiled matrix product of square matrices
//! source: raddle
//! check: --block 16,16 --grid 2,2 --arg n=32
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 16,16 --grid 2,2
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --block 16,16 --grid 2,2 -D MOST=32768 --within-cta
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: A round loads both tiles, meets, multiplies, and meets again before the next round overwrites them. All
//!   threads go through n / 16 rounds: one number for all of them, so when n is not given two threads are compared for all n.
//!   With four blocks and n = 17 two of them write one element, as nothing compares row and column with n. Within a block row * n wraps around
//!   for some n above a billion, and two threads write one element. What the author means is a matrix that fits into memory: said as a precondition, it
//!   is all that the proof needs. (Below 16 nothing is added up, and all write 0.)
#define TILE 16

__global__ void matmul(const float *a, const float *b, float *c, int n) {
#ifdef MOST
    __requires(n <= MOST);
#endif
    __shared__ float left[TILE][TILE];
    __shared__ float right[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int tile = 0; tile < n / TILE; tile++) {
        left[threadIdx.y][threadIdx.x] = a[row * n + tile * TILE + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(tile * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
