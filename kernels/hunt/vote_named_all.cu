//! A vote of a warp has the name of what contracts say of two threads
//! source: raddle
//! check: --kernel parts --block 64 --grid 1
//! expect: deadlock=unknown barrier-reuse=unknown divergence=unknown race=unknown
//! check: --kernel with_mask --block 64 --grid 1
//! expect: deadlock=refuted divergence=refuted
//! finding: deadlock line 27
//! check: --kernel contracts --block 64 --grid 1
//! expect: deadlock=proved divergence=proved race=proved assert=proved
//! check: --kernel of_a_warp --block 64 --grid 1
//! expect: deadlock=proved divergence=proved race=proved assert=unknown
//! why: Outside of contracts `__all` is CUDA's, of the lanes of a warp that are there: in `parts` warp 0 waits at [A] and warp 1 does not, but
//!   which lanes are there is unknown, unless there is a mask. In a contract it is said of each two threads of the CTA. `of_a_warp` says
//!   of them what holds of a warp only.
__global__ void parts(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    if (__all(threadIdx.x < 32))
        __syncthreads(); // [A]
    out[threadIdx.x] = s[threadIdx.x ^ 32];
}

__global__ void with_mask(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    if (__all_sync(0xffffffff, threadIdx.x < 32))
        __syncthreads(); // [B]
    out[threadIdx.x] = s[threadIdx.x ^ 32];
}

__global__ void contracts(int *out) {
    __assert(__all(threadIdx.x < 64));
    __assert(!__all(threadIdx.x == 3));
    __assert(__exclusive(threadIdx.x == 3));
    out[threadIdx.x] = 0;
}

__global__ void of_a_warp(int *out) {
    int warp = threadIdx.x / 32;
    __assert(__all(warp == 0) | __all(warp == 1));
    out[threadIdx.x] = 0;
}
