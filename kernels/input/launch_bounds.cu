//! A kernel bounds its block: no larger one can be launched
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved
//! check: --block * --grid 1 --property race
//! expect: race=proved
//! check: --block 8,8 --grid 1 --property race
//! expect: race=proved
//! check: --block 65 --grid 1
//! expect-exit: 3
//! check: --block 16,8 --grid 1 --property termination
//! expect-exit: 3
//! check: --block 128 --grid 1 --property race --beyond-limits
//! expect: race=refuted
//! finding: race line 20
//! why: At most 64 threads have a word each. Of 128, two write one at [A], but such a block cannot be launched.
__global__ void __launch_bounds__(64) words(int *out) {
    __shared__ int s[64];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    s[t & 63] = t; // [A]
    __syncthreads();
    out[t] = s[t & 63];
}
