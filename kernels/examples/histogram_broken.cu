//! The histogram with plain increments
//! source: raddle
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 13
//! why: Threads t and t + 10 read and write the same bin at [A] with nothing between them: counts get lost.
__global__ void digits(int *total) {
    __shared__ int bins[10];
    int t = threadIdx.x;
    if (t < 10)
        bins[t] = 0;
    __syncthreads();
    bins[t % 10]++; // [A]
    __syncthreads();
    if (t < 10)
        atomicAdd(&total[t], bins[t]);
}
