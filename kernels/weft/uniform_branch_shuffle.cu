//! A vote over data decides whether a warp shuffles
//! source: raddle (the branches of the chemistry kernels of paper 001, section 6)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Data decides whether a warp enters the branch, but all of its lanes do or none does, as the vote [A] gives all of them one
//!   answer. So no lane waits in the shuffle [B] for a lane that stays away. The division [C] is for some lanes only, and no lane waits in it. Each thread writes
//!   its own cell, whatever the vote says, and reads its neighbour's after the barrier.
__global__ void rescaled(const float *in, float *out) {
    __shared__ float cell[64];
    int t = threadIdx.x;
    float x = in[t], scale = 1.0f;
    if (__any_sync(0xffffffffu, x > 1.0f)) { // [A]
        float first = __shfl_sync(0xffffffffu, x, 0); // [B]
        if (x > 1.0f)
            scale = first / x; // [C]
        scale += __shfl_xor_sync(0xffffffffu, scale, 1);
    }
    cell[t] = scale;
    __syncthreads();
    out[t] = cell[t ^ 1];
}
