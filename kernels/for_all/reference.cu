//! References to the smaller and the larger of two, as std::min and std::max give them
//! source: raddle
//! check: --block 256 --kernel block_max
//! expect: race=proved divergence=proved bounds=proved
//! check: --block 256 --kernel without_barrier
//! expect: race=refuted
//! why: Which of two elements is read is chosen by their values [A]; but each of the two is at a place that the thread knows.
#include <algorithm>

__global__ void block_max(const int *a, int *o) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] = std::max(s[threadIdx.x], s[threadIdx.x + d]); // [A]
        __syncthreads();
    }
    if (threadIdx.x == 0) o[blockIdx.x] = s[0];
}

__global__ void without_barrier(const int *a, int *o) {
    __shared__ int s[256];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2)
        if (threadIdx.x < d) s[threadIdx.x] = std::max(s[threadIdx.x], s[threadIdx.x + d]);
    if (threadIdx.x == 0) o[blockIdx.x] = s[0];
}
