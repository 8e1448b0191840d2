//! A kernel that asks what another thread has, outside of contracts
//! source: raddle
//! check: --kernel branches --block 64 --grid 1
//! expect-exit: 3
//! check: --kernel uses --block 64 --grid 1
//! expect-exit: 3
//! check: --kernel called --block 64 --grid 1
//! expect: assert=proved race=proved
//! why: No thread knows another one; in contracts, and in functions that only contracts call, a verifier does.
__device__ bool same(int n) { return __uniform_int(n); }
__global__ void branches(int *out, const int *in) {
    if (__uniform_int(in[threadIdx.x]))
        __syncthreads();
    out[threadIdx.x] = 0;
}
__global__ void uses(int *out, const int *in) {
    int other = __other_int(in[threadIdx.x]);
    out[threadIdx.x] = other < 0;
}
__global__ void called(int *out, int n) {
    __assert(same(n));
    out[threadIdx.x] = n;
}
