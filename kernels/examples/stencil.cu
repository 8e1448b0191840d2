//! One-dimensional stencil with a halo on both sides
//! source: raddle
//! check: --block 64 --grid 2 --cta all --arg n=120
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Thread t writes line[t + RADIUS]; the first RADIUS threads also write the halo cells, left and right of
//!   all those. Cells are distinct, the barrier follows, then there are only reads. Threads beyond n load zeros and
//!   reach the barrier like the others.
#define RADIUS 3
#define BLOCK 64

__global__ void stencil(const float *in, float *out, int n) {
    __shared__ float line[BLOCK + 2 * RADIUS];
    int t = threadIdx.x;
    int first = blockIdx.x * BLOCK;
    int i = first + t;
    line[t + RADIUS] = i < n ? in[i] : 0.0f;
    if (t < RADIUS) {
        int before = first - RADIUS + t;
        int after = first + BLOCK + t;
        line[t] = before >= 0 ? in[before] : 0.0f;
        line[t + RADIUS + BLOCK] = after < n ? in[after] : 0.0f;
    }
    __syncthreads();
    if (i < n) {
        float sum = 0.0f;
        for (int d = 0; d <= 2 * RADIUS; d++)
            sum += line[t + d];
        out[i] = sum / (2 * RADIUS + 1);
    }
}
