// build: sm_80 -lineinfo
//! check: --block 128 --grid 3 --arg 2=384
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: The kernel is correct, but the number of steps, parameter 3, is not given, and it decides how often the barriers in
//! why: the loop are passed: all threads alike, which is seen where two of them are compared. The pointers that the compiler makes of the indices advance by one row in each round.
extern "C" __global__ void stencil_unknown_steps(const float* in, float* out, int n, int steps) {
    __shared__ float line[130];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        line[t + 1] = in[s * n + i];
        if (t == 0) line[0] = i > 0 ? in[s * n + i - 1] : 0;
        if (t == 127) line[129] = i + 1 < n ? in[s * n + i + 1] : 0;
        __syncthreads();
        out[s * n + i] = (line[t] + line[t + 1] + line[t + 2]) / 3;
        __syncthreads();
    }
}
