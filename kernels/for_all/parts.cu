//! What one part of the method proves: loop variables in closed form, rewriting
//! source: raddle
//! check: --kernel strides --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel cubes --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel cubes --block 64 -D BUG=1
//! expect: race=refuted divergence=proved
//! why: In `strides` the variable `j` is t + 5000 · i, which no guess says. In `cubes` the products cancel, and the place is t; multiplied out that is
//!   seen at once, bit by bit it is not. With `BUG` it is t / 2.

__global__ void strides(int *out, unsigned n) {
    unsigned j = threadIdx.x;
    for (unsigned i = 0; i < n % 64; i++) {
        out[j] = threadIdx.x;
        j += 5000;
    }
}

__global__ void cubes(int *out, unsigned n, unsigned m, unsigned k) {
    unsigned t = threadIdx.x;
    unsigned x = n + m + k + t;
#ifdef BUG
    unsigned place = t / 2;
#else
    unsigned place = t;
#endif
    out[x * x * x - x * x * n - x * x * m - x * x * k - x * x * t + place] = t;
}
