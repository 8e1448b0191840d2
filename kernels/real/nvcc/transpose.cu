// build: sm_80 -lineinfo
//! check: --block 32,8 --grid 2,2 --arg 2=64
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Each cell of the tile is written by one thread before the barrier and read by another after it; the cells of out
//! why: that a block writes are distinct, and those of different blocks too.
extern "C" __global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[32][33];
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y + k) * n + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; k += 8)
        out[(blockIdx.x * 32 + threadIdx.y + k) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + k];
}
