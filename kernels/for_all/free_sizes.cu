//! Block and grid sizes that are left free: right at every size, or wrong at one that the solver finds
//! source: raddle
//! check: --kernel copy --block *
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel copy --block * --grid * --cta all
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel copy --block * --grid *,* --cta all --strict-benign
//! expect: deadlock=proved barrier-reuse=proved race=unknown divergence=proved
//! check: --kernel tree --block *
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel tree --block 64,*
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel tree --block 64 --grid *,* --within-cta
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel tree_racy --block *
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel up_to_64 --block *
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel up_to_64 --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel some_wait --block *
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! check: --kernel square --block 32,* --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel bounded --block * --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel names_a_number --block *
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! why: Each thread of `copy`, `tree` and `square` has a word of its own between two barriers, at every size (for `tree` in
//!   one dimension: with rows, two threads have one `threadIdx.x`). `up_to_64` gives two threads one word where there are more
//!   than 64, and so `bounded` is right, which cannot be launched with more. In a grid of two dimensions CTAs of one column write the
//!   same words, with the same values. A barrier of 64 threads is one of the whole
//!   CTA at one size only: not modelled.

__global__ void copy(int *o, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = in[i];
}

__global__ void tree(int *o, const int *in) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) o[blockIdx.x] = s[0];
}

__global__ void tree_racy(int *o, const int *in) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) o[blockIdx.x] = s[0];
}

__device__ void keep(int *o) {
    __shared__ int s[64];
    s[threadIdx.x & 63] = threadIdx.x;
    __syncthreads();
    o[blockIdx.x * 64 + (threadIdx.x & 63)] = s[63 - (threadIdx.x & 63)];
}
__global__ void up_to_64(int *o) { keep(o); }
__global__ void __launch_bounds__(64) bounded(int *o) { keep(o); }

__global__ void some_wait(int *o) {
    if (threadIdx.x < 40) __syncthreads();
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void square(int *o) {
    __shared__ int s[1024];
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    s[t] = t;
    __syncthreads();
    o[blockIdx.x * (blockDim.x * blockDim.y) + t] = s[t ^ 1];
}

__global__ void names_a_number(int *o) {
    asm volatile("bar.sync 1, 64;");
    o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
