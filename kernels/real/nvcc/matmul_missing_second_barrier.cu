// build: sm_80 -lineinfo
//! check: --block 16,16 --grid 2,2 --arg 3=64
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: Nothing keeps a fast thread from loading the next step's tiles while a slow one still multiplies this step's.
extern "C" __global__ void matmul_missing_second_barrier(const float* a, const float* b, float* c, int n) {
    __shared__ float left[16][16], right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    }
    c[row * n + col] = sum;
}
