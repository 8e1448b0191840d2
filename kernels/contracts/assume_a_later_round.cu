//! Assumptions that only later rounds of a loop contradict
//! source: raddle
//! check: --block 64 --grid 1 --kernel less
//! expect: race=unknown divergence=unknown assert=unknown
//! check: --block 64 --grid 1 --kernel not_seven
//! expect: race=unknown divergence=unknown assert=unknown
//! check: --block 64 --grid 1 --kernel counts_down
//! expect: race=unknown divergence=unknown assert=unknown
//! check: --block 64 --grid 1 --kernel behind_a_branch
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel with_barriers
//! expect: race=unknown divergence=unknown
//! check: --block 64 --grid 1 --kernel nobody_twice
//! expect: race=unknown divergence=unknown
//! check: --block 64 --grid 1 --kernel enough
//! expect: race=proved divergence=proved assert=proved
//! check: --block 64 --grid 1 --kernel leaves
//! expect: race=proved divergence=proved
//! why: In `less` a thread fulfils the assumption in rounds 0 to 4, and in no other; no thread leaves the loop, so what stands at [A] and all that could
//!   be proved is true of no run. `not_seven` and `counts_down` alike. In `behind_a_branch` that is so for the threads that reach the loop. In `with_barriers`
//!   the barrier is in the loop. In `nobody_twice` one thread could leave the loop, two could not. The assumption in `enough` holds in each round, and in
//!   `leaves` each thread leaves the loop before it would not.

__global__ void less(int *out) {
    int i = 0;
    while (i < 10) {
        __assume(i < 5);
        out[i] = 3;
        i++;
    }
    __assert(0 == 1); // [A]
    out[20] = threadIdx.x;
}

__global__ void not_seven(int *out) {
    for (int i = 0; i < 10; i++) {
        __assume(i != 7);
        out[64 * i + threadIdx.x] = i;
    }
    __assert(0 == 1);
    out[20] = threadIdx.x;
}

__global__ void counts_down(int *out) {
    for (int i = 100; i > 0; i -= 2) {
        __assume(i >= 40);
        out[64 * i + threadIdx.x] = i;
    }
    __assert(0 == 1);
    out[20] = threadIdx.x;
}

__global__ void behind_a_branch(int *out, int n) {
    if (n > 3) {
        for (int i = 0; i < 10; i++) {
            __assume(i < 5);
        }
        out[0] = threadIdx.x;
    }
}

__global__ void with_barriers(int *out) {
    __shared__ int s[64];
    for (int i = 0; i < 10; i++) {
        __assume(i < 5);
        s[threadIdx.x] = i;
        __syncthreads();
    }
    out[0] = s[threadIdx.x];
}

__global__ void nobody_twice(int *out, int n) {
    for (int i = 0; i < n; i++) {
        __assume(threadIdx.x == 0);
    }
    __assume(n > 0);
    out[0] = threadIdx.x;
}

__global__ void enough(int *out, int n) {
    int i = 0;
    for (; i < n; i++) {
        __assume(i < 1000);
        out[64 * i + threadIdx.x] = i;
    }
    __assert(i <= 1000);
}

__global__ void leaves(int *out, const int *in, int n) {
    for (int i = 0; i < n; i++) {
        if (i == 5) break;
        __assume(i < 5);
        out[64 * i + threadIdx.x] = in[i];
    }
}
