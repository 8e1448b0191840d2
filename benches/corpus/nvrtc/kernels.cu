// build: compute_35 --generate-line-info
// build: compute_52
// build: compute_70 --device-debug
// build: compute_90
//
// Kernels for an older compiler, whose PTX is of an older version: warp-synchronous code without masks, textures
// aside everything a kernel of that time used.

extern "C" __global__ void reduce_unsynchronised(const float* x, float* out, int n) {
    __shared__ volatile float part[256];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) sum += x[i];
    part[t] = sum;
    __syncthreads();
    if (t < 128) part[t] += part[t + 128];
    __syncthreads();
    if (t < 64) part[t] += part[t + 64];
    __syncthreads();
    if (t < 32) {
        part[t] += part[t + 32];
        part[t] += part[t + 16];
        part[t] += part[t + 8];
        part[t] += part[t + 4];
        part[t] += part[t + 2];
        part[t] += part[t + 1];
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

#if __CUDA_ARCH__ < 700
extern "C" __global__ void votes_without_mask(const int* x, int* out) {
    int v = x[threadIdx.x];
    int r = __shfl_xor(v, 1) + __shfl_up(v, 2) + __shfl_down(v, 3, 16) + __shfl(v, 0);
    out[threadIdx.x] = r + __ballot(v > 0) + __any(v == 3) + __all(v != 4);
}
#endif

extern "C" __global__ void scan(const int* x, int* out) {
    __shared__ int line[2][512];
    int t = threadIdx.x, now = 0;
    line[0][t] = x[t];
    __syncthreads();
    for (int d = 1; d < 512; d <<= 1, now ^= 1) {
        line[now ^ 1][t] = line[now][t] + (t >= d ? line[now][t - d] : 0);
        __syncthreads();
    }
    out[t] = line[now][t];
}

extern "C" __global__ void transpose(const float* in, float* out, int n) {
    __shared__ float tile[32][33];
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y + k) * n + blockIdx.x * 32 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 32; k += 8) out[(blockIdx.x * 32 + threadIdx.y + k) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + k];
}

extern "C" __global__ void histogram(const unsigned char* data, unsigned* out, int n) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) atomicAdd(&bins[data[i]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

template <typename T> __device__ T horner(const T* c, T x) {
    T value = 0;
#pragma unroll
    for (int i = 0; i < 6; ++i) value = value * x + c[i];
    return value;
}
__constant__ double coefficients[6] = {1, -2, 3.5, 0.25, -7, 11};

extern "C" __global__ void polynomial(const double* x, double* out, float* approximate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = horner(coefficients, x[i]) + exp(x[i]) / sqrt(x[i]);
    approximate[i] = __expf((float)x[i]) + __logf((float)x[i]) + sinf((float)x[i]);
}

extern "C" __global__ void named_barriers(const float* x, float* out, int rounds) {
    __shared__ float slot[64];
    int t = threadIdx.x & 63;
    for (int r = 0; r < rounds; ++r) {
        if (threadIdx.x < 64) {
            slot[t] = x[r * 64 + t];
            asm volatile("bar.arrive 1, 128;" ::: "memory");
            asm volatile("bar.sync 2, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            out[r * 64 + t] = slot[63 - t];
            asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
    }
}
