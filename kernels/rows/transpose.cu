//! Transpose through a tile, four rows for each thread, all sizes free
//! source: raddle
//! check: --block 32,8
//! expect: race=proved race/shared=proved divergence=proved deadlock=proved
//! why: A thread writes rows `y`, `y + 8`, `y + 16` and `y + 24` of a tile. Places of the result differ if its number of elements fits
//!   into 32 bits.
#define TILE 32
#define ROWS 8

__global__ void transpose(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
