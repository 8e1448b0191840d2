//! Assertions: of a value, of memory, after a barrier, in each iteration of a loop
//! source: raddle
//! check: --block 64 --grid 4 --cta all
//! expect: assert=proved race=proved divergence=proved deadlock=proved
//! why: Half of a number that is not negative is no larger. A thread finds what it wrote, and after the barrier no thread
//!   writes any more. In an iteration i is less than n, whatever n is.

__global__ void halves(int *out, unsigned n) {
    __shared__ unsigned s[64];
    unsigned half = n / 2;
    __assert(half <= n);
    s[threadIdx.x] = half;
    __assert(s[threadIdx.x] == half);
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        __assert(i < n);
        sum += s[(threadIdx.x + i) % 64];
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
