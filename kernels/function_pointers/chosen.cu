//! A function is chosen by the number of the thread
//! source: raddle
//! check: --block 64 --grid 2 --cta all
//! expect: race=proved divergence=proved deadlock=proved barrier-reuse=proved
//! why: The pointer is one of two functions, and whichever it is, a thread writes its own element only. Both are inlined, each
//!   where the pointer is its address; a third way there is not.

__device__ float twice(float *v, unsigned i) {
    v[i] = v[i] * 2.0f;
    return v[i];
}

__device__ float half_of(float *v, unsigned i) {
    v[i] = v[i] * 0.5f;
    return v[i];
}

typedef float (*Function)(float *, unsigned);

__global__ void choose(float *v, float *w) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Function f = threadIdx.x % 2 == 0 ? twice : half_of;
    w[i] = f(v, i);
}
