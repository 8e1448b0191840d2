//! A field of a parameter is one of two functions, as the kernel requires
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved deadlock=proved
//! check: --block 64 --grid 1 -D RACY
//! expect: race=unknown divergence=proved deadlock=proved
//! why: Both functions write the thread's own element. With RACY the second one may write element 0, in all threads; but fields of a
//!   structure that is passed by value have no value of the solver's, so no inputs are found that show it.

typedef void (*Function)(int *, unsigned);

struct Task {
    int n;
    Function f;
};

__device__ void own(int *v, unsigned i) { v[i] = 1; }
__device__ void other(int *v, unsigned i) { v[i] = 2; }
__device__ void first(int *v, unsigned i) { v[0] = (int)i; }

__global__ void call(int *v, Task task) {
#ifdef RACY
    __requires(task.f == own | task.f == first);
#else
    __requires(task.f == own | task.f == other);
#endif
    task.f(v, threadIdx.x);
}
