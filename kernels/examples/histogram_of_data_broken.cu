//! Histogram of bytes without the barrier between clearing and counting
//! source: raddle
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=refuted
//! why: A thread may count in a bin [B] that another one has not cleared yet [A]. Whether two threads meet depends on
//!   the data: with `data` = 0 everywhere they do, and a run with that shows it.
__global__ void bytes(const unsigned char *data, int *total) {
    __shared__ int bins[256];
    int t = threadIdx.x;
    bins[t] = 0; // [A]
    bins[t + 128] = 0;
    atomicAdd(&bins[data[t]], 1); // [B]
    __syncthreads();
    atomicAdd(&total[t], bins[t]);
    atomicAdd(&total[t + 128], bins[t + 128]);
}
