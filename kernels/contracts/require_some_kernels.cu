//! A precondition on the command line is for the kernels that have its parameters
//! source: raddle
//! check: --block 64 --grid 1 --kernel scaled --require k>0&&k<8
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel scaled --kernel plain --require k>0&&k<8
//! expect-exit: 0
//! check: --block 64 --grid 1 --kernel plain --require k>0&&k<8
//! expect-exit: 3
//! check: --block 64 --grid 1 --kernel plain --kernel floating --require k>0
//! expect-exit: 3
//! check: --block 64 --grid 1 --kernel scaled --kernel floating --require k>0&&k<8
//! expect-exit: 0
//! why: Threads of `scaled` write different elements if `k` is not 0 and the product does not wrap around. `plain` has no parameter `k`, and that of `floating` is no integer: if
//!   no kernel takes the requirement, it is an error; otherwise the others are checked without it, and a note says so.
__global__ void scaled(int *out, int k) {
    out[threadIdx.x * k] = 1 + threadIdx.x;
}

__global__ void plain(int *out) {
    out[threadIdx.x] = 1;
}

__global__ void floating(float *out, float k) {
    out[threadIdx.x] = k;
}
