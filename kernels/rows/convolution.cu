//! Convolution with a halo, all sizes free
//! source: raddle
//! check: --block 16,16
//! expect: race=proved race/shared=proved divergence=proved deadlock=proved
//! why: Each thread writes one element, guarded in both directions.
#define RADIUS 2
#define TILE 16

__global__ void convolve(const float *in, const float *weights, float *out, int width, int height) {
    __shared__ float tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    for (int y = threadIdx.y; y < TILE + 2 * RADIUS; y += TILE)
        for (int x = threadIdx.x; x < TILE + 2 * RADIUS; x += TILE) {
            int column = left + x - RADIUS, row = top + y - RADIUS;
            bool inside = column >= 0 && column < width && row >= 0 && row < height;
            tile[y][x] = inside ? in[row * width + column] : 0.0f;
        }
    __syncthreads();
    int column = left + threadIdx.x, row = top + threadIdx.y;
    if (column < width && row < height) {
        float sum = 0;
        for (int i = 0; i < 2 * RADIUS + 1; i++)
            for (int j = 0; j < 2 * RADIUS + 1; j++)
                sum += weights[i * (2 * RADIUS + 1) + j] * tile[threadIdx.y + i][threadIdx.x + j];
        out[row * width + column] = sum;
    }
}
