//! What is called is none of the functions that could be called
//! source: raddle
//! check: --block 64 --grid 1 --kernel required
//! expect: race=unknown divergence=unknown deadlock=unknown
//! check: --block 64 --grid 1 --kernel small_number
//! expect: race=unknown divergence=unknown deadlock=unknown
//! check: --block 64 --grid 1 --kernel small_number --property race,bounds
//! expect: race=unknown bounds=refuted
//! finding: bounds line 25
//! why: The precondition leaves no function to call, and none lies at an address below 256. To assume that the call leads to one would
//!   prove everything, so nothing is proved. Where the number leads, a run with a value of n shows [A].

typedef void (*Function)(int *, unsigned);

__device__ void own(int *v, unsigned i) { v[i] = 1; }
__device__ Function known = own;

__global__ void required(int *v, Function f) {
    __requires(f != own);
    f(v, threadIdx.x);
}

__global__ void small_number(int *v, unsigned n) {
    Function f = (Function)(unsigned long long)(n & 255);
    f(v, threadIdx.x); // [A]
}
