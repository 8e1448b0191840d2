//! One of two functions that a thread may call writes its neighbour's element
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=refuted divergence=proved deadlock=proved
//! finding: race line 13
//! why: Odd threads write element i + 1 [B], which belongs to the next thread: that one, an even one, writes it too [A].

__device__ void own(float *v, unsigned i) {
    v[i] = 1.0f; // [A]
}

__device__ void next(float *v, unsigned i) {
    v[i + 1] = 2.0f; // [B]
}

__global__ void choose(float *v) {
    void (*f)(float *, unsigned);
    if (threadIdx.x % 2 == 0)
        f = own;
    else
        f = next;
    f(v, threadIdx.x);
}
