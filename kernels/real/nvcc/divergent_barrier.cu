// build: sm_80 -lineinfo
//! check: --block 64
//! expect: divergence=refuted
//! why: The barrier stands in a branch that only the lower half of each warp takes, and it is an aligned one.
extern "C" __global__ void divergent_barrier(const int* x, int* out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    cell[t] = x[t];
    if (t % 32 < 16) {
        __syncthreads();
        out[t] = cell[t + 16];
    }
}
