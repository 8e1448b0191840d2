//! What a run finds after a loop that no thread leaves
//! source: raddle
//! check: --block 64 --grid 1
//! expect: termination=refuted race=unknown deadlock=unknown divergence=unknown assert=unknown
//! finding: termination line 10
//! why: x is at most 3, so the loop never ends and nothing after it happens: neither the store nor the barrier of some threads.

__global__ void after(int *o, int n) {
    int x = n & 3;
    while (x < 4) {
    }
    __assert(n == 5);
    if (threadIdx.x < 16) __syncthreads();
    o[0] = threadIdx.x;
}
