//! A structure that is passed by value decides who waits
//! source: raddle
//! check: --block 64
//! expect: deadlock=refuted divergence=refuted
//! finding: divergence line 16
//! why: With n = 65 one thread enters the loop a second time and waits there, and the others have left it.

struct Limit {
    float most;
    int step;
};

__global__ void steps(int n, Limit limit, const float *in, float *out) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 64) {
        if (in[i] < limit.most) __syncthreads();
        sum += in[i] * limit.step;
    }
    out[threadIdx.x] = sum;
}
