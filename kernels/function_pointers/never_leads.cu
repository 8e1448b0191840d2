//! A pointer is required to be none of the functions that could be called
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=unknown divergence=unknown deadlock=unknown
//! why: The precondition leaves no function to call. To assume that the call leads to one would prove everything, so nothing is proved.

typedef void (*Function)(int *, unsigned);

__device__ void own(int *v, unsigned i) { v[i] = 1; }

__global__ void call(int *v, Function f) {
    __requires(f != own);
    f(v, threadIdx.x);
}
