// build: sm_80 -lineinfo
//! check: --block 128 --grid 4
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Every round reads what the round before wrote, and a barrier that all threads reach stands between any two rounds;
//! why: within a round thread t writes part[t] only, and reads part[t + width], which no thread writes in that round.
extern "C" __global__ void reduce_tree(const float* x, float* out) {
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = x[blockIdx.x * 128 + t];
    __syncthreads();
    for (int width = 64; width > 0; width /= 2) {
        if (t < width) part[t] += part[t + width];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
