//! Lanes at a shuffle while others of their warp are at a barrier
//! source: raddle
//! check: --block 32
//! expect: deadlock=refuted divergence=refuted
//! finding: deadlock line 12
//! check: --block 32 --cta 5,0,0
//! expect: deadlock=refuted divergence=refuted
//! why: With n = 33 lane 0 takes one more iteration and waits for lanes that have left the loop.

__global__ void uneven(const float *a, float *o, int n) {
    float v = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) v += __shfl_xor_sync(0xffffffffu, a[i], 16);
    __syncthreads();
    o[threadIdx.x] = v;
}
