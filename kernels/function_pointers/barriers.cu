//! One of two functions waits at a barrier
//! source: raddle
//! check: --block 64 --grid 1 --kernel by_thread
//! expect: divergence=refuted
//! finding: divergence line 13
//! check: --block 64 --grid 1 --kernel by_parameter
//! expect: divergence=proved race=proved
//! why: By the number of the thread, thread 3 reaches the barrier [A], and no other thread does. By a parameter, all do or none.

typedef void (*Function)();

__device__ void waits() {
    __syncthreads(); // [A]
}

__device__ void goes_on() {}

__global__ void by_thread() {
    Function f = threadIdx.x == 3 ? waits : goes_on;
    f();
}

__global__ void by_parameter(int n) {
    Function f = n ? waits : goes_on;
    f();
}
