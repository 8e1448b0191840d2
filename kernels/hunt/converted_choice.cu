//! A pointer that is one of two buffers, as a generic and as a global one
//! source: raddle
//! check: --block 4 --grid 1 --kernel written --property race
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel read --property race
//! expect: race=refuted
//! check: --block 4 --grid 1 --kernel apart --property race
//! expect: race=proved
//! why: With `n` = 0 all threads write the first element of `b` in `written`; in `read` thread 0 writes it and the others read it. In `apart` each thread has its own element
//!   of the one or of the other.
__global__ void written(int *a, int *b, int n) {
    int *p = a;
    if (n == 0) p = b;
    if (n == 0) {
        auto g = (__attribute__((address_space(1))) int *)p;
        *g = threadIdx.x;
    }
}

__global__ void read(int *a, int *b, int n, int *out) {
    int *p = a;
    if (n == 0) p = b;
    auto g = (__attribute__((address_space(1))) int *)p;
    if (threadIdx.x == 0) b[0] = 1;
    out[threadIdx.x] = *g;
}

__global__ void apart(int *a, int *b, int n) {
    int *p = a;
    if (n == 0) p = b;
    auto g = (__attribute__((address_space(1))) int *)p;
    g[threadIdx.x] = threadIdx.x;
}
