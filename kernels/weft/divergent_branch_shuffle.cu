//! Data decides, lane by lane, who reaches a shuffle of the whole warp
//! source: raddle
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! why: In uniform_branch_shuffle.cu all lanes of a warp enter the branch or none; here each lane decides for itself. If some enter and others do not, the
//!   first wait at [A] for lanes that never come. A run with such data shows it.
__global__ void unvoted(const float *in, float *out) {
    __shared__ float cell[64];
    int t = threadIdx.x;
    float x = in[t];
    if (x > 1.0f)
        x = __shfl_sync(0xffffffffu, x, 0); // [A]
    cell[t] = x;
    __syncthreads();
    out[t] = cell[t ^ 1];
}
