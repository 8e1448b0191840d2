//! Of a function's address it is known only that no other function has it
//! source: raddle
//! check: --block 64 --grid 1 --kernel low_bit
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel order
//! expect: race=unknown
//! check: --block 64 --grid 1 --kernel differ
//! expect: race=proved
//! why: Whether a function lies at an odd address, and which of two lies first, is up to who links the program. That two are
//!   different, and neither is null, holds always.

__device__ void one(int *v) { v[threadIdx.x] = 1; }
__device__ void two(int *v) { v[threadIdx.x] = 2; }

typedef void (*Function)(int *);

__global__ void low_bit(int *v) {
    Function f = one;
    if ((unsigned long long)f & 1)
        v[0] = (int)threadIdx.x;
}

__global__ void order(int *v) {
    Function f = one, g = two;
    if ((unsigned long long)f > (unsigned long long)g)
        v[0] = (int)threadIdx.x;
}

__global__ void differ(int *v) {
    Function f = one, g = two;
    if (f == g || f == 0)
        v[0] = (int)threadIdx.x;
}
