// build: sm_75
// build: sm_80 -lineinfo
// build: sm_90a
// build: sm_100a
//
// Matrix kernels: a shared-memory tile product, wmma fragments, half and bfloat16 arithmetic, a hand-written mma.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

template <typename T, int TILE> __global__ void tiled(const T* a, const T* b, T* c, int n) {
    __shared__ T left[TILE][TILE], right[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (int k = 0; k < n; k += TILE) {
        left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int i = 0; i < TILE; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
template __global__ void tiled<float, 16>(const float*, const float*, float*, int);
template __global__ void tiled<double, 32>(const double*, const double*, double*, int);
template __global__ void tiled<int, 8>(const int*, const int*, int*, int);

__global__ void wmma_half(const half* a, const half* b, float* c, int n) {
    __shared__ half staged[2][16 * 16];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < n; k += 16) {
        for (int i = threadIdx.x; i < 256; i += 32) {
            staged[0][i] = a[(blockIdx.y * 16 + i / 16) * n + k + i % 16];
            staged[1][i] = b[(blockIdx.x * 16 + i / 16) * n + k + i % 16];
        }
        __syncwarp();
        wmma::load_matrix_sync(fa, staged[0], 16);
        wmma::load_matrix_sync(fb, staged[1], 16);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncwarp();
    }
    for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 0.5f;
    wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, fc, n, wmma::mem_row_major);
}

__global__ void wmma_bytes(const signed char* a, const signed char* b, int* c) {
    wmma::fragment<wmma::matrix_a, 8, 32, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 32, 16, int> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::fill_fragment(fc, 0);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 32, wmma::mem_col_major);
}

__global__ void half_arithmetic(const __half2* x, __half2* out, const __half* s, short* bits) {
    __half2 v = x[threadIdx.x];
    v = __hfma2(v, __float2half2_rn(2.0f), h2exp(v));
    out[threadIdx.x] = __hmax2(v, __hmul2(v, v)) + __habs2(v);
    bits[threadIdx.x] = __half2short_rn(s[threadIdx.x]) + __hlt(s[threadIdx.x], __float2half(1.0f));
}

#if __CUDA_ARCH__ >= 800
__global__ void brain_floats(const __nv_bfloat162* x, __nv_bfloat162* out, __nv_bfloat16* sum) {
    __nv_bfloat162 v = x[threadIdx.x];
    out[threadIdx.x] = __hfma2(v, v, __hmin2(v, out[threadIdx.x]));
    atomicAdd(sum, v.x);
}

__global__ void mma_by_hand(const unsigned* a, const unsigned* b, float* c) {
    __shared__ alignas(16) unsigned tile[128];
    int t = threadIdx.x;
    for (int i = t; i < 128; i += 32) {
        unsigned to = (unsigned)__cvta_generic_to_shared(&tile[i]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(a + i) : "memory");
    }
    asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
    __syncwarp();
    unsigned f[4], from = (unsigned)__cvta_generic_to_shared(&tile[(t % 16) * 8 + (t / 16) * 4]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]) : "r"(from) : "memory");
    float d[4] = {0, 0, 0, 0};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "r"(b[2 * t]), "r"(b[2 * t + 1]));
    for (int i = 0; i < 4; ++i) c[t * 4 + i] = d[i];
}
#endif
