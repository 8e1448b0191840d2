//! CUDA limits blocks and grids: sizes that are free go up to the limit, and a block beyond it is checked on request only
//! source: raddle
//! check: --kernel deep --block 1,1,* --grid 1 --property race
//! expect: race=proved
//! check: --kernel deep --block 1,1,128 --grid 1 --property race
//! expect-exit: 3
//! check: --kernel deep --block 1,1,128 --grid 1 --property race --beyond-limits
//! expect: race=refuted
//! check: --kernel wide --block * --grid 1 --property race
//! expect: race=proved
//! check: --kernel wide --block 2048 --grid 1 --property race
//! expect-exit: 3
//! check: --kernel wide --block 2048 --grid 1 --property race --beyond-limits
//! expect: race=refuted
//! check: --kernel rows --block * --grid 1,* --cta all --property race
//! expect: race=proved
//! check: --kernel rows --block * --grid 1,70000 --cta all --property race
//! expect: race=unknown
//! check: --kernel narrow --block *,* --grid 1 --property race
//! expect: race=proved
//! check: --kernel narrow --block 64,* --grid 1 --property race
//! expect-exit: 3
//! check: --kernel deep --block 1,65,65 --grid 1 --property divergence
//! expect-exit: 3
//! check: --kernel deep --block 1,65,65 --grid 1 --property divergence --beyond-limits
//! expect: divergence=proved
//! check: --kernel deep --block *,1,65 --grid 1 --property race
//! expect-exit: 3
//! why: Two threads of `deep` write one word of `s` in a block that is deeper than 64, of `wide` in one of more than 1024 threads,
//!   and two blocks of `rows` if there are more than 65536 in y: no such launch is possible in CUDA, and what is proved for all sizes says so.
//!   With --beyond-limits the kernel is checked at such a size anyway. `narrow` has at most 32 threads: none are left for rows of 64.
__global__ void deep(int *out) {
    __shared__ int s[64];
    int t = threadIdx.z;
    s[t & 63] = t;
    __syncthreads();
    out[t] = s[t & 63];
}

__global__ void wide(int *out) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t & 1023] = t;
    __syncthreads();
    out[t] = s[t & 1023];
}

__global__ void rows(int *out) {
    int b = blockIdx.y;
    if (threadIdx.x == 0) out[b & 0xffff] = b;
}

__global__ void __launch_bounds__(32) narrow(int *out) {
    __shared__ int s[32];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    s[t & 31] = t;
    __syncthreads();
    out[t] = s[t & 31];
}
