//! An access out of bounds in a launch that the source excludes, before a barrier
//! source: raddle
//! check: --block 64 --grid 1 --arg n=3 --property bounds
//! expect: bounds=unknown
//! check: --block 64 --grid 1 --arg n=6 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 12
//! why: With n = 3 no launch meets the assumption, so the access shows nothing; with n = 6 it leaves s.

__global__ void excluded(int n) {
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    __syncthreads();
    __assume(n > 5);
}
