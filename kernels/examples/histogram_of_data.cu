//! Histogram of bytes, where the data choose the bin
//! source: raddle
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved
//! why: The bins are unknown, but the number and the places of the barriers are not: the first three verdicts do
//!   not depend on the data. The header is silent on race: a method that takes the unknown bin for any cell of
//!   `bins` may prove it (two atomics never race, and barriers separate them from the rest), one that does not must
//!   say unknown.
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
