//! A pointer to a function in shared memory
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 -D RACY
//! expect: race=refuted
//! finding: race line 20
//! why: Thread 0 writes the pointer, and after the barrier all call what it leads to. With RACY there is no barrier: another thread
//!   reads the pointer [B] while thread 0 writes it [A].

typedef void (*Function)(int *, unsigned);

__device__ void own(int *v, unsigned i) { v[i] = 1; }
__device__ void zero(int *v, unsigned i) { v[i] = 0; }

__global__ void call(int *v, int n) {
    __shared__ Function f;
    if (threadIdx.x == 0)
        // The pointer is one of two, by a parameter.
        f = n ? own : zero; // [A]
#ifndef RACY
    __syncthreads();
#endif
    f(v, threadIdx.x); // [B]
}
