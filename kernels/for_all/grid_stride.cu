//! Grid-stride loops with counters of all widths
//! source: raddle
//! check: --kernel int32 --block 256
//! expect: race=proved
//! check: --kernel uint32 --block 256
//! expect: race=proved
//! check: --kernel int64 --block 256
//! expect: race=proved
//! check: --kernel size --block 256
//! expect: race=proved
//! check: --kernel narrow_sum --block 256
//! expect: race=proved
//! check: --kernel mixed --block 256
//! expect: race=proved
//! check: --kernel steps --block 256
//! expect: race=proved
//! check: --kernel size --block 256 --strict-wrap
//! expect: race=unknown
//! check: --kernel one_less --block 256
//! expect: race=refuted
//! finding: race line 62
//! why: Two threads are in one place only if their counters wrap around, which they do for sizes that no launch has: `n <= 2^60 - 2^31` for counters of 64 bits, as
//!   places of elements are numbers of bytes; for an `int` that is compared with a `size_t`, `n >= 0`. In `one_less` [A] the last thread of the grid meets the
//!   first one of the next round.
__global__ void int32(float *m, const float *g, int n) {
    int all = gridDim.x * blockDim.x;
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += all) m[j] += g[j];
}

__global__ void uint32(float *m, const float *g, unsigned n) {
    unsigned all = gridDim.x * blockDim.x;
    for (unsigned j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += all) m[j] += g[j];
}

__global__ void int64(float *m, const float *g, long n) {
    for (long j = blockIdx.x * (long)blockDim.x + threadIdx.x; j < n; j += (long)gridDim.x * blockDim.x) m[j] += g[j];
}

__global__ void size(double *m, const double *g, size_t n) {
    for (size_t j = blockIdx.x * (size_t)blockDim.x + threadIdx.x; j < n; j += (size_t)gridDim.x * blockDim.x) m[j] += g[j];
}

__global__ void narrow_sum(float *m, const float *g, size_t n) {
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t all = gridDim.x * blockDim.x;
    for (size_t j = i; j < n; j += all) m[j] += g[j];
}

__global__ void mixed(float *m, const float *g, int n) {
    for (size_t j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) m[j] += g[j];
}

__global__ void steps(float *m, const float *g, size_t n, int steps) {
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t all = gridDim.x * blockDim.x;
    for (size_t j = i; j < n; j += all)
        for (int t = 1; t <= steps; t++) m[j] += g[j] * t;
}

__global__ void one_less(float *m, const float *g, size_t n) {
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t j = i; j < n; j += gridDim.x * blockDim.x - 1) m[j] += g[j]; // [A]
}
