//! A vote over data decides whether a warp reaches a barrier of the block
//! source: raddle
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! why: The lanes of one warp reach [A] together or not at all, but two warps vote on different data: the one may wait for the other.
__global__ void half(const float *in, float *out) {
    int t = threadIdx.x;
    float x = in[t];
    if (__any_sync(0xffffffffu, x > 1.0f))
        __syncthreads(); // [A]
    out[t] = x;
}
