//! A queue in memory that one thread sets up
//! source: raddle
//! check: --kernel grid_queue --property termination
//! expect: termination=proved
//! check: --kernel block_queue --property termination
//! expect: termination=proved
//! check: --kernel phases --property termination
//! expect: termination=proved
//! check: --kernel from_input --property termination
//! expect: termination=proved
//! check: --kernel up_to --property termination
//! expect: termination=proved
//! check: --kernel up_to --property termination --strict-wrap
//! expect: termination=unknown
//! check: --kernel again --property termination
//! expect: termination=unknown
//! check: --kernel two --property termination
//! expect: termination=unknown
//! check: --kernel spin --property termination
//! expect: termination=unknown
//! why: At [A] a thread of a block that comes late sets the queue back while others draw from it, but each thread does so once. An endless run would have only finitely many rounds
//!   that are disturbed so, and in all others what is drawn grows. In `phases` it is set back in a loop that ends by `k`, so finitely often, too. In `again` each thread sets it back
//!   whenever it has drawn [B]: two threads that take turns never end. In `two` a loop that ends by a queue sets back another one, and the other way round [C].
__global__ void grid_queue(int *next, int n, int *out) {
    if (threadIdx.x == 0)
        *next = 0; // [A]
    __syncthreads();
    int i;
    while ((i = atomicAdd(next, 1)) < n)
        out[i] = 1;
}
__global__ void block_queue(int n, int *out) {
    __shared__ int next;
    if (threadIdx.x == 0)
        next = 0;
    __syncthreads();
    for (int i = atomicAdd(&next, 1); i < n; i = atomicAdd(&next, 1))
        out[i] = 1;
}
__global__ void phases(unsigned n, int m, int *out) {
    __shared__ unsigned next;
    for (int k = 0; k < m; k++) {
        if (threadIdx.x == 0)
            next = 0;
        __syncthreads();
        for (;;) {
            unsigned i = atomicAdd(&next, 1);
            if (i >= n)
                break;
            out[i] = k;
        }
        __syncthreads();
    }
}
__global__ void from_input(unsigned *next, const unsigned *first, unsigned n, int *out) {
    atomicExch(next, first[threadIdx.x]);
    unsigned i;
    while ((i = atomicAdd(next, 4)) < n)
        out[i] = 1;
}
__global__ void up_to(int *next, int n, int *out) {
    *next = 0;
    while (atomicAdd(next, 1) <= n)
        out[threadIdx.x] += 1;
}
__global__ void again(int *next, int n, int *out) {
    int i;
    while ((i = atomicAdd(next, 1)) < n) {
        if (out[i] == 7)
            *next = 0; // [B]
    }
}
__global__ void two(int *a, int *b, int n, int *out) {
    if (threadIdx.x % 2)
        while (atomicAdd(a, 1) < n)
            *b = 0; // [C]
    else
        while (atomicAdd(b, 1) < n)
            *a = 0; // [C]
}
__global__ void spin(int *a, int *ready, int n, int *out) {
    if (threadIdx.x == 0)
        while (*(volatile int *)ready == 0)
            *a = 0;
    while (atomicAdd(a, 1) < n)
        out[threadIdx.x] = 1;
}
