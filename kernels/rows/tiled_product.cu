//! Matrix product through tiles in shared memory, all sizes free
//! source: raddle
//! check: --block 16,16
//! expect: race=proved divergence=proved deadlock=proved
//! why: As the naive product. The tiles are guarded in each row and column, so that no size has to be a multiple of a tile's.
#define TILE 16

__global__ void product(const float *a, const float *b, float *c, int n, int m, int k) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
        int i = t * TILE + threadIdx.x, j = t * TILE + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < n && i < k ? a[row * k + i] : 0;
        right[threadIdx.y][threadIdx.x] = j < k && col < m ? b[j * m + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++) sum += left[threadIdx.y][l] * right[l][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < m) c[row * m + col] = sum;
}
