//! The stencil lets threads beyond the end return before the barrier
//! source: raddle
//! check: --block 64 --grid 2 --cta 1,0,0 --arg n=120
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! finding: deadlock line 19
//! check: --block 64 --grid 2 --arg n=128
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: In the second block threads 56 to 63 return at once; the others wait for them at [A]. When n is a
//!   multiple of the block size no thread returns, so round sizes hide the bug.
#define BLOCK 64

__global__ void stencil(const float *in, float *out, int n) {
    __shared__ float line[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    if (i >= n)
        return;
    line[t] = in[i];
    __syncthreads(); // [A]
    if (t > 0 && t < BLOCK - 1)
        out[i] = (line[t - 1] + line[t] + line[t + 1]) / 3.0f;
}
