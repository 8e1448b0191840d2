// build: sm_80 -lineinfo
//! check: --block 128 --grid 4
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: The barrier stands before the loop but not in it: in the second round thread 0 reads part[32], which thread 32
//! why: wrote in the first, and nothing orders the two.
extern "C" __global__ void reduce_tree_missing_barrier(const float* x, float* out) {
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    for (int width = 64; width > 0; width /= 2)
        if (t < width) part[t] += part[t + width];
    __syncthreads();
    if (t == 0) out[blockIdx.x] = part[0];
}
