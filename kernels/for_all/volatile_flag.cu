//! A flag in volatile shared memory, read between barriers
//! source: raddle (as in searches by a block)
//! check: --block 256 --kernel search --within-cta
//! expect: deadlock=proved divergence=proved race=proved
//! check: --block 256 --kernel search --within-cta -D NO_BARRIER
//! expect: race=refuted
//! check: --block 256 --kernel search --within-cta -D IN_GLOBAL
//! expect: divergence=unknown
//! why: All threads read the flag [A] between the same two barriers, before or after all that write it [B], so they find the same, volatile or not. Without the
//!   second barrier the next iteration's read races with the write. In global memory other blocks may write at any time.
__global__ void search(const int *a, int *out, volatile int *flags, int want) {
#ifdef IN_GLOBAL
    volatile int &found = flags[0];
#else
    volatile __shared__ int found;
#endif
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    int at = threadIdx.x;
    while (!found) { // [A]
        __syncthreads();
        if (threadIdx.x > 0 && a[at] == want) found = 1; // [B]
        at += blockDim.x;
#ifndef NO_BARRIER
        __syncthreads();
#endif
    }
    out[threadIdx.x] = at;
}
