//! A structure that is passed by value decides who waits
//! source: raddle
//! check: --block 64
//! expect: deadlock=refuted divergence=refuted
//! finding: divergence line 25
//! check: --block 64 -D CLASS
//! expect: deadlock=refuted divergence=refuted
//! why: With n = 65 one thread enters the loop a second time and waits there, and the others have left it. It makes no difference whether the structure has a
//!   constructor, and methods.

struct Limit {
#ifdef CLASS
    double most;
    __host__ __device__ Limit(double most) : most(most) {}
    __device__ bool holds(double x) const { return x < most; }
#else
    float most;
    __device__ bool holds(float x) const { return x < most; }
#endif
};

__global__ void steps(int n, Limit limit, const float *in, float *out) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 64) {
        if (limit.holds(in[i])) __syncthreads();
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}
