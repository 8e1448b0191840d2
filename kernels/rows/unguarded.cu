//! Rows without a guard, rows that overlap for all sizes, and a wrong pitch
//! source: raddle
//! check: --block 16,16 --kernel no_guard
//! expect: race=refuted
//! check: --block 16,16 --kernel one_more
//! expect: race=refuted
//! check: --block 16,16 --kernel wrong_pitch
//! expect: race=refuted
//! check: --block 128 --kernel one_column
//! expect: race=refuted
//! why: Without a guard of the column, the end of a row is the start of the next one. `col <= m` lets one column too many in. The third
//!   takes the number of rows for the pitch: that is right for square matrices only, which raddle does not assume. In the
//!   last one all threads of a block write one element, whatever the sizes.
__global__ void no_guard(float *a, int n, int m) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) a[row * m + col] *= 2;
}

__global__ void one_more(float *a, int n, int m) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col <= m) a[row * m + col] *= 2;
}

__global__ void wrong_pitch(float *a, int n, int m) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < m) a[row * n + col] *= 2;
}

__global__ void one_column(float *a, int n, int m) {
    for (int i = blockIdx.x; i < n; i += gridDim.x) a[(size_t)i * m] = threadIdx.x;
}
