//! Loops that wait, and loops that try again
//! source: raddle
//! check: --block 64 --grid 1 --steps 20000 --kernel nobody_sets_it
//! expect: deadlock=unknown barrier-reuse=unknown
//! check: --block 64 --grid 1 --kernel set_behind_the_barrier
//! expect: deadlock=unknown barrier-reuse=unknown
//! check: --block 64 --grid 1 --kernel tries_again
//! expect: deadlock=proved barrier-reuse=proved divergence=proved
//! check: --block 64 --grid 1 --kernel lock_of_the_host
//! expect: deadlock=unknown barrier-reuse=unknown
//! check: --block 64 --grid 1 --kernel nothing_added
//! expect: deadlock=unknown barrier-reuse=unknown
//! why: In the first two a thread waits forever, for a flag that is never set, or that is set after the barrier that it must reach first. Who fails to swap in `tries_again` does so because
//!   another thread succeeded. In `lock_of_the_host` a thread waits until the lock is what the host says, and in `nothing_added` until
//!   a sum, to which it adds nothing, is large.
__global__ void nobody_sets_it(int *p) {
    __shared__ volatile int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    while (s == 0);
    __syncthreads();
    p[threadIdx.x] = 1;
}

__global__ void set_behind_the_barrier(int *p, int *q) {
    if (threadIdx.x == 40)
        while (atomicAdd(q, 0) != 5);
    __syncthreads();
    atomicExch(q, 5);
}

__global__ void tries_again(int *p, int *q) {
    int old = atomicAdd(q, 0);
    for (;;) {
        int seen = atomicCAS(q, old, old * 3);
        if (seen == old) break;
        old = seen;
    }
    __syncthreads();
    p[threadIdx.x] = 1;
}

__global__ void lock_of_the_host(int *p, int *q, int unlocked) {
    while (atomicCAS(q, unlocked, 1) != unlocked);
    __syncthreads();
    p[threadIdx.x] = 1;
}

__global__ void nothing_added(int *p, float *q) {
    while (atomicAdd(q, -0.0f) < 5.0f);
    __syncthreads();
    p[threadIdx.x] = 1;
}
