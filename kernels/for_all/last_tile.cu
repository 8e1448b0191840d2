//! The size of the last tile of a loop is smaller
//! source: raddle (as in programs that step through tiles)
//! check: --block 256
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 256 -D TOO_SMALL
//! expect: race=refuted
//! check: --block 256 -D TOO_SOON
//! expect: race=refuted
//! why: `size` is the size of the block until the last iteration, which is the only one that changes it: so no thread writes where another one's second
//!   element lies. With `TOO_SMALL` the last tile has room for half of its elements, and with `TOO_SOON` so has the one before it.
__global__ void tiles(const float *a, float *out, int n) {
    extern __shared__ float tile[];
    int size = blockDim.x, lane = threadIdx.x;
    float sum = 0;
    for (int at = 0; at < n; at += size) {
#if defined(TOO_SMALL)
        if (at + size > n) size = (n - at) / 2;
#elif defined(TOO_SOON)
        if (at + 2 * size > n) size = (n - at + 1) / 2;
#else
        if (at + size > n) size = n - at;
#endif
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
