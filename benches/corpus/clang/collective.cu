// build: sm_80 -O0 -g
// build: sm_80 -O2
// build: sm_70 -O1 -gline-tables-only
// build: sm_90 -O3
//
// The collectives again, through another compiler: reduction, scans, transpose, stencil, histogram, tiled product.
#include "prelude.h"

template <typename T, int N> __global__ void reduce_tree(const T* x, T* out) {
    __shared__ T part[N];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * N + t];
    __syncthreads();
    for (int width = N / 2; width > 0; width /= 2) {
        if (t < width) part[t] += part[t + width];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
template __global__ void reduce_tree<float, 128>(const float*, float*);
template __global__ void reduce_tree<double, 256>(const double*, double*);
template __global__ void reduce_tree<short, 64>(const short*, short*);

__global__ void reduce_shuffle(const int* x, int* out, int n) {
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i];
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

__global__ void scan(const int* x, int* out) {
    __shared__ int line[2][256];
    int t = threadIdx.x, now = 0;
    line[0][t] = x[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2, now ^= 1) {
        line[now ^ 1][t] = line[now][t] + (t >= d ? line[now][t - d] : 0);
        __syncthreads();
    }
    out[t] = line[now][t];
}

__global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[16][17];
    tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void stencil(const float* in, float* out, int n, int steps) {
    extern __shared__ float line[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 1;
    for (int s = 0; s < steps; ++s) {
        line[l] = i < n ? in[i] : 0;
        if (threadIdx.x == 0) line[0] = i > 0 ? in[i - 1] : 0;
        if (threadIdx.x == blockDim.x - 1) line[l + 1] = i + 1 < n ? in[i + 1] : 0;
        __syncthreads();
        if (i < n) out[i] = (line[l - 1] + line[l] + line[l + 1]) / 3;
        __syncthreads();
    }
}

__global__ void histogram(const unsigned char* data, unsigned* out, int n) {
    __shared__ unsigned bins[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&bins[data[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], bins[i]);
}

__global__ void __launch_bounds__(256) product(const double* a, const double* b, double* c, int n) {
    __shared__ double left[16][16], right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < n; k += 16) {
        left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void spin(int* lock, int* counter) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1)) {}
        __threadfence();
        ++*(volatile int*)counter;
        __threadfence();
        atomicExch(lock, 0);
    }
}
