//! Histogram in shared memory: the last digit of each thread's running number
//! source: raddle
//! check: --block 128 --grid 2 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The bins are cleared, updated by atomics, and added to the global bins by atomics, with a barrier between
//!   the steps. Two atomics never race, neither within a block nor between blocks, and the bins that threads update
//!   are known.
__global__ void digits(int *total) {
    __shared__ int bins[10];
    int t = threadIdx.x;
    if (t < 10)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[(blockIdx.x * blockDim.x + t) % 10], 1);
    __syncthreads();
    if (t < 10)
        atomicAdd(&total[t], bins[t]);
}
