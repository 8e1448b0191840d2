//! A barrier invariant that its own thread unmakes before the barrier
//! source: raddle
//! check: --block 64 --grid 2 --property assert,race --kernel unmade
//! expect: assert=unknown race=unknown
//! check: --block 64 --grid 1 --property assert,race --kernel of_an_element
//! expect: assert=unknown race=proved
//! check: --block 64 --grid 1 --property assert,race --kernel made_again
//! expect: assert=proved race=proved
//! why: In `unmade` a thread writes 6 after its assertion if its input is 12345: then a[3] is not 5 after the barrier, and all threads write out[0]. In `of_an_element`
//!   likewise, and the assertion after the barrier may fail. In `made_again` the last write before the barrier makes it true again.
__global__ void unmade(int *out, const int *in) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = 5;
    __barrier_invariant_1(a[threadIdx.x] == 5, 3);
    if (in[t] == 12345) a[t] = 6;
    __syncthreads();
    out[a[3] == 5 ? t + blockDim.x * blockIdx.x : 0] = t;
}

__global__ void of_an_element(int *out, const int *in) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, t ^ 1);
    if (in[t] == 1234567 && in[t + 64] * 3 == 8193 - t) a[t] = 3;
    __syncthreads();
    __assert(a[t ^ 1] == (t ^ 1));
}

__global__ void made_again(int *out, const int *in) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, t ^ 1);
    if (in[t] == 1234567) a[t] = 3;
    a[t] = t;
    __syncthreads();
    __assert(a[t ^ 1] == (t ^ 1));
}
