//! One thread calls a pointer that was never set
//! source: raddle
//! check: --block 64 --grid 1
//! expect: bounds=refuted
//! finding: bounds line 18
//! why: Thread 5 leaves the pointer null [A]; all others call `own`.

typedef void (*Function)(int *, unsigned);

__device__ void own(int *v, unsigned i) {
    v[i] = 1;
}

__global__ void call(int *v) {
    Function f = 0;
    if (threadIdx.x != 5)
        f = own;
    f(v, threadIdx.x); // [A]
}
