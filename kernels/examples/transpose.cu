//! Transposes a matrix tile by tile through shared memory
//! source: raddle
//! check: --block 32,8 --grid 2,2 --cta all --arg width=64 --arg height=64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 32,8 --grid 2,2 --cta 1,1,0 --arg width=50 --arg height=40
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Every element of the tile is written before the barrier by one thread and read after it by one thread.
//!   The column of padding changes addresses, not the argument. Output cells are distinct within and between
//!   blocks. The guards at the edge hold no barrier, so all threads meet.
#define TILE 32
#define ROWS 8

__global__ void transpose(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
