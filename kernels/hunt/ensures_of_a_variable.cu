//! Postconditions of device functions about a variable of the caller
//! source: raddle
//! check: --block 4 --grid 1 --property contract,assert --kernel one
//! expect: assert=unknown
//! check: --block 4 --grid 1 --property contract,assert --kernel shared
//! expect: assert=refuted
//! why: `p[0]` is what it is at the return: `n`, not 1. A variable that becomes a value would be read at the head, where it is 1; so that is not followed.
__device__ __noinline__ void fill(int *p, int n) {
    __ensures(p[0] == 1);
    p[0] = n;
}

__global__ void one(int *out, int n) {
    int a[2];
    a[0] = 1;
    a[1] = 2;
    fill(a, n);
    out[threadIdx.x] = a[0];
}

__global__ void shared(int *out, int n) {
    fill(out + threadIdx.x, n);
}
