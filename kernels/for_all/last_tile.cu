//! The size of the last tile of a loop is smaller
//! source: raddle (as in programs that step through tiles)
//! check: --block 256 --kernel tiles
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 256 --kernel too_small
//! expect: race=refuted
//! why: `size` is the size of the block until the last iteration, which is the only one that changes it: so no thread writes where another one's second
//!   element lies. In `too_small` the last tile has room for half of its elements.
__global__ void tiles(const float *a, float *out, int n) {
    extern __shared__ float tile[];
    int size = blockDim.x, lane = threadIdx.x;
    float sum = 0;
    for (int at = 0; at < n; at += size) {
        if (at + size > n) size = n - at;
        if (at + lane < n) {
            tile[lane] = a[at + lane];
            tile[lane + size] = a[n + at + lane];
        }
        __syncthreads();
        for (int i = 0; i < size; i++) sum += tile[i] * tile[i + size];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + lane] = sum;
}

__global__ void too_small(const float *a, float *out, int n) {
    extern __shared__ float tile[];
    int size = blockDim.x, lane = threadIdx.x;
    float sum = 0;
    for (int at = 0; at < n; at += size) {
        if (at + size > n) size = (n - at) / 2;
        if (at + lane < n) {
            tile[lane] = a[at + lane];
            tile[lane + size] = a[n + at + lane];
        }
        __syncthreads();
        for (int i = 0; i < size; i++) sum += tile[i] * tile[i + size];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + lane] = sum;
}
