// build: sm_80 -lineinfo
//! check: --block 128 --grid 3 --arg 2=384 --arg 3=4
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Each step fills the line, its two border cells by the outermost threads, and reads it after a barrier; a second
//! why: barrier stands before the next step fills it again. The number of steps is given and the same for all.
extern "C" __global__ void stencil(const float* in, float* out, int n, int steps) {
    __shared__ float line[130];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    for (int s = 0; s < steps; ++s) {
        line[t + 1] = in[s * n + i];
        if (t == 0) line[0] = i > 0 ? in[s * n + i - 1] : 0;
        if (t == 127) line[129] = i + 1 < n ? in[s * n + i + 1] : 0;
        __syncthreads();
        out[s * n + i] = (line[t] + line[t + 1] + line[t + 2]) / 3;
        __syncthreads();
    }
}
