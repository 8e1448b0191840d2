//! What atomics have found, and whether an element was accessed
//! source: raddle
//! check: --block 64 --grid 1 --kernel found
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel not_found
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel perhaps
//! expect: assert=unknown
//! check: --block 64 --grid 1 --kernel queue
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel untouched
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel touched
//! expect: assert=refuted
//! why: `__atomic_has_taken_value(p, i, v)`: an atomic on `p[i]` has found `v` there, of this thread or any other, since the kernel began. A thread that has found it knows that one has; that none has
//!   is never known. `__accessed(p, i)` is about the log: what is logged is an access to `p[i]`.
__global__ void found(unsigned *counters, unsigned *a) {
    unsigned old = atomicAdd(&counters[threadIdx.x & 3], 1u);
    __assert(__atomic_has_taken_value(counters, threadIdx.x & 3, old));
    a[threadIdx.x] = old;
}

__global__ void not_found(unsigned *counters, unsigned *a) {
    unsigned old = atomicAdd(&counters[1], 1u);
    __assert(__atomic_has_taken_value(counters, 0, old));
    a[threadIdx.x] = old;
}

__global__ void perhaps(unsigned *counters, unsigned *a, unsigned n) {
    unsigned old = 0;
    if (threadIdx.x < n) old = atomicAdd(counters, 1u);
    __assert(__atomic_has_taken_value(counters, 0, old));
    a[threadIdx.x] = old;
}

__global__ void queue(unsigned *counter, int *a, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        __invariant(__write_implies(a, __atomic_has_taken_value(counter, 0, __write_offset(a))));
        a[atomicAdd(counter, 1u)] = threadIdx.x;
    }
}

__global__ void untouched(const int *a, int *b) {
    b[threadIdx.x] = a[threadIdx.x + 1];
    __assert(!__accessed(a, 0));
}

__global__ void touched(const int *a, int *b) {
    b[threadIdx.x] = a[threadIdx.x];
    __assert(!__accessed(a, 0));
}
