//! Two preconditions that no launch meets
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=unknown divergence=unknown assert=unknown
//! why: From a contradiction everything would follow: that there is no race at [A], and that 0 is 1. So nothing is said.

__global__ void nothing(int *out, int n) {
    __requires(n > 8);
    __requires(n < 4);
    __assert(0 == 1);
    out[n] = threadIdx.x; // [A]
}
