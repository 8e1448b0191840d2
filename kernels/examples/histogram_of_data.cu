//! Histogram of bytes, where the data choose the bin
//! source: raddle
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! why: Which bin a thread counts in is unknown, so each count may be in any cell of `bins`. That does no harm: two
//!   atomics of one width never race, and barriers order them with all that is done to `bins` before and after.
__global__ void bytes(const unsigned char *data, int *total) {
    __shared__ int bins[256];
    int t = threadIdx.x;
    bins[t] = 0;
    bins[t + 128] = 0;
    __syncthreads();
    atomicAdd(&bins[data[t]], 1);
    __syncthreads();
    atomicAdd(&total[t], bins[t]);
    atomicAdd(&total[t + 128], bins[t + 128]);
}
